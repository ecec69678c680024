//! Along the moves of a unit: what is known of a slot is told to the slots that it can be reached from.
//!
//! Pull: a thread owns the blocks it changes. For plane A it reads slots of plane C in the blocks that A's slides lead
//! to; for plane C, slots of plane A in the same block.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::Plane;
use millwright_rules::{PointSet, Protection, Symmetry, takeable};

use crate::cell::Cell;
use crate::edges::Edge;
use crate::frontier::{Decided, Frontier, ShardFrontier, search};
use crate::kernels::Kernel;
use crate::order::{ORDER, byte_images};
use crate::unit_context::UnitContext;

/// Predecessors that are looked up before the first of them is touched, so that memory has time to answer.
const BATCH: usize = 64;

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

/// Tells the slots of one block of a plane about their successors in the other.
#[inline(always)]
pub(crate) fn tell_block<S: Cell, T: Cell>(
    sources: &Sources<'_, S>,
    kernel: impl Kernel,
    (plane, block): (Plane, usize),
    states: &mut [T],
    update: &mut Update<'_, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    match plane {
        _ if !sources.context.can_slide(plane) => {}
        Plane::A => from_other_blocks(sources, kernel, block, states, update, found),
        Plane::C => from_same_block(sources, kernel, block, states, update, found),
    }
}

/// Plane A: A slides from this block to another, where C is to move.
#[inline(always)]
fn from_other_blocks<S: Cell, T: Cell>(
    sources: &Sources<'_, S>,
    kernel: impl Kernel,
    block: usize,
    states: &mut [T],
    update: &mut Update<'_, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    let context = sources.context;
    for edge in context.edges.plain.of(block) {
        let sets = sources.of(kernel, edge.class as usize, found);
        along_edge(context, kernel, block, edge, sets, states, update);
    }
    if context.rules.protection == Protection::Protected {
        // Closing a mill takes nothing, and so stays, where all of C's stones stand in mills.
        for edge in context.edges.closing.of(block) {
            let sets = sources.of(kernel, edge.class as usize, found).iter().copied();
            let safe: Vec<u32> = sets.filter(|&set| context.slide_board.in_mills(set) == set).collect();
            along_edge(context, kernel, block, edge, &safe, states, update);
        }
    }
}

#[inline(always)]
fn along_edge<T: Cell>(
    context: &UnitContext<'_>,
    kernel: impl Kernel,
    block: usize,
    edge: &Edge,
    sets: &[u32],
    states: &mut [T],
    update: &mut Update<'_, impl Tell<T>>,
) {
    let frame = context.free_bits(block);
    let origin = ORDER.bits(edge.origin.set());
    if edge.symmetry == Symmetry::IDENTITY {
        along_edge_by(context, kernel, (frame, origin), |set| set, sets, states, update);
        return;
    }
    let images = byte_images(edge.symmetry.inverse());
    let image = |set: u32| {
        let [first, second, third, _] = set.to_le_bytes();
        images[0][first as usize] | images[1][second as usize] | images[2][third as usize]
    };
    along_edge_by(context, kernel, (frame, origin), image, sets, states, update);
}

/// Along an edge, by the map from sets there to sets here.
#[inline(always)]
fn along_edge_by<T: Cell>(
    context: &UnitContext<'_>,
    kernel: impl Kernel,
    (frame, origin): (u32, u32),
    image: impl Fn(u32) -> u32,
    sets: &[u32],
    states: &mut [T],
    update: &mut Update<'_, impl Tell<T>>,
) {
    let ranker = context.layout.ranker();
    for sets in sets.chunks(BATCH) {
        let mut waiting = 0;
        for &set in sets {
            let here = image(set);
            let slot = ranker.rank(kernel.compress(here, frame));
            kernel.prefetch(states, slot);
            update.batch.put(waiting, slot, here);
            // Where C stands on the point that A's stone came from, there was no such slide.
            waiting += usize::from(here & origin == 0);
        }
        update.flush(states, waiting);
    }
}

/// Plane C: C slides inside this block, and A is to move.
#[inline(always)]
fn from_same_block<S: Cell, T: Cell>(
    sources: &Sources<'_, S>,
    kernel: impl Kernel,
    block: usize,
    states: &mut [T],
    update: &mut Update<'_, impl Tell<T>>,
    found: &mut Vec<u32>,
) {
    let context = sources.context;
    let board = &context.slide_board;
    let sets = sources.of(kernel, block, found);
    if sets.is_empty() {
        return;
    }
    let frame = context.free_bits(block);
    // A stone that stands in a mill closed it when it came: that was a capture, unless nothing can be taken.
    let closing_stays = takeable(context.rules, context.stones_of(block)).is_empty();
    let flies = context.flies(Plane::C);
    let ranker = context.layout.ranker();
    let mut waiting = 0;
    for &set in sets {
        let free = frame & !set;
        let came = if closing_stays { set } else { set & !board.in_mills(set) };
        let mut slide_back = |step: u32| {
            let before = set ^ step;
            let slot = ranker.rank(kernel.compress(before, frame));
            kernel.prefetch(states, slot);
            update.batch.put(waiting, slot, before);
            waiting += 1;
        };
        if flies {
            // Single bits, whatever points they stand for.
            for from in PointSet::from_bits_truncated(came) {
                for to in PointSet::from_bits_truncated(free) {
                    slide_back(from.set().bits() | to.set().bits());
                }
            }
        } else {
            let slides = board.slides(came, free);
            let (mut ring, mut spoke) = (slides.ring, slides.spoke);
            debug_assert!((ring | spoke) >> 48 == 0, "a board has no more slides");
            while ring != 0 {
                slide_back(board.ring_steps[ring.trailing_zeros() as usize % 48]);
                ring &= ring - 1;
            }
            while spoke != 0 {
                slide_back(board.spoke_steps[spoke.trailing_zeros() as usize % 48]);
                spoke &= spoke - 1;
            }
        }
        if waiting >= BATCH {
            update.flush(states, waiting);
            waiting = 0;
        }
    }
    update.flush(states, waiting);
}

/// Predecessors that wait to be touched.
struct Batch {
    slots: [u32; Self::ROOM],
    sets: [u32; Self::ROOM],
    decided: [u32; Self::ROOM],
}

impl Batch {
    /// A source is put in whole before the batch is looked at again: at most 63 slides beyond [`BATCH`].
    const ROOM: usize = 2 * BATCH;

    fn new() -> Self {
        Self { slots: [0; Self::ROOM], sets: [0; Self::ROOM], decided: [0; Self::ROOM] }
    }

    /// Puts a predecessor at a place.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "ranks are below 128 Ki")]
    fn put(&mut self, place: usize, slot: usize, set: u32) {
        debug_assert!(place < Self::ROOM, "a batch has room for all slides of a source");
        self.slots[place % Self::ROOM] = slot as u32;
        self.sets[place % Self::ROOM] = set;
    }
}

/// Tells slots, and lists those that are decided by it.
pub(crate) struct Update<'a, W> {
    pub(crate) tell: W,
    pub(crate) next: &'a mut ShardFrontier,
    batch: Batch,
}

impl<'a, W> Update<'a, W> {
    pub(crate) fn new(tell: W, next: &'a mut ShardFrontier) -> Self {
        Self { tell, next, batch: Batch::new() }
    }

    /// Tells the first `waiting` slots of the batch.
    #[inline(always)]
    fn flush<T: Cell>(&mut self, states: &mut [T], waiting: usize)
    where
        W: Tell<T>,
    {
        debug_assert!(waiting <= Batch::ROOM, "no more wait than were put in");
        let mut decided = 0;
        for place in 0..waiting.min(Batch::ROOM) {
            let is_decided = self.tell.one(&mut states[self.batch.slots[place] as usize]);
            // Written in any case and kept if decided: no branch that nobody could predict.
            self.batch.decided[decided % Batch::ROOM] = self.batch.sets[place];
            decided += usize::from(is_decided);
        }
        self.next.extend(&self.batch.decided[..decided]);
    }
}
