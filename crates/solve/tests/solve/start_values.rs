//! What the empty board is worth, against Gevay and Danner's tables II to IV.

use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_rules::{Game, StoneCount, Value};
use millwright_solve::{MemoryTables, UnitOptions};
use serde_json::Value as Json;

fn compare(game: Game, table: &str, most: u8) {
    let published: Json =
        serde_json::from_str(include_str!("../../../../docs/published/gevay_danner.json")).unwrap();
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let graph = UnitGraph::extended(&game.rules(), StoneCount::new(most).unwrap());
    let tables = MemoryTables::solve(&graph, &options).unwrap();
    for white in 3..=most {
        for black in 3..=most {
            // The empty board is the only slot of its subspace.
            let start = Subspace::new(0, 0, white, black).unwrap();
            let ours = match tables.value(start, Slot(0)).unwrap() {
                Value::Draw => "D".to_owned(),
                Value::Win(plies) => format!("W{plies}"),
                Value::Loss(plies) => format!("L{plies}"),
            };
            let printed = &published[table][white.to_string()][black.to_string()];
            assert_eq!(Some(ours.as_str()), printed.as_str(), "{game} {white} v {black}");
        }
    }
}

#[test]
fn standard_starts_are_those_of_table_2() {
    compare(Game::Standard, "gevay_table_2_standard_start_values", 5);
}

#[test]
fn lasker_starts_are_those_of_table_3() {
    compare(Game::Lasker, "gevay_table_3_lasker_start_values", 4);
}

#[test]
fn morabaraba_starts_are_those_of_table_4() {
    compare(Game::Morabaraba, "gevay_table_4_morabaraba_start_values", 4);
}
