//! Every position of a subspace, and where its moves lead.
//!
//! Who wants to know something of every position and its successors, by the billion, walks: a [`Walk`] goes through the
//! slots of a plane on all cores, and a [`Judge`] is shown one after the other. Moves come from
//! [`Position::for_each_move`](millwright_rules::Position::for_each_move), the plain generator of the rules, and slots from
//! the index. **Nothing here comes from the solver.**
//!
//! # Where to start reading
//!
//! `walk` has the loop, `reach` says which subspaces moves lead to, `planes` keeps their values in memory, `marks` what was found
//! out about slots, and `order` and `routes` say where a successor is. `block_moves` is faster where
//! all moves of a plane are wanted, whichever comes first: `carry` takes marks along them, `tally` counts where they lead.
#![forbid(unsafe_code)]

mod block_moves;
mod byte_map;
mod carry;
mod marks;
mod order;
mod planes;
mod reach;
mod routes;
mod tally;
mod tasks;
mod walk;

pub use carry::{Carrier, Carry, Target};
pub use marks::Marks;
pub use planes::{Planes, bytes_needed, zeroed};
pub use reach::{Keyed, Reach, reaches, wanted};
pub use tally::{Asker, GRADES, MovesByGrade, Tally};
pub use tasks::Ended;
pub use walk::{ByKind, Judge, Successor, Visit, Walk};
