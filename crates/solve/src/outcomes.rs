//! What a unit is solved for.
//!
//! The solver's two steps know nothing of wins and plies. They need to know which of two exits is better, and in which
//! order outcomes are found out: that is what [`Outcomes`] and [`Agenda`] say. Plies to the end are one instance
//! ([`crate::plies`]), ranks of draws another ([`crate::ultra`]).

use millwright_index::{Plane, Subspace};

use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::exits::{BlockCells, BlockExits};
use crate::unit_context::UnitContext;

/// The outcomes that exits of a unit can have.
pub(crate) trait Outcomes<T: Cell>: Sync {
    /// What can go wrong.
    type Error;

    /// For every slot of a subspace outside the unit, what it is worth to the player of a plane who moves there: a key,
    /// not 0, and the larger the better.
    fn keys<'b>(
        &self,
        context: &UnitContext<'b>,
        plane: Plane,
        subspace: Subspace,
    ) -> Result<Buffer<'b, T>, Self::Error>;

    /// The key of a move that takes the third-last stone.
    fn winning_key(&self) -> T;

    /// How many bits a block has to say which exits are in it.
    fn exit_bits(&self) -> usize;

    /// Makes the states of a block of a plane with which the levels begin, from its exits and from how many moves stay in each
    /// slot; in a unit that nobody can stay in, the values.
    fn settle(
        &self,
        context: &UnitContext<'_>,
        place: (Plane, usize),
        found: &mut BlockExits<'_, T>,
        cells: &mut BlockCells<'_, T>,
    );
}

/// The order in which the levels go through outcomes.
pub(crate) trait Agenda<T> {
    /// What comes after the step before; `decided` says whether slots were decided at that one.
    fn next(&mut self, decided: bool) -> Next<T>;
}

/// What comes next.
pub(crate) enum Next<T> {
    /// Slots can be decided.
    Step(Step<T>),
    /// Nothing is left to decide.
    Done,
    /// There are outcomes beyond what cells can hold.
    TooDeep,
}

/// A step of the levels. Sources that were lost at the step before make wins, those that were won tick off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<T> {
    /// Slots that become good for their mover.
    pub(crate) won: Side<T>,
    /// Slots that become bad for him.
    pub(crate) lost: Side<T>,
}

impl<T> Step<T> {
    pub(crate) const fn side(&self, wins: bool) -> &Side<T> {
        if wins { &self.won } else { &self.lost }
    }
}

/// One side of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<T> {
    /// The state of the slots that are decided.
    pub(crate) state: T,
    /// The exits that join.
    pub(crate) exit: Option<JoiningExit<T>>,
}

/// Exits that join at a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoiningExit<T> {
    /// Their key.
    pub(crate) key: T,
    /// The bit that a block has if it has any.
    pub(crate) bit: usize,
}
