//! Values held in memory, to be exported.

use std::collections::BTreeMap;

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::Value;
use millwright_table::{NARROW_DRAW, Table, TableDirectory, TableError, WIDE_DRAW, Width};
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
    planes: BTreeMap<Subspace, Plane>,
}

#[derive(Debug)]
enum Plane {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
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
            let plane = Plane::load(&directory.open(subspace)?)?;
            loaded.planes.insert(subspace, plane);
        }
        Ok(loaded)
    }

    /// Adds a plane by its codes: plies to the end by slot, or [`WIDE_DRAW`].
    pub fn insert(&mut self, subspace: Subspace, codes: Vec<u16>) {
        self.planes.insert(subspace, Plane::Wide(codes));
    }

    fn find(&self, subspace: Subspace, slot: Slot) -> Result<Value, NoValue> {
        let value = self.planes.get(&subspace).and_then(|plane| plane.value(slot));
        value.ok_or(NoValue::NotLoaded { subspace, slot })
    }
}

fn slots_of(slots: u64) -> usize {
    usize::try_from(slots).expect("no table has more slots than memory has bytes")
}

impl Plane {
    fn load(table: &Table) -> Result<Self, TableError> {
        let slots = slots_of(table.slots());
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
    draws: BTreeMap<Subspace, Draws>,
}

/// A code for every slot: 0 if it is not drawn, else one more than the place of its value.
#[derive(Debug)]
struct Draws {
    values: Vec<DrawValue>,
    codes: Vec<u16>,
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
            let table = directory.open_ultra(ranks, subspace)?;
            let mut codes = vec![0; slots_of(table.slots())];
            table.load(&mut codes)?;
            loaded.insert(subspace, table.values().iter().map(|&(value, _)| value).collect(), codes);
        }
        Ok(loaded)
    }

    /// Adds the draws of a subspace: the values that there are, and for every slot 0 if it is not drawn, else one
    /// more than the place of its value.
    pub fn insert(&mut self, subspace: Subspace, values: Vec<DrawValue>, codes: Vec<u16>) {
        self.draws.insert(subspace, Draws { values, codes });
    }

    fn draw(&self, subspace: Subspace, slot: Slot) -> Option<DrawValue> {
        let draws = self.draws.get(&subspace)?;
        let code = draws.codes.get(usize::try_from(slot.0).ok()?)?;
        draws.values.get(usize::from(*code).checked_sub(1)?).copied()
    }
}

impl Source for UltraPlanes<'_> {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        let here = self.ranks.of(subspace).ok_or(NoValue::NotLoaded { subspace, slot })?;
        match self.strong.find(subspace, slot)? {
            Value::Draw => match self.draw(subspace, slot) {
                Some(draw) => Ok(UltraValue::drawn(draw, here)),
                None => Err(NoValue::DrawWithoutRank { subspace, slot }),
            },
            Value::Win(plies) => Ok(UltraValue::decided(self.ranks.win(), plies, here)),
            Value::Loss(plies) => Ok(UltraValue::decided(self.ranks.loss(), plies, here)),
        }
    }
}
