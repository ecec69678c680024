//! The machine-dependent part of the hot loops: moving bits together and apart, and telling the memory what
//! comes next. [`Portable`] is the specification; every other kernel does the same faster.
//!
//! The loops themselves are written once, generic over a [`Kernel`] and inlined into a function that is
//! compiled for the kernel's instruction set: [`Dispatch::run`].

#[cfg(target_arch = "x86_64")]
mod bmi2;
#[cfg(target_arch = "x86_64")]
mod choice;
mod halves;
mod portable;

pub(crate) use halves::{HalfImages, Halves, ImageLookup, RankTable, Ranker};
pub(crate) use portable::Portable;

/// What a hot loop asks of the machine.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// The points of `set` numbered within `frame`; points outside it are dropped.
    fn compress(self, set: u32, frame: u32) -> u32;
    /// The points of `frame` that `numbered` has the numbers of.
    fn expand(self, numbered: u32, frame: u32) -> u32;
    /// Says that `cells[at]` will be wanted soon. Any `at` is allowed.
    fn prefetch<T>(self, cells: &[T], at: usize);
}

/// Work to be done by whichever kernel there is.
pub(crate) trait Work {
    /// What comes of it.
    type Output;
    /// Does it. Implementations are `#[inline(always)]`, so that they are compiled for the kernel.
    fn run(self, kernel: impl Kernel) -> Self::Output;
}

/// Which kernel to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// Plain Rust, on any machine.
    Portable,
    /// x86-64 with BMI2 and AVX2.
    #[cfg(target_arch = "x86_64")]
    Bmi2(bmi2::Proof),
}

impl Dispatch {
    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = bmi2::Proof::find()
            && !choice::moves_bits_slowly()
        {
            return Self::Bmi2(proof);
        }
        Self::Portable
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Bmi2(_) => "bmi2",
        }
    }

    /// Runs `work` with this kernel.
    #[inline]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Bmi2(proof) => proof.run(work),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shuffle(u32, u32);

    impl Work for Shuffle {
        type Output = (u32, u32);
        fn run(self, kernel: impl Kernel) -> (u32, u32) {
            (kernel.compress(self.0, self.1), kernel.expand(self.0, self.1))
        }
    }

    #[test]
    fn the_best_kernel_shuffles_as_the_portable_one_does() {
        let mut seed = 7_u64;
        for _ in 0..1_000_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (set, frame) = ((seed >> 40) as u32, (seed >> 16 & 0xFF_FFFF) as u32);
            assert_eq!(
                Dispatch::best().run(Shuffle(set, frame)),
                Dispatch::Portable.run(Shuffle(set, frame))
            );
        }
    }
}
