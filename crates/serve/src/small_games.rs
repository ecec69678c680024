//! Small games solved in memory: one at a time, and no more of them than memory is set aside for. When nobody waits for another,
//! the draws of those that somebody uses are told apart.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use millwright_rules::Game;
use millwright_solve::MemoryTables;
use millwright_solve::ultra::SmallDraws;

use crate::client::Client;
use crate::limits;
use crate::packed_draws::PackedDraws;
use crate::packed_tables::PackedTables;

/// The small games of all rules.
#[derive(Debug)]
pub(crate) struct SmallGames {
    /// What those that are kept may take; the one solved last is kept however large it is.
    bytes: u64,
    state: Mutex<State>,
    stop: AtomicBool,
    /// Raised when draws that are being told apart are to be left, because somebody waits or all is to stop.
    leave_draws: AtomicBool,
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
    /// Those whose draws could not be told apart.
    never_told_apart: Vec<Game>,
    /// The first is being solved, unless draws are told apart.
    waiting: VecDeque<Waiting>,
    /// Whether a thread is at work.
    is_working: bool,
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
    values: SmallValues,
    /// When somebody has asked about it last.
    asked: Instant,
}

/// What is known about small games that were solved.
#[derive(Clone, Debug)]
pub(crate) struct SmallValues {
    pub(crate) tables: Arc<PackedTables>,
    /// What draws are worth, once that is known.
    pub(crate) draws: Option<Arc<PackedDraws>>,
}

impl SmallValues {
    fn bytes(&self) -> u64 {
        self.tables.bytes() + self.draws.as_ref().map_or(0, |draws| draws.bytes())
    }
}

/// What there is of the small games of some rules.
#[derive(Clone, Debug)]
pub(crate) enum Small {
    /// All values.
    Solved(SmallValues),
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
        let state = Mutex::default();
        Arc::new(Self {
            bytes,
            state,
            stop: AtomicBool::new(false),
            leave_draws: AtomicBool::new(false),
            told,
        })
    }

    /// What there is; who asks keeps it in memory longer.
    pub(crate) fn of(&self, game: Game) -> Small {
        let mut state = self.lock();
        if let Some(place) = state.solved.iter().position(|solved| solved.game == game) {
            state.solved[..=place].rotate_right(1);
            state.solved[0].asked = Instant::now();
            return Small::Solved(state.solved[0].values.clone());
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
        // Without draws told apart, which make room for another game.
        let in_use: u64 = in_use.map(|solved| solved.values.tables.bytes()).sum();
        let has_room = in_use == 0 || in_use + limits::SMALL_BYTES <= self.bytes;
        if is_greedy || !has_room || state.waiting.len() >= limits::SMALL_WAITING {
            return Err(TooManyWait);
        }
        state.waiting.push_back(Waiting { game, client, asked: Instant::now() });
        self.leave_draws.store(true, Ordering::Relaxed);
        if !state.is_working {
            let this = Arc::clone(self);
            let begun = thread::Builder::new().name("small games".to_owned()).spawn(move || this.solve_all());
            if begun.is_err() {
                state.waiting.clear();
                return Err(TooManyWait);
            }
            state.is_working = true;
        }
        Ok(())
    }

    /// Adds one that was solved elsewhere.
    pub(crate) fn add(&self, game: Game, tables: PackedTables) {
        let mut state = self.lock();
        state.solved.retain(|solved| solved.game != game);
        let values = SmallValues { tables: Arc::new(tables), draws: None };
        state.solved.insert(0, Solved { game, values, asked: Instant::now() });
        self.make_room(state);
    }

    /// Adds what the draws of one are worth, unless it has gone meanwhile.
    fn add_draws(&self, game: Game, draws: PackedDraws) {
        let mut state = self.lock();
        if let Some(solved) = state.solved.iter_mut().find(|solved| solved.game == game) {
            solved.values.draws = Some(Arc::new(draws));
            self.make_room(state);
        }
    }

    /// Lets those go that there is no room for, the draws of any before the values of another, and tells what is kept.
    fn make_room(&self, mut state: MutexGuard<'_, State>) {
        let (mut sum, mut place, mut gone) = (0, 0, Vec::new());
        state.solved.retain(|solved| {
            sum += solved.values.tables.bytes();
            place += 1;
            let is_kept = place == 1 || sum <= self.bytes;
            if !is_kept {
                gone.push(solved.game);
            }
            is_kept
        });
        let mut sum: u64 = state.solved.iter().map(|solved| solved.values.tables.bytes()).sum();
        for Solved { game, values, .. } in &mut state.solved {
            let bytes = values.draws.as_ref().map_or(0, |draws| draws.bytes());
            if bytes > 0 && sum + bytes > self.bytes {
                values.draws = None;
                gone.push(*game);
            } else {
                sum += bytes;
            }
        }
        let kept = state.solved.iter().map(|solved| solved.values.bytes()).sum();
        drop(state);
        self.told.small_games_changed(kept, &gone);
    }

    /// Stops what is being solved.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.leave_draws.store(true, Ordering::Relaxed);
    }

    /// How many are kept, and how many wait; draws that are being told apart count as one that waits.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = self.lock();
        (state.solved.len(), state.waiting.len().max(usize::from(state.is_working)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Solves one after the other until none waits, and tells draws apart where there are any that somebody uses.
    fn solve_all(&self) {
        let _done = NoLongerWorks(self);
        // The one that was solved last, as long as its draws may be told apart.
        let mut last = None;
        loop {
            let Some((game, asked)) = self.lock().waiting.front().map(|first| (first.game, first.asked))
            else {
                match self.next_draws() {
                    Some(game) => self.tell_apart(game, last.take()),
                    None if self.has_finished() => return,
                    None => {}
                }
                continue;
            };
            last = None;
            // Whatever happens to it, it no longer waits.
            let _done = NoLongerWaits(self);
            if asked.elapsed() > limits::SMALL_PATIENCE {
                continue;
            }
            let began = Instant::now();
            match self.solve(game) {
                Some((tables, packed)) => {
                    let (name, megabytes) = (game.name(), packed.bytes() >> 20);
                    let seconds = began.elapsed().as_secs_f32();
                    tracing::info!(game = name, megabytes, seconds, "solved the small games in memory");
                    self.add(game, packed);
                    last = Some((game, tables));
                }
                None if self.stop.load(Ordering::Relaxed) => return,
                None => {
                    tracing::warn!(game = game.name(), "cannot solve the small games: no memory or threads");
                    self.lock().never.push(game);
                }
            }
        }
    }

    /// Whether none waits; then whoever asks next begins anew.
    fn has_finished(&self) -> bool {
        let mut state = self.lock();
        state.is_working = !state.waiting.is_empty();
        !state.is_working
    }

    /// A game in use whose draws are not told apart yet, and can be while nobody waits. There must be room for them, about a
    /// quarter of the values, beside all that is kept.
    fn next_draws(&self) -> Option<Game> {
        let state = self.lock();
        if self.stop.load(Ordering::Relaxed) || !state.waiting.is_empty() {
            return None;
        }
        let kept: u64 = state.solved.iter().map(|solved| solved.values.bytes()).sum();
        let wants = |solved: &&Solved| {
            solved.values.draws.is_none()
                && kept + solved.values.bytes() / 4 <= self.bytes
                && !state.never_told_apart.contains(&solved.game)
                && solved.asked.elapsed() < limits::SMALL_PATIENCE
        };
        let found = state.solved.iter().find(wants).map(|solved| solved.game);
        // Whoever begins to wait from now on raises it.
        self.leave_draws.store(false, Ordering::Relaxed);
        found
    }

    /// Tells the draws of a game apart, from its values if they are at hand.
    fn tell_apart(&self, game: Game, last: Option<(Game, MemoryTables)>) {
        let began = Instant::now();
        let known = last.filter(|(of, _)| *of == game).map(|(_, tables)| tables);
        let draws = Self::in_threads(|| {
            let rules = game.rules();
            let tables = match known {
                Some(tables) => tables,
                None => MemoryTables::solve_small(&rules, &self.leave_draws).ok()?,
            };
            let draws = SmallDraws::solve_small(&rules, &tables, &self.leave_draws).ok()?;
            PackedDraws::of(&draws).ok()
        });
        let name = game.name();
        if let Some(draws) = draws.flatten() {
            let (megabytes, seconds) = (draws.bytes() >> 20, began.elapsed().as_secs_f32());
            tracing::info!(game = name, megabytes, seconds, "told the draws of the small games apart");
            self.add_draws(game, draws);
        } else if !self.leave_draws.load(Ordering::Relaxed) {
            tracing::warn!(game = name, "cannot tell the draws of the small games apart: no memory");
            self.lock().never_told_apart.push(game);
        }
    }

    fn solve(&self, game: Game) -> Option<(MemoryTables, PackedTables)> {
        Self::in_threads(|| {
            let tables = MemoryTables::solve_small(&game.rules(), &self.stop).ok()?;
            let packed = PackedTables::of(&tables);
            Some((tables, packed))
        })
        .flatten()
    }

    /// In threads of its own that let others go first: requests are more urgent. `None` if there are no threads.
    fn in_threads<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
        let pool = rayon::ThreadPoolBuilder::new().start_handler(|_| yield_to_others()).build().ok()?;
        Some(pool.install(work))
    }
}

/// The thread at work: where its work panics, another may begin.
struct NoLongerWorks<'a>(&'a SmallGames);

impl Drop for NoLongerWorks<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().is_working = false;
        }
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
