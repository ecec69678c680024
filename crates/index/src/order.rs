//! The order in which slots take the points.
//!
//! Every symmetry takes the middle ring to itself, and may exchange the other two. So our slots take the points of the
//! middle ring first: sets that differ in that ring alone then lie side by side, as a *row*, and a symmetry takes a whole
//! row to a whole row.

use millwright_rules::PointSet;

/// An order of the 24 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointOrder {
    /// The middle ring, the outer one, the inner one: the order of our slots.
    MiddleFirst,
    /// As points are numbered: the outer ring, the middle one, the inner one. Malom's order.
    Numbered,
}

impl PointOrder {
    /// The bits of a set in this order.
    #[inline]
    #[must_use]
    pub const fn bits(self, set: PointSet) -> u32 {
        match self {
            Self::MiddleFirst => exchange_first_rings(set.bits()),
            Self::Numbered => set.bits(),
        }
    }

    /// The set that has these bits in this order; bits above the board are dropped.
    #[inline]
    #[must_use]
    pub const fn set(self, bits: u32) -> PointSet {
        match self {
            Self::MiddleFirst => PointSet::from_bits_truncated(exchange_first_rings(bits)),
            Self::Numbered => PointSet::from_bits_truncated(bits),
        }
    }
}

#[inline]
const fn exchange_first_rings(bits: u32) -> u32 {
    (bits & 0xFF_0000) | (bits & 0xFF) << 8 | (bits >> 8 & 0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::{Point, Symmetry};

    #[test]
    fn both_orders_give_every_set_its_own_bits_and_back() {
        for order in [PointOrder::MiddleFirst, PointOrder::Numbered] {
            for bits in 0..1_u32 << 24 {
                let set = order.set(bits);
                assert_eq!(order.bits(set), bits);
                assert_eq!(u32::from(set.len()), bits.count_ones());
            }
        }
    }

    #[test]
    fn every_symmetry_takes_the_first_eight_points_to_themselves() {
        for symmetry in Symmetry::all() {
            for point in Point::all() {
                let bits = PointOrder::MiddleFirst.bits(point.set());
                let image = PointOrder::MiddleFirst.bits(symmetry.apply(point.set()));
                assert_eq!(bits < 1 << 8, image < 1 << 8, "{point} by {symmetry:?}");
            }
        }
    }
}
