//! What the tables know about a position: its value, or less where they have been reduced.

use std::cmp::Reverse;
use std::fmt;

use millwright_ranks::{DrawValue, Gain, Rank};
use millwright_rules::Value;

use crate::outcome::Outcome;

/// What is known about a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Everything.
    Value(Value),
    /// The outcome; how long it takes has not been kept.
    Outcome(Outcome),
    /// A draw, and what it is worth.
    Ranked(RankedDraw),
}

/// A draw that has been told apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedDraw {
    /// What it is worth.
    pub value: DrawValue,
    /// What is gained by it over staying in the subspace that the player moves in.
    pub gain: Gain,
}

impl RankedDraw {
    /// A draw for a player who moves in a subspace of rank `here`.
    pub(crate) fn new(value: DrawValue, here: Rank) -> Self {
        Self { value, gain: value.gain(here) }
    }
}

impl Known {
    /// Win, draw or loss.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Value(Value::Win(_)) => Outcome::Win,
            Self::Value(Value::Draw) | Self::Ranked(_) => Outcome::Draw,
            Self::Value(Value::Loss(_)) => Outcome::Loss,
            Self::Outcome(outcome) => outcome,
        }
    }

    /// Plies to the end; `None` for a draw, and where they are not known.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Value(value) => value.plies(),
            Self::Outcome(_) | Self::Ranked(_) => None,
        }
    }

    /// Whether nothing more could be known: the outcome, and how long it takes.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Self::Outcome(Outcome::Win | Outcome::Loss))
    }

    /// The same for the player who moved into the position; what a draw is worth depends on where he came from, and is
    /// left out.
    #[must_use]
    pub const fn seen_from_parent(self) -> Self {
        match self {
            Self::Value(value) => Self::Value(value.seen_from_parent()),
            Self::Outcome(outcome) => Self::Outcome(outcome.seen_from_parent()),
            Self::Ranked(_) => Self::Value(Value::Draw),
        }
    }

    /// Its place among other moves, the best first.
    #[must_use]
    pub fn best_first(self) -> SurveyKey {
        let (value, gain) = match self {
            Self::Value(value) => (Some(value), None),
            Self::Outcome(_) => (None, None),
            Self::Ranked(draw) => (Some(Value::Draw), Some(draw.gain)),
        };
        SurveyKey { outcome: self.outcome(), value: Reverse(value), gain: Reverse(gain) }
    }
}

/// The worst and the best that a move can turn out to be, given what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) worst: Worth,
    pub(crate) best: Worth,
}

/// What a move is worth, ordered as a player would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Worth {
    value: Value,
    gain: Gain,
}

impl Range {
    /// Of what is known about a move; all draws are the same unless `told_apart`.
    pub(crate) fn of(known: Option<Known>, told_apart: bool) -> Self {
        let worth = |value| Worth { value, gain: Gain::NONE };
        let between = |worst, best| Self { worst: worth(worst), best: worth(best) };
        let (slowest_win, quickest_win) = (Value::Win(u16::MAX), Value::Win(1));
        let (quickest_loss, slowest_loss) = (Value::Loss(0), Value::Loss(u16::MAX - 1));
        match known {
            None => between(quickest_loss, quickest_win),
            Some(Known::Outcome(Outcome::Win)) => between(slowest_win, quickest_win),
            Some(Known::Outcome(Outcome::Loss)) => between(quickest_loss, slowest_loss),
            Some(Known::Outcome(Outcome::Draw)) => between(Value::Draw, Value::Draw),
            Some(Known::Value(value)) => between(value, value),
            Some(Known::Ranked(draw)) => {
                let gain = if told_apart { draw.gain } else { Gain::NONE };
                let exactly = Worth { value: Value::Draw, gain };
                Self { worst: exactly, best: exactly }
            }
        }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.worst == self.best
    }
}

/// The sort key of moves: what is smaller is better.
///
/// Wins before draws before losses; among wins the quicker, among losses the slower first; among draws by what is
/// gained; what is known in full before what is known in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SurveyKey {
    outcome: Outcome,
    value: Reverse<Option<Value>>,
    gain: Reverse<Option<Gain>>,
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Outcome(outcome) => f.write_str(outcome.name()),
            Self::Ranked(draw) => {
                write!(f, "draw {:+} ({})", draw.value.rank.0, draw.value.depth)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_better_comes_first_and_what_is_known_before_what_is_not() {
        let sorted = [
            Known::Value(Value::win(3)),
            Known::Value(Value::win(5)),
            Known::Outcome(Outcome::Win),
            Known::Ranked(RankedDraw::new(DrawValue { rank: Rank(3), depth: 5 }, Rank(1))),
            Known::Ranked(RankedDraw::new(DrawValue { rank: Rank(3), depth: 9 }, Rank(1))),
            Known::Ranked(RankedDraw::new(DrawValue { rank: Rank(-2), depth: 9 }, Rank(1))),
            Known::Value(Value::Draw),
            Known::Outcome(Outcome::Draw),
            Known::Value(Value::loss(8)),
            Known::Value(Value::loss(2)),
            Known::Outcome(Outcome::Loss),
        ];
        assert!(sorted.is_sorted_by_key(|known| known.best_first()));
        assert_eq!(Known::Outcome(Outcome::Loss).seen_from_parent(), Known::Outcome(Outcome::Win));
        assert_eq!(sorted.map(|known| known.to_string())[1..3], ["win in 5", "win"]);
    }
}
