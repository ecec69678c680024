//! Every position of a subspace, and where its moves lead.
//!
//! Who wants to know something of every position and its successors, by the billion, walks: a [`Walk`] goes through the
//! slots of a plane on all cores, and a [`Judge`] is shown one after the other. Its moves come from
//! [`Position::for_each_move`](millwright_rules::Position::for_each_move), the plain generator of the rules, and slots from
//! the index. **Nothing here comes from the solver.**
//!
//! Where all moves of a plane are wanted, whichever comes first, [`Carry`] takes marks along them and [`Tally`] counts where they
//! lead. They work out where a move leads once a block, with a generator of their own.
//!
//! # Where to start reading
//!
//! `walk` asks about every position, `tasks` has the loop over blocks, `reach` says which subspaces moves lead to, `planes` keeps
//! their values in memory, `marks` what was found out about slots, and `order` and `routes` say where a successor is. `block_moves`
//! has the moves of a block, for `carry` and `tally`.
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
