//! Solving for plies to the end: exits that win or lose at their own level, and draws where nothing is decided.

use millwright_index::{Plane, Subspace};
use rayon::prelude::*;

use crate::cell::Cell;
use crate::exits::BlockCells;
use crate::outcomes::{Agenda, JoiningExit, Next, Outcomes, Side, Step};
use crate::unit_context::{UnitContext, set_bit};

/// The deepest level that there is room for.
pub(crate) const DEEPEST: u32 = 511;
/// The bit of all exits beyond it: the levels see that there are some, and end too deep.
const BEYOND: u32 = DEEPEST + 1;

/// Plies to the end, read by a closure.
pub(crate) struct Plies<R> {
    read: R,
}

impl<R> Plies<R> {
    /// `read` gives all values of a subspace as they are stored.
    pub(crate) fn new(read: R) -> Self {
        Self { read }
    }
}

impl<T: Cell, E, R: Fn(Subspace) -> Result<Vec<T>, E> + Sync> Outcomes<T> for Plies<R> {
    type Error = E;

    fn keys(&self, _plane: Plane, subspace: Subspace) -> Result<Vec<T>, E> {
        let mut cells = (self.read)(subspace)?;
        cells.par_chunks_mut(1 << 16).for_each(|cells| {
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
        BEYOND as usize + 1
    }

    fn settle(
        &self,
        context: &UnitContext<'_>,
        _plane: Plane,
        _block: usize,
        cells: &mut BlockCells<'_, T>,
        counts: &[u8],
    ) {
        let blocked = context.blocked_state::<T>();
        if context.nobody_stays() {
            for (state, &key) in cells.states.iter_mut().zip(&*cells.exits) {
                *state = match key.level_of_key() {
                    Some(level) => T::from_u32(level),
                    None if key == T::DRAW_KEY => T::MAX,
                    None => blocked,
                };
            }
            return;
        }
        let most = T::MAX.get();
        for ((state, &key), &count) in cells.states.iter_mut().zip(&*cells.exits).zip(counts) {
            let count = u32::from(count);
            *state = if key == T::default() {
                if count == 0 { blocked } else { T::from_u32(most - count) }
            } else if key >= T::DRAW_KEY {
                T::MAX
            } else {
                // An exit that loses is one more successor, ticked off when its time has come.
                T::from_u32(most - count - 1)
            };
            if let Some(level) = key.level_of_key() {
                set_bit(cells.exit_bits, level.min(BEYOND) as usize);
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
