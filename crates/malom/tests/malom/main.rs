//! Malom's files against those that were published, and against our own solution.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod published;
mod random;
mod strong;
mod ultra;
mod values;
