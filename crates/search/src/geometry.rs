//! The board as the search needs it: whole sets of points shifted at once.
//!
//! A ring is a byte, so a step along the rings turns every byte, and a step along the spokes shifts by eight bits.

use millwright_rules::{Board, Point};

/// All points.
pub(crate) const ALL: u32 = 0xFF_FFFF;
/// The edge midpoints: even places of every ring.
const MIDDLES: u32 = 0x55_5555;
/// The corners.
const CORNERS: u32 = ALL & !MIDDLES;
/// The places of a byte that turn from one end to the other.
const LAST: u32 = 0x80_8080;
const FIRST: u32 = 0x01_0101;

/// A pair that no player ever holds.
const NO_PAIR: u32 = 0x8000_0000;

/// One board.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// The points one step away.
    neighbours: [u32; 24],
    /// For each point the other two of the mills through it; [`NO_PAIR`] where there are only two mills.
    pairs: [[u32; 3]; 24],
    /// The places of a ring that have a spoke.
    spokes: u32,
    /// The points with four neighbours.
    pub(crate) crossings: u32,
}

/// Every point of a set one place on along its ring.
const fn clockwise(set: u32) -> u32 {
    (set & !LAST) << 1 | (set & LAST) >> 7
}

/// Every point of a set one place back along its ring.
const fn anticlockwise(set: u32) -> u32 {
    (set & !FIRST) >> 1 | (set & FIRST) << 7
}

impl Geometry {
    pub(crate) fn new(board: Board) -> Self {
        let neighbours = std::array::from_fn(|number| board.neighbours(point(number)).bits());
        let pairs = std::array::from_fn(|number| {
            let mut pairs = [NO_PAIR; 3];
            for (pair, mill) in pairs.iter_mut().zip(board.mills_through(point(number))) {
                *pair = mill.without(point(number)).bits();
            }
            pairs
        });
        let four = |number: &u32| neighbours[*number as usize].count_ones() == 4;
        Self {
            neighbours,
            pairs,
            spokes: match board {
                Board::Orthogonal => MIDDLES,
                Board::Diagonal => ALL,
            },
            crossings: (0..24).filter(four).fold(0, |set, number| set | 1 << number),
        }
    }

    /// The points one step away from a point.
    pub(crate) fn neighbours(&self, point: u32) -> u32 {
        self.neighbours[point as usize]
    }

    /// How many mills a stone on `point` closes together with `rest`.
    pub(crate) fn mills_closed(&self, rest: u32, point: u32) -> u32 {
        let held = |&pair: &u32| u32::from(rest & pair == pair);
        self.pairs[point as usize].iter().map(held).sum()
    }

    /// Whether a stone on `point` closes a mill together with `rest`.
    pub(crate) fn closes(&self, rest: u32, point: u32) -> bool {
        self.mills_closed(rest, point) > 0
    }

    /// The stones of a set that are one step away from `point`, which is empty, and close a mill by going there.
    pub(crate) fn closing_neighbours(&self, set: u32, point: u32) -> u32 {
        let beside = self.neighbours[point as usize] & set;
        let others = |&pair: &u32| if set & pair == pair { beside & !pair } else { 0 };
        self.pairs[point as usize].iter().map(others).fold(0, |all, some| all | some)
    }

    /// The points from which a stone of `set` is one step away.
    pub(crate) fn spread(&self, set: u32) -> u32 {
        let along = set & self.spokes;
        clockwise(set) | anticlockwise(set) | ((along << 8) & ALL) | (along >> 8)
    }

    /// How many slides to `empty` points the stones of a set have.
    pub(crate) fn slides(&self, set: u32, empty: u32) -> u32 {
        let along = set & self.spokes;
        let ring = (clockwise(set) & empty).count_ones() + (anticlockwise(set) & empty).count_ones();
        ring + (along << 8 & empty).count_ones() + (along >> 8 & empty).count_ones()
    }

    /// The points at which one stone more would close a mill of `set`, whether they are empty or not.
    pub(crate) fn closers(&self, set: u32) -> u32 {
        let (after, before) = (clockwise(set), anticlockwise(set));
        let middles = after & before & MIDDLES;
        let corners = ((after & clockwise(after)) | (before & anticlockwise(before))) & CORNERS;
        let (inward, outward) = ((set << 8) | (set >> 16), (set << 16) | (set >> 8));
        middles | corners | (inward & outward & self.spokes & ALL)
    }

    /// The stones of a set that stand in mills.
    pub(crate) fn in_mills(&self, set: u32) -> u32 {
        let sides = set & clockwise(set) & anticlockwise(set) & MIDDLES;
        let spokes = set & set >> 8 & set >> 16 & self.spokes & 0xFF;
        sides | clockwise(sides) | anticlockwise(sides) | (spokes * FIRST)
    }

    /// How many mills a set has.
    pub(crate) fn mills(&self, set: u32) -> u32 {
        let sides = set & clockwise(set) & anticlockwise(set) & MIDDLES;
        let spokes = set & set >> 8 & set >> 16 & self.spokes & 0xFF;
        sides.count_ones() + spokes.count_ones()
    }
}

fn point(number: usize) -> Point {
    Point::new(u8::try_from(number).unwrap_or(u8::MAX))
}

#[cfg(test)]
mod tests {
    use millwright_rules::PointSet;

    use super::*;

    /// All of 2^24 sets for each board would take minutes: every 97th of them, which is prime to the ring's period.
    #[test]
    fn shifted_sets_are_what_the_board_says() {
        for board in [Board::Orthogonal, Board::Diagonal] {
            let geometry = Geometry::new(board);
            for bits in (0..=ALL).step_by(97) {
                let set = PointSet::from_bits(bits).unwrap();
                let mut spread = PointSet::EMPTY;
                let mut free = 0;
                for stone in set {
                    spread = spread | board.neighbours(stone);
                    free += u32::from((board.neighbours(stone) - set).len());
                }
                assert_eq!(geometry.spread(bits), spread.bits());
                assert_eq!(geometry.slides(bits, !bits & ALL), free);
                assert_eq!(geometry.in_mills(bits), board.in_mills(set).bits());
                let held = board.mills().iter().filter(|&&mill| set.contains_all(mill)).count();
                assert_eq!(geometry.mills(bits) as usize, held);
                let would_close = |point: &Point| board.mills_closed(set.with(*point), *point) > 0;
                let expected: PointSet = Point::all().filter(would_close).collect();
                assert_eq!(geometry.closers(bits), expected.bits(), "{set:?}");
                for stone in Point::all() {
                    let number = u32::from(stone.number());
                    let closed = board.mills_closed(set.with(stone), stone);
                    assert_eq!(geometry.mills_closed(bits, number), u32::from(closed));
                    assert_eq!(geometry.closes(bits, number), closed > 0);
                    if !set.contains(stone) {
                        let steps = board.neighbours(stone).iter().filter(|&from| set.contains(from));
                        let closing = steps
                            .filter(|&from| board.mills_closed(set.without(from).with(stone), stone) > 0);
                        let expected: PointSet = closing.collect();
                        assert_eq!(geometry.closing_neighbours(bits, number), expected.bits());
                    }
                }
            }
        }
        assert_eq!(Geometry::new(Board::Orthogonal).crossings.count_ones(), 4);
        assert_eq!(Geometry::new(Board::Diagonal).crossings.count_ones(), 8);
    }
}
