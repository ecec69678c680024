//! `solve --ultra`, and what becomes of it in `query` and `stats`.

use std::fs;

use crate::binary::Db;

const SOLVE: [&str; 5] = ["solve", "standard", "--stones", "3,4", "--ultra"];

#[test]
fn draws_are_told_apart_and_shown_in_words() {
    let db = Db::empty();
    let solved = db.run(&SOLVE).expect_success();
    assert_eq!(solved.lines().filter(|line| line.starts_with("solved ")).count(), 2, "{solved}");
    let files = db.files();
    let strong: Vec<&str> = files.keys().filter_map(|name| name.strip_suffix(".mill")).collect();
    assert_eq!(strong.len(), 16);
    for name in strong {
        assert!(files.contains_key(&format!("{name}.ultra")), "{name}");
    }
    let again = db.run(&SOLVE);
    assert!(again.stderr.contains("nothing to solve"), "{again:?}");
    assert!(again.expect_success().starts_with("no draws to tell apart: "));

    // Gevay and Danner, table II: three against four is a draw.
    let value = db.json(&["value", "standard", "--stones", "3,4"]);
    assert_eq!(value["value"]["outcome"], "draw");
    assert!(value["value"]["words"].as_str().unwrap_or_default().starts_with("best play ends "), "{value}");
    let text = db.run(&["value", "standard", "--stones", "3,4"]).expect_success();
    assert!(text.starts_with("White to move draws; best play ends "), "{text}");
    // Drawn moves come best first, by rank.
    let ranks: Vec<i64> =
        value["moves"].as_array().into_iter().flatten().filter_map(|turn| turn["rank"].as_i64()).collect();
    assert!(!ranks.is_empty() && ranks.is_sorted_by(|one, next| one >= next), "{ranks:?}");

    let stats = db.json(&["stats", "standard", "--stones", "3,4", "--by", "rank"]);
    let total: u64 = stats["ranks"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|record| record["positions"].as_u64())
        .sum();
    let strong = db.json(&["stats", "standard", "--stones", "3,4"]);
    assert_eq!((Some(total), stats["draws"].as_u64()), (strong["total"]["draw"].as_u64(), Some(total)));
}

#[test]
fn ranks_come_from_a_file_and_are_not_mixed() {
    let db = Db::empty();
    db.run(&[&SOLVE[..], &["--ranks", "stones"]].concat()).expect_success();
    let with_stones = db.files();
    let error = db.redacted(&db.run(&SOLVE).expect_error());
    assert_eq!(
        error,
        "error: the draws in DB/standard were told apart by other ranks; use another directory with --db, or make them \
         again with --force"
    );
    assert_eq!(db.files(), with_stones);
    db.run(&[&SOLVE[..], &["--force"]].concat()).expect_success();
    let by_ratio = db.files();
    assert_ne!(by_ratio, with_stones);

    let file = db.path().join("standard").join("ranks.secval");
    let ranks = db.path().join("mine.secval");
    fs::copy(file, &ranks).expect("ranks are kept beside the tables");
    let other = Db::empty();
    let ranks = ranks.to_str().expect("a plain path");
    other.run(&[&SOLVE[..], &["--ranks", ranks]].concat()).expect_success();
    assert_eq!(other.files(), by_ratio, "the same ranks from a file");
    let error = other.run(&[&SOLVE[..], &["--ranks", "no.secval", "--force"]].concat()).expect_error();
    assert!(error.contains("cannot read the ranks in no.secval"), "{error}");
}

#[test]
fn without_ultra_tables_ranks_are_missed_with_advice() {
    let db = Db::solved("3");
    let error = db.run(&["stats", "standard", "--by", "rank"]).expect_error();
    assert!(error.ends_with("make the tables with: millwright solve standard --ultra"), "{error}");
}
