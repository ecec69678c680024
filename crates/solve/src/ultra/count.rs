//! How many drawn positions each drawn position can move to inside its unit.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::Plane;
use rayon::prelude::*;

use super::outcomes::NOT_DRAWN;
use crate::frontier::{BLOCKS_PER_SHARD, Frontier, ShardFrontier};
use crate::kernels::{Kernel, Work};
use crate::pull::{Sources, Tell, Update, tell_block};
use crate::unit_context::UnitContext;

/// Counts the drawn successors of the drawn slots of a plane, and makes the states with which the levels begin of
/// those with which counting begins. `drawn` says which slots of the other plane are drawn.
pub(super) fn count_drawn_successors(
    context: &UnitContext<'_>,
    plane: Plane,
    states: &mut [u16],
    drawn: &[u8],
) {
    let everywhere = Frontier::searched(context.blocks());
    let sources = Sources { context, state: 1, states: drawn, listed: &everywhere };
    let shards = states.par_chunks_mut(context.block_len() * BLOCKS_PER_SHARD).enumerate();
    shards.for_each_init(
        || (Vec::new(), ShardFrontier::default()),
        |(found, nothing), (number, states)| {
            if !context.stopped() {
                let first_block = number * BLOCKS_PER_SHARD;
                let sources = &sources;
                context.dispatch.run(CountShard { sources, plane, first_block, states, nothing, found });
            }
        },
    );
}

/// The successors of a shard's slots.
struct CountShard<'a> {
    sources: &'a Sources<'a, u8>,
    plane: Plane,
    first_block: usize,
    states: &'a mut [u16],
    nothing: &'a mut ShardFrontier,
    found: &'a mut Vec<u32>,
}

impl Work for CountShard<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let context = self.sources.context;
        let (block_len, slots) = (context.block_len(), self.states.len());
        let mut update = Update::new(context, (kernel, CountOne), self.states, self.nothing);
        for (place, start) in (0..slots).step_by(block_len).enumerate() {
            update.begin_block(start);
            let block = self.first_block + place;
            tell_block(self.sources, kernel, (self.plane, block), &mut update, self.found);
        }
        update.finish();
        for state in self.states {
            // A slot with no drawn successor at all is drawn by rule: a full board.
            *state += u16::from(*state != NOT_DRAWN && *state != u16::MAX);
        }
    }
}

/// One more successor.
struct CountOne;

impl Tell<u16> for CountOne {
    #[inline(always)]
    fn one(&self, state: &mut u16) -> bool {
        *state -= u16::from(*state != NOT_DRAWN && *state != u16::MAX);
        false
    }
}
