//! C's exits: his moves never leave the block, and what he may take depends on the block alone.

use millwright_index::Plane;
use millwright_rules::{PointSet, Side, for_each_capture};

use super::captures::AfterCapturesOfC;
use super::frame::Frame;
use super::in_block::{InBlock, SlideRows};
use super::sources::{After, keyed_by_other, read_after};
use super::{Scratch, fill_gaps, for_each_block, make_room, raise};
use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::kernels::{ImageLookup, Kernel, Work};
use crate::order::ORDER;
use crate::outcomes::Outcomes;
use crate::rows::{PlaceInBlock, SlideInBlock};
use crate::unit_context::{PlaneCells, UnitContext};
use crate::unit_moves::Leaving;

/// What C's placed stones lead to.
struct Placing<'b, T: Cell> {
    in_block: InBlock,
    /// Nothing is taken: the same blocks of A's classes.
    plain: Buffer<'b, T>,
    captures: AfterCapturesOfC<'b, T>,
}

pub(super) fn exits_of_c<'b, T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'b>,
    outcomes: &O,
) -> Result<PlaneCells<'b, T>, O::Error> {
    let ways = context.moves.ways_to_leave(Plane::C);
    let after = |places, takes| {
        let leaving = Leaving { places, takes };
        if ways.contains(&leaving) { read_after(context, outcomes, Plane::C, leaving) } else { Ok(None) }
    };
    let c = context.unit.c();
    let slide_captures = AfterCapturesOfC::new(context, c, after(false, 1)?, after(false, 2)?);
    let placing = match after(true, 0)? {
        Some(After::Plane(plain)) => Some(Placing {
            in_block: InBlock::new::<T>(context, context.unit.a(), c + 1),
            plain,
            captures: AfterCapturesOfC::new(context, c + 1, after(true, 1)?, after(true, 2)?),
        }),
        _ => None,
    };
    let rows = SlideRows::new::<T>(context);
    let mut plane = PlaneCells::new(context, outcomes.exit_bits());
    for_each_block(context, outcomes, (Plane::C, &mut plane), |scratch, block| {
        let frame = Frame::of(context.stones_of(block));
        if let Some(placing) = &placing {
            place(context, &frame, (placing, block), scratch);
            std::mem::swap(&mut scratch.exits, &mut scratch.placed);
        } else {
            scratch.exits.fill(T::default());
        }
        if context.moves.can_slide(Plane::C) {
            slide(context, &frame, (rows.as_ref(), Some(&slide_captures)), scratch);
        }
    });
    Ok(plane)
}

/// Plane C of an even unit, whose exits are those of plane A with the colours exchanged.
pub(super) fn exits_of_even_c<'b, T: Cell>(
    context: &UnitContext<'b>,
    outcomes: &impl Outcomes<T>,
    a: &PlaneCells<'b, T>,
) -> PlaneCells<'b, T> {
    let exits_of_a = a.exits.as_ref().expect("a unit that somebody stays in keeps its exits");
    let exits = keyed_by_other(context, exits_of_a, context.unit.a(), context.unit.c());
    let mut plane = PlaneCells::with_exits(context, outcomes.exit_bits(), Some(exits));
    let rows = SlideRows::new::<T>(context);
    for_each_block(context, outcomes, (Plane::C, &mut plane), |scratch, block| {
        slide(context, &Frame::of(context.stones_of(block)), (rows.as_ref(), None), scratch);
    });
    plane
}

/// The sets of A's stones that C may take when he closes so many mills.
fn takings(context: &UnitContext<'_>, frame: &Frame, closed: u8) -> Vec<PointSet> {
    let hand = context.unit.subspace(Plane::A).mover_hand;
    let opponent = Side { stones: !frame.free, hand };
    let mut takings = Vec::new();
    for_each_capture(context.rules, closed, opponent, |taken| takings.push(taken));
    takings.retain(|taken| !taken.is_empty());
    takings
}

/// Counts C's slides that stay and raises the exits by those that take; without `after`, the exits are there already.
fn slide<T: Cell>(
    context: &UnitContext<'_>,
    frame: &Frame,
    (rows, after): (Option<&SlideRows>, Option<&AfterCapturesOfC<'_, T>>),
    scratch: &mut Scratch<T>,
) {
    let once = takings(context, frame, 1);
    let takes_pairs = context.moves.slides_take_pairs(Plane::C);
    let can_close = context.unit.c() >= 3 && !once.is_empty();
    if let Some(after) = after.filter(|_| can_close) {
        if takes_pairs {
            after.best_of(context, frame, &takings(context, frame, 2), scratch);
            std::mem::swap(&mut scratch.captures, &mut scratch.pair_captures);
        }
        after.best_of(context, frame, &once, scratch);
    }
    let closing_stays = once.is_empty();
    let captures = (after.is_some() && can_close).then_some(&scratch.captures[..]);
    if let Some(SlideRows { shape, lanes }) = rows
        && scratch.slides.set(context.rules.board, frame, shape, lanes)
    {
        make_room(&mut scratch.placed, context.block_len());
        context.dispatch.run(SlideInBlock {
            shape,
            lanes,
            slides: &scratch.slides,
            board: &context.slide_board,
            free: ORDER.bits(frame.free),
            closing_stays,
            captures,
            best: &mut scratch.placed,
            counts: &mut scratch.counts,
        });
        if captures.is_some() {
            raise(&mut scratch.exits, &scratch.placed);
        }
        return;
    }
    frame.tabulate_expansion(context.layout.halves(), &mut scratch.expansion);
    context.dispatch.run(SlidesOfC {
        context,
        frame,
        expansion: scratch.expansion.lookup(),
        closing_stays,
        captures,
        pair_captures: takes_pairs.then_some(&scratch.pair_captures[..]),
        exits: &mut scratch.exits,
        counts: &mut scratch.counts,
    });
}

/// Counts C's slides that stay in each slot, and raises the exits by those that capture: slot by slot, where rows cannot.
struct SlidesOfC<'a, T> {
    context: &'a UnitContext<'a>,
    frame: &'a Frame,
    expansion: ImageLookup<'a>,
    closing_stays: bool,
    captures: Option<&'a [T]>,
    pair_captures: Option<&'a [T]>,
    exits: &'a mut [T],
    counts: &'a mut [u8],
}

impl<T: Cell> Work for SlidesOfC<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        if self.context.moves.flies(Plane::C) { self.flying() } else { self.sliding() }
    }
}

impl<T: Cell> SlidesOfC<'_, T> {
    #[inline(always)]
    fn sliding(self) {
        let Self { context, frame, expansion, .. } = self;
        let (layout, board) = (&context.layout, &context.slide_board);
        let ring_steps = board.ring_steps.map(|step| frame.numbered(step));
        let spoke_steps = board.spoke_steps.map(|step| frame.numbered(step));
        let free_of_a = ORDER.bits(frame.free);
        let ranker = layout.ranker();
        for ((&set, exit), count) in layout.sets.iter().zip(self.exits).zip(self.counts) {
            let stones = expansion.of(set);
            let slides = board.slides(stones, free_of_a & !stones);
            if self.closing_stays {
                *count = narrow(slides.count());
                continue;
            }
            let closing = board.closing(stones);
            let (mut ring, mut spoke) = (slides.ring & closing.ring, slides.spoke & closing.spoke);
            *count = narrow(slides.count() - ring.count_ones() - spoke.count_ones());
            let Some(captures) = self.captures else { continue };
            let mut best = *exit;
            if let Some(pair_captures) = self.pair_captures {
                let twice = board.closing_twice(stones);
                for (bits, twice, steps) in
                    [(&mut ring, twice.ring, &ring_steps), (&mut spoke, twice.spoke, &spoke_steps)]
                {
                    let mut pairs = *bits & twice;
                    *bits &= !twice;
                    while pairs != 0 {
                        let place = ranker.rank(set ^ steps[pairs.trailing_zeros() as usize]);
                        best = best.max(pair_captures[place]);
                        pairs &= pairs - 1;
                    }
                }
            }
            while ring != 0 {
                best = best.max(captures[ranker.rank(set ^ ring_steps[ring.trailing_zeros() as usize % 48])]);
                ring &= ring - 1;
            }
            while spoke != 0 {
                best =
                    best.max(captures[ranker.rank(set ^ spoke_steps[spoke.trailing_zeros() as usize % 48])]);
                spoke &= spoke - 1;
            }
            *exit = best;
        }
    }

    /// Three stones at most, each to any free point.
    #[inline(always)]
    fn flying(self) {
        let Self { context, frame, expansion, .. } = self;
        let (layout, ranker) = (&context.layout, context.layout.ranker());
        for ((&set, exit), count) in layout.sets.iter().zip(self.exits).zip(self.counts) {
            let stones = ORDER.set(expansion.of(set));
            let free = frame.free - stones;
            *count = stones.len() * free.len();
            if self.closing_stays {
                continue;
            }
            for from in stones {
                let closing = context.slide_board.completing(stones.without(from)) & free;
                *count -= closing.len();
                let Some(captures) = self.captures else { continue };
                let rest = set & !frame.bit(from);
                for to in closing {
                    *exit = (*exit).max(captures[ranker.rank(rest | frame.bit(to))]);
                }
            }
        }
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides")]
fn narrow(count: u32) -> u8 {
    count as u8
}

/// Puts what the best of C's placed stones is worth into `placed` of the scratch.
fn place<T: Cell>(
    context: &UnitContext<'_>,
    frame: &Frame,
    (placing, block): (&Placing<'_, T>, usize),
    scratch: &mut Scratch<T>,
) {
    let InBlock { fewer, more, lanes, members, fewer_len, more_len } = &placing.in_block;
    let plain = placing.plain.padded_from(block * more_len);
    // Stones enough for a mill once he has placed one.
    let can_close = context.unit.c() + 1 >= 3;
    let takes_pairs = context.moves.placing_takes_pairs(Plane::C);
    let best_of = |closed: u8, scratch: &mut Scratch<T>| {
        placing.captures.best_of(context, frame, &takings(context, frame, closed), scratch);
        fill_gaps(&mut scratch.captures[..*more_len], plain);
    };
    if takes_pairs {
        best_of(2, scratch);
        std::mem::swap(&mut scratch.captures, &mut scratch.pair_captures);
    }
    if can_close {
        best_of(1, scratch);
    }
    scratch.mills.set(context.rules.board, frame, members, takes_pairs);
    make_room(&mut scratch.placed, *fewer_len);
    context.dispatch.run(PlaceInBlock {
        shape: fewer,
        more,
        lanes,
        mills: &scratch.mills,
        plain,
        closing: if can_close { &scratch.captures } else { plain },
        double: takes_pairs.then_some(&scratch.pair_captures[..]),
        best: &mut scratch.placed,
    });
}
