//! Draws told apart, in files of their own beside the tables: `SUBSPACE.ultra`.
//!
//! `docs/table-format.md` describes the bytes. A slot holds 0 if it is not drawn, else a place in the list of all
//! values that draws of the subspace have.

mod head;
mod reader;
mod writer;

pub use reader::UltraTable;
pub use writer::{UltraMeta, write_ultra_table};
