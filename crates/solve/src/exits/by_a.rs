//! A's exits: his moves lead from block to block, and C's stones stay where they are but for a symmetry.

use millwright_index::{ClassId, Classes, Plane};
use millwright_rules::{Point, Protection, Symmetry};

use super::captures::{captures_by_a, pair_captures_by_a};
use super::frame::Frame;
use super::sources::{After, read_after};
use super::{Scratch, fill_gaps, for_each_block};
use crate::buffers::Buffer;
use crate::cell::Cell;
use crate::outcomes::Outcomes;
use crate::rows::{
    FreeIn, Next, PADDING, RaiseAcross, RaiseRing, RaiseStretches, RingBlock, RingMaps, RowShape, RowShapes,
    Stretches, is_long,
};
use crate::unit_context::{PlaneCells, UnitContext};
use crate::unit_moves::Leaving;

/// What A's moves of one kind lead to, placing or sliding.
struct Moves<'b, T: Cell> {
    /// A's stones there, the rows of the blocks, and how many slots these have.
    classes: &'static Classes,
    shapes: RowShapes,
    block_len: usize,
    /// Between a block here and one there, where a stone is placed off the middle ring and in it.
    one_more: Option<(Stretches, RingMaps)>,
    /// Nothing is taken; `None` where that stays in the unit.
    plain: Option<Buffer<'b, T>>,
    /// A mill was closed; `None` if there are too few stones for one.
    captures: Option<Buffer<'b, T>>,
    /// Two mills were closed at once, and two stones are taken.
    pair_captures: Option<Buffer<'b, T>>,
}

impl<T: Cell> Moves<'_, T> {
    /// What a move that closes so many mills reads.
    fn after(&self, closed: u8) -> Option<&Buffer<'_, T>> {
        match closed {
            0 => self.plain.as_ref(),
            1 => self.captures.as_ref().or(self.plain.as_ref()),
            _ => self.pair_captures.as_ref().or(self.captures.as_ref()).or(self.plain.as_ref()),
        }
    }

    /// The block that a move leads to, and what may be read beyond it.
    fn block_of(&self, step: &Step) -> Option<&[T]> {
        let after = self.after(step.closed)?.padded_from(step.class * self.block_len);
        Some(&after[..self.block_len + PADDING])
    }
}

/// One move of A's from a block.
pub(super) struct Step {
    places: bool,
    target: Point,
    class: usize,
    symmetry: Symmetry,
    closed: u8,
}

pub(super) fn exits_of_a<'b, T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'b>,
    outcomes: &O,
) -> Result<PlaneCells<'b, T>, O::Error> {
    let (sliding, placing) = (read_moves(context, outcomes, false)?, read_moves(context, outcomes, true)?);
    let shapes = RowShapes::new(24 - u32::from(context.unit.a()), context.unit.c().into());
    let mut plane = PlaneCells::new(context, outcomes.exit_bits());
    for_each_block(context, outcomes, (Plane::A, &mut plane), |scratch, block| {
        let frame = Frame::of(context.stones_of(block));
        if context.moves.can_slide(Plane::A) {
            count_plain_edges(context, block, &frame, scratch);
            count_safe_closing_edges(context, block, &frame, scratch);
        }
        let mut steps = std::mem::take(&mut scratch.steps);
        steps.clear();
        if sliding.is_some() {
            steps.extend(context.edges.closing.of(block).iter().map(|edge| Step {
                places: false,
                target: edge.target,
                class: edge.class as usize,
                symmetry: edge.symmetry,
                closed: if edge.closes_two { 2 } else { 1 },
            }));
        }
        if placing.is_some() {
            let more = Classes::of(context.unit.a() + 1);
            steps.extend(frame.free.iter().map(|target| {
                let after = (!frame.free).with(target);
                let (ClassId(class), symmetry) = more.find(after);
                let closed = context.rules.board.mills_closed(after, target);
                Step { places: true, target, class: class as usize, symmetry, closed }
            }));
        }
        let here = shapes.of(frame.low());
        scratch.best.begin(here, &context.vectors);
        let moves_of = |step: &Step| if step.places { placing.as_ref() } else { sliding.as_ref() };
        let in_ring = |step: &Step| {
            step.places && step.symmetry == Symmetry::IDENTITY && frame.high_number(step.target).is_none()
        };
        let block_of = |step: &Step| moves_of(step)?.block_of(step);
        // Those of the ring are raised last, all at once; memory is asked for them meanwhile.
        let (apart, ring): (Vec<&Step>, Vec<&Step>) = steps.iter().partition(|step| !in_ring(step));
        for (number, step) in apart.iter().enumerate() {
            let [next, of_ring] = [apart.get(number + 1), ring.get(number)];
            let next = [next, of_ring].map(|step| step.and_then(|step| block_of(step)).unwrap_or_default());
            if let Some(moves) = moves_of(step) {
                raise(context, moves, (here, &frame), (step, next), scratch);
            }
        }
        if let Some(moves) = &placing {
            raise_ring(context, moves, (here, &frame), &ring, scratch);
        }
        scratch.steps = steps;
        context.dispatch.run(scratch.best.finish(here, &mut scratch.exits));
    });
    Ok(plane)
}

/// Reads what A's slides lead to, or the stones he places; `None` if he cannot leave the unit so.
fn read_moves<'b, T: Cell, O: Outcomes<T>>(
    context: &UnitContext<'b>,
    outcomes: &O,
    places: bool,
) -> Result<Option<Moves<'b, T>>, O::Error> {
    let ways = context.moves.ways_to_leave(Plane::A);
    let after = |takes| {
        let leaving = Leaving { places, takes };
        if ways.contains(&leaving) { read_after(context, outcomes, Plane::A, leaving) } else { Ok(None) }
    };
    if !ways.iter().any(|way| way.places == places) {
        return Ok(None);
    }
    let a = context.unit.a() + u8::from(places);
    let after_one = after(1)?;
    let mut captures = after_one.as_ref().map(|after_one| captures_by_a(context, a, after_one));
    let takes_pairs = if places {
        context.moves.placing_takes_pairs(Plane::A)
    } else {
        context.moves.slides_take_pairs(Plane::A)
    };
    let mut pair_captures = match &after_one {
        Some(after_one) if takes_pairs => Some(pair_captures_by_a(context, a, after_one, after(2)?.as_ref())),
        _ => None,
    };
    drop(after_one);
    let plain = match after(0)? {
        Some(After::Plane(plain)) => Some(plain),
        _ => None,
    };
    if let Some(plain) = &plain {
        for captures in [&mut captures, &mut pair_captures].into_iter().flatten() {
            fill_all_gaps(captures, plain);
        }
    }
    let points = 24 - u32::from(a);
    let block_len = millwright_index::binomial(points as usize, context.unit.c().into()) as usize;
    let shapes = RowShapes::new(points, context.unit.c().into());
    let one_more = places.then(|| {
        let size = context.unit.c();
        let ring = RingMaps::new::<T>(points as usize + 1, size.into(), FreeIn::Here, &context.vectors);
        (Stretches::new(points + 1, size.into()), ring)
    });
    Ok(Some(Moves { classes: Classes::of(a), shapes, block_len, one_more, plain, captures, pair_captures }))
}

/// A mill that takes nothing is a stone placed like any other.
fn fill_all_gaps<T: Cell>(captures: &mut Buffer<'_, T>, plain: &Buffer<'_, T>) {
    use rayon::prelude::*;
    const AT_A_TIME: usize = 1 << 16;
    let parts = captures.slots_mut().par_chunks_mut(AT_A_TIME).zip(plain.slots().par_chunks(AT_A_TIME));
    parts.for_each(|(captures, plain)| fill_gaps(captures, plain));
}

/// Raises the exits of a block by one move, in the slots that leave its target free.
fn raise<T: Cell>(
    context: &UnitContext<'_>,
    moves: &Moves<'_, T>,
    (here, frame): (&RowShape, &Frame),
    (step, next): (&Step, Next<'_, T>),
    scratch: &mut Scratch<T>,
) {
    let Some(from) = moves.block_of(step) else { return };
    if let (Some((stretches, _)), Symmetry::IDENTITY) = (&moves.one_more, step.symmetry)
        && is_long(frame.high_number(step.target))
    {
        let stretches = stretches.around(frame.number(step.target));
        let best = &mut scratch.best;
        context.dispatch.run(RaiseStretches { stretches, from_wide: false, from, next, best });
        return;
    }
    let there = Frame::of(moves.classes.representatives()[step.class]);
    let map = frame.map_to(&there, step.symmetry);
    scratch.across.set::<T>(&map, context.unit.c().into(), scratch.best.vector());
    context.dispatch.run(RaiseAcross {
        map: &scratch.across,
        here,
        there: moves.shapes.of(there.low()),
        without: frame.high_number(step.target),
        from,
        next,
        best: &mut scratch.best,
    });
}

/// Raises the exits of a block by all stones that are placed in the middle ring and lead to a representative as they stand.
fn raise_ring<T: Cell>(
    context: &UnitContext<'_>,
    moves: &Moves<'_, T>,
    (here, frame): (&RowShape, &Frame),
    steps: &[&Step],
    scratch: &mut Scratch<T>,
) {
    let (Some((_, ring)), Some(low_there)) = (&moves.one_more, frame.low().checked_sub(1)) else { return };
    let block = |step: &&Step| {
        let lanes = ring.of(frame.low(), frame.number(step.target));
        Some(RingBlock { lanes, from: moves.block_of(step)? })
    };
    context.dispatch.run(RaiseRing {
        here,
        there: moves.shapes.of(low_there),
        blocks: &steps.iter().filter_map(block).collect::<Vec<_>>(),
        best: &mut scratch.best,
    });
}

/// For each slot, the number of A's slides that close nothing: all of them, less those whose target is taken.
fn count_plain_edges<T>(context: &UnitContext<'_>, block: usize, frame: &Frame, scratch: &mut Scratch<T>) {
    let mut arrivals = [0_u32; Point::COUNT];
    for edge in context.edges.plain.of(block) {
        arrivals[edge.target.index()] += 1;
    }
    let all: u32 = arrivals.iter().sum();
    let shares: Vec<u32> = frame.points().map(|point| arrivals[point.index()]).collect();
    scratch.shares.set_shares(context.layout.halves(), &shares);
    let taken = scratch.shares.lookup();
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
            let stones = crate::order::ORDER.set(others);
            let edges = context.edges.closing.of(block).iter();
            let more = edges.filter(|edge| !stones.contains(edge.target)).count();
            *count += u8::try_from(more).expect("a position has fewer than 64 slides");
        }
    }
}
