//! Long stretches of slots from block to block, where free points keep their order.
//!
//! Where A places a stone and the block that it leads to is that of the same stones, not of their image, the two differ in one
//! free point. Sets without it stand in both blocks in the same order. Those that have the same points above it differ in
//! points below it alone, so they lie side by side in both: a stretch, which is often many rows long. The same holds where C
//! takes one of A's stones, with the blocks exchanged.

use millwright_index::binomial;

use super::accumulator::Accumulator;
use super::ahead::{Ahead, Next};
use crate::cell::Cell;
use crate::kernels::{Kernel, Vector, Work};

/// Slots side by side in two blocks. The *wide* block has a free point more, which none of their sets has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    wide: u32,
    narrow: u32,
    len: u32,
}

/// Whether the stretches around a point are long enough to go before rows, by its number off the middle ring. Those around the
/// first ones are little longer than rows, and most of them shorter than a vector.
pub(crate) fn is_long(high_number: Option<u32>) -> bool {
    high_number.is_some_and(|number| number >= 2)
}

/// At most so many points lie above a point off the middle ring, which has sixteen others.
const MOST_ABOVE: u32 = 15;

/// The stretches of the sets of some size, by the number that the point between the two blocks has in the wide one.
#[derive(Debug)]
pub(crate) struct Stretches {
    by_point: Vec<Vec<Stretch>>,
}

impl Stretches {
    /// For sets of `size` points in blocks of which the wide one has `points` free ones. Points in the middle ring have none:
    /// their stretches would be shorter than rows.
    pub(crate) fn new(points: u32, size: u32) -> Self {
        let around = |point: u32| {
            let above = points - 1 - point;
            if above > MOST_ABOVE {
                return Vec::new();
            }
            let mut narrow = 0;
            let stretch = |upper: u32| {
                let below = size.checked_sub(upper.count_ones()).filter(|&below| below <= point)?;
                let len = binomial(point as usize, below as usize);
                let wide = rank(upper << (point + 1) | ((1 << below) - 1));
                narrow += len;
                Some(Stretch { wide, narrow: narrow - len, len })
            };
            (0..1 << above).filter_map(stretch).collect()
        };
        Self { by_point: (0..points).map(around).collect() }
    }

    /// The stretches of the sets without this point.
    pub(crate) fn around(&self, point: usize) -> &[Stretch] {
        &self.by_point[point]
    }
}

/// The place of a set among those of its size, in colex order.
fn rank(set: u32) -> u32 {
    let mut rest = set;
    let mut rank = 0;
    for number in 1.. {
        if rest == 0 {
            break;
        }
        rank += binomial(rest.trailing_zeros() as usize, number);
        rest &= rest - 1;
    }
    rank
}

/// Raises an accumulator to what stands in another block, stretch by stretch.
pub(crate) struct RaiseStretches<'a, T> {
    pub(crate) stretches: &'a [Stretch],
    /// Whether the other block is the wide one.
    pub(crate) from_wide: bool,
    /// The other block.
    pub(crate) from: &'a [T],
    /// What will be read next: memory is asked for it while this block is at work.
    pub(crate) next: Next<'a, T>,
    pub(crate) best: &'a mut Accumulator<T>,
}

impl<T: Cell> Work for RaiseStretches<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let ahead = &mut Ahead::new(self.next);
        let (best, from) = (self.best.stretched(), self.from);
        for stretch in self.stretches {
            let (wide, narrow, len) = (stretch.wide as usize, stretch.narrow as usize, stretch.len as usize);
            let (here, there) = if self.from_wide { (narrow, wide) } else { (wide, narrow) };
            let (best, from) = (&mut best[here..][..len], &from[there..][..len]);
            ahead.ask_for(kernel, len);
            if len >= K::Middle::cells::<T>() {
                raise::<K::Middle, T>(best, from);
            } else if len >= K::Short::cells::<T>() {
                raise::<K::Short, T>(best, from);
            } else {
                for (best, &from) in best.iter_mut().zip(from) {
                    *best = (*best).max(from);
                }
            }
        }
    }
}

/// Cell by cell the larger one, of a vector of cells at least.
#[inline(always)]
fn raise<V: Vector, T: Cell>(best: &mut [T], from: &[T]) {
    let (cells, len) = (V::cells::<T>(), best.len());
    let mut at = 0;
    while at + cells < len {
        V::load(best, at).max::<T>(V::load(from, at)).store(best, at);
        at += cells;
    }
    // The last one may overlap the one before: a maximum that is taken twice is the same.
    let at = len - cells;
    V::load(best, at).max::<T>(V::load(from, at)).store(best, at);
}
