//! What is typed to measure the solver.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use millwright_index::{Plane, Subspace, Unit};
use thiserror::Error;

use super::Format;
use super::tables::ThreadsArgs;

/// Units that show different things: small, large, one that flies, one with as many stones on either side, and two in
/// which both players place.
const DEFAULT_UNITS: &str = "5-4,6-5,7-3,6-6,5_5_1_1,6_4_1_1";

/// Measure how fast units of the standard game are solved, next to a textbook solver
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright bench --units 4-3
  millwright bench --units 4-4,5-3 --textbook never --format json
  millwright bench --units 3_3_1_1

Solves each unit with one thread and with all, in memory, and says how many million slots a second that is.
The textbook solver does the same unit in the same run: the ratio to all threads says more than rates do where
other programs are running. It has one thread, and goes backwards from position to position with counters
and a queue (Gevay and Danner, figures 1 and 2); by moves is the same with counters filled by each position's
own moves, which is faster where nearly all is drawn. Where both players have stones in hand it asks every move
of every position, once. What the units depend on is solved before the clock
starts; a time is the shortest of up to five runs, as many as fit into a second. Memory is what all threads
took at most, estimated what a solve counts on beside lists. Exit code 1 if the solvers differ.
Without options it takes about a minute, with --textbook always about ten.")]
pub(crate) struct BenchArgs {
    /// The units, separated by commas: stones of one player and the other, like 5-4, or with those in hand, `5_4_1_1`
    #[arg(long, value_name = "UNITS", value_delimiter = ',', default_value = DEFAULT_UNITS)]
    pub(crate) units: Vec<UnitName>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Whether to run the textbook solver; auto: on units of at most 25 million slots, of 60 million where all place
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) textbook: Textbook,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// When to run the textbook solver.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Textbook {
    #[default]
    Auto,
    Always,
    Never,
}

/// A unit of the movement phase, written `5-4`: the larger number of stones first; or one in which both players
/// place, written as one of its subspaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitName(pub(crate) Unit);

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subspace = self.0.subspace(Plane::A);
        if subspace.hands_are_empty() {
            write!(f, "{}-{}", self.0.a(), self.0.c())
        } else {
            write!(f, "{subspace}")
        }
    }
}

/// Why something is no unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{text:?} is no unit: write two numbers of stones from 3 to 12, like 5-4, or with at least one in hand for each \
     player a subspace like 5_4_1_1"
)]
pub(crate) struct UnitNameError {
    text: String,
}

impl FromStr for UnitName {
    type Err = UnitNameError;

    fn from_str(text: &str) -> Result<Self, UnitNameError> {
        // A subspace with empty hands, and a subspace takes plain numbers only.
        let subspace: Option<Subspace> = match text.split_once('-') {
            Some((one, other)) => format!("{one}_{other}_0_0").parse().ok(),
            None => text.parse().ok().filter(both_place),
        };
        let refused = || UnitNameError { text: text.chars().take(40).collect() };
        subspace.map(|subspace| Self(Unit::of(subspace))).ok_or_else(refused)
    }
}

/// Whether both players have stones in hand, so that nobody slides in the standard game.
fn both_place(subspace: &Subspace) -> bool {
    subspace.mover_hand > 0 && subspace.other_hand > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_two_numbers_in_either_order() {
        for (text, shown) in
            [("4_5_1_2", "5_4_2_1"), ("5-4", "5-4"), ("4-5", "5-4"), ("3-3", "3-3"), ("12-3", "12-3")]
        {
            assert_eq!(text.parse::<UnitName>().map(|unit| unit.to_string()), Ok(shown.to_owned()));
        }
        for text in [
            "", "5", "5-", "-4", "5-4-3", "5_4", "2-3", "5_4_0_0", "5_4_1_0", "13-3", "5-04", "5-+4", "5-4_0",
        ] {
            assert!(text.parse::<UnitName>().is_err(), "{text:?}");
        }
    }
}
