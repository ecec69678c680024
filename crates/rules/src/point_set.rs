//! Sets of points as 24 bits.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::point::Point;

/// A set of points, one bit each. Bits 24 and up are zero, so `!set` is "the rest of the board".
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSet(u32);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(0);
    /// All 24 points.
    pub const ALL: Self = Self(0xFF_FFFF);

    /// The set with these bits, bit n for point n; `None` if a bit above the board is set.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// The set with these bits; bits above the board are dropped.
    #[must_use]
    pub const fn from_bits_truncated(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Its bits, bit n for point n.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many points it has, 0 to 24.
    #[must_use]
    pub const fn len(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 24 bits are set")]
        {
            self.0.count_ones() as u8
        }
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `point` is in it.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.number() & 1 == 1
    }

    /// Whether all of `other` is in it.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two share a point.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// With `point` added.
    #[must_use]
    pub const fn with(self, point: Point) -> Self {
        Self(self.0 | 1 << point.number())
    }

    /// With `point` removed.
    #[must_use]
    pub const fn without(self, point: Point) -> Self {
        Self(self.0 & !(1 << point.number()))
    }

    /// The points in the order of their numbers.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> Points {
        Points(self.0)
    }

    /// All sets of `size` points within the lowest `points` points, in increasing order of their bits.
    ///
    /// # Panics
    /// If `points` is above 24.
    pub fn subsets(points: u8, size: u8) -> impl Iterator<Item = Self> {
        assert!(points <= 24, "the board has 24 points");
        let end = 1_u32 << points;
        let first = (1_u32 << size.min(24)) - 1;
        std::iter::successors((size <= points).then_some(first), move |&bits| {
            let lowest = bits & bits.wrapping_neg();
            if lowest == 0 {
                return None;
            }
            // The next number with as many ones: carry the lowest run up by one, the rest of it to the bottom.
            let carried = bits + lowest;
            let next = carried | (((bits ^ carried) >> 2) / lowest);
            (next < end).then_some(next)
        })
        .map(Self)
    }
}

/// The points of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Points(u32);

impl Iterator for Points {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a bit number below 24")]
        let point = Point::new(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Points {}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;
    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for PointSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for PointSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for PointSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for PointSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for PointSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_of_them_in_increasing_order() {
        for points in 0..=10 {
            for size in 0..=points + 1 {
                let listed: Vec<u32> = PointSet::subsets(points, size).map(PointSet::bits).collect();
                let counted: Vec<u32> =
                    (0..1_u32 << points).filter(|bits| bits.count_ones() == u32::from(size)).collect();
                assert_eq!(listed, counted, "{size} of {points}");
            }
        }
    }

    #[test]
    fn a_set_is_the_points_it_lists() {
        for bits in (0..=PointSet::ALL.bits()).step_by(4099) {
            let set = PointSet::from_bits(bits).unwrap();
            assert_eq!(set.iter().collect::<PointSet>(), set);
            assert_eq!(set.iter().len(), usize::from(set.len()));
            assert_eq!(!!set, set);
            assert!((set & !set).is_empty());
        }
        assert_eq!(PointSet::from_bits(1 << 24), None);
    }
}
