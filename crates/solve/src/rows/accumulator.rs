//! What is best so far for the slots of a block.

use super::PADDING;
use super::shape::RowShape;
use crate::cell::Cell;
use crate::kernels::{Kernel, Vector, VectorShape, Vectors, Work};

/// The slots of the longest row of so many low points.
const fn longest_row(low: usize) -> usize {
    [1, 1, 2, 3, 6, 10, 20, 35, 70][low]
}

/// The best so far for every slot of a block, each row at the beginning of a vector.
#[derive(Debug, Default)]
pub(crate) struct Accumulator<T> {
    pub(super) cells: Vec<T>,
    /// The same in the order of slots, where whole stretches were raised, with a vector beyond the block.
    stretched: Vec<T>,
    is_stretched: bool,
    slots: usize,
    /// Cells from row to row.
    pub(super) stride: usize,
    /// The vectors that its rows are in.
    pub(super) vector: VectorShape,
}

impl<T: Cell> Accumulator<T> {
    /// The vectors that rows of so many low points are in.
    pub(super) fn vector_for(low: usize, vectors: &Vectors) -> VectorShape {
        vectors.for_row(longest_row(low) * size_of::<T>())
    }

    /// Begins a block: nothing is known.
    pub(crate) fn begin(&mut self, shape: &RowShape, vectors: &Vectors) {
        let longest = longest_row(shape.low as usize);
        self.vector = Self::vector_for(shape.low as usize, vectors);
        let (vector_cells, _) = self.vector.cells::<T>();
        self.stride = longest.next_multiple_of(vector_cells);
        self.cells.clear();
        self.cells.resize(shape.rows.len() * self.stride, T::default());
        (self.is_stretched, self.slots) = (false, shape.slots);
    }

    /// The slots, for whole stretches of them.
    pub(super) fn stretched(&mut self) -> &mut [T] {
        if !self.is_stretched {
            self.is_stretched = true;
            self.stretched.clear();
            self.stretched.resize(self.slots + PADDING, T::default());
        }
        &mut self.stretched
    }
}

/// Writes the best of every slot into `best`, and a vector beyond the block.
pub(crate) struct Finish<'a, T> {
    shape: &'a RowShape,
    best: &'a mut [T],
    accumulator: &'a Accumulator<T>,
}

impl<T: Cell> Accumulator<T> {
    /// The vectors that its rows are in.
    pub(crate) fn vector(&self) -> VectorShape {
        self.vector
    }

    pub(crate) fn finish<'a>(&'a self, shape: &'a RowShape, best: &'a mut [T]) -> Finish<'a, T> {
        Finish { shape, best, accumulator: self }
    }
}

impl<T: Cell> Work for Finish<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        match self.accumulator.vector.bytes {
            16 => self.rows::<K::Short>(),
            32 => self.rows::<K::Middle>(),
            _ => self.rows::<K::Long>(),
        }
    }
}

impl<T: Cell> Finish<'_, T> {
    #[inline(always)]
    fn rows<V: Vector>(self) {
        let Accumulator { cells, stride, stretched, is_stretched, .. } = self.accumulator;
        for (number, row) in self.shape.rows.iter().enumerate() {
            let len = self.shape.row_len(row.low_count.into());
            let mut done = 0;
            while done < len {
                let (mut best, at) = (V::load(cells, number * stride + done), row.start as usize + done);
                if *is_stretched {
                    best = best.max::<T>(V::load(stretched, at));
                }
                best.store(self.best, at);
                done += V::cells::<T>();
            }
        }
    }
}
