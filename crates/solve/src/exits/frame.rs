//! The numbers of a block's free points.

use millwright_rules::{Point, PointSet, Symmetry};

use crate::kernels::{HalfImages, Halves};

/// The points that A leaves free in a block, and their numbers.
pub(crate) struct Frame {
    pub(crate) free: PointSet,
    number_of: [u32; Point::COUNT],
}

impl Frame {
    const NOT_FREE: u32 = u32::MAX;

    /// Around A's stones.
    pub(crate) fn of(stones: PointSet) -> Self {
        let free = !stones;
        let mut number_of = [Self::NOT_FREE; Point::COUNT];
        for (point, number) in free.iter().zip(0..) {
            number_of[point.index()] = number;
        }
        Self { free, number_of }
    }

    /// The number of a free point.
    pub(crate) fn number(&self, point: Point) -> usize {
        debug_assert!(self.free.contains(point));
        self.number_of[point.index()] as usize
    }

    /// The bit of a point in numbered sets; none if it is not free.
    pub(crate) fn bit(&self, point: Point) -> u32 {
        match self.number_of[point.index()] {
            Self::NOT_FREE => 0,
            number => 1 << number,
        }
    }

    /// The numbered set of a set of points; those that are not free are dropped.
    pub(crate) fn numbered(&self, set: u32) -> u32 {
        PointSet::from_bits_truncated(set).iter().fold(0, |numbered, point| numbered | self.bit(point))
    }

    /// Tabulates the way from numbered sets to sets of points.
    pub(crate) fn tabulate_expansion(&self, halves: Halves, tables: &mut HalfImages) {
        let images: Vec<u32> = self.free.iter().map(|point| point.set().bits()).collect();
        tables.set(halves, &images);
    }

    /// Tabulates the way from sets numbered here to sets numbered `there`, by a symmetry. Points that are not free
    /// there are dropped.
    pub(crate) fn tabulate_images(
        &self,
        halves: Halves,
        there: &Self,
        by: Symmetry,
        tables: &mut HalfImages,
    ) {
        let images: Vec<u32> = self.free.iter().map(|point| there.bit(by.apply_to_point(point))).collect();
        tables.set(halves, &images);
    }
}
