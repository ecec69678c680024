//! The place of a set among all sets of its size, in increasing order of their bits (colex order), and the
//! bit shuffles around it.
//!
//! **Invariants**: `rank(s)` = number of sets of the same size with smaller bits = sum of `C(p, n)` over
//! its points, p being its n-th lowest; `unrank(rank(s), len)` = `s`.

use millwright_rules::PointSet;

use crate::binomial::binomial;
use crate::order::PointOrder;

/// A set is ranked in two halves of 12 points; the upper half's share depends on how many are below.
struct Halves {
    lower: [u32; 4096],
    upper: [[u32; 4096]; 13],
}

static HALVES: Halves = Halves::build();

impl Halves {
    #[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
    const fn build() -> Self {
        let mut halves = Self { lower: [0; 4096], upper: [[0; 4096]; 13] };
        let mut below = 0;
        while below < 13 {
            let mut bits = 1;
            while bits < 4096_usize {
                // The highest bit adds its own share to that of the others.
                let highest = bits.ilog2() as usize;
                let rest = bits & !(1 << highest);
                let nth = rest.count_ones() as usize + 1;
                halves.upper[below][bits] = halves.upper[below][rest] + binomial(12 + highest, below + nth);
                if below == 0 {
                    halves.lower[bits] = halves.lower[rest] + binomial(highest, nth);
                }
                bits += 1;
            }
            below += 1;
        }
        halves
    }
}

/// The number of sets of the same size that come before `set`.
///
/// **Complexity**: two look-ups.
#[inline]
#[must_use]
pub fn rank(set: PointSet) -> u32 {
    let (lower, upper) = (set.bits() & 4095, set.bits() >> 12);
    HALVES.lower[lower as usize] + HALVES.upper[lower.count_ones() as usize][upper as usize]
}

/// The set of `size` points that has this rank.
///
/// # Panics
/// If there are not that many sets of this size on the board.
#[must_use]
pub fn unrank(rank: u32, size: u8) -> PointSet {
    assert!(rank < binomial(24, size as usize), "rank beyond the sets of this size");
    let mut left = rank;
    let mut bits = 0;
    for nth in (1..=size as usize).rev() {
        // The largest point whose share still fits.
        let point = (nth - 1..24).rev().find(|&point| binomial(point, nth) <= left).unwrap_or(nth - 1);
        left -= binomial(point, nth);
        bits |= 1 << point;
    }
    PointSet::from_bits_truncated(bits)
}

/// For each byte of a frame and each byte of a set: the set's bits on the frame, moved together (`gather`) or
/// a number's lowest bits spread over the frame (`scatter`).
struct ByteShuffles {
    gather: [[u8; 256]; 256],
    scatter: [[u8; 256]; 256],
}

static SHUFFLES: ByteShuffles = ByteShuffles::build();

impl ByteShuffles {
    #[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
    #[expect(clippy::cast_possible_truncation, reason = "bits of a byte")]
    const fn build() -> Self {
        let mut shuffles = Self { gather: [[0; 256]; 256], scatter: [[0; 256]; 256] };
        let mut frame = 1;
        while frame < 256_usize {
            // The highest point of the frame is the last bit of the number; the rest is tabulated already.
            let highest = 1 << frame.ilog2();
            let rest = frame & !highest;
            let last = 1 << rest.count_ones();
            let mut byte = 0;
            while byte < 256_usize {
                shuffles.gather[frame][byte] =
                    shuffles.gather[rest][byte] | if byte & highest != 0 { last } else { 0 };
                shuffles.scatter[frame][byte] =
                    shuffles.scatter[rest][byte] | if byte & last as usize != 0 { highest as u8 } else { 0 };
                byte += 1;
            }
            frame += 1;
        }
        shuffles
    }
}

/// The points of `set` numbered within `frame`: bit n of the result stands for the n-th point of `frame` in the order of
/// our slots, [`PointOrder::MiddleFirst`]; points outside it are dropped.
#[inline]
#[must_use]
pub fn compress(set: PointSet, frame: PointSet) -> PointSet {
    let order = PointOrder::MiddleFirst;
    PointSet::from_bits_truncated(compress_bits(order.bits(set), order.bits(frame)))
}

/// The inverse of [`compress`]: the n-th point of `frame` for each bit n of `numbered`.
#[inline]
#[must_use]
pub fn expand(numbered: PointSet, frame: PointSet) -> PointSet {
    let order = PointOrder::MiddleFirst;
    order.set(expand_bits(numbered.bits(), order.bits(frame)))
}

/// The bits of `bits` on `frame` moved together, both of at most 24 bits (what the `pext` instruction does).
#[inline]
#[must_use]
pub fn compress_bits(bits: u32, frame: u32) -> u32 {
    let ([s0, s1, s2, _], [f0, f1, f2, _]) = (bits.to_le_bytes(), frame.to_le_bytes());
    let byte = |frame: u8, set: u8| u32::from(SHUFFLES.gather[frame as usize][set as usize]);
    let second = f0.count_ones();
    let third = second + f1.count_ones();
    byte(f0, s0) | byte(f1, s1) << second | byte(f2, s2) << third
}

/// The lowest bits of `numbered` spread over `frame` (what the `pdep` instruction does).
#[inline]
#[must_use]
pub fn expand_bits(numbered: u32, frame: u32) -> u32 {
    let [f0, f1, f2, _] = frame.to_le_bytes();
    let byte = |frame: u8, bits: u32| u32::from(SHUFFLES.scatter[frame as usize][(bits & 0xFF) as usize]);
    let second = f0.count_ones();
    let third = second + f1.count_ones();
    byte(f0, numbered) | byte(f1, numbered >> second) << 8 | byte(f2, numbered >> third) << 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_counts_the_smaller_sets_for_all_2_24_sets() {
        let mut seen = [0_u32; 25];
        for bits in 0..1_u32 << 24 {
            let set = PointSet::from_bits_truncated(bits);
            let size = usize::from(set.len());
            assert_eq!(rank(set), seen[size]);
            seen[size] += 1;
        }
    }

    #[test]
    fn unrank_is_the_inverse_for_all_2_24_sets() {
        for bits in 0..1_u32 << 24 {
            let set = PointSet::from_bits_truncated(bits);
            assert_eq!(unrank(rank(set), set.len()), set);
        }
    }

    #[test]
    fn compress_and_expand_number_the_points_of_the_frame_one_by_one() {
        for frame in (0..1_u32 << 24).step_by(9973).map(PointSet::from_bits_truncated) {
            for numbered in (0..1_u32 << frame.len()).step_by(1009).map(PointSet::from_bits_truncated) {
                // The order of slots, point by point.
                let rings = [1, 0, 2].into_iter();
                let points = rings.flat_map(|ring| frame.iter().filter(move |point| point.ring() == ring));
                let set: PointSet = points
                    .enumerate()
                    .filter(|&(place, _)| numbered.bits() >> place & 1 == 1)
                    .map(|(_, point)| point)
                    .collect();
                assert_eq!(expand(numbered, frame), set);
                assert_eq!(compress(set, frame), numbered);
                assert_eq!(compress(set | !frame, frame), numbered);
            }
        }
    }
}
