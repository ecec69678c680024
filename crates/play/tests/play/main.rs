//! Games, players, and the games of the papers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod annotations;
mod dialects;
mod figures;
mod hidden_tables;
mod matches;
mod morabaraba;
mod play;
mod players;
mod stahlhacke;
mod uci;
