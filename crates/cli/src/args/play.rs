//! What is typed to play.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use millwright_play::Player;
use thiserror::Error;

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
