//! What happens to the lanes of a row when a low point changes.

use std::sync::LazyLock;

use millwright_index::{binomial, rank};
use millwright_rules::PointSet;

use crate::cell::Cell;
use crate::kernels::{Shuffle, Vector, VectorShape};

/// The most low points of a row: the middle ring.
pub(crate) const MOST_LOW: usize = 8;

/// The sets of low points in the order of lanes, by how many low points there are and how many are taken.
pub(crate) static LANES: LazyLock<Vec<Vec<Vec<u8>>>> = LazyLock::new(|| {
    let sets =
        |points: u8, size: u8| PointSet::subsets(points, size).map(|set| low_bits(set.bits())).collect();
    (0..=8).map(|points| (0..=points).map(|size| sets(points, size)).collect()).collect()
});

/// The lane of every set of low points among those of its size.
pub(crate) static LANE_OF: LazyLock<[u8; 256]> = LazyLock::new(|| {
    let mut lanes = [0; 256];
    for (bits, lane) in (0..256).zip(&mut lanes) {
        *lane = low_bits(rank(PointSet::from_bits_truncated(bits)));
    }
    lanes
});

fn low_bits(bits: u32) -> u8 {
    u8::try_from(bits).expect("eight points, and at most 70 sets of a size")
}

/// How many low points rows inside a block have, for cells of so many bytes: the most whose rows fit in one vector.
pub(crate) fn low_points(cell_bytes: usize, vector: VectorShape) -> u32 {
    let fits = |&points: &usize| binomial(points, points / 2) as usize * cell_bytes <= vector.bytes;
    let most = (0..=MOST_LOW).rev().find(fits).unwrap_or(0);
    u32::try_from(most).expect("at most 8")
}

/// One stone more or less on a low point: for rows that fit in one vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneStep {
    /// Where each lane's set with the stone moved comes from, in the first and the second part of the other row.
    from: [Shuffle; 2],
    /// The lanes for which there is such a set.
    lanes: u64,
}

impl LaneStep {
    /// Lane `n` of a row is lane `from(n)` of the other; nothing where `from` says `None`.
    fn new(
        cell_bytes: usize,
        lane_count: usize,
        vector: VectorShape,
        from: impl Fn(usize) -> Option<u8>,
    ) -> Self {
        let mut step = Self { from: [Shuffle::NONE; 2], lanes: 0 };
        for lane in 0..lane_count {
            let Some(other) = from(lane).map(usize::from) else { continue };
            step.lanes |= 1 << lane;
            for byte in 0..cell_bytes {
                let place = other * cell_bytes + byte;
                step.from[place / vector.part].0[lane * cell_bytes + byte] =
                    u8::try_from(place % vector.part).expect("a part has at most 64 bytes");
            }
        }
        step
    }

    /// The lanes of a row of `len` slots that this step leads to.
    #[inline(always)]
    pub(crate) fn of<T: Cell, V: Vector>(&self, row: V, len: usize) -> V {
        let first = row.spread_part(0).shuffle(V::places(&self.from[0]));
        if V::BYTES == V::PART || len * size_of::<T>() <= V::PART {
            return first;
        }
        first.max::<T>(row.spread_part(1).shuffle(V::places(&self.from[1])))
    }
}

/// What stones on low points do to rows inside a block.
#[derive(Debug)]
pub(crate) struct StoneLanes {
    /// By low stones and point: the set with the point, for lanes that have it not.
    pub(crate) with: Vec<Vec<LaneStep>>,
    /// By low stones and point: the set without the point, for lanes that have it.
    pub(crate) without: Vec<Vec<LaneStep>>,
    /// By low stones, then by `from * low + to`: the set after a slide, for lanes that allow it.
    pub(crate) slide: Vec<Vec<LaneStep>>,
    /// By low stones and point: the lanes that have the point.
    pub(crate) having: Vec<Vec<u64>>,
}

impl StoneLanes {
    /// For rows of `low` points whose cells have so many bytes, in vectors of this shape.
    pub(crate) fn new(low: u32, cell_bytes: usize, vector: VectorShape) -> Self {
        let points = low as usize;
        assert!(
            binomial(points, points / 2) as usize * cell_bytes <= vector.bytes,
            "a row fits in one vector"
        );
        assert!(vector.bytes <= 2 * vector.part, "a vector has two parts at most");
        let step = |count: usize, change: &dyn Fn(u8) -> Option<u8>| {
            let sets = &LANES[points][count];
            LaneStep::new(cell_bytes, sets.len(), vector, |lane| {
                change(sets[lane]).map(|set| LANE_OF[usize::from(set)])
            })
        };
        let steps = |change: &dyn Fn(u8, u8) -> Option<u8>| -> Vec<Vec<LaneStep>> {
            (0..=points)
                .map(|count| (0..points).map(|point| step(count, &|set| change(set, 1 << point))).collect())
                .collect()
        };
        let with = steps(&|set, point| (set & point == 0).then_some(set | point));
        let without = steps(&|set, point| (set & point != 0).then_some(set & !point));
        let having = without.iter().map(|steps| steps.iter().map(|step| step.lanes).collect()).collect();
        let slide = |count: usize, from: u8, to: u8| {
            step(count, &|set| (set & from != 0 && set & to == 0).then_some(set & !from | to))
        };
        let pairs = || (0..points).flat_map(|from| (0..points).map(move |to| (1 << from, 1 << to)));
        let slide =
            (0..=points).map(|count| pairs().map(|(from, to)| slide(count, from, to)).collect()).collect();
        Self { with, without, slide, having }
    }
}
