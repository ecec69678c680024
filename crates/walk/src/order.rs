//! Where values are when one player's stones are the key, and the look-ups that find them fast.
//!
//! A unit's slots are keyed by A's stones ([`UnitIndex`](millwright_index::UnitIndex)). All that its moves
//! lead to is looked up keyed by the same player's stones, so that positions that follow each other read
//! values that lie side by side. Tables that are stored the other way round are turned when they are loaded.

use std::sync::LazyLock;

use millwright_index::{Classes, binomial, rank};
use millwright_rules::PointSet;

/// How many points, and so bits of a set, the lower part of a rank has.
const LOWER_BITS: u32 = 12;
const HALF: usize = 1 << LOWER_BITS;

/// The ranks of all sets of the lowest 12 points.
static LOWER: LazyLock<Box<[u16; HALF]>> = LazyLock::new(|| {
    let mut ranks = Box::new([0; HALF]);
    for (bits, place) in (0..).zip(ranks.iter_mut()) {
        *place = u16::try_from(rank(PointSet::from_bits_truncated(bits))).expect("below 12 choose 6");
    }
    ranks
});

/// The order of values with `key` stones of one player and `rest` of the other: a block for each class of the
/// key, in it a slot for each set of the rest on the free points, in colex order.
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) classes: &'static Classes,
    pub(crate) block_len: u32,
    rest: u8,
    lower: &'static [u16; HALF],
    /// The share of the upper 12 points in the rank, given that the set has `rest` points in all.
    upper: Box<[u32; HALF]>,
}

impl Order {
    pub(crate) fn new(key: u8, rest: u8) -> Self {
        let mut upper = Box::new([0; HALF]);
        for (bits, share) in (0_u32..).zip(upper.iter_mut()) {
            let Some(below) = u32::from(rest).checked_sub(bits.count_ones()) else { continue };
            if below <= LOWER_BITS {
                // The smallest set of so many points below has rank 0 itself.
                *share = rank(PointSet::from_bits_truncated(bits << LOWER_BITS | ((1 << below) - 1)));
            }
        }
        let block_len = binomial(24 - usize::from(key), usize::from(rest));
        Self { classes: Classes::of(key), block_len, rest, lower: &LOWER, upper }
    }

    /// How many values there are.
    pub(crate) fn slots(&self) -> u64 {
        u64::from(self.classes.count()) * u64::from(self.block_len)
    }

    /// The sets of the rest's stones in the order of a block, numbered within the free points.
    pub(crate) fn numbered_sets(&self) -> Vec<PointSet> {
        PointSet::subsets(24 - self.classes.size(), self.rest).collect()
    }

    /// The place of a set in its block: its rank, given that it has as many points as it must.
    #[inline]
    pub(crate) fn place(&self, numbered: u32) -> u32 {
        let (lower, upper) = (numbered as usize % HALF, (numbered >> LOWER_BITS) as usize % HALF);
        u32::from(self.lower[lower]) + self.upper[upper]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_every_set_of_every_size_is_its_rank() {
        for key in 0..=12 {
            for rest in 0..=12 {
                let order = Order::new(key, rest);
                let sets = order.numbered_sets();
                assert_eq!(sets.len(), order.block_len as usize);
                for (place, set) in (0..).zip(sets) {
                    assert_eq!(order.place(set.bits()), place);
                }
            }
        }
    }
}
