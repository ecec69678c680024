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
    /// The most bytes that a unit may use.
    limit: u64,
    /// Bytes of all buffers, in use and kept.
    held: u64,
    /// Bytes of the slots in use, and the most there ever were.
    needed: u64,
    most_needed: u64,
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

    /// What all buffers may have together: little more than was ever needed at once.
    fn allowed(&self) -> u64 {
        self.limit.min(self.most_needed + self.most_needed / 16 + SMALL as u64)
    }

    /// Lets kept buffers go, the smallest first, until all together are no more than allowed.
    fn make_room(&mut self) {
        while self.held > self.allowed() {
            let Some(freed) = let_smallest_go(self) else { break };
            self.held -= freed;
        }
    }

    /// A buffer that `len` cells fit in, the pages of a kept one if there is any that is not much too large.
    fn find<T: Cell>(&mut self, len: usize) -> Vec<T> {
        let new_bytes = (len * size_of::<T>()) as u64;
        let is_room = self.held + new_bytes <= self.allowed();
        let list = T::of(self);
        let fitting = list.iter().enumerate().filter(|(_, cells)| cells.capacity() >= len);
        let smallest = fitting.min_by_key(|(_, cells)| cells.capacity()).map(|(place, _)| place);
        let largest =
            || list.iter().enumerate().max_by_key(|(_, cells)| cells.capacity()).map(|(place, _)| place);
        let chosen = match smallest.or_else(largest) {
            Some(place) if list[place].capacity() > len + len / 4 + SMALL && is_room => None,
            chosen => chosen,
        };
        let mut cells = chosen.map(|place| list.swap_remove(place)).unwrap_or_default();
        let before = bytes_of(&cells);
        if cells.capacity() > 2 * len + SMALL {
            cells.truncate(len);
            cells.shrink_to(len);
        }
        // Where the allocator is the C library's, the system moves the pages of a buffer that grows; jemalloc copies it.
        cells.reserve_exact(len.saturating_sub(cells.len()));
        self.held = self.held + bytes_of(&cells) - before;
        self.make_room();
        cells
    }
}

/// Lets the smallest kept buffer go; its bytes.
fn let_smallest_go(kept: &mut Kept) -> Option<u64> {
    fn smallest<T>(list: &[Vec<T>]) -> Option<(u64, usize)> {
        list.iter().enumerate().map(|(place, cells)| (bytes_of(cells), place)).min()
    }
    match (smallest(&kept.bytes), smallest(&kept.words)) {
        (Some((bytes, place)), of_words) if of_words.is_none_or(|(words, _)| bytes <= words) => {
            kept.bytes.swap_remove(place);
            Some(bytes)
        }
        (_, Some((words, place))) => {
            kept.words.swap_remove(place);
            Some(words)
        }
        _ => None,
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
            kept.make_room();
        });
    }

    /// The most bytes that buffers will have together, unless a unit needs more than any before.
    pub(crate) fn may_hold(&self) -> u64 {
        self.with(|kept| kept.allowed())
    }

    /// Bytes of the buffers that nobody uses.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.with(|kept| kept.kept_bytes())
    }

    /// A buffer for so many slots. What is in it is left over from somebody else.
    pub(crate) fn take<T: Cell>(&self, slots: usize) -> Buffer<'_, T> {
        let len = slots + PADDING;
        let mut cells = self.with(|kept| {
            kept.needed += (slots * size_of::<T>()) as u64;
            kept.most_needed = kept.most_needed.max(kept.needed);
            kept.find::<T>(len)
        });
        cells.resize(len, T::default());
        Buffer { cells, slots, buffers: self }
    }

    /// Takes the buffer of a plane back that was written.
    pub(crate) fn keep_codes(&self, codes: Codes) {
        match codes {
            Codes::Narrow(cells) => self.keep_slots(cells),
            Codes::Wide(cells) => self.keep_slots(cells),
        }
    }

    /// Takes a buffer back that came out of [`Buffer::into_cells`], for the next one.
    pub(crate) fn keep_slots<T: Cell>(&self, cells: Vec<T>) {
        let slots = cells.len();
        self.keep(cells, slots);
    }

    fn keep<T: Cell>(&self, cells: Vec<T>, slots: usize) {
        self.with(|kept| {
            kept.needed = kept.needed.saturating_sub((slots * size_of::<T>()) as u64);
            T::of(kept).push(cells);
            kept.make_room();
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
            self.buffers.keep(std::mem::take(&mut self.cells), self.slots);
        }
    }
}
