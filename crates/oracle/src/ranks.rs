//! How good it is for the mover when the game ends in a draw in a subspace.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::listing::Listing;
use crate::outcome::{Outcome, Valuation};
use crate::ranked_value::RankedValue;
use crate::subspace::Subspace;
use crate::universe::Universe;

/// A rank for each subspace, seen by its mover, and one for a won game; a lost game has the opposite.
///
/// **Invariant** All ranks lie between those of a lost and a won game.
#[derive(Clone, Debug)]
pub struct Ranks {
    win: i32,
    by_subspace: FxHashMap<Subspace, i32>,
}

/// Why subspaces cannot be ranked, or a game not be solved with these ranks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RanksError {
    /// A drawn game would be as good as a won one, or as bad as a lost one.
    #[error("{subspace} has rank {rank}, which is not between those of a loss and a win, -{win} and {win}")]
    OutOfRange {
        /// Which subspace.
        subspace: Subspace,
        /// Its rank.
        rank: i32,
        /// The rank of a won game.
        win: i32,
    },
    /// The game has a subspace without a rank.
    #[error("{subspace} has no rank")]
    Missing {
        /// Which subspace.
        subspace: Subspace,
    },
    /// Players can slide to and fro between two subspaces, so what is good for one is bad for the other.
    #[error(
        "{subspace} has rank {rank} and {} has rank {swapped}: the sum must be 0, since turns lead from each to \
         the other",
        subspace.swapped()
    )]
    NotOpposite {
        /// The one subspace.
        subspace: Subspace,
        /// Its rank.
        rank: i32,
        /// The rank of the other.
        swapped: i32,
    },
}

impl Ranks {
    /// Checks the range.
    ///
    /// # Errors
    /// If a rank is not between `-win` and `win`.
    pub fn new(win: i32, ranks: impl IntoIterator<Item = (Subspace, i32)>) -> Result<Self, RanksError> {
        let by_subspace: FxHashMap<Subspace, i32> = ranks.into_iter().collect();
        match by_subspace.iter().find(|(_, rank)| rank.abs() >= win) {
            Some((&subspace, &rank)) => Err(RanksError::OutOfRange { subspace, rank, win }),
            None => Ok(Self { win, by_subspace }),
        }
    }

    /// The stones of the mover less those of the other, board and hand together; a won game is one better than
    /// the best.
    pub fn by_stone_difference(subspaces: impl IntoIterator<Item = Subspace>) -> Self {
        let rank = |subspace: Subspace| {
            let (mover, other) = subspace.totals();
            i32::from(mover) - i32::from(other)
        };
        let by_subspace: FxHashMap<Subspace, i32> =
            subspaces.into_iter().map(|subspace| (subspace, rank(subspace))).collect();
        let win = by_subspace.values().map(|rank| rank.abs() + 1).max().unwrap_or(1);
        Self { win, by_subspace }
    }

    /// The rank of a won game.
    #[must_use]
    pub fn win(&self) -> i32 {
        self.win
    }

    /// The rank of a subspace, if it has one.
    #[must_use]
    pub fn of(&self, subspace: Subspace) -> Option<i32> {
        self.by_subspace.get(&subspace).copied()
    }

    /// Checks that each subspace has a rank, and each unit of two subspaces opposite ones.
    pub(crate) fn check(&self, universe: &Universe) -> Result<(), RanksError> {
        let rank_of = |subspace| self.of(subspace).ok_or(RanksError::Missing { subspace });
        for subspace in universe.listings().iter().map(Listing::subspace) {
            let rank = rank_of(subspace)?;
            // A subspace that is its own swap is opposite to itself.
            let both = [subspace, subspace.swapped()];
            if both.iter().all(|subspace| subspace.may_slide(universe.rules())) {
                let swapped = rank_of(subspace.swapped())?;
                if rank + swapped != 0 {
                    return Err(RanksError::NotOpposite { subspace, rank, swapped });
                }
            }
        }
        Ok(())
    }

    /// For a subspace that was checked.
    fn known(&self, subspace: Subspace) -> i32 {
        self.by_subspace[&subspace]
    }
}

impl Valuation for Ranks {
    type Outcome = RankedValue;

    fn win_at_once(&self, subspace: Subspace) -> RankedValue {
        RankedValue::new(self.win - self.known(subspace), 1)
    }

    fn loss_at_once(&self, subspace: Subspace) -> RankedValue {
        RankedValue::new(-self.win - self.known(subspace), 0)
    }

    /// Ranks are relative. Those of `to` become absolute by adding its rank; negated, they are those of the
    /// player who made the turn; less the rank of `from`, they are relative again.
    fn exit(&self, from: Subspace, to: Subspace, value: RankedValue) -> RankedValue {
        value.raised(self.known(to) + self.known(from)).seen_from_parent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subspace(name: &str) -> Subspace {
        name.parse().unwrap()
    }

    #[test]
    fn a_win_is_better_than_every_subspace() {
        let ranks = |rank| Ranks::new(3, [(subspace("4_3_0_0"), rank)]);
        assert_eq!(ranks(2).unwrap().of(subspace("4_3_0_0")), Some(2));
        assert_eq!(
            ranks(-3).unwrap_err().to_string(),
            "4_3_0_0 has rank -3, which is not between those of a loss and a win, -3 and 3"
        );
    }

    #[test]
    fn stones_in_hand_count_as_stones() {
        let ranks = Ranks::by_stone_difference(["4_3_1_0", "3_4_0_1", "3_3_0_0"].map(subspace));
        assert_eq!(ranks.win(), 3);
        assert_eq!(
            ["4_3_1_0", "3_4_0_1", "3_3_0_0"].map(|name| ranks.of(subspace(name))),
            [Some(2), Some(-2), Some(0)]
        );
        assert_eq!(ranks.of(subspace("4_4_0_0")), None);
    }
}
