//! `--rules`: any mix of rules, wherever a game is named.

use std::process::Command;

use serde_json::Value;

use crate::binary::{Db, MILLWRIGHT, ran};

const MIX: &str = "orthogonal-free-protected-one-loss";

/// The result of a command that needs no tables.
fn json(args: &[&str]) -> Value {
    let text = ran(Command::new(MILLWRIGHT).args(args).args(["--format", "json"])).expect_success();
    serde_json::from_str(&text).expect("JSON")
}

/// The oracle derives its own turns: what the solver says about a mix of rules must be what it says.
#[test]
fn a_mix_of_rules_is_solved_stored_under_its_name_and_agrees_with_the_oracle() {
    let db = Db::empty();
    let changed = ["--rules", "protection=protected,stones=3"];
    db.run(&[&["solve", "lasker"], &changed[..]].concat()).expect_success();
    assert!(db.path().join(MIX).join("3_3_0_0.mill").is_file());
    let value = db.json(&[&["value", "lasker"], &changed[..]].concat());
    assert_eq!(db.json(&["value", MIX, "--stones", "3"]), value);
    let oracle = json(&["oracle", MIX, "--stones", "3"]);
    assert_eq!(value["value"]["outcome"], oracle["value"]["outcome"], "{oracle}");
    assert_eq!(value["value"]["plies"], oracle["value"]["plies"], "{oracle}");
    let stats = db.json(&[&["stats", "lasker"], &changed[..]].concat());
    assert_eq!((&stats["game"], &stats["rules"]["protection"]), (&MIX.into(), &"protected".into()));
    assert!(db.run(&["verify", MIX]).expect_success().ends_with(": all correct\n"));
    let pgn =
        db.run(&["play", MIX, "--stones", "3", "--white", "strong", "--black", "random", "--seed", "1"]);
    assert!(pgn.expect_success().contains(&format!("[Variant \"{MIX}\"]")));
    let compared = db.run(&["compare", MIX, "lasker"]).expect_error();
    assert!(compared.contains(&format!("{MIX} and lasker have no table in common")), "{compared}");
}

/// On the board with diagonals a slide can close two mills, and then takes two stones.
#[test]
fn slides_that_take_two_stones_are_solved_and_every_value_is_verified() {
    let db = Db::empty();
    let game = ["morabaraba", "--rules", "double-mill=two", "--movement", "--stones", "5,4"];
    db.run(&[&["solve"], &game[..]].concat()).expect_success();
    let verified = db.run(&["verify", "diagonal-first-capture-two-draw"]).expect_success();
    assert!(verified.ends_with(": all correct\n"), "{verified}");
}

#[test]
fn rules_that_have_a_name_are_that_game() {
    let db = Db::empty();
    db.run(&["solve", "lasker", "--rules", "placing=first", "--movement", "--stones", "3"]).expect_success();
    assert!(db.path().join("standard").join("3_3_0_0.mill").is_file());
    let moves = json(&["moves", "morabaraba", "start", "--rules", "double-mill=two"]);
    assert_eq!(moves["game"], "diagonal-first-capture-two-draw");
}

#[test]
fn what_is_no_rule_is_refused_with_what_there_is() {
    let db = Db::empty();
    for (rules, reason) in [
        ("board=round", "board is orthogonal or diagonal, not \"round\""),
        ("colour=white", "the rules are board, stones, placing, protection, double-mill and full-board"),
        ("diagonal", "is no rule; write rules like board=diagonal,placing=free"),
    ] {
        let error = db.run(&["solve", "standard", "--rules", rules]).expect_error();
        assert!(error.contains(reason), "{error}");
    }
    let error = db.run(&["solve", "diagonal-first", "--stones", "3"]).expect_error();
    assert!(error.contains("standard"), "{error}");
}
