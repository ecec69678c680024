//! x86-64 with BMI2 and AVX2: `pext` and `pdep` move bits in one instruction, 32 bytes are shuffled and compared at once,
//! and memory can be asked for in advance.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_add_epi8, _mm_and_si128, _mm_blendv_epi8, _mm_cmpeq_epi8,
    _mm_cmpeq_epi16, _mm_loadu_si128, _mm_max_epu8, _mm_max_epu16, _mm_prefetch, _mm_set1_epi8,
    _mm_set1_epi32, _mm_setzero_si128, _mm_shuffle_epi8, _mm_storeu_si128, _mm256_add_epi8, _mm256_and_si256,
    _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16,
    _mm256_loadu_si256, _mm256_max_epu8, _mm256_max_epu16, _mm256_permute2x128_si256, _mm256_set1_epi8,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _pdep_u32, _pext_u32,
};

use super::{Kernel, Portable, Shuffle, Vector, Work};
use crate::cell::Cell;

/// A value of this type is the proof that the processor has BMI1, BMI2, POPCNT, LZCNT and AVX2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof(());

impl Proof {
    /// Asks the processor.
    pub(super) fn find() -> Option<Self> {
        let found = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2");
        found.then_some(Self(()))
    }

    /// Runs `work`, compiled for these instructions.
    #[inline]
    #[expect(clippy::unused_self, reason = "the proof is in having one")]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what the function is compiled for.
        unsafe { compiled::<W, true>(work) }
    }

    /// The same, but bits are moved by tables.
    #[inline]
    #[expect(clippy::unused_self, reason = "the proof is in having one")]
    pub(super) fn run_with_tables<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what the function is compiled for.
        unsafe { compiled::<W, false>(work) }
    }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
fn compiled<W: Work, const MOVES_BITS: bool>(work: W) -> W::Output {
    work.run(Avx2::<MOVES_BITS>(()))
}

/// Made only where the instructions are known to exist. Whether it moves bits by instructions or by tables is its own
/// affair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2<const MOVES_BITS: bool>(());

impl<const MOVES_BITS: bool> Kernel for Avx2<MOVES_BITS> {
    type Short = Short;
    type Middle = Long;
    type Long = Long;
    type Ready = ();

    #[inline(always)]
    fn compress(self, set: u32, frame: u32) -> u32 {
        if MOVES_BITS {
            // SAFETY: an `Avx2` is only made in `compiled`, where the processor has BMI2.
            unsafe { _pext_u32(set, frame) }
        } else {
            Portable.compress(set, frame)
        }
    }

    #[inline(always)]
    fn expand(self, numbered: u32, frame: u32) -> u32 {
        if MOVES_BITS {
            // SAFETY: an `Avx2` is only made in `compiled`, where the processor has BMI2.
            unsafe { _pdep_u32(numbered, frame) }
        } else {
            Portable.expand(numbered, frame)
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, cells: &[T], at: usize) {
        let address = cells.as_ptr().wrapping_add(at).cast();
        // SAFETY: a prefetch reads nothing and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
}

/// The address of so many bytes of cells.
///
/// # Panics
/// If they are not all in the slice.
#[inline(always)]
fn bytes_at<T: Cell, V: Vector>(cells: &[T], at: usize) -> *const u8 {
    cells[at..][..V::cells::<T>()].as_ptr().cast()
}

/// 16 bytes. Vectors are named by the passes that [`Avx2`] runs alone, where the processor has what they take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short(__m128i);

/// 32 bytes. Vectors are named by the passes that [`Avx2`] runs alone, where the processor has what they take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Long(__m256i);

/// The bit of each cell in its byte or pair of bytes.
const BIT_OF_BYTE: [u8; 32] = [
    1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16,
    32, 64, 128,
];
const BIT_OF_PAIR: [u8; 32] = [
    1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128, 0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128, 0,
];
/// Which byte of the mask's bits each cell has its bit in.
const BYTE_OF_BYTE: [u8; 32] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3];
const BYTE_OF_PAIR: [u8; 32] = [
    0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 0, 0x80, 1, 0x80, 1, 0x80, 1, 0x80, 1,
    0x80, 1, 0x80, 1, 0x80, 1, 0x80, 1, 0x80,
];

macro_rules! vector {
    ($vector:ident, $bytes:literal, $register:ty, {
        zero: $zero:ident, load: $load:ident, store: $store:ident, part: $part:expr, spread: $spread:expr,
        shuffle: $shuffle:ident, max: $max8:ident, $max16:ident, blend: $blend:ident, and: $and:ident,
        set1_i32: $set1_i32:ident, cmpeq: $cmpeq8:ident, $cmpeq16:ident, set1_i8: $set1_i8:ident, add: $add:ident
    }) => {
        impl $vector {
            #[inline(always)]
            fn of(bytes: &[u8; 32]) -> $register {
                // SAFETY: there are 32 bytes, at least as many as are read.
                unsafe { $load(bytes.as_ptr().cast()) }
            }
        }

        // SAFETY of the intrinsics below: these vectors are made and used in passes that an `Avx2` runs, which is only
        // made where the processor has AVX2; addresses come from `bytes_at`, which has checked the slice.
        impl Vector for $vector {
            const BYTES: usize = $bytes;
            const PART: usize = 16;
            type Places = $register;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: see above.
                Self(unsafe { $zero() })
            }
            #[inline(always)]
            fn load<T: Cell>(cells: &[T], at: usize) -> Self {
                // SAFETY: see above.
                Self(unsafe { $load(bytes_at::<T, Self>(cells, at).cast()) })
            }
            #[inline(always)]
            fn load_part<T: Cell>(cells: &[T], at: usize) -> Self {
                // SAFETY: see above; a `Short` has the 16 bytes of a part.
                Self(unsafe { $part(_mm_loadu_si128(bytes_at::<T, Short>(cells, at).cast())) })
            }
            #[inline(always)]
            fn store<T: Cell>(self, cells: &mut [T], at: usize) {
                let cells = &mut cells[at..][..Self::cells::<T>()];
                // SAFETY: the slice has as many bytes as are written; any bytes make a cell.
                unsafe { $store(cells.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn spread_part(self, part: usize) -> Self {
                // SAFETY: see above.
                Self(unsafe { $spread(self.0, part) })
            }
            #[inline(always)]
            fn places(from: &Shuffle) -> $register {
                Self::of(from.0.first_chunk().expect("a shuffle has 64 bytes"))
            }
            #[inline(always)]
            fn shuffle(self, from: $register) -> Self {
                // SAFETY: see above.
                Self(unsafe { $shuffle(self.0, from) })
            }
            #[inline(always)]
            fn max<T: Cell>(self, other: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe {
                    if size_of::<T>() == 1 { $max8(self.0, other.0) } else { $max16(self.0, other.0) }
                })
            }
            #[inline(always)]
            fn select(self, yes: Self, no: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $blend(no.0, yes.0, self.0) })
            }
            #[inline(always)]
            fn keep(self, mask: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $and(self.0, mask.0) })
            }
            #[inline(always)]
            fn mask<T: Cell>(bits: u64) -> Self {
                #[expect(clippy::cast_possible_truncation, reason = "no vector here has more than 32 cells")]
                let bits = bits as u32;
                // SAFETY: see above.
                unsafe {
                    let all = $set1_i32(bits.cast_signed());
                    Self(if size_of::<T>() == 1 {
                        let bit = Self::of(&BIT_OF_BYTE);
                        $cmpeq8($and($shuffle(all, Self::of(&BYTE_OF_BYTE)), bit), bit)
                    } else {
                        let bit = Self::of(&BIT_OF_PAIR);
                        $cmpeq16($and($shuffle(all, Self::of(&BYTE_OF_PAIR)), bit), bit)
                    })
                }
            }
            #[inline(always)]
            fn splat(byte: u8) -> Self {
                // SAFETY: see above.
                Self(unsafe { $set1_i8(byte.cast_signed()) })
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $add(self.0, other.0) })
            }
        }
    };
}

vector!(Short, 16, __m128i, {
    zero: _mm_setzero_si128, load: _mm_loadu_si128, store: _mm_storeu_si128, part: same, spread: same_part,
    shuffle: _mm_shuffle_epi8, max: _mm_max_epu8, _mm_max_epu16, blend: _mm_blendv_epi8, and: _mm_and_si128,
    set1_i32: _mm_set1_epi32, cmpeq: _mm_cmpeq_epi8, _mm_cmpeq_epi16, set1_i8: _mm_set1_epi8, add: _mm_add_epi8
});

vector!(Long, 32, __m256i, {
    zero: _mm256_setzero_si256, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
    part: _mm256_broadcastsi128_si256, spread: spread_part,
    shuffle: _mm256_shuffle_epi8, max: _mm256_max_epu8, _mm256_max_epu16, blend: _mm256_blendv_epi8,
    and: _mm256_and_si256, set1_i32: _mm256_set1_epi32, cmpeq: _mm256_cmpeq_epi8, _mm256_cmpeq_epi16,
    set1_i8: _mm256_set1_epi8, add: _mm256_add_epi8
});

/// # Safety
/// None is needed; it stands where a [`Long`] has an intrinsic.
#[inline(always)]
unsafe fn same(part: __m128i) -> __m128i {
    part
}

/// # Safety
/// None is needed; it stands where a [`Long`] has an intrinsic.
#[inline(always)]
unsafe fn same_part(register: __m128i, _part: usize) -> __m128i {
    register
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn spread_part(register: __m256i, part: usize) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        if part == 0 {
            _mm256_permute2x128_si256::<0x00>(register, register)
        } else {
            _mm256_permute2x128_si256::<0x11>(register, register)
        }
    }
}
