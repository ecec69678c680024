//! One function for each address. They are thin: what is computed is computed elsewhere.

mod game;
mod games;
mod line;
mod position;
mod reply;
mod statistics;

pub(crate) use game::*;
pub(crate) use games::*;
pub(crate) use line::*;
pub(crate) use position::*;
pub(crate) use reply::*;
pub(crate) use statistics::*;
