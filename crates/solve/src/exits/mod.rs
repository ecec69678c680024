//! The first step: for every slot, the best outcome over all moves that leave the unit, and how many moves stay.
//!
//! Placing leaves the unit, and so do captures. Everything is done block by block, and in a block row by row: what A's
//! stones allow is found once for a block, and C's stones move by one map of points for each of A's moves.

#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

mod by_a;
mod by_c;
mod captures;
mod frame;
mod in_block;
mod sources;

use millwright_index::Plane;
use rayon::prelude::*;

pub(crate) use frame::Frame;
pub(crate) use sources::keyed_by_other;

use crate::cell::Cell;
use crate::exit_bits::BlockExitBits;
use crate::kernels::HalfImages;
use crate::outcomes::Outcomes;
use crate::rows::{Accumulator, Across, BlockSlides, MillLanes, PADDING};
use crate::unit_context::{PlaneCells, UnitContext};

/// Blocks that a thread takes at a time.
const BLOCKS_AT_A_TIME: usize = 16;

/// One plane with its exits, and with the states with which the levels begin; in a unit that nobody can stay in, with
/// the values.
pub(crate) fn exits_of<'b, T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'b>,
    outcomes: &O,
    plane: Plane,
) -> Result<PlaneCells<'b, T>, O::Error> {
    match plane {
        Plane::A => by_a::exits_of_a(context, outcomes),
        Plane::C => by_c::exits_of_c(context, outcomes),
    }
}

/// Plane C where both players have the same: its exits are those of plane A with the colours exchanged.
pub(crate) fn exits_of_even_c<'b, T: Cell>(
    context: &UnitContext<'b>,
    outcomes: &impl Outcomes<T>,
    a: &PlaneCells<'b, T>,
) -> PlaneCells<'b, T> {
    by_c::exits_of_even_c(context, outcomes, a)
}

/// Buffers that a thread keeps from block to block.
#[derive(Default)]
struct Scratch<T> {
    expansion: HalfImages,
    shares: HalfImages,
    counts: Vec<u8>,
    /// The keys of the block's exits, and a vector beyond them.
    exits: Vec<T>,
    across: Across,
    best: Accumulator<T>,
    steps: Vec<by_a::Step>,
    mills: MillLanes,
    slides: BlockSlides,
    /// What closing one mill is worth, and two at once.
    captures: Vec<T>,
    pair_captures: Vec<T>,
    /// What placing, or closing a mill by a slide, is worth.
    placed: Vec<T>,
}

/// Cells for a block of so many slots, and a vector beyond it. What is in them does not matter.
fn make_room<T: Cell>(cells: &mut Vec<T>, block_len: usize) {
    cells.resize(block_len + PADDING, T::default());
}

/// Cell by cell the larger one.
fn raise<T: Cell>(best: &mut [T], others: &[T]) {
    for (best, &other) in best.iter_mut().zip(others) {
        *best = (*best).max(other);
    }
}

/// Where there is nothing, what stands in `others`: a mill that takes nothing is a stone placed like any other.
fn fill_gaps<T: Cell>(cells: &mut [T], others: &[T]) {
    for (cell, &other) in cells.iter_mut().zip(others) {
        *cell = if *cell == T::default() { other } else { *cell };
    }
}

/// What is known of a block once its exits are found.
pub(crate) struct BlockExits<'a, T> {
    /// The keys of the best exits.
    pub(crate) exits: &'a mut [T],
    /// How many moves stay.
    pub(crate) counts: &'a [u8],
}

/// A block's part of a plane.
pub(crate) struct BlockCells<'a, T> {
    pub(crate) states: &'a mut [T],
    pub(crate) exit_bits: BlockExitBits<'a>,
}

/// Does the work of every block, which finds its exits and counts the moves that stay, and settles its states. What `work`
/// finds in the scratch's exits are those that the plane has, if it has any.
fn for_each_block<T: Cell>(
    context: &UnitContext<'_>,
    outcomes: &impl Outcomes<T>,
    (plane, cells): (Plane, &mut PlaneCells<'_, T>),
    work: impl Fn(&mut Scratch<T>, usize) + Sync,
) {
    let block_len = context.block_len();
    let group_len = block_len * BLOCKS_AT_A_TIME;
    let (bits, each) = cells.exit_bits.groups_mut(BLOCKS_AT_A_TIME);
    let groups = cells.states.slots_mut().par_chunks_mut(group_len).zip(bits).enumerate();
    let settle_group = |scratch: &mut Scratch<T>,
                        group: usize,
                        states: &mut [T],
                        exit_bits: &mut [u64],
                        mut exits: Option<&mut [T]>| {
        for (place, (states, exit_bits)) in states.chunks_mut(block_len).zip(each.of(exit_bits)).enumerate() {
            if context.stopped() {
                return;
            }
            let block = group * BLOCKS_AT_A_TIME + place;
            scratch.counts.clear();
            scratch.counts.resize(block_len + PADDING, 0);
            make_room(&mut scratch.exits, block_len);
            if let Some(exits) = &exits {
                scratch.exits[..block_len].copy_from_slice(&exits[place * block_len..][..block_len]);
            }
            work(scratch, block);
            let mut found =
                BlockExits { exits: &mut scratch.exits[..block_len], counts: &scratch.counts[..block_len] };
            outcomes.settle(context, (plane, block), &mut found, &mut BlockCells { states, exit_bits });
            if let Some(exits) = &mut exits {
                exits[place * block_len..][..block_len].copy_from_slice(found.exits);
            }
        }
    };
    match &mut cells.exits {
        None => groups.for_each_init(Scratch::default, |scratch, (group, (states, exit_bits))| {
            settle_group(scratch, group, states, exit_bits, None);
        }),
        Some(exits) => groups.zip(exits.slots_mut().par_chunks_mut(group_len)).for_each_init(
            Scratch::default,
            |scratch, ((group, (states, exit_bits)), exits)| {
                settle_group(scratch, group, states, exit_bits, Some(exits));
            },
        ),
    }
}
