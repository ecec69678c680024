//! From block to block: rows of the middle ring's free points go to whole rows by any symmetry.

use super::lanes::{LANE_OF, LANES, MOST_LOW};
use super::shape::{RowOf, RowShape};
use crate::cell::Cell;
use crate::kernels::{Kernel, Shuffle, Vector, Work};

/// Where the free points of a block are in another block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointMap {
    /// By numbered point: its number there, or [`PointMap::DROPPED`].
    pub(crate) images: [u8; 24],
    /// How many free points there are here.
    pub(crate) points: usize,
    /// How many of them are in the middle ring, here and there.
    pub(crate) low: usize,
    pub(crate) low_there: usize,
}

impl PointMap {
    /// The point is not free there.
    pub(crate) const DROPPED: u8 = u8::MAX;
}

/// What a map of points does to the lanes of a row with so many low points.
#[derive(Clone, Copy, Debug, Default)]
struct LaneMap {
    /// Where its shuffles are: for each vector here, one for each 16 bytes there.
    first: usize,
    /// Vectors of a row here.
    vectors: usize,
    /// Parts of 16 bytes of a row there.
    parts: usize,
}

/// A map of points, tabulated for rows.
#[derive(Debug)]
pub(crate) struct Across {
    /// High points below `cut` are looked up in `lower`, the others in `upper`.
    cut: u32,
    lower: [u16; 256],
    upper: [u16; 256],
    lanes: [LaneMap; MOST_LOW + 1],
    shuffles: Vec<Shuffle>,
}

impl Default for Across {
    fn default() -> Self {
        Self {
            cut: 0,
            lower: [0; 256],
            upper: [0; 256],
            lanes: [LaneMap::default(); MOST_LOW + 1],
            shuffles: Vec::new(),
        }
    }
}

/// The bytes of a vector that rows of so many low points take.
const fn vector_bytes(low: usize, cell_bytes: usize) -> usize {
    if longest_row(low) * cell_bytes <= 16 { 16 } else { 32 }
}

/// The slots of the longest row of so many low points.
const fn longest_row(low: usize) -> usize {
    [1, 1, 2, 3, 6, 10, 20, 35, 70][low]
}

impl Across {
    /// Tabulates a map for sets of `size` points.
    pub(crate) fn set<T: Cell>(&mut self, map: &PointMap, size: usize) {
        let high = map.points - map.low;
        let cut = high.div_ceil(2);
        let bit = |point: usize| match map.images[map.low + point] {
            PointMap::DROPPED => 0,
            image => 1_u16 << (usize::from(image) - map.low_there),
        };
        self.cut = u32::try_from(cut).expect("at most 8");
        fill(&mut self.lower, (0..cut).map(bit));
        fill(&mut self.upper, (cut..high).map(bit));
        let mut low_images = [0_u16; 256];
        // Bit 8: a dropped point.
        fill(
            &mut low_images,
            (0..map.low).map(|point| match map.images[point] {
                PointMap::DROPPED => 1 << 8,
                image => 1_u16 << image,
            }),
        );
        self.shuffles.clear();
        for low_count in size.saturating_sub(high)..=map.low.min(size) {
            self.lanes[low_count] = self.map_lanes::<T>(map, low_count, &low_images);
        }
    }

    fn map_lanes<T: Cell>(&mut self, map: &PointMap, low_count: usize, images: &[u16; 256]) -> LaneMap {
        if low_count > map.low_there {
            // Some point of every set is dropped.
            return LaneMap::default();
        }
        let cell_bytes = size_of::<T>();
        let vector_cells = vector_bytes(map.low, cell_bytes) / cell_bytes;
        let part_cells = 16 / cell_bytes;
        let sets = &LANES[map.low][low_count];
        let (vectors, parts) =
            (sets.len().div_ceil(vector_cells), LANES[map.low_there][low_count].len().div_ceil(part_cells));
        let first = self.shuffles.len();
        self.shuffles.resize(first + vectors * parts, Shuffle::NONE);
        for (lane, &set) in sets.iter().enumerate() {
            let image = images[usize::from(set)];
            if image >> 8 == 0 {
                let place = usize::from(LANE_OF[usize::from(image)]);
                let shuffle = &mut self.shuffles[first + lane / vector_cells * parts + place / part_cells];
                for byte in 0..cell_bytes {
                    shuffle.0[lane % vector_cells * cell_bytes + byte] =
                        u8::try_from(place % part_cells * cell_bytes + byte).expect("a part has 16 bytes");
                }
            }
        }
        LaneMap { first, vectors, parts }
    }

    /// The high points of a row there.
    #[inline(always)]
    fn image(&self, high: u32) -> usize {
        let lower = (high & ((1 << self.cut) - 1)) as usize;
        let upper = (high >> self.cut) as usize;
        usize::from(self.lower[lower % 256] | self.upper[upper % 256])
    }
}

/// Doubling: the sets with a point are those without it, and the point.
fn fill(table: &mut [u16; 256], images: impl Iterator<Item = u16>) {
    table[0] = 0;
    let mut filled = 1;
    for image in images {
        let (done, rest) = table.split_at_mut(filled);
        for (to, without) in rest.iter_mut().zip(done) {
            *to = *without | image;
        }
        filled *= 2;
    }
}

/// The best so far for every slot of a block, each row at the beginning of a vector.
#[derive(Debug, Default)]
pub(crate) struct Accumulator<T> {
    cells: Vec<T>,
    /// Cells from row to row.
    stride: usize,
    vector_bytes: usize,
}

impl<T: Cell> Accumulator<T> {
    /// Begins a block: nothing is known.
    pub(crate) fn begin(&mut self, shape: &RowShape) {
        let low = shape.low as usize;
        self.vector_bytes = vector_bytes(low, size_of::<T>());
        let vector_cells = self.vector_bytes / size_of::<T>();
        self.stride = longest_row(low).next_multiple_of(vector_cells);
        self.cells.clear();
        self.cells.resize(shape.rows.len() * self.stride, T::default());
    }
}

/// Writes the best of every slot into `best`, and a vector beyond the block.
pub(crate) struct Finish<'a, T> {
    shape: &'a RowShape,
    best: &'a mut [T],
    accumulator: &'a Accumulator<T>,
}

impl<T: Cell> Accumulator<T> {
    pub(crate) fn finish<'a>(&'a self, shape: &'a RowShape, best: &'a mut [T]) -> Finish<'a, T> {
        Finish { shape, best, accumulator: self }
    }
}

impl<T: Cell> Work for Finish<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        if self.accumulator.vector_bytes == 16 { self.rows::<K::Short>() } else { self.rows::<K::Long>() }
    }
}

impl<T: Cell> Finish<'_, T> {
    #[inline(always)]
    fn rows<V: Vector>(self) {
        let Accumulator { cells, stride, .. } = self.accumulator;
        for (number, row) in self.shape.rows.iter().enumerate() {
            let len = self.shape.row_len(row.low_count.into());
            let mut done = 0;
            while done < len {
                V::load(cells, number * stride + done).store(self.best, row.start as usize + done);
                done += V::cells::<T>();
            }
        }
    }
}

/// Raises an accumulator to what stands in another block.
pub(crate) struct RaiseAcross<'a, T> {
    pub(crate) map: &'a Across,
    pub(crate) here: &'a RowShape,
    pub(crate) there: &'a RowShape,
    /// A high point that no set may have: it is not free there.
    pub(crate) without: Option<u32>,
    /// The block there; read a vector beyond it.
    pub(crate) from: &'a [T],
    /// What will be read next: memory is asked for it while this block is at work.
    pub(crate) next: &'a [T],
    pub(crate) best: &'a mut Accumulator<T>,
}

/// Asks for memory line by line.
struct Ahead<'a, T> {
    next: &'a [T],
    asked: usize,
}

impl<T> Ahead<'_, T> {
    /// Asks for one more line.
    #[inline(always)]
    fn ask<K: Kernel>(&mut self, kernel: K) {
        const LINE: usize = 64;
        if self.asked < self.next.len() {
            kernel.prefetch(self.next, self.asked);
            self.asked += LINE / size_of::<T>();
        }
    }
}

impl<T: Cell> Work for RaiseAcross<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let ahead = &mut Ahead { next: self.next, asked: 0 };
        for (low_count, rows) in self.here.rows_without(self.without).iter().enumerate() {
            if rows.is_empty() {
                continue;
            }
            let lanes = self.map.lanes[low_count];
            if lanes.vectors == 0 {
                continue;
            }
            if self.best.vector_bytes == 16 {
                match (lanes.vectors, lanes.parts) {
                    (1, 1) => self.rows::<K, K::Short, 1, 1>(kernel, rows, lanes, ahead),
                    (1, 2) => self.rows::<K, K::Short, 1, 2>(kernel, rows, lanes, ahead),
                    _ => self.long_rows::<K, K::Short>(kernel, rows, lanes, ahead),
                }
            } else {
                match (lanes.vectors, lanes.parts) {
                    (1, 1) => self.rows::<K, K::Long, 1, 1>(kernel, rows, lanes, ahead),
                    (1, 2) => self.rows::<K, K::Long, 1, 2>(kernel, rows, lanes, ahead),
                    (1, 3) => self.rows::<K, K::Long, 1, 3>(kernel, rows, lanes, ahead),
                    (2, 2) => self.rows::<K, K::Long, 2, 2>(kernel, rows, lanes, ahead),
                    (2, 3) => self.rows::<K, K::Long, 2, 3>(kernel, rows, lanes, ahead),
                    _ => self.long_rows::<K, K::Long>(kernel, rows, lanes, ahead),
                }
            }
        }
    }
}

impl<T: Cell> RaiseAcross<'_, T> {
    /// Rows of so many vectors here and parts there.
    #[inline(always)]
    fn rows<K: Kernel, V: Vector, const VECTORS: usize, const PARTS: usize>(
        &mut self,
        kernel: K,
        rows: &[RowOf],
        lanes: LaneMap,
        ahead: &mut Ahead<'_, T>,
    ) {
        let mut shuffles = [[Shuffle::NONE; PARTS]; VECTORS];
        for (shuffles, from) in shuffles.iter_mut().zip(self.map.shuffles[lanes.first..].chunks_exact(PARTS))
        {
            shuffles.copy_from_slice(from);
        }
        let part_cells = 16 / size_of::<T>();
        let stride = self.best.stride;
        for row in rows {
            ahead.ask(kernel);
            let start = self.there.starts[self.map.image(row.high)] as usize;
            let mut at = row.number as usize * stride;
            for shuffles in &shuffles {
                let mut best = V::load(&self.best.cells, at);
                let mut part_at = start;
                for shuffle in shuffles {
                    best = best.max::<T>(V::load_part(self.from, part_at).shuffle(shuffle));
                    part_at += part_cells;
                }
                best.store(&mut self.best.cells, at);
                at += V::cells::<T>();
            }
        }
    }

    /// Rows of any length.
    #[inline(always)]
    fn long_rows<K: Kernel, V: Vector>(
        &mut self,
        kernel: K,
        rows: &[RowOf],
        lanes: LaneMap,
        ahead: &mut Ahead<'_, T>,
    ) {
        let part_cells = 16 / size_of::<T>();
        let shuffles = &self.map.shuffles[lanes.first..][..lanes.vectors * lanes.parts];
        for row in rows {
            ahead.ask(kernel);
            let start = self.there.starts[self.map.image(row.high)] as usize;
            let at = row.number as usize * self.best.stride;
            for (shuffles, number) in shuffles.chunks_exact(lanes.parts).zip(0..) {
                let at = at + number * V::cells::<T>();
                let mut best = V::load(&self.best.cells, at);
                for (shuffle, part) in shuffles.iter().zip(0..) {
                    let part = V::load_part(self.from, start + part * part_cells);
                    best = best.max::<T>(part.shuffle(shuffle));
                }
                best.store(&mut self.best.cells, at);
            }
        }
    }
}
