//! Classes: sets of points that a symmetry takes into each other.

use std::sync::OnceLock;

use millwright_rules::{PointSet, Symmetry};

use crate::binomial::binomial;
use crate::ranking::rank;

/// The number of a class among the classes of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// All classes of sets of one size, numbered in the order of their representatives.
///
/// **Invariants**: the representative is the set with the smallest bits in its class; for every set `s` of
/// the size, `symmetry_of(s).apply(s) == representative(class_of(s))`.
#[derive(Debug)]
pub struct Classes {
    size: u8,
    representatives: Vec<PointSet>,
    /// By rank of the set: class number times 16 plus the number of a symmetry to its representative.
    by_rank: Vec<u32>,
}

impl Classes {
    /// The classes of the sets of `size` points. Built at the first call (a fraction of a second and at most
    /// 11 MB), then shared.
    ///
    /// # Panics
    /// If `size` is above 24.
    #[must_use]
    pub fn of(size: u8) -> &'static Self {
        static BUILT: [OnceLock<Classes>; 25] = [const { OnceLock::new() }; 25];
        BUILT[usize::from(size)].get_or_init(|| Self::build(size))
    }

    fn build(size: u8) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut by_rank = vec![UNSEEN; binomial(24, usize::from(size)) as usize];
        let mut representatives = Vec::new();
        let mut number = 0;
        for set in PointSet::subsets(24, size) {
            if by_rank[rank(set) as usize] != UNSEEN {
                continue;
            }
            for symmetry in Symmetry::all() {
                let image = rank(symmetry.apply(set)) as usize;
                by_rank[image] = number << 4 | u32::from(symmetry.inverse().number());
            }
            representatives.push(set);
            number += 1;
        }
        Self { size, representatives, by_rank }
    }

    /// How many points the sets have.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// How many classes there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "fewer than the 2.7 million sets of a size")]
        {
            self.representatives.len() as u32
        }
    }

    /// The representatives in the order of the class numbers, which is the order of their bits.
    #[must_use]
    pub fn representatives(&self) -> &[PointSet] {
        &self.representatives
    }

    /// The representative of a class.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn representative(&self, class: ClassId) -> PointSet {
        self.representatives[class.0 as usize]
    }

    /// The class of a set of this size, and a symmetry that takes the set to its representative.
    #[inline]
    #[must_use]
    pub fn find(&self, set: PointSet) -> (ClassId, Symmetry) {
        debug_assert_eq!(set.len(), self.size);
        let entry = self.by_rank[rank(set) as usize];
        (ClassId(entry >> 4), Symmetry::new((entry & 15) as u8))
    }

    /// The symmetries that leave a set as it is, the identity among them.
    pub fn stabiliser(set: PointSet) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |symmetry| symmetry.apply(set) == set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_classes_are_those_that_malom_has() {
        let counts: Vec<u32> = (0..=12).map(|size| Classes::of(size).count()).collect();
        assert_eq!(counts, [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124_124, 157_668, 170_854]);
    }

    #[test]
    fn every_one_of_the_2_24_sets_is_taken_to_the_smallest_of_its_class() {
        for bits in 0..1_u32 << 24 {
            let set = PointSet::from_bits_truncated(bits);
            let classes = Classes::of(set.len());
            let (class, symmetry) = classes.find(set);
            let representative = classes.representative(class);
            assert_eq!(symmetry.apply(set), representative);
            assert!(representative <= set);
        }
    }

    #[test]
    fn representatives_are_the_smallest_of_their_images_and_have_no_class_in_common() {
        for size in 0..=24 {
            let classes = Classes::of(size);
            for (number, &set) in (0..).zip(classes.representatives()) {
                assert!(Symmetry::all().all(|symmetry| symmetry.apply(set) >= set));
                assert_eq!(classes.find(set), (ClassId(number), Symmetry::IDENTITY));
            }
        }
    }
}
