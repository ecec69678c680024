//! Solving for plies to the end: exits that win or lose at their own level, and draws where nothing is decided.

use millwright_index::{Plane, Subspace};
use rayon::prelude::*;

use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::exit_bits::set_bit;
use crate::exits::{BlockCells, BlockExits};
use crate::outcomes::{Agenda, JoiningExit, Next, Outcomes, Side, Step};
use crate::solve_unit::read_whole;
use crate::unit_context::UnitContext;

/// The deepest level that there is room for.
pub(crate) const DEEPEST: u32 = 511;
/// The bit of all exits beyond it: the levels see that there are some, and end too deep.
const BEYOND: u32 = DEEPEST + 1;
/// Bits for all exits.
pub(crate) const EXITS: usize = BEYOND as usize + 1;

/// Plies to the end, read by a closure.
pub(crate) struct Plies<R> {
    read: R,
}

impl<R> Plies<R> {
    /// `read` fills in all values of a subspace as they are stored.
    pub(crate) fn new(read: R) -> Self {
        Self { read }
    }
}

/// Keys of exits whose lower bits tell them apart: from 0 up and from the largest down, so many each.
const TOLD_APART: usize = DEEPEST as usize + 1;

impl<T, E, R> Outcomes<T> for Plies<R>
where
    T: Cell,
    R: Fn(Subspace, &mut [T]) -> Result<(), E> + Sync,
{
    type Error = E;

    fn keys<'b>(
        &self,
        context: &UnitContext<'b>,
        _plane: Plane,
        subspace: Subspace,
    ) -> Result<Buffer<'b, T>, E> {
        let mut cells = read_whole(context, subspace, &self.read)?;
        cells.slots_mut().par_chunks_mut(1 << 16).for_each(|cells| {
            for cell in cells {
                *cell = T::key_of_exit_to(*cell);
            }
        });
        Ok(cells)
    }

    fn winning_key(&self) -> T {
        T::key_of_level(1)
    }

    fn exit_bits(&self) -> usize {
        EXITS
    }

    fn settle(
        &self,
        context: &UnitContext<'_>,
        _place: (Plane, usize),
        found: &mut BlockExits<'_, T>,
        cells: &mut BlockCells<'_, T>,
    ) {
        let blocked = context.blocked_state::<T>();
        if context.moves.nobody_stays() {
            for (state, &key) in cells.states.iter_mut().zip(&*found.exits) {
                *state = key.value_of_key(blocked);
            }
            return;
        }
        for ((state, &key), &count) in cells.states.iter_mut().zip(&*found.exits).zip(found.counts) {
            *state = key.first_state(count, blocked);
        }
        for (keys, bits) in cells.exit_bits.parts(found.exits) {
            // Any key that a place stands for, 0 where there is none.
            let mut seen = [T::default(); 2 * TOLD_APART];
            for &key in keys {
                debug_assert!(
                    key.level_of_key().is_none_or(|level| level <= DEEPEST),
                    "no source is so deep"
                );
                seen[key.get() as usize % (2 * TOLD_APART)] = key;
            }
            // Cells of a byte have no more keys than this.
            let places = seen.len().min(T::MAX.get() as usize + 1);
            for level in seen[..places].iter().filter_map(|key| key.level_of_key()) {
                set_bit(bits, level.min(BEYOND) as usize);
            }
        }
    }
}

/// Level after level, until nothing is decided and no exit is left. At even levels slots are lost, at odd ones won.
pub(crate) struct PliesAgenda<T> {
    level: u32,
    deepest_exit: u32,
    first_undecided: T,
}

impl<T: Cell> PliesAgenda<T> {
    /// From level 0, where the blocked are lost, to the last exit at least.
    pub(crate) fn new(deepest_exit: Option<usize>, first_undecided: T) -> Self {
        let deepest_exit = deepest_exit.and_then(|bit| u32::try_from(bit).ok()).unwrap_or(0);
        Self { level: 0, deepest_exit, first_undecided }
    }
}

impl<T: Cell> Agenda<T> for PliesAgenda<T> {
    fn next(&mut self, decided: bool) -> Next<T> {
        if !decided && self.level >= self.deepest_exit {
            return Next::Done;
        }
        self.level += 1;
        if self.level >= self.first_undecided.get() || self.level > DEEPEST {
            return Next::TooDeep;
        }
        let exit = JoiningExit { key: T::key_of_level(self.level), bit: self.level as usize };
        let side = |wins: bool| Side {
            state: T::from_u32(self.level),
            exit: (wins != self.level.is_multiple_of(2)).then_some(exit),
        };
        Next::Step(Step { won: side(true), lost: side(false) })
    }
}
