//! One unit, from the planes that its captures lead to.

use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Subspace, Unit, UnitIndex};
use millwright_rules::Rules;
use millwright_table::{Code, Codes, can_be_had};
use rayon::prelude::*;
use thiserror::Error;

use crate::buffers::{Buffer, Buffers};
use crate::cell::Cell;
use crate::exit_bits::last_bit;
use crate::exits::{exits_of, exits_of_even_c};
use crate::kernels::Dispatch;
use crate::levels::{Ended, LevelOptions, levels};
use crate::memory::memory_needed;
use crate::plies::{self, Plies, PliesAgenda};
use crate::solved_unit::SolvedUnit;
use crate::unit_context::UnitContext;

/// Where a unit's solver finds the planes that were solved before.
pub trait SolvedPlanes: Sync {
    /// What can go wrong.
    type Error;

    /// The deepest value of a subspace.
    ///
    /// # Errors
    /// If the subspace is not there.
    fn deepest(&self, subspace: Subspace) -> Result<u16, Self::Error>;

    /// Reads all values of a subspace. One byte each is only asked for where they fit.
    ///
    /// # Errors
    /// If the subspace cannot be read.
    fn read<T: Code>(&self, subspace: Subspace, values: &mut [T]) -> Result<(), Self::Error>;
}

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct UnitOptions<'a> {
    /// Which kernel.
    pub dispatch: Dispatch,
    /// The memory that it may use.
    pub memory: u64,
    /// What frontier lists may take of that if planes leave so much; blocks beyond it are searched.
    pub list_bytes: u64,
    /// Solve with two bytes a slot even where one would do.
    pub always_wide: bool,
    /// Raised when the work is no longer wanted.
    pub stop: &'a AtomicBool,
}

impl<'a> UnitOptions<'a> {
    /// With the best kernel, and all the memory there is.
    #[must_use]
    pub fn new(stop: &'a AtomicBool) -> Self {
        Self { dispatch: Dispatch::best(), memory: u64::MAX, list_bytes: u64::MAX, always_wide: false, stop }
    }

    /// The memory that is left for frontier lists when so much is needed for the rest, which can be had, or is kept in
    /// buffers. From then on these may take no more.
    ///
    /// # Errors
    /// If it may not be used, or cannot be had.
    pub(crate) fn room_for_lists(
        &self,
        unit: Unit,
        needed: u64,
        buffers: &Buffers,
    ) -> Result<u64, MemoryError> {
        let given = self.memory;
        if needed > given {
            return Err(MemoryError::Limit { unit, needed, given });
        }
        // Large buffers of the units before stay for those that come, but lists have half of the memory if they can.
        let for_buffers = needed.max(given / 2);
        buffers.set_limit(for_buffers);
        if can_be_had(needed.saturating_sub(buffers.kept_bytes())) {
            let left = given - needed.max(buffers.may_hold());
            Ok(left.min(self.list_bytes))
        } else {
            Err(MemoryError::Refused { unit, needed })
        }
    }
}

/// Why a unit does not fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// It takes more than it may use.
    #[error("unit {unit} needs {needed} bytes of memory, but only {given} may be used")]
    Limit {
        /// Which.
        unit: Unit,
        /// What it takes.
        needed: u64,
        /// What it may use.
        given: u64,
    },
    /// It might use so much, but the system does not give it.
    #[error("unit {unit} needs {needed} bytes of memory, and the system does not give so much")]
    Refused {
        /// Which.
        unit: Unit,
        /// What it takes.
        needed: u64,
    },
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
    /// It does not fit in memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Values deeper than any game is known to have.
    #[error("unit {unit} has values deeper than {deepest} plies, more than the solver has room for")]
    TooDeep {
        /// Which.
        unit: Unit,
        /// The limit.
        deepest: u32,
    },
}

/// Solves the planes of a unit that the game has. Runs on the current rayon pool.
///
/// # Errors
/// See [`UnitError`].
pub fn solve_unit<S: SolvedPlanes>(
    rules: &Rules,
    unit: (Unit, &[Plane]),
    solved: &S,
    options: &UnitOptions<'_>,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<SolvedUnit, UnitError<S::Error>> {
    solve_unit_with(&Buffers::default(), rules, unit, solved, options, progress)
}

/// The same with memory that was used before.
pub(crate) fn solve_unit_with<S: SolvedPlanes>(
    buffers: &Buffers,
    rules: &Rules,
    (unit, planes): (Unit, &[Plane]),
    solved: &S,
    options: &UnitOptions<'_>,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<SolvedUnit, UnitError<S::Error>> {
    let context = UnitContext::new(rules, (unit, planes), options.dispatch, (buffers, options.stop));
    let mut deepest = 0;
    for subspace in sources_of(&context) {
        deepest = deepest.max(solved.deepest(subspace).map_err(UnitError::Source)?);
    }
    // Exits join levels at their own depth. Where nobody stays there are no levels.
    if !context.moves.nobody_stays() && u32::from(deepest) + 1 > plies::DEEPEST {
        return Err(UnitError::TooDeep { unit, deepest: plies::DEEPEST });
    }
    // An exit takes one ply more than what it leads to, and must itself be a depth that a byte holds.
    let list_bytes =
        |cell_bytes| options.room_for_lists(unit, memory_needed(rules, (unit, planes), cell_bytes), buffers);
    let narrow = !options.always_wide && u32::from(deepest) + 1 < context.first_undecided::<u8>().get();
    if narrow {
        let read = |subspace, cells: &mut [u8]| solved.read(subspace, cells);
        match solve_cells(&context, read, list_bytes(1)?, progress)? {
            Outcome::Solved(solved) => return Ok(solved),
            Outcome::TooDeep => {}
            Outcome::Stopped => return Err(UnitError::Stopped),
        }
    }
    let list_bytes = list_bytes(2)?;
    if narrow {
        progress(UnitProgress::Widening);
    }
    let read = |subspace, cells: &mut [u16]| solved.read(subspace, cells);
    match solve_cells(&context, read, list_bytes, progress)? {
        Outcome::Solved(solved) => Ok(solved),
        Outcome::TooDeep => Err(UnitError::TooDeep { unit, deepest: plies::DEEPEST }),
        Outcome::Stopped => Err(UnitError::Stopped),
    }
}

/// The subspaces that the exits of a unit lead to and that are not the end of the game.
fn sources_of(context: &UnitContext<'_>) -> Vec<Subspace> {
    let planes = context.moves.planes_with_exits().into_iter();
    let leaving =
        planes.flat_map(|plane| context.moves.ways_to_leave(plane).into_iter().map(move |way| (plane, way)));
    let after = leaving.filter_map(|(plane, way)| context.moves.subspace_after(plane, way));
    after.filter(|subspace| subspace.mover + subspace.mover_hand >= 3).collect()
}

/// All values of a subspace, by a closure that fills them in.
pub(crate) fn read_whole<'b, T: Cell, E>(
    context: &UnitContext<'b>,
    subspace: Subspace,
    read: impl Fn(Subspace, &mut [T]) -> Result<(), E>,
) -> Result<Buffer<'b, T>, E> {
    let slots = UnitIndex::slots_of(Unit::of(subspace));
    let mut cells = context.buffers.take(usize::try_from(slots).expect("a plane fits in memory"));
    read(subspace, cells.slots_mut())?;
    Ok(cells)
}

enum Outcome {
    Solved(SolvedUnit),
    TooDeep,
    Stopped,
}

fn solve_cells<T: Cell + Code, E>(
    context: &UnitContext<'_>,
    read: impl Fn(Subspace, &mut [T]) -> Result<(), E> + Sync,
    list_bytes: u64,
    progress: &mut dyn FnMut(UnitProgress),
) -> Result<Outcome, UnitError<E>> {
    progress(UnitProgress::Exits);
    let outcomes = Plies::new(read);
    let exits = |plane| exits_of(context, &outcomes, plane).map_err(UnitError::Source);
    let solved = |planes: Vec<(Plane, Codes)>| Outcome::Solved(SolvedUnit { unit: context.unit, planes });
    if context.moves.nobody_stays() {
        let mut planes = Vec::new();
        for plane in context.moves.planes_with_exits() {
            planes.push((plane, T::plane(exits(plane)?.states.into_cells())));
        }
        return Ok(if context.stopped() { Outcome::Stopped } else { solved(planes) });
    }
    let a = exits(Plane::A)?;
    let c = if context.unit.is_even() { exits_of_even_c(context, &outcomes, &a) } else { exits(Plane::C)? };
    let mut planes = [a, c];
    if context.stopped() {
        return Ok(Outcome::Stopped);
    }
    let deepest_exit = planes.iter().filter_map(|cells| last_bit(&cells.exit_bits.all())).max();
    let first_undecided = context.first_undecided::<T>();
    let mut agenda = PliesAgenda::new(deepest_exit, first_undecided);
    let options = LevelOptions { lost_already: Some(T::from_u32(0)), list_bytes };
    let ended = levels(context, &mut planes, &mut agenda, &options, &mut |level, decided| {
        progress(UnitProgress::Level { level, decided });
    });
    match ended {
        Ended::Solved => {}
        Ended::TooDeep => return Ok(Outcome::TooDeep),
        Ended::Stopped => return Ok(Outcome::Stopped),
    }
    let kept = if context.unit.is_even() { 1 } else { 2 };
    let planes = planes.into_iter().zip(Plane::BOTH).take(kept).map(|(cells, plane)| {
        drop(cells.exits);
        let mut values = cells.states.into_cells();
        values.par_chunks_mut(1 << 16).for_each(|values| {
            for value in values {
                *value = if *value >= first_undecided { T::MAX } else { *value };
            }
        });
        (plane, T::plane(values))
    });
    Ok(solved(planes.collect()))
}
