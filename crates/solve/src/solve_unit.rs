//! One unit, from the planes that its captures lead to.

use std::sync::atomic::AtomicBool;

use millwright_index::{Classes, Plane, Subspace, Unit, UnitIndex, binomial};
use millwright_rules::{DoubleMill, Rules};
use millwright_table::{Code, Codes, can_be_had};
use rayon::prelude::*;
use thiserror::Error;

use crate::buffers::{Buffer, Buffers};
use crate::cell::Cell;
use crate::exits::{exits_of, exits_of_even_c, subspace_after, ways_to_leave};
use crate::kernels::Dispatch;
use crate::levels::{Ended, LevelOptions, levels};
use crate::plies::{self, Plies, PliesAgenda};
use crate::solved_unit::SolvedUnit;
use crate::unit_context::{UnitContext, last_bit};

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
    if !context.nobody_stays() && u32::from(deepest) + 1 > plies::DEEPEST {
        return Err(UnitError::TooDeep { unit, deepest: plies::DEEPEST });
    }
    // An exit takes one ply more than what it leads to, and must itself be a depth that a byte holds.
    let list_bytes =
        |cell_bytes| options.room_for_lists(unit, memory_needed(rules, unit, cell_bytes), buffers);
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
    let planes = needed_planes(context).into_iter();
    let leaving =
        planes.flat_map(|plane| ways_to_leave(context, plane).into_iter().map(move |way| (plane, way)));
    let after = leaving.filter_map(|(plane, way)| subspace_after(context.unit, plane, way));
    after.filter(|subspace| subspace.mover + subspace.mover_hand >= 3).collect()
}

/// The planes whose exits are read; in an even unit C's are those of A.
fn needed_planes(context: &UnitContext<'_>) -> Vec<Plane> {
    if context.unit.is_even() {
        vec![Plane::A]
    } else if context.nobody_stays() {
        context.planes().to_vec()
    } else {
        Plane::BOTH.to_vec()
    }
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
    if context.nobody_stays() {
        let mut planes = Vec::new();
        for plane in needed_planes(context) {
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
    let deepest_exit = planes.iter().filter_map(|cells| last_bit(&cells.all_exit_bits(context))).max();
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

/// The memory that solving a unit takes beside the frontier lists, with cells of so many bytes.
#[must_use]
pub fn memory_needed(rules: &Rules, unit: Unit, cell_bytes: u64) -> u64 {
    let slots = UnitIndex::slots_of(unit);
    let blocks = |a: u8, c: u8| {
        let block_len = binomial(24 - usize::from(a), usize::from(c));
        u64::from(Classes::of(a).count()) * u64::from(block_len)
    };
    let (a, c) = (unit.a(), unit.c());
    let [of_a, of_c] = Plane::BOTH.map(|plane| unit.subspace(plane));
    // Everything that may be at hand at once while a plane's exits are found: generous where there is a choice.
    let mut exits_of_a = slots;
    if of_a.may_slide(rules) {
        exits_of_a += slots;
    }
    if of_a.may_place() {
        let captures = if rules.double_mill == DoubleMill::Two { 2 } else { 1 };
        exits_of_a += blocks(a + 1, c) * (captures + 2);
    }
    // Planes keyed by the other player are turned round, and both are there for a while.
    let turned = if a <= c + 2 { 2 } else { 1 };
    let mut exits_of_c = 0;
    if of_c.may_slide(rules) && a > 0 {
        exits_of_c += blocks(a - 1, c) * turned;
    }
    if of_c.may_place() {
        exits_of_c += blocks(a, c + 1) * turned + if a > 0 { blocks(a - 1, c + 1) * turned } else { 0 };
        if rules.double_mill == DoubleMill::Two && a > 1 {
            exits_of_c += blocks(a - 2, c + 1) * turned;
        }
    }
    let cells = (2 * slots + exits_of_a).max(4 * slots + exits_of_c);
    // Classes, edges and exit levels of each block.
    let per_block = 256 * u64::from(Classes::of(a).count());
    cells * cell_bytes + per_block + FIXED_BYTES
}

/// Tables that every unit needs: the classes of up to twelve stones and what a program needs anyway.
const FIXED_BYTES: u64 = 64 << 20;
