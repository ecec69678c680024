//! The oracle: a solver of mill games that is slow and obvious, for the fast one to be compared with.
//!
//! It takes from `millwright-rules` only the data that says which game is played
//! ([`Rules`](millwright_rules::Rules) and the types in it). Points are coordinates, neighbours and mills
//! follow from the coordinates, a position is an array of 24 cells, and solved positions lie in sorted lists.
//! There is no ranking index, no move table, no bit trick that a fast generator would share; what both
//! agree on is then hardly the same mistake made twice.
//!
//! Start with [`State`] and [`turns`], then [`Solution`] and [`UltraSolution`].
//!
//! ```
//! use millwright_oracle::{Solution, State, Value};
//! use millwright_rules::{Game, StoneCount};
//!
//! let rules = Game::Standard.rules().with_stones(StoneCount::MIN, StoneCount::MIN);
//! let start = State::start(&rules);
//! let solution = Solution::up_to_symmetry(&rules, [start]);
//! assert_eq!(solution.value(&start), Some(Value::Win(23)));
//! ```
#![forbid(unsafe_code)]

mod explorer;
mod geometry;
mod key;
mod listing;
mod outcome;
mod ranked_value;
mod ranks;
mod solve;
mod state;
mod subspace;
mod symmetry;
mod turns;
mod ultra;
mod unit;
mod universe;
mod value;

pub use geometry::{Geometry, Point, UnknownPoint};
pub use ranked_value::RankedValue;
pub use ranks::{Ranks, RanksError};
pub use solve::{Solution, Solved};
pub use state::{State, StateError};
pub use subspace::{Subspace, SubspaceError};
pub use symmetry::Symmetry;
pub use turns::{Taken, Turn, ending, perft, turns, turns_into};
pub use ultra::{UltraSolution, ranked_value_by_successors};
pub use value::Value;
