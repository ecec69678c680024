//! What is typed to let programs play: as an engine, and in matches.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{ValueEnum, value_parser};
use millwright_play::{Contestant, Nodes};
use millwright_rules::{ByColor, Game, RuleChanges, StoneCount};

use super::rules::GameParser;
use super::{DbArgs, RulesArgs};

/// Play for other programs: UCI on standard input and output
#[derive(clap::Args)]
#[command(after_help = "Examples:
  printf 'uci\\n' | millwright engine
  printf 'position startpos moves d6 f4\\ngo nodes 10000\\n' | millwright engine

Understands uci, isready, ucinewgame, setoption, position, go, stop and quit. A position is startpos, a FEN, an MFEN
or our short form, with moves behind it. go takes depth, nodes, movetime, infinite, searchmoves, and the clocks of
both players; alone it thinks for a second. Turns are whole ones, a1-a4xd7; with setoption name Dialect value sanmill
what is taken is a turn of its own, and scores are White's. Every go is answered by exactly one bestmove, (none) where
there is no legal turn. Where tables are, they are used.")]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) db: DbArgs,
}

/// Let two players play many games against each other
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright match --first engine --second paper --games 4 --nodes 1000
  millwright match --first engine-3 --second beginner-30 --games 4 --game morabaraba --pgn games.pgn
  millwright match --first engine:500 --second 'uci:millwright engine' --games 2 --nodes 500-900 --game lasker

Players: {}.
uci:COMMAND is any program that speaks UCI, words of its command separated by blanks.
Sides are switched after each game. A game is drawn after 50 plies in a row without placing or taking, and when a
position occurs for the third time. An engine that hangs, ends or cheats loses the game, and the reason is told.
With --pgn every game is saved when it ends; the same command goes on with a match that was interrupted.
Games depend on the seed and their number alone, so the same command plays the same games, unless programs of others
do otherwise.", millwright_play::Player::NAMES))]
pub(crate) struct MatchArgs {
    /// Who has White in the odd games
    #[arg(long, value_name = "PLAYER", value_parser = Contestant::from_str)]
    pub(crate) first: Contestant,
    /// Who has White in the even games
    #[arg(long, value_name = "PLAYER", value_parser = Contestant::from_str)]
    pub(crate) second: Contestant,
    /// The game: standard, lasker, morabaraba or another that `millwright games` lists
    #[arg(long, value_parser = GameParser, hide_possible_values = true, default_value = "standard")]
    game: Game,
    /// Rules of the game to change, like board=diagonal,placing=free; `millwright games --help` lists them
    #[arg(long = "rules", value_name = "RULES", value_parser = RuleChanges::from_str)]
    changes: Option<RuleChanges>,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's [default: as in `games`]
    #[arg(long, value_name = "W[,B]", value_parser = ByColor::<StoneCount>::from_str)]
    stones: Option<ByColor<StoneCount>>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Positions that engines look at before a move: a number, or a range of which each is drawn
    #[arg(long, value_name = "N[-M]")]
    pub(crate) nodes: Option<Nodes>,
    /// Plies at random before the players begin, the same for two games in a row
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = value_parser!(u32).range(0..=40))]
    pub(crate) opening_plies: u32,
    /// The chance of all choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Save every game here; games of this match that are there already are not played again
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Seconds that a program of others may think about a move
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = value_parser!(u32).range(1..=86_400))]
    time_limit: u32,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: MatchFormat,
}

/// How the result of a match is printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MatchFormat {
    #[default]
    Table,
    Json,
}

impl MatchArgs {
    /// The game that is played.
    pub(crate) fn rules(&self) -> RulesArgs {
        RulesArgs::new(self.game, self.changes, self.stones)
    }

    /// The longest that a program of others may think.
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs(self.time_limit.into())
    }
}
