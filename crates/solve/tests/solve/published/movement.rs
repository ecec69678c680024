//! The statistics under `docs/results`, which whole solves left behind, against the tables of the papers.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use millwright_index::{UnitGraph, orbit_count};
use millwright_rules::{Game, StoneCount};
use millwright_solve::{MemoryTables, UnitOptions};
use serde_json::Value as Json;

/// What `millwright stats --format json` printed, by mover's and other's stones.
struct Results(BTreeMap<(u64, u64), Json>);

impl Results {
    fn of(json: &str) -> Self {
        let document: Json = serde_json::from_str(json).unwrap();
        let by_stones = document["subspaces"].as_array().unwrap().iter().map(|entry| {
            let mut counts =
                entry["subspace"].as_str().unwrap().split('_').map(|count| count.parse().unwrap());
            ((counts.next().unwrap(), counts.next().unwrap()), entry.clone())
        });
        Self(by_stones.collect())
    }

    fn number(&self, mover: u64, other: u64, field: &str) -> u64 {
        self.0[&(mover, other)][field].as_u64().unwrap()
    }
}

/// A share as the papers print it: rounded, and `0+` for what is something but rounds to nothing.
fn percent(part: u64, whole: u64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let rounded = (u128::from(part) * 200 * u128::from(scale) + u128::from(whole)) / (2 * u128::from(whole));
    let rounded = u64::try_from(rounded).unwrap();
    match (part, rounded) {
        (0, _) => "0".to_owned(),
        (_, 0) => "0+".to_owned(),
        _ if decimals == 0 => rounded.to_string(),
        _ => format!("{}.{:0width$}", rounded / scale, rounded % scale, width = decimals as usize),
    }
}

/// Calls `check` for every cell of a published table: mover's stones, other's stones, what is printed.
fn for_each_cell(table: &Json, mut check: impl FnMut(u64, u64, &Json)) {
    let mut cells = 0;
    for (mover, row) in table.as_object().unwrap() {
        for (other, printed) in row.as_object().unwrap() {
            check(mover.parse().unwrap(), other.parse().unwrap(), printed);
            cells += 1;
        }
    }
    assert!(cells >= 49);
}

fn gevay_danner() -> Json {
    serde_json::from_str(include_str!("../../../../../docs/published/gevay_danner.json")).unwrap()
}

fn loewer() -> Json {
    serde_json::from_str(include_str!("../../../../../docs/published/loewer.json")).unwrap()
}

fn standard() -> Results {
    Results::of(include_str!("../../../../../docs/results/standard-movement-12.json"))
}

fn protected() -> Results {
    Results::of(include_str!("../../../../../docs/results/standard-protected-movement-9.json"))
}

fn morabaraba() -> Results {
    Results::of(include_str!("../../../../../docs/results/morabaraba-movement-12.json"))
}

fn whole_percents_are(results: &Results, table: &Json) {
    for_each_cell(table, |mover, other, printed| {
        let positions = results.number(mover, other, "positions");
        let share = |field| percent(results.number(mover, other, field), positions, 0);
        let ours = format!("{} / {} / {}", share("win"), share("draw"), share("loss"));
        assert_eq!(Some(ours.as_str()), printed.as_str(), "{mover} v {other}");
    });
}

fn longest_are(results: &Results, table: &Json) {
    for_each_cell(table, |mover, other, printed| {
        let ours = &results.0[&(mover, other)]["max_plies"];
        if ours.is_null() {
            assert_eq!(printed, "N/A", "{mover} v {other}: all drawn");
            return;
        }
        let printed = printed.as_str().map_or_else(|| printed.to_string(), str::to_owned);
        assert_eq!(ours.to_string(), printed, "{mover} v {other}");
    });
}

/// Loewer prints win / loss / draw with one decimal.
fn tenths_are(results: &Results, table: &Json) {
    for_each_cell(table, |mover, other, printed| {
        let positions = results.number(mover, other, "positions");
        let share = |field| percent(results.number(mover, other, field), positions, 1);
        let ours = format!("{}/{}/{}", share("win"), share("loss"), share("draw"));
        assert_eq!(Some(ours.as_str()), printed.as_str(), "{mover} v {other}");
    });
}

#[test]
fn gevay_and_danners_tables_5_and_7_come_out_for_the_standard_game() {
    whole_percents_are(&standard(), &gevay_danner()["gevay_table_5_standard_wdl_percent"]);
    longest_are(&standard(), &gevay_danner()["gevay_table_7_standard_max_dtw"]);
}

#[test]
fn gevay_and_danners_tables_6_and_8_come_out_for_morabaraba() {
    whole_percents_are(&morabaraba(), &gevay_danner()["gevay_table_6_morabaraba_wdl_percent"]);
    longest_are(&morabaraba(), &gevay_danner()["gevay_table_8_morabaraba_max_dtw"]);
}

#[test]
fn loewers_tables_5_to_8_come_out_for_both_protections() {
    tenths_are(&protected(), &loewer()["loewer_table_5_protected_win_loss_draw_percent"]);
    tenths_are(&standard(), &loewer()["loewer_table_6_capture_win_loss_draw_percent"]);
    longest_are(&protected(), &loewer()["loewer_table_7_protected_max_plies"]);
    longest_are(&standard(), &loewer()["loewer_table_8_capture_max_plies"]);
}

#[test]
fn loewers_table_2_is_the_histogram_of_four_against_four() {
    let table = &loewer()["loewer_table_2_four_four_always_capture"];
    let ours = &standard().0[&(4, 4)];
    assert_eq!(ours["draw"], table["draws"]);
    assert_eq!(ours["plies"], table["plies"]);
}

#[test]
fn three_to_nine_stones_are_8_904_593_601_positions_up_to_symmetry() {
    for results in [standard(), protected()] {
        let up_to_nine = results.0.iter().filter(|((mover, other), _)| *mover <= 9 && *other <= 9);
        let positions: u64 = up_to_nine.map(|(_, entry)| entry["positions"].as_u64().unwrap()).sum();
        assert_eq!(positions, 8_904_593_601);
    }
}

#[test]
fn the_statistics_add_up_and_cover_every_subspace() {
    for (results, most) in [(standard(), 12), (protected(), 9), (morabaraba(), 12)] {
        assert_eq!(results.0.len(), (most - 2) * (most - 2));
        for (&(mover, other), entry) in &results.0 {
            let plies = entry["plies"].as_object().unwrap();
            let sum = |odd: bool| -> u64 {
                let of_parity =
                    plies.iter().filter(|(depth, _)| (depth.parse::<u32>().unwrap() % 2 == 1) == odd);
                of_parity.map(|(_, count)| count.as_u64().unwrap()).sum()
            };
            assert_eq!(sum(true), results.number(mover, other, "win"));
            assert_eq!(sum(false), results.number(mover, other, "loss"));
            let all = sum(true) + sum(false) + results.number(mover, other, "draw");
            assert_eq!(all, results.number(mover, other, "positions"));
            let stones = |count: u64| u8::try_from(count).unwrap();
            assert_eq!(all, orbit_count(stones(mover), stones(other)));
        }
    }
}

#[test]
fn solving_the_small_subspaces_again_gives_the_same_statistics() {
    let four = StoneCount::new(4).unwrap();
    for (game, results) in [
        (Game::Standard, standard()),
        (Game::StandardProtected, protected()),
        (Game::Morabaraba, morabaraba()),
    ] {
        let graph = UnitGraph::movement(&game.rules().with_stones(four, four));
        let stop = AtomicBool::new(false);
        let options = UnitOptions::new(&stop);
        for (subspace, plane) in MemoryTables::solve(&graph, &options).unwrap().iter() {
            let statistics = plane.statistics();
            let (mover, other) = (u64::from(subspace.mover), u64::from(subspace.other));
            assert_eq!(statistics.win(), results.number(mover, other, "win"), "{game} {subspace}");
            assert_eq!(statistics.loss(), results.number(mover, other, "loss"), "{game} {subspace}");
            let ours = &results.0[&(mover, other)]["plies"];
            for (depth, &count) in statistics.plies.iter().enumerate() {
                assert_eq!(ours[depth.to_string()].as_u64().unwrap_or(0), count, "{game} {subspace} {depth}");
            }
        }
    }
}
