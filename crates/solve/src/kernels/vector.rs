//! A few cells at a time: what the passes over rows ask of the machine.
//!
//! All of it is safe to call: cells are looked for in slices, and a read or write beyond one panics.

use crate::cell::Cell;

/// Where the bytes of a vector come from, for [`Vector::shuffle`]: a place within a part, or [`Shuffle::NOTHING`]. Shorter
/// vectors use as many of them as they have bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Shuffle(pub(crate) [u8; Self::BYTES]);

impl Shuffle {
    /// The bytes of the longest vector of any kernel.
    pub(crate) const BYTES: usize = 64;
    /// No byte: zero.
    pub(crate) const NOTHING: u8 = 0x80;
    /// All zero.
    pub(crate) const NONE: Self = Self([Self::NOTHING; Self::BYTES]);
}

/// How long vectors are, and within how many bytes they are shuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct VectorShape {
    pub(crate) bytes: usize,
    pub(crate) part: usize,
}

impl VectorShape {
    /// Of vectors of this type.
    pub(crate) fn of<V: Vector>() -> Self {
        Self { bytes: V::BYTES, part: V::PART }
    }

    /// How many cells a vector has, and a part.
    pub(crate) fn cells<T: Cell>(self) -> (usize, usize) {
        (self.bytes / size_of::<T>(), self.part / size_of::<T>())
    }
}

/// So many bytes of cells, in one or more parts that bytes do not leave when they are shuffled.
pub(crate) trait Vector: Copy {
    /// How many bytes: 16, 32 or 64.
    const BYTES: usize;
    /// How many bytes a part has: a divisor of [`BYTES`](Self::BYTES).
    const PART: usize;
    /// A shuffle that is used again and again.
    type Places: Copy;

    /// How many cells it has.
    fn cells<T: Cell>() -> usize {
        Self::BYTES / size_of::<T>()
    }

    /// All bytes 0.
    fn zero() -> Self;
    /// The cells from a place on.
    fn load<T: Cell>(cells: &[T], at: usize) -> Self;
    /// The cells of one part from a place on, in every part.
    fn load_part<T: Cell>(cells: &[T], at: usize) -> Self;
    /// Writes the cells.
    fn store<T: Cell>(self, cells: &mut [T], at: usize);
    /// One of its own parts, in every part.
    fn spread_part(self, part: usize) -> Self;
    /// Makes a shuffle ready.
    fn places(from: &Shuffle) -> Self::Places;
    /// In each part, the bytes from the places within the part.
    fn shuffle(self, from: Self::Places) -> Self;
    /// Cell by cell the larger one.
    fn max<T: Cell>(self, other: Self) -> Self;
    /// `yes` where `self`, a mask, has ones, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;
    /// `self` where `mask` has ones, else 0.
    fn keep(self, mask: Self) -> Self;
    /// The mask of cells that has ones in the cells whose bit is set.
    fn mask<T: Cell>(bits: u64) -> Self;
    /// The same byte everywhere.
    fn splat(byte: u8) -> Self;
    /// Byte by byte the sum, round the end.
    fn add(self, other: Self) -> Self;
}
