//! Are finished tables right? Re-reads them and derives every value again from the values of its successors.
//!
//! Moves come from [`Position::for_each_move`](millwright_rules::Position::for_each_move), the plain generator
//! of the rules, and slots from the index. **Nothing here comes from the solver**: no exits, no levels, no
//! moves backwards. If both agree, it is hardly by the same mistake.
//!
//! # What is checked
//!
//! For every slot of a table, duplicates included:
//!
//! - if the player to move cannot move, the value must be a loss in 0, or a draw where a full board is one;
//! - otherwise it must be the best over all moves of the successor's value seen from the parent
//!   ([`Value::seen_from_parent`](millwright_rules::Value::seen_from_parent)), depth included. A move that
//!   leaves the opponent with fewer than three stones wins in 1 and needs no table.
//!
//! And the statistics in the table's head must be what is counted in the values, each orbit once.
//!
//! # Why looking one ply ahead is enough
//!
//! Suppose every slot of some tables passes, and so does every slot of every table that their moves lead to.
//! *Then every value is the true one.* Let S(n) say: the positions stored as decided in n plies are exactly
//! those that truly are, with the same winner. S(n) follows from S(0), ..., S(n - 1):
//!
//! - n = 0: a stored loss in 0 cannot come out of a best successor, which is always one ply later at least.
//!   So it passes exactly where the game is over and lost.
//! - A position is truly won in n if and only if n - 1 is the least depth among the successors truly lost for
//!   the opponent. By S(0), ..., S(n - 1) these are the successors stored as lost in less than n plies, and
//!   so the stored value passes if and only if it is a win in n.
//! - A position is truly lost in n if and only if all its successors are truly won for the opponent, n - 1
//!   being the greatest depth. By S(0), ..., S(n - 1) they are stored so, and the stored value passes if and
//!   only if it is a loss in n.
//!
//! A position that is decided in no number of plies is a draw, and no other value is left to be stored for it. Positions
//! in a circle cannot call each other won: each would need a successor with less depth.
//! Duplicate slots change nothing, since the argument holds for whichever slot of an orbit is read.
//!
//! Draws that were told apart are checked in the same manner: [`ultra`].
//!
//! # Where to start reading
//!
//! [`verify()`] goes from unit to unit; `verifiable` says what a run has to know about a kind of table;
//! [`millwright_walk`] has the loop that sees every slot, `check` what is asked about each; `sample` looks at some slots only; `record` remembers what was verified before.
#![forbid(unsafe_code)]

mod best;
mod check;
mod error;
mod record;
mod report;
mod run;
mod sample;
pub mod ultra;
mod verifiable;

pub use error::VerifyError;
pub use record::{RECORD, RecordError};
pub use report::{
    CountMismatch, ExpectedDraw, Findings, StatisticsMismatch, StoredDraw, SubspaceReport, TableReport,
    UltraReport, UltraVerifyReport, VerifyReport, Wrong, WrongCount, WrongDraw, WrongPosition,
};
pub use run::{Progress, VerifyOptions, verify};
