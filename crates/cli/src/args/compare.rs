//! What is typed to compare two games.

use clap::{ValueEnum, value_parser};
use millwright_index::Subspace;
use millwright_rules::{ByColor, Game, StoneCount};
use millwright_table::Difference;

use super::rules::GameParser;
use super::{DbArgs, StatsFormat};

/// More positions than anybody reads; they are kept in memory.
const MAX_LISTED: u64 = 1_000_000;

/// Count how outcomes change from one game to another
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright compare standard lasker
  millwright compare standard lasker --list changed --limit 5
  millwright compare standard lasker --subspace 1_1_2_2 --format json

Compares all tables that both games have, or with --stones those of the movement phase with up to so many
stones. Symmetric positions count as one; outcomes are for the player to move. Other depth: won in both
games or lost in both, but not in as many plies. The games must be played on the same board. Where all tables of
an opening are there, it is also told ply by ply, in text and JSON. With --list, the CSV form has a row for each
listed position instead of one for each subspace. Differences are the result: the exit code is 0.")]
pub(crate) struct CompareArgs {
    /// The game to start from: one that `millwright games` lists
    #[arg(value_name = "GAME1", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) from: Game,
    /// The game to go to
    #[arg(value_name = "GAME2", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) to: Game,
    /// Only the movement phase with up to so many stones: one number for both or White's,Black's
    #[arg(long, value_name = "W[,B]", value_parser = <ByColor<StoneCount> as std::str::FromStr>::from_str)]
    pub(crate) stones: Option<ByColor<StoneCount>>,
    /// Only this subspace, like `4_3_0_0`: mover and other on the board, mover and other in hand
    #[arg(long, value_name = "S", conflicts_with = "stones")]
    pub(crate) subspace: Option<Subspace>,
    /// List positions with both values: those reversed, from win to loss or back, or all that changed
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) list: Option<ListKind>,
    /// How many positions to list at most
    #[arg(long, value_name = "N", default_value_t = 20, requires = "list",
        value_parser = value_parser!(u64).range(1..=MAX_LISTED))]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,
}

/// Which positions to list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListKind {
    Reversed,
    Changed,
}

impl From<ListKind> for Difference {
    fn from(kind: ListKind) -> Self {
        match kind {
            ListKind::Reversed => Self::Reversed,
            ListKind::Changed => Self::Changed,
        }
    }
}
