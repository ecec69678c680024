//! Small games solved in memory, some of their subspaces hidden.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, Position, StoneCount, Value};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{InMemory, Statistics, TableDirectory, Tablebase};

/// Tables of which some are not shown.
#[derive(Debug)]
struct Hiding {
    tables: Arc<MemoryTables>,
    shown: fn(Subspace) -> bool,
}

impl InMemory for Hiding {
    fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value> {
        self.tables.value(subspace, slot).filter(|_| (self.shown)(subspace))
    }

    fn statistics(&self, subspace: Subspace) -> Option<&Statistics> {
        self.tables.statistics(subspace).filter(|_| (self.shown)(subspace))
    }
}

/// All games with up to so many stones each.
pub(crate) fn solved(game: Game, stones: u8) -> Arc<MemoryTables> {
    let stop = AtomicBool::new(false);
    let graph = UnitGraph::extended(&game.rules(), StoneCount::new(stones).expect("3 to 12"));
    Arc::new(MemoryTables::solve(&graph, &UnitOptions::new(&stop)).expect("nobody stops it"))
}

/// What knows the tables that are shown.
pub(crate) fn tablebase(game: Game, tables: &Arc<MemoryTables>, shown: fn(Subspace) -> bool) -> Tablebase {
    let nowhere = tempfile::tempdir().expect("a place for files");
    let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), game), 1 << 20);
    tablebase.add_in_memory(Arc::new(Hiding { tables: Arc::clone(tables), shown }));
    tablebase
}

/// Every position of a subspace, up to symmetry and a few more.
pub(crate) fn positions(text: &str) -> Vec<Position> {
    let subspace: Subspace = text.parse().expect("a subspace");
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    let plane = Plane::BOTH.into_iter().find(|&plane| unit.subspace(plane) == subspace).expect("one of both");
    (0..UnitIndex::slots_of(unit)).map(|slot| index.position_of(plane, Slot(slot))).collect()
}
