//! What closing a mill is worth: the best capture, once for every slot in which it can be made.
//!
//! It depends on the stones after the mill is closed alone, not on how, so every slide or placed stone that leads
//! there reads the same key. A key of 0 says that nothing can be taken.

use millwright_index::Classes;
use millwright_rules::{Point, PointSet, Protection, Symmetry};
use rayon::prelude::*;

use super::frame::Frame;
use super::in_block::InBlock;
use super::sources::After;
use super::{BLOCKS_AT_A_TIME, Scratch, fill_gaps, make_room};
use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::rows::{
    CaptureInBlock, FreeIn, PADDING, RaiseAcross, RaiseRing, RaiseStretches, RingBlock, RingMaps, RowShape,
    RowShapes, Stretches, is_long,
};
use crate::unit_context::UnitContext;

/// For every slot of `a` against C's stones in which A has a mill: what the best capture of one stone is worth.
pub(crate) fn captures_by_a<'b, T: Cell>(
    context: &UnitContext<'b>,
    a: u8,
    after: &After<'b, T>,
) -> Buffer<'b, T> {
    let taking = Taking::new::<T>(context, a, context.unit.c());
    let wanted = |stones: PointSet| !context.rules.board.in_mills(stones).is_empty();
    by_blocks(context, a, taking.in_block.more_len, wanted, |scratch, class, frame| {
        taking.take(context, frame, after.padded_block(class, taking.in_block.fewer_len), scratch);
    })
}

/// The same where two mills were closed at once and two stones are taken: the second from what the first leaves. Where
/// nothing is left to take, one is taken.
pub(crate) fn pair_captures_by_a<'b, T: Cell>(
    context: &UnitContext<'b>,
    a: u8,
    after_one: &After<'b, T>,
    after_two: Option<&After<'b, T>>,
) -> Buffer<'b, T> {
    let c = context.unit.c();
    let first = Taking::new::<T>(context, a, c);
    let second = after_two.filter(|_| c >= 2).map(|after| (after, Taking::new::<T>(context, a, c - 1)));
    let wanted =
        |stones: PointSet| stones.iter().any(|point| context.rules.board.mills_closed(stones, point) >= 2);
    by_blocks(context, a, first.in_block.more_len, wanted, |scratch, class, frame| {
        let one = after_one.padded_block(class, first.in_block.fewer_len);
        let mut left = Vec::new();
        match &second {
            None => left.extend_from_slice(&one[..first.in_block.fewer_len]),
            Some((after, second)) => {
                second.take(context, frame, after.padded_block(class, second.in_block.fewer_len), scratch);
                left.extend_from_slice(&scratch.captures[..second.in_block.more_len]);
                fill_gaps(&mut left, one);
            }
        }
        make_room(&mut left, first.in_block.fewer_len);
        first.take(context, frame, &left, scratch);
    })
}

/// Taking one of C's stones in a block.
struct Taking {
    in_block: InBlock,
    any_if_all_in_mills: bool,
}

impl Taking {
    /// From sets of `c` stones.
    fn new<T>(context: &UnitContext<'_>, a: u8, c: u8) -> Self {
        let any_if_all_in_mills = context.rules.protection == Protection::Capture;
        Self { in_block: InBlock::new::<T>(context, a, c), any_if_all_in_mills }
    }

    /// Puts what is best into the captures of `scratch`.
    fn take<T: Cell>(&self, context: &UnitContext<'_>, frame: &Frame, from: &[T], scratch: &mut Scratch<T>) {
        let InBlock { fewer, more, lanes, members, more_len, .. } = &self.in_block;
        scratch.mills.set(context.rules.board, frame, members, false);
        make_room(&mut scratch.captures, *more_len);
        context.dispatch.run(CaptureInBlock {
            shape: more,
            fewer,
            lanes,
            mills: &scratch.mills,
            any_if_all_in_mills: self.any_if_all_in_mills,
            from,
            best: &mut scratch.captures,
        });
    }
}

/// Finds the captures of all blocks of `a` stones that are wanted: `find` puts them into the captures of its scratch.
fn by_blocks<'b, T: Cell>(
    context: &UnitContext<'b>,
    a: u8,
    block_len: usize,
    wanted: impl Fn(PointSet) -> bool + Sync,
    find: impl Fn(&mut Scratch<T>, usize, &Frame) + Sync,
) -> Buffer<'b, T> {
    let representatives = Classes::of(a).representatives();
    let mut captures = context.buffers.take(representatives.len() * block_len);
    let groups = captures.slots_mut().par_chunks_mut(block_len * BLOCKS_AT_A_TIME).enumerate();
    groups.for_each_init(Scratch::default, |scratch, (group, group_captures)| {
        for (place, captures) in group_captures.chunks_mut(block_len).enumerate() {
            let class = group * BLOCKS_AT_A_TIME + place;
            let stones = representatives[class];
            if !context.stopped() && wanted(stones) {
                find(scratch, class, &Frame::of(stones));
                captures.copy_from_slice(&scratch.captures[..block_len]);
            }
        }
    });
    captures
}

/// The block that a capture of C's leads to.
struct TakenBlock<'a, T> {
    from: &'a [T],
    there: Frame,
    taken: PointSet,
    symmetry: Symmetry,
    shapes: &'a RowShapes,
}

impl<'a, T> TakenBlock<'a, T> {
    /// The stone that was taken, if it is the only one and the others are a representative as they stand.
    fn only_stone(&self) -> Option<Point> {
        let point = self.taken.iter().next().filter(|_| self.taken.len() == 1);
        point.filter(|_| self.symmetry == Symmetry::IDENTITY)
    }

    /// Whether that is a stone of the middle ring.
    fn is_in_ring(&self) -> bool {
        self.only_stone().is_some_and(|point| self.there.high_number(point).is_none())
    }

    /// As one of several blocks that differ in a point of the middle ring alone from the one `here`.
    fn of_ring(&self, maps: &'a RingMaps, here: &RowShape) -> Option<RingBlock<'a, T>> {
        Some(RingBlock { lanes: maps.of(here.low, self.there.number(self.only_stone()?)), from: self.from })
    }
}

/// Where C's captures lead to, by how many stones are taken: one, or two.
pub(crate) struct AfterCapturesOfC<'b, T: Cell> {
    shapes: RowShapes,
    size: usize,
    block_len: usize,
    by_taken: [Option<(After<'b, T>, RowShapes, usize)>; 2],
    /// Between a block and one with a stone less.
    stretches: Stretches,
    ring: RingMaps,
}

impl<'b, T: Cell> AfterCapturesOfC<'b, T> {
    /// For C's sets of so many stones after the mill was closed.
    pub(crate) fn new(
        context: &UnitContext<'b>,
        size: u8,
        one: Option<After<'b, T>>,
        two: Option<After<'b, T>>,
    ) -> Self {
        let points = 24 - u32::from(context.unit.a());
        let len = |points: u32| millwright_index::binomial(points as usize, size.into()) as usize;
        let with_shapes = |taken: u32, after: Option<After<'b, T>>| {
            after.map(|after| (after, RowShapes::new(points + taken, size.into()), len(points + taken)))
        };
        Self {
            shapes: RowShapes::new(points, size.into()),
            size: size.into(),
            block_len: len(points),
            by_taken: [with_shapes(1, one), with_shapes(2, two)],
            stretches: Stretches::new(points + 1, size.into()),
            ring: RingMaps::new::<T>(points as usize, size.into(), FreeIn::There, &context.vectors),
        }
    }

    /// Puts what the best of the captures in `takings` is worth to C into the captures of `scratch`, for all slots of a
    /// block; 0 if there is none.
    pub(crate) fn best_of(
        &self,
        context: &UnitContext<'_>,
        frame: &Frame,
        takings: &[PointSet],
        scratch: &mut Scratch<T>,
    ) {
        make_room(&mut scratch.captures, self.block_len);
        let stones = !frame.free;
        let here = self.shapes.of(frame.low());
        scratch.best.begin(here, &context.vectors);
        let block_after = |taken: PointSet| {
            let after = self.by_taken[usize::from(taken.len()) - 1].as_ref();
            let (after, shapes, there_len) = after.expect("stones are only taken where there are some");
            let fewer = Classes::of(stones.len() - taken.len());
            let (class, symmetry) = fewer.find(stones - taken);
            let from = match after {
                After::Over { block } => &block[..],
                After::Plane(keys) => &keys.padded_from(class.0 as usize * there_len)[..there_len + PADDING],
            };
            TakenBlock { from, there: Frame::of(fewer.representative(class)), taken, symmetry, shapes }
        };
        let after: Vec<_> = takings.iter().map(|&taken| block_after(taken)).collect();
        // Those of the ring are raised last, all at once; memory is asked for them meanwhile.
        let (ring, apart): (Vec<_>, Vec<_>) = after.iter().partition(|after| after.is_in_ring());
        for (number, after) in apart.iter().enumerate() {
            let TakenBlock { from, there, shapes, .. } = after;
            let next = [apart.get(number + 1), ring.get(number)];
            let next = next.map(|after| after.map_or(&[][..], |after| after.from));
            let long = after.only_stone().filter(|&point| is_long(there.high_number(point)));
            if let Some(point) = long {
                context.dispatch.run(RaiseStretches {
                    stretches: self.stretches.around(there.number(point)),
                    from_wide: true,
                    from,
                    next,
                    best: &mut scratch.best,
                });
                continue;
            }
            let vector = scratch.best.vector();
            scratch.across.set::<T>(&frame.map_to(there, after.symmetry), self.size, vector);
            context.dispatch.run(RaiseAcross {
                map: &scratch.across,
                here,
                there: shapes.of(there.low()),
                without: None,
                from,
                next,
                best: &mut scratch.best,
            });
        }
        if let Some(first) = ring.first() {
            context.dispatch.run(RaiseRing {
                here,
                there: first.shapes.of(here.low + 1),
                blocks: &ring.iter().filter_map(|after| after.of_ring(&self.ring, here)).collect::<Vec<_>>(),
                best: &mut scratch.best,
            });
        }
        context.dispatch.run(scratch.best.finish(here, &mut scratch.captures));
    }
}
