//! What a person may type in a game.

use std::path::PathBuf;
use std::str::FromStr;

use millwright_rules::Move;
use millwright_rules::notation::NotationError;
use thiserror::Error;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Turn(Move),
    Help,
    Board,
    Moves,
    Value,
    Hint,
    Undo,
    Save(PathBuf),
    Resign,
    Quit,
    /// An empty line or a comment.
    Nothing,
}

/// What `help` says.
pub(super) const HELP: &str = "  d6, a1-a4, a1-a4xd7   your turn: place, slide, slide and take
  moves                 your legal turns
  value                 what the position and every turn are worth
  hint                  a best turn
  board                 draw the board
  undo                  take your last turn back
  save FILE             save the game so far as PGN
  resign                give up
  quit                  stop here; so does Ctrl-D";

/// A line that is not understood.
#[derive(Debug, Error)]
pub(super) enum BadOrder {
    #[error("save where? save FILE")]
    NoFile,
    #[error("{0}; type help for what is understood")]
    NoTurn(NotationError),
}

impl FromStr for Order {
    type Err = BadOrder;
    fn from_str(line: &str) -> Result<Self, BadOrder> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("save", "") => Err(BadOrder::NoFile),
            ("save", file) => Ok(Self::Save(file.into())),
            ("help" | "?", "") => Ok(Self::Help),
            ("board", "") => Ok(Self::Board),
            ("moves", "") => Ok(Self::Moves),
            ("value", "") => Ok(Self::Value),
            ("hint", "") => Ok(Self::Hint),
            ("undo", "") => Ok(Self::Undo),
            ("resign", "") => Ok(Self::Resign),
            ("quit" | "exit", "") => Ok(Self::Quit),
            _ if line.is_empty() || line.starts_with('#') => Ok(Self::Nothing),
            // Some people write what is taken apart: `a1-a4 xd7`.
            _ => line.replace(" x", "x").parse().map(Self::Turn).map_err(BadOrder::NoTurn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for line in HELP.lines() {
            for written in line.trim().split("   ").next().unwrap().split(", ") {
                written.parse::<Order>().unwrap_or_else(|error| panic!("{written}: {error}"));
            }
        }
    }

    #[test]
    fn a_line_is_a_turn_a_word_or_an_error_that_tells_what_to_do() {
        let turn = |text: &str| Order::Turn(text.parse().unwrap());
        assert_eq!("a1-a4 xd7".parse::<Order>().unwrap(), turn("a1-a4xd7"));
        assert_eq!(" QUIT ".parse::<Order>().unwrap(), Order::Quit);
        assert_eq!("save my game.pgn".parse::<Order>().unwrap(), Order::Save("my game.pgn".into()));
        assert_eq!("# a note".parse::<Order>().unwrap(), Order::Nothing);
        let error = |text: &str| text.parse::<Order>().unwrap_err().to_string();
        assert_eq!(error("save"), "save where? save FILE");
        assert_eq!(
            error("castle"),
            "move, column 1: expected a point of the board, found \"castle\"; type help for what is understood"
        );
        assert!(error("undo all").starts_with("move, column 1: "));
    }
}
