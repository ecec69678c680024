//! From block to block: rows of the middle ring's free points go to whole rows by any symmetry.

use super::PADDING;
use super::lanes::{LANE_OF, LANES, MOST_LOW};
use super::shape::{RowOf, RowShape};
use crate::cell::Cell;
use crate::kernels::{Kernel, Shuffle, Vector, VectorShape, Vectors, Work};

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
    /// Where its shuffles are: for each vector here, one for each part there.
    first: usize,
    /// Vectors of a row here.
    vectors: usize,
    /// Parts of a row there.
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

/// The slots of the longest row of so many low points.
const fn longest_row(low: usize) -> usize {
    [1, 1, 2, 3, 6, 10, 20, 35, 70][low]
}

impl Across {
    /// Tabulates a map for sets of `size` points, whose rows here are in vectors of this shape.
    pub(crate) fn set<T: Cell>(&mut self, map: &PointMap, size: usize, vector: VectorShape) {
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
            self.lanes[low_count] = self.map_lanes::<T>(map, low_count, &low_images, vector);
        }
    }

    fn map_lanes<T: Cell>(
        &mut self,
        map: &PointMap,
        low_count: usize,
        images: &[u16; 256],
        vector: VectorShape,
    ) -> LaneMap {
        if low_count > map.low_there {
            // Some point of every set is dropped.
            return LaneMap::default();
        }
        let cell_bytes = size_of::<T>();
        let (vector_cells, part_cells) = vector.cells::<T>();
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
                        u8::try_from(place % part_cells * cell_bytes + byte)
                            .expect("a part has at most 64 bytes");
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
    /// The same in the order of slots, where whole stretches were raised, with a vector beyond the block.
    stretched: Vec<T>,
    is_stretched: bool,
    slots: usize,
    /// Cells from row to row.
    stride: usize,
    /// The vectors that its rows are in.
    vector: VectorShape,
}

impl<T: Cell> Accumulator<T> {
    /// Begins a block: nothing is known.
    pub(crate) fn begin(&mut self, shape: &RowShape, vectors: &Vectors) {
        let longest = longest_row(shape.low as usize);
        self.vector = vectors.for_row(longest * size_of::<T>());
        let (vector_cells, _) = self.vector.cells::<T>();
        self.stride = longest.next_multiple_of(vector_cells);
        self.cells.clear();
        self.cells.resize(shape.rows.len() * self.stride, T::default());
        (self.is_stretched, self.slots) = (false, shape.slots);
    }

    /// The slots, for whole stretches of them.
    pub(super) fn stretched(&mut self) -> &mut [T] {
        if !self.is_stretched {
            self.is_stretched = true;
            self.stretched.clear();
            self.stretched.resize(self.slots + PADDING, T::default());
        }
        &mut self.stretched
    }
}

/// Writes the best of every slot into `best`, and a vector beyond the block.
pub(crate) struct Finish<'a, T> {
    shape: &'a RowShape,
    best: &'a mut [T],
    accumulator: &'a Accumulator<T>,
}

impl<T: Cell> Accumulator<T> {
    /// The vectors that its rows are in.
    pub(crate) fn vector(&self) -> VectorShape {
        self.vector
    }

    pub(crate) fn finish<'a>(&'a self, shape: &'a RowShape, best: &'a mut [T]) -> Finish<'a, T> {
        Finish { shape, best, accumulator: self }
    }
}

impl<T: Cell> Work for Finish<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        match self.accumulator.vector.bytes {
            16 => self.rows::<K::Short>(),
            32 => self.rows::<K::Middle>(),
            _ => self.rows::<K::Long>(),
        }
    }
}

impl<T: Cell> Finish<'_, T> {
    #[inline(always)]
    fn rows<V: Vector>(self) {
        let Accumulator { cells, stride, stretched, is_stretched, .. } = self.accumulator;
        for (number, row) in self.shape.rows.iter().enumerate() {
            let len = self.shape.row_len(row.low_count.into());
            let mut done = 0;
            while done < len {
                let (mut best, at) = (V::load(cells, number * stride + done), row.start as usize + done);
                if *is_stretched {
                    best = best.max::<T>(V::load(stretched, at));
                }
                best.store(self.best, at);
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
pub(super) struct Ahead<'a, T> {
    next: &'a [T],
    asked: usize,
}

/// The bytes of a line.
const LINE: usize = 64;

impl<'a, T> Ahead<'a, T> {
    pub(super) fn new(next: &'a [T]) -> Self {
        Self { next, asked: 0 }
    }

    /// Asks for one more line.
    #[inline(always)]
    fn ask<K: Kernel>(&mut self, kernel: K) {
        if self.asked < self.next.len() {
            kernel.prefetch(self.next, self.asked);
            self.asked += LINE / size_of::<T>();
        }
    }

    /// Asks for as many lines as so many cells take, and one more.
    #[inline(always)]
    pub(super) fn ask_for<K: Kernel>(&mut self, kernel: K, cells: usize) {
        for _ in 0..=cells * size_of::<T>() / LINE {
            self.ask(kernel);
        }
    }
}

impl<T: Cell> Work for RaiseAcross<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let ahead = &mut Ahead::new(self.next);
        for (low_count, rows) in self.here.rows_without(self.without).iter().enumerate() {
            if rows.is_empty() {
                continue;
            }
            let lanes = self.map.lanes[low_count];
            if lanes.vectors == 0 {
                continue;
            }
            match self.best.vector.bytes {
                16 => self.rows_in::<K, K::Short>(kernel, rows, lanes, ahead),
                32 => self.rows_in::<K, K::Middle>(kernel, rows, lanes, ahead),
                _ => self.rows_in::<K, K::Long>(kernel, rows, lanes, ahead),
            }
        }
    }
}

impl<T: Cell> RaiseAcross<'_, T> {
    /// Rows in vectors of this kind.
    #[inline(always)]
    fn rows_in<K: Kernel, V: Vector>(
        &mut self,
        kernel: K,
        rows: &[RowOf],
        lanes: LaneMap,
        ahead: &mut Ahead<'_, T>,
    ) {
        match (lanes.vectors, lanes.parts) {
            (1, 1) => self.rows::<K, V, 1, 1>(kernel, rows, lanes, ahead),
            (1, 2) => self.rows::<K, V, 1, 2>(kernel, rows, lanes, ahead),
            (1, 3) if V::PART < V::BYTES => self.rows::<K, V, 1, 3>(kernel, rows, lanes, ahead),
            (2, 2) => self.rows::<K, V, 2, 2>(kernel, rows, lanes, ahead),
            (2, 3) if V::PART < V::BYTES => self.rows::<K, V, 2, 3>(kernel, rows, lanes, ahead),
            _ => self.long_rows::<K, V>(kernel, rows, lanes, ahead),
        }
    }

    /// Rows of so many vectors here and parts there.
    #[inline(always)]
    fn rows<K: Kernel, V: Vector, const VECTORS: usize, const PARTS: usize>(
        &mut self,
        kernel: K,
        rows: &[RowOf],
        lanes: LaneMap,
        ahead: &mut Ahead<'_, T>,
    ) {
        let mut places = [[V::places(&Shuffle::NONE); PARTS]; VECTORS];
        let shuffles = self.map.shuffles[lanes.first..].chunks_exact(PARTS);
        for (places, shuffles) in places.iter_mut().zip(shuffles) {
            for (places, shuffle) in places.iter_mut().zip(shuffles) {
                *places = V::places(shuffle);
            }
        }
        let (part_cells, vector_cells) = (V::PART / size_of::<T>(), V::cells::<T>());
        // All that the loop needs, at hand: what it writes might otherwise have changed it.
        let (map, starts, from) = (self.map, &self.there.starts[..], self.from);
        let (stride, cells) = (self.best.stride, &mut self.best.cells[..]);
        for row in rows {
            ahead.ask(kernel);
            let start = starts[map.image(row.high)] as usize;
            let from = &from[start..][..PARTS * part_cells];
            let best = &mut cells[row.number as usize * stride..][..VECTORS * vector_cells];
            for (places, number) in places.iter().zip(0..) {
                let at = number * vector_cells;
                let mut raised = V::load(best, at);
                for (&places, part) in places.iter().zip(0..) {
                    raised = raised.max::<T>(V::load_part(from, part * part_cells).shuffle(places));
                }
                raised.store(best, at);
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
        let part_cells = V::PART / size_of::<T>();
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
                    best = best.max::<T>(part.shuffle(V::places(shuffle)));
                }
                best.store(&mut self.best.cells, at);
            }
        }
    }
}
