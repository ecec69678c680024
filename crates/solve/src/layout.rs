//! What all blocks of a unit have in common: the sets of C's stones numbered within a block, and their ranks.
//!
//! Within a block, C's stones stand on the `points` = 24 - a points that A leaves free. A *numbered* set is a
//! set of those, bit n for the n-th lowest free point; slots of a block are in the colex order of numbered sets.

use millwright_index::UnitIndex;
use millwright_rules::PointSet;

use crate::kernels::{Halves, RankTable, Ranker};

/// Numbered sets of one size and their ranks.
///
/// **Invariant**: `rank(sets[r]) == r`.
#[derive(Debug)]
pub(crate) struct Layout {
    points: u32,
    /// The numbered set in each slot of a block.
    pub(crate) sets: Vec<u32>,
    ranks: RankTable,
}

impl Layout {
    /// The layout of a unit's blocks.
    #[must_use]
    pub(crate) fn new(index: &UnitIndex) -> Self {
        Self::of_sets(24 - index.unit().a(), index.unit().c())
    }

    /// All numbered sets of `size` points among `points`.
    #[must_use]
    pub(crate) fn of_sets(points: u8, size: u8) -> Self {
        Self {
            points: u32::from(points),
            sets: PointSet::subsets(points, size).map(PointSet::bits).collect(),
            ranks: RankTable::new(Halves::of(u32::from(points)), usize::from(size)),
        }
    }

    /// Slots in a block.
    #[inline]
    #[must_use]
    pub(crate) fn block_len(&self) -> usize {
        self.sets.len()
    }

    /// How a set is cut in two.
    #[inline]
    #[must_use]
    pub(crate) fn halves(&self) -> Halves {
        self.ranks.halves()
    }

    /// The slot of a numbered set within its block. The set must have the layout's size.
    #[inline]
    #[must_use]
    pub(crate) fn rank(&self, set: u32) -> usize {
        self.ranks.ranker().rank(set)
    }

    /// What [`Layout::rank`] looks up, for loops that keep it at hand.
    #[inline]
    #[must_use]
    pub(crate) fn ranker(&self) -> Ranker<'_> {
        self.ranks.ranker()
    }

    /// For every slot, the ranks among the sets one smaller of its set without its first, second, ... point.
    #[must_use]
    pub(crate) fn ranks_without_one(&self, smaller: &Self) -> Vec<u16> {
        let without = |&set: &u32| {
            PointSet::from_bits_truncated(set).iter().map(move |point| set & !point.set().bits())
        };
        #[expect(clippy::cast_possible_truncation, reason = "no block has more than 19,448 slots")]
        self.sets.iter().flat_map(without).map(|set| smaller.rank(set) as u16).collect()
    }

    /// For every numbered point, the slots whose set leaves it free.
    #[must_use]
    pub(crate) fn slots_without_point(&self) -> Vec<Vec<u16>> {
        (0..self.points)
            .map(|point| {
                let free = |&(set, _): &(&u32, u16)| *set >> point & 1 == 0;
                self.sets.iter().zip(0..).filter(free).map(|(_, slot)| slot).collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_its_own_rank_in_every_layout() {
        for points in 12..=21_u8 {
            for size in 0..=(24 - points).min(points) {
                let layout = Layout::of_sets(points, size);
                for (slot, &set) in layout.sets.iter().enumerate() {
                    assert_eq!(layout.rank(set), slot, "{size} of {points}");
                }
            }
        }
    }

    #[test]
    fn half_images_are_the_union_of_the_points_images() {
        let layout = Layout::of_sets(15, 4);
        let images: Vec<u32> = (0..15).map(|n| if n == 6 { 0 } else { 1 << ((n * 7 + 3) % 20) }).collect();
        let mut tables = crate::kernels::HalfImages::default();
        tables.set(layout.halves(), &images);
        for &set in &layout.sets {
            let union = (0..15).filter(|n| set >> n & 1 == 1).fold(0, |union, n| union | images[n]);
            assert_eq!(tables.lookup().of(set), union);
        }
    }
}
