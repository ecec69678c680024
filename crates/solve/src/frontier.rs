//! The slots of a plane that were decided at the last level, block by block.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use std::sync::atomic::{AtomicU64, Ordering};

use crate::buffers::Buffers;
use crate::cell::Cell;
use crate::kernels::Kernel;
use crate::unit_context::UnitContext;

/// Blocks of a shard: what a thread takes at a time in the levels.
pub(crate) const BLOCKS_PER_SHARD: usize = 64;

/// Room for sets that a shard may have to spare: a page or two.
const SPARE_SETS: usize = 2048;

/// The sets of C's stones (all points, not numbered) that were decided, for each block of a shard. While a shard is being written
/// they are its slots.
///
/// A list that would outgrow its share of the memory is given up, and its block is searched instead.
#[derive(Debug, Default)]
pub(crate) struct ShardFrontier {
    sets: Vec<u32>,
    /// Where each block's sets end.
    ends: Vec<u32>,
    /// The blocks that must be searched, one bit each.
    searched: u64,
    /// How many slots were decided, listed or not.
    decided: u64,
}

impl ShardFrontier {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.ends.clear();
        self.searched = 0;
        self.decided = 0;
    }

    /// Adds slots of the shard, in the order of blocks.
    #[inline]
    pub(crate) fn extend(&mut self, slots: &[u32]) {
        self.sets.extend_from_slice(slots);
    }

    /// Ends a shard of so many slots: makes sets of its slots, and keeps the lists of as many blocks as together have at most
    /// `most` of them. `set_of` gives the set in a slot of a block.
    #[inline(always)]
    pub(crate) fn end(
        &mut self,
        slots: usize,
        block_len: usize,
        most: usize,
        set_of: impl Fn(usize, usize) -> u32,
    ) {
        self.decided = self.sets.len() as u64;
        let (mut at, mut kept) = (0, 0);
        for (place, start) in (0..slots).step_by(block_len).enumerate() {
            let first = at;
            while at < self.sets.len() && (self.sets[at] as usize) < start + block_len {
                at += 1;
            }
            if kept + (at - first) > most {
                self.searched |= 1 << place;
            } else {
                for from in first..at {
                    self.sets[kept] = set_of(place, self.sets[from] as usize - start);
                    kept += 1;
                }
            }
            self.ends.push(u32::try_from(kept).expect("a shard has at most 64 * 19,448 slots"));
        }
        debug_assert_eq!(at, self.sets.len(), "slots come in the order of blocks");
        self.sets.truncate(kept);
    }

    pub(crate) fn decided(&self) -> u64 {
        self.decided
    }

    /// The memory that the lists take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.sets.capacity() * size_of::<u32>()) as u64
    }

    /// Becomes a copy of what a thread has listed, in no more memory than that takes: how much a shard lists changes from
    /// step to step, and the most that it ever lists would stay with it.
    pub(crate) fn copy_from(&mut self, listed: &Self) {
        let len = listed.sets.len();
        self.sets.clear();
        if self.sets.capacity() < len || self.sets.capacity() > len + len / 4 + SPARE_SETS {
            self.sets = Vec::with_capacity(len);
        }
        self.sets.extend_from_slice(&listed.sets);
        self.ends.clone_from(&listed.ends);
        (self.searched, self.decided) = (listed.searched, listed.decided);
    }
}

/// What was decided in a block.
pub(crate) enum Decided<'a> {
    /// These sets.
    Listed(&'a [u32]),
    /// Whatever the plane has at this level.
    Searched,
}

/// The frontier of a plane.
#[derive(Debug)]
pub(crate) struct Frontier {
    pub(crate) shards: Vec<ShardFrontier>,
}

impl Frontier {
    pub(crate) fn new(blocks: usize) -> Self {
        let shards = blocks.div_ceil(BLOCKS_PER_SHARD);
        Self { shards: (0..shards).map(|_| ShardFrontier::default()).collect() }
    }

    /// One whose blocks must all be searched.
    pub(crate) fn searched(blocks: usize) -> Self {
        let mut frontier = Self::new(blocks);
        frontier.shards.iter_mut().for_each(|shard| shard.searched = u64::MAX);
        frontier
    }

    #[inline]
    pub(crate) fn of(&self, block: usize) -> Decided<'_> {
        let (shard, place) = (&self.shards[block / BLOCKS_PER_SHARD], block % BLOCKS_PER_SHARD);
        if shard.searched >> place & 1 == 1 {
            return Decided::Searched;
        }
        let start = if place == 0 { 0 } else { shard.ends[place - 1] };
        Decided::Listed(&shard.sets[start as usize..shard.ends[place] as usize])
    }

    pub(crate) fn decided(&self) -> u64 {
        self.shards.iter().map(ShardFrontier::decided).sum()
    }

    /// Keeps the memory, with nothing in it.
    pub(crate) fn make_empty(&mut self) {
        for shard in &mut self.shards {
            if shard.decided > 0 || shard.ends.len() < BLOCKS_PER_SHARD {
                shard.clear();
                shard.ends.resize(BLOCKS_PER_SHARD, 0);
            }
        }
    }
}

/// The memory that lists take. Kept buffers make room for it as it grows, not only when a step has ended: there are steps that
/// list as much as all before.
pub(crate) struct ListMemory<'a> {
    buffers: &'a Buffers,
    bytes: AtomicU64,
    /// Of them the buffers know.
    told: AtomicU64,
}

/// So much more is worth telling.
const WORTH_TELLING: u64 = 4 << 20;

impl<'a> ListMemory<'a> {
    pub(crate) fn none(buffers: &'a Buffers) -> Self {
        Self { buffers, bytes: AtomicU64::new(0), told: AtomicU64::new(0) }
    }

    /// A list is another now.
    pub(crate) fn changed(&self, before: u64, after: u64) {
        let bytes = if after < before {
            self.bytes.fetch_sub(before - after, Ordering::Relaxed) - (before - after)
        } else {
            self.bytes.fetch_add(after - before, Ordering::Relaxed) + (after - before)
        };
        if bytes > self.told.load(Ordering::Relaxed) + WORTH_TELLING {
            self.tell();
        }
    }

    /// Tells how much it is at the moment.
    pub(crate) fn tell(&self) {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.told.store(bytes, Ordering::Relaxed);
        self.buffers.stand_beside(bytes);
    }
}

/// Puts into `found` the sets of a block whose state is `level`.
#[inline(always)]
pub(crate) fn search<T: Cell>(
    context: &UnitContext<'_>,
    kernel: impl Kernel,
    block: usize,
    states: &[T],
    level: T,
    found: &mut Vec<u32>,
) {
    let frame = context.free_bits(block);
    found.clear();
    kernel.find_all(states, level, |slot| found.push(kernel.expand(context.layout.sets[slot], frame)));
}
