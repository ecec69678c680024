//! How long units take, by how long others took.

use std::time::Duration;

use millwright_index::Subspace;
use millwright_rules::Rules;

use crate::plan::{Goal, Plan, PlannedUnit};

/// What a thread solves in a second, by measurements on ordinary machines, tables written: good enough to tell
/// minutes from hours.
mod slots_per_second {
    /// Where stones are only placed: every slot is visited once.
    pub(super) const PLACING: u64 = 40_000_000;
    /// Where stones are only moved.
    pub(super) const MOVING: u64 = 14_000_000;
    /// Where stones are moved with others in hand: as many levels as in the movement phase, and more moves.
    pub(super) const BOTH: u64 = 8_000_000;
    /// Where draws are told apart.
    pub(super) const DRAWS: u64 = 20_000_000;
}

/// Knows how long units take.
#[derive(Clone, Copy, Debug)]
pub struct TimeEstimate {
    rules: Rules,
    threads: usize,
}

impl TimeEstimate {
    /// For units of a game, with so many threads.
    #[must_use]
    pub fn new(rules: &Rules, threads: usize) -> Self {
        Self { rules: *rules, threads }
    }

    /// How many threads work on a unit.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What the open units of a plan take, one after the other.
    #[must_use]
    pub fn of_plan(&self, plan: &Plan) -> Duration {
        plan.open_units().map(|planned| self.of_unit(plan.goal, planned)).sum()
    }

    /// What a unit takes.
    #[must_use]
    pub fn of_unit(&self, goal: Goal, planned: &PlannedUnit) -> Duration {
        let slides = planned.subspaces().any(|subspace| subspace.may_slide(&self.rules));
        let places = planned.subspaces().any(Subspace::may_place);
        let for_plies = match (slides, places) {
            (true, true) => slots_per_second::BOTH,
            (false, _) => slots_per_second::PLACING,
            (true, false) => slots_per_second::MOVING,
        };
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let at = |per_thread: u64| {
            Duration::from_secs_f64(planned.slots as f64 / (per_thread * self.threads as u64) as f64)
        };
        match goal {
            Goal::Plies => at(for_plies),
            Goal::Draws => at(slots_per_second::DRAWS),
            Goal::Both => at(for_plies) + at(slots_per_second::DRAWS),
        }
    }
}
