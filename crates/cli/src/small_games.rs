//! Small games, solved in memory where tables are missing or have been reduced.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use millwright_rules::Position;
use millwright_solve::ultra::SmallDraws;
use millwright_solve::{MemoryTables, SMALL, is_small};
use millwright_table::Tablebase;

use crate::interrupt;
use crate::machine;
use crate::quantities::Bytes;
use crate::streams::Streams;

/// What solving them takes. With less it is not begun: threads that are refused memory end the process, each with a
/// line of its own.
const MEMORY: Bytes = Bytes(512 << 20);

/// Whether draws are told apart, which takes several times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draws {
    /// All are the same.
    Plain,
    /// By where they end.
    ToldApart,
}

/// If the tables do not know all about a position of a small game, solves those in memory: a second or two.
pub(crate) fn add_if_missing(
    tablebase: &Tablebase,
    position: &Position,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    if is_small(position) && !tablebase.survey(position)?.is_complete() {
        add(tablebase, Draws::Plain, interrupt::watch(), streams)?;
    }
    Ok(())
}

/// Solves the small games in memory, unless `stop` is raised, and tells their draws apart if that is wanted.
pub(crate) fn add(
    tablebase: &Tablebase,
    draws: Draws,
    stop: &AtomicBool,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    check_memory()?;
    streams.note(&format!(
        "no table has all about this position: solving all games with up to {SMALL} stones each"
    ));
    solve(tablebase, draws, stop)
}

/// The same without a word.
pub(crate) fn solve(tablebase: &Tablebase, draws: Draws, stop: &AtomicBool) -> anyhow::Result<()> {
    check_memory()?;
    machine::start_threads()?;
    let tables = MemoryTables::solve_small(tablebase.rules(), stop)?;
    if draws == Draws::ToldApart && tablebase.ranks()?.is_none() {
        let draws = SmallDraws::solve_small(tablebase.rules(), &tables, stop)?;
        tablebase.add_draws_in_memory(Arc::new(draws));
    }
    tablebase.add_in_memory(Arc::new(tables));
    Ok(())
}

/// Says if there is not enough of it.
fn check_memory() -> anyhow::Result<()> {
    if let Some(available) = machine::available_memory().filter(|&available| available < MEMORY) {
        bail!(
            "games with up to {SMALL} stones each take {MEMORY} of memory to solve, {available} are available"
        );
    }
    Ok(())
}
