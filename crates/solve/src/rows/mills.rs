//! Which lanes of which rows have a mill.

use millwright_rules::{Board, PointSet};

use super::lanes::StoneLanes;
use super::shape::RowShape;
use crate::exits::Frame;

/// For every numbered point of a block and every row: the lanes in which the other points of a mill through the point are
/// taken. Whether the point itself is taken does not matter.
#[derive(Debug, Default)]
pub(crate) struct MillLanes {
    /// By point, then by row.
    lanes: Vec<Vec<u64>>,
    /// Twice: by two mills at once. Only where it was asked for.
    double: Vec<Vec<u64>>,
    /// The points that have a mill whose points are all free, and two such mills.
    pub(crate) once: u32,
    pub(crate) twice: u32,
    mills: Vec<[u32; 3]>,
}

/// By row: the lanes whose sets have each point of a block.
#[derive(Debug)]
pub(crate) struct Members {
    /// By numbered point, then by row.
    by_point: Vec<Vec<u64>>,
}

impl Members {
    pub(crate) fn new(shape: &RowShape, lanes: &StoneLanes) -> Self {
        let low = (0..shape.low as usize).map(|point| {
            shape.rows.iter().map(|row| lanes.having[usize::from(row.low_count)][point]).collect::<Vec<u64>>()
        });
        let high = (0..shape.high).map(|point| {
            shape.rows.iter().map(|row| if row.high >> point & 1 == 1 { u64::MAX } else { 0 }).collect()
        });
        Self { by_point: low.chain(high).collect() }
    }

    /// The lanes of all rows that have a point.
    #[inline]
    pub(crate) fn of(&self, point: u32) -> &[u64] {
        &self.by_point[point as usize]
    }
}

impl MillLanes {
    /// The mills of a block, and of two at once if `pairs`.
    pub(crate) fn set(&mut self, board: Board, frame: &Frame, members: &Members, pairs: bool) {
        self.mills.clear();
        let free = |mill: &&PointSet| frame.free.contains_all(**mill);
        self.mills.extend(board.mills().iter().filter(free).map(|mill| {
            let mut numbers = mill.iter().map(|point| u32::try_from(frame.number(point)).expect("below 24"));
            std::array::from_fn(|_| numbers.next().expect("a mill has three points"))
        }));
        (self.once, self.twice) = (0, 0);
        let points = members.by_point.len();
        self.lanes.resize_with(points, Vec::new);
        self.double.resize_with(points, Vec::new);
        for point in 0..u32::try_from(points).expect("24 at most") {
            let others = |mill: &[u32; 3]| {
                let mut others = mill.iter().copied().filter(|&other| other != point);
                mill.contains(&point)
                    .then(|| [others.next(), others.next()].map(|other| other.expect("two others")))
            };
            let lanes = &mut self.lanes[point as usize];
            let double = &mut self.double[point as usize];
            for [one, other] in self.mills.iter().filter_map(others) {
                let (one, other) = (members.of(one), members.of(other));
                if self.once >> point & 1 == 0 {
                    self.once |= 1 << point;
                    lanes.clear();
                    lanes.extend(one.iter().zip(other).map(|(one, other)| one & other));
                    continue;
                }
                if pairs {
                    if self.twice >> point & 1 == 0 {
                        double.clear();
                        double.resize(lanes.len(), 0);
                    }
                    for (place, double) in double.iter_mut().enumerate() {
                        *double |= lanes[place] & one[place] & other[place];
                    }
                }
                self.twice |= 1 << point;
                let both = one.iter().zip(other).map(|(one, other)| one & other);
                lanes.iter_mut().zip(both).for_each(|(lanes, both)| *lanes |= both);
            }
        }
    }

    /// The lanes of a row in which a point that has mills closes, or is in, at least one.
    #[inline]
    pub(crate) fn of(&self, point: u32, row: usize) -> u64 {
        self.lanes[point as usize][row]
    }

    /// The lanes of a row in which a point that has two mills is in two.
    #[inline]
    pub(crate) fn double_of(&self, point: u32, row: usize) -> u64 {
        self.double[point as usize][row]
    }
}
