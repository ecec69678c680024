//! Games, players, and the games of the papers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod figures;
mod play;
mod players;
mod stahlhacke;
