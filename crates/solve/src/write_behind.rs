//! Unit after unit, the tables of one written while the next is solved.
//!
//! Solving has moments in which one thread works and the others wait, and a disk takes its time to say that it has
//! everything: compression and writing fill them. What a unit leads to may be the tables that are just being written, so
//! they are read from memory, where they still are. The system is told which tables the unit after this one will read.

use millwright_index::Subspace;
use millwright_table::{Kind, PlaneValues};
use rayon::in_place_scope;

use crate::buffers::Buffers;
use crate::plan::{Plan, PlannedUnit};
use crate::run::{Progress, SolveError};

/// The planes of a unit, solved.
pub(crate) type SolvedTables<K> = Vec<(Subspace, PlaneValues<K>)>;

/// How units are solved and written.
pub(crate) trait UnitRun: Sync {
    /// The kind of the tables.
    type Kind: Kind + Send + Sync;

    /// Solves a unit with so much memory; `last` is not yet on the disk.
    fn solve(
        &self,
        planned: &PlannedUnit,
        memory: u64,
        last: Option<&SolvedTables<Self::Kind>>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<SolvedTables<Self::Kind>, SolveError>;

    /// Writes the tables of a unit, and reduces those that nobody needs any more.
    fn write(&self, planned: &PlannedUnit, planes: &SolvedTables<Self::Kind>) -> Written;

    /// Where planes have their memory from.
    fn buffers(&self) -> &Buffers;

    /// Tells the system which tables a unit reads, so that it has them at hand.
    fn fetch(&self, planned: &PlannedUnit);

    /// What is done whenever a unit is finished.
    fn after_unit(&mut self) -> Result<(), SolveError>;
}

/// What writing a unit's tables did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenUnit {
    /// Bytes of the unit's tables.
    pub(crate) bytes: u64,
    /// Bytes that became free because other tables were reduced.
    pub(crate) freed: u64,
}

/// How writing ended.
type Written = Result<WrittenUnit, SolveError>;

/// A unit whose tables are not on the disk yet.
struct Unwritten<'p, K> {
    planned: &'p PlannedUnit,
    planes: SolvedTables<K>,
}

impl<K: Kind> Unwritten<'_, K> {
    /// The memory of its planes.
    fn held(&self, buffers: &Buffers) -> u64 {
        self.planes.iter().map(|(_, values)| buffers.held_by(values.codes())).sum()
    }
}

/// Solves and writes all open units of a plan. `memory` is what it may use.
pub(crate) fn solve_all<R: UnitRun>(
    run: &mut R,
    plan: &Plan,
    memory: u64,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    // Working side by side does not take more memory than the largest unit does alone.
    let side_by_side = plan.usual_memory().min(memory);
    let mut last: Option<Unwritten<'_, R::Kind>> = None;
    let open: Vec<&PlannedUnit> = plan.open_units().collect();
    for (number, &planned) in open.iter().enumerate() {
        if last.as_ref().is_some_and(|last| fills_memory(planned, last, run.buffers(), side_by_side)) {
            finish(run, last.take(), progress)?;
        }
        progress(Progress::Started(planned));
        let next = open.get(number + 1).copied();
        let (mut solved, written) = both(run, (planned, next), last.as_ref(), memory, progress);
        if let Some(last) = last.take() {
            close(run, last, written, progress)?;
            // Wins may be longer than the plan supposed.
            if let Err(SolveError::Memory(_)) = solved {
                solved = run.solve(planned, memory, None, progress);
            }
        }
        last = Some(Unwritten { planned, planes: solved? });
        progress(Progress::Solved(planned));
    }
    finish(run, last, progress)
}

/// Whether a unit and the last one, which is not yet written, together take more memory than they may. The buffers of both may be
/// larger than their planes, and while all of them are in use none makes room for lists.
fn fills_memory<K: Kind>(
    planned: &PlannedUnit,
    last: &Unwritten<'_, K>,
    buffers: &Buffers,
    may_take: u64,
) -> bool {
    let in_use = planned.usual_memory + last.held(buffers);
    in_use.max(buffers.held() + planned.usual_lists) > may_take
}

/// Solves a unit and writes the last one.
fn both<R: UnitRun>(
    run: &R,
    (planned, next): (&PlannedUnit, Option<&PlannedUnit>),
    last: Option<&Unwritten<'_, R::Kind>>,
    memory: u64,
    progress: &mut dyn FnMut(Progress<'_>),
) -> (Result<SolvedTables<R::Kind>, SolveError>, Option<Written>) {
    let mut written = None;
    let solved = in_place_scope(|scope| {
        if let Some(last) = last {
            scope.spawn(|_| written = Some(run.write(last.planned, &last.planes)));
        }
        if let Some(next) = next {
            run.fetch(next);
        }
        let left = memory.saturating_sub(last.map_or(0, |last| last.held(run.buffers())));
        run.solve(planned, left, last.map(|last| &last.planes), progress)
    });
    (solved, written)
}

/// Writes the last unit.
fn finish<R: UnitRun>(
    run: &mut R,
    last: Option<Unwritten<'_, R::Kind>>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let Some(last) = last else { return Ok(()) };
    progress(Progress::Writing);
    let written = run.write(last.planned, &last.planes);
    close(run, last, Some(written), progress)
}

/// Tells that a unit was written.
fn close<R: UnitRun>(
    run: &mut R,
    last: Unwritten<'_, R::Kind>,
    written: Option<Written>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    take_back(run.buffers(), last.planes);
    if let Some(written) = written {
        let WrittenUnit { bytes, freed } = written?;
        progress(Progress::Finished(last.planned, bytes));
        if freed > 0 {
            progress(Progress::Reduced(freed));
        }
    }
    run.after_unit()
}

/// Takes the memory of planes back that were written.
pub(crate) fn take_back<K: Kind>(buffers: &Buffers, planes: SolvedTables<K>) {
    for (_, values) in planes {
        buffers.keep_codes(values.into_codes());
    }
}

/// The values of a subspace among those that are not written yet.
pub(crate) fn find<K>(last: Option<&SolvedTables<K>>, subspace: Subspace) -> Option<&PlaneValues<K>> {
    last?.iter().find(|(of, _)| *of == subspace).map(|(_, values)| values)
}
