//! `millwright ranks`: which subspaces are better to end in.

use crate::binary::{Db, assert_snapshot};

#[test]
fn four_stones_are_ranked_as_malom_ranks_them() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "4"]).expect_success();
    let secval = db.run(&["ranks", "standard", "--stones", "4", "--format", "secval"]).expect_success();
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let published = include_str!("../../../ranks/tests/data/mini4_std.secval");
    assert_eq!(sorted(&secval), sorted(published));

    assert_snapshot("ranks_text", &db.run(&["ranks", "standard", "--stones", "4"]).expect_success());
    let record = db.json(&["ranks", "standard", "--stones", "4"]);
    assert_eq!((&record["win_rank"], &record["ranks"]), (&19.into(), &"ratio".into()));
    let subspaces = record["subspaces"].as_array().unwrap();
    assert_eq!(subspaces.len(), 28);
    let best = serde_json::json!({"subspace": "1_1_2_2", "rank": 18, "win": 46, "draw": 0, "loss": 0});
    assert_eq!(subspaces[0], best);
}

#[test]
fn stone_differences_need_no_tables() {
    let db = Db::empty();
    let text = db
        .run(&["ranks", "standard", "--stones", "4", "--ranks", "stones", "--format", "secval"])
        .expect_success();
    assert!(text.starts_with("virt_loss_val: -2\nvirt_win_val: 2\n28\n"), "{text}");
    assert!(text.contains("\n4 3 0 0  1\n"), "{text}");
    let record = db.json(&["ranks", "lasker", "--extended", "3", "--ranks", "stones"]);
    assert_eq!(record["win_rank"], 1);
}

#[test]
fn what_cannot_be_ranked_is_refused() {
    let db = Db::solved("3");
    let error = db.run(&["ranks", "standard", "--stones", "3"]).expect_error();
    assert!(error.contains("is missing"), "{error}");
    assert!(
        db.redacted(&error).ends_with("make it with: millwright solve standard --stones 3 --db DB"),
        "{error}"
    );
    let error = db.run(&["ranks", "standard", "--extended", "4"]).expect_error();
    assert!(
        db.redacted(&error).ends_with("make it with: millwright solve standard --extended 4 --db DB"),
        "{error}"
    );
    let error = db.run(&["ranks", "standard", "--ranks", "stoned"]).expect_error();
    assert!(
        error.contains("cannot read the ranks in stoned; choose ratio, published, stones or a file"),
        "{error}"
    );
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    let error = db.run(&["ranks", "standard", "--stones", "3", "--ranks", "published"]).expect_error();
    assert!(error.contains("where 5_3_0_0 has the rank 59; here it has none"), "{error}");
}
