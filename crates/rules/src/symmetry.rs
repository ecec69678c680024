//! The 16 symmetries of the board: four turns, four mirrors, each with or without swapping the inner and
//! outer ring. Both boards have the same sixteen.

use crate::moves::Move;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::position::{Position, Side};

/// One of the 16 symmetries, numbered as Malom numbers them.
///
/// | number | what it does to the place `k` of a point on its ring |
/// |---|---|
/// | 0, 1, 2 | turn clockwise by 90, 180, 270 degrees: `k + 2`, `k + 4`, `k + 6` |
/// | 3 | mirror left and right: `4 - k` |
/// | 4 | mirror top and bottom: `-k` |
/// | 5, 6 | mirror at the diagonal from a7, from a1: `2 - k`, `6 - k` |
/// | 7 | swap the inner and the outer ring |
/// | 8 to 14 | swap the rings, then as 0 to 6 |
/// | 15 | nothing |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8);

/// Image bits of each byte (= ring) of a set, for each symmetry.
type ByteImages = [[[u32; 256]; 3]; 16];

static IMAGES: ByteImages = byte_images();
static COMPOSED: [[u8; 16]; 16] = composed();

impl Symmetry {
    /// How many there are.
    pub const COUNT: usize = 16;
    /// The one that moves nothing.
    pub const IDENTITY: Self = Self(15);

    /// All sixteen in the order of their numbers, the identity last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..16).map(Self)
    }

    /// The symmetry with this number.
    ///
    /// # Panics
    /// If `number` is not below 16.
    #[must_use]
    #[inline]
    pub const fn new(number: u8) -> Self {
        assert!(number < 16, "symmetries are numbered 0 to 15");
        Self(number)
    }

    /// Its number, 0 to 15.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where it takes a point.
    #[must_use]
    #[inline]
    pub const fn apply_to_point(self, point: Point) -> Point {
        Point::new(image(self.0, point.number()))
    }

    /// Where it takes a set: three look-ups, one a ring.
    #[inline]
    #[must_use]
    pub fn apply(self, set: PointSet) -> PointSet {
        let images = &IMAGES[self.0 as usize];
        let [outer, middle, inner, _] = set.bits().to_le_bytes();
        PointSet::from_bits_truncated(
            images[0][outer as usize] | images[1][middle as usize] | images[2][inner as usize],
        )
    }

    /// Where it takes the stones of a position. What a position is worth stays: no rule tells a corner from another.
    #[must_use]
    pub fn apply_to_position(self, position: &Position) -> Position {
        let of = |side: Side| Side { stones: self.apply(side.stones), ..side };
        Position::from_sides_unchecked(of(position.mover()), of(position.other()), position.turn())
    }

    /// The same turn in the image of the position.
    #[must_use]
    pub fn apply_to_move(self, turn: Move) -> Move {
        Move {
            from: turn.from.map(|point| self.apply_to_point(point)),
            to: self.apply_to_point(turn.to),
            taken: self.apply(turn.taken),
        }
    }

    /// The symmetry that undoes it.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self.0 {
            0 | 2 | 8 | 10 => Self(self.0 ^ 2),
            _ => self,
        }
    }

    /// First `self`, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self(COMPOSED[self.0 as usize][next.0 as usize])
    }

    /// The image bits of each byte (= ring) of a set: what [`Symmetry::apply`] looks up, for kernels that
    /// keep it in registers.
    #[must_use]
    pub fn byte_images(self) -> &'static [[u32; 256]; 3] {
        &IMAGES[self.0 as usize]
    }
}

const fn image(symmetry: u8, point: u8) -> u8 {
    let (ring, place) = (point / 8, point % 8);
    let ring = if symmetry >= 7 && symmetry < 15 { 2 - ring } else { ring };
    let place = match symmetry {
        0 | 8 => place + 2,
        1 | 9 => place + 4,
        2 | 10 => place + 6,
        3 | 11 => 12 - place,
        4 | 12 => 8 - place,
        5 | 13 => 10 - place,
        6 | 14 => 14 - place,
        _ => place,
    } % 8;
    8 * ring + place
}

#[expect(clippy::cast_possible_truncation, reason = "symmetries are below 16 and points below 24")]
#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
const fn byte_images() -> ByteImages {
    let mut images = [[[0; 256]; 3]; 16];
    let mut symmetry = 0;
    while symmetry < 16 {
        let mut ring = 0;
        while ring < 3 {
            let mut place = 0;
            while place < 8 {
                let bit = 1_u32 << image(symmetry as u8, (8 * ring + place) as u8);
                let mut byte = 0;
                while byte < 256 {
                    if byte >> place & 1 == 1 {
                        images[symmetry][ring][byte] |= bit;
                    }
                    byte += 1;
                }
                place += 1;
            }
            ring += 1;
        }
        symmetry += 1;
    }
    images
}

const fn composed() -> [[u8; 16]; 16] {
    // Where a midpoint and the corner beside it go tells the sixteen apart.
    let mut table = [[0; 16]; 16];
    let mut first = 0;
    while first < 16 {
        let mut next = 0;
        while next < 16 {
            let mut both = 0;
            while image(both, 0) != image(next, image(first, 0))
                || image(both, 1) != image(next, image(first, 1))
            {
                both += 1;
            }
            table[first as usize][next as usize] = both;
            next += 1;
        }
        first += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::game::Game;
    use crate::notation::parse_position;

    #[test]
    fn the_sixteen_are_different_and_keep_joins_and_mills_of_both_boards() {
        let maps: std::collections::HashSet<Vec<Point>> = Symmetry::all()
            .map(|symmetry| Point::all().map(|point| symmetry.apply_to_point(point)).collect())
            .collect();
        assert_eq!(maps.len(), 16);
        for symmetry in Symmetry::all() {
            for board in Board::ALL {
                for point in Point::all() {
                    let moved = symmetry.apply_to_point(point);
                    assert_eq!(symmetry.apply(board.neighbours(point)), board.neighbours(moved));
                }
                for &mill in board.mills() {
                    assert!(board.mills().contains(&symmetry.apply(mill)));
                }
            }
        }
    }

    #[test]
    fn inverse_and_then_are_what_they_say_on_every_point() {
        for first in Symmetry::all() {
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            for next in Symmetry::all() {
                for point in Point::all() {
                    assert_eq!(
                        first.then(next).apply_to_point(point),
                        next.apply_to_point(first.apply_to_point(point))
                    );
                }
            }
        }
    }

    #[test]
    fn images_of_a_position_have_one_canonical_form_and_the_images_of_its_moves() {
        let rules = Game::Standard.rules();
        for text in ["w_a1d1g4_b2d2f4f6", "b_a1d1g1.6_b2d2.7", "start", "b_a4d7a1_f2d2b2c5", "w_d7.8_d6.8"] {
            let position = parse_position(text, &rules).unwrap();
            let (canonical, _) = position.canonical();
            for symmetry in Symmetry::all() {
                let image = symmetry.apply_to_position(&position);
                let (found, to) = image.canonical();
                assert_eq!(found, canonical, "{text} {symmetry:?}");
                assert_eq!(to.apply_to_position(&image), found, "{text} {symmetry:?}");
                assert_eq!((image.turn(), image.mover().hand), (position.turn(), position.mover().hand));
                for turn in position.moves(&rules) {
                    let after = image.play_unchecked(symmetry.apply_to_move(turn));
                    assert_eq!(after, symmetry.apply_to_position(&position.play_unchecked(turn)), "{turn}");
                }
            }
            assert_eq!(canonical.canonical(), (canonical, Symmetry::IDENTITY), "{text}");
        }
    }

    #[test]
    fn applying_to_a_set_moves_each_of_its_points_for_all_2_24_sets() {
        for symmetry in Symmetry::all() {
            // One point at a time: the image of a set is that of the set without its lowest point, and that point's.
            let mut images = vec![PointSet::EMPTY; 1 << 24];
            for bits in 1..1_u32 << 24 {
                let lowest = Point::new(u8::try_from(bits.trailing_zeros()).unwrap());
                images[bits as usize] =
                    images[(bits & (bits - 1)) as usize].with(symmetry.apply_to_point(lowest));
            }
            for (bits, &image) in (0..).zip(&images) {
                assert_eq!(symmetry.apply(PointSet::from_bits_truncated(bits)), image);
            }
        }
    }
}
