//! x86-64 with BMI2: `pext` and `pdep` move bits in one instruction, and memory can be asked for in advance.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _pdep_u32, _pext_u32};

use super::{Kernel, Work};

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
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
        fn compiled<W: Work>(work: W) -> W::Output {
            work.run(Bmi2(()))
        }
        // SAFETY: `self` proves that the processor has what the function is compiled for.
        unsafe { compiled(work) }
    }
}

/// Made only where the instructions are known to exist.
#[derive(Clone, Copy, Debug)]
struct Bmi2(());

impl Kernel for Bmi2 {
    #[inline(always)]
    fn compress(self, set: u32, frame: u32) -> u32 {
        // SAFETY: a `Bmi2` is only made in `Proof::run`, where the processor has BMI2.
        unsafe { _pext_u32(set, frame) }
    }

    #[inline(always)]
    fn expand(self, numbered: u32, frame: u32) -> u32 {
        // SAFETY: a `Bmi2` is only made in `Proof::run`, where the processor has BMI2.
        unsafe { _pdep_u32(numbered, frame) }
    }

    #[inline(always)]
    fn prefetch<T>(self, cells: &[T], at: usize) {
        let address = cells.as_ptr().wrapping_add(at).cast();
        // SAFETY: a prefetch reads nothing and faults at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
}
