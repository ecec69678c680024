//! Subspaces and slots, counted, beside what was published.

mod counts;
mod opening;
