//! What is typed to prove the value of a game from a few tables.

use std::path::PathBuf;

use clap::value_parser;
use millwright_index::Subspace;

use super::{DbArgs, Format, RulesArgs};
use crate::quantities::Bytes;

/// Prove the value of a game by searching its opening down to a few tables (Gasser)
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright prove standard --stones 4
  millwright prove standard --stones 4 --with 4_4_0_0,4_3_0_0 --book opening.book

Two searches of the whole opening, side by side: White at least draws, where all positions that are not in the
tables count as lost for White; White at most draws, where they count as won for him. If both are proved the game is
a draw. A subspace stands for its swap too. Left out, --with is all that can arise if each player loses one stone at
most. The tables must be there: `millwright solve GAME --movement` makes them.

What was found out about the positions after eight plies is kept in opening.book beside the tables, or in the file
of --book. Players use it to play the opening from the tables of the movement phase alone. After an interruption the
same command goes on from there.")]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The subspaces whose tables are used, separated by commas
    #[arg(long = "with", value_name = "SUBSPACES", value_delimiter = ',')]
    pub(crate) with: Vec<Subspace>,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// Where to keep what was found out about positions after --ply plies
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// The ply whose positions are kept
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..=23))]
    pub(crate) ply: u32,
    /// Memory for positions that were looked at, for each of the two searches, like 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    pub(crate) hash: Bytes,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
