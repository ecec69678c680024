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
    let query = ["query", "standard", "w_a1a4d7_b2d2f2"];
    let found = wdl.json(&query);
    assert_eq!(found["value"], serde_json::json!({ "outcome": "win", "plies": null }));
    let text = wdl.run(&query).expect_success();
    assert!(text.starts_with("White to move wins.\n"), "{text}");
    let error = statistics.redacted(&statistics.run(&query).expect_error());
    assert_eq!(
        error,
        "error: DB/standard/3_3_0_0.mill: the table has statistics only; solve again with --keep tables"
    );
    let error = wdl.run(&["verify", "standard", "--subspace", "3_3_0_0"]).expect_error();
    assert!(error.contains("have not been kept; solve again with --keep tables"), "{error}");
    let verified = statistics.run(&["verify", "standard"]);
    assert!(verified.stderr.contains("subspaces skipped: the depths"), "{verified:?}");
    assert!(verified.expect_success().ends_with(": all correct\n"));
}

#[test]
fn the_plan_tells_the_disk_at_the_peak_and_in_the_end() {
    let db = Db::empty();
    let plan = db.run(&["solve", "lasker", "--keep", "statistics", "--plan"]).expect_success();
    let disk = plan.lines().find(|line| line.starts_with("disk ")).unwrap_or_default();
    assert!(disk.contains(" more at the peak, ") && disk.contains(" more in the end; "), "{plan}");
}
