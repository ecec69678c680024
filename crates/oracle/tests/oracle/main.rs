//! The oracle from outside: its rules, its generator, and what it finds.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod generators_agree;
mod perft;
mod published;
mod rules;
mod symmetry;
mod ultra;
