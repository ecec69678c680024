//! What happens to the lanes of a row when a low point changes.

use std::sync::LazyLock;

use millwright_index::{binomial, rank};
use millwright_rules::PointSet;

use crate::kernels::Shuffle;

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

/// The bytes of one lane after another.
///
/// Lane `n` of the result is lane `from(n)` of a row of which 16 bytes are at hand, those of part `part`; nothing where
/// `from` says `None` or the lane is elsewhere.
pub(crate) fn shuffle_of(
    cell_bytes: usize,
    first: usize,
    part: usize,
    bytes: usize,
    from: impl Fn(usize) -> Option<u8>,
) -> Shuffle {
    let mut shuffle = Shuffle::NONE;
    let per_part = 16 / cell_bytes;
    for lane in 0..bytes / cell_bytes {
        let Some(place) = from(first + lane).map(usize::from).filter(|place| place / per_part == part) else {
            continue;
        };
        for byte in 0..cell_bytes {
            shuffle.0[lane * cell_bytes + byte] =
                u8::try_from((place - part * per_part) * cell_bytes + byte).expect("a part has 16 bytes");
        }
    }
    shuffle
}

/// One stone more or less on a low point: for rows that fit in one vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneStep {
    /// Where each lane's set with the stone moved comes from, in the first and the second 16 bytes of the other row.
    pub(crate) from: [Shuffle; 2],
    /// The lanes for which there is such a set.
    pub(crate) lanes: u32,
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
    pub(crate) having: Vec<Vec<u32>>,
}

impl StoneLanes {
    /// For rows of `low` points whose cells have so many bytes.
    pub(crate) fn new(low: u32, cell_bytes: usize) -> Self {
        let points = low as usize;
        assert!(binomial(points, points / 2) as usize * cell_bytes <= 32, "a row fits in one vector");
        let step = |count: usize, change: &dyn Fn(u8) -> Option<u8>| {
            let sets = &LANES[points][count];
            let from = |lane: usize| {
                sets.get(lane).and_then(|&set| change(set)).map(|set| LANE_OF[usize::from(set)])
            };
            let lanes =
                (0..sets.len()).filter(|&lane| from(lane).is_some()).fold(0, |lanes, lane| lanes | 1 << lane);
            LaneStep { from: [0, 1].map(|part| shuffle_of(cell_bytes, 0, part, 32, from)), lanes }
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
