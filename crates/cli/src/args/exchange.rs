//! What is typed to exchange tables with other programs.

use std::path::PathBuf;

use clap::{ValueEnum, value_parser};
use millwright_index::Subspace;
use millwright_table::WriteOptions;

use super::{DbArgs, RulesArgs, ThreadsArgs};

/// The formats of other programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExchangeFormat {
    Malom,
}

/// Write tables as files that other programs read
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright export malom standard --strong --subspace 3_3_0_0 --out malom-files
  millwright export malom standard --strong --stones 3 --out malom-files

Malom has the standard game, Lasker Morris and Morabaraba. Files are as Malom would write them, byte for byte:
draws told apart in .sec2 files, three bytes for each position, with their ranks in a .secval file; or with
--strong wins, draws and losses in .sec files, one byte for each. The whole standard game takes 83.6 or 27.9 GB.
Exports all tables that are there, or with --stones those of the whole game with so many stones; all that their
moves lead to must be there too.")]
pub(crate) struct ExportArgs {
    /// The format: malom
    #[arg(value_enum, hide_possible_values = true)]
    pub(crate) format: ExchangeFormat,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The directory to write to, made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Only this table, like `4_3_0_0`: mover and other on the board, mover and other in hand
    #[arg(long, value_name = "S", conflicts_with = "stones")]
    pub(crate) subspace: Option<Subspace>,
    /// Wins, draws and losses only, without telling draws apart
    #[arg(long)]
    pub(crate) strong: bool,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
}

/// Read files of other programs into tables, or compare them with the tables that are there
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright import malom standard --from malom-files --check
  millwright import malom standard --from malom-files --subspace 3_3_0_0 --db imported

Reads .sec2 files, which tell draws apart, with their ranks from a .secval file, or .sec files, which have
wins, draws and losses only; with --strong no more than these. What is imported is the same, byte for byte, as
what solve makes, if the files are right. With --check nothing is written, and the exit code is 1 if a value
differs.")]
pub(crate) struct ImportArgs {
    /// The format: malom
    #[arg(value_enum, hide_possible_values = true)]
    pub(crate) format: ExchangeFormat,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The directory that has the files
    #[arg(long, value_name = "DIR")]
    pub(crate) from: PathBuf,
    /// Only this file, like `4_3_0_0`: mover and other on the board, mover and other in hand
    #[arg(long, value_name = "S", conflicts_with = "stones")]
    pub(crate) subspace: Option<Subspace>,
    /// Wins, draws and losses only, without telling draws apart
    #[arg(long)]
    pub(crate) strong: bool,
    /// The ranks that .sec2 files were made with [default: the .secval file beside them]
    #[arg(long, value_name = "FILE")]
    pub(crate) ranks: Option<PathBuf>,
    /// Compare with the tables that are there, and write nothing
    #[arg(long)]
    pub(crate) check: bool,
    /// Overwrite tables that are there
    #[arg(long, conflicts_with = "check")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Compression of the tables, 1 to 19: higher is slower and smaller
    #[arg(long, value_name = "LEVEL", default_value_t = WriteOptions::default().level,
        value_parser = value_parser!(i32).range(1..=19))]
    pub(crate) level: i32,
}
