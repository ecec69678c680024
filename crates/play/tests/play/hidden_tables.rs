//! Values that a search derives from the tables that are left are those of the tables that are hidden.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, Position, Rules, StoneCount};
use millwright_search::{Evaluation, Limits, Searcher, TableKnowledge};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{Known, TableDirectory, Tablebase};

/// All games with up to so many stones each, solved in memory.
fn solved(game: Game, stones: u8) -> (Rules, Tablebase) {
    let nowhere = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let graph = UnitGraph::extended(&game.rules(), StoneCount::new(stones).unwrap());
    let tables = MemoryTables::solve(&graph, &UnitOptions::new(&stop)).unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), game), 1 << 20);
    tablebase.add_in_memory(Arc::new(tables));
    (game.rules(), tablebase)
}

/// Every position of a subspace, up to symmetry and a few more.
fn positions(text: &str) -> Vec<Position> {
    let subspace: Subspace = text.parse().unwrap();
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    let plane = Plane::BOTH.into_iter().find(|&plane| unit.subspace(plane) == subspace).unwrap();
    (0..UnitIndex::slots_of(unit)).map(|slot| index.position_of(plane, Slot(slot))).collect()
}

/// Derives every position of the hidden subspaces; returns how many, and how many of them with all that is known.
fn derive(game: Game, hidden: &[&str], nodes: u64, step: usize) -> (usize, usize) {
    let (rules, tablebase) = solved(game, 3);
    let is_hidden = |subspace: Subspace| hidden.contains(&subspace.to_string().as_str());
    let knowledge = TableKnowledge::new(&tablebase).unwrap().without(is_hidden);
    let mut searcher = Searcher::new(&rules, Evaluation::default(), 1 << 20);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut all, mut exact) = (0, 0);
    for position in hidden.iter().flat_map(|text| positions(text)).step_by(step) {
        if position.over(&rules).is_some() {
            continue;
        }
        let value = tablebase.value_of(&position).unwrap();
        all += 1;
        match searcher
            .exact(&position, Some(&knowledge), limits, &AtomicBool::new(false))
            .map(|found| found.known)
        {
            Some(Known::Value(found)) => {
                assert_eq!(found, value, "{game}: {position}");
                exact += 1;
            }
            Some(found) => assert_eq!(found.outcome(), Known::Value(value).outcome(), "{game}: {position}"),
            None => {}
        }
    }
    (all, exact)
}

/// The last plies of the opening lead to positions without hands: every value is found, plies included.
#[test]
fn the_last_plies_of_the_opening_follow_from_the_movement_tables() {
    for game in [Game::Standard, Game::StandardProtectedTakeTwo, Game::Morabaraba] {
        let (all, exact) = derive(game, &["2_3_1_0", "2_2_1_1", "1_2_2_1"], 1 << 20, 211);
        assert!(all > 100 && exact == all, "{game}: {exact} of {all}");
    }
}

#[test]
#[ignore = "minutes: every position, not every 211th"]
fn every_position_of_the_last_plies_of_the_opening_follows_from_the_movement_tables() {
    for game in Game::ALL.into_iter().filter(|game| !game.name().starts_with("lasker")) {
        let (all, exact) = derive(game, &["2_3_1_0", "2_2_1_1", "1_2_2_1"], 1 << 20, 1);
        assert_eq!(exact, all, "{game}");
    }
}

/// Where play can go round in circles no search proves a draw; what it proves is true.
#[test]
fn what_is_proved_within_a_hidden_table_is_true() {
    for game in [Game::Standard, Game::Lasker, Game::Morabaraba] {
        let (all, exact) = derive(game, &["3_3_0_0"], 3000, 611);
        assert!(all > 50 && exact > all / 10, "{game}: {exact} of {all}");
    }
}
