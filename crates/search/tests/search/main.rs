//! The search against slower ways to the same.

mod assessments;
mod generator;
mod hidden;
mod minimax;
mod positions;
mod proofs;
mod results;
