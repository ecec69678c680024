//! Counts over all positions of solved games.
//!
//! - [`arising`]: which positions can arise from the start, by any play and by play in which nobody gives away his result.
//! - [`choice`]: how many moves of a position keep what it is worth.
//! - [`danger`]: how often one can go wrong after each first move.
//!
//! The first two walk over every position and look where its moves lead ([`millwright_walk`]). They believe the tables, which
//! `verify` checks.
#![forbid(unsafe_code)]

pub mod arising;
pub mod choice;
pub mod danger;
mod error;
mod options;
mod values;

pub use error::CensusError;
pub use options::{CensusOptions, Progress};
