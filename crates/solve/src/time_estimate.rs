//! How long units take, by how long others took.
//!
//! Measured unit by unit with one thread of a Xeon (AVX-512), nothing else running: all units of the standard game with seven
//! stones; docs/cluster.md has the figures, and what other games took as a whole. What a slot takes follows from three
//! things: how much is to be told apart in the unit, which is what its table takes on disk too; whether somebody flies; and where stones
//! are placed, how many slots there are in the tables that this leads to, all of which are read.

use std::time::Duration;

use millwright_index::{Subspace, Unit, UnitIndex};
use millwright_rules::Rules;

use crate::disk_estimate::hundredths_of_a_bit;
use crate::plan::{Goal, Plan, PlannedUnit};

/// Nanoseconds of a thread.
mod nanoseconds {
    /// Each slot of a plane in which stones are moved, if all are drawn.
    pub(super) const MOVING: f64 = 12.9;
    /// More for each hundredth of a bit that a slot takes on disk.
    pub(super) const MOVING_A_HUNDREDTH: f64 = 0.086;
    /// More where somebody flies.
    pub(super) const FLYING: f64 = 19.0;
    /// The same for each hundredth of a bit.
    pub(super) const FLYING_A_HUNDREDTH: f64 = 0.27;
    /// Each slot of a table that placing a stone leads to.
    pub(super) const PLACING: f64 = 9.9;
    /// Each slot whose draws are told apart, if all are drawn.
    pub(super) const DRAWS: f64 = 150.0;
    /// Less for each hundredth of a bit that a slot takes on disk: it may be won or lost.
    pub(super) const DRAWS_A_HUNDREDTH: f64 = 0.19;
    /// A slot at least.
    pub(super) const DRAWS_AT_LEAST: f64 = 40.0;
    /// A unit, however small.
    pub(super) const UNIT: f64 = 5e6;
}

/// What cannot be shared between threads: the ends of levels, where some wait for others, and reading and writing files.
const SERIAL_SHARE: f64 = 0.05;

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
        let of_goal = match goal {
            Goal::Plies => self.plies(planned),
            Goal::Draws => self.draws(planned),
            Goal::Both => self.plies(planned) + self.draws(planned),
        };
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let threads = self.threads as f64;
        let shared = of_goal * (SERIAL_SHARE + (1.0 - SERIAL_SHARE) / threads);
        Duration::from_secs_f64((nanoseconds::UNIT + shared) / 1e9)
    }

    /// Nanoseconds of one thread.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn plies(&self, planned: &PlannedUnit) -> f64 {
        let unit = planned.unit;
        let mut time = 0.0;
        if planned.subspaces().any(|subspace| subspace.may_slide(&self.rules)) {
            let bits = hundredths_of_a_bit(&self.rules, unit) as f64;
            let mut of_slot = nanoseconds::MOVING + nanoseconds::MOVING_A_HUNDREDTH * bits;
            if unit.a().min(unit.c()) <= 3 {
                of_slot += nanoseconds::FLYING + nanoseconds::FLYING_A_HUNDREDTH * bits;
            }
            // Both planes are gone through, also where they are the same.
            let planes = if unit.is_even() { 2.0 } else { 1.0 };
            time += planes * planned.slots as f64 * of_slot;
        }
        time + self.slots_reached_by_placing(planned) as f64 * nanoseconds::PLACING
    }

    /// Nanoseconds of one thread.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn draws(&self, planned: &PlannedUnit) -> f64 {
        let bits = hundredths_of_a_bit(&self.rules, planned.unit) as f64;
        let of_slot = nanoseconds::DRAWS - nanoseconds::DRAWS_A_HUNDREDTH * bits;
        planned.slots as f64 * of_slot.max(nanoseconds::DRAWS_AT_LEAST)
    }

    /// Slots of the tables that are read because a stone in hand can be placed.
    fn slots_reached_by_placing(&self, planned: &PlannedUnit) -> u64 {
        let mut reached: Vec<Subspace> = Vec::new();
        for subspace in planned.subspaces().filter(|subspace| subspace.may_place()) {
            subspace.for_each_successor(&self.rules, |next| {
                if Unit::of(next) != planned.unit {
                    reached.push(next);
                }
            });
        }
        reached.sort_unstable();
        reached.dedup();
        reached.into_iter().map(|next| UnitIndex::slots_of(Unit::of(next))).sum()
    }
}

#[cfg(test)]
mod tests {
    use millwright_index::UnitGraph;
    use millwright_rules::{Game, StoneCount};

    use super::*;

    /// Seconds of processors that telling draws apart took, after everything was solved.
    #[test]
    fn draws_that_were_measured_are_estimated_within_a_third() {
        for (stones, seconds) in [(6, 92.0), (9, 1917.0)] {
            let stones = StoneCount::new(stones).expect("a game may have so many stones");
            let rules = Game::Standard.rules().with_stones(stones, stones);
            let graph = UnitGraph::complete(&rules);
            let of_unit = |&unit: &Unit| {
                TimeEstimate::new(&rules, 1)
                    .of_unit(Goal::Draws, &PlannedUnit::new(&graph, unit, Goal::Draws))
            };
            let estimated = graph.units().iter().map(of_unit).sum::<Duration>().as_secs_f64();
            assert!(
                (0.67..1.5).contains(&(estimated / seconds)),
                "{stones}: {estimated}, {seconds} measured"
            );
        }
    }

    #[test]
    fn threads_share_the_work_but_not_all_of_it() {
        let rules = Game::Standard.rules();
        let graph = UnitGraph::movement(&rules);
        for &unit in graph.units() {
            let planned = PlannedUnit::new(&graph, unit, Goal::Plies);
            let with = |threads| TimeEstimate::new(&rules, threads).of_unit(Goal::Plies, &planned);
            assert!(with(2) < with(1) && with(2) * 2 > with(1) && with(1000) * 40 > with(1), "{unit}");
        }
    }

    /// Seconds that units of the game with seven stones took in `solve`, with one thread.
    #[test]
    fn units_that_were_measured_are_estimated_within_a_third() {
        let seven = StoneCount::new(7).expect("a game may have seven stones");
        let rules = Game::Standard.rules().with_stones(seven, seven);
        let graph = UnitGraph::complete(&rules);
        let measured = [
            ("7_7_0_0", 40.0),
            ("7_6_0_0", 23.0),
            ("7_5_0_0", 13.0),
            ("6_6_0_0", 8.1),
            ("7_3_0_0", 2.8),
            ("6_5_0_0", 3.3),
            ("7_6_0_1", 6.8),
            ("7_5_0_1", 3.6),
            ("6_5_1_1", 3.9),
            ("6_4_1_1", 1.4),
        ];
        for (name, seconds) in measured {
            let unit = Unit::of(name.parse().expect("a subspace"));
            let planned = PlannedUnit::new(&graph, unit, Goal::Plies);
            let estimated = TimeEstimate::new(&rules, 1).of_unit(Goal::Plies, &planned).as_secs_f64();
            assert!((0.67..1.5).contains(&(estimated / seconds)), "{name}: {estimated}, {seconds} measured");
        }
    }
}
