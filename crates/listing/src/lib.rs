//! The positions of solved subspaces in bulk.
//!
//! A [`Listing`] goes through the slots of a table, chunk by chunk and with all threads, and gives a [`Row`] for every position
//! that its [`Selection`] lets pass: up to symmetry, each orbit once, in the order of slots. Rows are written as lines or as a
//! Parquet file.
//!
//! **Invariants**: what is listed is a function of the tables and the [`Request`]. Threads change neither rows nor their order
//! nor a byte of what is written. However many positions there are, memory is that of a few chunks for each thread, of the
//! sample, and of a quarter of a byte for each slot that moves lead to if moves are counted.
#![forbid(unsafe_code)]

mod error;
mod lines;
mod listing;
mod orbits;
mod ordered;
mod parquet_file;
mod row;
mod sample;
mod selection;
mod successors;

pub use error::ListingError;
pub use lines::LineFormat;
pub use listing::{Amount, Listing, Request, Run};
pub use row::{Choice, Columns, Row};
pub use selection::{Selection, SelectionError, ValueFilter, ValueFilterError};
