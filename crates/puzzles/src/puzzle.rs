//! One puzzle.

use millwright_rules::{Move, Position};
use millwright_table::{Known, Survey};

use crate::difficulty::Difficulty;
use crate::theme::Theme;

/// A position with one right move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Whoever is to move is to find it.
    pub position: Position,
    /// What kind of move.
    pub theme: Theme,
    /// The one right move.
    pub solution: Move,
    /// What the position is worth to the player to move.
    pub value: Known,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The position and all its moves, as tables know them.
    pub survey: Survey,
}
