//! Puzzles: positions in which one move alone is right.
//!
//! A [`Maker`] draws positions from the tables of a game and keeps those in which the player to move has exactly one move that
//! keeps what the position is worth. What is right is what tables say; a search without tables says how hard it is to find.
//!
//! **Invariants**: a puzzle has exactly one solution. No puzzle of a maker is the same as another up to symmetry and colour. The
//! same seed and the same tables give the same puzzles, whatever the number of threads.
#![forbid(unsafe_code)]

mod difficulty;
mod maker;
mod puzzle;
mod theme;

pub use difficulty::{Difficulty, Level, UnknownLevel};
pub use maker::{Maker, MakerError};
pub use puzzle::Puzzle;
pub use theme::{Theme, UnknownTheme};
