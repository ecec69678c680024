//! What whole solves left under `docs/results`, against the papers.

mod draws;
mod movement;
mod opening;
mod stahlhacke;
mod starts;
mod totals;
