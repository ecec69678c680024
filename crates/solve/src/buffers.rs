//! Large buffers, kept from unit to unit: fresh memory costs ten times as much to touch as memory that was used before.
//!
//! A buffer has addresses for the largest plane that will be needed, and memory for as much of it as was ever touched. So it
//! grows where it is, and what it already has is neither copied nor touched for the first time again.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use millwright_table::{Codes, can_be_had};

use crate::cell::Cell;
use crate::rows::PADDING;

/// Cells of buffers that are worth no thought.
const SMALL: usize = 1 << 20;

/// More buffers than there are at any time.
const MOST_BUFFERS: u64 = 12;

/// Buffers that nobody uses at the moment.
pub(crate) struct Buffers {
    kept: Mutex<Kept>,
}

impl Default for Buffers {
    /// Without a limit, each for what is needed first.
    fn default() -> Self {
        Self::for_planes_of(0, 0)
    }
}

/// By the size of their cells.
#[derive(Default)]
pub(crate) struct Kept {
    bytes: Vec<Vec<u8>>,
    words: Vec<Vec<u16>>,
    /// Cells that a buffer has addresses for.
    reserved: usize,
    /// Bytes that were ever touched of each buffer, in use or kept, by its address.
    touched: HashMap<usize, u64>,
    /// The most bytes that a unit may use.
    limit: u64,
    /// The sum of all that was touched.
    held: u64,
    /// Bytes of lists, for which kept buffers make room.
    beside: u64,
    /// Bytes of the slots in use, and the most there ever were or will be.
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
    fn of(kept: &Kept) -> &[Vec<Self>];
    fn of_mut(kept: &mut Kept) -> &mut Vec<Vec<Self>>;
}

impl Kind for u8 {
    fn of(kept: &Kept) -> &[Vec<Self>] {
        &kept.bytes
    }

    fn of_mut(kept: &mut Kept) -> &mut Vec<Vec<Self>> {
        &mut kept.bytes
    }
}

impl Kind for u16 {
    fn of(kept: &Kept) -> &[Vec<Self>] {
        &kept.words
    }

    fn of_mut(kept: &mut Kept) -> &mut Vec<Vec<Self>> {
        &mut kept.words
    }
}

fn bytes_of<T>(cells: usize) -> u64 {
    (cells * size_of::<T>()) as u64
}

fn address<T>(buffer: &[T]) -> usize {
    buffer.as_ptr().addr()
}

impl Kept {
    /// The memory that a buffer has.
    fn touched<T>(&self, buffer: &[T]) -> u64 {
        self.touched.get(&address(buffer)).copied().unwrap_or(0)
    }

    fn kept_bytes(&self) -> u64 {
        let bytes = self.bytes.iter().map(|buffer| self.touched(buffer));
        bytes.chain(self.words.iter().map(|buffer| self.touched(buffer))).sum()
    }

    /// What all buffers may have together: hardly more than is ever needed at once, lists included.
    fn allowed(&self) -> u64 {
        self.limit.min((self.most_needed + SMALL as u64).saturating_sub(self.beside))
    }

    /// Lets kept buffers go, the smallest first, until all together are no more than allowed.
    fn make_room(&mut self) {
        while self.held > self.allowed() && self.let_smallest_go() {}
    }

    /// A buffer that `len` cells fit in: of the kept ones the smallest with memory enough, else the largest, which grows. A larger
    /// one than is needed is taken as well: what it has beyond is there for the next plane.
    fn find<T: Cell>(&mut self, len: usize) -> Vec<T> {
        let needed = bytes_of::<T>(len);
        let found = || {
            let large = T::of(self).iter().zip(0..).filter(|(buffer, _)| buffer.capacity() >= len);
            large.map(|(buffer, place)| (self.touched(buffer), place))
        };
        let enough = found().filter(|&(touched, _)| touched >= needed).min();
        let chosen = enough.or_else(|| found().max());
        let cells = match chosen {
            Some((_, place)) => T::of_mut(self).swap_remove(place),
            None => self.fresh(len),
        };
        let touched = self.touched.entry(address(&cells)).or_default();
        self.held += needed.saturating_sub(*touched);
        *touched = needed.max(*touched);
        self.make_room();
        cells
    }

    /// Addresses for the largest plane if they can be had, else for these cells; kept buffers make room for them.
    fn fresh<T>(&mut self, len: usize) -> Vec<T> {
        let mut cells = Vec::new();
        if len >= SMALL && cells.try_reserve_exact(len.max(self.reserved)).is_ok() {
            return cells;
        }
        while cells.try_reserve_exact(len).is_err() {
            if !self.let_smallest_go() {
                cells.reserve_exact(len);
            }
        }
        cells
    }

    /// Lets the smallest kept buffer go, if there is one.
    fn let_smallest_go(&mut self) -> bool {
        let smallest = |sizes: &mut dyn Iterator<Item = u64>| sizes.zip(0..).min();
        let of_bytes = smallest(&mut self.bytes.iter().map(|buffer| self.touched(buffer)));
        let of_words = smallest(&mut self.words.iter().map(|buffer| self.touched(buffer)));
        let gone = match (of_bytes, of_words) {
            (Some((bytes, place)), words) if words.is_none_or(|(words, _)| bytes <= words) => {
                address(&self.bytes.swap_remove(place))
            }
            (_, Some((_, place))) => address(&self.words.swap_remove(place)),
            _ => return false,
        };
        self.held -= self.touched.remove(&gone).unwrap_or(0);
        true
    }
}

impl Buffers {
    /// Without a limit, each with addresses for a plane of so many slots, where so many bytes will be needed at once. Where
    /// addresses are scarce (`ulimit -v`), each has what it needs and no more.
    pub(crate) fn for_planes_of(slots: u64, bytes: u64) -> Self {
        let plenty = can_be_had(slots.saturating_mul(MOST_BUFFERS));
        let (slots, bytes) = if plenty { (slots, bytes) } else { (0, 0) };
        let reserved = usize::try_from(slots).map_or(0, |slots| slots + PADDING);
        let kept = Kept { reserved, most_needed: bytes, limit: u64::MAX, ..Kept::default() };
        Self { kept: Mutex::new(kept) }
    }

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

    /// Says how many bytes lists take at the moment; kept buffers make room for them.
    pub(crate) fn stand_beside(&self, lists: u64) {
        self.with(|kept| {
            kept.beside = lists;
            kept.make_room();
        });
    }

    /// The most bytes that buffers will have together, unless a unit needs more than any before.
    pub(crate) fn may_hold(&self) -> u64 {
        self.with(|kept| kept.allowed())
    }

    /// The most bytes of slots that were ever in use at once.
    #[cfg(test)]
    pub(crate) fn most_needed(&self) -> u64 {
        self.with(|kept| kept.most_needed)
    }

    /// Bytes of the buffers that nobody uses.
    pub(crate) fn kept_bytes(&self) -> u64 {
        self.with(|kept| kept.kept_bytes())
    }

    /// A buffer for so many slots. What is in it is left over from somebody else.
    pub(crate) fn take<T: Cell>(&self, slots: usize) -> Buffer<'_, T> {
        let len = slots + PADDING;
        let mut cells = self.with(|kept| {
            kept.needed += bytes_of::<T>(slots);
            kept.most_needed = kept.most_needed.max(kept.needed);
            kept.find::<T>(len)
        });
        cells.resize(len, T::default());
        Buffer { cells, slots, buffers: self }
    }

    /// The memory of all buffers, in use or not.
    pub(crate) fn held(&self) -> u64 {
        self.with(|kept| kept.held)
    }

    /// The memory of a plane that came out of a buffer.
    pub(crate) fn held_by(&self, codes: &Codes) -> u64 {
        let touched = self.with(|kept| match codes {
            Codes::Narrow(cells) => kept.touched(cells),
            Codes::Wide(cells) => kept.touched(cells),
        });
        touched.max(codes.bytes() as u64)
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
            kept.needed = kept.needed.saturating_sub(bytes_of::<T>(slots));
            T::of_mut(kept).push(cells);
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

#[cfg(test)]
mod tests {
    use super::*;

    const PLANE: usize = 3 * SMALL;

    #[test]
    fn a_buffer_grows_where_it_is() {
        let buffers = Buffers::for_planes_of(PLANE as u64, 0);
        let first = buffers.take::<u8>(SMALL);
        let place = first.slots().as_ptr();
        drop(first);
        for slots in [2 * SMALL, SMALL + 5, PLANE] {
            let next = buffers.take::<u8>(slots);
            assert_eq!((next.slots().as_ptr(), next.slots().len()), (place, slots));
            drop(next);
        }
        assert_eq!(buffers.held(), (PLANE + PADDING) as u64);
        assert_eq!(buffers.kept_bytes(), buffers.held());
    }

    #[test]
    fn what_is_kept_is_within_what_was_needed_and_within_the_limit() {
        let buffers = Buffers::for_planes_of(PLANE as u64, 0);
        let both = (buffers.take::<u8>(PLANE), buffers.take::<u16>(PLANE));
        assert_eq!(buffers.held(), 3 * (PLANE + PADDING) as u64);
        drop(both);
        // Cells that are written elsewhere come back without their padding.
        let cells = buffers.take::<u8>(2 * SMALL).into_cells();
        assert_eq!(cells.len(), 2 * SMALL);
        buffers.keep_slots(cells);
        assert_eq!(buffers.kept_bytes(), buffers.held());
        assert!(buffers.held() <= buffers.may_hold());
        buffers.set_limit(PLANE as u64);
        assert_eq!((buffers.held(), buffers.kept_bytes()), (0, 0));
        buffers.set_limit(u64::MAX);
        drop(buffers.take::<u8>(PLANE));
        buffers.stand_beside(PLANE as u64 / 2);
        assert_eq!(buffers.held(), (PLANE + PADDING) as u64);
        buffers.stand_beside(3 * PLANE as u64);
        assert_eq!((buffers.held(), buffers.kept_bytes()), (0, 0));
        let small = buffers.take::<u16>(5);
        assert_eq!((small.slots().len(), buffers.held()), (5, 2 * (5 + PADDING) as u64));
    }
}
