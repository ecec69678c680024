//! What a position looks like to somebody who does not look ahead.

mod millwright;
mod paper;

use std::fmt;
use std::str::FromStr;

use millwright_table::Known;
use thiserror::Error;

use crate::generate::Generator;
use crate::score;
use crate::state::State;

pub(crate) use self::millwright::Millwright;
pub(crate) use self::paper::Paper;

/// Which estimate a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// Our own.
    #[default]
    Millwright,
    /// That of the opponent of Gevay and Danner (footnote 7 of their paper): stone ratio, slides, and points with four
    /// neighbours. It never changes, so that matches against it can be repeated.
    Paper,
}

impl Evaluation {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Millwright, Self::Paper];

    /// `millwright` or `paper`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Millwright => "millwright",
            Self::Paper => "paper",
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no evaluation {name:?}; they are millwright and paper")]
pub struct UnknownEvaluation {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Evaluation {
    type Err = UnknownEvaluation;
    fn from_str(name: &str) -> Result<Self, UnknownEvaluation> {
        let found = Self::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        found.ok_or_else(|| UnknownEvaluation { name: name.to_owned() })
    }
}

/// What a search makes of a position where it does not look further.
pub(crate) trait Horizon: Sync {
    /// The score of a position `ply` plies after the root, for the player to move there.
    fn score(&self, generator: &Generator, state: State, ply: usize) -> i32;

    /// The score of what is known about a position `ply` plies after the root.
    fn of_known(&self, known: Known, ply: usize) -> i32 {
        score::of_known(known, ply)
    }
}

/// An estimate for the player to move, in hundredths of a stone.
///
/// **Invariants**: within 15000; depends on the position alone.
pub(crate) trait Estimate: Sync {
    fn estimate(&self, generator: &Generator, state: State) -> i32;
}

impl<E: Estimate> Horizon for E {
    fn score(&self, generator: &Generator, state: State, _ply: usize) -> i32 {
        self.estimate(generator, state)
    }
}
