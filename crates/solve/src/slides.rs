//! All slides of a set of stones at once, in bits.
//!
//! Sets are in the order of slots: a byte for the middle ring, the outer one, the inner one, each clockwise. A step along a
//! ring turns a byte by one, and a step along a spoke moves it to another byte. So the slides of all stones in one of the four directions are one set
//! of arrival points, and so are the arrivals that close a mill: the mill a stone arrives at is never the one
//! along which it came, so only the other lines through the point matter.

use millwright_rules::{Board, Point, PointSet};

use crate::order::ORDER;

const EACH_RING: u32 = 0x01_0101;
const CORNERS: u32 = 0xAA_AAAA;
const MIDPOINTS: u32 = 0x55_5555;

/// The bits of one direction within a pair of directions.
const DIRECTION_BITS: u32 = 24;

/// Slides by arrival point: clockwise and counterclockwise in `ring`, inwards and outwards in `spoke`; the
/// second of each pair is [`DIRECTION_BITS`] further up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slides {
    /// Along the rings.
    pub(crate) ring: u64,
    /// Along the spokes.
    pub(crate) spoke: u64,
}

impl Slides {
    /// How many there are.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.ring.count_ones() + self.spoke.count_ones()
    }
}

/// The points whose line of a kind is filled but for the point itself.
struct Lines {
    /// The corner's two neighbours counterclockwise.
    two_before: u32,
    /// The corner's two neighbours clockwise.
    two_after: u32,
    /// The two corners beside a midpoint.
    both_sides: u32,
    /// The two other rings.
    along_spoke: u32,
}

/// What slides on a board need to know.
#[derive(Debug)]
pub(crate) struct SlideBoard {
    /// The points that have a spoke through them.
    spokes: u32,
    /// For each byte of a ring, its points that stand in a mill along the ring.
    ring_mills: [u8; 256],
    /// For each two points, those that make a mill with them.
    completing: [[u32; 24]; 24],
    /// By the bit of a slide in `ring`: the two points it changes.
    pub(crate) ring_steps: [u32; 48],
    /// By the bit of a slide in `spoke`: the two points it changes (0 where there is no such slide).
    pub(crate) spoke_steps: [u32; 48],
}

#[inline]
fn clockwise(set: u32) -> u32 {
    (set & 0x7F_7F7F) << 1 | (set >> 7 & EACH_RING)
}

#[inline]
fn counterclockwise(set: u32) -> u32 {
    (set >> 1 & 0x7F_7F7F) | (set & EACH_RING) << 7
}

/// One ring further in: outer to middle, middle to inner.
#[inline]
fn inwards(set: u32) -> u32 {
    (set >> 8 & 0xFF) | (set & 0xFF) << 16
}

/// One ring further out: middle to outer, inner to middle.
#[inline]
fn outwards(set: u32) -> u32 {
    (set & 0xFF) << 8 | (set >> 16 & 0xFF)
}

impl SlideBoard {
    /// For a board.
    #[must_use]
    pub(crate) fn new(board: Board) -> Self {
        let spokes = match board {
            Board::Orthogonal => MIDPOINTS,
            Board::Diagonal => PointSet::ALL.bits(),
        };
        let mut ring_mills = [0; 256];
        for (byte, mills) in (0..=255_u8).zip(&mut ring_mills) {
            let stones = PointSet::from_bits_truncated(u32::from(byte));
            // The mills along a ring are the same in all three; this is the outer one.
            *mills = board.in_mills(stones).bits().to_le_bytes()[0];
        }
        let mut completing = [[0; 24]; 24];
        for &mill in board.mills() {
            for one in mill {
                for two in mill.without(one) {
                    completing[one.index()][two.index()] |= mill.without(one).without(two).bits();
                }
            }
        }
        let mut slide_board =
            Self { spokes, ring_mills, completing, ring_steps: [0; 48], spoke_steps: [0; 48] };
        for point in Point::all() {
            let bit = ORDER.bits(point.set());
            let at = bit.trailing_zeros() as usize;
            let up = at + DIRECTION_BITS as usize;
            slide_board.ring_steps[at] = bit | counterclockwise(bit);
            slide_board.ring_steps[up] = bit | clockwise(bit);
            if spokes & bit != 0 {
                let step = |from: u32| if from == 0 { 0 } else { bit | from };
                // A stone that arrives inwards came from one ring further out.
                slide_board.spoke_steps[at] = step(outwards(bit));
                slide_board.spoke_steps[up] = step(inwards(bit));
            }
        }
        slide_board
    }

    /// The points of each ring that have a spoke through them.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn spokes(&self) -> u8 {
        self.spokes.to_le_bytes()[0]
    }

    /// The stones that stand in a mill.
    #[inline]
    #[must_use]
    pub(crate) fn in_mills(&self, stones: u32) -> u32 {
        let [first, second, third, _] = stones.to_le_bytes();
        let along_rings = u32::from(self.ring_mills[first as usize])
            | u32::from(self.ring_mills[second as usize]) << 8
            | u32::from(self.ring_mills[third as usize]) << 16;
        let full_spokes = stones & stones >> 8 & stones >> 16 & self.spokes & 0xFF;
        along_rings | (full_spokes * EACH_RING)
    }

    /// Where a third stone would make a mill with two others.
    #[inline]
    #[must_use]
    pub(crate) fn completing(&self, two: PointSet) -> PointSet {
        let mut points = two.iter();
        match (points.next(), points.next()) {
            (Some(one), Some(other)) => {
                PointSet::from_bits_truncated(self.completing[one.index()][other.index()])
            }
            _ => PointSet::EMPTY,
        }
    }

    /// The slides of `stones` to `free` points.
    #[inline]
    #[must_use]
    pub(crate) fn slides(&self, stones: u32, free: u32) -> Slides {
        let along = stones & self.spokes;
        Slides {
            ring: u64::from(clockwise(stones) & free)
                | u64::from(counterclockwise(stones) & free) << DIRECTION_BITS,
            spoke: u64::from(inwards(along) & free) | u64::from(outwards(along) & free) << DIRECTION_BITS,
        }
    }

    /// For each kind of line through a point, the points whose line is filled but for the point itself.
    #[inline]
    fn lines(&self, stones: u32) -> Lines {
        // Bit q of `before` is the stone at q - 1, of `after` the one at q + 1.
        let (before, after) = (clockwise(stones), counterclockwise(stones));
        let one_ring_on = (stones << 8 | stones >> 16) & PointSet::ALL.bits();
        let two_rings_on = (stones << 16 | stones >> 8) & PointSet::ALL.bits();
        Lines {
            two_before: before & clockwise(before) & CORNERS,
            two_after: after & counterclockwise(after) & CORNERS,
            both_sides: before & after & MIDPOINTS,
            along_spoke: one_ring_on & two_rings_on & self.spokes,
        }
    }

    /// Of the slides of `stones`, which must be all of a player's, those that would close a mill wherever
    /// they arrive.
    #[inline]
    #[must_use]
    pub(crate) fn closing(&self, stones: u32) -> Slides {
        let Lines { two_before, two_after, both_sides, along_spoke } = self.lines(stones);
        let from_spoke = u64::from(both_sides | two_before | two_after);
        Slides {
            ring: u64::from(two_after | along_spoke) | u64::from(two_before | along_spoke) << DIRECTION_BITS,
            spoke: from_spoke | from_spoke << DIRECTION_BITS,
        }
    }
}

impl SlideBoard {
    /// Of the slides of `stones`, which must be all of a player's, those that would close two mills at once.
    #[inline]
    #[must_use]
    pub(crate) fn closing_twice(&self, stones: u32) -> Slides {
        let Lines { two_before, two_after, along_spoke, .. } = self.lines(stones);
        let from_spoke = u64::from(two_before & two_after);
        Slides {
            ring: u64::from(two_after & along_spoke) | u64::from(two_before & along_spoke) << DIRECTION_BITS,
            spoke: from_spoke | from_spoke << DIRECTION_BITS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slides one by one, from the board's neighbours and mills: the two points, and how many mills it closes.
    fn one_by_one(board: Board, stones: PointSet, free: PointSet) -> Vec<(u32, u8)> {
        let mut found = Vec::new();
        for from in stones {
            for to in board.neighbours(from) & free {
                let after = stones.without(from).with(to);
                found.push((ORDER.bits(from.set().with(to)), board.mills_closed(after, to)));
            }
        }
        found.sort_unstable();
        found
    }

    fn bits(set: u64) -> impl Iterator<Item = usize> {
        (0..64).filter(move |bit| set >> bit & 1 == 1)
    }

    #[test]
    fn slides_mills_and_closings_are_those_of_the_board_one_by_one() {
        for board in Board::ALL {
            let slide_board = SlideBoard::new(board);
            let mut seed = 1_u64;
            for _ in 0..200_000 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let stones = PointSet::from_bits_truncated((seed >> 33) as u32);
                let free = PointSet::from_bits_truncated((seed >> 9 & 0xFF_FFFF) as u32) - stones;
                let expected = one_by_one(board, stones, free);
                let (stones, free) = (ORDER.bits(stones), ORDER.bits(free));
                assert_eq!(ORDER.set(slide_board.in_mills(stones)), board.in_mills(ORDER.set(stones)));
                let slides = slide_board.slides(stones, free);
                let (once, twice) = (slide_board.closing(stones), slide_board.closing_twice(stones));
                let closed =
                    |bit: usize, once: u64, twice: u64| (once >> bit & 1) as u8 + (twice >> bit & 1) as u8;
                let ring = bits(slides.ring)
                    .map(|bit| (slide_board.ring_steps[bit], closed(bit, once.ring, twice.ring)));
                let spoke = bits(slides.spoke)
                    .map(|bit| (slide_board.spoke_steps[bit], closed(bit, once.spoke, twice.spoke)));
                let mut found: Vec<(u32, u8)> = ring.chain(spoke).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{stones:?} to {free:?}");
                assert_eq!(slides.count() as usize, expected.len());
            }
        }
    }
}
