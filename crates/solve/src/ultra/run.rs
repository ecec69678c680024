//! A whole ultra-strong solve: unit after unit, from table to table.

use millwright_index::{Plane, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use millwright_table::{TableDirectory, TableError, Ultra, WriteLock};

use super::solve_unit::{SolvedDraws, UltraError, solve_unit_with};
use crate::buffers::Buffers;
use crate::plan::{Goal, Plan, PlannedUnit};
use crate::run::{Progress, SolveError, SolveOptions, inspect, write_tables};
use crate::solve_unit::UnitOptions;
use crate::write_behind::{SolvedTables, UnitRun, WrittenUnit, find, solve_all};

/// Tells the draws apart that a plan has left open ([`Plan::ultra`]), one unit after the other. What is finished is
/// never lost: a stopped run goes on with the first unit that has no ultra tables. The plan must have been made under
/// the lock.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    lock: &WriteLock<'_>,
    plan: &Plan,
    ranks: &Ranks,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let directory = lock.directory();
    lock.tidy()?;
    directory.write_ranks(ranks)?;
    let mut open = plan.open_units().flat_map(PlannedUnit::subspaces);
    open.try_for_each(|subspace| lock.remove(&directory.ultra_path_of(subspace)))?;
    let buffers = plan.buffers();
    let mut run = UltraRun { lock, directory, ranks, options, buffers: &buffers };
    solve_all(&mut run, plan, options.memory, progress)
}

/// How draws are told apart and written.
pub(super) struct UltraRun<'a> {
    pub(super) lock: &'a WriteLock<'a>,
    pub(super) directory: &'a TableDirectory,
    pub(super) ranks: &'a Ranks,
    pub(super) options: &'a SolveOptions<'a>,
    pub(super) buffers: &'a Buffers,
}

impl UnitRun for UltraRun<'_> {
    type Kind = Ultra;

    fn solve(
        &self,
        planned: &PlannedUnit,
        memory: u64,
        last: Option<&SolvedTables<Ultra>>,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<SolvedTables<Ultra>, SolveError> {
        let tables = UltraTables { directory: self.directory, ranks: self.ranks, last };
        solve_planes(&tables, planned, (self.options, memory), self.buffers, progress)
    }

    fn write(&self, planned: &PlannedUnit, planes: &SolvedTables<Ultra>) -> Result<WrittenUnit, SolveError> {
        let tables = self.directory.ultra(self.ranks);
        let bytes = write_tables(&tables, planes, true, self.options)?;
        inspect(self.lock, &tables, Goal::Draws, planned, self.options)?;
        Ok(WrittenUnit { bytes, freed: 0 })
    }

    fn buffers(&self) -> &Buffers {
        self.buffers
    }

    fn fetch(&self, planned: &PlannedUnit) {
        for subspace in planned.subspaces() {
            self.directory.will_read(&self.directory.path_of(subspace));
            subspace.for_each_successor(self.directory.rules(), |next| {
                self.directory.will_read(&self.directory.ultra_path_of(next));
            });
        }
    }

    fn after_unit(&mut self) -> Result<(), SolveError> {
        Ok(())
    }
}

/// Tells the draws of a unit apart from tables, with so much memory.
pub(crate) fn solve_planes(
    tables: &UltraTables<'_>,
    planned: &PlannedUnit,
    (options, memory): (&SolveOptions<'_>, u64),
    buffers: &Buffers,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<SolvedTables<Ultra>, SolveError> {
    let unit = planned.unit;
    let options = UnitOptions { dispatch: options.dispatch, memory, ..UnitOptions::new(options.stop) };
    let planes: &[Plane] = &planned.planes;
    let by = (tables.directory.rules(), tables.ranks);
    let solved = solve_unit_with(buffers, by, (unit, planes), tables, &options, &mut |event| {
        progress(Progress::Unit(event));
    });
    let ranked = match solved {
        Ok(ranked) => ranked,
        Err(UltraError::Stopped) => return Err(SolveError::Stopped),
        Err(UltraError::Source(error)) => return Err(error.into()),
        Err(UltraError::Memory(error)) => return Err(error.into()),
        Err(error) => return Err(SolveError::Unit(error.to_string())),
    };
    Ok(ranked.planes.into_iter().map(|(plane, draws)| (unit.subspace(plane), draws)).collect())
}

/// The tables of a directory as sources, and those that are not there yet.
pub(crate) struct UltraTables<'a> {
    pub(crate) directory: &'a TableDirectory,
    pub(crate) ranks: &'a Ranks,
    pub(crate) last: Option<&'a SolvedTables<Ultra>>,
}

impl SolvedDraws for UltraTables<'_> {
    type Error = TableError;

    fn values(&self, subspace: Subspace) -> Result<Vec<DrawValue>, TableError> {
        if let Some(draws) = find(self.last, subspace) {
            return Ok(draws.summary().values.iter().map(|&(value, _)| value).collect());
        }
        let table = self.directory.ultra(self.ranks).open(subspace)?;
        Ok(table.values().iter().map(|&(value, _)| value).collect())
    }

    fn read_codes(&self, subspace: Subspace, codes: &mut [u16]) -> Result<(), TableError> {
        match find(self.last, subspace) {
            Some(draws) => draws.codes().copy_to(codes),
            None => self.directory.ultra(self.ranks).open(subspace)?.load(codes)?,
        }
        Ok(())
    }

    fn read_drawn(&self, subspace: Subspace, drawn: &mut [u8]) -> Result<(), TableError> {
        let table = self.directory.open(subspace)?;
        table.outcomes()?.load(drawn)?;
        for outcome in drawn {
            *outcome = u8::from(*outcome > 1);
        }
        Ok(())
    }
}
