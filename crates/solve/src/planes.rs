//! Solved planes in memory.

use millwright_index::{Plane, Subspace, Unit};
use millwright_table::PlaneData;

use crate::cell::Cell;

/// The values of a plane, slot by slot: plies to the end, or the largest code for a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaneValues {
    /// One byte a slot.
    Narrow(Vec<u8>),
    /// Two bytes a slot.
    Wide(Vec<u16>),
}

impl PlaneValues {
    /// As the table writer takes it.
    #[must_use]
    pub fn data(&self) -> PlaneData<'_> {
        match self {
            Self::Narrow(values) => PlaneData::Narrow(values),
            Self::Wide(values) => PlaneData::Wide(values),
        }
    }
}

/// A unit with all its values.
#[derive(Debug)]
pub struct SolvedUnit {
    /// Which one.
    pub unit: Unit,
    /// The values of plane A, and of plane C unless that is the same subspace.
    pub planes: Vec<(Plane, PlaneValues)>,
}

impl SolvedUnit {
    /// The subspaces with their values.
    pub fn subspaces(&self) -> impl Iterator<Item = (Subspace, &PlaneValues)> {
        self.planes.iter().map(|(plane, values)| (self.unit.subspace(*plane), values))
    }
}

/// Cells that a [`PlaneValues`] can be made of.
pub(crate) trait Stored: Cell {
    fn values(cells: Vec<Self>) -> PlaneValues;
}

impl Stored for u8 {
    fn values(cells: Vec<Self>) -> PlaneValues {
        PlaneValues::Narrow(cells)
    }
}

impl Stored for u16 {
    fn values(cells: Vec<Self>) -> PlaneValues {
        PlaneValues::Wide(cells)
    }
}
