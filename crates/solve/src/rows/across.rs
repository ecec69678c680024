//! From block to block: rows of the middle ring's free points go to whole rows by any symmetry.

use super::accumulator::Accumulator;
use super::ahead::{Ahead, Next};
use super::lane_maps::{LaneMap, LaneMaps};
use super::shape::{RowOf, RowShape};
use crate::cell::Cell;
use crate::kernels::{Kernel, Shuffle, Vector, VectorShape, Work};

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

/// A map of points, tabulated for rows.
#[derive(Debug)]
pub(crate) struct Across {
    /// High points below `cut` are looked up in `lower`, the others in `upper`.
    cut: u32,
    lower: [u16; 256],
    upper: [u16; 256],
    lanes: LaneMaps,
}

impl Default for Across {
    fn default() -> Self {
        Self { cut: 0, lower: [0; 256], upper: [0; 256], lanes: LaneMaps::default() }
    }
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
        self.lanes.set::<T>(map, size, vector);
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
pub(super) fn fill(table: &mut [u16; 256], images: impl Iterator<Item = u16>) {
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
    pub(crate) next: Next<'a, T>,
    pub(crate) best: &'a mut Accumulator<T>,
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
            let lanes = self.map.lanes.of(low_count);
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
        let shuffles = self.map.lanes.shuffles(lanes).chunks_exact(PARTS);
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
        let shuffles = self.map.lanes.shuffles(lanes);
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
