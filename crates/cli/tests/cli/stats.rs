//! `millwright stats`: what is counted, in three forms.

use serde_json::{Value, json};

use crate::binary::{Db, assert_snapshot};

#[test]
fn four_against_four_is_as_published() {
    let db = Db::solved("4");
    let stats = db.json(&["stats", "standard"]);
    let subspaces = stats["subspaces"].as_array().unwrap();
    let names: Vec<&str> = subspaces.iter().map(|record| record["subspace"].as_str().unwrap()).collect();
    assert_eq!(names, ["3_3_0_0", "3_4_0_0", "4_3_0_0", "4_4_0_0"]);
    let mut four = subspaces[3].clone();
    let longest = four.as_object_mut().unwrap().remove("longest").unwrap();
    // Loewer's table 2.
    let expected = json!({
        "subspace": "4_4_0_0", "slots": 3_667_665, "positions": 3_225_597,
        "win": 159, "draw": 3_225_409, "loss": 29, "max_plies": 9,
        "plies": {"0": 6, "1": 29, "2": 3, "3": 24, "4": 10, "5": 46, "6": 6, "7": 48, "8": 4, "9": 12}
    });
    assert_eq!(four, expected);
    assert_eq!(longest["plies"], 9);
    let fields: Vec<&String> = stats.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["game", "rules", "extent", "subspaces", "total"]);
    assert_eq!((&stats["game"], &stats["rules"]["board"]), (&json!("standard"), &json!("orthogonal")));
}

#[test]
fn the_total_adds_up_and_the_longest_positions_have_their_value() {
    let db = Db::solved("4");
    let stats = db.json(&["stats", "standard"]);
    let subspaces = stats["subspaces"].as_array().unwrap();
    for field in ["slots", "positions", "win", "draw", "loss"] {
        let sum: u64 = subspaces.iter().map(|record| record[field].as_u64().unwrap()).sum();
        assert_eq!(stats["total"][field], sum, "{field}");
    }
    for record in subspaces {
        let of = |field: &str| record[field].as_u64().unwrap();
        let plies: u64 = record["plies"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(of("win") + of("draw") + of("loss"), of("positions"));
        assert_eq!(plies + of("draw"), of("positions"));
        let answer = db.json(&["query", "standard", record["longest"]["position"].as_str().unwrap()]);
        assert_eq!(answer["value"]["plies"], record["max_plies"]);
        assert_eq!(answer["subspace"], record["subspace"]);
    }
    assert_eq!(stats["total"]["max_plies"], 33);
    assert_eq!(stats["total"]["plies"]["0"], 6);
}

#[test]
fn the_tables_for_people_look_like_those_of_the_papers() {
    let db = Db::solved("5,4");
    let text = db.run(&["stats", "standard"]).expect_success();
    assert_snapshot("stats_table", &text);
    // Gevay and Danner, tables V and VII.
    for row in [
        ["83 / 0+ / 17", "13 / 87 / 0", "0+ / 99 / 0+"],
        ["10 / 90 / 0+", "0+ / 100 / 0+", "0+ / 100 / 0+"],
        ["23 / 77 / 0", "0+ / 100 / 0+", ""],
    ] {
        let line = |line: &&str| row.iter().all(|cell| line.contains(cell));
        assert!(text.lines().any(|text| line(&text)), "{row:?}");
    }
    for row in [&["3", "26", "33", "31"][..], &["4", "32", "9", "28"], &["5", "3", "29"]] {
        assert!(text.lines().any(|line| line.split_whitespace().eq(row.iter().copied())), "{row:?}");
    }
}

#[test]
fn the_csv_form_has_a_row_a_subspace() {
    let db = Db::solved("4");
    assert_snapshot("stats_csv", &db.run(&["stats", "standard", "--format", "csv"]).expect_success());
}

#[test]
fn the_stones_say_which_tables_count() {
    let db = Db::solved("4");
    let of = |stones: &str| -> Vec<Value> {
        let stats = db.json(&["stats", "standard", "--stones", stones]);
        stats["subspaces"].as_array().unwrap().iter().map(|record| record["subspace"].clone()).collect()
    };
    assert_eq!(of("3"), ["3_3_0_0"]);
    assert_eq!(of("3,4"), ["3_3_0_0", "3_4_0_0", "4_3_0_0"]);
    let error = db.run(&["stats", "standard", "--stones", "5"]).expect_error();
    assert!(error.contains("the table of subspace 3_5_0_0 is missing"), "{error}");
    let command =
        format!("make it with: millwright solve standard --movement --stones 5 --db {}", db.path().display());
    assert!(error.ends_with(&command), "{error}");
}

/// The subspaces that were counted, and what the output says that they are.
fn covered(db: &Db, more: &[&str]) -> (usize, String) {
    let stats = db.json(&[&["stats", "standard"], more].concat());
    let subspaces = stats["subspaces"].as_array().expect("a list");
    (subspaces.len(), stats["extent"].as_str().expect("a text").to_owned())
}

#[test]
fn the_whole_game_is_counted_once_it_has_been_solved_and_nothing_else_in_the_directory() {
    let db = Db::solved("4");
    assert_eq!(covered(&db, &["--stones", "4"]), (4, "movement".to_owned()));
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    assert_eq!(covered(&db, &["--stones", "4"]), (4, "movement".to_owned()));
    assert_eq!(covered(&db, &["--stones", "3"]), (7, "complete".to_owned()));
    db.run(&["solve", "standard", "--stones", "4"]).expect_success();
    assert_eq!(covered(&db, &["--stones", "4"]), (28, "complete".to_owned()));
    assert_eq!(covered(&db, &["--stones", "3"]), (7, "complete".to_owned()));
    assert_eq!(covered(&db, &["--stones", "4", "--movement"]), (4, "movement".to_owned()));
    assert_eq!(covered(&db, &["--extended", "3"]), (7, "extended 3".to_owned()));
    // Nine stones have not been solved: all tables count. The empty board with three is no part of a game with four.
    let tables = db.files().len() - 1;
    assert!(tables > 28);
    assert_eq!(covered(&db, &[]), (tables, "tables".to_owned()));
    let text = db.run(&["stats", "standard", "--stones", "4"]).expect_success();
    assert!(text.contains("\ncounted    the whole game, 4 and 4 stones\nsubspaces  28\n"), "{text}");
    let missing = |more: &[&str]| {
        let error = db.run(&[&["stats", "standard"], more].concat()).expect_error();
        db.redacted(error.split("make it with: ").nth(1).expect("the error says what to do"))
    };
    assert_eq!(missing(&["--extended", "4"]), "millwright solve standard --extended 4 --db DB");
    assert_eq!(missing(&["--movement"]), "millwright solve standard --movement --stones 9 --db DB");
}

#[test]
fn without_tables_it_says_how_to_make_some() {
    let db = Db::empty();
    let error = db.run(&["stats", "standard"]).expect_error();
    assert!(
        db.redacted(&error).starts_with("error: there are no tables in DB/standard; make some with: "),
        "{error}"
    );
}
