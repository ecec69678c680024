//! Tables from end to end, as users of the binary see them: solved, counted, asked, verified, damaged,
//! interrupted.
//!
//! Snapshots are in `tests/tables/snapshots`; `INSTA_UPDATE=always cargo test -p millwright` rewrites them.

mod binary;
mod compare;
mod damage;
mod exchange;
mod full_disk;
mod interruption;
mod keep;
mod line;
mod play;
mod query;
mod ranks;
mod same_bytes;
mod solve;
mod stats;
mod stats_by_ply;
mod ultra;
mod verify;
