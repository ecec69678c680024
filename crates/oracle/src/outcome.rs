//! What is common to all values that are propagated from positions to their predecessors.

use crate::subspace::Subspace;
use crate::value::Value;

/// A value of a position for the player to move.
///
/// Values order themselves the way the player would: the better is the greater.
pub(crate) trait Outcome: Copy + Ord {
    /// Neither player can force anything else.
    const DRAW: Self;

    /// The order in which values are settled: one that follows from another comes after it.
    type Step: Ord;

    fn step(self) -> Self::Step;

    /// What a turn to this value is worth to the player who makes the turn, inside a unit.
    fn seen_from_parent(self) -> Self;

    fn is_win(self) -> bool {
        self > Self::DRAW
    }

    fn is_loss(self) -> bool {
        self < Self::DRAW
    }
}

/// How positions are valued where the game ends, and where a turn leads from unit to unit.
pub(crate) trait Valuation {
    type Outcome: Outcome;

    /// What it is worth in a subspace that the other player has too few stones after a turn. Nothing is
    /// better.
    fn win_at_once(&self, subspace: Subspace) -> Self::Outcome;

    /// What it is worth in a subspace to have no turn.
    fn loss_at_once(&self, subspace: Subspace) -> Self::Outcome;

    /// What a turn from subspace `from` to this value in subspace `to` is worth.
    fn exit(&self, from: Subspace, to: Subspace, value: Self::Outcome) -> Self::Outcome;
}

impl Outcome for Value {
    const DRAW: Self = Self::Draw;

    /// Plies. A draw is never settled: it is what is left.
    type Step = u16;

    fn step(self) -> u16 {
        self.plies().unwrap_or(u16::MAX)
    }

    fn seen_from_parent(self) -> Self {
        self.seen_from_parent()
    }
}

/// Win, draw and loss in plies, the same in all subspaces.
pub(crate) struct Plies;

impl Valuation for Plies {
    type Outcome = Value;

    fn win_at_once(&self, _: Subspace) -> Value {
        Value::Win(1)
    }

    fn loss_at_once(&self, _: Subspace) -> Value {
        Value::Loss(0)
    }

    fn exit(&self, _: Subspace, _: Subspace, value: Value) -> Value {
        value.seen_from_parent()
    }
}
