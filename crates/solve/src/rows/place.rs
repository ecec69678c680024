//! One player places a stone inside a block.

use super::lanes::StoneLanes;
use super::mills::MillLanes;
use super::shape::RowShape;
use crate::cell::Cell;
use crate::kernels::{Kernel, Vector, Work};

/// For every slot, the best that stands in the slots with one stone more.
///
/// Writes all of `best`, and a vector beyond the block.
pub(crate) struct PlaceInBlock<'a, T> {
    /// The rows of the block, and those with one stone more.
    pub(crate) shape: &'a RowShape,
    pub(crate) more: &'a RowShape,
    pub(crate) lanes: &'a StoneLanes,
    /// Of the rows with one stone more.
    pub(crate) mills: &'a MillLanes,
    /// What it leads to where no mill is closed, one is, two are. Each is read a vector beyond the block.
    pub(crate) plain: &'a [T],
    pub(crate) closing: &'a [T],
    pub(crate) double: Option<&'a [T]>,
    pub(crate) best: &'a mut [T],
}

/// What a row of one stone more has for each point that may have been placed.
struct Sources<V> {
    plain: V,
    closing: V,
    double: V,
}

impl<T: Cell> PlaceInBlock<'_, T> {
    #[inline(always)]
    fn load<V: Vector>(&self, at: usize) -> Sources<V> {
        Sources {
            plain: V::load(self.plain, at),
            closing: V::load(self.closing, at),
            double: match self.double {
                None => V::zero(),
                Some(double) => V::load(double, at),
            },
        }
    }

    /// What the sets of a row lead to if this point was the one placed.
    #[inline(always)]
    fn placed<V: Vector>(&self, sources: &Sources<V>, point: u32, row: usize) -> V {
        if self.mills.once >> point & 1 == 0 {
            return sources.plain;
        }
        let closed = V::mask::<T>(self.mills.of(point, row));
        let best = closed.select(sources.closing, sources.plain);
        if self.double.is_some() && self.mills.twice >> point & 1 == 1 {
            return V::mask::<T>(self.mills.double_of(point, row)).select(sources.double, best);
        }
        best
    }
}

impl<T: Cell> Work for PlaceInBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        let low = self.shape.low;
        let high_points = (1_u32 << self.shape.high) - 1;
        for row in &self.shape.rows {
            let mut best = K::Long::zero();
            let low_count = u32::from(row.low_count);
            if low_count < low {
                let number = self.more.numbers[row.high as usize] as usize;
                let sources = self.load::<K::Long>(self.more.starts[row.high as usize] as usize);
                let len = self.more.row_len(low_count + 1);
                for (point, step) in (0..).zip(&self.lanes.with[usize::from(row.low_count)]) {
                    let placed = self.placed(&sources, point, number);
                    best = best.max::<T>(step.of::<T, K::Long>(placed, len));
                }
            }
            let mut rest = high_points & !row.high;
            while rest != 0 {
                let point = rest.trailing_zeros();
                rest &= rest - 1;
                let there = (row.high | 1 << point) as usize;
                let at = self.more.starts[there] as usize;
                let placed = if self.mills.once >> (low + point) & 1 == 0 {
                    K::Long::load(self.plain, at)
                } else {
                    let number = self.more.numbers[there] as usize;
                    self.placed(&self.load::<K::Long>(at), low + point, number)
                };
                best = best.max::<T>(placed);
            }
            best.store(self.best, row.start as usize);
        }
    }
}
