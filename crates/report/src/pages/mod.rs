//! The pages of a report.

mod census;
mod frame;
mod game;
mod index;
mod paper;
mod rules;
mod shares;

pub(crate) use game::{page as game, subspaces_csv};
pub(crate) use index::page as index;
pub(crate) use paper::page as papers;
pub(crate) use rules::page as rules;
pub(crate) use shares::tone;
