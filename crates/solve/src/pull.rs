//! Along the moves of a unit: what is known of a slot is told to the slots that it can be reached from.
//!
//! Pull: a thread owns the blocks it changes. For plane A it reads slots of plane C in the blocks that A's slides lead
//! to; for plane C, slots of plane A in the same block.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::Plane;
use millwright_rules::{PointSet, Protection, takeable};

use crate::cell::Cell;
use crate::edges::Edge;
use crate::frontier::{Decided, Frontier, ShardFrontier, search};
use crate::kernels::{CutSets, Kernel, MANY, Ranker, SetFrame, SlidesBack, TakeCuts};
use crate::order::{ORDER, set_image};
use crate::unit_context::UnitContext;

/// What becomes of a slot that is told about a successor.
pub(crate) trait Tell<T> {
    /// Tells one slot; whether it is decided by it.
    fn one(&self, cell: &mut T) -> bool;
}

/// A successor was lost: an undecided slot is won.
pub(crate) struct MakeWon<T> {
    pub(crate) decided: T,
    pub(crate) first_undecided: T,
}

impl<T: Cell> Tell<T> for MakeWon<T> {
    #[inline(always)]
    fn one(&self, cell: &mut T) -> bool {
        let state = *cell;
        let undecided = state >= self.first_undecided;
        *cell = if undecided { self.decided } else { state };
        undecided
    }
}

/// A successor was won: an undecided slot has one less, and is lost if that was the last.
pub(crate) struct TickOff<T> {
    pub(crate) decided: T,
    pub(crate) first_undecided: T,
}

impl<T: Cell> Tell<T> for TickOff<T> {
    #[inline(always)]
    fn one(&self, cell: &mut T) -> bool {
        let state = *cell;
        let undecided = state >= self.first_undecided;
        let last = state.get() == T::MAX.get() - 1;
        let ticked = T::from_u32(state.get() + u32::from(undecided && state != T::MAX));
        *cell = if last { self.decided } else { ticked };
        last
    }
}

/// The slots of a plane that have something to tell: those with a state.
pub(crate) struct Sources<'a, T> {
    pub(crate) context: &'a UnitContext<'a>,
    pub(crate) state: T,
    pub(crate) states: &'a [T],
    /// Where they are listed.
    pub(crate) listed: &'a Frontier,
}

impl<T: Cell> Sources<'_, T> {
    /// The sets decided in a block.
    #[inline(always)]
    fn of<'s>(&'s self, kernel: impl Kernel, block: usize, found: &'s mut Vec<u32>) -> &'s [u32] {
        match self.listed.of(block) {
            Decided::Listed(sets) => sets,
            Decided::Searched => {
                let block_len = self.context.block_len();
                let states = &self.states[block * block_len..][..block_len];
                search(self.context, kernel, block, states, self.state, found);
                found
            }
        }
    }
}

/// Tells the slots of the block that an update is at about their successors in the other plane.
#[inline(always)]
pub(crate) fn tell_block<S: Cell, T: Cell, K: Kernel>(
    sources: &Sources<'_, S>,
    kernel: K,
    (plane, block): (Plane, usize),
    update: &mut Update<'_, T, K, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    match plane {
        _ if !sources.context.moves.can_slide(plane) => {}
        Plane::A => from_other_blocks(sources, kernel, block, update, found),
        Plane::C => from_same_block(sources, kernel, block, update, found),
    }
}

/// Plane A: A slides from this block to another, where C is to move.
#[inline(always)]
fn from_other_blocks<S: Cell, T: Cell, K: Kernel>(
    sources: &Sources<'_, S>,
    kernel: K,
    block: usize,
    update: &mut Update<'_, T, K, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    let context = sources.context;
    for edge in context.edges.plain.of(block) {
        let sets = sources.of(kernel, edge.class as usize, found);
        along_edge(context, kernel, (block, edge), sets, update);
    }
    if context.rules.protection == Protection::Protected {
        // Closing a mill takes nothing, and so stays, where all of C's stones stand in mills.
        for edge in context.edges.closing.of(block) {
            let sets = sources.of(kernel, edge.class as usize, found).iter().copied();
            let safe: Vec<u32> = sets.filter(|&set| context.slide_board.in_mills(set) == set).collect();
            along_edge(context, kernel, (block, edge), &safe, update);
        }
    }
}

#[inline(always)]
fn along_edge<T: Cell, K: Kernel>(
    context: &UnitContext<'_>,
    kernel: K,
    (block, edge): (usize, &Edge),
    sets: &[u32],
    update: &mut Update<'_, T, K, impl Tell<T>>,
) {
    let frame = context.set_frame(block);
    // Where C stands on the point that A's stone came from, there was no such slide.
    let image = (set_image(edge.symmetry.inverse()), ORDER.bits(edge.origin.set()));
    let Update { cuts, ready, waiting } = update;
    for sets in sets.chunks(MANY) {
        kernel.cut_images(ready, frame, image, sets, cuts);
        waiting.take(cuts);
    }
}

/// Plane C: C slides inside this block, and A is to move.
#[inline(always)]
fn from_same_block<S: Cell, T: Cell, K: Kernel>(
    sources: &Sources<'_, S>,
    kernel: K,
    block: usize,
    update: &mut Update<'_, T, K, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    let context = sources.context;
    let sets = sources.of(kernel, block, found);
    if sets.is_empty() {
        return;
    }
    let frame = context.set_frame(block);
    // A stone that stands in a mill closed it when it came: that was a capture, unless nothing can be taken.
    let closing_stays = takeable(context.rules, context.stones_of(block)).is_empty();
    let Update { cuts, ready, waiting } = update;
    if context.moves.flies(Plane::C) {
        fly_back(context, kernel, (frame, closing_stays), sets, cuts, waiting);
    } else {
        let slides = SlidesBack { board: &context.slide_board, closing_stays };
        kernel.cut_slides(ready, frame, slides, sets, cuts, waiting);
    }
}

/// The same where C has three stones, which go anywhere.
#[inline(always)]
fn fly_back(
    context: &UnitContext<'_>,
    kernel: impl Kernel,
    (frame, closing_stays): (SetFrame, bool),
    sets: &[u32],
    cuts: &mut CutSets,
    waiting: &mut impl TakeCuts,
) {
    for &set in sets {
        let came = if closing_stays { set } else { set & !context.slide_board.in_mills(set) };
        // Single bits, whatever points they stand for.
        for from in PointSet::from_bits_truncated(came) {
            for to in PointSet::from_bits_truncated(frame.points & !set) {
                let before = set ^ (from.set().bits() | to.set().bits());
                cuts.put(frame.halves.cut(kernel.compress(before, frame.points)), true);
            }
            if cuts.are_many() {
                waiting.take(cuts);
            }
        }
    }
    waiting.take(cuts);
}

/// Tells the slots of a shard, and lists those that are decided by it.
pub(crate) struct Update<'a, T, K: Kernel, W> {
    cuts: CutSets,
    ready: K::Ready,
    waiting: Waiting<'a, T, K, W>,
}

impl<'a, T: Cell, K: Kernel, W: Tell<T>> Update<'a, T, K, W> {
    /// For a shard with these states.
    pub(crate) fn new(
        context: &'a UnitContext<'_>,
        (kernel, tell): (K, W),
        states: &'a mut [T],
        next: &'a mut ShardFrontier,
    ) -> Self {
        let ranker = context.layout.ranker();
        let slots = [0; ROOM];
        let waiting = Waiting { kernel, ranker, tell, states, block_start: 0, slots, len: 0, next };
        Self { cuts: CutSets::new(), ready: K::Ready::default(), waiting }
    }

    /// Comes to the block that begins at this slot of the shard. Blocks come in their order.
    #[inline(always)]
    pub(crate) fn begin_block(&mut self, start: usize) {
        self.waiting.block_start = u32::try_from(start).expect("a shard has few slots");
    }

    /// Tells a slot of the block.
    #[inline(always)]
    pub(crate) fn tell(&mut self, slot: usize) {
        self.waiting.put(u32::try_from(slot).expect("a block has few slots"));
        self.waiting.make_room();
    }

    /// Tells all that still wait.
    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        self.waiting.tell_first(self.waiting.len);
    }
}

/// Slots of a shard that wait to be told, in the order of blocks: memory has been asked for all of them, and has time to answer
/// until enough others wait, also where lists are short and blocks are many.
struct Waiting<'a, T, K, W> {
    kernel: K,
    ranker: Ranker<'a>,
    tell: W,
    states: &'a mut [T],
    /// The first slot of the block that is at hand.
    block_start: u32,
    slots: [u32; ROOM],
    len: usize,
    next: &'a mut ShardFrontier,
}

/// Slots that may wait.
const ROOM: usize = 512;
/// So many go on waiting when others are told.
const KEPT: usize = 64;
/// When so many wait, some are told.
const MOST: usize = ROOM - CutSets::ROOM;

impl<T: Cell, K: Kernel, W: Tell<T>> Waiting<'_, T, K, W> {
    #[inline(always)]
    fn put(&mut self, slot: u32) {
        self.slots[self.len % ROOM] = self.block_start + slot;
        self.len += 1;
    }

    #[inline(always)]
    fn make_room(&mut self) {
        if self.len >= MOST {
            self.tell_first(self.len - KEPT);
        }
    }

    /// Tells so many.
    #[inline]
    fn tell_first(&mut self, count: usize) {
        let (slots, rest) = self.slots[..self.len].split_at_mut(count);
        let mut decided = 0;
        for place in 0..slots.len() {
            let slot = slots[place];
            let is_decided = self.tell.one(&mut self.states[slot as usize]);
            // Written in any case and kept if decided: no branch that nobody could predict. What is there has been read.
            slots[decided] = slot;
            decided += usize::from(is_decided);
        }
        self.next.extend(&slots[..decided]);
        let left = rest.len();
        self.slots.copy_within(count..self.len, 0);
        self.len = left;
    }
}

impl<T: Cell, K: Kernel, W: Tell<T>> TakeCuts for Waiting<'_, T, K, W> {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "ranks are below 128 Ki")]
    fn take(&mut self, cuts: &mut CutSets) {
        let cuts_there = cuts.as_slice();
        let room = &mut self.slots[self.len..][..cuts_there.len()];
        let start = self.block_start as usize;
        for (slot, &cut) in room.iter_mut().zip(cuts_there) {
            let place = start + self.ranker.rank_of_cut(cut);
            self.kernel.prefetch(self.states, place);
            *slot = place as u32;
        }
        self.len += cuts_there.len();
        cuts.clear();
        self.make_room();
    }
}
