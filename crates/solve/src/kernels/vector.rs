//! A few cells at a time: what the passes over rows ask of the machine.
//!
//! All of it is safe to call: cells are looked for in slices, and a read or write beyond one panics.

use crate::cell::Cell;

/// Where the bytes of a vector come from, for [`Vector::shuffle`]: a place within 16 bytes, or [`Shuffle::NOTHING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Shuffle(pub(crate) [u8; 32]);

impl Shuffle {
    /// No byte: zero.
    pub(crate) const NOTHING: u8 = 0x80;
    /// All zero.
    pub(crate) const NONE: Self = Self([Self::NOTHING; 32]);
}

/// So many bytes of cells, in one or more parts of 16 bytes.
pub(crate) trait Vector: Copy {
    /// How many bytes: 16 or 32.
    const BYTES: usize;

    /// How many cells it has.
    fn cells<T: Cell>() -> usize {
        Self::BYTES / size_of::<T>()
    }

    /// All bytes 0.
    fn zero() -> Self;
    /// The cells from a place on.
    fn load<T: Cell>(cells: &[T], at: usize) -> Self;
    /// The 16 bytes of cells from a place on, in every part.
    fn load_part<T: Cell>(cells: &[T], at: usize) -> Self;
    /// Writes the cells.
    fn store<T: Cell>(self, cells: &mut [T], at: usize);
    /// One of its own parts (0, or 1 if there are two), in every part.
    fn spread_part(self, part: usize) -> Self;
    /// In each part, the bytes from the places that `from` names within the part.
    fn shuffle(self, from: &Shuffle) -> Self;
    /// Cell by cell the larger one.
    fn max<T: Cell>(self, other: Self) -> Self;
    /// `yes` where `self`, a mask, has ones, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;
    /// `self` where `mask` has ones, else 0.
    fn keep(self, mask: Self) -> Self;
    /// The mask of cells that has ones in the cells whose bit is set.
    fn mask<T: Cell>(bits: u32) -> Self;
    /// The same byte everywhere.
    fn splat(byte: u8) -> Self;
    /// Byte by byte the sum, round the end.
    fn add(self, other: Self) -> Self;
}
