//! What is said about a position or a move, and where it comes from.

use millwright_index::Subspace;
use millwright_rules::Position;
use millwright_table::{Known, Tablebase};

/// Where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A table on disk, or the rules where the game is over.
    Table,
    /// A small game that was solved in memory.
    Memory,
    /// A search whose branches all end where something is known: as good as a table.
    Search,
    /// A search that ends in estimates. No value.
    Estimate,
}

impl Source {
    /// All, the surest first.
    pub const ALL: [Self; 4] = [Self::Table, Self::Memory, Self::Search, Self::Estimate];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Memory => "memory",
            Self::Search => "search",
            Self::Estimate => "estimate",
        }
    }
}

/// What a position is worth to the player to move, or a move to the player who makes it.
///
/// An estimate is a variant of its own: nobody takes it for what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Proven.
    Known {
        /// What.
        known: Known,
        /// By what: never [`Source::Estimate`].
        source: Source,
    },
    /// Looks like so many hundredths of a stone more, or fewer.
    Estimate(i32),
    /// Nothing can be said.
    Unknown,
}

impl Worth {
    /// What `tablebase` has said about a position.
    #[must_use]
    pub fn of_probe(known: Option<Known>, position: &Position, tablebase: &Tablebase) -> Self {
        match known {
            None => Self::Unknown,
            Some(known) => Self::Known { known, source: source_of(position, tablebase) },
        }
    }

    /// Proven by a search.
    #[must_use]
    pub const fn searched(known: Known) -> Self {
        Self::Known { known, source: Source::Search }
    }

    /// What is proven; `None` if nothing is.
    #[must_use]
    pub const fn known(self) -> Option<Known> {
        match self {
            Self::Known { known, .. } => Some(known),
            Self::Estimate(_) | Self::Unknown => None,
        }
    }

    /// The estimate, in hundredths of a stone, if it is no more than that.
    #[must_use]
    pub const fn estimate(self) -> Option<i32> {
        match self {
            Self::Estimate(hundredths) => Some(hundredths),
            Self::Known { .. } | Self::Unknown => None,
        }
    }

    /// Where it comes from; `None` if nothing can be said.
    #[must_use]
    pub const fn source(self) -> Option<Source> {
        match self {
            Self::Known { source, .. } => Some(source),
            Self::Estimate(_) => Some(Source::Estimate),
            Self::Unknown => None,
        }
    }
}

/// Where a tablebase has what it knows about a position from.
fn source_of(position: &Position, tablebase: &Tablebase) -> Source {
    let is_over = position.over(tablebase.rules()).is_some();
    if !is_over && tablebase.asks_memory(Subspace::of(position)) { Source::Memory } else { Source::Table }
}
