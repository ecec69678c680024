//! What the search thinks of a position: a number inside, a [`Score`] outside.
//!
//! ```text
//!  32000 - n   won in n plies
//!  25000 - n   won, and how long it takes is not known; n plies lie before the position that says so
//!  +-15000     estimates
//! -25000 + n   lost, as above
//! -32000 + n   lost in n plies
//! ```

use std::fmt;

use millwright_rules::Value;
use millwright_table::{Known, Outcome};

/// Lost at once is `-WIN`.
pub(crate) const WIN: i32 = 32_000;
/// A win of which the length is not known.
const UNTIMED_WIN: i32 = 25_000;
/// Decided scores lie beyond this.
const DECIDED: i32 = 20_000;
/// Estimates lie within this.
#[cfg(test)]
pub(crate) const MOST: i32 = 15_000;

/// What a position is worth to the player to move, as far as the search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Proven: a win or a loss in so many plies.
    Decided(Value),
    /// Proven: a win or a loss, but not how long it takes. Tables that were reduced say no more.
    Outcome(Outcome),
    /// An estimate in hundredths of a stone, within 15000; better for larger numbers. A draw that is proven or comes by
    /// the rules of playing is 0 too.
    Estimate(i32),
}

impl Score {
    pub(crate) fn new(score: i32) -> Self {
        let plies = |left: i32| u16::try_from(WIN - left).unwrap_or(0);
        let untimed = UNTIMED_WIN;
        match score {
            DECIDED.. if score <= untimed => Self::Outcome(Outcome::Win),
            DECIDED.. => Self::Decided(Value::decided(plies(score) | 1)),
            ..=-20_000 if score >= -untimed => Self::Outcome(Outcome::Loss),
            ..=-20_000 => Self::Decided(Value::decided(plies(-score) & !1)),
            estimate => Self::Estimate(estimate),
        }
    }

    /// Whether it is proven who wins.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(value) => value.fmt(f),
            Self::Outcome(outcome) => f.write_str(outcome.name()),
            Self::Estimate(hundredths) => write!(f, "about {:+.2}", f64::from(*hundredths) / 100.0),
        }
    }
}

/// The score of a position that is lost `ply` plies after the root.
pub(crate) const fn lost_at(ply: usize) -> i32 {
    -WIN + plies(ply)
}

/// Plies from the root as they are subtracted from scores: never more than 255.
pub(crate) const fn plies(ply: usize) -> i32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 255")]
    {
        if ply > 255 { 255 } else { ply as i32 }
    }
}

/// The score of what is known about a position `ply` plies after the root.
pub(crate) fn of_known(known: Known, ply: usize) -> i32 {
    match known {
        Known::Value(Value::Win(left)) => WIN - i32::from(left) - plies(ply),
        Known::Value(Value::Loss(left)) => -WIN + i32::from(left) + plies(ply),
        Known::Outcome(Outcome::Win) => UNTIMED_WIN - plies(ply),
        Known::Outcome(Outcome::Loss) => -UNTIMED_WIN + plies(ply),
        Known::Value(Value::Draw) | Known::Outcome(Outcome::Draw) | Known::Ranked(_) => 0,
    }
}

/// What is known if a score lies between two bounds.
pub(crate) fn between(low: i32, high: i32) -> Option<Known> {
    if low == high && low == 0 {
        Some(Known::Value(Value::Draw))
    } else if low == high {
        match Score::new(low) {
            Score::Decided(value) => Some(Known::Value(value)),
            Score::Outcome(outcome) => Some(Known::Outcome(outcome)),
            Score::Estimate(_) => None,
        }
    } else if low >= DECIDED {
        Some(Known::Outcome(Outcome::Win))
    } else if high <= -DECIDED {
        Some(Known::Outcome(Outcome::Loss))
    } else {
        None
    }
}

/// Whether a score is a proven win or loss.
pub(crate) const fn is_decided(score: i32) -> bool {
    score >= DECIDED || score <= -DECIDED
}

/// A score as seen from the position itself, not from the root: what the table keeps.
pub(crate) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score + plies(ply)
    } else if score <= -DECIDED {
        score - plies(ply)
    } else {
        score
    }
}

/// A score that the table kept, as seen from the root.
pub(crate) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= DECIDED {
        score - plies(ply)
    } else if score <= -DECIDED {
        score + plies(ply)
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_as_a_player_would() {
        let known = [
            Known::Value(Value::win(1)),
            Known::Value(Value::win(331)),
            Known::Outcome(Outcome::Win),
            Known::Value(Value::Draw),
            Known::Outcome(Outcome::Loss),
            Known::Value(Value::loss(330)),
            Known::Value(Value::loss(0)),
        ];
        let scores = known.map(|known| of_known(known, 7));
        assert!(scores.is_sorted_by(|better, worse| better > worse));
        assert!(scores[2] - 255 > MOST && scores[4] + 255 < -MOST);
        assert_eq!(Score::new(of_known(known[1], 0)), Score::Decided(Value::win(331)));
        assert_eq!(Score::new(of_known(known[5], 4)), Score::Decided(Value::loss(334)));
        assert_eq!(Score::new(scores[2]), Score::Outcome(Outcome::Win));
        assert_eq!(Score::new(scores[4]), Score::Outcome(Outcome::Loss));
        for score in scores {
            assert_eq!(from_table(to_table(score, 7), 7), score);
        }
    }

    #[test]
    fn scores_are_told_in_words() {
        assert_eq!(Score::new(WIN - 3).to_string(), "win in 3");
        assert_eq!(Score::new(lost_at(4)).to_string(), "loss in 4");
        assert_eq!(Score::new(-125).to_string(), "about -1.25");
    }
}
