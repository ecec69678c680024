//! Small games, solved in memory where tables are missing or have been reduced.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_rules::Position;
use millwright_solve::{MemoryTables, SMALL, is_small};
use millwright_table::Tablebase;

use crate::interrupt;
use crate::machine;
use crate::streams::Streams;

/// If the tables do not know all about a position of a small game, solves those in memory: a second or two.
pub(crate) fn add_if_missing(
    tablebase: &Tablebase,
    position: &Position,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    if is_small(position) && !tablebase.survey(position)?.is_complete() {
        add(tablebase, interrupt::watch(), streams)?;
    }
    Ok(())
}

/// Solves the small games in memory, unless `stop` is raised.
pub(crate) fn add(tablebase: &Tablebase, stop: &AtomicBool, streams: &mut Streams) -> anyhow::Result<()> {
    streams.note(&format!(
        "no table has all about this position: solving all games with up to {SMALL} stones each"
    ));
    machine::start_threads()?;
    let tables = MemoryTables::solve_small(tablebase.rules(), stop)?;
    tablebase.add_in_memory(Arc::new(tables));
    Ok(())
}
