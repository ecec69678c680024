//! One function for each address. They are thin: what is computed is computed elsewhere.

mod games;
mod line;
mod position;
mod statistics;

pub(crate) use games::*;
pub(crate) use line::*;
pub(crate) use position::*;
pub(crate) use statistics::*;
