//! The solver: exits, then levels, unit by unit.
//!
//! `docs/solving.md` says how it works and why it is right. The library prints nothing.

mod buffers;
mod cell;
mod disk_estimate;
mod edges;
mod exit_bits;
mod exits;
mod frontier;
#[expect(unsafe_code, reason = "what depends on the machine; every other module does without")]
mod kernels;
mod layout;
mod levels;
mod memory;
mod memory_tables;
mod one_unit;
mod order;
mod outcomes;
mod plan;
mod plies;
mod pull;
mod rows;
mod run;
mod slides;
mod solve_unit;
mod solved_unit;
mod statistics;
pub mod tasks;
mod time_estimate;
#[cfg(test)]
mod toy_test;
pub mod ultra;
mod unit_context;
mod unit_moves;
mod write_behind;

pub use kernels::{Dispatch, NoKernel};
pub use memory::{memory_needed, memory_needed_for_draws};
pub use memory_tables::{MemoryTables, NotInMemory, SMALL, is_small};
pub use one_unit::{BadInputs, Outputs, TableName, check_inputs, inputs_of, is_done, outputs_of, solve_one};
pub use plan::{DiskNeed, Goal, Keeping, Plan, PlanError, PlannedUnit};
pub use run::{Inspector, Progress, SolveError, SolveOptions, solve};
pub use solve_unit::{MemoryError, SolvedPlanes, UnitError, UnitOptions, UnitProgress, solve_unit};
pub use solved_unit::SolvedUnit;
pub use statistics::statistics;
pub use time_estimate::TimeEstimate;
