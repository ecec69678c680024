//! The tables of all games: on disk, and small games solved in memory.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use millwright_index::Subspace;
use millwright_rules::Game;
use millwright_solve::MemoryTables;
use millwright_table::{
    CacheCounts, InMemory, ProbeLimits, Statistics, TableCache, TableDirectory, TableError, Tablebase,
    Trouble,
};

use crate::client::Client;
use crate::holdings::{Held, Holdings};
use crate::packed_tables::PackedTables;
use crate::small_games::{Small, SmallGames, SmallValues, Told, TooManyWait};

/// A shelf for every game that is asked about.
///
/// **Memory**: all that it keeps is within one limit: decompressed chunks, the heads of open tables and small games.
#[derive(Debug)]
pub struct Library {
    db: PathBuf,
    cache: Arc<TableCache>,
    answer_bytes: u64,
    shelves: Arc<Shelves>,
    holdings: Holdings,
    ids: AtomicU64,
    small: Arc<SmallGames>,
}

/// What a library may hold on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryLimits {
    /// Memory for all that is kept, in bytes; ready answers take an eighth of it.
    pub cache_bytes: u64,
    /// Open tables, all games together.
    pub open_tables: usize,
}

impl LibraryLimits {
    /// The head of a table takes so much in memory, on average.
    const HEAD_BYTES: u64 = 32 << 10;

    /// So many bytes, and as many open tables as an eighth of them has room for, or 32, but no more than this.
    #[must_use]
    pub fn new(cache_bytes: u64, most_tables: usize) -> Self {
        let heads = usize::try_from(cache_bytes / 8 / Self::HEAD_BYTES).unwrap_or(usize::MAX);
        Self { cache_bytes, open_tables: heads.max(32).min(most_tables).max(2) }
    }

    /// An eighth is for heads and an eighth for answers.
    const fn chunk_bytes(self) -> u64 {
        self.cache_bytes / 4 * 3
    }
}

/// The shelves of the games that were asked about.
type Shelves = Mutex<HashMap<Game, Arc<Shelf>>>;

/// Which shelf: another one whenever tables have come or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ShelfId(u64);

#[cfg(test)]
impl ShelfId {
    pub(crate) const FIRST: Self = Self(0);
}

/// The tables of one game. What a request learns from one shelf fits together.
#[derive(Debug)]
pub struct Shelf {
    id: ShelfId,
    game: Game,
    tablebase: Tablebase,
    /// When the directory had last changed before anything was read from it.
    changed: Option<SystemTime>,
    small: Small,
}

/// Shelves whose small games are gone go, too. Chunks have what small games leave, and a third of what they would have in
/// any case.
#[derive(Debug)]
struct RoomForSmallGames {
    shelves: Arc<Shelves>,
    cache: Arc<TableCache>,
    bytes: u64,
}

impl Told for RoomForSmallGames {
    fn small_games_changed(&self, small: u64, gone: &[Game]) {
        lock(&self.shelves).retain(|game, _| !gone.contains(game));
        let rest = self.bytes.saturating_sub(small).max(self.bytes / 3);
        if self.cache.counts().bytes > rest {
            // All of them: if some stayed, the memory of the others would have holes, and the system would get little of it.
            self.cache.set_cache_bytes(0);
        }
        self.cache.set_cache_bytes(rest);
    }
}

impl Library {
    /// Of the tables in a directory, with at most `cache_bytes` of all that is kept. Opens nothing yet.
    #[must_use]
    pub fn new(db: &Path, cache_bytes: u64) -> Self {
        Self::with_limits(db, LibraryLimits::new(cache_bytes, 256))
    }

    /// The same with limits of its own.
    #[must_use]
    pub fn with_limits(db: &Path, limits: LibraryLimits) -> Self {
        let bytes = limits.chunk_bytes();
        // Half of the files for each kind of table.
        let open_tables = limits.open_tables.div_ceil(2);
        let cache = Arc::new(TableCache::new(ProbeLimits { cache_bytes: bytes, open_tables }));
        let shelves = Arc::<Shelves>::default();
        let told =
            Box::new(RoomForSmallGames { shelves: Arc::clone(&shelves), cache: Arc::clone(&cache), bytes });
        Self {
            db: db.to_owned(),
            cache,
            answer_bytes: limits.cache_bytes / 8,
            shelves,
            holdings: Holdings::default(),
            ids: AtomicU64::new(0),
            small: SmallGames::new(bytes / 3 * 2, told),
        }
    }

    /// What ready answers may take.
    pub(crate) fn answer_bytes(&self) -> u64 {
        self.answer_bytes
    }

    /// The tables of a game as they are now: if any have come or gone since they were last asked, they are opened anew.
    #[must_use]
    pub fn shelf(&self, game: Game) -> Arc<Shelf> {
        let directory = self.directory(game);
        let changed = directory.changed();
        let mut shelves = lock(&self.shelves);
        // Small games that are dropped from now on find the shelf that has them.
        let small = self.small.of(game);
        if let Some(found) = shelves.get(&game)
            && found.changed == changed
            && found.small.is(&small)
        {
            return Arc::clone(found);
        }
        let id = ShelfId(self.ids.fetch_add(1, Ordering::Relaxed));
        let tablebase = Tablebase::with_cache(directory, Arc::clone(&self.cache));
        if let Small::Solved(SmallValues { tables, draws }) = &small {
            let tables: Arc<PackedTables> = Arc::clone(tables);
            tablebase.add_in_memory(tables);
            if let Some(draws) = draws.clone() {
                tablebase.add_draws_in_memory(draws);
            }
        }
        let opened = Arc::new(Shelf { id, game, tablebase, changed, small });
        shelves.insert(game, Arc::clone(&opened));
        opened
    }

    fn directory(&self, game: Game) -> TableDirectory {
        TableDirectory::new(&self.db, game)
    }

    /// Opens all tables anew when they are next asked for, whether anything shows that they have changed or not.
    pub fn reload(&self) {
        lock(&self.shelves).clear();
        self.holdings.forget();
    }

    /// Whether the directory of the tables can be read. One that is not there holds no tables, which is no trouble.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        match std::fs::read_dir(&self.db) {
            Ok(_) => true,
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        }
    }

    /// Begins to solve the small games of these rules, unless that was begun before. Returns at once.
    ///
    /// # Errors
    /// If too many wait to be solved.
    pub(crate) fn begin_small(&self, of: &Shelf, client: Client) -> Result<(), TooManyWait> {
        self.small.begin(of.game, client)
    }

    /// Begins to solve the small games of some rules before anybody asks.
    pub fn prepare_small(&self, game: Game) {
        // Nobody has asked for any before, so none wait.
        let _ = self.small.begin(game, Client::HERE);
    }

    /// Adds small games that were solved elsewhere.
    pub fn add_small(&self, game: Game, tables: &MemoryTables) {
        self.small.add(game, PackedTables::of(tables));
    }

    /// Stops what is being solved.
    pub fn stop(&self) {
        self.small.stop();
    }

    /// How many tables of a game are on disk.
    #[must_use]
    pub fn tables_on_disk(&self, game: Game) -> usize {
        self.held(game).tables()
    }

    /// Finds out what is on disk of the games that have names, and what the rest takes: a second or two that nobody who asks then
    /// has to wait for.
    pub fn look_around(&self) {
        for game in Game::ALL {
            self.held(game).solved();
        }
    }

    /// What is on disk of a game, and what it takes to have the rest.
    pub(crate) fn held(&self, game: Game) -> Arc<Held> {
        self.holdings.of(self.directory(game), game)
    }

    /// What the cache of tables does.
    pub(crate) fn cache_counts(&self) -> CacheCounts {
        self.cache.counts()
    }

    /// How many small games are kept, and how many wait to be solved.
    pub(crate) fn small_counts(&self) -> (usize, usize) {
        self.small.counts()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Small {
    /// Whether nothing has changed.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Solved(ours), Self::Solved(theirs)) => {
                Arc::ptr_eq(&ours.tables, &theirs.tables) && ours.draws.is_some() == theirs.draws.is_some()
            }
            (Self::Unsolved, Self::Unsolved) | (Self::Never, Self::Never) => true,
            _ => false,
        }
    }
}

impl Shelf {
    pub(crate) fn id(&self) -> ShelfId {
        self.id
    }

    /// What is known: on disk, and in memory.
    #[must_use]
    pub fn tablebase(&self) -> &Tablebase {
        &self.tablebase
    }

    /// Whether the small games of these rules are solved, or never will be.
    #[must_use]
    pub fn small_is_finished(&self) -> bool {
        !matches!(self.small, Small::Unsolved)
    }

    /// What is counted over a subspace: on disk, or else in memory; `None` if nothing is known.
    ///
    /// # Errors
    /// If its table is there and cannot be used.
    pub fn statistics(&self, subspace: Subspace) -> Result<Option<Statistics>, TableError> {
        match self.tablebase.statistics(subspace) {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.trouble() == Trouble::Missing => match &self.small {
                Small::Solved(small) => Ok(small.tables.statistics(subspace).cloned()),
                Small::Unsolved | Small::Never => Ok(None),
            },
            Err(error) => Err(error),
        }
    }
}
