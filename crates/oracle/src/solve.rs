//! The solution: win, draw or loss of every position, in plies.

use millwright_rules::Rules;

use crate::key::Key;
use crate::outcome::Plies;
use crate::state::State;
use crate::subspace::Subspace;
use crate::unit::solve;
use crate::universe::Universe;
use crate::value::Value;

/// The values of a set of positions that is closed under turns.
///
/// **Symmetry.** The 16 symmetries map turns to turns, so a position and its images have the same value, and
/// the graph of orbits may be solved instead of the graph of positions. Two turns may lead to the same orbit:
/// that is two edges. [`Solution::of`], which knows nothing of this, is there to check it.
pub struct Solved<V> {
    pub(crate) universe: Universe,
    pub(crate) values: Vec<Vec<V>>,
}

/// Values in plies.
pub type Solution = Solved<Value>;

impl<V: Copy> Solved<V> {
    /// The value of a position that is in a listing.
    pub(crate) fn listed(&self, key: Key) -> Option<V> {
        let place = self.universe.finder().find(key)?;
        Some(self.values[place.listing][place.number])
    }

    /// The number of positions, or of orbits up to symmetry. Positions lost by material do not count.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }

    /// Whether there was nothing to solve.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All positions (one of each orbit up to symmetry) with their values. White is to move in each.
    pub fn iter(&self) -> impl Iterator<Item = (State, V)> + '_ {
        let listings = self.universe.listings().iter().zip(&self.values);
        listings.flat_map(|(listing, values)| {
            listing.keys().zip(values).map(|(key, &value)| (key.state(), value))
        })
    }
}

impl Solution {
    /// Solves the seeds and all that can arise from them, each position for itself.
    ///
    /// **Complexity** 8 bytes a position for good and 20 to find it; while a unit is solved, 8 bytes for each
    /// turn that stays inside, 10 to 50 a position.
    #[must_use]
    pub fn of(rules: &Rules, seeds: impl IntoIterator<Item = State>) -> Self {
        Self::in_plies(Universe::explored(rules, seeds, false))
    }

    /// The same with one position for each orbit under the 16 symmetries: a sixteenth of the work.
    #[must_use]
    pub fn up_to_symmetry(rules: &Rules, seeds: impl IntoIterator<Item = State>) -> Self {
        Self::in_plies(Universe::explored(rules, seeds, true))
    }

    /// All positions of these subspaces and of those that turns can lead to, reachable or not, one for each
    /// orbit. Nothing has to be found first, which halves the time.
    #[must_use]
    pub fn of_subspaces(rules: &Rules, subspaces: impl IntoIterator<Item = Subspace>) -> Self {
        Self::in_plies(Universe::of_subspaces(rules, subspaces))
    }

    fn in_plies(universe: Universe) -> Self {
        let values = solve(&universe, &Plies);
        Self { universe, values }
    }

    /// The value of a position, if it is a seed or can arise from one; White and Black may have changed
    /// sides.
    #[must_use]
    pub fn value(&self, state: &State) -> Option<Value> {
        let key = Key::of(state);
        if key.is_lost_by_material() {
            return Some(Value::Loss(0));
        }
        self.listed(key)
    }
}
