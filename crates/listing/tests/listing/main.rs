//! Listings of small games: against the slow solver, the statistics and each other.

mod filters;
mod games;
mod missing;
mod oracle;
mod output;
