//! Where the values of an exported file come from.

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Gain, Rank, RankError, Ranks};
use millwright_rules::Value;

use crate::sector_format::SectorFormat;
use crate::variant::Variant;

/// What a position is worth to the player to move, beside the rank of its own subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UltraValue {
    /// Best play ends the game or the stay in this unit, where the rank is another.
    Decided {
        /// That rank less the rank of the position's subspace; never 0.
        relative: i32,
        /// Plies to the end of a won or lost game; for a draw, plies in worse subspaces less those in better ones.
        depth: i32,
    },
    /// Best play keeps the rank of the position's subspace.
    Inside,
}

impl UltraValue {
    /// The value of the strong solution: all ranks are 0, a win is worth 1.
    #[must_use]
    pub fn strong(value: Value) -> Self {
        match value {
            Value::Draw => Self::Inside,
            Value::Win(plies) => Self::Decided { relative: 1, depth: i32::from(plies) },
            Value::Loss(plies) => Self::Decided { relative: -1, depth: i32::from(plies) },
        }
    }

    /// A win or a loss of this rank in so many plies, in a subspace of rank `here`.
    #[must_use]
    pub fn decided(rank: Rank, plies: u16, here: Rank) -> Self {
        Self::Decided { relative: i32::from(rank.0) - i32::from(here.0), depth: i32::from(plies) }
    }

    /// A draw in a subspace of rank `here`.
    #[must_use]
    pub fn drawn(draw: DrawValue, here: Rank) -> Self {
        match draw.gain(here) {
            Gain { rank: 0, .. } => Self::Inside,
            Gain { rank, depth } => Self::Decided { relative: rank, depth },
        }
    }

    /// Its rank less that of its subspace.
    #[must_use]
    pub const fn relative(self) -> i32 {
        match self {
            Self::Decided { relative, .. } => relative,
            Self::Inside => 0,
        }
    }
}

/// Values by slot of our own tables. Threads share it.
pub trait Source: Sync {
    /// Why there is no value.
    type Error: std::error::Error + Send;

    /// The value of the position that stands for its orbit in this slot.
    ///
    /// # Errors
    /// If there is none, or it cannot be had.
    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, Self::Error>;
}

/// Which solution a file holds.
#[derive(Clone, Copy, Debug)]
pub enum Solution<'a> {
    /// Wins, draws and losses: `.sec`.
    Strong,
    /// Draws told apart by these ranks: `.sec2`.
    Ranked(&'a Ranks),
    /// Draws told apart by stone differences: `.sec2` of the other kind.
    StoneDifference(&'a Ranks),
}

impl Solution<'_> {
    /// How the entries are stored.
    #[must_use]
    pub const fn format(&self, variant: Variant) -> SectorFormat {
        match self {
            Self::Strong => SectorFormat::Strong,
            Self::Ranked(_) => SectorFormat::ranked(variant),
            Self::StoneDifference(_) => SectorFormat::StoneDifference,
        }
    }

    /// The rank of a win.
    #[must_use]
    pub fn win(&self) -> Rank {
        match self {
            Self::Strong => Rank(1),
            Self::Ranked(ranks) | Self::StoneDifference(ranks) => ranks.win(),
        }
    }

    /// The rank of a subspace.
    ///
    /// # Errors
    /// If it has none.
    pub fn rank_of(&self, subspace: Subspace) -> Result<Rank, RankError> {
        match self {
            Self::Strong => Ok(Rank::ZERO),
            Self::Ranked(ranks) | Self::StoneDifference(ranks) => {
                ranks.of(subspace).ok_or(RankError::Missing { subspace })
            }
        }
    }
}
