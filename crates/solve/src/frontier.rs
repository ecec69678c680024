//! The slots of a plane that were decided at the last level, block by block.

use crate::cell::Cell;
use crate::kernels::Kernel;
use crate::unit_context::UnitContext;

/// Blocks of a shard: what a thread takes at a time in the levels.
pub(crate) const BLOCKS_PER_SHARD: usize = 64;

/// The sets of C's stones (all points, not numbered) that were decided, for each block of a shard.
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
    /// Forgets all, and begins the first block.
    pub(crate) fn clear(&mut self) {
        self.sets.clear();
        self.ends.clear();
        self.searched = 0;
        self.decided = 0;
    }

    /// Adds to the block that is being written.
    #[inline]
    pub(crate) fn extend(&mut self, sets: &[u32]) {
        self.sets.extend_from_slice(sets);
    }

    /// Adds one to the block that is being written.
    #[inline]
    pub(crate) fn push(&mut self, set: u32) {
        self.sets.push(set);
    }

    /// Ends the block that is being written; its list is kept if the shard's fit in `most` sets.
    pub(crate) fn end_block(&mut self, most: usize) {
        let start = self.ends.last().map_or(0, |&end| end as usize);
        self.decided += (self.sets.len() - start) as u64;
        if self.sets.len() > most {
            self.searched |= 1 << self.ends.len();
            self.sets.truncate(start);
            self.sets.shrink_to(most);
        }
        self.ends.push(u32::try_from(self.sets.len()).expect("a shard has at most 64 * 19,448 slots"));
    }

    pub(crate) fn decided(&self) -> u64 {
        self.decided
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
                (0..BLOCKS_PER_SHARD).for_each(|_| shard.end_block(0));
            }
        }
    }
}

/// Puts into `found` the sets of a block whose state is `level`.
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
    T::find_all(states, level, |slot| found.push(kernel.expand(context.layout.sets[slot], frame)));
}
