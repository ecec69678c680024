//! `millwright prove`: the value of a game from a few tables.

use std::fs;

use serde_json::json;

use crate::binary::Db;

/// The movement phase with four stones each.
const PROVE: [&str; 4] = ["prove", "standard", "--stones", "4"];
/// All of its tables.
const ALL: &str = "4_4_0_0,4_3_0_0,3_3_0_0";

#[test]
fn what_is_proved_is_what_the_whole_game_is_worth() {
    let db = Db::solved("4");
    let whole = Db::empty();
    for stones in ["3", "4", "3,4"] {
        whole.run(&["solve", "standard", "--stones", stones]).expect_success();
        let value = whole.json(&["value", "standard", "--stones", stones])["value"]["outcome"].clone();
        let book = db.path().join(format!("{stones}.book"));
        let book = book.to_str().unwrap();
        let proved =
            db.json(&["prove", "standard", "--stones", stones, "--with", ALL, "--ply", "3", "--book", book]);
        let claims: Vec<bool> = proved["claims"]
            .as_array()
            .unwrap()
            .iter()
            .map(|claim| claim["proved"].as_bool().unwrap())
            .collect();
        // With all tables a claim is proved where it is true.
        assert_eq!(claims, [value != "loss", value != "win"], "{stones}: {proved}");
        assert_eq!(proved["value"] == "draw", value == "draw");
        // It is not proved twice.
        let again =
            db.json(&["prove", "standard", "--stones", stones, "--with", ALL, "--ply", "3", "--book", book]);
        assert_eq!(again["claims"][0]["nodes"], 0, "{again}");
        assert_eq!(again["claims"][0]["positions_proved"], proved["claims"][0]["positions_proved"]);
    }
}

#[test]
fn the_book_stands_beside_the_tables_and_players_keep_to_it() {
    let db = Db::solved("4");
    let text = db.run(&[&PROVE[..], &["--with", ALL]].concat()).expect_success();
    assert!(
        text.contains("White at least draws") && text.contains("depends on the order of moves"),
        "{text}"
    );
    assert!(db.path().join("standard/opening.book").exists());
    let seen = db.run(&["solve", "standard", "--movement", "--stones", "4"]);
    assert!(!seen.stderr.contains("opening.book"), "it is no stranger: {seen:?}");
}

#[test]
fn what_cannot_be_proved_is_refused_with_the_reason() {
    let db = Db::solved("4");
    let refused = |args: &[&str]| db.redacted(&db.run(args).expect_error());
    let error = refused(&["prove", "lasker"]);
    assert!(error.contains("lasker can go round in circles while stones are in hand"), "{error}");
    let error = refused(&["prove", "standard"]);
    assert!(
        error.contains("make it with: millwright solve standard --movement --stones 9 --db DB"),
        "{error}"
    );
    let error = refused(&["prove", "standard", "--with", "9_8_0_1"]);
    assert!(error.contains("has stones in hand; a proof needs tables of the movement phase"), "{error}");
    let error = refused(&["prove", "standard", "--with", "9_x"]);
    assert!(error.contains("9_x"), "{error}");
    let book = db.path().join("standard/opening.book");
    fs::write(&book, "nonsense\n").unwrap();
    let error = refused(&[&PROVE[..], &["--with", ALL]].concat());
    assert!(error.contains("opening.book: line 1 is not"), "{error}");
    fs::remove_file(&book).unwrap();
    db.run(&[&PROVE[..], &["--with", ALL]].concat()).expect_success();
    let error = refused(&[&PROVE[..], &["--with", "4_4_0_0"]].concat());
    assert!(error.contains("is of another proof; choose another file with --book"), "{error}");
    let few = db.path().join("few.book");
    let found = db.json(&[&PROVE[..], &["--with", "3_3_0_0", "--book", few.to_str().unwrap()]].concat());
    assert_eq!(found["tables"], json!(["3_3_0_0"]));
}
