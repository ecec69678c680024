//! What is typed to look at the game: lines and the explorer.

use std::net::{SocketAddr, ToSocketAddrs};

use clap::value_parser;

use super::{DbArgs, Format, POSITIONS, RulesArgs};
use crate::quantities::Bytes;

/// Plies of a line at most: more than the longest win or loss that is known.
const MAX_PLIES: u16 = 400;

/// Show best play for both sides from a position
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright line standard w_a1a4d7_b2d2f2
  millwright line standard b_a1a4d7g7_b2d2f2 --plies 6 --format json

Every move has its value for the player who makes it. `!` marks a move that alone keeps the result: any
other turns a win into a draw or a loss, or a draw into a loss. Of moves that are equally good the first by
name is shown. A line of a drawn game ends where it would repeat itself. Draws that have been told apart have
the rank of where best play ends behind them, and the generalised depth in parentheses: draw +59 (-2).
A line ends where no move is certain to be the best: a table is missing, or was reduced to win, draw and loss.
Without tables, positions with up to five stones each are solved in memory first, in a second or two.

{POSITIONS}"))]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// The position: start, short form, Sanmill FEN or MFEN
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// Plies to show at most
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, value_parser = value_parser!(u16).range(1..=i64::from(MAX_PLIES)))]
    pub(crate) plies: u16,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Show the tables in a browser, and answer other programs over HTTP
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright serve
  millwright serve --db tables --listen 127.0.0.1:9000

Prints the address to open in a browser. Ctrl-C stops the server.
Without tables, games and endgames with up to five stones each are solved in memory when they are first
asked for, in a second or two. The API is described at /api/openapi.json. By default only programs on this
machine can ask: to be reached from others, listen at their network's address or at 0.0.0.0.
For each game that is asked about, parts of tables are kept up to --cache, as much again where draws are told
apart, and a small game that was solved takes 130 MB. A server that was stopped has exit code 0.")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// Where to listen, like 127.0.0.1:9000 or localhost:9000; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = resolve)]
    pub(crate) listen: SocketAddr,
    /// Memory for parts of tables that are kept, for each game, like 1G or 256M; once more as much for ultra tables
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) cache: Bytes,
}

/// An address, or a name that stands for one.
fn resolve(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    found.ok_or_else(|| "expected an address and a port, like 127.0.0.1:9000".to_owned())
}
