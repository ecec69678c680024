//! `solve --keep`: less is stored, the statistics stay.

use crate::binary::Db;

const GAME: [&str; 4] = ["solve", "standard", "--stones", "4,3"];

fn solved(keep: &str) -> Db {
    let db = Db::empty();
    db.run(&[&GAME[..], &["--keep", keep]].concat()).expect_success();
    db
}

#[test]
fn statistics_and_values_of_the_start_do_not_depend_on_what_is_kept() {
    let [tables, wdl, statistics] = ["tables", "wdl", "statistics"].map(solved);
    let of = |db: &Db| (db.json(&["stats", "standard"]), db.json(&["value", "standard", "--stones", "4,3"]));
    assert_eq!(of(&wdl), of(&tables));
    assert_eq!(of(&statistics), of(&tables));
    let bytes = |db: &Db| db.files().values().map(Vec::len).sum::<usize>();
    assert!(bytes(&statistics) < bytes(&wdl) && bytes(&wdl) < bytes(&tables));
    // Reduced afterwards, it is the same as reduced on the way.
    let reduced = tables.run(&[&GAME[..], &["--keep", "wdl"]].concat()).expect_success();
    assert!(reduced.contains(" free again"), "{reduced}");
    assert_eq!(tables.files(), wdl.files());
}

#[test]
fn what_was_not_kept_is_missed_with_advice() {
    let [wdl, statistics] = ["wdl", "statistics"].map(solved);
    // A win, but not at once: what ends the game is known without tables.
    let query = ["query", "standard", "w_a1d5g4_b2d2f2"];
    let found = wdl.json(&query);
    assert_eq!(found["value"], serde_json::json!({ "outcome": "win", "plies": null, "source": "table" }));
    let text = wdl.run(&query).expect_success();
    assert!(text.starts_with("White to move wins; how long it takes has not been kept.\n"), "{text}");
    // A small one is solved in memory instead, a larger one is missed.
    assert_eq!(statistics.json(&query)["value"]["source"], "memory");
    let large = large("statistics");
    let missed = large.run(&["query", "standard", "b_a1d2g4b6c5e3_b2d6f4"]);
    let note = large.redacted(&missed.stderr);
    assert_eq!(
        note,
        "note: the values of subspace 3_6_0_0 have not been kept: DB/standard/3_6_0_0.mill has statistics only; make it \
         with: millwright solve standard --movement --stones 6,3 --db DB\n"
    );
    assert!(missed.expect_success().starts_with("Unknown: no table has this position."));
    let error = wdl.run(&["verify", "standard", "--subspace", "3_3_0_0"]).expect_error();
    assert!(error.contains("have not been kept; solve again with --keep tables"), "{error}");
    let verified = statistics.run(&["verify", "standard"]);
    assert!(verified.stderr.contains("subspaces skipped: the depths"), "{verified:?}");
    assert!(verified.expect_success().ends_with(": all correct\n"));
}

/// Six against three: several moves win, none of them at once.
const WON: &str = "w_c4d5a1a4d6f6_d1c3g4";

/// Tables of six against three, which is too large to be solved in memory.
fn large(keep: &str) -> Db {
    let db = Db::empty();
    db.run(&["solve", "standard", "--movement", "--stones", "6,3", "--keep", keep]).expect_success();
    db
}

#[test]
fn best_play_ends_where_tables_do_not_tell_which_move_is_the_best() {
    let db = large("wdl");
    let line = db.json(&["line", "standard", WON]);
    assert_eq!((&line["value"]["outcome"], &line["line"]), (&"win".into(), &serde_json::json!([])));
    assert_eq!(line["ends"], "which move is the best is unknown: the tables have win, draw and loss only");
    // What memory knows is known in full.
    let small = db.run(&["line", "standard", "w_a1a4d7_b2d2f2"]);
    assert!(small.stderr.contains("solving all games with up to 5 stones each"), "{small:?}");
    assert!(small.expect_success().starts_with("White to move wins in 1 ply.\n"));
}

#[test]
fn moves_to_tables_of_statistics_are_unknown_and_the_rest_is_told() {
    // Small tables stay, those that their moves lead to do not.
    let db = solved("statistics");
    let query = ["query", "standard", "b_a1d1g4.1_b2d2.1", "--stones", "4,3"];
    let ran = db.run(&query);
    assert!(ran.stderr.contains("unknown: the tables are missing, or have statistics only\n"), "{ran:?}");
    let text = ran.expect_success();
    assert!(text.starts_with("Black to move ") && text.contains("\nabout "), "{text}");
    let found = db.json(&query);
    assert_ne!(found["value"]["outcome"], "unknown");
    let moves = found["moves"].as_array().unwrap();
    let unknown = moves.iter().filter(|record| record["outcome"] == "unknown").count();
    // The moves that lose at once are found by searching; the other one is not known.
    let searched = moves.iter().filter(|record| record["source"] == "search").count();
    assert_eq!((moves.len(), searched, unknown), (21, 17, 1), "{found}");
}

#[test]
fn players_of_reduced_tables_keep_the_result_and_say_what_they_do_not_know() {
    let db = large("wdl");
    let play =
        ["play", "standard", "--position", WON, "--white", "strong", "--black", "random", "--seed", "1"];
    let ran = db.run(&play);
    assert!(ran.stderr.contains("note: the tables have win, draw and loss only"), "{ran:?}");
    assert!(ran.expect_success().contains("[Result "));
}

#[test]
fn the_starts_of_reduced_tables_have_an_outcome_without_plies() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--extended", "3"]).expect_success();
    let plain = db.run(&["extended", "standard"]).expect_success();
    assert!(plain.contains("W23"), "{plain}");
    db.run(&["solve", "standard", "--stones", "4,3", "--keep", "wdl"]).expect_success();
    db.run(&["solve", "standard", "--extended", "3", "--keep", "wdl"]).expect_success();
    assert!(db.run(&["extended", "standard"]).expect_success().contains('W'));
}

#[test]
fn the_plan_tells_the_disk_at_the_peak_and_in_the_end() {
    let db = Db::empty();
    let plan = db.run(&["solve", "lasker", "--keep", "statistics", "--plan"]).expect_success();
    let disk = plan.lines().find(|line| line.starts_with("disk ")).unwrap_or_default();
    assert!(disk.contains(" more at the peak, ") && disk.contains(" more in the end; "), "{plan}");
}

#[test]
fn draws_are_told_apart_and_both_tables_dropped_with_the_same_totals() {
    const BY_RANK: [&str; 8] = ["stats", "standard", "--stones", "4,3", "--by", "rank", "--format", "json"];
    let (whole, dropped) = (Db::empty(), Db::empty());
    let game = ["solve", "standard", "--stones", "4,3", "--ultra"];
    whole.run(&game).expect_success();
    let keep = [&game[..], &["--keep", "statistics", "--keep-small", "0"]].concat();
    let plan = dropped.run(&[&keep[..], &["--plan"]].concat()).expect_success();
    assert!(plan.contains("solve   standard") && plan.contains("draws   standard"), "{plan}");
    dropped.run(&keep).expect_success();
    assert_eq!(dropped.run(&BY_RANK).expect_success(), whole.run(&BY_RANK).expect_success());
    let again = dropped.run(&keep).expect_success();
    assert!(again.contains("nothing to solve and no draws to tell apart"), "{again}");
    let refused = dropped.run(&[&game[..], &["--keep", "wdl"]].concat()).expect_error();
    assert!(refused.contains("--ultra goes with --keep tables or --keep statistics"), "{refused}");
}

#[test]
fn tables_that_are_named_stay_and_those_of_other_games_are_refused() {
    let db = Db::empty();
    let game = ["solve", "standard", "--stones", "3", "--keep", "statistics", "--keep-small", "0"];
    let refused = db.run(&[&game[..], &["--keep-tables", "4_4_0_0"]].concat()).expect_error();
    assert!(refused.contains("4_4_0_0 is no subspace of what is solved"), "{refused}");
    db.run(&[&game[..], &["--keep-tables", "3_3_0_0,0_0_3_3"]].concat()).expect_success();
    db.run(&["query", "standard", "w_a1a4d7_b2d2f2"]).expect_success();
    db.run(&["value", "standard", "--stones", "3"]).expect_success();
    let source = |position| db.json(&["query", "standard", position])["value"]["source"].clone();
    assert_eq!(source("w_a1a4d7_b2d2f2"), "table");
    assert_eq!(source("w_a1.2_b2.2"), "memory", "it has not been kept, and is solved again");
}

#[test]
fn a_sample_of_every_table_is_verified_before_what_it_follows_from_is_dropped() {
    let db = Db::empty();
    let ran = db.run(
        &[&GAME[..], &["--keep", "statistics", "--ultra", "--ranks", "stones", "--verify-sample", "20"]]
            .concat(),
    );
    let line = ran.stderr.lines().find(|line| line.contains(" of a sample (--seed ")).unwrap_or_default();
    // Fewer than 20 slots of the smallest tables, and two kinds of tables.
    let tables = db.json(&["stats", "standard"])["subspaces"].as_array().unwrap().len();
    assert!(
        line.contains(" slots of a sample") && line.ends_with(&format!(" of {} tables", 2 * tables)),
        "{ran:?}"
    );
    ran.expect_success();
    let plain = solved("statistics");
    assert_eq!(db.json(&["stats", "standard"]), plain.json(&["stats", "standard"]));
}
