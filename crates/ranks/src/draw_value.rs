//! What a draw is worth: the rank of where it ends, and how long it takes to get there.

use std::cmp::Ordering;

use crate::ranks::Rank;

/// What a drawn position is worth to the player to move.
///
/// With best play for both, measured by ranks, it ends in a subspace of rank `rank`, seen by the player to move now.
/// `depth` is Gevay and Danner's generalised depth in plies: the player who gains by it hurries, the other delays, and
/// plies spent where it is the other way round count against it, so that it can be negative. A position whose rank is
/// that of its own subspace has depth 0: there is nothing to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DrawValue {
    /// Seen by the player to move.
    pub rank: Rank,
    /// Generalised depth in plies.
    pub depth: i16,
}

/// What a draw is worth compared with staying where one is: positive is better.
///
/// Ordered as a player would: more is better; a gain the sooner, a setback the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gain {
    /// The rank less that of the subspace that the player moves in.
    pub rank: i32,
    /// Generalised depth in plies; 0 where nothing is gained or lost.
    pub depth: i32,
}

impl Gain {
    /// Staying where one is.
    pub const NONE: Self = Self { rank: 0, depth: 0 };
}

impl Ord for Gain {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_depth = match self.rank.cmp(&0) {
            Ordering::Greater => other.depth.cmp(&self.depth),
            Ordering::Less => self.depth.cmp(&other.depth),
            Ordering::Equal => Ordering::Equal,
        };
        self.rank.cmp(&other.rank).then(by_depth)
    }
}

impl PartialOrd for Gain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl DrawValue {
    /// A draw that stays in a subspace of this rank.
    #[must_use]
    pub const fn staying(rank: Rank) -> Self {
        Self { rank, depth: 0 }
    }

    /// The draw that a gain leads to, in a subspace of rank `here`.
    ///
    /// # Panics
    /// If rank or depth are beyond 16 bits, which no game comes near.
    #[must_use]
    pub fn of_gain(gain: Gain, here: Rank) -> Self {
        let rank = i16::try_from(gain.rank + i32::from(here.0)).expect("ranks are between loss and win");
        Self { rank: Rank(rank), depth: i16::try_from(gain.depth).expect("no draw takes so long") }
    }

    /// What is gained by it in a subspace of rank `here`.
    #[must_use]
    pub fn gain(self, here: Rank) -> Gain {
        Gain { rank: i32::from(self.rank.0) - i32::from(here.0), depth: self.depth.into() }
    }

    /// What it is worth to the opponent in his own subspace of rank `there`, if the position, in a subspace of rank
    /// `here`, counted as one of his: a gain of his is a setback here. The depth changes sides with what is gained.
    #[must_use]
    pub fn corrected(self, here: Rank, there: Rank) -> Gain {
        let before = self.gain(here);
        let rank = i32::from(self.rank.0) + i32::from(there.0);
        let depth = match before.rank.signum() * rank.signum() {
            1 => before.depth,
            -1 => -before.depth,
            _ => 0,
        };
        Gain { rank, depth }
    }

    /// What moving into the position, which is in a subspace of rank `here`, is worth in a subspace of rank `parent`.
    #[must_use]
    pub fn seen_from_parent(self, here: Rank, parent: Rank) -> Gain {
        self.corrected(here, parent).seen_from_parent()
    }
}

impl Gain {
    /// What moving into a position of this gain is worth in a subspace of the opposite rank.
    #[must_use]
    pub const fn seen_from_parent(self) -> Self {
        if self.rank == 0 { Self::NONE } else { Self { rank: -self.rank, depth: self.depth + 1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gain(rank: i32, depth: i32) -> Gain {
        Gain { rank, depth }
    }

    #[test]
    fn gains_are_hurried_and_setbacks_delayed() {
        let sorted =
            [gain(-2, 1), gain(-1, -3), gain(-1, 4), Gain::NONE, gain(1, 9), gain(1, -2), gain(2, 30)];
        assert!(sorted.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn the_depth_changes_sides_with_what_is_gained() {
        // A draw of rank 5 in a subspace of rank 2 is a gain of 3 there. For the opponent at home at rank -2 it is a
        // setback of 3, a ply later.
        let draw = DrawValue { rank: Rank(5), depth: 4 };
        assert_eq!(draw.gain(Rank(2)), gain(3, 4));
        assert_eq!(draw.seen_from_parent(Rank(2), Rank(-2)), gain(-3, 5));
        // At home at rank -7 it is better for the opponent than staying: now he is the one who hurries.
        assert_eq!(draw.corrected(Rank(2), Rank(-7)), gain(-2, -4));
        assert_eq!(draw.seen_from_parent(Rank(2), Rank(-7)), gain(2, -3));
        // At home at rank -5 it is neither.
        assert_eq!(draw.seen_from_parent(Rank(2), Rank(-5)), Gain::NONE);
        // A draw that stays where it is has no depth, wherever it is looked at from.
        assert_eq!(DrawValue::staying(Rank(2)).seen_from_parent(Rank(2), Rank(1)), gain(-3, 1));
        assert_eq!(DrawValue::of_gain(gain(3, 4), Rank(2)), draw);
    }
}
