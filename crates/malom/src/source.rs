//! Where the values of an exported file come from.

use std::collections::BTreeMap;

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Gain, Rank, RankError, Ranks};
use millwright_rules::Value;
use millwright_table::{NARROW_DRAW, Table, TableDirectory, TableError, WIDE_DRAW, Width};

use crate::layout::Layout;
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

    /// The value of the ultra-strong solution, for ranks whose win is `win` and a subspace of rank `here`: of a
    /// win or a loss, or of a draw that is worth `draw`.
    #[must_use]
    pub fn ultra(value: Value, draw: impl FnOnce() -> DrawValue, here: Rank, win: Rank) -> Self {
        let relative = |rank: Rank| i32::from(rank.0) - i32::from(here.0);
        match value {
            Value::Win(plies) => Self::Decided { relative: relative(win), depth: i32::from(plies) },
            Value::Loss(plies) => Self::Decided { relative: relative(-win), depth: i32::from(plies) },
            Value::Draw => match draw().gain(here) {
                Gain { rank: 0, .. } => Self::Inside,
                Gain { rank, depth } => Self::Decided { relative: rank, depth },
            },
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
    pub const fn layout(&self, variant: Variant) -> Layout {
        match self {
            Self::Strong => Layout::Strong,
            Self::Ranked(_) => Layout::ranked(variant),
            Self::StoneDifference(_) => Layout::StoneDifference,
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

/// Tables of the strong solution, held in memory.
#[derive(Debug, Default)]
pub struct StrongPlanes {
    planes: BTreeMap<Subspace, Plane>,
}

#[derive(Debug)]
enum Plane {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

/// A value that was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("slot {} of subspace {subspace} was needed, but its table was not loaded", slot.0)]
pub struct NotLoaded {
    /// Whose.
    pub subspace: Subspace,
    /// Which slot.
    pub slot: Slot,
}

impl StrongPlanes {
    /// Loads the tables of some subspaces.
    ///
    /// **Memory**: a byte a slot, two where values are deeper than a byte holds.
    ///
    /// # Errors
    /// If a table is missing, damaged or foreign.
    pub fn load(
        directory: &TableDirectory,
        subspaces: impl IntoIterator<Item = Subspace>,
    ) -> Result<Self, TableError> {
        let mut loaded = Self::default();
        for subspace in subspaces {
            let plane = Plane::load(&directory.open(subspace)?)?;
            loaded.planes.insert(subspace, plane);
        }
        Ok(loaded)
    }

    /// Bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = |plane: &Plane| match plane {
            Plane::Narrow(codes) => codes.len(),
            Plane::Wide(codes) => 2 * codes.len(),
        };
        self.planes.values().map(bytes).sum()
    }
}

impl Plane {
    fn load(table: &Table) -> Result<Self, TableError> {
        let slots = usize::try_from(table.slots()).expect("no table has more slots than memory has bytes");
        match table.width() {
            Width::Narrow => {
                let mut codes = vec![0; slots];
                table.load_narrow(&mut codes).map(|()| Self::Narrow(codes))
            }
            Width::Wide => {
                let mut codes = vec![0; slots];
                table.load_wide(&mut codes).map(|()| Self::Wide(codes))
            }
        }
    }

    fn value(&self, slot: Slot) -> Option<Value> {
        let place = usize::try_from(slot.0).ok()?;
        Some(match self {
            Self::Narrow(codes) => match *codes.get(place)? {
                NARROW_DRAW => Value::Draw,
                plies => Value::decided(u16::from(plies)),
            },
            Self::Wide(codes) => match *codes.get(place)? {
                WIDE_DRAW => Value::Draw,
                plies => Value::decided(plies),
            },
        })
    }
}

impl Source for StrongPlanes {
    type Error = NotLoaded;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NotLoaded> {
        let value = self.planes.get(&subspace).and_then(|plane| plane.value(slot));
        value.map(UltraValue::strong).ok_or(NotLoaded { subspace, slot })
    }
}
