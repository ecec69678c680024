//! Whole games under `docs/results` against Gevay and Danner's table I, and what they say of Morabaraba: figures 3, 5 and 7.

use serde_json::Value as Json;

fn complete(game: &str, json: &str) -> Json {
    let document: Json = serde_json::from_str(json).unwrap();
    assert_eq!((&document["game"], &document["extent"]), (&game.into(), &"complete".into()));
    document
}

fn standard() -> Json {
    complete("standard", include_str!("../../../../../docs/results/standard-complete-9.json"))
}

fn lasker() -> Json {
    complete("lasker", include_str!("../../../../../docs/results/lasker-complete-10.json"))
}

fn morabaraba() -> Json {
    complete("morabaraba", include_str!("../../../../../docs/results/morabaraba-complete-12.json"))
}

fn subspace<'a>(document: &'a Json, name: &str) -> &'a Json {
    document["subspaces"].as_array().unwrap().iter().find(|record| record["subspace"] == name).unwrap()
}

fn count(record: &Json, what: &str) -> u64 {
    record[what].as_u64().unwrap()
}

/// In tenths of a percent, rounded.
fn tenths(part: u64, whole: u64) -> u64 {
    (2_000 * part + whole) / (2 * whole)
}

#[test]
fn positions_outcomes_and_longest_values_are_those_of_table_i() {
    let papers: Json =
        serde_json::from_str(include_str!("../../../../../docs/published/gevay_danner.json")).unwrap();
    for document in [standard(), lasker(), morabaraba()] {
        let game = document["game"].as_str().unwrap();
        let (published, total) = (&papers["gevay_table_1"][game], &document["total"]);
        let positions = count(total, "positions");
        let billions = (positions + 500_000_000) / 1_000_000_000;
        assert_eq!(published["states"], format!("{billions}bn"), "{game}");
        let percent = |outcome| {
            let tenths = tenths(count(total, outcome), positions);
            format!("{}.{}", tenths / 10, tenths % 10)
        };
        let shares = ["win", "draw", "loss"].map(percent).join("/");
        assert_eq!(published["wdl_percent"], shares, "{game}");
        assert_eq!(published["max_dtw"], total["max_plies"], "{game}");
    }
}

#[test]
fn the_subspaces_of_a_game_add_up_to_the_whole() {
    for (document, number) in [(standard(), 498), (lasker(), 3070), (morabaraba(), 1216)] {
        let subspaces = document["subspaces"].as_array().unwrap();
        assert_eq!(subspaces.len(), number);
        for what in ["slots", "positions", "win", "draw", "loss"] {
            let sum: u64 = subspaces.iter().map(|record| count(record, what)).sum();
            assert_eq!(document["total"][what], sum, "{what}");
        }
    }
}

#[test]
fn lasker_morris_is_a_draw_after_every_first_stone() {
    let document = lasker();
    for (name, positions) in [("0_0_10_10", 1), ("0_1_10_9", 4)] {
        let record = subspace(&document, name);
        assert_eq!((count(record, "positions"), count(record, "draw")), (positions, positions), "{name}");
    }
}

#[test]
fn morabaraba_is_won_in_49_plies_and_its_first_moves_are_worth_what_figure_3_says() {
    let document = morabaraba();
    let start = subspace(&document, "0_0_12_12");
    assert_eq!((&start["positions"], &start["plies"]), (&1.into(), &serde_json::json!({"49": 1})));
    // Two of the four draw, the others win in 49 and 69: for the one who moves next they lose a ply sooner.
    let after = subspace(&document, "0_1_12_11");
    assert_eq!((&after["positions"], &after["draw"]), (&4.into(), &2.into()));
    assert_eq!(after["plies"], serde_json::json!({"48": 1, "68": 1}));
}

#[test]
fn the_longest_value_of_morabaraba_has_seven_stones_in_hand_each() {
    let document = morabaraba();
    assert_eq!(document["total"]["max_plies"], 124);
    let subspaces = document["subspaces"].as_array().unwrap().iter();
    let longest: Vec<&str> = subspaces
        .filter(|record| record["max_plies"] == 124)
        .map(|record| record["subspace"].as_str().unwrap())
        .collect();
    assert_eq!(longest, ["5_5_7_7"], "figure 7");
}
