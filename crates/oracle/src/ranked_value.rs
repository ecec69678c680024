//! Values that tell draws apart by where best play ends.

use std::cmp::{Ordering, Reverse};
use std::fmt;

use crate::outcome::Outcome;

/// What a position is worth in the ultra-strong solution, to the player to move and as seen from the subspace
/// of the position (Gevay and Danner, section IV-B).
///
/// The better is the greater: a higher rank; at equal ranks above 0 the smaller depth, at equal ranks below 0
/// the greater.
///
/// **Invariant** With rank 0 the depth is 0: best play ends in a subspace of the same rank, and how long it
/// takes is not counted.
///
/// ```
/// use millwright_oracle::RankedValue;
/// assert!(RankedValue::new(2, 5) > RankedValue::new(2, 7) && RankedValue::new(2, 7) > RankedValue::STABLE);
/// assert!(RankedValue::STABLE > RankedValue::new(-2, 7) && RankedValue::new(-2, 7) > RankedValue::new(-2, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankedValue {
    rank: i32,
    depth: i32,
}

impl RankedValue {
    /// Best play ends where it begins, or in another subspace of the same rank.
    pub const STABLE: Self = Self { rank: 0, depth: 0 };

    /// A value; at rank 0 the depth does not matter.
    #[must_use]
    pub const fn new(rank: i32, depth: i32) -> Self {
        if rank == 0 { Self::STABLE } else { Self { rank, depth } }
    }

    /// How much better than this subspace is the one in which best play ends.
    #[must_use]
    pub const fn rank(self) -> i32 {
        self.rank
    }

    /// Plies spent in worse subspaces than that, less those spent in better ones; the other way round if the
    /// rank is below 0. For wins and losses this is plies to the end.
    #[must_use]
    pub const fn depth(self) -> i32 {
        self.depth
    }

    /// The same value seen from a subspace whose rank is lower by so much.
    ///
    /// Where better becomes worse, plies that were counted up are counted down.
    pub(crate) const fn raised(self, by: i32) -> Self {
        let rank = self.rank + by;
        let depth = match self.rank.signum() * rank.signum() {
            1 => self.depth,
            -1 => -self.depth,
            _ => 0,
        };
        Self::new(rank, depth)
    }
}

impl Ord for RankedValue {
    fn cmp(&self, than: &Self) -> Ordering {
        let worth = |value: &Self| (value.rank, -value.rank.signum() * value.depth);
        worth(self).cmp(&worth(than))
    }
}

impl PartialOrd for RankedValue {
    fn partial_cmp(&self, than: &Self) -> Option<Ordering> {
        Some(self.cmp(than))
    }
}

/// `+3 in 5`, `-12 in -2`, `0`.
impl fmt::Display for RankedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::STABLE => f.pad("0"),
            Self { rank, depth } => f.pad(&format!("{rank:+} in {depth}")),
        }
    }
}

impl Outcome for RankedValue {
    const DRAW: Self = Self::STABLE;

    /// The ranks farthest from 0 are settled first, each from the least depth up. The sign is there to keep
    /// apart what is settled side by side.
    type Step = (Reverse<u32>, i32, i32);

    fn step(self) -> Self::Step {
        (Reverse(self.rank.unsigned_abs()), self.depth, self.rank.signum())
    }

    fn seen_from_parent(self) -> Self {
        Self::new(-self.rank, self.depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_changes_its_sign_with_the_rank_and_is_lost_at_zero() {
        assert_eq!(RankedValue::new(3, 5).raised(2), RankedValue::new(5, 5));
        assert_eq!(RankedValue::new(3, 5).raised(-4), RankedValue::new(-1, -5));
        assert_eq!(RankedValue::new(-3, 5).raised(4), RankedValue::new(1, -5));
        assert_eq!(RankedValue::new(3, 5).raised(-3), RankedValue::STABLE);
        assert_eq!(RankedValue::STABLE.raised(-3), RankedValue::new(-3, 0));
    }

    #[test]
    fn a_parent_comes_one_ply_later_at_the_same_distance_from_zero() {
        for rank in [-2, 2] {
            for depth in -3..3 {
                let child = RankedValue::new(rank, depth);
                let parent = child.seen_from_parent();
                assert_eq!(parent, RankedValue::new(-rank, depth + 1));
                assert!(parent.step() > child.step());
            }
        }
        assert_eq!(RankedValue::STABLE.seen_from_parent(), RankedValue::STABLE);
    }

    #[test]
    fn values_are_written_with_the_sign_of_the_rank() {
        let texts = [RankedValue::new(3, 5), RankedValue::new(-12, -2), RankedValue::STABLE];
        assert_eq!(texts.map(|value| value.to_string()), ["+3 in 5", "-12 in -2", "0"]);
    }
}
