//! Counts beside the slow solver, whole games, position by position.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arising;
mod choice;
mod committed;
mod danger;
mod kept;
mod refusals;
mod slow;
