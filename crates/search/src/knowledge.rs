//! What is known without searching: the tables, as the search asks them.

use std::collections::HashSet;
use std::sync::OnceLock;

use millwright_index::Subspace;
use millwright_rules::Position;
use millwright_table::{Known, ProbeError, Tablebase};

/// Somebody who knows what some positions are worth.
///
/// **Complexity**: asked at every node, so what is not known must be said quickly.
pub trait Knowledge: Sync {
    /// What is known about a position for the player to move; `None` if nothing is.
    fn probe(&self, position: &Position) -> Option<Known>;
}

/// The tables that a tablebase had when this was made.
///
/// A table that cannot be used is as good as none for the search; [`TableKnowledge::trouble`] tells about it.
#[derive(Debug)]
pub struct TableKnowledge<'a> {
    tablebase: &'a Tablebase,
    there: HashSet<Subspace>,
    trouble: OnceLock<ProbeError>,
}

impl<'a> TableKnowledge<'a> {
    /// All tables that are there, on disk and in memory; `None` if there are none.
    #[must_use]
    pub fn new(tablebase: &'a Tablebase) -> Option<Self> {
        // A directory that cannot be read has no tables to offer.
        let on_disk =
            tablebase.directory().contents().map_or_else(|_| Vec::new(), |contents| contents.tables);
        let mut there: HashSet<Subspace> = on_disk.into_iter().collect();
        if let Some(memory) = tablebase.in_memory() {
            there.extend(all_subspaces().filter(|&subspace| memory.statistics(subspace).is_some()));
        }
        (!there.is_empty()).then(|| Self { tablebase, there, trouble: OnceLock::new() })
    }

    /// The same without some tables, as if they were missing.
    #[must_use]
    pub fn without(mut self, hidden: impl Fn(Subspace) -> bool) -> Self {
        self.there.retain(|&subspace| !hidden(subspace));
        self
    }

    /// The first table that could not be used, if there was one.
    #[must_use]
    pub fn trouble(&self) -> Option<&ProbeError> {
        self.trouble.get()
    }

    /// The same, for whoever has to tell about it.
    #[must_use]
    pub fn into_trouble(self) -> Option<ProbeError> {
        self.trouble.into_inner()
    }
}

impl Knowledge for TableKnowledge<'_> {
    fn probe(&self, position: &Position) -> Option<Known> {
        if !self.there.contains(&Subspace::of(position)) {
            return None;
        }
        match self.tablebase.probe(position) {
            Ok(known) => Some(known),
            Err(error) => {
                if !error.is_unknown() {
                    let _ = self.trouble.set(error);
                }
                None
            }
        }
    }
}

/// Every subspace that any game has.
fn all_subspaces() -> impl Iterator<Item = Subspace> {
    fn sides() -> impl Iterator<Item = (u8, u8)> {
        (3..=12_u8).flat_map(|total| (0..=total).map(move |board| (board, total - board)))
    }
    sides().flat_map(|(mover, mover_hand)| {
        sides()
            .filter_map(move |(other, other_hand)| Subspace::new(mover, other, mover_hand, other_hand).ok())
    })
}
