//! The tables of all games: on disk, and small games solved in memory.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use millwright_index::Subspace;
use millwright_rules::Game;
use millwright_solve::MemoryTables;
use millwright_table::{Statistics, TableDirectory, TableError, Tablebase, Trouble};

/// A tablebase for every game.
///
/// Small games are solved in memory when a position of one is first asked for and has no table, one game at a time; it
/// takes a second or two and up to 130 MB for each game.
#[derive(Debug)]
pub struct Library {
    holdings: Vec<Holding>,
    /// Held while a small game is solved.
    solving: Arc<Mutex<()>>,
    stop: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Holding {
    game: Game,
    tablebase: Arc<Tablebase>,
    begun: AtomicBool,
    /// Raised when no more small tables will come, whether they are there or not.
    finished: Arc<AtomicBool>,
}

impl Library {
    /// Of the tables in a directory, with at most `cache_bytes` of decompressed chunks for each game. Opens nothing yet.
    #[must_use]
    pub fn new(db: &Path, cache_bytes: u64) -> Self {
        let holding = |game| Holding {
            game,
            tablebase: Arc::new(Tablebase::new(TableDirectory::new(db, game), cache_bytes)),
            begun: AtomicBool::new(false),
            finished: Arc::default(),
        };
        Self { holdings: Game::ALL.map(holding).into(), solving: Arc::default(), stop: Arc::default() }
    }

    /// The tables of a game.
    #[must_use]
    pub fn tablebase(&self, game: Game) -> &Arc<Tablebase> {
        &self.of(game).tablebase
    }

    fn of(&self, game: Game) -> &Holding {
        self.holdings.iter().find(|holding| holding.game == game).expect("there is one for every game")
    }

    /// Begins to solve the small games of these rules, unless that was begun before. Returns at once.
    pub fn begin_small(&self, game: Game) {
        let holding = self.of(game);
        if holding.begun.swap(true, Ordering::AcqRel) {
            return;
        }
        let (tablebase, finished) = (Arc::clone(&holding.tablebase), Arc::clone(&holding.finished));
        let (solving, stop) = (Arc::clone(&self.solving), Arc::clone(&self.stop));
        let finished = RaiseAtEnd(finished);
        let solve = move || {
            let _finished = finished;
            let _one_at_a_time = solving.lock().unwrap_or_else(PoisonError::into_inner);
            // It can only fail where it was stopped, and then nobody asks any more.
            if let Ok(tables) = MemoryTables::solve_small(&game.rules(), &stop) {
                tablebase.add_in_memory(Arc::new(tables));
            }
        };
        // Where no thread can be had, small games are not known.
        let _ = thread::Builder::new().spawn(solve);
    }

    /// Adds small games that were solved elsewhere; none will be solved here.
    pub fn add_small(&self, game: Game, tables: MemoryTables) {
        let holding = self.of(game);
        holding.begun.store(true, Ordering::Release);
        holding.tablebase.add_in_memory(Arc::new(tables));
        holding.finished.store(true, Ordering::Release);
    }

    /// Whether the small games of these rules are solved, or never will be.
    #[must_use]
    pub fn small_is_finished(&self, game: Game) -> bool {
        self.of(game).finished.load(Ordering::Acquire)
    }

    /// Stops what is being solved.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How many tables of a game are on disk.
    #[must_use]
    pub fn tables_on_disk(&self, game: Game) -> usize {
        self.tablebase(game).directory().contents().map_or(0, |contents| contents.tables.len())
    }

    /// What is counted over a subspace: on disk, or else in memory; `None` if nothing is known.
    ///
    /// # Errors
    /// If its table is there and cannot be used.
    pub fn statistics(&self, game: Game, subspace: Subspace) -> Result<Option<Statistics>, TableError> {
        let tablebase = self.tablebase(game);
        match tablebase.directory().open(subspace) {
            Ok(table) => Ok(Some(table.statistics().clone())),
            Err(error) if error.trouble() == Trouble::Missing => {
                Ok(tablebase.in_memory().and_then(|tables| tables.statistics(subspace)).cloned())
            }
            Err(error) => Err(error),
        }
    }
}

/// Raises a flag even where the work panics: whoever waits for it must not wait for ever.
struct RaiseAtEnd(Arc<AtomicBool>);

impl Drop for RaiseAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
