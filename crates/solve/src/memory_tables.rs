//! Small games solved and kept in memory.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Slot, Subspace, UnitGraph};
use millwright_rules::{Color, Position, Rules, StoneCount, Value};
use millwright_table::{Code, InMemory, PlaneValues, Statistics, Strong};

use crate::solve_unit::{SolvedPlanes, UnitError, UnitOptions, solve_unit};
use crate::statistics::statistics;

/// Solved subspaces in memory, each with its statistics.
#[derive(Debug, Default)]
pub struct MemoryTables {
    subspaces: BTreeMap<Subspace, PlaneValues<Strong>>,
}

/// Stones of each player in the games that are small: a second or two on two cores, and 130 MB at most.
pub const SMALL: u8 = 5;

/// Whether a position is one of a small game or endgame.
#[must_use]
pub fn is_small(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| position.side(color).total() <= SMALL)
}

/// What the largest unit of a small game takes with two bytes a slot, and all its frontier lists.
const SMALL_MEMORY: u64 = 1 << 30;

/// The units of all small games of these rules.
pub(crate) fn small_graph(rules: &Rules) -> UnitGraph {
    UnitGraph::extended(rules, StoneCount::new(SMALL).expect("a game may have five stones"))
}

/// How they are solved.
pub(crate) fn small_options(stop: &AtomicBool) -> UnitOptions<'_> {
    UnitOptions { memory: SMALL_MEMORY, ..UnitOptions::new(stop) }
}

/// A subspace that has not been solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not in memory")]
pub struct NotInMemory(pub Subspace);

impl MemoryTables {
    /// Solves all units of a graph, in order. Runs on the current rayon pool.
    ///
    /// # Errors
    /// As [`solve_unit`].
    pub fn solve(graph: &UnitGraph, options: &UnitOptions<'_>) -> Result<Self, UnitError<NotInMemory>> {
        let mut tables = Self::default();
        for &unit in graph.units() {
            let planes: Vec<Plane> = graph.planes(unit).collect();
            let solved = solve_unit(graph.rules(), (unit, &planes), &tables, options, &mut |_| {})?;
            for (plane, codes) in solved.planes {
                let statistics = statistics(unit, plane, &codes);
                tables
                    .subspaces
                    .insert(unit.subspace(plane), PlaneValues::plies(statistics, codes.trimmed()));
            }
        }
        Ok(tables)
    }

    /// Solves the small games of these rules: all starts with up to [`SMALL`] stones each, and so all endgames with as
    /// many. Runs on the current rayon pool.
    ///
    /// # Errors
    /// [`UnitError::Stopped`] once `stop` is raised; [`UnitError::Memory`] where the system does not give what it takes.
    pub fn solve_small(rules: &Rules, stop: &AtomicBool) -> Result<Self, UnitError<NotInMemory>> {
        Self::solve(&small_graph(rules), &small_options(stop))
    }

    /// The subspaces that are there, with what is in them.
    pub fn iter(&self) -> impl Iterator<Item = (Subspace, &PlaneValues<Strong>)> {
        self.subspaces.iter().map(|(&subspace, values)| (subspace, values))
    }

    /// The memory that all values take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.subspaces.values().map(|values| values.codes().bytes() as u64).sum()
    }

    /// What is in a subspace.
    #[must_use]
    pub fn statistics(&self, subspace: Subspace) -> Option<&Statistics> {
        self.subspaces.get(&subspace).map(PlaneValues::statistics)
    }

    /// The value in a slot of a subspace; `None` if either is not there.
    #[must_use]
    pub fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value> {
        self.subspaces.get(&subspace)?.value(slot)
    }

    /// What is in a subspace that must have been solved.
    pub(crate) fn values(&self, subspace: Subspace) -> Result<&PlaneValues<Strong>, NotInMemory> {
        self.subspaces.get(&subspace).ok_or(NotInMemory(subspace))
    }
}

impl InMemory for MemoryTables {
    fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value> {
        self.value(subspace, slot)
    }

    fn statistics(&self, subspace: Subspace) -> Option<&Statistics> {
        self.statistics(subspace)
    }
}

impl SolvedPlanes for MemoryTables {
    type Error = NotInMemory;

    fn deepest(&self, subspace: Subspace) -> Result<u16, NotInMemory> {
        Ok(self.values(subspace)?.statistics().max_plies().unwrap_or(0))
    }

    fn read<T: Code>(&self, subspace: Subspace, out: &mut [T]) -> Result<(), NotInMemory> {
        self.values(subspace)?.codes().copy_to(out);
        Ok(())
    }
}
