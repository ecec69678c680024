//! The ranks of a game's subspaces.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Neg;

use millwright_index::{Subspace, UnitGraph};
use thiserror::Error;

use crate::kind::Kind;

/// What it is worth to the player to move that a draw ends in a subspace: larger is better for him, zero is
/// neither good nor bad. Seen by his opponent it has the opposite sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(pub i16);

impl Rank {
    /// Neither good nor bad.
    pub const ZERO: Self = Self(0);
}

impl Neg for Rank {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The rank of every subspace of a game, and that of a win, which is beyond all of them.
///
/// **Invariants**: every rank is strictly between [`Ranks::loss`] and [`Ranks::win`], and `loss = -win`; each
/// subspace is listed once, in ascending order of ranks.
///
/// Two are equal if they give the same ranks, in whatever order they list subspaces of the same rank.
#[derive(Clone, Debug)]
pub struct Ranks {
    win: Rank,
    listed: Vec<(Subspace, Rank)>,
    by_subspace: BTreeMap<Subspace, Rank>,
}

/// Why something is no ranking, or none for a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RankError {
    /// A win must be better than nothing.
    #[error("the rank of a win must be positive, not {win}")]
    Win {
        /// What it is.
        win: Rank,
    },
    /// A subspace has two ranks.
    #[error("subspace {subspace} has a rank already: {first}")]
    Twice {
        /// Which.
        subspace: Subspace,
        /// Its rank.
        first: Rank,
    },
    /// A drawn subspace that is as good as a win, or as bad as a loss.
    #[error("the rank {rank} of subspace {subspace} is not between loss and win, {} and {win}", -*win)]
    Range {
        /// Which.
        subspace: Subspace,
        /// Its rank.
        rank: Rank,
        /// The rank of a win.
        win: Rank,
    },
    /// A subspace of the game has no rank.
    #[error("subspace {subspace} has no rank")]
    Missing {
        /// Which.
        subspace: Subspace,
    },
    /// Play goes back and forth between two subspaces, and they are not each other's opposite.
    #[error(
        "subspace {subspace} has the rank {rank} and its swap {swapped}: where play can stay, they must be opposite"
    )]
    NotOpposite {
        /// Which.
        subspace: Subspace,
        /// Its rank.
        rank: Rank,
        /// The rank of its swap.
        swapped: Rank,
    },
}

impl Ranks {
    /// Ranks from a list.
    ///
    /// # Errors
    /// The invariant that the list breaks.
    pub fn new(win: Rank, list: impl IntoIterator<Item = (Subspace, Rank)>) -> Result<Self, RankError> {
        let mut ranks = Self::empty(win)?;
        for (subspace, rank) in list {
            ranks.insert(subspace, rank)?;
        }
        ranks.sort();
        Ok(ranks)
    }

    /// The stone-difference rule: a subspace is worth the stones that the mover has more than the other, on the
    /// board and in hand, and a win is worth one more than the largest difference.
    #[must_use]
    pub fn by_stones(graph: &UnitGraph) -> Self {
        let difference = |subspace: Subspace| {
            i16::from(subspace.mover + subspace.mover_hand) - i16::from(subspace.other + subspace.other_hand)
        };
        Self::of_rule(graph.subspaces().map(|subspace| (subspace, Rank(difference(subspace)))).collect())
    }

    /// The ranks that a rule gives: each subspace once, and the win one beyond the largest.
    pub(crate) fn of_rule(list: Vec<(Subspace, Rank)>) -> Self {
        let most = list.iter().map(|(_, rank)| rank.0.abs()).max().unwrap_or(0);
        Self::new(Rank(most + 1), list).expect("a rule ranks each subspace once, and the win is beyond all")
    }

    /// No ranks yet. [`Ranks::sort`] must come last.
    pub(crate) fn empty(win: Rank) -> Result<Self, RankError> {
        if win <= Rank::ZERO {
            return Err(RankError::Win { win });
        }
        Ok(Self { win, listed: Vec::new(), by_subspace: BTreeMap::new() })
    }

    /// Adds a subspace.
    pub(crate) fn insert(&mut self, subspace: Subspace, rank: Rank) -> Result<(), RankError> {
        if rank <= self.loss() || rank >= self.win {
            return Err(RankError::Range { subspace, rank, win: self.win });
        }
        if let Some(&first) = self.by_subspace.get(&subspace) {
            return Err(RankError::Twice { subspace, first });
        }
        self.by_subspace.insert(subspace, rank);
        self.listed.push((subspace, rank));
        Ok(())
    }

    /// Brings the list into ascending order; subspaces of the same rank keep theirs.
    pub(crate) fn sort(&mut self) {
        self.listed.sort_by_key(|&(_, rank)| rank);
    }

    /// The rank of a subspace, for the player to move there; `None` if it has none.
    #[must_use]
    pub fn of(&self, subspace: Subspace) -> Option<Rank> {
        self.by_subspace.get(&subspace).copied()
    }

    /// What a win is worth.
    #[must_use]
    pub fn win(&self) -> Rank {
        self.win
    }

    /// What a loss is worth.
    #[must_use]
    pub fn loss(&self) -> Rank {
        -self.win
    }

    /// How many subspaces have a rank.
    #[must_use]
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    /// Whether none has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// All subspaces with their ranks, worst first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Subspace, Rank)> + ExactSizeIterator {
        self.listed.iter().copied()
    }

    /// Checks that a game can be solved with them: every subspace has a rank, and where play can stay, a
    /// subspace and its swap are opposite. Ranks of other subspaces do no harm.
    ///
    /// # Errors
    /// The first subspace that is not as it should be.
    pub fn check(&self, graph: &UnitGraph) -> Result<(), RankError> {
        let rank_of = |subspace| self.of(subspace).ok_or(RankError::Missing { subspace });
        for subspace in graph.subspaces() {
            let rank = rank_of(subspace)?;
            if Kind::of(subspace, graph.rules()) != Kind::Transient {
                let swapped = rank_of(subspace.swapped())?;
                if swapped != -rank {
                    return Err(RankError::NotOpposite { subspace, rank, swapped });
                }
            }
        }
        Ok(())
    }
}

impl PartialEq for Ranks {
    fn eq(&self, other: &Self) -> bool {
        self.win == other.win && self.by_subspace == other.by_subspace
    }
}

impl Eq for Ranks {}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Game;

    fn subspace(text: &str) -> Subspace {
        text.parse().unwrap()
    }

    #[test]
    fn stone_differences_are_the_ranks_of_every_game_and_fit_it() {
        for game in Game::ALL {
            let graph = UnitGraph::complete(&game.rules());
            let ranks = Ranks::by_stones(&graph);
            assert_eq!(ranks.check(&graph), Ok(()), "{game}");
            assert_eq!(ranks.len(), graph.subspaces().count());
            assert_eq!(ranks.win(), Rank(i16::from(game.rules().stones.white.get()) - 2));
        }
    }

    #[test]
    fn ranks_at_or_beyond_win_and_loss_are_refused() {
        let list = |rank| [(subspace("4_3_0_0"), Rank(rank))];
        assert!(Ranks::new(Rank(3), list(2)).is_ok());
        assert!(Ranks::new(Rank(3), list(-2)).is_ok());
        for rank in [3, -3, 4, i16::MAX, i16::MIN] {
            assert_eq!(
                Ranks::new(Rank(3), list(rank)).unwrap_err(),
                RankError::Range { subspace: subspace("4_3_0_0"), rank: Rank(rank), win: Rank(3) }
            );
        }
        for win in [0, -3, i16::MIN] {
            assert_eq!(Ranks::new(Rank(win), []).unwrap_err(), RankError::Win { win: Rank(win) });
        }
    }

    #[test]
    fn a_subspace_has_one_rank_and_its_swap_the_opposite_where_play_can_stay() {
        let (ahead, behind, even) = (subspace("4_3_0_0"), subspace("3_4_0_0"), subspace("3_3_0_0"));
        let twice = Ranks::new(Rank(9), [(ahead, Rank(1)), (ahead, Rank(2))]);
        assert_eq!(twice.unwrap_err(), RankError::Twice { subspace: ahead, first: Rank(1) });

        let graph = UnitGraph::closure(&Game::Standard.rules(), [ahead]);
        let check =
            |list: &[(Subspace, Rank)]| Ranks::new(Rank(9), list.iter().copied()).unwrap().check(&graph);
        assert_eq!(check(&[(ahead, Rank(1)), (behind, Rank(-1)), (even, Rank(0))]), Ok(()));
        assert_eq!(
            check(&[(ahead, Rank(1)), (behind, Rank(-2)), (even, Rank(0))]),
            Err(RankError::NotOpposite { subspace: behind, rank: Rank(-2), swapped: Rank(1) })
        );
        assert_eq!(
            check(&[(ahead, Rank(1)), (behind, Rank(-1)), (even, Rank(5))]),
            Err(RankError::NotOpposite { subspace: even, rank: Rank(5), swapped: Rank(5) })
        );
        assert_eq!(check(&[(ahead, Rank(1)), (even, Rank(0))]), Err(RankError::Missing { subspace: behind }));
    }
}
