//! What a map of points does to the lanes of rows.

use super::across::{PointMap, fill};
use super::lanes::{LANE_OF, LANES, MOST_LOW};
use crate::cell::Cell;
use crate::kernels::{Shuffle, VectorShape};

/// What a map of points does to the lanes of a row with so many low points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaneMap {
    /// Where its shuffles are: for each vector here, one for each part there.
    first: usize,
    /// Vectors of a row here.
    pub(super) vectors: usize,
    /// Parts of a row there.
    pub(super) parts: usize,
}

/// The same for rows of every number of low points.
#[derive(Debug, Default)]
pub(crate) struct LaneMaps {
    by_count: [LaneMap; MOST_LOW + 1],
    shuffles: Vec<Shuffle>,
}

impl LaneMaps {
    /// For sets of `size` points, whose rows here are in vectors of this shape.
    pub(crate) fn set<T: Cell>(&mut self, map: &PointMap, size: usize, vector: VectorShape) {
        let mut images = [0_u16; 256];
        // Bit 8: a dropped point.
        fill(
            &mut images,
            (0..map.low).map(|point| match map.images[point] {
                PointMap::DROPPED => 1 << 8,
                image => 1_u16 << image,
            }),
        );
        self.shuffles.clear();
        let high = map.points - map.low;
        for low_count in size.saturating_sub(high)..=map.low.min(size) {
            self.by_count[low_count] = self.map_lanes::<T>(map, low_count, &images, vector);
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

    /// The map of rows with so many low points; without vectors if all of their sets are dropped.
    #[inline]
    pub(super) fn of(&self, low_count: usize) -> LaneMap {
        self.by_count[low_count]
    }

    /// The shuffles of such a row: for each vector here, one for each part there.
    #[inline]
    pub(super) fn shuffles(&self, lanes: LaneMap) -> &[Shuffle] {
        &self.shuffles[lanes.first..][..lanes.vectors * lanes.parts]
    }
}
