//! Which positions of a subspace are listed.

use std::fmt;
use std::str::FromStr;

use millwright_ranks::Rank;
use millwright_rules::Value;
use millwright_table::{Known, Outcome, Statistics};
use thiserror::Error;

/// What positions must be worth to the player to move: `win`, `draw`, `loss`, `win:143` or `loss:6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFilter {
    /// An outcome, however long it takes.
    Outcome(Outcome),
    /// A win or a loss in exactly so many plies.
    Plies(u16),
}

/// Why something is no value to ask for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueFilterError {
    /// None of the words, or no number behind them.
    #[error("{text:?} is no value: write win, draw, loss, or with plies win:143, loss:6")]
    Form {
        /// What was written.
        text: String,
    },
    /// A win takes an odd number of plies, a loss an even one.
    #[error("no {outcome} takes {plies} plies: wins take an odd number of plies, losses an even one", outcome = outcome.name())]
    Parity {
        /// Win or loss.
        outcome: Outcome,
        /// What was written.
        plies: u16,
    },
}

impl FromStr for ValueFilter {
    type Err = ValueFilterError;

    fn from_str(text: &str) -> Result<Self, ValueFilterError> {
        let form = || ValueFilterError::Form { text: text.chars().take(40).collect() };
        let (name, plies) = text.split_once(':').map_or((text, None), |(name, plies)| (name, Some(plies)));
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.name() == name).ok_or_else(form)?;
        let Some(plies) = plies else { return Ok(Self::Outcome(outcome)) };
        let is_number = !plies.is_empty() && plies.bytes().all(|byte| byte.is_ascii_digit());
        let plies: u16 = plies.parse().ok().filter(|_| is_number).ok_or_else(form)?;
        match (outcome, plies % 2) {
            (Outcome::Draw, _) => Err(form()),
            (Outcome::Win, 1) | (Outcome::Loss, 0) => Ok(Self::Plies(plies)),
            _ => Err(ValueFilterError::Parity { outcome, plies }),
        }
    }
}

impl fmt::Display for ValueFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => f.write_str(outcome.name()),
            Self::Plies(plies) => write!(f, "{}:{plies}", outcome_of(*plies).name()),
        }
    }
}

const fn outcome_of(plies: u16) -> Outcome {
    if plies % 2 == 1 { Outcome::Win } else { Outcome::Loss }
}

/// What a position must satisfy to be listed: all that is asked for. Nothing is asked for at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    value: Option<ValueFilter>,
    rank: Option<Rank>,
    longest: bool,
    only_move: bool,
}

/// Why a selection makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SelectionError {
    /// A rank of what is won or lost.
    #[error("only draws have a rank: ask for draws or for no value, not for {value}")]
    RankOfDecided {
        /// What else was asked for.
        value: ValueFilter,
    },
    /// Something that is decided, and has a rank.
    #[error("the longest are wins and losses, and only draws have a rank: ask for one of the two")]
    RankOfLongest,
    /// The longest of values that are all the same length.
    #[error("the longest are asked for among wins, losses or both, not among {value}")]
    LongestOf {
        /// What else was asked for.
        value: ValueFilter,
    },
}

impl Selection {
    /// Checks that what is asked for goes together: a value, the rank of a draw, that no decided position takes longer, that one
    /// move alone keeps the outcome.
    ///
    /// # Errors
    /// What does not.
    pub fn new(
        value: Option<ValueFilter>,
        rank: Option<Rank>,
        longest: bool,
        only_move: bool,
    ) -> Result<Self, SelectionError> {
        let is_decided = |value: &ValueFilter| *value != ValueFilter::Outcome(Outcome::Draw);
        if let (Some(value), Some(_)) = (value.filter(is_decided), rank) {
            return Err(SelectionError::RankOfDecided { value });
        }
        if longest && rank.is_some() {
            return Err(SelectionError::RankOfLongest);
        }
        let has_lengths =
            |value: &ValueFilter| matches!(value, ValueFilter::Outcome(Outcome::Win | Outcome::Loss));
        match value.filter(|value| longest && !has_lengths(value)) {
            Some(value) => Err(SelectionError::LongestOf { value }),
            None => Ok(Self { value, rank, longest, only_move }),
        }
    }

    /// The rank that is asked for.
    #[must_use]
    pub const fn rank(&self) -> Option<Rank> {
        self.rank
    }

    /// Whether one move alone must keep the outcome, and others not.
    #[must_use]
    pub const fn only_move(&self) -> bool {
        self.only_move
    }

    /// Whether it takes plies to tell.
    #[must_use]
    pub const fn needs_plies(&self) -> bool {
        self.longest || matches!(self.value, Some(ValueFilter::Plies(_)))
    }

    /// What values are asked for in a subspace with these statistics.
    pub(crate) fn values(&self, statistics: &Statistics) -> Values {
        let longest_of = |wanted: Option<Outcome>| {
            let counted = (0_u16..).zip(&statistics.plies).filter(|&(_, &count)| count > 0);
            let is_wanted = |plies: &u16| wanted.is_none_or(|wanted| outcome_of(*plies) == wanted);
            counted.map(|(plies, _)| plies).filter(is_wanted).max().map_or(Values::None, Values::Plies)
        };
        match (self.value, self.longest, self.rank) {
            (None, true, _) => longest_of(None),
            (Some(ValueFilter::Outcome(outcome)), true, _) => longest_of(Some(outcome)),
            (Some(ValueFilter::Plies(plies)), _, _) => Values::Plies(plies),
            (Some(ValueFilter::Outcome(outcome)), false, _) => Values::Outcome(outcome),
            (None, false, Some(_)) => Values::Outcome(Outcome::Draw),
            (None, false, None) => Values::All,
        }
    }
}

/// The values that are asked for in one subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    All,
    Outcome(Outcome),
    Plies(u16),
    /// Nothing is as asked for.
    None,
}

impl Values {
    #[inline]
    pub(crate) fn has(self, known: Known) -> bool {
        match self {
            Self::All => true,
            Self::Outcome(outcome) => known.outcome() == outcome,
            Self::Plies(plies) => known == Known::Value(Value::decided(plies)),
            Self::None => false,
        }
    }

    /// How many positions have them.
    pub(crate) fn count(self, statistics: &Statistics) -> u64 {
        match self {
            Self::All => statistics.positions,
            Self::Outcome(Outcome::Win) => statistics.win(),
            Self::Outcome(Outcome::Draw) => statistics.draws,
            Self::Outcome(Outcome::Loss) => statistics.loss(),
            Self::Plies(plies) => statistics.plies.get(usize::from(plies)).copied().unwrap_or(0),
            Self::None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_are_read_and_all_else_is_refused() {
        for text in ["win", "draw", "loss", "win:1", "win:143", "loss:0", "loss:206"] {
            assert_eq!(text.parse::<ValueFilter>().unwrap().to_string(), text);
        }
        for text in ["", "won", "draw:3", "win:", "win:+3", "win:-1", "win:99999", "win:1:1", "WIN"] {
            let error = ValueFilterError::Form { text: text.to_owned() };
            assert_eq!(text.parse::<ValueFilter>(), Err(error), "{text}");
        }
        let error = "win:4".parse::<ValueFilter>().unwrap_err().to_string();
        assert_eq!(error, "no win takes 4 plies: wins take an odd number of plies, losses an even one");
        assert!("loss:7".parse::<ValueFilter>().is_err());
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let value = |text: &str| Some(text.parse().unwrap());
        let rank = Some(Rank(3));
        assert!(Selection::new(value("draw"), rank, false, true).is_ok());
        assert!(Selection::new(value("win"), None, true, true).is_ok());
        let refused = [
            Selection::new(value("win"), rank, false, false),
            Selection::new(value("loss:6"), rank, false, false),
            Selection::new(None, rank, true, false),
            Selection::new(value("draw"), None, true, false),
            Selection::new(value("win:3"), None, true, false),
        ];
        for refused in refused {
            assert!(refused.is_err(), "{refused:?}");
        }
    }

    #[test]
    fn the_longest_are_those_of_the_outcome_asked_for() {
        let plies = vec![1, 2, 3, 0, 4];
        let statistics = Statistics { positions: 10, draws: 0, plies, longest: None };
        let longest = |value: Option<&str>| {
            let value = value.map(|text| text.parse().unwrap());
            Selection::new(value, None, true, false).unwrap().values(&statistics)
        };
        assert_eq!(longest(None), Values::Plies(4));
        assert_eq!(longest(Some("win")), Values::Plies(1));
        assert_eq!(longest(Some("loss")), Values::Plies(4));
        assert_eq!(Values::Plies(4).count(&statistics), 4);
        let drawn = Statistics { positions: 3, draws: 3, plies: vec![], longest: None };
        assert_eq!(Selection::new(None, None, true, false).unwrap().values(&drawn), Values::None);
    }
}
