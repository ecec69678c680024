//! The ultra-strong solution: draws told apart by the rank of where they end (Gevay and Danner, section IV).
//!
//! Wins and losses are those of the strong solution; only draws are solved again, by the same two steps. A move of a
//! drawn position that leads to a decided one loses, so that draws are compared with draws alone. What they are worth
//! is a [`Gain`](millwright_ranks::Gain) over staying in the subspace for good, and the levels go from the largest
//! gains and setbacks to the smallest, and for each from the shallowest to the deepest. What nothing decides stays.

mod agenda;
mod count;
mod memory_draws;
mod outcomes;
mod paired;
mod run;
mod scale;
mod small_draws;
mod solve_unit;

#[cfg(test)]
pub(crate) use agenda::UltraAgenda;
pub use memory_draws::{MemoryDraws, NoDraws};
pub use paired::{PairedPlan, solve_paired};
pub use run::solve;
pub(crate) use run::{UltraTables, solve_planes};
#[cfg(test)]
pub(crate) use scale::Scale;
pub use small_draws::{DrawCodes, SmallDraws, SmallDrawsError};
pub use solve_unit::{SolvedDraws, UltraError, solve_unit};
