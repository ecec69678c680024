//! The planes that exits lead to.

use millwright_index::{ClassId, Classes, Plane, Subspace, Unit};
use millwright_rules::PointSet;
use rayon::prelude::*;

use super::frame::Frame;
use crate::cell::Cell;
use crate::kernels::{HalfImages, ImageLookup, Kernel, Work};
use crate::layout::Layout;
use crate::outcomes::Outcomes;
use crate::unit_context::UnitContext;

/// What a player's move leads to outside the unit.
pub(crate) enum After<T> {
    /// The opponent has lost by it, which has this key.
    Over(T),
    /// Keys for the player who moved, in blocks of A's classes, whoever leads there.
    Plane(Vec<T>),
}

impl<T: Copy> After<T> {
    /// The block of a class, or the one key if the game is over.
    pub(crate) fn block(&self, class: usize, block_len: usize) -> Result<&[T], T> {
        match self {
            Self::Over(key) => Err(*key),
            Self::Plane(keys) => Ok(&keys[class * block_len..][..block_len]),
        }
    }
}

/// How the mover of a plane leaves the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaving {
    /// Whether he places a stone.
    pub(crate) places: bool,
    /// How many stones he takes.
    pub(crate) takes: u8,
}

/// The subspace that a way of leaving a plane leads to; `None` if the opponent has fewer stones on the board than it
/// takes.
pub(crate) fn subspace_after(unit: Unit, plane: Plane, leaving: Leaving) -> Option<Subspace> {
    let before = unit.subspace(plane);
    let placed = u8::from(leaving.places);
    Some(Subspace {
        mover: before.other.checked_sub(leaving.takes)?,
        other: before.mover + placed,
        mover_hand: before.other_hand,
        other_hand: before.mover_hand.checked_sub(placed)?,
    })
}

/// Reads where a way of leaving a plane leads to; `None` if nobody can leave so.
pub(crate) fn read_after<T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'_>,
    outcomes: &O,
    plane: Plane,
    leaving: Leaving,
) -> Result<Option<After<T>>, O::Error> {
    let Some(subspace) = subspace_after(context.unit, plane, leaving) else { return Ok(None) };
    if subspace.mover + subspace.mover_hand < 3 {
        return Ok(Some(After::Over(outcomes.winning_key())));
    }
    let keys = outcomes.keys(plane, subspace)?;
    // The stored key is the leading player there, the mover if they have the same. A is the mover after C's moves.
    let mover_is_key = Unit::of(subspace).plane_of(subspace) == Plane::A;
    let keyed_by_a = mover_is_key == (plane == Plane::C);
    if keyed_by_a {
        return Ok(Some(After::Plane(keys)));
    }
    let (a, c) = match plane {
        Plane::A => (subspace.other, subspace.mover),
        Plane::C => (subspace.mover, subspace.other),
    };
    Ok(Some(After::Plane(keyed_by_other(context, &keys, a, c))))
}

/// Turns a plane in blocks of C's classes into one in blocks of A's, for so many stones of each.
pub(crate) fn keyed_by_other<T: Cell>(context: &UnitContext<'_>, from: &[T], a: u8, c: u8) -> Vec<T> {
    let classes = Classes::of(a);
    let layout = Layout::of_sets(24 - a, c);
    let there = Layout::of_sets(24 - c, a);
    let block_len = layout.block_len();
    let mut to = vec![T::default(); classes.representatives().len() * block_len];
    to.par_chunks_mut(block_len).enumerate().for_each_init(HalfImages::default, |expansion, (block, to)| {
        if !context.stopped() {
            let stones = classes.representatives()[block];
            Frame::of(stones).tabulate_expansion(layout.halves(), expansion);
            let expansion = expansion.lookup();
            let keys = Classes::of(c);
            context.dispatch.run(RekeyBlock {
                stones,
                layout: &layout,
                expansion,
                keys,
                there: &there,
                from,
                to,
            });
        }
    });
    to
}

/// Gathers one block from a plane that is keyed by the other player.
struct RekeyBlock<'a, T> {
    /// The stones whose block it is.
    stones: PointSet,
    layout: &'a Layout,
    expansion: ImageLookup<'a>,
    /// The classes of the other player's sets, which are the key of `from`.
    keys: &'static Classes,
    there: &'a Layout,
    from: &'a [T],
    to: &'a mut [T],
}

impl<T: Cell> Work for RekeyBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        const AT_A_TIME: usize = 64;
        let block_len = self.there.block_len();
        let ranker = self.there.ranker();
        let sets = self.layout.sets.chunks(AT_A_TIME);
        for (sets, to) in sets.zip(self.to.chunks_mut(AT_A_TIME)) {
            let mut places = [0; AT_A_TIME];
            for (&set, place) in sets.iter().zip(&mut places) {
                let other = PointSet::from_bits_truncated(self.expansion.of(set));
                let (ClassId(class), symmetry) = self.keys.find(other);
                let frame = !self.keys.representatives()[class as usize];
                let numbered = kernel.compress(symmetry.apply(self.stones).bits(), frame.bits());
                *place = class as usize * block_len + ranker.rank(numbered);
                kernel.prefetch(self.from, *place);
            }
            for (cell, place) in to.iter_mut().zip(places) {
                *cell = self.from[place];
            }
        }
    }
}
