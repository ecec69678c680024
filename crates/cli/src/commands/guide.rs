//! `millwright` alone: what to type first.

use std::process::ExitCode;

use crate::streams::Streams;

const GUIDE: &str = "\
What to type first:

  millwright games                           the games and their rules
  millwright board standard start            draw a position
  millwright moves standard start            its legal turns
  millwright perft standard 4                count the lines of four turns
  millwright oracle standard --stones 3      solve a tiny game, slowly

Every command has examples: millwright moves --help
All commands:               millwright --help
";

/// Prints the guide.
pub(crate) fn run(streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(streams.results, "millwright {version}: {}\n", env!("CARGO_PKG_DESCRIPTION"))?;
    write!(streams.results, "{GUIDE}")?;
    Ok(ExitCode::SUCCESS)
}
