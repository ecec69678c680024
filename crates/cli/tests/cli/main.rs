//! The binary as its users see it: help, output, errors; tables from end to end, solved, counted, asked, verified,
//! damaged, interrupted.
//!
//! Snapshots are in `tests/cli/snapshots`; `INSTA_UPDATE=always cargo test -p millwright` rewrites them.

mod bench;
mod binary;
mod census;
mod cluster;
mod commands;
mod compare;
mod damage;
mod engine;
mod exchange;
mod full_disk;
mod interruption;
mod keep;
mod kills;
mod line;
mod little_memory;
mod matches;
mod memory;
mod play;
mod positions;
mod prove;
mod puzzles;
mod query;
mod ranks;
mod report;
mod rules;
mod same_bytes;
mod serve;
mod signature;
mod solve;
mod stats;
mod stats_by_ply;
mod ultra;
mod verify;
