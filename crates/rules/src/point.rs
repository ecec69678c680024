//! The 24 points of the board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::point_set::PointSet;

/// One of the 24 points, numbered ring by ring.
///
/// Point `8 * ring + place`: ring 0 is the outer one, 2 the inner one; places run clockwise from the middle
/// of the left side, so even places are edge midpoints and odd ones corners:
///
/// ```text
/// 1-------2-------3
/// |   9--10--11   |        8 * 0: outer ring
/// |   | 17 18 19  |        8 * 1: middle ring
/// 0   8 16    20 12   4    8 * 2: inner ring
/// |   | 23 22 21  |
/// |  15--14--13   |
/// 7-------6-------5
/// ```
///
/// The order is Malom's, so that its tables and ours number the same sets alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

const LABELS: [&str; Point::COUNT] = [
    "a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1", //
    "b4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", //
    "c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3",
];

impl Point {
    /// How many points there are.
    pub const COUNT: usize = 24;

    /// The point with this number.
    ///
    /// # Panics
    /// If `number` is not below 24.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Self {
        assert!(number < 24, "points are numbered 0 to 23");
        Self(number)
    }

    /// All points in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..24).map(Self)
    }

    /// Its number, 0 to 23.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an array index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ring: 0 outer, 1 middle, 2 inner.
    #[must_use]
    pub const fn ring(self) -> u8 {
        self.0 / 8
    }

    /// The place on its ring, 0 to 7, clockwise from the middle of the left side.
    #[must_use]
    pub const fn place(self) -> u8 {
        self.0 % 8
    }

    /// The set of this point alone.
    #[must_use]
    pub const fn set(self) -> PointSet {
        PointSet::from_bits_truncated(1 << self.0)
    }

    /// Its name: file `a` to `g` from White's left, rank 1 to 7 from White's side.
    #[must_use]
    pub const fn label(self) -> &'static str {
        LABELS[self.0 as usize]
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no point of the board (points are a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 ...)")]
pub struct UnknownPoint {
    /// What was written.
    pub text: String,
}

impl FromStr for Point {
    type Err = UnknownPoint;
    fn from_str(text: &str) -> Result<Self, UnknownPoint> {
        Self::all().find(|point| point.label() == text).ok_or_else(|| UnknownPoint { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_round_trip_and_are_where_the_drawing_says() {
        for point in Point::all() {
            assert_eq!(point.label().parse(), Ok(point));
            let (file, rank) = (point.label().as_bytes()[0] - b'a', point.label().as_bytes()[1] - b'1');
            let reach = 3 - point.ring();
            let (x, y) =
                [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)][point.place() as usize];
            assert_eq!((file, rank), (3 - reach + x * reach, 3 - reach + y * reach), "{point}");
        }
    }
}
