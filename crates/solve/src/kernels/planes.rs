//! Sixty-four sets at once, with AVX-512 and GFNI: a vector for each ring of the board, so that a map of points is a product
//! with matrices of bits, and a question about a point is one comparison.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use std::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm512_and_si512, _mm512_andnot_si512, _mm512_broadcast_i32x4,
    _mm512_cmpeq_epi8_mask, _mm512_cmpeq_epi16_mask, _mm512_gf2p8affine_epi64_epi8,
    _mm512_maskz_compress_epi32, _mm512_maskz_loadu_epi8, _mm512_maskz_loadu_epi32, _mm512_or_si512,
    _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_testn_epi8_mask,
    _mm512_unpackhi_epi8, _mm512_unpackhi_epi16, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi8, _mm512_unpacklo_epi16, _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
    _mm512_xor_si512, _pext_u64,
};

use super::sets::{ByteMatrix, CutSets, MANY, SetFrame, SetImage, SlidesBack, TakeCuts, add_to_matrix};
use crate::cell::Cell;
use crate::slides::SlideBoard;

/// Fewer sets are done one by one.
pub(super) const ENOUGH: usize = 12;

/// What is made ready once for a block.
#[derive(Debug, Default)]
pub(crate) struct Ready {
    /// The points that the rest is for; 0 where there is none yet.
    cutting_for: u32,
    joins_for: u32,
    /// By byte of a cut set: what becomes of the points of each ring.
    cutting: [[ByteMatrix; 3]; 4],
    joins: Vec<Join>,
}

/// A slide along a join of the board, in one of its two directions.
#[derive(Clone, Copy, Debug)]
struct Join {
    /// The ring that the stone stands in, backwards in time, and its bit there.
    from: (u8, i8),
    /// The same where it goes.
    to: (u8, i8),
    /// The change to the cut set.
    step: i32,
}

impl Ready {
    /// What becomes of single points in the cut sets of a block.
    fn cut_bits(frame: SetFrame) -> impl Iterator<Item = (u32, u32)> {
        let points = (0..24).filter(move |point| frame.points >> point & 1 == 1);
        points.zip(0..).map(move |(point, number)| (point, frame.halves.cut(1 << number).trailing_zeros()))
    }

    fn for_cutting(&mut self, frame: SetFrame) -> &[[ByteMatrix; 3]; 4] {
        if self.cutting_for != frame.points {
            self.cutting_for = frame.points;
            self.cutting = [[0; 3]; 4];
            for (point, bit) in Self::cut_bits(frame) {
                add_to_matrix(&mut self.cutting[bit as usize / 8][point as usize / 8], point % 8, bit % 8);
            }
        }
        &self.cutting
    }

    fn make_joins(&mut self, frame: SetFrame, board: &SlideBoard) {
        if self.joins_for == frame.points {
            return;
        }
        self.joins_for = frame.points;
        self.joins.clear();
        let mut bits = [0_u32; 24];
        for (point, bit) in Self::cut_bits(frame) {
            bits[point as usize] = 1 << bit;
        }
        let steps = board.ring_steps.iter().zip(0..).chain(board.spoke_steps.iter().zip(0..));
        for (&step, number) in steps {
            let to = number % 24;
            if step == 0 || step & !frame.points != 0 {
                continue;
            }
            let from = (step ^ 1 << to).trailing_zeros();
            let place = |point: u32| {
                #[expect(clippy::cast_possible_truncation, reason = "three rings of eight points")]
                ((point / 8) as u8, (1_u8 << (point % 8)).cast_signed())
            };
            let step = (bits[from as usize] | bits[to as usize]).cast_signed();
            self.joins.push(Join { from: place(from), to: place(to), step });
        }
    }
}

// SAFETY of the intrinsics below: these functions are called by an `Avx512` alone, which is only made where the processor has
// what they take; addresses come from slices of as many bytes as are read or written.

/// At most [`MANY`] sets, a vector for each ring. The set with number 16 k + 4 l + e is in byte 16 l + 4 k + e: so that bytes
/// become whole sets again without leaving their 16 bytes.
struct Planes {
    rings: [__m512i; 3],
}

/// The bits that the sets 16 k to 16 k + 15 have in a mask of all 64, but for a shift by 4 k.
const SIXTEEN: u64 = 0x000F_000F_000F_000F;

/// Of four sets, the bytes of one ring side by side.
const RINGS_APART: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "at most 16 bits are set")]
fn first_of_sixteen(sets: usize, part: usize) -> u16 {
    let left = sets.saturating_sub(16 * part).min(16);
    ((1_u32 << left) - 1) as u16
}

#[inline(always)]
fn times(vector: __m512i, matrix: ByteMatrix) -> __m512i {
    // SAFETY: see above.
    unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(vector, _mm512_set1_epi64(matrix.cast_signed())) }
}

impl Planes {
    #[inline(always)]
    fn load(sets: &[u32]) -> Self {
        debug_assert!(sets.len() <= MANY, "no more than fit");
        // SAFETY: see above; what a mask leaves out is not read.
        unsafe {
            let apart = _mm512_broadcast_i32x4(_mm_loadu_si128(RINGS_APART.as_ptr().cast()));
            let mut parts = [_mm512_setzero_si512(); 4];
            for (part, vector) in parts.iter_mut().enumerate() {
                let address = sets.as_ptr().wrapping_add(16 * part).cast();
                let sixteen = _mm512_maskz_loadu_epi32(first_of_sixteen(sets.len(), part), address);
                *vector = _mm512_shuffle_epi8(sixteen, apart);
            }
            let [one, two, three, four] = parts;
            let (low, low_on) = (_mm512_unpacklo_epi32(one, two), _mm512_unpacklo_epi32(three, four));
            let (high, high_on) = (_mm512_unpackhi_epi32(one, two), _mm512_unpackhi_epi32(three, four));
            let rings = [
                _mm512_unpacklo_epi64(low, low_on),
                _mm512_unpackhi_epi64(low, low_on),
                _mm512_unpacklo_epi64(high, high_on),
            ];
            Self { rings }
        }
    }

    #[inline(always)]
    fn image(self, image: &SetImage) -> Self {
        if image.is_identity {
            return self;
        }
        let mut rings = self.rings;
        for (ring, (from, matrix)) in rings.iter_mut().zip(image.rings) {
            *ring = times(self.rings[from % 3], matrix);
        }
        Self { rings }
    }

    /// Numbered and cut, sixteen sets a vector, in their own order.
    #[inline(always)]
    fn cut(&self, matrices: &[[ByteMatrix; 3]; 4]) -> [__m512i; 4] {
        // SAFETY: see above.
        unsafe {
            let [first, second, third] = self.rings;
            let mut bytes = [_mm512_setzero_si512(); 4];
            for (byte, matrices) in bytes.iter_mut().zip(matrices) {
                let of_two = _mm512_xor_si512(times(first, matrices[0]), times(second, matrices[1]));
                *byte = _mm512_xor_si512(of_two, times(third, matrices[2]));
            }
            let [one, two, three, four] = bytes;
            let (low, high) = (_mm512_unpacklo_epi8(one, two), _mm512_unpackhi_epi8(one, two));
            let (low_on, high_on) = (_mm512_unpacklo_epi8(three, four), _mm512_unpackhi_epi8(three, four));
            [
                _mm512_unpacklo_epi16(low, low_on),
                _mm512_unpackhi_epi16(low, low_on),
                _mm512_unpacklo_epi16(high, high_on),
                _mm512_unpackhi_epi16(high, high_on),
            ]
        }
    }

    /// The stones that stand in mills; `spokes` are the points of a ring that have a spoke through them.
    #[inline(always)]
    fn in_mills(&self, spokes: u8) -> [__m512i; 3] {
        // SAFETY: see above.
        unsafe {
            let [first, second, third] = self.rings;
            let along = _mm512_and_si512(_mm512_and_si512(first, second), third);
            let along = _mm512_and_si512(along, _mm512_set1_epi8(spokes.cast_signed()));
            let mut rings = self.rings;
            for ring in &mut rings {
                let beside = _mm512_and_si512(times(*ring, CLOCKWISE), times(*ring, COUNTERCLOCKWISE));
                let middle = _mm512_and_si512(_mm512_and_si512(*ring, beside), _mm512_set1_epi8(MIDPOINTS));
                let corners = _mm512_or_si512(times(middle, CLOCKWISE), times(middle, COUNTERCLOCKWISE));
                *ring = _mm512_or_si512(_mm512_or_si512(middle, corners), along);
            }
            rings
        }
    }
}

/// The points of a ring between two corners: the middles of its mills.
const MIDPOINTS: i8 = 0x55;
/// Turns a ring by one point.
const CLOCKWISE: ByteMatrix = turned_by(1);
const COUNTERCLOCKWISE: ByteMatrix = turned_by(7);

const fn turned_by(points: u32) -> ByteMatrix {
    let (mut matrix, mut from) = (0, 0);
    while from < 8 {
        matrix |= 1 << (8 * (7 - (from + points) % 8) + from);
        from += 1;
    }
    matrix
}

/// Adds the sets among the first `sets` whose bit in `mask` is set, each changed by `step`.
#[inline(always)]
fn put(cuts: &mut CutSets, vectors: &[__m512i; 4], mask: u64, sets: usize, step: i32) {
    for (part, &vector) in vectors[..sets.div_ceil(16).min(4)].iter().enumerate() {
        // SAFETY: see above; a vector is as long as the room for it.
        unsafe {
            #[expect(clippy::cast_possible_truncation, reason = "16 bits are picked")]
            let picked = _pext_u64(mask, SIXTEEN << (4 * part)) as u16 & first_of_sixteen(sets, part);
            let changed = _mm512_xor_si512(vector, _mm512_set1_epi32(step));
            let room = cuts.room_for(picked.count_ones() as usize);
            _mm512_storeu_si512(room.as_mut_ptr().cast(), _mm512_maskz_compress_epi32(picked, changed));
        }
    }
}

/// What [`super::sets::cut_images`] does.
#[inline(always)]
pub(super) fn cut_images(
    ready: &mut Ready,
    frame: SetFrame,
    (image, avoided): (&SetImage, u32),
    sets: &[u32],
    cuts: &mut CutSets,
) {
    let planes = Planes::load(sets).image(image);
    let mut mask = u64::MAX;
    for (ring, avoided) in planes.rings.into_iter().zip(avoided.to_le_bytes()) {
        if avoided != 0 {
            // SAFETY: see above.
            mask &= unsafe { _mm512_testn_epi8_mask(ring, _mm512_set1_epi8(avoided.cast_signed())) };
        }
    }
    put(cuts, &planes.cut(ready.for_cutting(frame)), mask, sets.len(), 0);
}

/// What [`super::sets::cut_slides`] does, slide by slide instead of set by set.
#[inline(always)]
pub(super) fn cut_slides(
    ready: &mut Ready,
    frame: SetFrame,
    slides: SlidesBack<'_>,
    sets: &[u32],
    cuts: &mut CutSets,
    tell: &mut impl TakeCuts,
) {
    ready.for_cutting(frame);
    ready.make_joins(frame, slides.board);
    for sets in sets.chunks(MANY) {
        let planes = Planes::load(sets);
        let vectors = planes.cut(&ready.cutting);
        let mut came = planes.rings;
        let mut free = planes.rings;
        // SAFETY: see above.
        unsafe {
            if !slides.closing_stays {
                for (came, mills) in came.iter_mut().zip(planes.in_mills(slides.board.spokes())) {
                    *came = _mm512_andnot_si512(mills, *came);
                }
            }
            // What a join leads to is a point of the block: free if none of the set's stones stands there.
            for free in &mut free {
                *free = _mm512_andnot_si512(*free, _mm512_set1_epi8(-1));
            }
        }
        for join in &ready.joins {
            // SAFETY: see above.
            let mask = unsafe {
                _mm512_test_epi8_mask(came[usize::from(join.from.0) % 3], _mm512_set1_epi8(join.from.1))
                    & _mm512_test_epi8_mask(free[usize::from(join.to.0) % 3], _mm512_set1_epi8(join.to.1))
            };
            if mask != 0 {
                put(cuts, &vectors, mask, sets.len(), join.step);
                if cuts.are_many() {
                    tell.take(cuts);
                }
            }
        }
    }
    tell.take(cuts);
}

/// What [`Cell::find_all`] does.
#[inline(always)]
pub(super) fn find_all<T: Cell>(cells: &[T], code: T, mut visit: impl FnMut(usize)) {
    let lanes = 64 / size_of::<T>();
    let mut start = 0;
    while start < cells.len() {
        // One place where `visit` is called, so that it is compiled into the loop.
        let bytes = 64.min(size_of_val(&cells[start..]));
        // SAFETY: see above; what a mask leaves out is not read.
        let mut found = unsafe {
            let vector = _mm512_maskz_loadu_epi8(u64::MAX >> (64 - bytes), cells[start..].as_ptr().cast());
            #[expect(clippy::cast_possible_truncation, reason = "a code is no larger than a cell")]
            if size_of::<T>() == 1 {
                _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8((code.get() as u8).cast_signed()))
            } else {
                let code = (code.get() as u16).cast_signed();
                u64::from(_mm512_cmpeq_epi16_mask(vector, _mm512_set1_epi16(code)))
            }
        };
        found &= u64::MAX >> (64 - bytes / size_of::<T>());
        while found != 0 {
            visit(start + found.trailing_zeros() as usize);
            found &= found - 1;
        }
        start += lanes;
    }
}
