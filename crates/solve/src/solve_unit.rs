//! One unit, from the planes that its captures lead to.

use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Subspace, Unit, UnitIndex};
use millwright_rules::{Board, DoubleMill, Rules};
use rayon::prelude::*;
use thiserror::Error;

use crate::cell::Cell;
use crate::exits::{Sources, exits};
use crate::kernels::Dispatch;
use crate::levels::{Ended, levels};
use crate::planes::{SolvedUnit, Stored};
use crate::unit_context::{LevelSet, UnitContext};

/// Where a unit's solver finds the planes that were solved before.
pub trait SolvedPlanes {
    /// What can go wrong.
    type Error;

    /// The deepest value of a subspace.
    ///
    /// # Errors
    /// If the subspace is not there.
    fn deepest(&self, subspace: Subspace) -> Result<u16, Self::Error>;

    /// Reads all values of a subspace, one byte each. Only asked for where they fit.
    ///
    /// # Errors
    /// If the subspace cannot be read.
    fn read_narrow(&self, subspace: Subspace, values: &mut [u8]) -> Result<(), Self::Error>;

    /// Reads all values of a subspace, two bytes each.
    ///
    /// # Errors
    /// If the subspace cannot be read.
    fn read_wide(&self, subspace: Subspace, values: &mut [u16]) -> Result<(), Self::Error>;
}

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct UnitOptions<'a> {
    /// Which kernel.
    pub dispatch: Dispatch,
    /// The memory that frontier lists may take; blocks beyond it are searched.
    pub list_bytes: u64,
    /// Solve with two bytes a slot even where one would do.
    pub always_wide: bool,
    /// Raised when the work is no longer wanted.
    pub stop: &'a AtomicBool,
}

/// What a unit's solver tells about its progress.
#[derive(Clone, Copy, Debug)]
pub enum UnitProgress {
    /// It reads the planes that captures lead to, and finds the exits.
    Exits,
    /// It has decided so many slots at this level, of both planes.
    Level {
        /// The level.
        level: u32,
        /// Slots decided at it.
        decided: u64,
    },
    /// One byte a slot was not enough: it begins again with two.
    Widening,
}

/// Why a unit was not solved.
#[derive(Debug, Error)]
pub enum UnitError<E> {
    /// A plane that it needs could not be read.
    #[error(transparent)]
    Source(E),
    /// The stop flag was raised.
    #[error("interrupted")]
    Stopped,
    /// Values deeper than any game is known to have.
    #[error("unit {unit} has values deeper than {deepest} plies, more than the solver has room for")]
    TooDeep {
        /// Which.
        unit: Unit,
        /// The limit.
        deepest: u32,
    },
    /// Rules that the solver cannot do.
    #[error("slides that take two stones (double mill `two` on the diagonal board) are not supported")]
    Unsupported,
}

/// Solves a unit with empty hands. Runs on the current rayon pool.
///
/// # Errors
/// See [`UnitError`].
pub fn solve_unit<S: SolvedPlanes>(
    rules: &Rules,
    unit: Unit,
    solved: &S,
    options: &UnitOptions<'_>,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<SolvedUnit, UnitError<S::Error>> {
    if rules.board == Board::Diagonal && rules.double_mill == DoubleMill::Two {
        return Err(UnitError::Unsupported);
    }
    let context = UnitContext::new(rules, unit, options.dispatch, options.stop);
    let mut deepest = 0;
    for subspace in [after_a(unit), after_c(unit)].into_iter().flatten() {
        deepest = deepest.max(solved.deepest(subspace).map_err(UnitError::Source)?);
    }
    // An exit takes one ply more than what it leads to, and must itself be a depth that a byte holds.
    let narrow = !options.always_wide && u32::from(deepest) + 1 < context.first_undecided::<u8>().get();
    if narrow {
        let read = |subspace, cells: &mut [u8]| solved.read_narrow(subspace, cells);
        match solve_cells(&context, read, options.list_bytes, progress)? {
            Outcome::Solved(solved) => return Ok(solved),
            Outcome::TooDeep => progress(UnitProgress::Widening),
            Outcome::Stopped => return Err(UnitError::Stopped),
        }
    }
    let read = |subspace, cells: &mut [u16]| solved.read_wide(subspace, cells);
    match solve_cells(&context, read, options.list_bytes, progress)? {
        Outcome::Solved(solved) => Ok(solved),
        Outcome::TooDeep => Err(UnitError::TooDeep { unit, deepest: LevelSet::DEEPEST }),
        Outcome::Stopped => Err(UnitError::Stopped),
    }
}

/// The subspace after A has taken a stone; `None` if the game is over by it.
fn after_a(unit: Unit) -> Option<Subspace> {
    let c = unit.subspace(Plane::C);
    (c.mover + c.mover_hand > 3).then(|| Subspace { mover: c.mover - 1, ..c })
}

/// The subspace after C has taken a stone; `None` if the game is over by it, or A's captures tell it all.
fn after_c(unit: Unit) -> Option<Subspace> {
    let a = unit.subspace(Plane::A);
    (a.mover + a.mover_hand > 3 && !unit.is_even()).then(|| Subspace { mover: a.mover - 1, ..a })
}

/// The sources of a unit, read by `R`.
struct ReadSources<R> {
    unit: Unit,
    read: R,
}

impl<T: Cell, E, R: Fn(Subspace, &mut [T]) -> Result<(), E>> Sources<T> for ReadSources<R> {
    type Error = E;

    fn after_a(&self) -> Result<Option<Vec<T>>, E> {
        after_a(self.unit).map(|subspace| read_keys(subspace, &self.read)).transpose()
    }

    fn after_c(&self) -> Result<Option<Vec<T>>, E> {
        after_c(self.unit).map(|subspace| read_keys(subspace, &self.read)).transpose()
    }
}

fn read_keys<T: Cell, E>(
    subspace: Subspace,
    read: impl Fn(Subspace, &mut [T]) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let slots = UnitIndex::slots_of(Unit::of(subspace));
    let mut cells = vec![T::default(); usize::try_from(slots).expect("a plane fits in memory")];
    read(subspace, &mut cells)?;
    cells.par_chunks_mut(1 << 16).for_each(|cells| {
        for cell in cells {
            *cell = T::key_of_exit_to(*cell);
        }
    });
    Ok(cells)
}

enum Outcome {
    Solved(SolvedUnit),
    TooDeep,
    Stopped,
}

fn solve_cells<T: Stored, E>(
    context: &UnitContext<'_>,
    read: impl Fn(Subspace, &mut [T]) -> Result<(), E>,
    list_bytes: u64,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<Outcome, UnitError<E>> {
    progress(UnitProgress::Exits);
    let mut planes = exits(context, &ReadSources { unit: context.unit, read }).map_err(UnitError::Source)?;
    if context.stopped() {
        return Ok(Outcome::Stopped);
    }
    let ended = levels(context, &mut planes, list_bytes, &mut |level, decided| {
        progress(UnitProgress::Level { level, decided });
    });
    match ended {
        Ended::Solved => {}
        Ended::TooDeep => return Ok(Outcome::TooDeep),
        Ended::Stopped => return Ok(Outcome::Stopped),
    }
    let first_undecided = context.first_undecided::<T>();
    let kept = if context.unit.is_even() { 1 } else { 2 };
    let planes = planes.into_iter().zip(Plane::BOTH).take(kept).map(|(cells, plane)| {
        let mut values = cells.states;
        drop(cells.exits);
        values.par_chunks_mut(1 << 16).for_each(|values| {
            for value in values {
                *value = if *value >= first_undecided { T::MAX } else { *value };
            }
        });
        (plane, T::values(values))
    });
    Ok(Outcome::Solved(SolvedUnit { unit: context.unit, planes: planes.collect() }))
}

/// The memory that solving a unit takes beside the frontier lists, with cells of so many bytes.
#[must_use]
pub fn memory_needed(unit: Unit, cell_bytes: u64) -> u64 {
    let slots = UnitIndex::slots_of(unit);
    let source = |subspace: Option<Subspace>| subspace.map_or(0, |s| UnitIndex::slots_of(Unit::of(s)));
    // While A's captures are found; while A's exits are; while C's exits are, and then through all levels.
    let cells = (slots + source(after_a(unit))).max(3 * slots).max(4 * slots + source(after_c(unit)));
    // Classes, edges and exit levels of each block.
    let per_block = 256 * u64::from(UnitIndex::new(unit).classes().count());
    cells * cell_bytes + per_block + FIXED_BYTES
}

/// Tables that every unit needs: the classes of up to twelve stones and what a program needs anyway.
const FIXED_BYTES: u64 = 64 << 20;
