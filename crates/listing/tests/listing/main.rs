//! Listings of small games: against the slow solver, the statistics and each other.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod filters;
mod games;
mod missing;
mod oracle;
mod output;
