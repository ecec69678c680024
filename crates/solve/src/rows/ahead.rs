//! Memory that will be read soon, asked for while something else is at work.

use crate::kernels::Kernel;

/// What will be read next: two blocks, or less.
pub(crate) type Next<'a, T> = [&'a [T]; 2];

/// Asks for blocks line by line, one after the other.
pub(super) struct Ahead<'a, T> {
    block: &'a [T],
    asked: usize,
    after: &'a [T],
}

/// The bytes of a line.
const LINE: usize = 64;

impl<'a, T> Ahead<'a, T> {
    pub(super) fn new([block, after]: Next<'a, T>) -> Self {
        Self { block, asked: 0, after }
    }

    /// Asks for one more line.
    #[inline(always)]
    pub(super) fn ask<K: Kernel>(&mut self, kernel: K) {
        if self.asked >= self.block.len() {
            if self.after.is_empty() {
                return;
            }
            (self.block, self.asked) = (std::mem::take(&mut self.after), 0);
        }
        kernel.prefetch(self.block, self.asked);
        self.asked += LINE / size_of::<T>();
    }

    /// Asks for as many lines as so many cells take, and one more.
    #[inline(always)]
    pub(super) fn ask_for<K: Kernel>(&mut self, kernel: K, cells: usize) {
        for _ in 0..=cells * size_of::<T>() / LINE {
            self.ask(kernel);
        }
    }
}
