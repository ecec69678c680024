//! What is typed to make puzzles.

use clap::{ValueEnum, value_parser};
use millwright_puzzles::{Level, Theme};

use super::{DbArgs, RulesArgs};

/// More puzzles than anybody solves; they are kept in memory.
const MAX_PUZZLES: u64 = 100_000;

/// Make puzzles: positions in which one move alone is right
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright puzzles standard --stones 4 --count 5 --seed 1
  millwright puzzles standard --stones 4 --count 3 --theme draw --difficulty easy
  millwright puzzles lasker --stones 3 --count 3 --theme take --format pgn > puzzles.pgn
  millwright puzzles standard --stones 4 --count 20 --format sanmill > mill.sanmill_puzzles

Positions are drawn at random from the tables of the game, each subspace being as likely as every other. Of those in which
exactly one move keeps the result the first so many are kept; none is the same as another, turned, mirrored or with the
colours swapped. The same seed and the same tables give the same puzzles.
Themes:
  win   one move wins, all others do not
  draw  one move holds the draw, all others lose
  take  the right move takes a stone, and taking another one with it throws the result away
The difficulty, from beginner to master, counts the wrong moves that look as good to a short search without tables, whether that
search would make one of them, and the plies to see: to the end of the win, or until the last of the other moves has lost.
JSON is one object a line. PGN has a game for each, with the solution and best play after it; sanmill is what the app Sanmill
imports, where it knows the game. Without tables, positions with up to five stones each are solved in memory first.")]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// How many to make
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..=MAX_PUZZLES))]
    pub(crate) count: u64,
    /// What is to be found: win, draw or take
    #[arg(long, value_name = "THEME", default_value_t = Theme::Win)]
    pub(crate) theme: Theme,
    /// Only as hard as this: beginner, easy, medium, hard, expert or master
    #[arg(long, value_name = "LEVEL")]
    pub(crate) difficulty: Option<Level>,
    /// Which ones, as an earlier run has told [default: others every time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How to write them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PuzzlesFormat,
    #[command(flatten)]
    pub(crate) db: DbArgs,
}

/// How puzzles are written.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PuzzlesFormat {
    #[default]
    Json,
    Pgn,
    Sanmill,
}
