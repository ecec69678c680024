//! How far a solve has come that goes on beside the server.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use millwright_records::{SolvingRecord, SolvingState};
use millwright_rules::Game;

/// A solve as the API tells it. Whoever solves says how far he has come; no request makes him do anything.
#[derive(Debug)]
pub struct Solving {
    game: Game,
    command: String,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    is_at: SolvingState,
    began: Instant,
    /// What is finished, and what is not, by estimates.
    finished: Duration,
    left: Duration,
    trouble: Option<String>,
}

impl Solving {
    /// Of a game, by what a command would do. It begins with looking at what is there.
    #[must_use]
    pub fn new(game: Game, command: String) -> Self {
        let (finished, left) = (Duration::ZERO, Duration::ZERO);
        let state =
            State { is_at: SolvingState::Checking, began: Instant::now(), finished, left, trouble: None };
        Self { game, command, state: Mutex::new(state) }
    }

    /// What is solved.
    #[must_use]
    pub fn game(&self) -> Game {
        self.game
    }

    /// Tables are being made; all of it is estimated to take so long.
    pub fn begin(&self, estimate: Duration) {
        let mut state = self.lock();
        *state = State {
            is_at: SolvingState::Solving,
            began: Instant::now(),
            finished: Duration::ZERO,
            left: estimate,
            trouble: None,
        };
    }

    /// Something is finished that was estimated to take so long.
    pub fn finish(&self, estimate: Duration) {
        let mut state = self.lock();
        state.finished += estimate;
        state.left = state.left.saturating_sub(estimate);
    }

    /// It is over.
    pub fn end(&self, how: SolvingState) {
        self.lock().is_at = how;
    }

    /// It cannot go on.
    pub fn fail(&self, trouble: String) {
        let mut state = self.lock();
        state.is_at = SolvingState::Failed;
        state.trouble = Some(trouble);
    }

    /// How far it has come.
    pub(crate) fn record(&self) -> SolvingRecord {
        let state = self.lock();
        let (finished, left) = (state.finished.as_secs_f64(), state.left.as_secs_f64());
        let done = match state.is_at {
            SolvingState::Finished => 1.0,
            _ if finished + left > 0.0 => finished / (finished + left),
            _ => 0.0,
        };
        // What was finished tells how good the estimates are.
        let pace = if finished > 0.0 { state.began.elapsed().as_secs_f64() / finished } else { 1.0 };
        let seconds_left = Duration::try_from_secs_f64(left * pace).map_or(u64::MAX, |left| left.as_secs());
        SolvingRecord {
            state: state.is_at,
            command: self.command.clone(),
            done,
            seconds_left: (state.is_at == SolvingState::Solving).then_some(seconds_left),
            trouble: state.trouble.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_follows_the_work() {
        let solving = Solving::new(Game::Standard, "millwright solve standard".to_owned());
        let told = |solving: &Solving| {
            let record = solving.record();
            (record.state, record.done, record.seconds_left.is_some())
        };
        assert_eq!(told(&solving), (SolvingState::Checking, 0.0, false));
        solving.begin(Duration::from_secs(8));
        assert_eq!(told(&solving), (SolvingState::Solving, 0.0, true));
        assert_eq!(solving.record().seconds_left, Some(8));
        solving.finish(Duration::from_secs(6));
        assert_eq!(told(&solving), (SolvingState::Solving, 0.75, true));
        // Six seconds of work took no time, so the rest takes none either.
        assert_eq!(solving.record().seconds_left, Some(0));
        solving.end(SolvingState::Stopped);
        assert_eq!(told(&solving), (SolvingState::Stopped, 0.75, false));
        solving.fail("no room".to_owned());
        assert_eq!(solving.record().trouble.as_deref(), Some("no room"));
        solving.end(SolvingState::Finished);
        assert_eq!(told(&solving), (SolvingState::Finished, 1.0, false));
    }
}
