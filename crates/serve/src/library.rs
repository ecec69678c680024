//! The tables of all games: on disk, and small games solved in memory.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::SystemTime;

use millwright_index::Subspace;
use millwright_rules::Game;
use millwright_solve::MemoryTables;
use millwright_table::{Statistics, TableDirectory, TableError, Tablebase, Trouble};

use crate::limits;

/// A shelf for every game that is asked about.
///
/// Only the games that were asked about last stay in memory: [`limits::GAMES`] of them.
#[derive(Debug)]
pub struct Library {
    db: PathBuf,
    cache_bytes: u64,
    /// The one asked about last first.
    shelves: Mutex<Vec<Arc<Shelf>>>,
    /// Held while a small game is solved.
    solving: Arc<Mutex<()>>,
    stop: Arc<AtomicBool>,
}

/// The tables of one game. What a request learns from one shelf fits together.
#[derive(Debug)]
pub struct Shelf {
    game: Game,
    tablebase: Tablebase,
    /// When the directory had last changed before anything was read from it.
    changed: Option<SystemTime>,
    small: Arc<Small>,
}

/// The small games of some rules, solved in memory when a position of one is first asked for that the tables do not know
/// in full. One game is solved at a time; it takes a second or two and up to 130 MB.
#[derive(Debug, Default)]
struct Small {
    begun: AtomicBool,
    /// Raised when no more tables will come, whether they are there or not.
    finished: AtomicBool,
    tables: OnceLock<Arc<MemoryTables>>,
}

impl Library {
    /// Of the tables in a directory, with at most `cache_bytes` of decompressed chunks for each game. Opens nothing yet.
    #[must_use]
    pub fn new(db: &Path, cache_bytes: u64) -> Self {
        Self {
            db: db.to_owned(),
            cache_bytes,
            shelves: Mutex::default(),
            solving: Arc::default(),
            stop: Arc::default(),
        }
    }

    /// The tables of a game as they are now: if any have come or gone since they were last asked, they are opened anew.
    #[must_use]
    pub fn shelf(&self, game: Game) -> Arc<Shelf> {
        let mut shelves = self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let place = shelves.iter().position(|shelf| shelf.game == game);
        let before = place.map(|place| shelves.remove(place));
        let directory = self.directory(game);
        let changed = directory.changed();
        let found = match before {
            Some(before) if before.changed == changed => before,
            before => Arc::new(Shelf {
                game,
                tablebase: Tablebase::new(directory, self.cache_bytes),
                changed,
                small: before.map_or_else(Arc::default, |before| Arc::clone(&before.small)),
            }),
        };
        shelves.insert(0, Arc::clone(&found));
        shelves.truncate(limits::GAMES);
        found
    }

    fn directory(&self, game: Game) -> TableDirectory {
        TableDirectory::new(&self.db, game)
    }

    /// Begins to solve the small games of these rules, unless that was begun before. Returns at once.
    pub fn begin_small(&self, tables: &Shelf) {
        if tables.small.begun.swap(true, Ordering::AcqRel) {
            return;
        }
        let (game, small) = (tables.game, FinishedAtEnd(Arc::clone(&tables.small)));
        let (solving, stop) = (Arc::clone(&self.solving), Arc::clone(&self.stop));
        let solve = move || {
            let small = small;
            let _one_at_a_time = solving.lock().unwrap_or_else(PoisonError::into_inner);
            // It can only fail where it was stopped, and then nobody asks any more.
            if let Ok(tables) = MemoryTables::solve_small(&game.rules(), &stop) {
                let _ = small.0.tables.set(Arc::new(tables));
            }
        };
        // Where no thread can be had, small games are not known.
        let _ = thread::Builder::new().spawn(solve);
    }

    /// Adds small games that were solved elsewhere; none will be solved here.
    pub fn add_small(&self, game: Game, tables: MemoryTables) {
        let small = FinishedAtEnd(Arc::clone(&self.shelf(game).small));
        small.0.begun.store(true, Ordering::Release);
        let _ = small.0.tables.set(Arc::new(tables));
    }

    /// Stops what is being solved.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How many tables of a game are on disk.
    #[must_use]
    pub fn tables_on_disk(&self, game: Game) -> usize {
        self.directory(game).contents().map_or(0, |contents| contents.tables.len())
    }
}

impl Shelf {
    /// What is known: on disk, and in memory as soon as it is there.
    #[must_use]
    pub fn tablebase(&self) -> &Tablebase {
        if let (Some(tables), None) = (self.small.tables.get(), self.tablebase.in_memory()) {
            let tables: Arc<MemoryTables> = Arc::clone(tables);
            self.tablebase.add_in_memory(tables);
        }
        &self.tablebase
    }

    /// Whether the small games of these rules are solved, or never will be.
    #[must_use]
    pub fn small_is_finished(&self) -> bool {
        self.small.finished.load(Ordering::Acquire)
    }

    /// What is counted over a subspace: on disk, or else in memory; `None` if nothing is known.
    ///
    /// # Errors
    /// If its table is there and cannot be used.
    pub fn statistics(&self, subspace: Subspace) -> Result<Option<Statistics>, TableError> {
        match self.tablebase.directory().open(subspace) {
            Ok(table) => Ok(Some(table.statistics().clone())),
            Err(error) if error.trouble() == Trouble::Missing => {
                Ok(self.small.tables.get().and_then(|tables| tables.statistics(subspace)).cloned())
            }
            Err(error) => Err(error),
        }
    }
}

/// Small games that are finished in the end even where the work panics: whoever waits for them must not wait for ever.
struct FinishedAtEnd(Arc<Small>);

impl Drop for FinishedAtEnd {
    fn drop(&mut self) {
        self.0.finished.store(true, Ordering::Release);
    }
}
