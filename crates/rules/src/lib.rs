//! The rules of Nine Men's Morris and its relatives.
//!
//! One [`Rules`] value says which game is played; everything else asks it. A [`Position`] comes out of a
//! checked [`Setup`] or a legal [`Move`], and a move is a whole turn, captures included. The numbered rules
//! that comments cite ("rule 4.2") are in `docs/rules.md`.
//!
//! ```
//! use millwright_rules::{Game, Position};
//!
//! let rules = Game::Standard.rules();
//! let start = Position::start(&rules);
//! assert_eq!(start.moves(&rules).len(), 24);
//! ```
#![forbid(unsafe_code)]

mod board;
mod color;
mod game;
mod moves;
pub mod notation;
mod point;
mod point_set;
mod position;
mod rule_changes;
mod rules;
mod sentence;
mod setup;
mod symmetry;
mod value;

pub use board::{Board, BoardTables};
pub use color::{ByColor, Color};
pub use game::{Game, Mix, UnknownGame};
pub use moves::{IllegalMove, Move, for_each_capture, perft, takeable};
pub use point::{Point, UnknownPoint};
pub use point_set::PointSet;
pub use position::{Over, Position, Side};
pub use rule_changes::{RuleChanges, RuleChangesError};
pub use rules::{
    DoubleMill, FullBoard, Placing, Protection, Rules, StoneCount, StoneCountError, UnknownWord,
};
pub use sentence::sentence;
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
pub use value::Value;
