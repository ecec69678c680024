//! `millwright line`: best play for both sides; `millwright serve`: what it refuses.

use std::fs;

use serde_json::Value;

use crate::binary::{Db, assert_snapshot};

#[test]
fn a_line_is_what_query_says_move_by_move() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    let line = db.json(&["line", "standard", "start", "--stones", "3"]);
    let plies = line["line"].as_array().unwrap();
    assert_eq!(plies.len(), 23, "White wins in 23 plies");
    let mut position = line["position"].as_str().unwrap().to_owned();
    for ply in plies {
        let here = db.json(&["query", "standard", &position, "--stones", "3"]);
        let moves = here["moves"].as_array().unwrap();
        for field in ["move", "outcome", "plies"] {
            assert_eq!(ply[field], moves[0][field], "{position}");
        }
        let as_good = moves.iter().filter(|other| other["outcome"] == ply["outcome"]).count();
        let only = as_good == 1 && moves.len() > 1 && ply["outcome"] != "loss";
        assert_eq!(ply["only"], only, "{position}");
        position = ply["position"].as_str().unwrap().to_owned();
    }
    assert_eq!(line["ends"], "the game is over: Black has fewer than three stones and has lost");
    assert_snapshot("line_text", &db.run(&["line", "standard", "start", "--stones", "3"]).expect_success());
    let short = db.json(&["line", "standard", "start", "--stones", "3", "--plies", "2"]);
    assert_eq!(short["line"].as_array().unwrap()[..], plies[..2]);
}

#[test]
fn a_line_of_draws_says_what_they_are_worth_and_ends_where_it_repeats_itself() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "4", "--ultra"]).expect_success();
    let stats = db.json(&["stats", "standard", "--stones", "4"]);
    assert!(stats["total"]["draw"].as_u64().unwrap() > 0);
    let start = db.json(&["line", "standard", "w_a1d2f4g7_b2b6d6f6"]);
    assert_eq!(start["value"]["outcome"], "draw", "{start}");
    assert!(start["value"]["words"].as_str().unwrap().starts_with("best play ends"));
    let text = db.run(&["line", "standard", "w_a1d2f4g7_b2b6d6f6"]).expect_success();
    assert!(text.starts_with("White to move draws; best play ends "), "{text}");
    assert!(text.ends_with("This position occurred before: best play goes round in circles.\n"), "{text}");
}

#[test]
fn small_positions_need_no_tables_and_others_name_the_command_that_makes_them() {
    let db = Db::empty();
    let ran = db.run(&["line", "standard", "w_a1a4d7_b2d2f2", "--format", "json"]);
    assert_eq!(
        ran.stderr,
        "note: no table has all about this position: solving all games with up to 5 stones each\n"
    );
    let line: Value = serde_json::from_str(&ran.expect_success()).unwrap();
    assert_eq!(line["line"][0]["move"], "d7-a7xb2");
    let expected = db.run(&["line", "standard", "start", "--plies", "4"]);
    assert!(expected.stderr.contains("make it with: millwright solve standard --stones 9"), "{expected:?}");
    let text = expected.expect_success();
    assert!(
        text.starts_with("Unknown: no table has this position. An estimate: White to move, about "),
        "{text}"
    );
    assert!(text.ends_with("These moves are expected, not known: no table has them.\n"), "{text}");
    let error = db.run(&["line", "standard", "start", "--plies", "0"]).expect_error();
    assert!(error.contains("1..=400"), "{error}");
}

#[test]
fn a_server_needs_a_directory_and_an_address() {
    let db = Db::empty();
    let error = db.run(&["serve", "--listen", "somewhere"]).expect_error();
    assert!(error.contains("like 127.0.0.1:9000"), "{error}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = db.run(&["serve", "--listen", &address]).expect_error();
    assert!(error.contains("another program does; choose another port with --listen"), "{error}");
    fs::write(db.path().join("file"), "").unwrap();
    let mut command = std::process::Command::new(crate::binary::MILLWRIGHT);
    let ran = crate::binary::ran(command.arg("serve").arg("--db").arg(db.path().join("file")));
    assert!(ran.expect_error().contains("is no directory; choose the one that has the tables with --db"));
}
