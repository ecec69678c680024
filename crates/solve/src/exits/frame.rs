//! The numbers of a block's free points.

use millwright_rules::{Point, PointSet, Symmetry};

use crate::kernels::{HalfImages, Halves};
use crate::order::ORDER;
use crate::rows::PointMap;

/// The points that A leaves free in a block, and their numbers: the middle ring's first.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) free: PointSet,
    /// The free points in the order of slots.
    points: [u8; Point::COUNT],
    number_of: [u8; Point::COUNT],
}

impl Frame {
    const NOT_FREE: u8 = PointMap::DROPPED;

    /// Around A's stones.
    pub(crate) fn of(stones: PointSet) -> Self {
        let free = !stones;
        let mut frame = Self { free, points: [0; Point::COUNT], number_of: [Self::NOT_FREE; Point::COUNT] };
        let mut rest = ORDER.bits(free);
        for (number, place) in (0..).zip(&mut frame.points) {
            if rest == 0 {
                break;
            }
            let lowest = rest & rest.wrapping_neg();
            rest ^= lowest;
            // The bits of a point in the order of slots and in its own number are exchanged by the same map.
            let point = u8::try_from(ORDER.set(lowest).bits().trailing_zeros()).expect("below 24");
            *place = point;
            frame.number_of[usize::from(point)] = number;
        }
        frame
    }

    /// The free points, in the order of slots.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.points[..usize::from(self.free.len())].iter().map(|&point| Point::new(point))
    }

    /// How many free points are in the middle ring: the low points of its rows.
    pub(crate) fn low(&self) -> u32 {
        (ORDER.bits(self.free) & 0xFF).count_ones()
    }

    /// The number of a free point.
    pub(crate) fn number(&self, point: Point) -> usize {
        debug_assert!(self.free.contains(point));
        usize::from(self.number_of[point.index()])
    }

    /// The number of a free point among those off the middle ring, if it is one of them.
    pub(crate) fn high_number(&self, point: Point) -> Option<u32> {
        u32::from(self.number_of[point.index()]).checked_sub(self.low())
    }

    /// The bit of a point in numbered sets; none if it is not free.
    pub(crate) fn bit(&self, point: Point) -> u32 {
        match self.number_of[point.index()] {
            Self::NOT_FREE => 0,
            number => 1 << number,
        }
    }

    /// The numbered set of a set of points in the order of slots; those that are not free are dropped.
    pub(crate) fn numbered(&self, bits: u32) -> u32 {
        ORDER.set(bits).iter().fold(0, |numbered, point| numbered | self.bit(point))
    }

    /// Tabulates the way from numbered sets to sets in the order of slots.
    pub(crate) fn tabulate_expansion(&self, halves: Halves, tables: &mut HalfImages) {
        let images: Vec<u32> = self.points().map(|point| ORDER.bits(point.set())).collect();
        tables.set(halves, &images);
    }

    /// The way from points numbered here to points numbered `there`, by a symmetry.
    pub(crate) fn map_to(&self, there: &Self, by: Symmetry) -> PointMap {
        let mut images = [PointMap::DROPPED; Point::COUNT];
        for (image, point) in images.iter_mut().zip(self.points()) {
            *image = there.number_of[by.apply_to_point(point).index()];
        }
        PointMap {
            images,
            points: usize::from(self.free.len()),
            low: self.low() as usize,
            low_there: there.low() as usize,
        }
    }
}
