//! The first step: for every slot, the best outcome over all moves that leave the unit, and how many moves stay.
//!
//! With empty hands only captures leave. They factor: what closing a mill is worth depends on the stones after
//! the slide alone, so it is computed once for every such slot and then read by every slide that leads there.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::{ClassId, Classes, Plane};
use millwright_rules::{Point, PointSet, Protection, takeable};
use rayon::prelude::*;

use crate::cell::Cell;
use crate::kernels::{HalfImages, ImageLookup, Kernel, Work};
use crate::layout::Layout;
use crate::unit_context::{LevelSet, PlaneCells, UnitContext};

/// Blocks that a thread takes at a time.
const BLOCKS_AT_A_TIME: usize = 16;

/// The numbers of a block's free points.
struct Frame {
    free: PointSet,
    number_of: [u32; Point::COUNT],
}

impl Frame {
    const NOT_FREE: u32 = u32::MAX;

    fn of(stones: PointSet) -> Self {
        let free = !stones;
        let mut number_of = [Self::NOT_FREE; Point::COUNT];
        for (point, number) in free.iter().zip(0..) {
            number_of[point.index()] = number;
        }
        Self { free, number_of }
    }

    /// The bit of a point in numbered sets; none if it is not free.
    fn bit(&self, point: Point) -> u32 {
        match self.number_of[point.index()] {
            Self::NOT_FREE => 0,
            number => 1 << number,
        }
    }

    /// The numbered set of a set of free points.
    fn numbered(&self, set: u32) -> u32 {
        PointSet::from_bits_truncated(set).iter().fold(0, |numbered, point| numbered | self.bit(point))
    }

    /// Tabulates the way from numbered sets to sets of points.
    fn tabulate_expansion(&self, layout: &Layout, tables: &mut HalfImages) {
        let images: Vec<u32> = self.free.iter().map(|point| point.set().bits()).collect();
        tables.set(layout.halves(), &images);
    }
}

/// Buffers that a thread keeps from block to block.
#[derive(Default)]
struct Scratch<T> {
    expansion: HalfImages,
    images: HalfImages,
    counts: Vec<u8>,
    captures: Vec<T>,
    with_mill: Vec<u16>,
}

/// Where the planes that captures lead to come from, as keys for the player who captures; `None` where the
/// opponent has lost by it. Each is asked for once, when it is needed, and dropped after.
pub(crate) trait Sources<T> {
    /// What can go wrong.
    type Error;
    /// After A has taken a stone: C to move.
    fn after_a(&self) -> Result<Option<Vec<T>>, Self::Error>;
    /// After C has taken a stone: A to move. Not asked for where both players have the same.
    fn after_c(&self) -> Result<Option<Vec<T>>, Self::Error>;
}

/// Both planes with their states as the levels begin.
pub(crate) fn exits<T: Cell, S: Sources<T>>(
    context: &UnitContext<'_>,
    sources: &S,
) -> Result<[PlaneCells<T>; 2], S::Error> {
    let captures = captures_by_a(context, sources.after_a()?.as_deref());
    let mut a = PlaneCells::new(context);
    exits_of_a(context, &captures, &mut a);
    drop(captures);
    let mut c = PlaneCells::new(context);
    if context.unit.is_even() {
        transpose(context, &a.exits, &mut c.exits);
        exits_of_c(context, &CapturesByC::Known, &mut c);
    } else {
        let after = sources.after_c()?;
        exits_of_c(context, &CapturesByC::From(after.as_deref()), &mut c);
    }
    Ok([a, c])
}

/// For every slot in which A has a mill: what the best capture is worth to A when C is to move after it.
fn captures_by_a<T: Cell>(context: &UnitContext<'_>, after: Option<&[T]>) -> Vec<T> {
    let block_len = context.block_len();
    let size = usize::from(context.unit.c());
    let smaller = Layout::of_sets(24 - context.unit.a(), context.unit.c() - 1);
    let without_one = context.layout.ranks_without_one(&smaller);
    let mut captures = vec![T::default(); context.slots()];
    captures.par_chunks_mut(block_len * BLOCKS_AT_A_TIME).enumerate().for_each_init(
        Scratch::<T>::default,
        |scratch, (group, group_captures)| {
            for (place, captures) in group_captures.chunks_mut(block_len).enumerate() {
                let block = group * BLOCKS_AT_A_TIME + place;
                let stones = context.stones_of(block);
                if context.stopped() || context.slide_board.in_mills(stones.bits()) == 0 {
                    continue;
                }
                Frame::of(stones).tabulate_expansion(&context.layout, &mut scratch.expansion);
                let after = after.map(|after| &after[block * smaller.block_len()..][..smaller.block_len()]);
                let expansion = scratch.expansion.lookup();
                context.dispatch.run(CaptureBlock {
                    context,
                    size,
                    expansion,
                    without_one: &without_one,
                    after,
                    captures,
                });
            }
        },
    );
    captures
}

struct CaptureBlock<'a, T> {
    context: &'a UnitContext<'a>,
    size: usize,
    expansion: ImageLookup<'a>,
    without_one: &'a [u16],
    after: Option<&'a [T]>,
    captures: &'a mut [T],
}

impl<T: Cell> Work for CaptureBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _kernel: impl Kernel) {
        let any_if_all_in_mills = self.context.rules.protection == Protection::Capture;
        let removals = self.without_one.chunks_exact(self.size);
        for ((&set, removals), capture) in self.context.layout.sets.iter().zip(removals).zip(self.captures) {
            let stones = self.expansion.of(set);
            let outside = stones & !self.context.slide_board.in_mills(stones);
            let takeable = if outside == 0 && any_if_all_in_mills { stones } else { outside };
            *capture = match self.after {
                None if takeable == 0 => T::default(),
                None => T::key_of_level(1),
                Some(after) => {
                    let mut best = T::default();
                    let mut rest = stones;
                    for &removal in removals {
                        let lowest = rest & rest.wrapping_neg();
                        rest ^= lowest;
                        let key = after[usize::from(removal)];
                        best = best.max(if takeable & lowest == 0 { T::default() } else { key });
                    }
                    best
                }
            };
        }
    }
}

fn exits_of_a<T: Cell>(context: &UnitContext<'_>, captures: &[T], plane: &mut PlaneCells<T>) {
    let block_len = context.block_len();
    let slots_without_point = context.layout.slots_without_point();
    for_each_block(context, plane, |scratch, block, mut cells| {
        let stones = context.stones_of(block);
        let frame = Frame::of(stones);
        let halves = context.layout.halves();
        count_plain_edges(context, block, &frame, scratch);
        for edge in context.edges.closing.of(block) {
            let there = Frame::of(context.stones_of(edge.class as usize));
            let images: Vec<u32> =
                frame
                    .free
                    .iter()
                    .map(|point| {
                        if point == edge.target { 0 } else { there.bit(edge.symmetry.apply_to_point(point)) }
                    })
                    .collect();
            scratch.images.set(halves, &images);
            context.dispatch.run(BestOfImages {
                layout: &context.layout,
                images: scratch.images.lookup(),
                there: &context.layout,
                slots: &slots_without_point[frame.number_of[edge.target.index()] as usize],
                from: &captures[edge.class as usize * block_len..][..block_len],
                best: cells.exits,
            });
        }
        if context.rules.protection == Protection::Protected {
            // Closing a mill takes nothing where all of C's stones stand in mills: such slides stay.
            frame.tabulate_expansion(&context.layout, &mut scratch.expansion);
            let expansion = scratch.expansion.lookup();
            for (&set, count) in context.layout.sets.iter().zip(&mut scratch.counts) {
                let others = expansion.of(set);
                if context.slide_board.in_mills(others) == others {
                    let free = |point: Point| others & point.set().bits() == 0;
                    let more =
                        context.edges.closing.of(block).iter().filter(|edge| free(edge.target)).count();
                    *count += u8::try_from(more).expect("a position has fewer than 64 slides");
                }
            }
        }
        settle(context, &mut cells, &scratch.counts);
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
    scratch.counts.clear();
    #[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides")]
    scratch.counts.extend(context.layout.sets.iter().map(|&set| (all - taken.sum(set)) as u8));
}

/// Raises `best` to what stands at the image of each slot.
struct BestOfImages<'a, T> {
    layout: &'a Layout,
    images: ImageLookup<'a>,
    /// The layout of the block where the images are.
    there: &'a Layout,
    slots: &'a [u16],
    from: &'a [T],
    best: &'a mut [T],
}

impl<T: Cell> Work for BestOfImages<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _kernel: impl Kernel) {
        let ranker = self.there.ranker();
        for &slot in self.slots {
            let slot = usize::from(slot);
            let image = self.images.of(self.layout.sets[slot]);
            let best = &mut self.best[slot];
            *best = (*best).max(self.from[ranker.rank(image)]);
        }
    }
}

/// Where what C's captures are worth comes from.
enum CapturesByC<'a, T> {
    /// The plane with A to move and one stone less, as keys for C; none if A has lost by it.
    From(Option<&'a [T]>),
    /// The exits are in the plane already.
    Known,
}

fn exits_of_c<T: Cell>(context: &UnitContext<'_>, source: &CapturesByC<'_, T>, plane: &mut PlaneCells<T>) {
    let all_slots: Vec<u16> =
        (0..u16::try_from(context.block_len()).expect("at most 19,448 slots")).collect();
    let fewer_layout = Layout::of_sets(25 - context.unit.a(), context.unit.c());
    for_each_block(context, plane, |scratch, block, mut cells| {
        let stones = context.stones_of(block);
        let frame = Frame::of(stones);
        let taken = takeable(context.rules, stones);
        frame.tabulate_expansion(&context.layout, &mut scratch.expansion);
        let captures = match *source {
            CapturesByC::Known => None,
            CapturesByC::From(after) => {
                scratch.captures.clear();
                scratch.captures.resize(context.block_len(), T::default());
                captures_by_c(context, scratch, &frame, taken, after, &fewer_layout);
                Some(&scratch.captures[..])
            }
        };
        context.dispatch.run(SlidesOfC {
            context,
            frame: &frame,
            expansion: scratch.expansion.lookup(),
            closing_stays: taken.is_empty(),
            captures,
            slots: &all_slots,
            exits: cells.exits,
            counts: &mut scratch.counts,
        });
        settle(context, &mut cells, &scratch.counts);
    });
}

/// For every slot of a block in which C has a mill: what the best capture is worth to C.
fn captures_by_c<T: Cell>(
    context: &UnitContext<'_>,
    scratch: &mut Scratch<T>,
    frame: &Frame,
    taken: PointSet,
    after: Option<&[T]>,
    there: &Layout,
) {
    let layout = &context.layout;
    let halves = layout.halves();
    let expansion = scratch.expansion.lookup();
    scratch.with_mill.clear();
    for (&set, slot) in layout.sets.iter().zip(0..) {
        if context.slide_board.in_mills(expansion.of(set)) != 0 {
            scratch.with_mill.push(slot);
        }
    }
    let Some(after) = after else {
        if !taken.is_empty() {
            for &slot in &scratch.with_mill {
                scratch.captures[usize::from(slot)] = T::key_of_level(1);
            }
        }
        return;
    };
    let fewer = Classes::of(context.unit.a() - 1);
    let stones = !frame.free;
    for point in taken {
        let (ClassId(class), symmetry) = fewer.find(stones.without(point));
        let frame_there = Frame::of(fewer.representative(ClassId(class)));
        let images: Vec<u32> =
            frame.free.iter().map(|point| frame_there.bit(symmetry.apply_to_point(point))).collect();
        scratch.images.set(halves, &images);
        context.dispatch.run(BestOfImages {
            layout,
            images: scratch.images.lookup(),
            there,
            slots: &scratch.with_mill,
            from: &after[class as usize * there.block_len()..][..there.block_len()],
            best: &mut scratch.captures,
        });
    }
}

/// Counts C's slides that stay in each slot, and raises the exits by those that capture.
struct SlidesOfC<'a, T> {
    context: &'a UnitContext<'a>,
    frame: &'a Frame,
    expansion: ImageLookup<'a>,
    closing_stays: bool,
    captures: Option<&'a [T]>,
    slots: &'a [u16],
    exits: &'a mut [T],
    counts: &'a mut Vec<u8>,
}

impl<T: Cell> Work for SlidesOfC<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        if self.context.flies(Plane::C) { self.flying() } else { self.sliding(kernel) }
    }
}

impl<T: Cell> SlidesOfC<'_, T> {
    #[inline(always)]
    fn sliding(self, _kernel: impl Kernel) {
        let Self { context, frame, expansion, .. } = self;
        let (layout, board) = (&context.layout, &context.slide_board);
        let ring_steps = board.ring_steps.map(|step| frame.numbered(step));
        let spoke_steps = board.spoke_steps.map(|step| frame.numbered(step));
        let free_of_a = frame.free.bits();
        let ranker = layout.ranker();
        self.counts.clear();
        for (&slot, exit) in self.slots.iter().zip(self.exits) {
            let set = layout.sets[usize::from(slot)];
            let stones = expansion.of(set);
            let slides = board.slides(stones, free_of_a & !stones);
            if self.closing_stays {
                #[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides")]
                self.counts.push(slides.count() as u8);
                continue;
            }
            let closing = board.closing(stones);
            let (mut ring, mut spoke) = (slides.ring & closing.ring, slides.spoke & closing.spoke);
            #[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides")]
            self.counts.push((slides.count() - ring.count_ones() - spoke.count_ones()) as u8);
            let Some(captures) = self.captures else { continue };
            let mut best = *exit;
            while ring != 0 {
                best = best.max(captures[ranker.rank(set ^ ring_steps[ring.trailing_zeros() as usize])]);
                ring &= ring - 1;
            }
            while spoke != 0 {
                best = best.max(captures[ranker.rank(set ^ spoke_steps[spoke.trailing_zeros() as usize])]);
                spoke &= spoke - 1;
            }
            *exit = best;
        }
    }

    /// Three stones, each to any free point.
    #[inline(always)]
    fn flying(self) {
        let Self { context, frame, expansion, .. } = self;
        let (layout, ranker) = (&context.layout, context.layout.ranker());
        self.counts.clear();
        for (&slot, exit) in self.slots.iter().zip(self.exits) {
            let set = layout.sets[usize::from(slot)];
            let stones = PointSet::from_bits_truncated(expansion.of(set));
            let free = frame.free - stones;
            let mut count = 3 * free.len();
            if !self.closing_stays {
                for from in stones {
                    let closing = context.slide_board.completing(stones.without(from)) & free;
                    count -= closing.len();
                    let Some(captures) = self.captures else { continue };
                    let rest = set & !frame.bit(from);
                    for to in closing {
                        *exit = (*exit).max(captures[ranker.rank(rest | frame.bit(to))]);
                    }
                }
            }
            self.counts.push(count);
        }
    }
}

/// Where both players have the same, C's exits are A's with the colours exchanged.
fn transpose<T: Cell>(context: &UnitContext<'_>, from: &[T], to: &mut [T]) {
    let block_len = context.block_len();
    to.par_chunks_mut(block_len).enumerate().for_each_init(HalfImages::default, |expansion, (block, to)| {
        if !context.stopped() {
            Frame::of(context.stones_of(block)).tabulate_expansion(&context.layout, expansion);
            let expansion = expansion.lookup();
            context.dispatch.run(TransposeBlock { context, block, expansion, from, to });
        }
    });
}

struct TransposeBlock<'a, T> {
    context: &'a UnitContext<'a>,
    block: usize,
    expansion: ImageLookup<'a>,
    from: &'a [T],
    to: &'a mut [T],
}

impl<T: Cell> Work for TransposeBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        const AT_A_TIME: usize = 64;
        let Self { context, expansion, from, .. } = self;
        let layout = &context.layout;
        let stones = context.stones_of(self.block);
        let sets = layout.sets.chunks(AT_A_TIME);
        for (sets, to) in sets.zip(self.to.chunks_mut(AT_A_TIME)) {
            let mut places = [0; AT_A_TIME];
            for (&set, place) in sets.iter().zip(&mut places) {
                let other = PointSet::from_bits_truncated(expansion.of(set));
                let (ClassId(class), symmetry) = context.classes.find(other);
                let frame = !context.stones_of(class as usize);
                let numbered = kernel.compress(symmetry.apply(stones).bits(), frame.bits());
                *place = class as usize * layout.block_len() + layout.rank(numbered);
                kernel.prefetch(from, *place);
            }
            for (cell, place) in to.iter_mut().zip(places) {
                *cell = from[place];
            }
        }
    }
}

/// A block's part of a plane.
struct BlockCells<'a, T> {
    states: &'a mut [T],
    exits: &'a mut [T],
    exit_levels: &'a mut LevelSet,
}

fn for_each_block<T: Cell>(
    context: &UnitContext<'_>,
    plane: &mut PlaneCells<T>,
    work: impl Fn(&mut Scratch<T>, usize, BlockCells<'_, T>) + Sync,
) {
    let block_len = context.block_len();
    let group_len = block_len * BLOCKS_AT_A_TIME;
    let groups = plane
        .states
        .par_chunks_mut(group_len)
        .zip(plane.exits.par_chunks_mut(group_len))
        .zip(plane.exit_levels.par_chunks_mut(BLOCKS_AT_A_TIME));
    groups.enumerate().for_each_init(Scratch::default, |scratch, (group, ((states, exits), exit_levels))| {
        let blocks = states.chunks_mut(block_len).zip(exits.chunks_mut(block_len)).zip(exit_levels);
        for (place, ((states, exits), exit_levels)) in blocks.enumerate() {
            if !context.stopped() {
                work(scratch, group * BLOCKS_AT_A_TIME + place, BlockCells { states, exits, exit_levels });
            }
        }
    });
}

/// Makes the states with which the levels begin from the exits and the numbers of moves that stay.
fn settle<T: Cell>(context: &UnitContext<'_>, cells: &mut BlockCells<'_, T>, counts: &[u8]) {
    let blocked = context.blocked_state::<T>();
    let most = T::MAX.get();
    let mut levels = LevelSet::default();
    for ((state, &key), &count) in cells.states.iter_mut().zip(&*cells.exits).zip(counts) {
        let count = u32::from(count);
        *state = if key == T::default() {
            if count == 0 { blocked } else { T::from_u32(most - count) }
        } else if key >= T::DRAW_KEY {
            T::MAX
        } else {
            // An exit that loses is one more successor, ticked off when its time has come.
            T::from_u32(most - count - 1)
        };
        if let Some(level) = key.level_of_key() {
            levels.insert(level);
        }
    }
    *cells.exit_levels = levels;
}
