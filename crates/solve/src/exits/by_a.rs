//! A's exits: his moves lead from block to block, and C's stones stay where they are but for a symmetry.

use millwright_index::{Classes, Plane};
use millwright_rules::{Point, Protection};

use super::captures::{captures_by_a, pair_captures_by_a};
use super::frame::Frame;
use super::sources::{After, Leaving, read_after};
use super::{BestOfImages, Scratch, for_each_block};
use crate::cell::Cell;
use crate::layout::Layout;
use crate::outcomes::Outcomes;
use crate::unit_context::{PlaneCells, UnitContext};

/// What A's placed stones lead to, in blocks of one stone more.
struct Placing<T> {
    layout: Layout,
    /// Nothing is taken.
    plain: Vec<T>,
    /// A mill was closed; empty if there are too few stones for one.
    captures: Option<Vec<T>>,
    /// Two mills were closed at once, and two stones are taken.
    pair_captures: Option<Vec<T>>,
}

pub(super) fn exits_of_a<T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'_>,
    outcomes: &O,
) -> Result<PlaneCells<T>, O::Error> {
    let after = |places, takes| {
        let leaving = Leaving { places, takes };
        let possible = super::ways_to_leave(context, Plane::A).contains(&leaving);
        if possible { read_after(context, outcomes, Plane::A, leaving) } else { Ok(None) }
    };
    let slide_captures = after(false, 1)?.map(|after| captures_by_a(context, context.unit.a(), &after));
    let placing = if context.unit.subspace(Plane::A).may_place() {
        let a = context.unit.a() + 1;
        let after_one = after(true, 1)?;
        let captures = after_one.as_ref().map(|after_one| captures_by_a(context, a, after_one));
        let pair_captures = match &after_one {
            Some(after_one) if context.takes_pairs(Plane::A) => {
                Some(pair_captures_by_a(context, a, after_one, after(true, 2)?.as_ref()))
            }
            _ => None,
        };
        drop(after_one);
        match after(true, 0)? {
            Some(After::Plane(plain)) => {
                let layout = Layout::of_sets(24 - a, context.unit.c());
                Some(Placing { layout, plain, captures, pair_captures })
            }
            _ => None,
        }
    } else {
        None
    };
    let mut plane = PlaneCells::new(context, outcomes.exit_bits());
    let slots_without_point = context.layout.slots_without_point();
    for_each_block(context, outcomes, (Plane::A, &mut plane), |scratch, block, cells| {
        let frame = Frame::of(context.stones_of(block));
        if context.can_slide(Plane::A) {
            count_plain_edges(context, block, &frame, scratch);
            count_safe_closing_edges(context, block, &frame, scratch);
        }
        if let Some(captures) = &slide_captures {
            let block_len = context.block_len();
            for edge in context.edges.closing.of(block) {
                let there = Frame::of(context.stones_of(edge.class as usize));
                frame.tabulate_images(context.layout.halves(), &there, edge.symmetry, &mut scratch.images);
                context.dispatch.run(BestOfImages {
                    layout: &context.layout,
                    images: scratch.images.lookup(),
                    there: &context.layout,
                    slots: &slots_without_point[frame.number(edge.target)],
                    from: &captures[edge.class as usize * block_len..][..block_len],
                    or_else: None,
                    best: cells.exits,
                });
            }
        }
        if let Some(placing) = &placing {
            for target in frame.free {
                let slots = &slots_without_point[frame.number(target)];
                place(context, placing, &frame, target, slots, scratch, cells.exits);
            }
        }
    });
    Ok(plane)
}

/// Raises the exits of a block by placing a stone on `target`, in the slots that leave it free.
fn place<T: Cell>(
    context: &UnitContext<'_>,
    placing: &Placing<T>,
    frame: &Frame,
    target: Point,
    slots: &[u16],
    scratch: &mut Scratch<T>,
    exits: &mut [T],
) {
    let after = (!frame.free).with(target);
    let classes = Classes::of(after.len());
    let (class, symmetry) = classes.find(after);
    let there = Frame::of(classes.representative(class));
    frame.tabulate_images(context.layout.halves(), &there, symmetry, &mut scratch.images);
    let block_len = placing.layout.block_len();
    let block_of = |plane: &'_ Vec<T>| -> std::ops::Range<usize> {
        debug_assert!(plane.len() >= (class.0 as usize + 1) * block_len);
        class.0 as usize * block_len..(class.0 as usize + 1) * block_len
    };
    let plain = &placing.plain[block_of(&placing.plain)];
    let captures = match context.rules.board.mills_closed(after, target) {
        0 => None,
        1 => placing.captures.as_ref(),
        _ => placing.pair_captures.as_ref().or(placing.captures.as_ref()),
    };
    // A mill that takes nothing is a stone placed like any other.
    let (from, or_else) = match captures {
        None => (plain, None),
        Some(captures) => (&captures[block_of(captures)], Some(plain)),
    };
    context.dispatch.run(BestOfImages {
        layout: &context.layout,
        images: scratch.images.lookup(),
        there: &placing.layout,
        slots,
        from,
        or_else,
        best: exits,
    });
}

/// For each slot, the number of A's slides that close nothing: all of them, less those whose target is taken.
fn count_plain_edges<T>(context: &UnitContext<'_>, block: usize, frame: &Frame, scratch: &mut Scratch<T>) {
    let mut arrivals = [0_u32; Point::COUNT];
    for edge in context.edges.plain.of(block) {
        arrivals[edge.target.index()] += 1;
    }
    let all: u32 = arrivals.iter().sum();
    let shares: Vec<u32> = frame.free.iter().map(|point| arrivals[point.index()]).collect();
    scratch.images.set_shares(context.layout.halves(), &shares);
    let taken = scratch.images.lookup();
    for (&set, count) in context.layout.sets.iter().zip(&mut scratch.counts) {
        #[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides")]
        {
            *count = (all - taken.sum(set)) as u8;
        }
    }
}

/// Adds A's slides that close a mill and take nothing, and so stay: under `protected`, where all of C's stones stand in
/// mills.
fn count_safe_closing_edges<T>(
    context: &UnitContext<'_>,
    block: usize,
    frame: &Frame,
    scratch: &mut Scratch<T>,
) {
    if context.rules.protection != Protection::Protected {
        return;
    }
    frame.tabulate_expansion(context.layout.halves(), &mut scratch.expansion);
    let expansion = scratch.expansion.lookup();
    for (&set, count) in context.layout.sets.iter().zip(&mut scratch.counts) {
        let others = expansion.of(set);
        if context.slide_board.in_mills(others) == others {
            let free = |point: Point| others & point.set().bits() == 0;
            let more = context.edges.closing.of(block).iter().filter(|edge| free(edge.target)).count();
            *count += u8::try_from(more).expect("a position has fewer than 64 slides");
        }
    }
}
