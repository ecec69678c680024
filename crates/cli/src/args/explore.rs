//! What is typed to look at the game: lines and the explorer.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ValueEnum, value_parser};
use millwright_rules::{ByColor, Game, StoneCount};
use millwright_serve::{HeaderName, Origin, limits};

use super::rules::GameParser;
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
Without tables, positions with up to five stones each are solved in memory first, in a second or two; of others the line is
shown that a search expects, and it says that it is no more than that.

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
  millwright serve --solve standard --stones 4
  millwright serve --embed https://forum.example
  millwright serve --trusted-proxy 127.0.0.1 --allow-host mill.example --log-format json

Prints the address to open in a browser. Ctrl-C stops the server, which finishes what it has begun; SIGHUP makes a
server without a terminal open its tables anew. It notices by itself when tables come or go.
Without tables, games and endgames with up to five stones each are solved in memory when they are first
asked for, in a second or two; other positions are searched, and what is then an estimate looks different from a
value. The API is described at /api/openapi.json, and /report shows what the tables have as pages, as `millwright
report` writes them.
By default only programs on this machine can ask, and only by its own names: to be reached from others, listen at
their network's address or at 0.0.0.0. docs/hosting.md says how to put it on the internet.
With --solve the whole game is solved in the background, by threads that give way to all others: what the tables have that are
finished is known at once, /api/games says how far it has come, and Ctrl-C stops it; the same command goes on. The plan of
`millwright solve GAME --plan` says what that takes.
All that is kept in memory is within --cache: parts of tables, open tables, ready answers and small games, of which one is
kept however large it is (up to 130 MB). A server that was stopped has exit code 0.")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// Results for /report: the JSON files in this directory, not the tables
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// A game to solve beside serving: standard, lasker, morabaraba or another that `millwright games` lists
    #[arg(long, value_name = "GAME", value_parser = GameParser, hide_possible_values = true)]
    pub(crate) solve: Option<Game>,
    /// Stones for each player in the game to solve, 3 to 12: one number for both or White's,Black's
    #[arg(long, value_name = "W[,B]", value_parser = ByColor::<StoneCount>::from_str, requires = "solve")]
    pub(crate) stones: Option<ByColor<StoneCount>>,
    /// Memory that solving may use, like 4G [default: half of what is available]
    #[arg(long, value_name = "SIZE", requires = "solve")]
    pub(crate) memory: Option<Bytes>,
    /// Where to listen, like 127.0.0.1:9000 or localhost:9000; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = resolve)]
    pub(crate) listen: SocketAddr,
    /// Memory for all that is kept, like 1G or 256M
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(crate) cache: Bytes,
    /// Connections at a time; idle ones make room for new ones
    #[arg(long, value_name = "N", default_value_t = limits::CONNECTIONS, value_parser = value_parser!(u32).range(1..=65_536))]
    pub(crate) connections: u32,
    /// Connections of one address at a time [default: 64, and no limit for this machine]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) connections_per_client: Option<u32>,
    /// The address of a proxy that says who asks; may be given more than once
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) trusted_proxy: Vec<IpAddr>,
    /// The header in which it says so; the last address in it counts
    #[arg(long, value_name = "NAME", default_value = "x-forwarded-for", requires = "trusted_proxy")]
    pub(crate) proxy_header: HeaderName,
    /// A name that the server answers to, beside localhost; may be given more than once
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Whose pages may show the explorer in theirs, like `https://forum.example`; may be given more than once
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) embed: Vec<Origin>,
    /// Who may read /metrics: programs on this machine that come through no proxy, or everybody
    #[arg(long, value_enum, value_name = "WHO", default_value_t)]
    pub(crate) metrics: MetricsReaders,
    /// What is logged on standard error; debug has every request
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t)]
    pub(crate) log: LogLevel,
    /// How it is written: lines for people, or a JSON object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) log_format: Format,
}

/// Who may read the figures of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricsReaders {
    #[default]
    ThisMachine,
    Everybody,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    Error,
    #[default]
    Warn,
    Info,
    Debug,
}

/// An address, or a name that stands for one.
fn resolve(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut addresses| addresses.next());
    found.ok_or_else(|| "expected an address and a port, like 127.0.0.1:9000".to_owned())
}
