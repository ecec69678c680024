//! The machine-dependent part of the hot loops: moving bits together and apart, and telling the memory what
//! comes next. [`Portable`] is the specification; every other kernel does the same faster.
//!
//! The loops themselves are written once, generic over a [`Kernel`] and inlined into a function that is
//! compiled for the kernel's instruction set: [`Dispatch::run`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod choice;
mod halves;
mod portable;
mod vector;

use std::str::FromStr;

use thiserror::Error;

pub(crate) use halves::{HalfImages, Halves, ImageLookup, RankTable, Ranker};
pub(crate) use portable::Portable;
pub(crate) use vector::{Shuffle, Vector, VectorShape};

/// What a hot loop asks of the machine.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// Sixteen bytes of cells.
    type Short: Vector;
    /// Thirty-two bytes of cells.
    type Middle: Vector;
    /// As many as there are, thirty-two at least.
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
    /// x86-64 with BMI2 and AVX-512, VBMI and all.
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Proof),
}

impl Dispatch {
    /// The fastest that this machine has.
    #[must_use]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = avx512::Proof::find() {
            return Self::Avx512(proof);
        }
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
        {
            let avx2 = avx2::Proof::find().into_iter();
            kernels.extend(avx2.flat_map(|proof| [Self::Avx2Tables(proof), Self::Avx2(proof)]));
            kernels.extend(avx512::Proof::find().map(Self::Avx512));
        }
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
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
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
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(proof) => proof.run(work),
        }
    }

    /// The vectors of this kernel.
    pub(crate) fn vectors(self) -> Vectors {
        self.run(FindVectors)
    }
}

/// The vectors of a kernel, from the shortest to the longest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vectors([VectorShape; 3]);

impl Vectors {
    /// The shortest that a row of so many bytes fits in; the longest if it fits in none.
    pub(crate) fn for_row(&self, bytes: usize) -> VectorShape {
        self.0.into_iter().find(|vector| bytes <= vector.bytes).unwrap_or(self.long())
    }

    /// The longest.
    pub(crate) fn long(&self) -> VectorShape {
        self.0[2]
    }
}

struct FindVectors;

impl Work for FindVectors {
    type Output = Vectors;
    fn run<K: Kernel>(self, _kernel: K) -> Vectors {
        Vectors([VectorShape::of::<K::Short>(), VectorShape::of::<K::Middle>(), VectorShape::of::<K::Long>()])
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

    /// Miri takes a thousand times as long for one.
    const ROUNDS: u32 = if cfg!(miri) { 50 } else { 5000 };

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
        for _ in 0..60 * ROUNDS {
            let (set, frame) = (chance(&mut seed) & 0xFF_FFFF, chance(&mut seed) & 0xFF_FFFF);
            for kernel in Dispatch::all() {
                assert_eq!(kernel.run(Move(set, frame)), Dispatch::Portable.run(Move(set, frame)));
            }
        }
    }

    /// `.ci/sanitize` runs these tests compiled for AVX2, where nothing else would notice that the kernel is left out.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[test]
    fn the_kernel_that_these_tests_are_compiled_for_is_among_them() {
        assert!(Dispatch::all().iter().any(|kernel| kernel.name() == "avx2"));
    }

    #[test]
    fn kernels_are_known_by_their_names() {
        for kernel in Dispatch::all() {
            assert_eq!(kernel.name().parse(), Ok(kernel));
        }
        assert!("abacus".parse::<Dispatch>().unwrap_err().to_string().contains("portable"));
    }

    /// Cells and bits for every operation of a vector.
    struct Everything<'a, T> {
        cells: &'a [T],
        chances: [u8; Shuffle::BYTES],
        bits: u64,
    }

    fn bytes_of<T: Cell>(cells: &[T]) -> Vec<u8> {
        let mut bytes = vec![0; size_of_val(cells)];
        cells.iter().zip(bytes.chunks_exact_mut(size_of::<T>())).for_each(|(cell, to)| cell.write_bytes(to));
        bytes
    }

    /// Every operation does what it says, byte by byte, also at the end of a buffer.
    fn check_vector<T: Cell, V: Vector>(work: &Everything<'_, T>) {
        let Everything { cells, chances, bits } = work;
        let len = V::cells::<T>();
        let last = cells.len() - len;
        let at = |vector: V| {
            let mut stored = vec![T::default(); len];
            vector.store(&mut stored, 0);
            stored
        };
        let bytes_at = |vector: V| bytes_of(&at(vector));
        let (one, other) = (V::load(cells, 0), V::load(cells, last));
        let (ones, others) = (&cells[..len], &cells[last..]);
        let pairs = || ones.iter().copied().zip(others.iter().copied());
        assert_eq!(at(V::zero()), vec![T::default(); len]);
        assert_eq!((at(one), at(other)), (ones.to_vec(), others.to_vec()));
        let part = V::PART / size_of::<T>();
        let end = cells.len() - part;
        assert_eq!(at(V::load_part(cells, 3)), cells[3..][..part].repeat(len / part));
        assert_eq!(at(V::load_part(cells, end)), cells[end..].repeat(len / part));
        for number in 0..len / part {
            assert_eq!(at(one.spread_part(number)), ones[number * part..][..part].repeat(len / part));
        }
        let mut shuffle = Shuffle::NONE;
        for (from, &chance) in shuffle.0.iter_mut().zip(chances) {
            *from = if chance > 200 { Shuffle::NOTHING } else { chance % u8::try_from(V::PART).unwrap() };
        }
        let bytes = bytes_of(ones);
        let shuffled = |(place, &from): (usize, &u8)| {
            if from == Shuffle::NOTHING { 0 } else { bytes[place / V::PART * V::PART + usize::from(from)] }
        };
        let expected: Vec<u8> = shuffle.0[..V::BYTES].iter().enumerate().map(shuffled).collect();
        assert_eq!(bytes_at(one.shuffle(V::places(&shuffle))), expected);
        assert_eq!(at(one.max::<T>(other)), pairs().map(|(one, other)| one.max(other)).collect::<Vec<T>>());
        let mask = V::mask::<T>(*bits);
        let has = |lane: usize| bits >> lane & 1 == 1;
        let ones_where = (0..len).map(|lane| if has(lane) { T::MAX } else { T::default() });
        assert_eq!(at(mask), ones_where.collect::<Vec<T>>());
        let selected = pairs().enumerate().map(|(lane, (one, other))| if has(lane) { one } else { other });
        assert_eq!(at(mask.select(one, other)), selected.collect::<Vec<T>>());
        let kept = ones.iter().enumerate().map(|(lane, &one)| if has(lane) { one } else { T::default() });
        assert_eq!(at(one.keep(mask)), kept.collect::<Vec<T>>());
        assert_eq!(bytes_at(V::splat(chances[0])), vec![chances[0]; V::BYTES]);
        let sums = bytes.iter().zip(bytes_of(others)).map(|(one, other)| one.wrapping_add(other));
        assert_eq!(bytes_at(one.add(other)), sums.collect::<Vec<u8>>());
    }

    impl<T: Cell> Work for Everything<'_, T> {
        type Output = ();
        fn run<K: Kernel>(self, _kernel: K) {
            check_vector::<T, K::Short>(&self);
            check_vector::<T, K::Middle>(&self);
            check_vector::<T, K::Long>(&self);
        }
    }

    #[test]
    fn every_kernel_does_with_vectors_what_they_say() {
        fn check<T: Cell>() {
            let mut seed = 11;
            for _ in 0..ROUNDS {
                let cells: Vec<T> = (0..69).map(|_| T::from_u32(chance(&mut seed) % 65_521)).collect();
                let chances = std::array::from_fn(|_| chance(&mut seed).to_le_bytes()[3]);
                let bits = u64::from(chance(&mut seed)) << 32 | u64::from(chance(&mut seed));
                for kernel in Dispatch::all() {
                    kernel.run(Everything { cells: &cells, chances, bits });
                }
            }
        }
        check::<u8>();
        check::<u16>();
    }

    #[test]
    fn rows_take_the_shortest_vector_that_holds_them() {
        for kernel in Dispatch::all() {
            let vectors = kernel.vectors();
            for bytes in 1..=70 {
                let vector = vectors.for_row(bytes);
                assert!(vector == vectors.long() || bytes <= vector.bytes);
                assert!(
                    vectors.0.into_iter().all(|other| other.bytes >= vector.bytes || other.bytes < bytes)
                );
            }
        }
    }

    #[test]
    fn nothing_is_read_or_written_beyond_a_slice() {
        struct Beyond(bool);
        impl Work for Beyond {
            type Output = ();
            fn run<K: Kernel>(self, _kernel: K) {
                let mut cells = vec![0_u8; K::Long::BYTES + 8];
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
