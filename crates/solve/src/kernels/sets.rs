//! Sets of C's stones on their way from slot to slot: moved by a symmetry or by a slide, then numbered within a block and
//! cut in halves, ready for their ranks.
//!
//! A kernel may do many sets at once. What is written here does one after the other, and is the specification.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use super::{Halves, Kernel};
use crate::slides::SlideBoard;

/// The most sets that are asked for at once.
pub(crate) const MANY: usize = 64;

/// The points of a block that C's stones stand on, and how numbered sets of them are cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetFrame {
    pub(crate) points: u32,
    pub(crate) halves: Halves,
}

/// Numbered sets, cut: the lower half in the lower 16 bits, the upper half in the upper 16.
#[derive(Debug)]
pub(crate) struct CutSets {
    cuts: [u32; Self::ROOM],
    len: usize,
}

impl CutSets {
    /// All that a set or a slide adds comes before anybody looks whether there are many, and a vector may be written whole: more
    /// than twice [`MANY`], and a power of two.
    pub(crate) const ROOM: usize = 4 * MANY;

    pub(crate) fn new() -> Self {
        Self { cuts: [0; Self::ROOM], len: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.cuts[..self.len.min(Self::ROOM)]
    }

    /// Whether it is time to deal with them.
    #[inline(always)]
    pub(crate) fn are_many(&self) -> bool {
        self.len >= MANY
    }

    /// Adds one if it `counts`, without a branch that nobody could predict.
    #[inline(always)]
    pub(crate) fn put(&mut self, cut: u32, counts: bool) {
        debug_assert!(self.len < Self::ROOM, "there is room for all slides of a set");
        self.cuts[self.len % Self::ROOM] = cut;
        self.len += usize::from(counts);
    }

    /// Where a vector of sets is written, which has `counting` that count at its beginning.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn room_for(&mut self, counting: usize) -> &mut [u32; 16] {
        let room = self.cuts[self.len..].first_chunk_mut().expect("there is room for a vector");
        self.len += counting;
        room
    }
}

/// Who deals with cut sets when they are many, and takes them out. No closure, which would not be compiled for the kernel.
pub(crate) trait TakeCuts {
    /// Takes all out.
    fn take(&mut self, cuts: &mut CutSets);
}

/// What a symmetry does to sets. Every ring goes to a ring.
#[derive(Debug)]
pub(crate) struct SetImage {
    pub(crate) is_identity: bool,
    /// The images of each byte of a set: the image of the set is their union.
    bytes: [[u32; 256]; 3],
    /// By ring of the image: where it comes from, and what becomes of its points.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "for kernels that do many sets at once")
    )]
    pub(super) rings: [(usize, ByteMatrix); 3],
}

/// A map of the eight bits of a byte: for each bit of the image, in byte 7 less its number, the bits that it is the sum of.
pub(super) type ByteMatrix = u64;

/// Adds to a matrix that the bit `from` becomes the bit `to`.
pub(super) fn add_to_matrix(matrix: &mut ByteMatrix, from: u32, to: u32) {
    *matrix |= 1 << (8 * (7 - to) + from);
}

impl SetImage {
    /// From the images of single points.
    pub(crate) fn new(image_of: impl Fn(u32) -> u32) -> Self {
        let mut bytes = [[0; 256]; 3];
        for (images, shift) in bytes.iter_mut().zip([0, 8, 16]) {
            for (image, byte) in images.iter_mut().zip(0_u32..) {
                *image = image_of(byte << shift);
            }
        }
        let mut rings = [(0, 0); 3];
        for from in 0..24_u32 {
            let to = image_of(1 << from).trailing_zeros();
            let (ring, matrix) = &mut rings[to as usize / 8];
            *ring = from as usize / 8;
            add_to_matrix(matrix, from % 8, to % 8);
        }
        let is_identity = (0..24).all(|point| image_of(1 << point) == 1 << point);
        Self { is_identity, bytes, rings }
    }

    /// The image of a set.
    #[inline(always)]
    pub(crate) fn of(&self, set: u32) -> u32 {
        let [first, second, third, _] = set.to_le_bytes();
        self.bytes[0][first as usize] | self.bytes[1][second as usize] | self.bytes[2][third as usize]
    }
}

/// Puts the images of at most [`MANY`] sets into `cuts`, but for those that have a point of `avoided`.
#[inline(always)]
pub(super) fn cut_images<K: Kernel>(
    kernel: K,
    frame: SetFrame,
    (image, avoided): (&SetImage, u32),
    sets: &[u32],
    cuts: &mut CutSets,
) {
    for &set in sets {
        let here = if image.is_identity { set } else { image.of(set) };
        cuts.put(frame.halves.cut(kernel.compress(here, frame.points)), here & avoided == 0);
    }
}

/// C's slides, backwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlidesBack<'a> {
    pub(crate) board: &'a SlideBoard,
    /// Whether stones that stand in a mill may have come by a slide that stayed in the unit.
    pub(crate) closing_stays: bool,
}

impl SlidesBack<'_> {
    /// The stones of a set that may have come last.
    #[inline(always)]
    fn came(self, set: u32) -> u32 {
        if self.closing_stays { set } else { set & !self.board.in_mills(set) }
    }
}

/// Puts all sets that slides lead to the given ones from into `cuts`, and has them taken out whenever they are many,
/// and in the end.
#[inline(always)]
pub(super) fn cut_slides<K: Kernel>(
    kernel: K,
    frame: SetFrame,
    slides: SlidesBack<'_>,
    sets: &[u32],
    cuts: &mut CutSets,
    tell: &mut impl TakeCuts,
) {
    let board = slides.board;
    for &set in sets {
        let found = board.slides(slides.came(set), frame.points & !set);
        let (mut ring, mut spoke) = (found.ring, found.spoke);
        debug_assert!((ring | spoke) >> 48 == 0, "a board has no more slides");
        while ring != 0 {
            let before = set ^ board.ring_steps[ring.trailing_zeros() as usize % 48];
            cuts.put(frame.halves.cut(kernel.compress(before, frame.points)), true);
            ring &= ring - 1;
        }
        while spoke != 0 {
            let before = set ^ board.spoke_steps[spoke.trailing_zeros() as usize % 48];
            cuts.put(frame.halves.cut(kernel.compress(before, frame.points)), true);
            spoke &= spoke - 1;
        }
        if cuts.are_many() {
            tell.take(cuts);
        }
    }
    tell.take(cuts);
}
