//! Residual counts: what Malom's counters of successors are left with.
//!
//! While Malom solves a unit, every undecided entry counts its successors: once for each pair of a position that
//! stands for its orbit and a move back from it. Successors that turn out to be lost for the player here are
//! taken off. What is left when a draw stays undecided is in the file. It carries no information about the
//! game, but a file is the same only if the counts are.
//!
//! Moves back from the orbit of `e` into that of `p` and moves from `p` into the orbit of `e` are as many as
//! the orbits are large, so `count(p)` = sum over the moves from `p` to positions `e` that keep its rank of
//! `|Stab(e)| / |Stab(p)|`, with `Stab` the symmetries that leave a position as it is.

use millwright_index::Subspace;
use millwright_ranks::RankError;
use millwright_rules::{Position, Rules};

use crate::orbit::OrbitIndex;
use crate::source::{Solution, Source, UltraValue};

/// What a subspace's moves lead to.
#[derive(Debug)]
pub(crate) struct Successors {
    rules: Rules,
    own: OrbitIndex,
    own_subspace: Subspace,
    reached: Vec<Reached>,
}

#[derive(Debug)]
struct Reached {
    subspace: Subspace,
    orbits: OrbitIndex,
    /// Added to a relative rank there it gives the relative rank here, with the opposite sign.
    shift: i32,
}

impl Successors {
    pub(crate) fn new(rules: &Rules, subspace: Subspace, solution: &Solution<'_>) -> Result<Self, RankError> {
        let own_rank = solution.rank_of(subspace)?;
        let mut reached: Vec<Reached> = Vec::new();
        let mut subspaces = Vec::new();
        subspace.for_each_successor(rules, |next| subspaces.push(next));
        subspaces.sort_unstable();
        subspaces.dedup();
        for subspace in subspaces {
            let shift = i32::from(solution.rank_of(subspace)?.0) + i32::from(own_rank.0);
            reached.push(Reached { subspace, orbits: OrbitIndex::new(subspace), shift });
        }
        Ok(Self { rules: *rules, own: OrbitIndex::new(subspace), own_subspace: subspace, reached })
    }

    /// The value of a position of the subspace.
    pub(crate) fn value<S: Source>(&self, position: &Position, source: &S) -> Result<UltraValue, S::Error> {
        source.value(self.own_subspace, self.own.find(position).slot)
    }

    /// The residual count of a position whose value is [`UltraValue::Inside`].
    pub(crate) fn residual<S: Source>(&self, position: &Position, source: &S) -> Result<u32, S::Error> {
        let mut weight = 0;
        let mut failed = None;
        position.for_each_move(&self.rules, |chosen| {
            let next = position.play_unchecked(chosen);
            let subspace = Subspace::of(&next);
            // Where there is nothing to find, the game is over, and the rank is another.
            let Some(reached) = self.reached.iter().find(|reached| reached.subspace == subspace) else {
                return;
            };
            let orbit = reached.orbits.find(&next);
            match source.value(subspace, orbit.slot) {
                Ok(value) if value.relative() + reached.shift == 0 => weight += orbit.symmetries,
                Ok(_) => {}
                Err(error) => failed = Some(error),
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(weight / self.own.find(position).symmetries),
        }
    }
}
