//! One function for each address. They are thin: what is computed is computed elsewhere.

mod game;
mod games;
mod image;
mod line;
mod position;
mod positions;
mod puzzles;
mod reply;
mod statistics;

pub(crate) use game::*;
pub(crate) use games::*;
pub(crate) use image::*;
pub(crate) use line::*;
pub(crate) use position::*;
pub(crate) use positions::*;
pub(crate) use puzzles::*;
pub(crate) use reply::*;
pub(crate) use statistics::*;
