//! `millwright` alone: what to type first.

use std::process::ExitCode;

use crate::streams::Streams;

const GUIDE: &str = "\
What to type first:

  millwright games                           the games and their rules
  millwright board standard start            draw a position
  millwright moves standard start            its legal turns
  millwright perft standard 4                count the lines of four turns
  millwright play standard --stones 3        play a small game

To look around in a browser, and play:

  millwright serve                           prints the address to open; Ctrl-C stops it

To have the answers:

  millwright solve standard --movement --stones 4      solve the movement phase, up to four stones each
  millwright query standard w_a1a4d7_b2d2f2            what a position and its moves are worth
  millwright stats standard                            wins, draws, losses, and how long they take
  millwright verify standard                           check every value that was stored

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
