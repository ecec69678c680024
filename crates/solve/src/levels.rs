//! The second step: levels. At level d every slot decided there tells its predecessors inside the unit.
//!
//! Pull: a thread owns the blocks it changes. For plane A it reads what was decided in plane C of the blocks
//! that A's slides lead to; for plane C, what was decided in plane A of the same block. The frontier of level
//! d is read, that of level d + 1 written, so there are no locks, and the result is the same for any number of
//! threads.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::Plane;
use millwright_rules::{PointSet, Protection, takeable};
use rayon::prelude::*;

use crate::cell::Cell;
use crate::edges::Edge;
use crate::frontier::{BLOCKS_PER_SHARD, Decided, Frontier, ShardFrontier, search};
use crate::kernels::{Kernel, Work};
use crate::unit_context::{LevelSet, PlaneCells, UnitContext};

/// How the levels ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Everything is decided or drawn.
    Solved,
    /// There are values deeper than the cells can hold.
    TooDeep,
    /// Somebody raised the stop flag.
    Stopped,
}

/// Predecessors that are looked up before the first of them is touched, so that memory has time to answer.
const BATCH: usize = 64;

/// Runs all levels and turns the states into values. `list_bytes` bounds the memory of the frontier lists.
/// `on_level` is told every level and how many slots it decided.
pub(crate) fn levels<T: Cell>(
    context: &UnitContext<'_>,
    planes: &mut [PlaneCells<T>; 2],
    list_bytes: u64,
    on_level: &mut dyn FnMut(u32, u64),
) -> Ended {
    let run = LevelRun::new(context, planes, list_bytes);
    run.all(planes, on_level)
}

struct LevelRun<'a, T> {
    context: &'a UnitContext<'a>,
    first_undecided: T,
    deepest_exit: u32,
    /// Sets that a shard may list.
    most_listed: usize,
    /// By plane: whether any block has exits at a level.
    exit_levels: [LevelSet; 2],
}

impl<'a, T: Cell> LevelRun<'a, T> {
    fn new(context: &'a UnitContext<'a>, planes: &[PlaneCells<T>; 2], list_bytes: u64) -> Self {
        let exit_levels = [0, 1].map(|plane: usize| {
            let mut all = LevelSet::default();
            planes[plane].exit_levels.iter().for_each(|levels| all.union(levels));
            all
        });
        // Two planes, each with the level that is read and the one that is written.
        let shards = context.blocks().div_ceil(BLOCKS_PER_SHARD) as u64;
        let most_listed = list_bytes / (4 * shards * size_of::<u32>() as u64);
        Self {
            context,
            first_undecided: context.first_undecided(),
            deepest_exit: exit_levels.iter().filter_map(LevelSet::deepest).max().unwrap_or(0),
            most_listed: usize::try_from(most_listed).unwrap_or(usize::MAX),
            exit_levels,
        }
    }

    fn all(&self, planes: &mut [PlaneCells<T>; 2], on_level: &mut dyn FnMut(u32, u64)) -> Ended {
        let blocks = self.context.blocks();
        let [a, c] = planes;
        let mut decided_a = self.blocked(&a.states);
        let mut decided_c = self.blocked(&c.states);
        let (mut next_a, mut next_c) = (Frontier::new(blocks), Frontier::new(blocks));
        let mut level = 0;
        loop {
            let (count_a, count_c) = (decided_a.decided(), decided_c.decided());
            on_level(level, count_a + count_c);
            if count_a + count_c == 0 && level >= self.deepest_exit {
                return Ended::Solved;
            }
            if level + 1 >= self.first_undecided.get() || level + 1 > LevelSet::DEEPEST {
                return Ended::TooDeep;
            }
            if count_c > 0 || self.exit_levels[0].contains(level + 1) {
                self.pull(Plane::A, level, a, &c.states, &decided_c, &mut next_a);
            } else {
                next_a = Frontier::emptied(next_a);
            }
            if count_a > 0 || self.exit_levels[1].contains(level + 1) {
                self.pull(Plane::C, level, c, &a.states, &decided_a, &mut next_c);
            } else {
                next_c = Frontier::emptied(next_c);
            }
            if self.context.stopped() {
                return Ended::Stopped;
            }
            std::mem::swap(&mut decided_a, &mut next_a);
            std::mem::swap(&mut decided_c, &mut next_c);
            level += 1;
        }
    }

    /// The frontier of level 0: the mover is blocked.
    fn blocked(&self, states: &[T]) -> Frontier {
        let mut frontier = Frontier::new(self.context.blocks());
        let shard_len = self.context.block_len() * BLOCKS_PER_SHARD;
        states.par_chunks(shard_len).zip(&mut frontier.shards).enumerate().for_each(
            |(number, (states, shard))| {
                shard.clear();
                let mut found = Vec::new();
                for (place, states) in states.chunks(self.context.block_len()).enumerate() {
                    let block = number * BLOCKS_PER_SHARD + place;
                    search(self.context, crate::kernels::Portable, block, states, T::from_u32(0), &mut found);
                    shard.extend(&found);
                    shard.end_block(self.most_listed);
                }
            },
        );
        frontier
    }

    /// One level of one plane.
    fn pull(
        &self,
        plane: Plane,
        level: u32,
        cells: &mut PlaneCells<T>,
        source_states: &[T],
        decided: &Frontier,
        next: &mut Frontier,
    ) {
        let block_len = self.context.block_len();
        let shard_len = block_len * BLOCKS_PER_SHARD;
        let (exits, exit_levels) = (&cells.exits, &cells.exit_levels);
        let shards = cells.states.par_chunks_mut(shard_len).zip(&mut next.shards).enumerate();
        shards.for_each_init(Vec::new, |found, (number, (states, next))| {
            next.clear();
            if self.context.stopped() {
                return;
            }
            let first_block = number * BLOCKS_PER_SHARD;
            self.context.dispatch.run(PullShard {
                run: self,
                plane,
                level,
                first_block,
                states,
                exits: &exits[first_block * block_len..],
                exit_levels: &exit_levels[first_block..],
                source_states,
                decided,
                next,
                found,
            });
        });
    }
}

impl Frontier {
    /// The same memory with nothing in it.
    fn emptied(mut self) -> Self {
        self.shards.par_iter_mut().for_each(|shard| {
            shard.clear();
            (0..BLOCKS_PER_SHARD).for_each(|_| shard.end_block(0));
        });
        self
    }
}

/// One level of one plane of a shard.
struct PullShard<'a, T> {
    run: &'a LevelRun<'a, T>,
    plane: Plane,
    level: u32,
    first_block: usize,
    states: &'a mut [T],
    exits: &'a [T],
    exit_levels: &'a [LevelSet],
    source_states: &'a [T],
    decided: &'a Frontier,
    next: &'a mut ShardFrontier,
    /// For the sets of a block that must be searched.
    found: &'a mut Vec<u32>,
}

impl<T: Cell> Work for PullShard<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, kernel: impl Kernel) {
        // At even levels the sources are lost and make wins; at odd ones they are won and tick off.
        if self.level.is_multiple_of(2) { self.blocks::<true>(kernel) } else { self.blocks::<false>(kernel) }
    }
}

impl<T: Cell> PullShard<'_, T> {
    #[inline(always)]
    fn blocks<const WINS: bool>(self, kernel: impl Kernel) {
        let Self { run, plane, level, first_block, states, next, found, .. } = self;
        let context = run.context;
        let block_len = context.block_len();
        let sources =
            Sources { context, level: T::from_u32(level), states: self.source_states, decided: self.decided };
        let mut update = Update::<T, WINS> {
            decided: T::from_u32(level + 1),
            first_undecided: run.first_undecided,
            next,
            batch: Batch::new(),
        };
        let exit_key = T::key_of_level(level + 1);
        for (place, states) in states.chunks_exact_mut(block_len).enumerate() {
            let block = first_block + place;
            match plane {
                _ if !context.can_slide(plane) => {}
                Plane::A => from_other_blocks(&sources, kernel, block, states, &mut update, found),
                Plane::C => from_same_block(&sources, kernel, block, states, &mut update, found),
            }
            if self.exit_levels[place].contains(level + 1) {
                let frame = (!context.stones_of(block)).bits();
                T::find_all(&self.exits[place * block_len..][..block_len], exit_key, |slot| {
                    if update.one(&mut states[slot]) {
                        update.next.push(kernel.expand(context.layout.sets[slot], frame));
                    }
                });
            }
            update.next.end_block(run.most_listed);
        }
    }
}

/// What was decided at the last level in the plane that is read.
struct Sources<'a, T> {
    context: &'a UnitContext<'a>,
    level: T,
    states: &'a [T],
    decided: &'a Frontier,
}

impl<T: Cell> Sources<'_, T> {
    /// The sets decided in a block.
    #[inline(always)]
    fn of<'s>(&'s self, kernel: impl Kernel, block: usize, found: &'s mut Vec<u32>) -> &'s [u32] {
        match self.decided.of(block) {
            Decided::Listed(sets) => sets,
            Decided::Searched => {
                let block_len = self.context.block_len();
                let states = &self.states[block * block_len..][..block_len];
                search(self.context, kernel, block, states, self.level, found);
                found
            }
        }
    }
}

/// Plane A: A slides from this block to another, where C is to move.
#[inline(always)]
fn from_other_blocks<T: Cell, const WINS: bool>(
    sources: &Sources<'_, T>,
    kernel: impl Kernel,
    block: usize,
    states: &mut [T],
    update: &mut Update<'_, T, WINS>,
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
fn along_edge<T: Cell, const WINS: bool>(
    context: &UnitContext<'_>,
    kernel: impl Kernel,
    block: usize,
    edge: &Edge,
    sets: &[u32],
    states: &mut [T],
    update: &mut Update<'_, T, WINS>,
) {
    let frame = (!context.stones_of(block)).bits();
    let origin = edge.origin.set().bits();
    let images = edge.symmetry.inverse().byte_images();
    let ranker = context.layout.ranker();
    for sets in sets.chunks(BATCH) {
        let mut waiting = 0;
        for &set in sets {
            let [outer, middle, inner, _] = set.to_le_bytes();
            let here = images[0][outer as usize] | images[1][middle as usize] | images[2][inner as usize];
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
fn from_same_block<T: Cell, const WINS: bool>(
    sources: &Sources<'_, T>,
    kernel: impl Kernel,
    block: usize,
    states: &mut [T],
    update: &mut Update<'_, T, WINS>,
    found: &mut Vec<u32>,
) {
    let context = sources.context;
    let board = &context.slide_board;
    let sets = sources.of(kernel, block, found);
    if sets.is_empty() {
        return;
    }
    let frame = (!context.stones_of(block)).bits();
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
            for from in PointSet::from_bits_truncated(came) {
                for to in PointSet::from_bits_truncated(free) {
                    slide_back(from.set().bits() | to.set().bits());
                }
            }
        } else {
            let slides = board.slides(came, free);
            let (mut ring, mut spoke) = (slides.ring, slides.spoke);
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
        self.slots[place % Self::ROOM] = slot as u32;
        self.sets[place % Self::ROOM] = set;
    }
}

/// What becomes of the slots that are told.
struct Update<'a, T, const WINS: bool> {
    /// The state of a slot that is decided now.
    decided: T,
    first_undecided: T,
    next: &'a mut ShardFrontier,
    batch: Batch,
}

impl<T: Cell, const WINS: bool> Update<'_, T, WINS> {
    /// Tells one slot that a successor was decided; whether the slot is decided by it.
    #[inline(always)]
    fn one(&self, cell: &mut T) -> bool {
        let state = *cell;
        let undecided = state >= self.first_undecided;
        if WINS {
            *cell = if undecided { self.decided } else { state };
            undecided
        } else {
            let last = state.get() == T::MAX.get() - 1;
            let ticked = T::from_u32(state.get() + u32::from(undecided && state != T::MAX));
            *cell = if last { self.decided } else { ticked };
            last
        }
    }

    /// Tells the first `waiting` slots of the batch.
    #[inline(always)]
    fn flush(&mut self, states: &mut [T], waiting: usize) {
        let mut decided = 0;
        for place in 0..waiting.min(Batch::ROOM) {
            let is_decided = self.one(&mut states[self.batch.slots[place] as usize]);
            // Written in any case and kept if decided: no branch that nobody could predict.
            self.batch.decided[decided % Batch::ROOM] = self.batch.sets[place];
            decided += usize::from(is_decided);
        }
        self.next.extend(&self.batch.decided[..decided]);
    }
}
