//! The first step: for every slot, the best outcome over all moves that leave the unit, and how many moves stay.
//!
//! Placing leaves the unit, and so do captures. Everything is done block by block: what A's stones allow is found
//! once for a block, and C's stones move by one map of points for each of A's moves.

#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

mod by_a;
mod by_c;
mod captures;
mod frame;
mod sources;

use millwright_index::Plane;
use rayon::prelude::*;

pub(crate) use sources::{Leaving, keyed_by_other, subspace_after};

use crate::cell::Cell;
use crate::kernels::{HalfImages, ImageLookup, Kernel, Work};
use crate::layout::Layout;
use crate::outcomes::Outcomes;
use crate::unit_context::{PlaneCells, UnitContext};

/// Blocks that a thread takes at a time.
const BLOCKS_AT_A_TIME: usize = 16;

/// The ways in which the mover of a plane can leave the unit. Mills take three stones on the board, two at once five.
pub(crate) fn ways_to_leave(context: &UnitContext<'_>, plane: Plane) -> Vec<Leaving> {
    let subspace = context.unit.subspace(plane);
    let mut ways = Vec::new();
    if subspace.may_slide(context.rules) && subspace.mover >= 3 {
        ways.push(Leaving { places: false, takes: 1 });
    }
    if subspace.may_place() {
        ways.push(Leaving { places: true, takes: 0 });
        if subspace.mover + 1 >= 3 {
            ways.push(Leaving { places: true, takes: 1 });
        }
        if context.takes_pairs(plane) {
            ways.push(Leaving { places: true, takes: 2 });
        }
    }
    ways.retain(|&way| subspace_after(context.unit, plane, way).is_some());
    ways
}

/// One plane with its exits, and with the states with which the levels begin; in a unit that nobody can stay in, with
/// the values.
pub(crate) fn exits_of<T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'_>,
    outcomes: &O,
    plane: Plane,
) -> Result<PlaneCells<T>, O::Error> {
    match plane {
        Plane::A => by_a::exits_of_a(context, outcomes),
        Plane::C => by_c::exits_of_c(context, outcomes),
    }
}

/// Plane C where both players have the same: its exits are those of plane A with the colours exchanged.
pub(crate) fn exits_of_even_c<T: Cell>(
    context: &UnitContext<'_>,
    outcomes: &impl Outcomes<T>,
    a: &PlaneCells<T>,
) -> PlaneCells<T> {
    by_c::exits_of_even_c(context, outcomes, &a.exits)
}

/// Raises `best` to what stands at the image of each slot.
struct BestOfImages<'a, T> {
    layout: &'a Layout,
    images: ImageLookup<'a>,
    /// The layout of the block where the images are.
    there: &'a Layout,
    slots: &'a [u16],
    from: &'a [T],
    /// Read where `from` has nothing.
    or_else: Option<&'a [T]>,
    best: &'a mut [T],
}

impl<T: Cell> Work for BestOfImages<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _kernel: impl Kernel) {
        let ranker = self.there.ranker();
        for &slot in self.slots {
            let slot = usize::from(slot);
            let place = ranker.rank(self.images.of(self.layout.sets[slot]));
            let key = match self.or_else {
                Some(or_else) if self.from[place] == T::default() => or_else[place],
                _ => self.from[place],
            };
            let best = &mut self.best[slot];
            *best = (*best).max(key);
        }
    }
}

/// Buffers that a thread keeps from block to block.
#[derive(Default)]
struct Scratch<T> {
    expansion: HalfImages,
    images: HalfImages,
    counts: Vec<u8>,
    slots: Vec<u16>,
    captures: Vec<T>,
    pair_captures: Vec<T>,
}

/// A block's part of a plane.
pub(crate) struct BlockCells<'a, T> {
    pub(crate) states: &'a mut [T],
    pub(crate) exits: &'a mut [T],
    pub(crate) exit_bits: &'a mut [u64],
}

/// Does the work of every block, which finds its exits and counts the moves that stay, and settles its states.
fn for_each_block<T: Cell>(
    context: &UnitContext<'_>,
    outcomes: &impl Outcomes<T>,
    (plane, cells): (Plane, &mut PlaneCells<T>),
    work: impl Fn(&mut Scratch<T>, usize, &mut BlockCells<'_, T>) + Sync,
) {
    let block_len = context.block_len();
    let group_len = block_len * BLOCKS_AT_A_TIME;
    let words = cells.exit_bits.len() / context.blocks();
    let groups = cells
        .states
        .par_chunks_mut(group_len)
        .zip(cells.exits.par_chunks_mut(group_len))
        .zip(cells.exit_bits.par_chunks_mut(words * BLOCKS_AT_A_TIME));
    groups.enumerate().for_each_init(Scratch::default, |scratch, (group, ((states, exits), exit_bits))| {
        let blocks = states.chunks_mut(block_len).zip(exits.chunks_mut(block_len));
        for (place, ((states, exits), exit_bits)) in blocks.zip(exit_bits.chunks_mut(words)).enumerate() {
            if !context.stopped() {
                let block = group * BLOCKS_AT_A_TIME + place;
                scratch.counts.clear();
                scratch.counts.resize(block_len, 0);
                let mut cells = BlockCells { states, exits, exit_bits };
                work(scratch, block, &mut cells);
                outcomes.settle(context, plane, block, &mut cells, &scratch.counts);
            }
        }
    });
}
