//! C's exits: his moves never leave the block, and what he may take depends on the block alone.

use millwright_index::Plane;
use millwright_rules::{PointSet, Side, for_each_capture, takeable};

use super::captures::{AfterCapturesOfC, captures_by_c};
use super::frame::Frame;
use super::sources::{After, Leaving, keyed_by_other, read_after};
use super::{Scratch, for_each_block};
use crate::cell::Cell;
use crate::kernels::{ImageLookup, Kernel, Work};
use crate::layout::Layout;
use crate::outcomes::Outcomes;
use crate::unit_context::{PlaneCells, UnitContext};

/// What C's placed stones lead to.
struct Placing<T> {
    /// The numbered sets of one stone more.
    layout: Layout,
    /// Nothing is taken: the same blocks of A's classes.
    plain: Vec<T>,
    captures: AfterCapturesOfC<T>,
}

pub(super) fn exits_of_c<T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'_>,
    outcomes: &O,
) -> Result<PlaneCells<T>, O::Error> {
    let after = |places, takes| {
        let leaving = Leaving { places, takes };
        let possible = super::ways_to_leave(context, Plane::C).contains(&leaving);
        if possible { read_after(context, outcomes, Plane::C, leaving) } else { Ok(None) }
    };
    let c = context.unit.c();
    let slide_captures = AfterCapturesOfC::new(context, c, after(false, 1)?, None);
    let placing = match after(true, 0)? {
        Some(After::Plane(plain)) => Some(Placing {
            layout: Layout::of_sets(24 - context.unit.a(), c + 1),
            plain,
            captures: AfterCapturesOfC::new(context, c + 1, after(true, 1)?, after(true, 2)?),
        }),
        _ => None,
    };
    let mut plane = PlaneCells::new(context, outcomes.exit_bits());
    for_each_block(context, outcomes, (Plane::C, &mut plane), |scratch, block, cells| {
        let frame = Frame::of(context.stones_of(block));
        frame.tabulate_expansion(context.layout.halves(), &mut scratch.expansion);
        if context.can_slide(Plane::C) {
            slide(context, &frame, Some(&slide_captures), scratch, cells.exits);
        }
        if let Some(placing) = &placing {
            let plain = &placing.plain[block * placing.layout.block_len()..][..placing.layout.block_len()];
            place(context, &frame, placing, plain, scratch, cells.exits);
        }
    });
    Ok(plane)
}

/// Plane C of an even unit, whose exits are those of plane A with the colours exchanged.
pub(super) fn exits_of_even_c<T: Cell>(
    context: &UnitContext<'_>,
    outcomes: &impl Outcomes<T>,
    exits_of_a: &[T],
) -> PlaneCells<T> {
    let mut plane = PlaneCells::new(context, outcomes.exit_bits());
    plane.exits = keyed_by_other(context, exits_of_a, context.unit.a(), context.unit.c());
    for_each_block(context, outcomes, (Plane::C, &mut plane), |scratch, block, cells| {
        let frame = Frame::of(context.stones_of(block));
        frame.tabulate_expansion(context.layout.halves(), &mut scratch.expansion);
        slide(context, &frame, None, scratch, cells.exits);
    });
    plane
}

/// Counts C's slides that stay and raises the exits by those that take; without `after`, the exits are there already.
fn slide<T: Cell>(
    context: &UnitContext<'_>,
    frame: &Frame,
    after: Option<&AfterCapturesOfC<T>>,
    scratch: &mut Scratch<T>,
    exits: &mut [T],
) {
    let takeable = takeable(context.rules, !frame.free);
    let takings: Vec<PointSet> = takeable.iter().map(millwright_rules::Point::set).collect();
    let layout = &context.layout;
    let captures = after.map(|after| {
        reset(&mut scratch.captures, layout.block_len());
        let expansion = scratch.expansion.lookup();
        find_slots(layout, &mut scratch.slots, |set| context.slide_board.in_mills(expansion.of(set)) != 0);
        let (images, captures) = (&mut scratch.images, &mut scratch.captures);
        captures_by_c(context, frame, layout, (after, &takings), &scratch.slots, images, captures);
        &scratch.captures[..]
    });
    context.dispatch.run(SlidesOfC {
        context,
        frame,
        expansion: scratch.expansion.lookup(),
        closing_stays: takings.is_empty(),
        captures,
        exits,
        counts: &mut scratch.counts,
    });
}

fn reset<T: Cell>(cells: &mut Vec<T>, len: usize) {
    cells.clear();
    cells.resize(len, T::default());
}

/// The slots of a layout whose numbered set is wanted.
fn find_slots(layout: &Layout, slots: &mut Vec<u16>, wanted: impl Fn(u32) -> bool) {
    slots.clear();
    slots.extend(layout.sets.iter().zip(0..).filter(|&(&set, _)| wanted(set)).map(|(_, slot)| slot));
}

/// Counts C's slides that stay in each slot, and raises the exits by those that capture.
struct SlidesOfC<'a, T> {
    context: &'a UnitContext<'a>,
    frame: &'a Frame,
    expansion: ImageLookup<'a>,
    closing_stays: bool,
    captures: Option<&'a [T]>,
    exits: &'a mut [T],
    counts: &'a mut [u8],
}

impl<T: Cell> Work for SlidesOfC<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _kernel: impl Kernel) {
        if self.context.flies(Plane::C) { self.flying() } else { self.sliding() }
    }
}

impl<T: Cell> SlidesOfC<'_, T> {
    #[inline(always)]
    fn sliding(self) {
        let Self { context, frame, expansion, .. } = self;
        let (layout, board) = (&context.layout, &context.slide_board);
        let ring_steps = board.ring_steps.map(|step| frame.numbered(step));
        let spoke_steps = board.spoke_steps.map(|step| frame.numbered(step));
        let free_of_a = frame.free.bits();
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
            let stones = PointSet::from_bits_truncated(expansion.of(set));
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

/// Raises the exits of a block by C's placed stones.
fn place<T: Cell>(
    context: &UnitContext<'_>,
    frame: &Frame,
    placing: &Placing<T>,
    plain: &[T],
    scratch: &mut Scratch<T>,
    exits: &mut [T],
) {
    let hand = context.unit.subspace(Plane::A).mover_hand;
    let opponent = Side { stones: !frame.free, hand };
    let takings = |closed: u8| {
        let mut takings = Vec::new();
        for_each_capture(context.rules, closed, opponent, |taken| takings.push(taken));
        takings.retain(|taken| !taken.is_empty());
        takings
    };
    let layout = &placing.layout;
    let expansion = scratch.expansion.lookup();
    let board = &context.slide_board;
    let captures_of = |takings: &[PointSet], slots: &[u16], images: &mut _, captures: &mut Vec<T>| {
        reset(captures, layout.block_len());
        captures_by_c(context, frame, layout, (&placing.captures, takings), slots, images, captures);
    };
    let (once, twice) = (takings(1), takings(2));
    if c_can_close(context) {
        find_slots(layout, &mut scratch.slots, |set| board.in_mills(expansion.of(set)) != 0);
    } else {
        scratch.slots.clear();
    }
    captures_of(&once, &scratch.slots, &mut scratch.images, &mut scratch.captures);
    let takes_pairs = context.takes_pairs(Plane::C);
    if takes_pairs {
        // A stone that closed two mills stands in both: it is one of the points that they would miss.
        find_slots(layout, &mut scratch.slots, |set| {
            let stones = expansion.of(set);
            stones & board.completing_points(stones).1 != 0
        });
        captures_of(&twice, &scratch.slots, &mut scratch.images, &mut scratch.pair_captures);
    }
    context.dispatch.run(PlacingOfC {
        context,
        frame,
        layout,
        expansion,
        plain,
        captures: &scratch.captures,
        pair_captures: takes_pairs.then_some(&scratch.pair_captures[..]),
        exits,
    });
}

/// Whether C has stones enough for a mill once he has placed one.
fn c_can_close(context: &UnitContext<'_>) -> bool {
    context.unit.c() + 1 >= 3
}

struct PlacingOfC<'a, T> {
    context: &'a UnitContext<'a>,
    frame: &'a Frame,
    layout: &'a Layout,
    expansion: ImageLookup<'a>,
    plain: &'a [T],
    captures: &'a [T],
    pair_captures: Option<&'a [T]>,
    exits: &'a mut [T],
}

impl<T: Cell> Work for PlacingOfC<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        let frame = self.frame.free.bits();
        let all = kernel.compress(frame, frame);
        let ranker = self.layout.ranker();
        for (&set, exit) in self.context.layout.sets.iter().zip(self.exits) {
            let stones = self.expansion.of(set);
            let (once, twice) = self.context.slide_board.completing_points(stones);
            let free = all & !set;
            let closing = free & kernel.compress(once, frame);
            let double = if self.pair_captures.is_some() { free & kernel.compress(twice, frame) } else { 0 };
            let mut best = *exit;
            let mut rest = free & !closing;
            while rest != 0 {
                best = best.max(self.plain[ranker.rank(set | (rest & rest.wrapping_neg()))]);
                rest &= rest - 1;
            }
            for (mut rest, captures) in
                [(closing & !double, self.captures), (double, self.pair_captures.unwrap_or(self.captures))]
            {
                while rest != 0 {
                    let place = ranker.rank(set | (rest & rest.wrapping_neg()));
                    let key = captures[place];
                    // A mill that takes nothing is a stone placed like any other.
                    best = best.max(if key == T::default() { self.plain[place] } else { key });
                    rest &= rest - 1;
                }
            }
            *exit = best;
        }
    }
}
