//! From block to block where one point of the middle ring is all that differs, several blocks at once.
//!
//! A's stones and one more in the middle ring mostly are a representative as they stand. Then no symmetry moves C's stones,
//! and the blocks that such stones lead to have the same high points, the same number of low ones, and so their rows in the
//! same places. A row's place is found once for all of them, and what is best is loaded and stored once; only the lanes differ.
//! The same holds where C takes one of A's stones, with the blocks exchanged.

use std::cmp::Ordering;

use millwright_rules::Point;

use super::accumulator::Accumulator;
use super::across::PointMap;
use super::lane_maps::{LaneMap, LaneMaps};
use super::lanes::MOST_LOW;
use super::shape::{RowOf, RowShape};
use crate::cell::Cell;
use crate::kernels::{Kernel, Shuffle, Vector, Vectors, Work};

/// Which of the two blocks has the point free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FreeIn {
    /// This one: a stone of A's stands on it in the other block.
    Here,
    /// The other one.
    There,
}

/// What the point between two blocks does to lanes, by how many low points there are here and by its number among those of
/// the block that has it free.
#[derive(Debug)]
pub(crate) struct RingMaps {
    by_low: Vec<Vec<LaneMaps>>,
}

impl RingMaps {
    /// For blocks of `points` free points here, of which C has `size`.
    pub(crate) fn new<T: Cell>(points: usize, size: usize, free_in: FreeIn, vectors: &Vectors) -> Self {
        let map_of = |low: usize, number: usize| {
            let low_there = if free_in == FreeIn::Here { low - 1 } else { low + 1 };
            let mut images = [PointMap::DROPPED; Point::COUNT];
            for (point, to) in images[..low].iter_mut().enumerate() {
                let image = match (point.cmp(&number), free_in) {
                    (Ordering::Less, _) => Some(point),
                    (Ordering::Equal, FreeIn::Here) => None,
                    (Ordering::Greater, FreeIn::Here) => Some(point - 1),
                    (Ordering::Equal | Ordering::Greater, FreeIn::There) => Some(point + 1),
                };
                *to = image.map_or(PointMap::DROPPED, |image| u8::try_from(image).expect("below 24"));
            }
            let mut lanes = LaneMaps::default();
            let map = PointMap { images, points, low, low_there };
            lanes.set::<T>(&map, size, Accumulator::<T>::vector_for(low, vectors));
            lanes
        };
        let by_number = |low: usize| {
            let numbers = match free_in {
                FreeIn::Here => 0..low,
                FreeIn::There if low < MOST_LOW => 0..low + 1,
                FreeIn::There => 0..0,
            };
            numbers.map(|number| map_of(low, number)).collect()
        };
        Self { by_low: (0..=MOST_LOW.min(points)).map(by_number).collect() }
    }

    /// The lanes of a block with so many low points, and the point with this number.
    pub(crate) fn of(&self, low: u32, number: usize) -> &LaneMaps {
        &self.by_low[low as usize][number]
    }
}

/// One of the other blocks, which is read a vector beyond its end, and what its point does to lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RingBlock<'a, T> {
    pub(crate) lanes: &'a LaneMaps,
    pub(crate) from: &'a [T],
}

/// Raises an accumulator to what stands in other blocks.
pub(crate) struct RaiseRing<'a, T> {
    pub(crate) here: &'a RowShape,
    /// Of all the other blocks.
    pub(crate) there: &'a RowShape,
    /// At most one for each point of the ring.
    pub(crate) blocks: &'a [RingBlock<'a, T>],
    pub(crate) best: &'a mut Accumulator<T>,
}

impl<T: Cell> Work for RaiseRing<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, _kernel: K) {
        let Some(first) = self.blocks.first() else { return };
        for (low_count, rows) in self.here.rows_without(None).iter().enumerate() {
            // All have the same numbers of lanes.
            let lanes = first.lanes.of(low_count);
            if rows.is_empty() || lanes.vectors == 0 {
                continue;
            }
            match self.best.vector.bytes {
                16 => self.rows_in::<K::Short>(rows, low_count, lanes),
                32 => self.rows_in::<K::Middle>(rows, low_count, lanes),
                _ => self.rows_in::<K::Long>(rows, low_count, lanes),
            }
        }
    }
}

impl<T: Cell> RaiseRing<'_, T> {
    /// Rows in vectors of this kind.
    #[inline(always)]
    fn rows_in<V: Vector>(&mut self, rows: &[RowOf], low_count: usize, lanes: LaneMap) {
        match (lanes.vectors, lanes.parts) {
            (1, 1) => self.rows::<V, 1, 1>(rows, low_count),
            (1, 2) => self.rows::<V, 1, 2>(rows, low_count),
            (1, 3) if V::PART < V::BYTES => self.rows::<V, 1, 3>(rows, low_count),
            (2, 2) => self.rows::<V, 2, 2>(rows, low_count),
            (2, 3) if V::PART < V::BYTES => self.rows::<V, 2, 3>(rows, low_count),
            _ => self.long_rows::<V>(rows, low_count),
        }
    }

    /// Rows of so many vectors here and parts there.
    #[inline(always)]
    fn rows<V: Vector, const VECTORS: usize, const PARTS: usize>(
        &mut self,
        rows: &[RowOf],
        low_count: usize,
    ) {
        let mut places = [[[V::places(&Shuffle::NONE); PARTS]; VECTORS]; MOST_LOW];
        for (places, block) in places.iter_mut().zip(self.blocks) {
            let shuffles = block.lanes.shuffles(block.lanes.of(low_count)).chunks_exact(PARTS);
            for (places, shuffles) in places.iter_mut().zip(shuffles) {
                for (places, shuffle) in places.iter_mut().zip(shuffles) {
                    *places = V::places(shuffle);
                }
            }
        }
        let (part_cells, vector_cells) = (V::PART / size_of::<T>(), V::cells::<T>());
        let (starts, blocks) = (&self.there.starts[..], self.blocks);
        let (stride, cells) = (self.best.stride, &mut self.best.cells[..]);
        for row in rows {
            let start = starts[row.high as usize] as usize;
            let best = &mut cells[row.number as usize * stride..][..VECTORS * vector_cells];
            let mut raised: [V; VECTORS] = std::array::from_fn(|number| V::load(best, number * vector_cells));
            for (block, places) in blocks.iter().zip(&places) {
                let from = &block.from[start..][..PARTS * part_cells];
                let parts: [V; PARTS] = std::array::from_fn(|part| V::load_part(from, part * part_cells));
                for (raised, places) in raised.iter_mut().zip(places) {
                    for (&part, &places) in parts.iter().zip(places) {
                        *raised = raised.max::<T>(part.shuffle(places));
                    }
                }
            }
            for (raised, number) in raised.into_iter().zip(0..) {
                raised.store(best, number * vector_cells);
            }
        }
    }

    /// Rows of any length.
    #[inline(always)]
    fn long_rows<V: Vector>(&mut self, rows: &[RowOf], low_count: usize) {
        let (part_cells, vector_cells) = (V::PART / size_of::<T>(), V::cells::<T>());
        for row in rows {
            let start = self.there.starts[row.high as usize] as usize;
            let best = &mut self.best.cells[row.number as usize * self.best.stride..];
            for block in self.blocks {
                let lanes = block.lanes.of(low_count);
                for (shuffles, number) in block.lanes.shuffles(lanes).chunks_exact(lanes.parts).zip(0..) {
                    let mut raised = V::load(best, number * vector_cells);
                    for (shuffle, part) in shuffles.iter().zip(0..) {
                        let part = V::load_part(block.from, start + part * part_cells);
                        raised = raised.max::<T>(part.shuffle(V::places(shuffle)));
                    }
                    raised.store(best, number * vector_cells);
                }
            }
        }
    }
}
