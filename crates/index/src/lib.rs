//! Which number has a position.
//!
//! A [`Subspace`] is what the players have on the board and in hand; a [`Unit`] is a subspace and its swap,
//! solved together. Within a unit every position has a slot: the [`UnitIndex`] says which. The units of a
//! game and their order are its [`UnitGraph`].
//!
//! ```
//! use millwright_index::UnitGraph;
//! use millwright_rules::Game;
//!
//! let graph = UnitGraph::complete(&Game::Standard.rules());
//! assert_eq!(graph.subspaces().count(), 498);
//! ```
#![forbid(unsafe_code)]

mod binomial;
mod classes;
mod count;
mod extent;
mod graph;
mod opening;
mod order;
mod ranking;
mod subspace;
mod unit;
mod unit_index;

pub use binomial::binomial;
pub use classes::{ClassId, Classes};
pub use count::{orbit_count, positions_up_to_symmetry};
pub use extent::Extent;
pub use graph::UnitGraph;
pub use opening::OpeningPly;
pub use order::PointOrder;
pub use ranking::{compress, compress_bits, expand, expand_bits, rank, unrank};
pub use subspace::{Subspace, SubspaceError};
pub use unit::{Plane, Unit};
pub use unit_index::{Slot, UnitIndex};
