//! The 16 symmetries of the board: rotations, mirrors, and the swap of inner and outer ring.

use std::sync::LazyLock;

use crate::geometry::Point;
use crate::key::Key;

/// A way to map the board onto itself that keeps neighbours neighbours and mills mills, on both boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    images: [Point; Point::COUNT],
}

static ALL: LazyLock<Vec<Symmetry>> = LazyLock::new(|| {
    let mut all = Vec::with_capacity(Symmetry::COUNT);
    for swap_rings in [false, true] {
        for transpose in [false, true] {
            for (sign_x, sign_y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                all.push(Symmetry::derive(swap_rings, transpose, sign_x, sign_y));
            }
        }
    }
    all
});

impl Symmetry {
    /// How many there are: the 8 of a square, with and without the swap of rings.
    pub const COUNT: usize = 16;

    /// All symmetries, the identity first.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &ALL
    }

    fn derive(swap_rings: bool, transpose: bool, sign_x: i8, sign_y: i8) -> Self {
        let images = Point::ALL.map(|point| {
            let (x, y) = point.coordinates();
            let ring = point.ring();
            let (x, y) = if transpose { (y, x) } else { (x, y) };
            // Rings 1, 2, 3 become 3, 2, 1. A coordinate is 0 or the ring's half-width, with a sign.
            let moved = |along: i8| if swap_rings { along.signum() * (4 - ring) } else { along };
            Point::at(sign_x * moved(x), sign_y * moved(y)).unwrap_or(point)
        });
        Self { images }
    }

    /// Where a point goes.
    #[must_use]
    pub fn image(&self, point: Point) -> Point {
        self.images[point.index()]
    }
}

/// A symmetry for sets of points with one bit a point: the image of each byte, looked up.
struct SetSymmetry {
    bytes: [[u32; 256]; 3],
}

impl SetSymmetry {
    fn of(symmetry: &Symmetry) -> Self {
        let mut bytes = [[0; 256]; 3];
        for (byte, images) in bytes.iter_mut().enumerate() {
            for (set, image) in images.iter_mut().enumerate() {
                let points = (0..8).filter(|bit| set >> bit & 1 == 1).map(|bit| Point::ALL[8 * byte + bit]);
                *image = points.fold(0, |image, point| image | 1 << symmetry.image(point).index());
            }
        }
        Self { bytes }
    }

    fn image(&self, set: u32) -> u32 {
        let [low, middle, high, _] = set.to_le_bytes().map(usize::from);
        self.bytes[0][low] | self.bytes[1][middle] | self.bytes[2][high]
    }
}

static SETS: LazyLock<Vec<SetSymmetry>> =
    LazyLock::new(|| Symmetry::all().iter().map(SetSymmetry::of).collect());

/// Finds the representative of a position: the image with the least set of the mover's stones and, among
/// those, the least set of the other's.
///
/// It remembers the last set of the mover's stones, since the successors of a position without a capture
/// all have the same one (the stones of the player who is not moving).
pub(crate) struct Representatives {
    symmetries: &'static [SetSymmetry],
    mover: u32,
    least: u32,
    /// The symmetries that take `mover` to `least`, one bit each.
    by: u32,
}

impl Representatives {
    pub(crate) fn new() -> Self {
        // All symmetries take the empty set to itself.
        Self { symmetries: &SETS, mover: 0, least: 0, by: (1 << Symmetry::COUNT) - 1 }
    }

    pub(crate) fn of(&mut self, key: Key) -> Key {
        self.remember(key.mover);
        let mut other = u32::MAX;
        let mut by = self.by;
        while by != 0 {
            other = other.min(self.symmetries[by.trailing_zeros() as usize].image(key.other));
            by &= by - 1;
        }
        Key { mover: self.least, other, ..key }
    }

    /// Whether the set is the one that represents its orbit.
    pub(crate) fn is_least(&mut self, mover: u32) -> bool {
        self.remember(mover);
        mover == self.least
    }

    fn remember(&mut self, mover: u32) {
        if mover == self.mover {
            return;
        }
        (self.mover, self.least, self.by) = (mover, u32::MAX, 0);
        for (number, symmetry) in self.symmetries.iter().enumerate() {
            let image = symmetry.image(mover);
            if image < self.least {
                (self.least, self.by) = (image, 0);
            }
            if image == self.least {
                self.by |= 1 << number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use millwright_rules::Board;

    use super::*;
    use crate::geometry::Geometry;

    #[test]
    fn there_are_16_different_symmetries_and_the_first_is_the_identity() {
        let different: HashSet<_> = Symmetry::all().iter().map(|symmetry| symmetry.images).collect();
        assert_eq!(different.len(), Symmetry::COUNT);
        assert_eq!(Symmetry::all()[0].images, Point::ALL);
    }

    #[test]
    fn symmetries_form_a_group() {
        let images: HashSet<_> = Symmetry::all().iter().map(|symmetry| symmetry.images).collect();
        for a in Symmetry::all() {
            for b in Symmetry::all() {
                assert!(images.contains(&Point::ALL.map(|point| a.image(b.image(point)))));
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours_and_mills() {
        for board in [Board::Orthogonal, Board::Diagonal] {
            let geometry = Geometry::of(board);
            let mills: HashSet<_> = geometry.mills().iter().copied().map(sorted).collect();
            for symmetry in Symmetry::all() {
                for &mill in geometry.mills() {
                    assert!(mills.contains(&sorted(mill.map(|point| symmetry.image(point)))));
                }
                for point in Point::ALL {
                    for &next in geometry.neighbours(point) {
                        let image = symmetry.image(point);
                        assert!(geometry.neighbours(image).contains(&symmetry.image(next)));
                    }
                }
            }
        }
    }

    #[test]
    fn sets_of_up_to_twelve_stones_have_the_published_numbers_of_orbits() {
        // Malom's index has these many orbits for 0, 1, 2, ... stones.
        let published = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124_124, 157_668, 170_854];
        let mut orbits = [0; 13];
        let mut representatives = Representatives::new();
        for set in 0..1_u32 << Point::COUNT {
            let stones = set.count_ones() as usize;
            if stones <= 12 && representatives.is_least(set) {
                orbits[stones] += 1;
            }
        }
        assert_eq!(orbits, published);
    }

    fn sorted(mut mill: [Point; 3]) -> [Point; 3] {
        mill.sort_unstable();
        mill
    }
}
