//! Large buffers, kept from unit to unit: fresh memory costs ten times as much to touch as memory that was used before.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use millwright_table::Codes;

use crate::cell::Cell;
use crate::rows::PADDING;

/// Cells of buffers that are worth no thought.
const SMALL: usize = 1 << 20;

/// Buffers that nobody uses at the moment.
pub(crate) struct Buffers {
    kept: Mutex<Kept>,
}

impl Default for Buffers {
    /// Without a limit.
    fn default() -> Self {
        Self { kept: Mutex::new(Kept { limit: u64::MAX, ..Kept::default() }) }
    }
}

/// By the size of their cells.
#[derive(Default)]
pub(crate) struct Kept {
    bytes: Vec<Vec<u8>>,
    words: Vec<Vec<u16>>,
    /// The most bytes that buffers in use and kept ones may have together.
    limit: u64,
    /// Bytes of the buffers in use.
    used: u64,
}

impl fmt::Debug for Buffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffers").finish_non_exhaustive()
    }
}

/// Cells whose buffers are kept.
pub(crate) trait Kind: Sized {
    fn of(kept: &mut Kept) -> &mut Vec<Vec<Self>>;
}

impl Kind for u8 {
    fn of(kept: &mut Kept) -> &mut Vec<Vec<Self>> {
        &mut kept.bytes
    }
}

impl Kind for u16 {
    fn of(kept: &mut Kept) -> &mut Vec<Vec<Self>> {
        &mut kept.words
    }
}

fn bytes_of<T>(buffer: &Vec<T>) -> u64 {
    (buffer.capacity() * size_of::<T>()) as u64
}

impl Kept {
    fn kept_bytes(&self) -> u64 {
        self.bytes.iter().map(bytes_of).sum::<u64>() + self.words.iter().map(bytes_of).sum::<u64>()
    }

    /// Lets kept buffers go until so many bytes more may be used.
    fn make_room(&mut self, bytes: u64) {
        while self.used.saturating_add(self.kept_bytes() + bytes) > self.limit && self.kept_bytes() > 0 {
            if self.bytes.pop().is_none() {
                self.words.pop();
            }
        }
    }
}

impl Buffers {
    fn with<R>(&self, act: impl FnOnce(&mut Kept) -> R) -> R {
        // A panic elsewhere leaves lists of buffers, which are always good.
        act(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Says how many bytes a unit may use; kept buffers beyond that go.
    pub(crate) fn set_limit(&self, limit: u64) {
        self.with(|kept| {
            kept.limit = limit;
            kept.make_room(0);
        });
    }

    /// Bytes of the buffers that nobody uses.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.with(|kept| kept.kept_bytes())
    }

    /// A buffer for so many slots. What is in it is left over from somebody else.
    pub(crate) fn take<T: Cell>(&self, slots: usize) -> Buffer<'_, T> {
        let len = slots + PADDING;
        let mut cells = self.with(|kept| {
            let list = T::of(kept);
            // The smallest that is large enough, unless most of it would lie idle.
            let fits = len..=2 * len + SMALL;
            let fitting = list.iter().enumerate().filter(|(_, cells)| fits.contains(&cells.capacity()));
            let best = fitting.min_by_key(|(_, cells)| cells.capacity()).map(|(place, _)| place);
            let cells = best.map(|place| list.swap_remove(place)).unwrap_or_default();
            let bytes = bytes_of(&cells).max((len * size_of::<T>()) as u64);
            if cells.capacity() == 0 {
                kept.make_room(bytes);
            }
            kept.used += bytes;
            cells
        });
        if cells.capacity() < len {
            cells = Vec::with_capacity(len);
        }
        cells.resize(len, T::default());
        Buffer { cells, slots, buffers: self }
    }

    /// Takes the buffer of a plane back that was written.
    pub(crate) fn keep_codes(&self, codes: Codes) {
        match codes {
            Codes::Narrow(cells) => self.keep(cells),
            Codes::Wide(cells) => self.keep(cells),
        }
    }

    /// Takes a buffer back, for the next one: also one that came out of [`Buffer::into_cells`].
    pub(crate) fn keep<T: Cell>(&self, cells: Vec<T>) {
        self.with(|kept| {
            kept.used = kept.used.saturating_sub(bytes_of(&cells));
            if kept.used + kept.kept_bytes() + bytes_of(&cells) <= kept.limit {
                T::of(kept).push(cells);
            }
        });
    }
}

/// The cells of a plane, and a vector beyond it that may be read.
pub(crate) struct Buffer<'b, T: Cell> {
    cells: Vec<T>,
    slots: usize,
    buffers: &'b Buffers,
}

impl<T: Cell> Buffer<'_, T> {
    /// The slots alone.
    pub(crate) fn slots(&self) -> &[T] {
        &self.cells[..self.slots]
    }

    /// The slots alone.
    pub(crate) fn slots_mut(&mut self) -> &mut [T] {
        &mut self.cells[..self.slots]
    }

    /// The slots from a place on, and what may be read beyond them.
    pub(crate) fn padded_from(&self, at: usize) -> &[T] {
        &self.cells[at..]
    }

    /// The slots without padding, for good.
    pub(crate) fn into_cells(mut self) -> Vec<T> {
        let mut cells = std::mem::take(&mut self.cells);
        cells.truncate(self.slots);
        cells
    }
}

impl<T: Cell> Drop for Buffer<'_, T> {
    fn drop(&mut self) {
        if self.cells.capacity() > 0 {
            self.buffers.keep(std::mem::take(&mut self.cells));
        }
    }
}
