//! The solver from outside: beside the oracle, beside Malom, beside the papers; and what is kept, stored and probed.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod keep;
mod limits;
mod malom;
mod oracle;
mod published;
mod same_bytes;
mod start_values;
mod tablebase;
mod ultra;
