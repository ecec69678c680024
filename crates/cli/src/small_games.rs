//! Small games, solved in memory where there are no tables.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_rules::Position;
use millwright_solve::{MemoryTables, SMALL, is_small};
use millwright_table::{ProbeError, Tablebase};

use crate::interrupt;
use crate::machine;
use crate::streams::Streams;

/// If a position of a small game has no table, solves those in memory: a second or two.
pub(crate) fn add_if_missing(
    tablebase: &Tablebase,
    position: &Position,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let missing = matches!(tablebase.probe(position), Err(ProbeError::Missing { .. }));
    if missing && is_small(position) {
        add(tablebase, interrupt::watch(), streams)?;
    }
    Ok(())
}

/// Solves the small games in memory, unless `stop` is raised.
pub(crate) fn add(tablebase: &Tablebase, stop: &AtomicBool, streams: &mut Streams) -> anyhow::Result<()> {
    streams.note(&format!("no table for this position: solving all games with up to {SMALL} stones each"));
    machine::start_threads()?;
    let tables = MemoryTables::solve_small(tablebase.rules(), stop)?;
    tablebase.add_in_memory(Arc::new(tables));
    Ok(())
}
