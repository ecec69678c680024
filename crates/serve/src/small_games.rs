//! Small games solved in memory: one at a time, and no more of them than memory is set aside for.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use millwright_rules::Game;
use millwright_solve::MemoryTables;

use crate::client::Client;
use crate::limits;
use crate::packed_tables::PackedTables;

/// The small games of all rules.
#[derive(Debug)]
pub(crate) struct SmallGames {
    /// What those that are kept may take; the one solved last is kept however large it is.
    bytes: u64,
    state: Mutex<State>,
    stop: AtomicBool,
    /// Told whenever others are kept.
    told: Box<dyn Told>,
}

/// Somebody who wants to know which small games are kept.
pub(crate) trait Told: std::fmt::Debug + Send + Sync {
    /// They take so much memory now, and these are no longer kept: whoever has their tables still has their memory.
    fn small_games_changed(&self, bytes: u64, gone: &[Game]);
}

#[derive(Debug, Default)]
struct State {
    /// The one asked about last first.
    solved: Vec<Solved>,
    /// Those that could not be solved.
    never: Vec<Game>,
    /// The first is being solved.
    waiting: VecDeque<Waiting>,
}

/// A game that is to be solved.
#[derive(Debug)]
struct Waiting {
    game: Game,
    client: Client,
    /// When somebody has asked for it last.
    asked: Instant,
}

#[derive(Debug)]
struct Solved {
    game: Game,
    tables: Arc<PackedTables>,
    bytes: u64,
    /// When somebody has asked about it last.
    asked: Instant,
}

/// What there is of the small games of some rules.
#[derive(Clone, Debug)]
pub(crate) enum Small {
    /// All values.
    Solved(Arc<PackedTables>),
    /// Nothing yet.
    Unsolved,
    /// Nothing, and that will not change: the memory for it cannot be had.
    Never,
}

/// Too many wait to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyWait;

impl SmallGames {
    /// None yet; so many bytes of them are kept.
    pub(crate) fn new(bytes: u64, told: Box<dyn Told>) -> Arc<Self> {
        Arc::new(Self { bytes, state: Mutex::default(), stop: AtomicBool::new(false), told })
    }

    /// What there is; who asks keeps it in memory longer.
    pub(crate) fn of(&self, game: Game) -> Small {
        let mut state = self.lock();
        if let Some(place) = state.solved.iter().position(|solved| solved.game == game) {
            state.solved[..=place].rotate_right(1);
            state.solved[0].asked = Instant::now();
            return Small::Solved(Arc::clone(&state.solved[0].tables));
        }
        if state.never.contains(&game) { Small::Never } else { Small::Unsolved }
    }

    /// Begins to solve, unless that was begun before. Returns at once.
    ///
    /// # Errors
    /// If too many wait, or one that the same client has asked for, or if those that are in use leave no room.
    pub(crate) fn begin(self: &Arc<Self>, game: Game, client: Client) -> Result<(), TooManyWait> {
        let mut state = self.lock();
        if let Some(waiting) = state.waiting.iter_mut().find(|waiting| waiting.game == game) {
            waiting.asked = Instant::now();
            return Ok(());
        }
        let is_greedy = !client.is_here() && state.waiting.iter().any(|waiting| waiting.client == client);
        let in_use = state.solved.iter().filter(|solved| solved.asked.elapsed() < limits::SMALL_IN_USE);
        let in_use: u64 = in_use.map(|solved| solved.bytes).sum();
        let has_room = in_use == 0 || in_use + limits::SMALL_BYTES <= self.bytes;
        if is_greedy || !has_room || state.waiting.len() >= limits::SMALL_WAITING {
            return Err(TooManyWait);
        }
        state.waiting.push_back(Waiting { game, client, asked: Instant::now() });
        if state.waiting.len() == 1 {
            let this = Arc::clone(self);
            let begun = thread::Builder::new().name("small games".to_owned()).spawn(move || this.solve_all());
            if begun.is_err() {
                state.waiting.clear();
                return Err(TooManyWait);
            }
        }
        Ok(())
    }

    /// Adds one that was solved elsewhere.
    pub(crate) fn add(&self, game: Game, tables: PackedTables) {
        let (bytes, tables) = (tables.bytes(), Arc::new(tables));
        let mut state = self.lock();
        state.solved.retain(|solved| solved.game != game);
        state.solved.insert(0, Solved { game, tables, bytes, asked: Instant::now() });
        let (mut sum, mut place, mut gone) = (0, 0, Vec::new());
        state.solved.retain(|solved| {
            sum += solved.bytes;
            place += 1;
            let is_kept = place == 1 || sum <= self.bytes;
            if !is_kept {
                gone.push(solved.game);
            }
            is_kept
        });
        let kept = state.solved.iter().map(|solved| solved.bytes).sum();
        drop(state);
        self.told.small_games_changed(kept, &gone);
    }

    /// Stops what is being solved.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How many are kept, and how many wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.solved.len(), state.waiting.len())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Solves one after the other until none waits.
    fn solve_all(&self) {
        loop {
            let Some((game, asked)) = self.lock().waiting.front().map(|first| (first.game, first.asked))
            else {
                return;
            };
            // Whatever happens to it, it no longer waits.
            let _done = NoLongerWaits(self);
            if asked.elapsed() > limits::SMALL_PATIENCE {
                continue;
            }
            let began = Instant::now();
            match self.solve(game) {
                Some(tables) => {
                    let (name, megabytes) = (game.name(), tables.bytes() >> 20);
                    let seconds = began.elapsed().as_secs_f32();
                    tracing::info!(game = name, megabytes, seconds, "solved the small games in memory");
                    self.add(game, tables);
                }
                None if self.stop.load(Ordering::Relaxed) => return,
                None => {
                    tracing::warn!(game = game.name(), "cannot solve the small games: no memory or threads");
                    self.lock().never.push(game);
                }
            }
        }
    }

    /// In threads of its own that let others go first: requests are more urgent.
    fn solve(&self, game: Game) -> Option<PackedTables> {
        let pool = rayon::ThreadPoolBuilder::new().start_handler(|_| yield_to_others()).build().ok()?;
        // What the threads have allocated is gone before they are.
        pool.install(|| {
            MemoryTables::solve_small(&game.rules(), &self.stop).ok().map(|all| PackedTables::of(&all))
        })
    }
}

/// The first of those that wait, until it no longer does, even where the work on it panics.
struct NoLongerWaits<'a>(&'a SmallGames);

impl Drop for NoLongerWaits<'_> {
    fn drop(&mut self) {
        self.0.lock().waiting.pop_front();
    }
}

/// Lets other threads go first. Where that is not possible, nothing is lost but time.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    {
        /// As `nice` has it: a third of the time of those who do not yield.
        const LATER: i32 = 5;
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), LATER);
    }
}
