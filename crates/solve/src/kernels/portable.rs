//! The kernel that is the specification of the others.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::{compress_bits, expand_bits};

use super::{Kernel, Shuffle, Vector};
use crate::cell::Cell;

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    type Short = Bytes<16>;
    type Middle = Bytes<32>;
    type Long = Bytes<32>;
    type Ready = ();

    #[inline(always)]
    fn compress(self, set: u32, frame: u32) -> u32 {
        compress_bits(set, frame)
    }

    #[inline(always)]
    fn expand(self, numbered: u32, frame: u32) -> u32 {
        expand_bits(numbered, frame)
    }

    #[inline(always)]
    fn prefetch<T>(self, _cells: &[T], _at: usize) {}
}

/// So many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes<const N: usize>([u8; N]);

/// The bytes of a part.
const PART: usize = 16;

impl<const N: usize> Bytes<N> {
    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(u8, u8) -> u8) -> Self {
        let mut bytes = self.0;
        for (byte, other) in bytes.iter_mut().zip(other.0) {
            *byte = combine(*byte, other);
        }
        Self(bytes)
    }
}

impl<const N: usize> Vector for Bytes<N> {
    const BYTES: usize = N;
    const PART: usize = PART;
    type Places = Shuffle;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; N])
    }

    #[inline(always)]
    fn load<T: Cell>(cells: &[T], at: usize) -> Self {
        let mut bytes = [0; N];
        let cells = &cells[at..][..Self::cells::<T>()];
        for (bytes, cell) in bytes.chunks_exact_mut(size_of::<T>()).zip(cells) {
            cell.write_bytes(bytes);
        }
        Self(bytes)
    }

    #[inline(always)]
    fn load_part<T: Cell>(cells: &[T], at: usize) -> Self {
        let part = Bytes::<PART>::load(cells, at);
        let mut bytes = [0; N];
        for to in bytes.chunks_exact_mut(PART) {
            to.copy_from_slice(&part.0);
        }
        Self(bytes)
    }

    #[inline(always)]
    fn store<T: Cell>(self, cells: &mut [T], at: usize) {
        let cells = &mut cells[at..][..Self::cells::<T>()];
        for (bytes, cell) in self.0.chunks_exact(size_of::<T>()).zip(cells) {
            *cell = T::read_bytes(bytes);
        }
    }

    #[inline(always)]
    fn spread_part(self, part: usize) -> Self {
        let mut bytes = [0; N];
        for to in bytes.chunks_exact_mut(PART) {
            to.copy_from_slice(&self.0[part * PART..][..PART]);
        }
        Self(bytes)
    }

    #[inline(always)]
    fn places(from: &Shuffle) -> Shuffle {
        *from
    }

    #[inline(always)]
    fn shuffle(self, from: Shuffle) -> Self {
        let mut bytes = [0; N];
        for (place, (byte, &from)) in bytes.iter_mut().zip(&from.0).enumerate() {
            if from & Shuffle::NOTHING == 0 {
                *byte = self.0[place / PART * PART + usize::from(from) % PART];
            }
        }
        Self(bytes)
    }

    #[inline(always)]
    fn max<T: Cell>(self, other: Self) -> Self {
        let mut bytes = [0; N];
        let cells = self.0.chunks_exact(size_of::<T>()).zip(other.0.chunks_exact(size_of::<T>()));
        for ((one, other), to) in cells.zip(bytes.chunks_exact_mut(size_of::<T>())) {
            T::read_bytes(one).max(T::read_bytes(other)).write_bytes(to);
        }
        Self(bytes)
    }

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        let yes = yes.keep(self);
        yes.zip(no.zip(self, |no, mask| no & !mask), |yes, no| yes | no)
    }

    #[inline(always)]
    fn keep(self, mask: Self) -> Self {
        self.zip(mask, |byte, mask| byte & mask)
    }

    #[inline(always)]
    fn mask<T: Cell>(bits: u64) -> Self {
        let mut bytes = [0; N];
        for (place, to) in bytes.chunks_exact_mut(size_of::<T>()).enumerate() {
            to.fill(if bits >> place & 1 == 1 { 0xFF } else { 0 });
        }
        Self(bytes)
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Self([byte; N])
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u8::wrapping_add)
    }
}
