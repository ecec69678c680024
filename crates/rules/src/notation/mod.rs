//! Positions and moves as text.
//!
//! One position type, three forms, each with `FromStr` and `Display`; one move type, two forms; and whole
//! games in three:
//!
//! | type | example |
//! |---|---|
//! | [`Short`] | `b_a1d1g1_b2d2f4`, our own form for typing |
//! | [`Fen`] | `********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes` |
//! | [`Mfen`] | `MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -` |
//! | [`Move`](crate::Move) | `d6`, `a1-a4`, `g7xd2`, `f4xa1xd7` |
//! | [`PlayOk`] | `1`, `5-6x12` |
//! | [`MoveList`] | `f2, f6; b6, b2; a1, c5`, as papers print games |
//! | [`Pgn`] | `[White "A"] 1. d7 d6 2. d2 {quiet} f4 *` |
//! | [`PgnGames`] | several of them, as files have them |
//! | [`PlayOkGame`] | `1. 1 5 2. 3 2` |
//!
//! No text makes a reader panic, and a bad one is refused with what is wrong and where: [`NotationError`].
//!
//! ```
//! use millwright_rules::{Game, notation::{self, Form}};
//!
//! let rules = Game::Standard.rules();
//! let position = notation::parse_position("b_a1d1g1_b2d2f4", &rules)?;
//! assert_eq!(position.to_string(), "b_g1d1a1_f4d2b2");
//! assert_eq!(
//!     notation::write_position(Form::Fen, &position),
//!     "********/**@*@@**/***OOO** b m p 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"
//! );
//! # Ok::<(), notation::NotationError>(())
//! ```

mod cursor;
mod error;
mod fen;
mod game;
mod list;
mod mfen;
mod pgn;
mod playok;
mod rings;
mod short;
mod turn;

pub use error::{EXCERPT, Expected, Field, Notation, NotationError, Place};
pub use fen::Fen;
pub use game::{GameForm, parse_game, parse_games};
pub use list::{Ending, Listed, MoveList};
pub use mfen::Mfen;
pub use pgn::{
    Comment, GameResult, Nag, Pgn, PgnGames, PgnMove, PlayOkGame, Remark, TagName, Tags, Variation,
    game_of_variant, variant_of_game,
};
pub use playok::PlayOk;
pub use short::Short;

use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;

/// The forms in which positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Our own: [`Short`].
    Short,
    /// Sanmill's: [`Fen`].
    Fen,
    /// Mill Interchange Format: [`Mfen`].
    Mfen,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Short, Self::Fen, Self::Mfen];

    /// The form that `text` is meant to be in: MFEN begins with `MFEN/`, the first word of a Sanmill FEN has
    /// rings separated by `/`, everything else is the short form.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.trim_start();
        if text.starts_with("MFEN/") {
            Self::Mfen
        } else if text.split_whitespace().next().is_some_and(|board| board.contains('/')) {
            Self::Fen
        } else {
            Self::Short
        }
    }
}

/// Reads a position in any form; `start` is the start position of the game.
///
/// # Errors
/// What is wrong with the text and where, or the rule that the position breaks.
pub fn parse_position(text: &str, rules: &Rules) -> Result<Position, NotationError> {
    if text.trim() == "start" {
        return Ok(Position::start(rules));
    }
    let setup: Setup = match Form::of(text) {
        Form::Short => text.parse::<Short>()?.0,
        Form::Fen => text.parse::<Fen>()?.0,
        Form::Mfen => text.parse::<Mfen>()?.0,
    };
    Ok(Position::new(&setup, rules)?)
}

/// Writes a position; [`parse_position`] reads it back.
#[must_use]
pub fn write_position(form: Form, position: &Position) -> String {
    let setup = position.setup();
    match form {
        Form::Short => Short(setup).to_string(),
        Form::Fen => Fen(setup).to_string(),
        Form::Mfen => Mfen(setup).to_string(),
    }
}
