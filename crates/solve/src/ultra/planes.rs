//! Draws of a plane, told apart.

use millwright_index::{Plane, Subspace, Unit};
use millwright_ranks::DrawValue;

/// The draws of a subspace. Slots hold codes: 0 if the slot is not drawn, else one more than the place of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPlane {
    /// The values that there are, in order, each with the number of positions up to symmetry that have it.
    pub values: Vec<(DrawValue, u64)>,
    /// A code for every slot.
    pub codes: Vec<u16>,
}

impl RankedPlane {
    /// The value in a slot; `None` if it is not drawn.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn value(&self, slot: usize) -> Option<DrawValue> {
        let place = usize::from(self.codes[slot]).checked_sub(1)?;
        Some(self.values[place].0)
    }
}

/// A unit with its draws told apart.
#[derive(Debug)]
pub struct RankedUnit {
    /// Which one.
    pub unit: Unit,
    /// The planes that were asked for; only plane A where both are the same subspace.
    pub planes: Vec<(Plane, RankedPlane)>,
}

impl RankedUnit {
    /// The subspaces with their draws.
    pub fn subspaces(&self) -> impl Iterator<Item = (Subspace, &RankedPlane)> {
        self.planes.iter().map(|(plane, ranked)| (self.unit.subspace(*plane), ranked))
    }
}
