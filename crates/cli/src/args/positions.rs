//! What is typed to list positions.

use std::path::PathBuf;

use clap::{ValueEnum, value_parser};
use millwright_index::Subspace;
use millwright_listing::ValueFilter;

use super::{DbArgs, RulesArgs, ThreadsArgs};

/// More positions than a sample needs; they are kept in memory.
const MAX_SAMPLE: u64 = 100_000_000;

/// List positions of a subspace with their values: all, those that pass filters, or a sample
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright positions standard --subspace 3_3_0_0 --limit 5
  millwright positions standard --subspace 4_4_0_0 --longest
  millwright positions standard --subspace 4_4_0_0 --value draw --only-move --limit 5 --format json
  millwright positions standard --subspace 3_3_0_0 --sample 10 --seed 1 --format csv
  millwright positions standard --subspace 3_3_0_0 --format parquet --out 3_3_0_0.parquet
  millwright positions standard --subspace 3_3_0_0 --sample 5 | cut -d' ' -f1 | millwright query standard -

Each position stands for all that are symmetric to it, and values are for the player to move. They come in the
order in which the table has them, whatever the number of threads. The columns:
  position  in the short form, as query takes it
  value     win, draw or loss
  plies     to the end; empty for draws, and where the table was reduced to win, draw and loss
  rank      what a draw is worth, where solve --ultra has told draws apart; else empty
  moves     the legal moves, with --moves or --only-move
  keeping   those that keep the value: of a win all that win, of a loss all moves
Filters are all to be passed. --longest takes the deepest of all wins and losses, with --value win or loss those of
that kind. --sample draws from what passes the other filters, every position being as likely and none twice; the
same seed gives the same sample on every machine. To count moves, the tables that they lead to are read as well.
JSON is one object a line. Parquet goes to a file. A file named with --out is whole or not there.")]
pub(crate) struct PositionsArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Whose positions, like `4_3_0_0`: mover and other on the board, mover and other in hand
    #[arg(long, value_name = "S")]
    pub(crate) subspace: Subspace,
    /// Only positions of this value: win, draw, loss, or with plies win:143, loss:6
    #[arg(long, value_name = "VALUE")]
    pub(crate) value: Option<ValueFilter>,
    /// Only draws of this rank, where solve --ultra has told draws apart
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub(crate) rank: Option<i16>,
    /// Only the wins and losses that take the most plies
    #[arg(long)]
    pub(crate) longest: bool,
    /// Only positions in which one move keeps the value and at least one other does not
    #[arg(long)]
    pub(crate) only_move: bool,
    /// Count the legal moves, and those that keep the value
    #[arg(long)]
    pub(crate) moves: bool,
    /// So many random positions of those that pass
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=MAX_SAMPLE))]
    pub(crate) sample: Option<u64>,
    /// Which random positions, as an earlier run has told [default: others every time]
    #[arg(long, value_name = "SEED", requires = "sample")]
    pub(crate) seed: Option<u64>,
    /// The first so many at most
    #[arg(long, value_name = "N", conflicts_with = "sample", value_parser = value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// How to write them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PositionsFormat,
    /// Write to this file, which is replaced if it is there [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

/// How positions are written.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PositionsFormat {
    #[default]
    Text,
    Csv,
    Json,
    Parquet,
}
