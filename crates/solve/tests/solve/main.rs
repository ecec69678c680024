//! The solver from outside: beside the oracle, beside Malom, beside the papers; and what is kept, stored and probed.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../table/tests/table/failing_disk.rs"]
mod failing_disk;
mod failing_disk_runs;
mod inspection;
mod keep;
mod limits;
mod malom;
mod oracle;
mod paired;
mod published;
mod same_bytes;
mod start_values;
mod tablebase;
mod ultra;
