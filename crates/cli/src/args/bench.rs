//! What is typed to measure the solver.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use millwright_index::{Plane, Subspace, Unit};
use millwright_rules::Game;
use millwright_solve::Dispatch;
use thiserror::Error;

use super::Format;
use super::tables::{ThreadsArgs, kernel};

/// Units that show different things: small, large, one that flies, one with as many stones on either side, two in which
/// both players place, one in which they place or slide, and one whose draws are told apart.
const DEFAULT_UNITS: &str = "5-4,6-5,7-3,6-6,5_5_1_1,6_4_1_1,lasker/5_4_1_1,5-4/draws";

/// Measure how fast units are solved, next to a textbook solver and the portable kernel
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright bench --units 4-3
  millwright bench --units 4-4,5-3 --textbook never --format json
  millwright bench --units 3_3_1_1,lasker/3_3_1_1,4-3/draws

Solves each unit with one thread and with all, in memory, and says how many million slots a second that is.
The portable kernel, one thread, does the same unit in the same run: what vectors are worth.
The textbook solver does the same unit in the same run: the ratio to all threads says more than rates do where
other programs are running. It has one thread, and goes backwards from position to position with counters
and a queue (Gevay and Danner, figures 1 and 2); by moves is the same with counters filled by each position's
own moves, which is faster where nearly all is drawn. Where both players have stones in hand it asks every move
of every position, once. What the units depend on is solved before the clock
starts; a time is the shortest of up to five runs, as many as fit into a second. Memory is what all threads
took at most, estimated what a solve counts on beside lists. Exit code 1 if the solvers differ.
Without options it takes about a minute, with --textbook always about ten.")]
pub(crate) struct BenchArgs {
    /// The units, separated by commas: stones of one player and the other, like 5-4, or with those in hand, `5_4_1_1`;
    /// of another game, lasker/`5_4_1_1`; with draws told apart, 5-4/draws
    #[arg(long, value_name = "UNITS", value_delimiter = ',', default_value = DEFAULT_UNITS)]
    pub(crate) units: Vec<UnitName>,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Which kernel to measure; auto: the best that this machine has
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = kernel)]
    pub(crate) kernel: Dispatch,
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

/// What is measured: a unit of a game, its plies or its draws. `5-4` is a unit of the movement phase of the standard game,
/// the larger number of stones first; `5_4_1_1` is one with stones in hand, named by one of its subspaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitName {
    pub(crate) game: Game,
    pub(crate) unit: Unit,
    /// Whether draws are told apart.
    pub(crate) draws: bool,
}

const DRAWS: &str = "/draws";

impl fmt::Display for UnitName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game != Game::Standard {
            write!(f, "{}/", self.game.name())?;
        }
        let subspace = self.unit.subspace(Plane::A);
        if subspace.hands_are_empty() {
            write!(f, "{}-{}", self.unit.a(), self.unit.c())?;
        } else {
            write!(f, "{subspace}")?;
        }
        if self.draws { f.write_str(DRAWS) } else { Ok(()) }
    }
}

/// Why something is no unit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{text:?} is no unit: write two numbers of stones from 3 to 12, like 5-4, or with at least one in hand for each \
     player a subspace like 5_4_1_1; for another game than standard, lasker/5_4_1_1; for draws told apart, 5-4/draws"
)]
pub(crate) struct UnitNameError {
    text: String,
}

impl FromStr for UnitName {
    type Err = UnitNameError;

    fn from_str(text: &str) -> Result<Self, UnitNameError> {
        let refused = || UnitNameError { text: text.chars().take(40).collect() };
        let (rest, draws) = text.strip_suffix(DRAWS).map_or((text, false), |rest| (rest, true));
        let (game, rest) = match rest.split_once('/') {
            Some((game, rest)) => (game.parse().map_err(|_| refused())?, rest),
            None => (Game::Standard, rest),
        };
        // A subspace with empty hands, and a subspace takes plain numbers only.
        let subspace: Option<Subspace> = match rest.split_once('-') {
            Some((one, other)) => format!("{one}_{other}_0_0").parse().ok(),
            None => rest.parse().ok().filter(both_place),
        };
        let unit = subspace.map(Unit::of).ok_or_else(refused)?;
        Ok(Self { game, unit, draws })
    }
}

/// Whether both players have stones in hand.
fn both_place(subspace: &Subspace) -> bool {
    subspace.mover_hand > 0 && subspace.other_hand > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_two_numbers_in_either_order() {
        for (text, shown) in [
            ("4_5_1_2", "5_4_2_1"),
            ("5-4", "5-4"),
            ("4-5", "5-4"),
            ("3-3", "3-3"),
            ("12-3", "12-3"),
            ("lasker/4_5_1_2", "lasker/5_4_2_1"),
            ("standard/5-4/draws", "5-4/draws"),
            ("morabaraba/3-4/draws", "morabaraba/4-3/draws"),
        ] {
            assert_eq!(text.parse::<UnitName>().map(|unit| unit.to_string()), Ok(shown.to_owned()));
        }
        for text in [
            "",
            "5",
            "5-",
            "-4",
            "5-4-3",
            "5_4",
            "2-3",
            "5_4_0_0",
            "5_4_1_0",
            "13-3",
            "5-04",
            "5-+4",
            "5-4_0",
            "/draws",
            "lasker/",
            "chess/5-4",
            "5-4/ranks",
            "5-4/draws/draws",
        ] {
            assert!(text.parse::<UnitName>().is_err(), "{text:?}");
        }
    }
}
