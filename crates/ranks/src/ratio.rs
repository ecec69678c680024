//! The win/draw/loss-ratio rule: a subspace is as good as the share of its positions that are won.

use std::cmp::Ordering;

use millwright_index::{Subspace, UnitGraph};
use thiserror::Error;

use crate::kind::Kind;
use crate::ranks::{Rank, Ranks};

/// How many positions of a subspace are won, drawn and lost for the player to move, up to symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// Won.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
}

impl OutcomeCounts {
    fn seen_by_opponent(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }

    fn and(self, more: Self) -> Self {
        Self { win: self.win + more.win, draw: self.draw + more.draw, loss: self.loss + more.loss }
    }

    /// The share of wins, a draw counting half, less one half: from -0.5 for all lost to 0.5 for all won.
    ///
    /// The order of operations matters: ranks break ties, and rounding decides what is a tie.
    #[expect(clippy::cast_precision_loss, reason = "all games together have fewer than 2^53 positions")]
    fn advantage(self) -> f64 {
        (self.win as f64 + self.draw as f64 / 2.0) / (self.win + self.draw + self.loss) as f64 - 0.5
    }
}

/// Why the outcomes give no ranks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RatioError {
    /// Nothing is known about a subspace.
    #[error("there are no counts for subspace {subspace}")]
    Missing {
        /// Which.
        subspace: Subspace,
    },
    /// A subspace is said to have no positions.
    #[error("subspace {subspace} is said to have no positions")]
    Empty {
        /// Which.
        subspace: Subspace,
    },
    /// The order is not symmetric: a subspace stands where the swap of another should be.
    #[error("subspaces {below} and {above} are equally far from the middle, but are not each other's swap")]
    NotMirrored {
        /// The worse one.
        below: Subspace,
        /// The better one.
        above: Subspace,
    },
}

/// A subspace on its way to a rank.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    subspace: Subspace,
    kind: Kind,
    advantage: f64,
}

impl Candidate {
    fn is_its_own_swap(&self) -> bool {
        self.subspace == self.subspace.swapped()
    }

    fn is_paired(&self) -> bool {
        self.kind == Kind::Paired
    }

    /// Among equals: first those that come before their swap, then those where play stays and nobody is
    /// ahead, then the rest.
    fn side(&self) -> Ordering {
        if self.kind == Kind::Even {
            Ordering::Equal
        } else if self.subspace < self.subspace.swapped() {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// Worse before better; equals so that swaps stand opposite to each other.
    fn order(&self, other: &Self) -> Ordering {
        let by_name = || match self.side() {
            Ordering::Greater => other.subspace.swapped().cmp(&self.subspace.swapped()),
            _ => self.subspace.cmp(&other.subspace),
        };
        self.advantage
            .total_cmp(&other.advantage)
            .then_with(|| self.side().cmp(&other.side()))
            .then_with(by_name)
    }
}

impl Ranks {
    /// The win/draw/loss-ratio rule of Gevay and Danner, section IV, as Malom has it.
    ///
    /// Subspaces are put in the order of their share of won positions, draws counting half; where play can stay,
    /// a subspace and its swap are counted together, each position for the same player. The middle of this
    /// order is halfway between the two paired subspaces next to the first one that is its own swap. From
    /// there outwards they are numbered 1, 2, ... on both sides at once, so that swaps get opposite ranks;
    /// where only one side has a paired subspace, the other side goes on alone. Where play stays and neither
    /// is ahead, the rank is 0.
    ///
    /// `counts` must know every subspace of the graph, and for those where play can stay their swaps; they
    /// are counts of the strong solution.
    ///
    /// # Errors
    /// If counts are missing or are those of no game.
    pub fn by_ratio(
        graph: &UnitGraph,
        counts: impl Fn(Subspace) -> Option<OutcomeCounts>,
    ) -> Result<Self, RatioError> {
        let order = candidates(graph, counts)?;
        let outwards = number_outwards(&order)?;
        let rank = |candidate: &Candidate, outwards| {
            let rank = if candidate.kind == Kind::Even { 0 } else { outwards };
            (candidate.subspace, Rank(rank))
        };
        let list = order.iter().zip(outwards).map(|(candidate, outwards)| rank(candidate, outwards));
        Ok(Self::of_rule(list.collect()))
    }
}

/// The subspaces of a graph, worst first.
fn candidates(
    graph: &UnitGraph,
    counts: impl Fn(Subspace) -> Option<OutcomeCounts>,
) -> Result<Vec<Candidate>, RatioError> {
    let counts_of = |subspace| match counts(subspace) {
        None => Err(RatioError::Missing { subspace }),
        Some(OutcomeCounts { win: 0, draw: 0, loss: 0 }) => Err(RatioError::Empty { subspace }),
        Some(counts) => Ok(counts),
    };
    let candidate = |subspace: Subspace| {
        let kind = Kind::of(subspace, graph.rules());
        let own = counts_of(subspace)?;
        let all = match kind {
            Kind::Transient => own,
            Kind::Even | Kind::Paired => own.and(counts_of(subspace.swapped())?.seen_by_opponent()),
        };
        Ok(Candidate { subspace, kind, advantage: all.advantage() })
    };
    let mut order = graph.subspaces().map(candidate).collect::<Result<Vec<_>, _>>()?;
    order.sort_by(Candidate::order);
    Ok(order)
}

/// The number of each place, counted from the middle: negative before it, positive behind it.
fn number_outwards(order: &[Candidate]) -> Result<Vec<i16>, RatioError> {
    let mut numbers = vec![0; order.len()];
    let (below, above) = middle(order);
    let (mut before, mut behind) = ((0..above).rev().peekable(), (below + 1..order.len()).peekable());
    for number in 1.. {
        let (before_goes, behind_goes) = match (before.peek(), behind.peek()) {
            (None, None) => break,
            (Some(&left), Some(&right)) => {
                let (left, right) = (&order[left], &order[right]);
                if left.is_paired() && right.is_paired() && left.subspace != right.subspace.swapped() {
                    return Err(RatioError::NotMirrored { below: left.subspace, above: right.subspace });
                }
                // A paired one waits for its swap on the other side.
                (right.is_paired() || !left.is_paired(), left.is_paired() || !right.is_paired())
            }
            _ => (true, true),
        };
        if before_goes && let Some(place) = before.next() {
            numbers[place] = -number;
        }
        if behind_goes && let Some(place) = behind.next() {
            numbers[place] = number;
        }
    }
    Ok(numbers)
}

/// The two places next to the middle, the same twice if there is one in the middle.
fn middle(order: &[Candidate]) -> (usize, usize) {
    let own_swap = order.iter().position(Candidate::is_its_own_swap).unwrap_or(order.len() / 2);
    let before = order[..own_swap].iter().rposition(Candidate::is_paired);
    let behind = order[own_swap..].iter().position(Candidate::is_paired).map(|place| own_swap + place);
    // Tiny games have no paired subspaces: then the middle is the one that is its own swap.
    let sum = before.unwrap_or(own_swap) + behind.unwrap_or(own_swap);
    (sum / 2, sum.div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::{Game, StoneCount};

    fn graph() -> UnitGraph {
        let four = StoneCount::new(4).unwrap();
        UnitGraph::movement(&Game::Standard.rules().with_stones(four, four))
    }

    fn counts(win: u64, draw: u64, loss: u64) -> OutcomeCounts {
        OutcomeCounts { win, draw, loss }
    }

    #[test]
    fn a_subspace_and_its_swap_are_counted_together_and_get_opposite_ranks() {
        // The mover wins more often than not in both; with four against three he wins more often.
        let of = |subspace: Subspace| {
            Some(if subspace.mover > subspace.other { counts(80, 10, 10) } else { counts(60, 20, 20) })
        };
        let ranks = Ranks::by_ratio(&graph(), of).unwrap();
        let rank = |text: &str| ranks.of(text.parse().unwrap()).unwrap();
        // The even ones take up 1 and -1 before they are set to 0: ranks have holes.
        assert_eq!((rank("4_3_0_0"), rank("3_4_0_0")), (Rank(2), Rank(-2)));
        assert_eq!((rank("4_4_0_0"), rank("3_3_0_0")), (Rank(0), Rank(0)));
    }

    #[test]
    fn counts_that_are_missing_or_zero_have_their_own_errors() {
        let missing = "3_4_0_0".parse().unwrap();
        let without = |subspace| (subspace != missing).then_some(counts(1, 1, 1));
        assert_eq!(Ranks::by_ratio(&graph(), without), Err(RatioError::Missing { subspace: missing }));
        let zero = |subspace| Some(if subspace == missing { counts(0, 0, 0) } else { counts(1, 1, 1) });
        assert_eq!(Ranks::by_ratio(&graph(), zero), Err(RatioError::Empty { subspace: missing }));
    }

    #[test]
    fn games_too_small_to_have_paired_subspaces_are_ranked_around_the_one_that_stays() {
        let three = StoneCount::MIN;
        let graph = UnitGraph::complete(&Game::Standard.rules().with_stones(three, three));
        let ranks = Ranks::by_ratio(&graph, |_| Some(counts(5, 1, 2))).unwrap();
        assert_eq!(ranks.check(&graph), Ok(()));
        assert_eq!(ranks.of("3_3_0_0".parse().unwrap()), Some(Rank::ZERO));
    }
}
