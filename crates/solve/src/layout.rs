//! What all blocks of a unit have in common: the sets of C's stones numbered within a block, and their ranks.
//!
//! Within a block, C's stones stand on the `points` = 24 - a points that A leaves free. A *numbered* set is a
//! set of those, bit n for the n-th lowest free point; slots of a block are in the colex order of numbered sets.

use millwright_index::UnitIndex;
use millwright_rules::PointSet;

use crate::kernels::{Halves, RankTable, Ranker};

/// Numbered sets of one size and their ranks.
///
/// **Invariant**: `ranker().rank(sets[r]) == r`.
#[derive(Debug)]
pub(crate) struct Layout {
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

    /// Finds the slot of a numbered set within its block. The set must have the layout's size.
    #[inline]
    #[must_use]
    pub(crate) fn ranker(&self) -> Ranker<'_> {
        self.ranks.ranker()
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
                    assert_eq!(layout.ranker().rank(set), slot, "{size} of {points}");
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
