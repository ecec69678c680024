//! The machine-dependent part of the hot loops: moving bits together and apart, and telling the memory what
//! comes next. [`Portable`] is the specification; every other kernel does the same faster.
//!
//! The loops themselves are written once, generic over a [`Kernel`] and inlined into a function that is
//! compiled for the kernel's instruction set: [`Dispatch::run`].
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod choice;
mod halves;
#[cfg(target_arch = "x86_64")]
mod planes;
mod portable;
mod sets;
#[cfg(test)]
mod tests;
mod vector;

use std::str::FromStr;

use thiserror::Error;

use crate::cell::Cell;

pub(crate) use halves::{HalfImages, Halves, ImageLookup, RankTable, Ranker};
pub(crate) use portable::Portable;
pub(crate) use sets::{CutSets, MANY, SetFrame, SetImage, SlidesBack, TakeCuts};
pub(crate) use vector::{Shuffle, Vector, VectorShape};

/// What a hot loop asks of the machine.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// Sixteen bytes of cells.
    type Short: Vector;
    /// Thirty-two bytes of cells.
    type Middle: Vector;
    /// As many as there are, thirty-two at least.
    type Long: Vector;
    /// What is made ready for a block when sets in it are first asked for. It knows which block that was.
    type Ready: Default;

    /// The points of `set` numbered within `frame`; points outside it are dropped.
    fn compress(self, set: u32, frame: u32) -> u32;
    /// The points of `frame` that `numbered` has the numbers of.
    fn expand(self, numbered: u32, frame: u32) -> u32;
    /// Says that `cells[at]` will be wanted soon. Any `at` is allowed.
    fn prefetch<T>(self, cells: &[T], at: usize);

    /// Adds the images of at most [`MANY`] sets, numbered and cut, to `cuts`, in the same order, but for those that have a
    /// point of `avoided`. All others lie within the frame.
    #[inline(always)]
    fn cut_images(
        self,
        _ready: &mut Self::Ready,
        frame: SetFrame,
        (image, avoided): (&SetImage, u32),
        sets: &[u32],
        cuts: &mut CutSets,
    ) {
        sets::cut_images(self, frame, (image, avoided), sets, cuts);
    }

    /// Adds all sets that slides lead to the given ones from, numbered and cut, to `cuts`, in any order. Whenever they are many,
    /// and in the end, `tell` takes them out.
    #[inline(always)]
    fn cut_slides(
        self,
        _ready: &mut Self::Ready,
        frame: SetFrame,
        slides: SlidesBack<'_>,
        sets: &[u32],
        cuts: &mut CutSets,
        tell: &mut impl TakeCuts,
    ) {
        sets::cut_slides(self, frame, slides, sets, cuts, tell);
    }

    /// Calls `visit` with every place in `cells` that holds `code`, in order.
    #[inline(always)]
    fn find_all<T: Cell>(self, cells: &[T], code: T, visit: impl FnMut(usize)) {
        T::find_all(cells, code, visit);
    }
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
