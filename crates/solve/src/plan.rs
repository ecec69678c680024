//! What a solve will do before it does it: which units, how large, and what they need.

use millwright_index::{Plane, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_table::{Table, TableDirectory, TableError, Trouble};
use rayon::prelude::*;
use thiserror::Error;

use crate::solve_unit::memory_needed;

/// A solve that has been thought through.
#[derive(Debug)]
pub struct Plan {
    /// All units of the graph, each after what it depends on.
    pub units: Vec<PlannedUnit>,
}

/// One unit of a plan.
#[derive(Clone, Debug)]
pub struct PlannedUnit {
    /// Which.
    pub unit: Unit,
    /// The planes to be solved and stored.
    pub planes: Vec<Plane>,
    /// Slots over these planes.
    pub slots: u64,
    /// Memory that it takes with one byte a slot, frontier lists apart.
    pub memory: u64,
    /// Whether its tables are there and sound.
    pub done: bool,
}

impl PlannedUnit {
    /// The subspaces that it stores.
    pub fn subspaces(&self) -> impl Iterator<Item = Subspace> {
        self.planes.iter().map(|&plane| self.unit.subspace(plane))
    }
}

/// Why there is no plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A table is there, but it is not what it should be.
    #[error("{0}")]
    Table(#[from] TableError),
}

/// Bytes a slot that stored tables have been seen to take at most, by far: 2 to 3 bits are usual.
const STORED_BYTES_PER_SLOT: f64 = 0.45;

impl Plan {
    /// Looks at what is there and what is missing. Every table that is there is read whole and checked.
    ///
    /// # Errors
    /// If a table is damaged, foreign or cannot be read, unless `force` says to solve it again.
    pub fn new(directory: &TableDirectory, graph: &UnitGraph, force: bool) -> Result<Self, PlanError> {
        let planned = |&unit: &Unit| {
            let planes: Vec<Plane> = graph.planes(unit).collect();
            let mut done = true;
            for &plane in &planes {
                let checked =
                    directory.open(unit.subspace(plane)).and_then(|table: Table| table.check_whole());
                match checked {
                    Ok(()) => {}
                    Err(error) if error.trouble() == Trouble::Missing => done = false,
                    Err(_) if force => done = false,
                    Err(error) => return Err(PlanError::Table(error)),
                }
            }
            let slots = UnitIndex::slots_of(unit) * planes.len() as u64;
            Ok(PlannedUnit { unit, planes, slots, memory: memory_needed(graph.rules(), unit, 1), done })
        };
        let units = graph.units().par_iter().map(planned).collect::<Result<_, _>>()?;
        Ok(Self { units })
    }

    /// The units still to be solved.
    pub fn open_units(&self) -> impl Iterator<Item = &PlannedUnit> {
        self.units.iter().filter(|planned| !planned.done)
    }

    /// Slots still to be solved.
    #[must_use]
    pub fn open_slots(&self) -> u64 {
        self.open_units().map(|planned| planned.slots).sum()
    }

    /// The most memory that one of the open units takes, frontier lists apart.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.open_units().map(|planned| planned.memory).max().unwrap_or(0)
    }

    /// The disk that the open units' tables will take, estimated generously.
    #[must_use]
    pub fn disk(&self) -> u64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "an estimate of a positive number far below 2^52"
        )]
        {
            (self.open_slots() as f64 * STORED_BYTES_PER_SLOT) as u64
                + (self.open_units().count() as u64) * 65_536
        }
    }
}
