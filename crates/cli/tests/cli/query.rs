//! `millwright query`: values and moves.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::binary::{Db, MILLWRIGHT, assert_snapshot, ran};

/// White closes a mill and takes the third-last stone.
const WON_IN_ONE: &str = "w_a1a4d7_b2d2f2";

#[test]
fn a_win_in_one_is_found_with_the_moves_that_do_it() {
    let db = Db::solved("3");
    let answer = db.json(&["query", "standard", WON_IN_ONE]);
    let fields: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["position", "subspace", "value", "moves"]);
    assert_eq!(answer["subspace"], "3_3_0_0");
    assert_eq!(answer["value"], json!({"outcome": "win", "plies": 1, "source": "table"}));
    let best: Vec<_> = answer["moves"].as_array().unwrap().iter().take(4).cloned().collect();
    let closing = |name| json!({"move": name, "outcome": "win", "plies": 1, "source": "table"});
    assert_eq!(best[..3], [closing("d7-a7xb2"), closing("d7-a7xd2"), closing("d7-a7xf2")]);
    assert_eq!(best[3], json!({"move": "a1-a7", "outcome": "win", "plies": 3, "source": "table"}));
}

#[test]
fn the_value_is_that_of_the_best_move_and_all_moves_are_there() {
    let db = Db::solved("4");
    let positions = [
        "w_a1a4d7_b2d2f2",
        "b_a1a4d7_b2d2f2",
        "b_a1a4d7g7_b2d2f2",
        "w_a1a4d7g7_b2d2f2f4",
        "w_b4b6d6_a1g1a7g7",
    ];
    for position in positions {
        let answer = db.json(&["query", "standard", position]);
        let moves = answer["moves"].as_array().unwrap();
        let best = &moves[0];
        assert_eq!(
            (&best["outcome"], &best["plies"]),
            (&answer["value"]["outcome"], &answer["value"]["plies"])
        );
        // Wins first, quick ones before slow ones; losses last, slow ones before quick ones.
        let keys: Vec<(u8, i64)> = moves
            .iter()
            .map(|turn| {
                let plies = turn["plies"].as_i64().unwrap_or(0);
                match turn["outcome"].as_str().unwrap() {
                    "win" => (0, plies),
                    "draw" => (1, 0),
                    "loss" => (2, -plies),
                    other => panic!("{other} is no outcome"),
                }
            })
            .collect();
        assert!(keys.is_sorted(), "{position}: {keys:?}");
        let names: BTreeSet<&str> = moves.iter().map(|turn| turn["move"].as_str().unwrap()).collect();
        let mut command = Command::new(MILLWRIGHT);
        let listed = ran(command.args(["moves", "standard", position])).expect_success();
        assert_eq!(names, listed.lines().collect(), "{position}");
    }
}

#[test]
fn text_is_a_sentence_and_the_moves_by_their_value() {
    let db = Db::solved("4");
    let mut text = String::new();
    for position in [WON_IN_ONE, "b_a1a4d7g7_b2d2f2", "w_a1a4d7g7_b2d2f2f4", "b_b4d7d6_a4d1g4"] {
        let answer = db.run(&["query", "standard", position]).expect_success();
        text.extend(["$ query ", position, "\n", &answer, "\n"]);
    }
    assert_snapshot("query_text", &text);
}

#[test]
fn where_the_game_is_over_the_rules_answer_without_any_table() {
    let db = Db::empty();
    let ask = |position| db.run(&["query", "standard", position]).expect_success();
    assert_eq!(ask("b_a1d1g1_b2d2"), "The game is over: Black has fewer than three stones and has lost.\n");
    assert_eq!(ask("b_d7d6b4a1c5c3_a7a4b6c4"), "The game is over: Black is blocked and has lost.\n");
    let answer = db.json(&["query", "standard", "b_a1d1g1_b2d2"]);
    assert_eq!(answer["value"], json!({"outcome": "loss", "plies": 0, "source": "table"}));
    assert_eq!(answer["moves"], json!([]));
    let full = "w_a1a4a7b2b4b6c3c4c5d1d2d3_d5d6d7e3e4e5f2f4f6g1g4g7";
    let answer = db.json(&["query", "morabaraba", full]);
    assert_eq!(answer["value"], json!({"outcome": "draw", "plies": null, "source": "table"}));
}

#[test]
fn a_missing_table_is_named_with_the_command_that_makes_it() {
    let db = Db::empty();
    let three_six = "b_a1a4d7g7g4e3_b2d2f2";
    let estimated = db.run(&["query", "standard", three_six]);
    let note = db.redacted(&estimated.stderr);
    assert_eq!(
        note,
        "note: the table of subspace 3_6_0_0 is missing: there is no DB/standard/3_6_0_0.mill; make it with: \
         millwright solve standard --movement --stones 6,3 --db DB\n"
    );
    let command = estimated.stderr.trim_end().to_owned();
    let text = estimated.expect_success();
    assert!(text.starts_with("Unknown: no table has this position. An estimate, looking "), "{text}");
    let (_, command) = command.split_once("make it with: millwright ").unwrap();
    ran(Command::new(MILLWRIGHT).args(command.split(' '))).expect_success();
    let known = db.run(&["query", "standard", three_six]);
    assert_eq!(known.stderr, "");
    assert!(known.expect_success().starts_with("Black to move draws."));
    // A move leads to a table that is not there: what remains says as much.
    fs::remove_file(db.table("3_3_0_0")).unwrap();
    assert!(db.run(&["query", "standard", three_six]).expect_success().starts_with("Black to move draws."));
}

#[test]
fn small_positions_are_solved_in_memory_and_estimates_are_no_values() {
    let db = Db::empty();
    let small = db.json(&["query", "standard", WON_IN_ONE]);
    assert_eq!(small["value"], json!({"outcome": "win", "plies": 1, "source": "memory"}));
    for game in ["standard", "lasker", "morabaraba"] {
        let start = db.json(&["value", game]);
        let value = &start["value"];
        assert_eq!((&value["outcome"], &value["source"]), (&json!("unknown"), &json!("estimate")), "{value}");
        assert!(value["plies"].is_null() && value["estimate"].is_i64(), "{value}");
        let moves = start["moves"].as_array().unwrap();
        assert!(moves.iter().all(|turn| turn["outcome"] == "unknown" && turn["source"] == "estimate"));
    }
}

#[test]
fn the_value_of_a_small_game_needs_no_tables() {
    let db = Db::empty();
    // What `solve standard --stones 3` finds: White wins in 23 plies.
    let three = db.json(&["value", "standard", "--stones", "3"]);
    assert_eq!(three["value"], json!({"outcome": "win", "plies": 23, "source": "memory"}));
    let asked = db.json(&["query", "standard", "start", "--stones", "3"]);
    assert_eq!(asked, three);
    let five = db.run(&["value", "Standard", "--stones", "5"]);
    assert!(five.expect_success().starts_with("White to move draws.\n"));
}

#[test]
fn where_tables_are_near_values_are_found_by_search() {
    let [db, whole] = [Db::empty(), Db::empty()];
    db.run(&["solve", "standard", "--movement", "--stones", "6,3"]).expect_success();
    whole.run(&["solve", "standard", "--stones", "6,3"]).expect_success();
    // The last stone of the opening; with six stones it is no small game.
    let position = "w_a1d6f4d2c5.1_b2g4e3";
    let [found, known] = [&db, &whole].map(|db| db.json(&["query", "standard", position, "--stones", "6,3"]));
    assert_eq!((&found["value"]["source"], &known["value"]["source"]), (&json!("search"), &json!("table")));
    let outcomes = |answer: &Value| -> Vec<(Value, Value)> {
        let moves = answer["moves"].as_array().unwrap();
        moves.iter().map(|turn| (turn["move"].clone(), turn["outcome"].clone())).collect()
    };
    assert_eq!(
        (&found["value"]["outcome"], outcomes(&found)),
        (&known["value"]["outcome"], outcomes(&known))
    );
    let text = db.run(&["query", "standard", position, "--stones", "6,3"]).expect_success();
    assert!(text.lines().next().unwrap().ends_with(", by search."), "{text}");
    let line = db.run(&["line", "standard", position, "--stones", "6,3"]).expect_success();
    assert!(line.lines().next().unwrap().ends_with(", by search."), "{line}");
}

#[test]
fn a_position_with_stones_in_hand_needs_the_whole_game() {
    let note = Db::empty().run(&["query", "standard", "start"]).stderr;
    assert!(note.contains("the table of subspace 0_0_9_9 is missing"), "{note}");
    assert!(note.contains("make it with: millwright solve standard --stones 9"), "{note}");
}

#[test]
fn nonsense_is_no_position() {
    let error = Db::empty().run(&["query", "standard", "w_a1z9_b2"]).expect_error();
    assert!(error.starts_with("error: this is no position of standard: "), "{error}");
}
