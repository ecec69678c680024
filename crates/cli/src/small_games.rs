//! Small games, solved in memory where there are no tables.

use std::sync::Arc;

use millwright_rules::Position;
use millwright_serve::Library;
use millwright_solve::{MemoryTables, SMALL};
use millwright_table::{ProbeError, Tablebase};

use crate::interrupt;
use crate::streams::Streams;

/// If a position of a small game has no table, solves those in memory: a second or two.
pub(crate) fn add_if_missing(
    tablebase: &Tablebase,
    position: &Position,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let missing = matches!(tablebase.probe(position), Err(ProbeError::Missing { .. }));
    if missing && Library::is_small(position) {
        streams.note(&format!("no tables here: solving all games with up to {SMALL} stones each"));
        let tables = MemoryTables::solve_small(tablebase.rules(), interrupt::watch()?)?;
        tablebase.add_in_memory(Arc::new(tables));
    }
    Ok(())
}
