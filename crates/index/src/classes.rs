//! Classes: sets of points that a symmetry takes into each other.

use std::sync::OnceLock;

use millwright_rules::{PointSet, Symmetry};

use crate::binomial::binomial;
use crate::order::PointOrder;
use crate::ranking::rank;

/// The number of a class among the classes of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

/// All classes of sets of one size, numbered in the order of their representatives.
///
/// **Invariants**: the representative is the set with the smallest bits in its class, in the order of points that the
/// classes were made for; for every set `s` of the size, `symmetry_of(s).apply(s) == representative(class_of(s))`.
#[derive(Debug)]
pub struct Classes {
    size: u8,
    order: PointOrder,
    representatives: Vec<PointSet>,
    /// By rank of the set: class number times 16 plus the number of a symmetry to its representative.
    by_rank: Vec<u32>,
}

impl Classes {
    /// The classes of the sets of `size` points, numbered as slots are. Built at the first call (a fraction of a second
    /// and at most 11 MB), then shared.
    ///
    /// # Panics
    /// If `size` is above 24.
    #[must_use]
    pub fn of(size: u8) -> &'static Self {
        Self::in_order(PointOrder::MiddleFirst, size)
    }

    /// The classes of the sets of `size` points, numbered by an order of points. Built at the first call, then shared.
    ///
    /// # Panics
    /// If `size` is above 24.
    #[must_use]
    pub fn in_order(order: PointOrder, size: u8) -> &'static Self {
        static BUILT: [[OnceLock<Classes>; 25]; 2] = [const { [const { OnceLock::new() }; 25] }; 2];
        BUILT[order as usize][usize::from(size)].get_or_init(|| Self::build(order, size))
    }

    fn build(order: PointOrder, size: u8) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut by_rank = vec![UNSEEN; binomial(24, usize::from(size)) as usize];
        let mut representatives = Vec::new();
        let mut number = 0;
        let place = |set| rank_in(order, set);
        for bits in PointSet::subsets(24, size).map(PointSet::bits) {
            let set = order.set(bits);
            if by_rank[place(set)] != UNSEEN {
                continue;
            }
            for symmetry in Symmetry::all() {
                let image = place(symmetry.apply(set));
                by_rank[image] = number << 4 | u32::from(symmetry.inverse().number());
            }
            representatives.push(set);
            number += 1;
        }
        Self { size, order, representatives, by_rank }
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

    /// The order of points that numbers the classes.
    #[must_use]
    pub fn order(&self) -> PointOrder {
        self.order
    }

    /// The representatives in the order of the class numbers, which is that of their bits in the order of points.
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
        let entry = self.by_rank[rank_in(self.order, set)];
        (ClassId(entry >> 4), Symmetry::new((entry & 15) as u8))
    }

    /// The same of this set and of those that come after it in the order of sets of this size: by their highest point, then by
    /// the next, and so on.
    pub fn find_from(&self, first: PointSet) -> impl Iterator<Item = (ClassId, Symmetry)> {
        debug_assert_eq!(first.len(), self.size);
        let entries = self.by_rank[rank_in(self.order, first)..].iter();
        entries.map(|entry| (ClassId(entry >> 4), Symmetry::new((entry & 15) as u8)))
    }

    /// The symmetries that leave a set as it is, the identity among them.
    pub fn stabiliser(set: PointSet) -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(move |symmetry| symmetry.apply(set) == set)
    }
}

/// The place of a set among those of its size.
#[inline]
fn rank_in(order: PointOrder, set: PointSet) -> usize {
    rank(PointSet::from_bits_truncated(order.bits(set))) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: [PointOrder; 2] = [PointOrder::MiddleFirst, PointOrder::Numbered];

    #[test]
    fn the_numbers_of_classes_are_those_that_malom_has() {
        let counts: Vec<u32> = (0..=12).map(|size| Classes::of(size).count()).collect();
        assert_eq!(counts, [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124_124, 157_668, 170_854]);
    }

    #[test]
    fn every_one_of_the_2_24_sets_is_taken_to_the_smallest_of_its_class() {
        for order in ORDERS {
            for bits in 0..1_u32 << 24 {
                let set = PointSet::from_bits_truncated(bits);
                let classes = Classes::in_order(order, set.len());
                let (class, symmetry) = classes.find(set);
                let representative = classes.representative(class);
                assert_eq!(symmetry.apply(set), representative);
                assert_eq!(classes.find_from(set).next(), Some((class, symmetry)));
                assert!(order.bits(representative) <= order.bits(set));
            }
        }
    }

    #[test]
    fn representatives_are_the_smallest_of_their_images_and_have_no_class_in_common() {
        for (order, size) in ORDERS.into_iter().flat_map(|order| (0..=24).map(move |size| (order, size))) {
            let classes = Classes::in_order(order, size);
            for (number, &set) in (0..).zip(classes.representatives()) {
                let smallest = |symmetry: Symmetry| order.bits(symmetry.apply(set)) >= order.bits(set);
                assert!(Symmetry::all().all(smallest));
                assert_eq!(classes.find(set), (ClassId(number), Symmetry::IDENTITY));
            }
        }
    }
}
