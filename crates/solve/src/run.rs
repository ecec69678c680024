//! A whole solve: unit after unit, from table to table.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use millwright_index::{Plane, Subspace};
use millwright_table::{
    Code, Content, Kind, PlaneValues, Strong, TableDirectory, TableError, Tables, WriteLock, WriteOptions,
};
use thiserror::Error;

use crate::buffers::Buffers;
use crate::kernels::Dispatch;
use crate::plan::{Goal, Plan, PlannedUnit};
use crate::solve_unit::{MemoryError, SolvedPlanes, UnitError, UnitOptions, UnitProgress, solve_unit_with};
use crate::statistics::statistics;
use crate::write_behind::{SolvedTables, UnitRun, WrittenUnit, find, solve_all};

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
    /// Who looks at tables before they are relied on.
    pub inspector: Option<&'a dyn Inspector>,
}

impl<'a> SolveOptions<'a> {
    /// The best kernel, without limits, the usual compression, and nobody who looks at tables.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        let write = WriteOptions::default();
        Self { dispatch: Dispatch::best(), memory: u64::MAX, write, stop, inspector: None }
    }
}

/// Looks at tables as soon as they are written: what they follow from may be dropped next.
pub trait Inspector: fmt::Debug + Sync {
    /// Looks at the tables of these subspaces, which are those of a unit: plies or draws. All that their moves lead to is
    /// there. Other tables are being solved meanwhile.
    ///
    /// # Errors
    /// What is wrong, in words. The tables are then removed, and the solve ends.
    fn inspect(&self, goal: Goal, subspaces: &[Subspace]) -> Result<(), String>;
}

/// What a solve tells about its progress.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A unit begins.
    Started(&'a PlannedUnit),
    /// Something happened in it.
    Unit(UnitProgress),
    /// It is solved. Its tables are written while the next one is solved.
    Solved(&'a PlannedUnit),
    /// Nothing is solved until the tables of the last unit are written.
    Writing,
    /// A unit's tables are written, and take so many bytes. Units are finished in the order in which they began.
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
    /// The inspector found something wrong. The tables of that unit are no longer there.
    #[error("{0}")]
    Rejected(String),
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
    let solved = solve_open_units(lock, plan, options, progress);
    directory.write_manifest()?;
    solved
}

/// The level of compression of tables that will be dropped.
const FAST_LEVEL: i32 = 1;

/// After how long the manifest is written again: it takes a look at every table.
const MANIFEST_EVERY: Duration = Duration::from_secs(10);

fn solve_open_units(
    lock: &WriteLock<'_>,
    plan: &Plan,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let freed = reduce(&lock.directory().strong(), plan.reducible_now(), options)?;
    if freed > 0 {
        progress(Progress::Reduced(freed));
    }
    let buffers = plan.buffers();
    let mut run = StrongRun::new(lock, plan, options, &buffers);
    solve_all(&mut run, plan, options.memory, progress)
}

/// Takes from tables what need not stay; gives the bytes that became free.
pub(crate) fn reduce<K: Kind>(
    tables: &Tables<'_, K>,
    reducible: impl Iterator<Item = (Subspace, Content)>,
    options: &SolveOptions<'_>,
) -> Result<u64, SolveError> {
    let mut freed = 0;
    for (subspace, to) in reducible {
        if options.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped);
        }
        let before = tables.open(subspace)?.bytes_on_disk();
        let after = tables.reduce(subspace, to, &options.write)?;
        freed += before.saturating_sub(after);
    }
    Ok(freed)
}

/// Writes the tables of a unit, quickly if they will be dropped, and gives their bytes.
pub(crate) fn write_tables<K: Kind>(
    tables: &Tables<'_, K>,
    planes: &SolvedTables<K>,
    stay: bool,
    options: &SolveOptions<'_>,
) -> Result<u64, SolveError> {
    // What will be dropped anyway need not be small.
    let fast = WriteOptions { level: FAST_LEVEL.min(options.write.level) };
    let write = if stay { &options.write } else { &fast };
    let mut bytes = 0;
    for (subspace, values) in planes {
        bytes += tables.write(*subspace, values, write)?.bytes;
    }
    Ok(bytes)
}

/// Has the tables of a unit looked at that were just written.
pub(crate) fn inspect<K: Kind>(
    lock: &WriteLock<'_>,
    tables: &Tables<'_, K>,
    goal: Goal,
    planned: &PlannedUnit,
    options: &SolveOptions<'_>,
) -> Result<(), SolveError> {
    let Some(inspector) = options.inspector else { return Ok(()) };
    let subspaces: Vec<Subspace> = planned.subspaces().collect();
    inspector.inspect(goal, &subspaces).map_err(|wrong| {
        let mut removed = subspaces.into_iter().map(|subspace| lock.remove(&tables.path_of(subspace)));
        // So that the next run solves the unit again, and nothing follows from it.
        removed.find_map(Result::err).map_or(SolveError::Rejected(wrong), SolveError::Table)
    })
}

/// How plies to the end are solved and written.
pub(crate) struct StrongRun<'a> {
    lock: &'a WriteLock<'a>,
    directory: &'a TableDirectory,
    plan: &'a Plan,
    options: &'a SolveOptions<'a>,
    buffers: &'a Buffers,
    manifest_written: Instant,
}

impl<'a> StrongRun<'a> {
    pub(crate) fn new(
        lock: &'a WriteLock<'a>,
        plan: &'a Plan,
        options: &'a SolveOptions<'a>,
        buffers: &'a Buffers,
    ) -> Self {
        Self { lock, directory: lock.directory(), plan, options, buffers, manifest_written: Instant::now() }
    }
}

impl UnitRun for StrongRun<'_> {
    type Kind = Strong;

    fn solve(
        &self,
        planned: &PlannedUnit,
        memory: u64,
        last: Option<&SolvedTables<Strong>>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<SolvedTables<Strong>, SolveError> {
        let tables = StrongTables { directory: self.directory, last };
        solve_planes(&tables, planned, (self.options, memory), self.buffers, progress)
    }

    fn write(&self, planned: &PlannedUnit, planes: &SolvedTables<Strong>) -> Result<WrittenUnit, SolveError> {
        let tables = self.directory.strong();
        let bytes = write_tables(&tables, planes, self.plan.stays_whole(planned), self.options)?;
        inspect(self.lock, &tables, Goal::Plies, planned, self.options)?;
        let freed = reduce(&tables, self.plan.reducible_after(planned.unit), self.options)?;
        Ok(WrittenUnit { bytes, freed })
    }

    fn buffers(&self) -> &Buffers {
        self.buffers
    }

    fn fetch(&self, planned: &PlannedUnit) {
        for subspace in planned.subspaces() {
            subspace.for_each_successor(self.directory.rules(), |next| {
                self.directory.will_read(&self.directory.path_of(next));
            });
        }
    }

    fn after_unit(&mut self) -> Result<(), SolveError> {
        if self.manifest_written.elapsed() > MANIFEST_EVERY {
            self.directory.write_manifest()?;
            self.manifest_written = Instant::now();
        }
        Ok(())
    }
}

/// Solves a unit from tables, with so much memory.
pub(crate) fn solve_planes(
    tables: &StrongTables<'_>,
    planned: &PlannedUnit,
    (options, memory): (&SolveOptions<'_>, u64),
    buffers: &Buffers,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<SolvedTables<Strong>, SolveError> {
    let options = UnitOptions { dispatch: options.dispatch, memory, ..UnitOptions::new(options.stop) };
    let planes: &[Plane] = &planned.planes;
    let (rules, unit) = (tables.directory.rules(), planned.unit);
    let solved = solve_unit_with(buffers, rules, (unit, planes), tables, &options, &mut |event| {
        progress(Progress::Unit(event));
    });
    let solved = match solved {
        Ok(solved) => solved,
        Err(UnitError::Stopped) => return Err(SolveError::Stopped),
        Err(UnitError::Source(error)) => return Err(error.into()),
        Err(UnitError::Memory(error)) => return Err(error.into()),
        Err(error) => return Err(SolveError::Unit(error.to_string())),
    };
    let with_statistics = |(plane, values)| {
        let statistics = statistics(unit, plane, &values);
        (unit.subspace(plane), PlaneValues::plies(statistics, values))
    };
    Ok(solved.planes.into_iter().map(with_statistics).collect())
}

/// The tables of a directory as sources, and those that are not there yet.
pub(crate) struct StrongTables<'a> {
    pub(crate) directory: &'a TableDirectory,
    pub(crate) last: Option<&'a SolvedTables<Strong>>,
}

impl SolvedPlanes for StrongTables<'_> {
    type Error = TableError;

    fn deepest(&self, subspace: Subspace) -> Result<u16, TableError> {
        let deepest = match find(self.last, subspace) {
            Some(values) => values.statistics().max_plies(),
            None => self.directory.open(subspace)?.statistics().max_plies(),
        };
        Ok(deepest.unwrap_or(0))
    }

    fn read<T: Code>(&self, subspace: Subspace, out: &mut [T]) -> Result<(), TableError> {
        match find(self.last, subspace) {
            Some(values) => values.codes().copy_to(out),
            None => self.directory.open(subspace)?.plies()?.load(out)?,
        }
        Ok(())
    }
}
