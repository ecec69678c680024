//! What is typed to play.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::value_parser;
use millwright_play::Player;
use millwright_rules::Game;
use thiserror::Error;

use super::rules::GameParser;
use super::{DbArgs, POSITIONS, RulesArgs};

/// Play a game against the program, or let it play itself
#[derive(clap::Args)]
#[command(after_help = format!("Examples:
  millwright play standard --black engine-4
  millwright play standard --stones 3
  millwright play morabaraba --stones 4 --white erring-20 --black human
  millwright play standard --stones 3 --white strong --black random --seed 7
  millwright play lasker --stones 3 --white random --black random --save game.pgn
  millwright play standard --stones 3 --position w_a1a4d7_b2d2f2
  millwright play lasker --stones 3 --load game.pgn --white random --black random

Players:
  human         types turns, or sends them through a pipe, one a line; `help` tells what else can be typed
  strong        wins as fast and loses as slowly as can be; between draws a search decides
  ultra         also takes the best draw, where solve --ultra has told draws apart
  engine        searches, with tables where they are; engine:NODES looks at so many positions
  engine-N      one of ten levels, engine-1 the weakest, without tables
  paper         the opponent of the published matches, without tables; paper:NODES
  random        any legal turn
  erring-N      with a chance of N percent (1 to 99) a turn that is worse than the best; needs tables
  beginner-N    looks one ply ahead, and makes any turn with a chance of N percent
  strong-plain, ultra-plain  as strong and ultra, but of equal draws any; they need tables

The conversation is on stderr. When the game ends, or the input does, it is written as PGN to stdout.
With --load a game goes on where its file ends; what the file tells about it, comments and variations included, stays.
It is drawn after 50 plies in a row without placing or taking, and when a position occurs for the third time.
Games and endgames with up to five stones each need no tables: what is missing is solved at the start. In other games
strong and ultra search where tables are missing, and it is said.
Where tables were reduced to win, draw and loss, players keep the result and do not know the quickest way.

{POSITIONS}"))]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Who plays White: human, strong, ultra, engine, engine-1 to engine-10, random or another of the list below
    #[arg(long, value_name = "PLAYER", default_value_t = Seat::Human)]
    pub(crate) white: Seat,
    /// Who plays Black: human, strong, ultra, engine, engine-1 to engine-10, random or another of the list below
    #[arg(long, value_name = "PLAYER", default_value_t = Seat::Machine(Player::Strong))]
    pub(crate) black: Seat,
    /// Where to begin: start, short form, Sanmill FEN or MFEN
    #[arg(long, value_name = "P", default_value = "start")]
    pub(crate) position: String,
    /// Go on with the game in this file: a PGN, or a list of moves
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) load: Option<PathBuf>,
    /// Which game of the file, if it has several, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "load", value_parser = value_parser!(u64).range(1..))]
    pub(crate) game_number: u64,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// The chance of choices, so that a game can be repeated [default: another one every time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Save the game here as PGN when it ends; the file must not be there yet
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

/// Who sits on one side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Human,
    Machine(Player),
}

impl Seat {
    /// The player, if it is no person.
    pub(crate) fn machine(self) -> Option<Player> {
        match self {
            Self::Human => None,
            Self::Machine(player) => Some(player),
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Machine(player) => player.fmt(f),
        }
    }
}

/// A name that is nobody's.
#[derive(Debug, Error)]
#[error("the players are human, {}", Player::NAMES)]
pub(crate) struct UnknownSeat;

impl FromStr for Seat {
    type Err = UnknownSeat;
    fn from_str(name: &str) -> Result<Self, UnknownSeat> {
        match name {
            "human" => Ok(Self::Human),
            _ => name.parse().map(Self::Machine).map_err(|_| UnknownSeat),
        }
    }
}

/// Write values, signs and better moves into games
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright annotate game.pgn
  millwright annotate game.pgn --out annotated.pgn
  printf '1. d6 f4 2. d2 b4 *' | millwright annotate - --game lasker

Every move gets a comment with what it is worth to the player who makes it: wins in 7, draws, loses in 12. Where another move was
better, the comment names it, and best play stands behind it as a variation. Signs, unless the move has some:
  ??  loses what was won
  ?   draws what was won, or loses what was drawn
  ?!  wins ten plies later than it could, loses as much sooner, or gives a better draw away
  !   alone keeps the result
All that the file has stays: names, dates, comments, signs, variations, and all games of it. What is there already is not written
again. A file is a PGN, a list of moves as in the papers, or has the numbers of PlayOK; it is written as PGN. The game is
that of the tag Variant. Without tables, positions with up to five stones each are solved in memory first.")]
pub(crate) struct AnnotateArgs {
    /// The file with the games, or - for standard input
    pub(crate) file: PathBuf,
    /// The game where a file does not say which it is: standard, lasker, morabaraba or another that `millwright games` lists
    #[arg(long, value_name = "GAME", value_parser = GameParser, hide_possible_values = true, default_value = "standard")]
    pub(crate) game: Game,
    /// Write to this file, which must not be there yet [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) db: DbArgs,
}
