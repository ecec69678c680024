//! What is typed to make a report.

use std::path::PathBuf;

use millwright_rules::Game;

use super::DbArgs;
use super::rules::GameParser;

/// Make pages of tables and pictures from the statistics of solved games
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright report --out report
  millwright report standard --out report

Writes a site that opens from the file system: report/index.html. With --from DIR it is made of the JSON files
there, as stats, extended, compare and match write them (docs/results of the project has those of its own
solves); without, of the statistics in the tables. The numbers that others have published stand beside ours, and
what differs is marked. Every table is there as CSV, too. Files of an earlier report are replaced.")]
pub(crate) struct ReportArgs {
    /// The games; all that there are if none is named
    #[arg(value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) games: Vec<Game>,
    /// Take results from the JSON files in this directory, not from tables
    #[arg(long, value_name = "DIR")]
    pub(crate) from: Option<PathBuf>,
    /// The directory to write to; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) db: DbArgs,
}
