//! The planes that exits lead to.

use millwright_index::Plane;

use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::outcomes::Outcomes;
use crate::rows::{PADDING, turn_plane};
use crate::unit_context::{UnitContext, slots_of_sets};
use crate::unit_moves::{Leaving, UnitMoves};

/// What a player's move leads to outside the unit.
pub(crate) enum After<'b, T: Cell> {
    /// The opponent has lost by it.
    Over {
        /// The key of that, so many times as a block has slots, and a vector beyond.
        block: Vec<T>,
    },
    /// Keys for the player who moved, in blocks of A's classes, whoever leads there.
    Plane(Buffer<'b, T>),
}

impl<T: Cell> After<'_, T> {
    /// The block of a class, and what may be read beyond it.
    pub(crate) fn padded_block(&self, class: usize, block_len: usize) -> &[T] {
        match self {
            Self::Over { block } => block,
            Self::Plane(keys) => keys.padded_from(class * block_len),
        }
    }
}

/// Reads where a way of leaving a plane leads to; `None` if nobody can leave so.
pub(crate) fn read_after<'b, T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'b>,
    outcomes: &O,
    plane: Plane,
    leaving: Leaving,
) -> Result<Option<After<'b, T>>, O::Error> {
    let Some(subspace) = context.moves.subspace_after(plane, leaving) else { return Ok(None) };
    let (a, c) = match plane {
        Plane::A => (subspace.other, subspace.mover),
        Plane::C => (subspace.mover, subspace.other),
    };
    if subspace.mover + subspace.mover_hand < 3 {
        let key = outcomes.winning_key();
        let block_len = millwright_index::binomial(24 - usize::from(a), c.into()) as usize;
        return Ok(Some(After::Over { block: vec![key; block_len + PADDING] }));
    }
    let keys = outcomes.keys(context, plane, subspace)?;
    if UnitMoves::is_keyed_by_a(plane, subspace) {
        return Ok(Some(After::Plane(keys)));
    }
    Ok(Some(After::Plane(keyed_by_other(context, &keys, a, c))))
}

/// Turns a plane in blocks of C's classes into one in blocks of A's, for so many stones of each.
pub(crate) fn keyed_by_other<'b, T: Cell>(
    context: &UnitContext<'b>,
    from: &Buffer<'_, T>,
    a: u8,
    c: u8,
) -> Buffer<'b, T> {
    let mut to = context.buffers.take(slots_of_sets(a, c));
    turn_plane((a, c), context.dispatch, from.padded_from(0), to.slots_mut(), || context.stopped());
    to
}
