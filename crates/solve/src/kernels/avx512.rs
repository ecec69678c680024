//! x86-64 with BMI2, GFNI and AVX-512 (F, BW, VL, VBMI): vectors of up to 64 bytes, whose bytes are shuffled from anywhere to
//! anywhere in one instruction, bits moved within bytes by matrices, and masks of cells that are numbers.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _MM_HINT_T0, _mm_add_epi8, _mm_and_si128, _mm_loadu_si128,
    _mm_mask_blend_epi8, _mm_maskz_permutexvar_epi8, _mm_max_epu8, _mm_max_epu16, _mm_movepi8_mask,
    _mm_movm_epi8, _mm_movm_epi16, _mm_prefetch, _mm_set1_epi8, _mm_setzero_si128, _mm_storeu_si128,
    _mm256_add_epi8, _mm256_and_si256, _mm256_loadu_si256, _mm256_mask_blend_epi8,
    _mm256_maskz_permutexvar_epi8, _mm256_max_epu8, _mm256_max_epu16, _mm256_movepi8_mask, _mm256_movm_epi8,
    _mm256_movm_epi16, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_add_epi8,
    _mm512_and_si512, _mm512_loadu_si512, _mm512_mask_blend_epi8, _mm512_maskz_permutexvar_epi8,
    _mm512_max_epu8, _mm512_max_epu16, _mm512_movepi8_mask, _mm512_movm_epi8, _mm512_movm_epi16,
    _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512, _pdep_u32, _pext_u32,
};

use super::sets::{self, CutSets, SetFrame, SetImage, SlidesBack, TakeCuts};
use super::{Kernel, Shuffle, Vector, Work, planes};
use crate::cell::Cell;

/// A value of this type is the proof that the processor has BMI1, BMI2, POPCNT, LZCNT, AVX2, GFNI and AVX-512 F, BW, VL and VBMI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof(());

impl Proof {
    /// Asks the processor.
    pub(super) fn find() -> Option<Self> {
        let found = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("gfni");
        found.then_some(Self(()))
    }

    /// Runs `work`, compiled for these instructions.
    #[inline]
    #[expect(clippy::unused_self, reason = "the proof is in having one")]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what the function is compiled for.
        unsafe { compiled::<W>(work) }
    }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
fn compiled<W: Work>(work: W) -> W::Output {
    work.run(Avx512(()))
}

/// Made only where the instructions are known to exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Kernel for Avx512 {
    type Short = Short;
    type Middle = Middle;
    type Long = Long;
    type Ready = planes::Ready;

    #[inline(always)]
    fn compress(self, set: u32, frame: u32) -> u32 {
        // SAFETY: an `Avx512` is only made in `compiled`, where the processor has BMI2.
        unsafe { _pext_u32(set, frame) }
    }

    #[inline(always)]
    fn expand(self, numbered: u32, frame: u32) -> u32 {
        // SAFETY: an `Avx512` is only made in `compiled`, where the processor has BMI2.
        unsafe { _pdep_u32(numbered, frame) }
    }

    #[inline(always)]
    fn prefetch<T>(self, cells: &[T], at: usize) {
        let address = cells.as_ptr().wrapping_add(at).cast();
        // SAFETY: a prefetch reads nothing and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }

    #[inline(always)]
    fn cut_images(
        self,
        ready: &mut planes::Ready,
        frame: SetFrame,
        image: (&SetImage, u32),
        sets: &[u32],
        cuts: &mut CutSets,
    ) {
        if sets.len() < planes::ENOUGH {
            sets::cut_images(self, frame, image, sets, cuts);
        } else {
            planes::cut_images(ready, frame, image, sets, cuts);
        }
    }

    #[inline(always)]
    fn cut_slides(
        self,
        ready: &mut planes::Ready,
        frame: SetFrame,
        slides: SlidesBack<'_>,
        sets: &[u32],
        cuts: &mut CutSets,
        tell: &mut impl TakeCuts,
    ) {
        if sets.len() < planes::ENOUGH {
            sets::cut_slides(self, frame, slides, sets, cuts, tell);
        } else {
            planes::cut_slides(ready, frame, slides, sets, cuts, tell);
        }
    }

    #[inline(always)]
    fn find_all<T: Cell>(self, cells: &[T], code: T, visit: impl FnMut(usize)) {
        planes::find_all(cells, code, visit);
    }
}

/// 16 bytes. Vectors are named by the passes that [`Avx512`] runs alone, where the processor has what they take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short(__m128i);

/// 32 bytes. Vectors are named by the passes that [`Avx512`] runs alone, where the processor has what they take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Middle(__m256i);

/// 64 bytes. Vectors are named by the passes that [`Avx512`] runs alone, where the processor has what they take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Long(__m512i);

/// The bits of a mask for as many cells.
macro_rules! first_bits {
    ($name:ident, $bits:ty) => {
        #[inline(always)]
        #[expect(clippy::cast_possible_truncation, reason = "a vector has no more cells")]
        fn $name(bits: u64) -> $bits {
            bits as $bits
        }
    };
}
first_bits!(first_8, u8);
first_bits!(first_16, u16);
first_bits!(first_32, u32);

#[inline(always)]
fn all_64(bits: u64) -> u64 {
    bits
}

macro_rules! vector {
    ($vector:ident, $bytes:literal, $register:ty, $mask:ty, {
        zero: $zero:ident, load: $load:ident, store: $store:ident, permute: $permute:ident,
        max: $max8:ident, $max16:ident, blend: $blend:ident, and: $and:ident,
        signs: $signs:ident, spread: $spread8:ident of $first8:ident, $spread16:ident of $first16:ident,
        set1: $set1:ident, add: $add:ident
    }) => {
        // SAFETY of the intrinsics below: these vectors are made and used in passes that an `Avx512` runs, which is only
        // made where the processor has what they take; addresses come from slices of as many bytes as are read or written.
        impl Vector for $vector {
            const BYTES: usize = $bytes;
            const PART: usize = $bytes;
            type Places = ($mask, $register);

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: see above.
                Self(unsafe { $zero() })
            }
            #[inline(always)]
            fn load<T: Cell>(cells: &[T], at: usize) -> Self {
                let cells = &cells[at..][..Self::cells::<T>()];
                // SAFETY: see above.
                Self(unsafe { $load(cells.as_ptr().cast()) })
            }
            #[inline(always)]
            fn load_part<T: Cell>(cells: &[T], at: usize) -> Self {
                Self::load(cells, at)
            }
            #[inline(always)]
            fn store<T: Cell>(self, cells: &mut [T], at: usize) {
                let cells = &mut cells[at..][..Self::cells::<T>()];
                // SAFETY: see above; any bytes make a cell.
                unsafe { $store(cells.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn spread_part(self, part: usize) -> Self {
                debug_assert_eq!(part, 0, "there is but one");
                self
            }
            #[inline(always)]
            fn places(from: &Shuffle) -> Self::Places {
                // SAFETY: see above; a shuffle has 64 bytes, at least as many as are read. Its high bits say where nothing
                // comes from.
                unsafe {
                    let from = $load(from.0.as_ptr().cast());
                    (!$signs(from), from)
                }
            }
            #[inline(always)]
            fn shuffle(self, (mask, from): Self::Places) -> Self {
                // SAFETY: see above.
                Self(unsafe { $permute(mask, from, self.0) })
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
                Self(unsafe { $blend($signs(self.0), no.0, yes.0) })
            }
            #[inline(always)]
            fn keep(self, mask: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $and(self.0, mask.0) })
            }
            #[inline(always)]
            fn mask<T: Cell>(bits: u64) -> Self {
                // SAFETY: see above.
                Self(unsafe {
                    if size_of::<T>() == 1 { $spread8($first8(bits)) } else { $spread16($first16(bits)) }
                })
            }
            #[inline(always)]
            fn splat(byte: u8) -> Self {
                // SAFETY: see above.
                Self(unsafe { $set1(byte.cast_signed()) })
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                Self(unsafe { $add(self.0, other.0) })
            }
        }
    };
}

vector!(Short, 16, __m128i, u16, {
    zero: _mm_setzero_si128, load: _mm_loadu_si128, store: _mm_storeu_si128,
    permute: _mm_maskz_permutexvar_epi8, max: _mm_max_epu8, _mm_max_epu16, blend: _mm_mask_blend_epi8,
    and: _mm_and_si128, signs: _mm_movepi8_mask, spread: _mm_movm_epi8 of first_16, _mm_movm_epi16 of first_8,
    set1: _mm_set1_epi8, add: _mm_add_epi8
});

vector!(Middle, 32, __m256i, u32, {
    zero: _mm256_setzero_si256, load: _mm256_loadu_si256, store: _mm256_storeu_si256,
    permute: _mm256_maskz_permutexvar_epi8, max: _mm256_max_epu8, _mm256_max_epu16,
    blend: _mm256_mask_blend_epi8, and: _mm256_and_si256, signs: _mm256_movepi8_mask,
    spread: _mm256_movm_epi8 of first_32, _mm256_movm_epi16 of first_16, set1: _mm256_set1_epi8,
    add: _mm256_add_epi8
});

vector!(Long, 64, __m512i, u64, {
    zero: _mm512_setzero_si512, load: _mm512_loadu_si512, store: _mm512_storeu_si512,
    permute: _mm512_maskz_permutexvar_epi8, max: _mm512_max_epu8, _mm512_max_epu16,
    blend: _mm512_mask_blend_epi8, and: _mm512_and_si512, signs: _mm512_movepi8_mask,
    spread: _mm512_movm_epi8 of all_64, _mm512_movm_epi16 of first_32, set1: _mm512_set1_epi8,
    add: _mm512_add_epi8
});
