//! Solved units in memory.

use millwright_index::{Plane, Subspace, Unit};
use millwright_table::Codes;

/// A unit with all that was found in it: the codes of plies, or `V` instead.
#[derive(Debug)]
pub struct SolvedUnit<V = Codes> {
    /// Which one.
    pub unit: Unit,
    /// The planes that were asked for; only plane A where both are the same subspace.
    pub planes: Vec<(Plane, V)>,
}

impl<V> SolvedUnit<V> {
    /// The subspaces with what was found.
    pub fn subspaces(&self) -> impl Iterator<Item = (Subspace, &V)> {
        self.planes.iter().map(|(plane, values)| (self.unit.subspace(*plane), values))
    }
}
