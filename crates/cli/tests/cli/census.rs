//! `millwright reach` and `millwright stats --by choice`: counts that add up, refusals that help.

use serde_json::Value;

use crate::binary::{Db, assert_snapshot};

fn solved() -> Db {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    db
}

fn number(record: &Value, field: &str) -> u64 {
    record[field].as_u64().expect("a number")
}

fn sum(records: &[Value], pointer: &str) -> u64 {
    records.iter().map(|record| record.pointer(pointer).and_then(Value::as_u64).expect("a number")).sum()
}

#[test]
fn what_can_arise_adds_up_and_is_the_same_with_any_number_of_threads() {
    let (db, other) = (solved(), solved());
    let reach = db.json(&["reach", "standard", "--stones", "3", "--threads", "1"]);
    assert_eq!(reach, other.json(&["reach", "standard", "--stones", "3", "--threads", "2"]));
    let stats = db.json(&["stats", "standard", "--stones", "3"]);
    let subspaces = reach["subspaces"].as_array().unwrap();
    assert_eq!(subspaces.len(), stats["subspaces"].as_array().unwrap().len());
    for kind in ["all", "any", "keeping"] {
        for field in ["positions", "win", "draw", "loss"] {
            assert_eq!(
                sum(subspaces, &format!("/{kind}/{field}")),
                number(&reach["total"][kind], field),
                "{kind} {field}"
            );
        }
    }
    for field in ["positions", "win", "draw", "loss", "max_plies"] {
        assert_eq!(reach["total"]["all"][field], stats["total"][field], "{field}");
    }
    let total = |kind: &str| number(&reach["total"][kind], "positions");
    assert!(0 < total("keeping") && total("keeping") < total("any") && total("any") < total("all"));
    // The start is decided, and so is all that arises if nobody gives that away.
    assert_ne!(db.json(&["value", "standard", "--stones", "3"])["value"]["outcome"], "draw");
    assert_eq!(number(&reach["total"]["keeping"], "draw"), 0);
    // The longest win that can arise is one of the table's.
    let longest = &reach["total"]["any"]["longest"];
    let position = longest["position"].as_str().unwrap();
    let asked = db.json(&["query", "standard", "--stones", "3", position]);
    assert_eq!(asked["value"]["plies"], longest["plies"]);
}

#[test]
fn reach_for_people_and_for_spreadsheets() {
    let db = solved();
    assert_snapshot(
        "reach_standard_3.txt",
        &db.run(&["reach", "standard", "--stones", "3"]).expect_success(),
    );
    let csv = db.run(&["reach", "standard", "--stones", "3", "--format", "csv"]).expect_success();
    let columns = csv.lines().map(|line| line.split(',').count()).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(columns.into_iter().collect::<Vec<_>>(), [19], "{csv}");
}

#[test]
fn single_positions_are_told_whether_they_can_arise() {
    let db = solved();
    // White has closed a mill and taken nothing; he has none; somebody gave away what he had.
    let positions = ["w_a1a4a7_b2d2f4", "w_a1a4g7_b2d2f4", "w_a1d2.1_b2d1.1"];
    let reach = [&["reach", "standard", "--stones", "3"], &positions[..]].concat();
    assert_eq!(
        db.run(&reach).expect_success(),
        "w_a1a4a7_b2d2f4 cannot arise\n\
         w_a1a4g7_b2d2f4 can arise, even if nobody gives away his result\n\
         w_a1d2.1_b2d1.1 can arise, but not if nobody gives away his result\n"
    );
    let record = db.json(&reach);
    let of = |field: &str| {
        record["positions"].as_array().unwrap().iter().map(|one| one[field].clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("position"), of("any")),
        (positions.map(Value::from).to_vec(), [false, true, true].map(Value::from).to_vec())
    );
    let csv = db.run(&[&reach[..], &["--format", "csv"]].concat()).expect_success();
    assert_eq!(csv.lines().next(), Some("position,any,keeping"));
    assert_eq!(csv.lines().nth(1), Some("w_a1a4a7_b2d2f4,false,false"));
    let error = db.run(&["reach", "standard", "--stones", "3", "w_a1a9_b2"]).expect_error();
    assert!(error.contains("a9"), "{error}");
}

#[test]
fn choices_add_up_to_the_statistics() {
    let db = solved();
    let choice = db.json(&["stats", "standard", "--stones", "3", "--by", "choice", "--threads", "1"]);
    let other = solved();
    assert_eq!(
        choice,
        other.json(&["stats", "standard", "--stones", "3", "--by", "choice", "--threads", "2"])
    );
    let stats = db.json(&["stats", "standard", "--stones", "3"]);
    let pairs = choice["subspaces"].as_array().unwrap().iter().zip(stats["subspaces"].as_array().unwrap());
    for (choice, counts) in pairs.chain([(&choice["total"], &stats["total"])]) {
        assert_eq!(choice["subspace"], counts["subspace"]);
        for field in ["win", "draw"] {
            let of = &choice[field];
            assert_eq!(of["positions"], counts[field], "{choice}");
            let by_keeping = of["by_keeping"].as_array().unwrap();
            let weighted =
                (0_u64..).zip(by_keeping).map(|(moves, positions)| moves * positions.as_u64().unwrap());
            assert_eq!(weighted.sum::<u64>(), number(of, "keeping"));
            assert!(number(of, "keeping") + number(of, "losing") <= number(of, "moves"));
        }
        assert_eq!(choice["loss"], counts["loss"]);
    }
    let text = db.run(&["stats", "standard", "--stones", "3", "--by", "choice"]).expect_success();
    assert_snapshot("stats_by_choice_standard_3.txt", &text);
}

#[test]
fn first_moves_are_told_with_what_can_be_done_wrong_after_them() {
    let db = solved();
    let by = ["stats", "standard", "--stones", "3", "--by", "first-move", "--plies", "3"];
    let found = db.json(&by);
    assert_eq!(found, db.json(&[&by[..], &["--threads", "1"]].concat()));
    let moves = found["first_moves"].as_array().unwrap();
    assert_eq!(moves.iter().map(|first| number(first, "alike")).sum::<u64>(), 24);
    for first in moves {
        let plies = first["plies"].as_array().unwrap();
        let turns: Vec<&str> = plies.iter().map(|ply| ply["turn"].as_str().unwrap()).collect();
        assert_eq!(turns, ["black", "white", "black"]);
        for ply in plies {
            assert!(number(ply, "wrong") < number(ply, "moves"));
            assert!(number(ply, "in_danger") <= number(ply, "positions"));
        }
        assert_eq!((number(&plies[0], "positions"), number(&plies[0], "moves")), (1, 23));
    }
    let csv = db.run(&[&by[..], &["--format", "csv"]].concat()).expect_success();
    assert_eq!(csv.lines().count(), 1 + 3 * moves.len());
    assert_snapshot("stats_by_first_move_standard_3.txt", &db.run(&by).expect_success());
    let error = Db::empty().run(&by).expect_error();
    assert!(error.contains("make it with: millwright solve standard --stones 3"), "{error}");
}

#[test]
fn missing_and_reduced_tables_are_refused_with_what_helps() {
    let db = solved();
    std::fs::remove_file(db.table("2_2_1_1")).unwrap();
    let error = db.redacted(&db.run(&["reach", "standard", "--stones", "3"]).expect_error());
    assert!(
        error.contains("2_2_1_1") && error.contains("make it with: millwright solve standard --stones 3"),
        "{error}"
    );
    let reduced = Db::empty();
    let keep = ["--keep", "statistics", "--keep-small", "0"];
    reduced.run(&[&["solve", "standard", "--stones", "3"], &keep[..]].concat()).expect_success();
    for command in [
        &["reach", "standard", "--stones", "3"][..],
        &["stats", "standard", "--stones", "3", "--by", "choice"],
    ] {
        let error = reduced.run(command).expect_error();
        assert!(error.contains("--keep tables"), "{error}");
    }
}
