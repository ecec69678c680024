//! A whole solve: unit after unit, from table to table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use millwright_index::{Plane, Subspace};
use millwright_table::{Code, Content, PlaneValues, TableDirectory, TableError, WriteLock, WriteOptions};
use thiserror::Error;

use crate::buffers::Buffers;
use crate::kernels::Dispatch;
use crate::plan::{Plan, PlannedUnit};
use crate::solve_unit::{MemoryError, SolvedPlanes, UnitError, UnitOptions, UnitProgress, solve_unit_with};
use crate::statistics::statistics;

/// How to run a solve. Work is done in the current thread pool; no byte of the tables depends on any of this but the
/// compression.
#[derive(Clone, Copy, Debug)]
pub struct SolveOptions<'a> {
    /// Which kernel.
    pub dispatch: Dispatch,
    /// The memory it may use.
    pub memory: u64,
    /// How tables are written.
    pub write: WriteOptions,
    /// Raised when the work is no longer wanted.
    pub stop: &'a AtomicBool,
}

/// What a solve tells about its progress.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A unit begins.
    Started(&'a PlannedUnit),
    /// Something happened in it.
    Unit(UnitProgress),
    /// It is solved, and its tables are being written.
    Writing,
    /// It is finished, and its tables take so many bytes.
    Finished(&'a PlannedUnit, u64),
    /// Tables that are no longer needed were reduced, and so many bytes are free again.
    Reduced(u64),
}

/// Why a solve ended early.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The stop flag was raised. What was finished stays.
    #[error("interrupted; the same command goes on where it stopped")]
    Stopped,
    /// A table could not be read or written.
    #[error("{0}")]
    Table(#[from] TableError),
    /// A unit could not be solved.
    #[error("{0}")]
    Unit(String),
    /// A unit does not fit in memory.
    #[error("{0}; allow more with --memory")]
    Memory(#[from] MemoryError),
}

/// Solves what a plan has left open and writes it to the directory, one unit after the other. What is finished
/// is never lost: a stopped run goes on with the first unit that has no tables.
///
/// The plan must have been made under the lock: tables that it does not know of are made again. Where it has nothing
/// open, what killed runs left is put in order.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    lock: &WriteLock<'_>,
    plan: &Plan,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let directory = lock.directory();
    let mut open = plan.open_units().flat_map(PlannedUnit::subspaces);
    open.try_for_each(|subspace| lock.remove(&directory.path_of(subspace)))?;
    // Reads the heads of all tables: one that is bad is named before any work is done, not after.
    lock.tidy()?;
    let solved = solve_open_units(directory, plan, options, progress);
    directory.write_manifest()?;
    solved
}

/// After how long the manifest is written again: it takes a look at every table.
const MANIFEST_EVERY: Duration = Duration::from_secs(10);

fn solve_open_units(
    directory: &TableDirectory,
    plan: &Plan,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let mut manifest_written = Instant::now();
    let buffers = Buffers::default();
    reduce(directory, plan.reducible_now(), options, progress)?;
    for planned in plan.open_units() {
        progress(Progress::Started(planned));
        let bytes = solve_and_write(directory, planned, (options, &buffers), progress)?;
        progress(Progress::Finished(planned, bytes));
        reduce(directory, plan.reducible_after(planned.unit), options, progress)?;
        if manifest_written.elapsed() > MANIFEST_EVERY {
            directory.write_manifest()?;
            manifest_written = Instant::now();
        }
    }
    Ok(())
}

/// Takes from tables what need not stay.
fn reduce(
    directory: &TableDirectory,
    tables: impl Iterator<Item = (Subspace, Content)>,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    for (subspace, to) in tables {
        if options.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let before = directory.open(subspace)?.bytes_on_disk();
        let after = directory.reduce(subspace, to, &options.write)?;
        progress(Progress::Reduced(before.saturating_sub(after)));
    }
    Ok(())
}

fn solve_and_write(
    directory: &TableDirectory,
    planned: &PlannedUnit,
    (options, buffers): (&SolveOptions<'_>, &Buffers),
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<u64, SolveError> {
    let unit = planned.unit;
    let tables = Tables { directory };
    let unit_options =
        UnitOptions { dispatch: options.dispatch, memory: options.memory, ..UnitOptions::new(options.stop) };
    let planes: &[Plane] = &planned.planes;
    let solved =
        solve_unit_with(buffers, directory.rules(), (unit, planes), &tables, &unit_options, &mut |event| {
            progress(Progress::Unit(event));
        });
    let solved = match solved {
        Ok(solved) => solved,
        Err(UnitError::Stopped) => return Err(SolveError::Stopped),
        Err(UnitError::Source(error)) => return Err(error.into()),
        Err(UnitError::Memory(error)) => return Err(error.into()),
        Err(error) => return Err(SolveError::Unit(error.to_string())),
    };
    progress(Progress::Writing);
    let mut bytes = 0;
    for (plane, values) in solved.planes {
        let statistics = statistics(unit, plane, &values);
        let plane_values = PlaneValues::plies(statistics, values);
        let written = directory.write(unit.subspace(plane), &plane_values, &options.write)?;
        bytes += written.bytes;
        buffers.keep_codes(plane_values.into_codes());
    }
    Ok(bytes)
}

/// The tables of a directory as sources.
struct Tables<'a> {
    directory: &'a TableDirectory,
}

impl SolvedPlanes for Tables<'_> {
    type Error = TableError;

    fn deepest(&self, subspace: Subspace) -> Result<u16, TableError> {
        Ok(self.directory.open(subspace)?.statistics().max_plies().unwrap_or(0))
    }

    fn read<T: Code>(&self, subspace: Subspace, values: &mut [T]) -> Result<(), TableError> {
        self.directory.open(subspace)?.plies()?.load(values)
    }
}
