//! One player's stones are taken inside a block.

use super::lanes::StoneLanes;
use super::mills::MillLanes;
use super::shape::RowShape;
use crate::cell::Cell;
use crate::kernels::{Kernel, Vector, Work};

/// For every slot, the best that stands in the slots with one stone less, over the stones that may be taken; 0 if none
/// may be.
///
/// Writes all of `best`, and a vector beyond the block.
pub(crate) struct CaptureInBlock<'a, T> {
    /// The rows of the block, and those with one stone less.
    pub(crate) shape: &'a RowShape,
    pub(crate) fewer: &'a RowShape,
    pub(crate) lanes: &'a StoneLanes,
    /// Of the rows of the block.
    pub(crate) mills: &'a MillLanes,
    /// Whether any stone may be taken where all stand in mills.
    pub(crate) any_if_all_in_mills: bool,
    /// What taking leads to; read a vector beyond the block.
    pub(crate) from: &'a [T],
    pub(crate) best: &'a mut [T],
}

impl<T> CaptureInBlock<'_, T> {
    /// The lanes of a row in which all stones stand in mills, if that matters.
    #[inline(always)]
    fn all_in_mills(&self, number: usize, high: u32, low_count: u8) -> u64 {
        let low = self.shape.low;
        if !self.any_if_all_in_mills || high & !(self.mills.once >> low) != 0 {
            return 0;
        }
        let mut all = u64::MAX;
        for (point, &having) in (0..).zip(&self.lanes.having[usize::from(low_count)]) {
            let in_mill = if self.mills.once >> point & 1 == 1 { self.mills.of(point, number) } else { 0 };
            all &= !having | in_mill;
        }
        let mut rest = high;
        while rest != 0 {
            all &= self.mills.of(low + rest.trailing_zeros(), number);
            rest &= rest - 1;
        }
        all
    }
}

impl<T: Cell> Work for CaptureInBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        let low = self.shape.low;
        for (number, row) in self.shape.rows.iter().enumerate() {
            let all = self.all_in_mills(number, row.high, row.low_count);
            let mut best = K::Long::zero();
            if row.low_count > 0 {
                let from = K::Long::load(self.from, self.fewer.starts[row.high as usize] as usize);
                let len = self.fewer.row_len(u32::from(row.low_count) - 1);
                for (point, step) in (0..).zip(&self.lanes.without[usize::from(row.low_count)]) {
                    let mut taken = step.of::<T, K::Long>(from, len);
                    if self.mills.once >> point & 1 == 1 {
                        taken = taken.keep(K::Long::mask::<T>(!self.mills.of(point, number) | all));
                    }
                    best = best.max::<T>(taken);
                }
            }
            let mut rest = row.high;
            while rest != 0 {
                let point = rest.trailing_zeros();
                rest &= rest - 1;
                let at = self.fewer.starts[(row.high & !(1 << point)) as usize] as usize;
                let mut taken = K::Long::load(self.from, at);
                if self.mills.once >> (low + point) & 1 == 1 {
                    taken = taken.keep(K::Long::mask::<T>(!self.mills.of(low + point, number) | all));
                }
                best = best.max::<T>(taken);
            }
            best.store(self.best, row.start as usize);
        }
    }
}
