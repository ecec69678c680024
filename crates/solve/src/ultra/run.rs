//! A whole ultra-strong solve: unit after unit, from table to table.

use millwright_index::{Plane, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use millwright_table::{TableDirectory, TableError, WriteLock};

use super::solve_unit::{SolvedDraws, UltraError, solve_unit_with};
use crate::buffers::Buffers;
use crate::plan::{Plan, PlannedUnit};
use crate::run::{Progress, SolveError, SolveOptions};
use crate::solve_unit::UnitOptions;

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
    let buffers = Buffers::default();
    for planned in plan.open_units() {
        progress(Progress::Started(planned));
        let bytes = solve_and_write(directory, ranks, planned, (options, &buffers), progress)?;
        progress(Progress::Finished(planned, bytes));
    }
    Ok(())
}

fn solve_and_write(
    directory: &TableDirectory,
    ranks: &Ranks,
    planned: &PlannedUnit,
    (options, buffers): (&SolveOptions<'_>, &Buffers),
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<u64, SolveError> {
    let unit = planned.unit;
    let unit_options =
        UnitOptions { dispatch: options.dispatch, memory: options.memory, ..UnitOptions::new(options.stop) };
    let tables = UltraTables { directory, ranks };
    let planes: &[Plane] = &planned.planes;
    let solved = solve_unit_with(
        buffers,
        (directory.rules(), ranks),
        (unit, planes),
        &tables,
        &unit_options,
        &mut |event| {
            progress(Progress::Unit(event));
        },
    );
    let ranked = match solved {
        Ok(ranked) => ranked,
        Err(UltraError::Stopped) => return Err(SolveError::Stopped),
        Err(UltraError::Source(error)) => return Err(error.into()),
        Err(UltraError::Memory(error)) => return Err(error.into()),
        Err(error) => return Err(SolveError::Unit(error.to_string())),
    };
    progress(Progress::Writing);
    let mut bytes = 0;
    for (plane, draws) in ranked.planes {
        let written = directory.ultra(ranks).write(unit.subspace(plane), &draws, &options.write)?;
        bytes += written.bytes;
        buffers.keep_codes(draws.into_codes());
    }
    Ok(bytes)
}

/// The tables of a directory as sources.
struct UltraTables<'a> {
    directory: &'a TableDirectory,
    ranks: &'a Ranks,
}

impl SolvedDraws for UltraTables<'_> {
    type Error = TableError;

    fn values(&self, subspace: Subspace) -> Result<Vec<DrawValue>, TableError> {
        let table = self.directory.ultra(self.ranks).open(subspace)?;
        Ok(table.values().iter().map(|&(value, _)| value).collect())
    }

    fn read_codes(&self, subspace: Subspace, codes: &mut [u16]) -> Result<(), TableError> {
        self.directory.ultra(self.ranks).open(subspace)?.load(codes)
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
