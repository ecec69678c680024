//! `millwright query`: values and moves.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::json;

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
    assert_eq!(answer["value"], json!({"outcome": "win", "plies": 1}));
    let best: Vec<_> = answer["moves"].as_array().unwrap().iter().take(4).cloned().collect();
    let closing = |name| json!({"move": name, "outcome": "win", "plies": 1});
    assert_eq!(best[..3], [closing("d7-a7xb2"), closing("d7-a7xd2"), closing("d7-a7xf2")]);
    assert_eq!(best[3], json!({"move": "a1-a7", "outcome": "win", "plies": 3}));
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
    assert_eq!(answer["value"], json!({"outcome": "loss", "plies": 0}));
    assert_eq!(answer["moves"], json!([]));
    let full = "w_a1a4a7b2b4b6c3c4c5d1d2d3_d5d6d7e3e4e5f2f4f6g1g4g7";
    let answer = db.json(&["query", "morabaraba", full]);
    assert_eq!(answer["value"], json!({"outcome": "draw", "plies": null}));
}

#[test]
fn a_missing_table_is_named_with_the_command_that_makes_it() {
    let db = Db::empty();
    let four_three = "b_a1a4d7_b2d2f2g7";
    let error = db.run(&["query", "standard", four_three]).expect_error();
    assert_eq!(
        db.redacted(&error),
        "error: the table of subspace 4_3_0_0 is missing: there is no DB/standard/4_3_0_0.mill; make it with: \
         millwright solve standard --movement --stones 3,4 --db DB"
    );
    let (_, command) = error.split_once("make it with: millwright ").unwrap();
    ran(Command::new(MILLWRIGHT).args(command.split(' '))).expect_success();
    db.run(&["query", "standard", four_three]).expect_success();
    // A move leads to a table that is not there.
    fs::remove_file(db.table("3_3_0_0")).unwrap();
    let error = db.run(&["query", "standard", "w_a1a4d7g7_b2d2f2f4", "--stones", "4"]).expect_error();
    assert!(error.contains("subspace 4_4_0_0 is missing") && error.contains("--stones 4 "), "{error}");
}

#[test]
fn a_position_with_stones_in_hand_needs_the_whole_game() {
    let error = Db::empty().run(&["query", "standard", "start"]).expect_error();
    assert!(error.contains("the table of subspace 0_0_9_9 is missing"), "{error}");
    assert!(error.contains("make it with: millwright solve standard --stones 9"), "{error}");
}

#[test]
fn nonsense_is_no_position() {
    let error = Db::empty().run(&["query", "standard", "w_a1z9_b2"]).expect_error();
    assert!(error.starts_with("error: this is no position of standard: "), "{error}");
}
