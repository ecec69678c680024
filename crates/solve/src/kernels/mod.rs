//! The machine-dependent part of the hot loops: moving bits together and apart, and telling the memory what
//! comes next. [`Portable`] is the specification; every other kernel does the same faster.
//!
//! The loops themselves are written once, generic over a [`Kernel`] and inlined into a function that is
//! compiled for the kernel's instruction set: [`Dispatch::run`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod choice;
mod halves;
mod portable;
mod vector;

use std::str::FromStr;

use thiserror::Error;

pub(crate) use halves::{HalfImages, Halves, ImageLookup, RankTable, Ranker};
pub(crate) use portable::Portable;
pub(crate) use vector::{Shuffle, Vector};

/// What a hot loop asks of the machine.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// Sixteen bytes of cells.
    type Short: Vector;
    /// Thirty-two bytes of cells.
    type Long: Vector;

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
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Which kernel to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// Plain Rust, on any machine.
    Portable,
    /// x86-64 with BMI2 and AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Proof),
    /// The same, but bits are moved by tables: for processors that have BMI2 in name only.
    #[cfg(target_arch = "x86_64")]
    Avx2Tables(avx2::Proof),
}

impl Dispatch {
    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = avx2::Proof::find() {
            return if choice::moves_bits_slowly() { Self::Avx2Tables(proof) } else { Self::Avx2(proof) };
        }
        Self::Portable
    }

    /// All that this machine has.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        kernels.extend(
            avx2::Proof::find().into_iter().flat_map(|proof| [Self::Avx2Tables(proof), Self::Avx2(proof)]),
        );
        kernels
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Tables(_) => "avx2-tables",
        }
    }

    /// Runs `work` with this kernel.
    #[inline]
    pub(crate) fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => proof.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Tables(proof) => proof.run_with_tables(work),
        }
    }
}

/// A kernel that this machine does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no kernel {name:?} here; this machine has {}", names(Dispatch::all()))]
pub struct NoKernel {
    /// What was asked for.
    pub name: String,
}

fn names(kernels: Vec<Dispatch>) -> String {
    kernels.into_iter().map(Dispatch::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Dispatch {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Self, NoKernel> {
        let found = Self::all().into_iter().find(|kernel| kernel.name() == name);
        found.ok_or_else(|| NoKernel { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;

    struct Move(u32, u32);

    impl Work for Move {
        type Output = (u32, u32);
        fn run<K: Kernel>(self, kernel: K) -> (u32, u32) {
            (kernel.compress(self.0, self.1), kernel.expand(self.0, self.1))
        }
    }

    fn chance(seed: &mut u64) -> u32 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 32) as u32
    }

    #[test]
    fn every_kernel_moves_bits_as_the_portable_one_does() {
        let mut seed = 7;
        for _ in 0..300_000 {
            let (set, frame) = (chance(&mut seed) & 0xFF_FFFF, chance(&mut seed) & 0xFF_FFFF);
            for kernel in Dispatch::all() {
                assert_eq!(kernel.run(Move(set, frame)), Dispatch::Portable.run(Move(set, frame)));
            }
        }
    }

    #[test]
    fn kernels_are_known_by_their_names() {
        for kernel in Dispatch::all() {
            assert_eq!(kernel.name().parse(), Ok(kernel));
        }
        assert!("abacus".parse::<Dispatch>().unwrap_err().to_string().contains("portable"));
    }

    /// What every operation of a vector makes of some cells, at the end of a buffer.
    struct Everything<'a, T> {
        cells: &'a [T],
        bytes: [u8; 32],
        bits: u32,
    }

    fn outcomes<T: Cell, V: Vector>(work: &Everything<'_, T>) -> Vec<T> {
        let Everything { cells, bytes, bits } = work;
        let len = V::cells::<T>();
        let (one, other) = (V::load(cells, 0), V::load(cells, cells.len() - len));
        let mask = V::mask::<T>(*bits);
        let results = [
            V::zero(),
            one,
            other,
            V::load_part(cells, 3),
            V::load_part(cells, cells.len() - 16 / size_of::<T>()),
            one.spread_part(0),
            one.spread_part(V::BYTES / 32),
            one.shuffle(&Shuffle(*bytes)),
            one.max::<T>(other),
            mask,
            mask.select(one, other),
            one.keep(mask),
            V::splat(bytes[0]),
            one.add(other),
        ];
        let mut stored = vec![T::default(); results.len() * len];
        for (number, result) in results.into_iter().enumerate() {
            result.store(&mut stored, number * len);
        }
        stored
    }

    impl<T: Cell> Work for Everything<'_, T> {
        type Output = [Vec<T>; 2];
        fn run<K: Kernel>(self, _kernel: K) -> Self::Output {
            [outcomes::<T, K::Short>(&self), outcomes::<T, K::Long>(&self)]
        }
    }

    #[test]
    fn every_kernel_does_with_vectors_what_the_portable_one_does() {
        fn check<T: Cell>() {
            let mut seed = 11;
            for _ in 0..5_000 {
                let cells: Vec<T> = (0..37).map(|_| T::from_u32(chance(&mut seed) % 65_521)).collect();
                let bytes = std::array::from_fn(|_| {
                    let [_, _, _, chance] = chance(&mut seed).to_le_bytes();
                    if chance > 200 { Shuffle::NOTHING } else { chance % 16 }
                });
                let bits = chance(&mut seed);
                let work = || Everything { cells: &cells, bytes, bits };
                for kernel in Dispatch::all() {
                    assert_eq!(kernel.run(work()), Dispatch::Portable.run(work()), "{}", kernel.name());
                }
            }
        }
        check::<u8>();
        check::<u16>();
    }

    #[test]
    fn nothing_is_read_or_written_beyond_a_slice() {
        struct Beyond(bool);
        impl Work for Beyond {
            type Output = ();
            fn run<K: Kernel>(self, _kernel: K) {
                let mut cells = [0_u8; 40];
                if self.0 {
                    K::Long::zero().store(&mut cells, 9);
                } else {
                    let _ = K::Long::load(&cells, 9);
                }
            }
        }
        for kernel in Dispatch::all() {
            for writes in [false, true] {
                assert!(
                    std::panic::catch_unwind(|| kernel.run(Beyond(writes))).is_err(),
                    "{}",
                    kernel.name()
                );
            }
        }
    }
}
