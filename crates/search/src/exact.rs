//! Exact values of positions that no table has, but whose games end in tables or are over soon.
//!
//! Two searches of the same depth: one takes what it does not see for the quickest loss of the player to move at the root,
//! the other for his quickest win. The true value lies between what they find. Where both find the same, it is known.

use std::sync::atomic::AtomicBool;

use millwright_rules::Position;
use millwright_table::{Known, Outcome};

use crate::evaluation::Horizon;
use crate::generate::Generator;
use crate::knowledge::Knowledge;
use crate::limits::{Control, Limits, MAX_DEPTH};
use crate::score;
use crate::searcher::{Deepening, Question, Searcher};
use crate::state::State;
use crate::worker::Shared;

/// What a search has proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// What is known now: the value, or its outcome alone.
    pub known: Known,
    /// Plies that were searched.
    pub depth: u32,
}

/// What lies beyond the depth of the search, for the player to move at the root.
#[derive(Clone, Copy)]
enum Beyond {
    /// He loses as quickly as can be.
    Loss,
    /// He wins as quickly as can be.
    Win,
}

impl Horizon for Beyond {
    fn score(&self, _generator: &Generator, _state: State, ply: usize) -> i32 {
        // The game is not over here: who is to move wins with this ply at the earliest, or loses by the next one.
        let is_roots = ply.is_multiple_of(2);
        match (self, is_roots) {
            (Self::Loss, true) | (Self::Win, false) => score::lost_at(ply + 2),
            (Self::Win, true) | (Self::Loss, false) => -score::lost_at(ply + 1),
        }
    }

    /// An outcome whose plies are not known is as quick or as slow as suits.
    fn of_known(&self, known: Known, ply: usize) -> i32 {
        let roots_win = match known {
            Known::Outcome(Outcome::Win) => ply.is_multiple_of(2),
            Known::Outcome(Outcome::Loss) => !ply.is_multiple_of(2),
            _ => return score::of_known(known, ply),
        };
        let is_quick = roots_win == matches!(self, Self::Win);
        match known.outcome() {
            Outcome::Win if is_quick => -score::lost_at(ply + 1),
            Outcome::Loss if is_quick => score::lost_at(ply + 2),
            _ => score::of_known(known, ply),
        }
    }
}

impl Searcher {
    /// The value of a position, if it can be proved within the limits: from what is known and from ends of the game alone.
    /// The rules of playing (section 10) do not count. Where the outcome is certain and the number of plies is not, the
    /// search goes on to the limit for the plies.
    ///
    /// **Complexity**: at most `limits.nodes` positions are looked at, each of which may ask what is known.
    pub fn exact(
        &mut self,
        position: &Position,
        knowledge: Option<&dyn Knowledge>,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<Exact> {
        let control = Control::new(limits, stop);
        let mut found: Option<Exact> = None;
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let low = self.bound(position, knowledge, &control, Beyond::Loss, depth);
            let high = low.and_then(|_| self.bound(position, knowledge, &control, Beyond::Win, depth));
            let (Some(low), Some(high)) = (low, high) else { break };
            if let Some(known) = score::between(low, high) {
                found = Some(Exact { known, depth });
                if known.is_exact() || low == high {
                    break;
                }
            }
        }
        found
    }

    fn bound(
        &mut self,
        position: &Position,
        knowledge: Option<&dyn Knowledge>,
        control: &Control<'_>,
        beyond: Beyond,
        depth: u32,
    ) -> Option<i32> {
        // What the other bound's search has kept is of no use to this one.
        self.table.begin_search();
        let shared = Shared {
            generator: &self.generator,
            horizon: &beyond,
            table: &self.table,
            knowledge,
            control,
            turn: position.turn(),
            is_played: false,
        };
        let positions = [*position];
        let nobody = AtomicBool::new(false);
        let mut deepening = Deepening::new(&shared, &Question::new(&positions, Limits::default(), &nobody));
        deepening.search_from(0, depth);
        deepening.best_score()
    }
}
