//! Values held in memory, to be exported.

use std::collections::BTreeMap;

use millwright_index::{Slot, Subspace};
use millwright_ranks::Ranks;
use millwright_rules::Value;
use millwright_table::{PlaneValues, Strong, TableDirectory, TableError, Ultra};
use thiserror::Error;

use crate::source::{Source, UltraValue};

/// Why planes in memory have no value for a slot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoValue {
    /// The table of the subspace was not loaded, or has no such slot.
    #[error("slot {} of subspace {subspace} was needed, but its table was not loaded", slot.0)]
    NotLoaded {
        /// Whose.
        subspace: Subspace,
        /// Which slot.
        slot: Slot,
    },
    /// The strong solution calls it drawn, and nothing says what the draw is worth.
    #[error("slot {} of subspace {subspace} is drawn, but it is not known how much that is worth", slot.0)]
    DrawWithoutRank {
        /// Whose.
        subspace: Subspace,
        /// Which slot.
        slot: Slot,
    },
}

/// Tables of the strong solution.
#[derive(Debug, Default)]
pub struct StrongPlanes {
    planes: BTreeMap<Subspace, PlaneValues<Strong>>,
}

impl StrongPlanes {
    /// Loads the tables of some subspaces.
    ///
    /// **Memory**: a byte a slot, two where values are deeper than a byte holds.
    ///
    /// # Errors
    /// If a table is missing, damaged or foreign, or does not hold plies.
    pub fn load(
        directory: &TableDirectory,
        subspaces: impl IntoIterator<Item = Subspace>,
    ) -> Result<Self, TableError> {
        let mut loaded = Self::default();
        for subspace in subspaces {
            loaded.insert(subspace, directory.open(subspace)?.plies()?.read()?);
        }
        Ok(loaded)
    }

    /// Adds a plane of plies.
    pub fn insert(&mut self, subspace: Subspace, plane: PlaneValues<Strong>) {
        self.planes.insert(subspace, plane);
    }

    fn find(&self, subspace: Subspace, slot: Slot) -> Result<Value, NoValue> {
        let value = self.planes.get(&subspace).and_then(|plane| plane.value(slot));
        value.ok_or(NoValue::NotLoaded { subspace, slot })
    }
}

impl Source for StrongPlanes {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        self.find(subspace, slot).map(UltraValue::strong)
    }
}

/// Tables of the ultra-strong solution: the strong one, and what every draw in it is worth.
#[derive(Debug)]
pub struct UltraPlanes<'a> {
    ranks: &'a Ranks,
    strong: StrongPlanes,
    draws: BTreeMap<Subspace, PlaneValues<Ultra>>,
}

impl<'a> UltraPlanes<'a> {
    /// The strong solution, and the ranks by which draws are told apart. The draws are still to come.
    #[must_use]
    pub fn new(ranks: &'a Ranks, strong: StrongPlanes) -> Self {
        Self { ranks, strong, draws: BTreeMap::new() }
    }

    /// Loads the tables of some subspaces, strong and ultra-strong.
    ///
    /// **Memory**: three bytes a slot, four where values are deeper than a byte holds.
    ///
    /// # Errors
    /// If a table is missing, damaged or foreign, or was made with other ranks.
    pub fn load(
        directory: &TableDirectory,
        ranks: &'a Ranks,
        subspaces: &[Subspace],
    ) -> Result<Self, TableError> {
        let mut loaded = Self::new(ranks, StrongPlanes::load(directory, subspaces.iter().copied())?);
        for &subspace in subspaces {
            loaded.insert(subspace, directory.ultra(ranks).open(subspace)?.read()?);
        }
        Ok(loaded)
    }

    /// Adds the draws of a subspace.
    pub fn insert(&mut self, subspace: Subspace, draws: PlaneValues<Ultra>) {
        self.draws.insert(subspace, draws);
    }
}

impl Source for UltraPlanes<'_> {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        let here = self.ranks.of(subspace).ok_or(NoValue::NotLoaded { subspace, slot })?;
        match self.strong.find(subspace, slot)? {
            Value::Draw => match self.draws.get(&subspace).and_then(|draws| draws.draw(slot)) {
                Some(draw) => Ok(UltraValue::drawn(draw, here)),
                None => Err(NoValue::DrawWithoutRank { subspace, slot }),
            },
            Value::Win(plies) => Ok(UltraValue::decided(self.ranks.win(), plies, here)),
            Value::Loss(plies) => Ok(UltraValue::decided(self.ranks.loss(), plies, here)),
        }
    }
}
