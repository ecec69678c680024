//! Tables that are not what they should be: named, left alone, and repaired when asked to.

use std::fs;

use crate::binary::Db;

/// What may happen to the file of subspace `4_3_0_0`: its name, and the bytes that are there afterwards.
fn damages(db: &Db) -> Vec<(&'static str, Vec<u8>)> {
    let bytes_of = |subspace| fs::read(db.table(subspace)).expect("it was solved");
    let good = bytes_of("4_3_0_0");
    let flipped = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        bytes
    };
    vec![
        ("empty", Vec::new()),
        ("cut in the head", good[..40].to_vec()),
        ("cut in half", good[..good.len() / 2].to_vec()),
        ("longer by a byte", [&good[..], &[0]].concat()),
        ("a bit of the head flipped", flipped(30)),
        ("a bit of the last chunk flipped", flipped(good.len() - 5)),
        ("swapped for another table", bytes_of("3_4_0_0")),
        ("something else", b"To whom it may concern".repeat(100)),
    ]
}

#[test]
fn a_bad_table_is_named_and_not_overwritten_until_force_repairs_it() {
    let db = Db::solved("4,3");
    let good = db.files();
    for (name, bad) in damages(&db) {
        fs::write(db.table("4_3_0_0"), &bad).unwrap();
        let error = db.solve("4,3", &[]).expect_error();
        assert!(error.contains("4_3_0_0.mill: ") && error.contains("--force"), "{name}: {error}");
        assert_eq!(fs::read(db.table("4_3_0_0")).unwrap(), bad, "{name}");
        let repaired = db.solve("4,3", &["--force"]).expect_success();
        assert!(repaired.starts_with("solved 1 unit, "), "{name}: {repaired}");
        assert_eq!(db.files(), good, "{name}");
    }
}

#[test]
fn force_repairs_several_tables_and_leaves_the_good_ones() {
    let db = Db::solved("4");
    let good = db.files();
    for subspace in ["3_3_0_0", "4_3_0_0", "4_4_0_0"] {
        fs::write(db.table(subspace), "").unwrap();
    }
    db.solve("4", &[]).expect_error();
    db.solve("4", &["--force"]).expect_success();
    assert_eq!(db.files(), good);
}

#[test]
fn no_command_gets_a_wrong_value_out_of_a_bad_table() {
    let db = Db::solved("4,3");
    // Four stones against three, White to move.
    let query = ["query", "standard", "w_a1a4d7g7_b2d2f2"];
    let value = db.run(&query).expect_success();
    for (name, bad) in damages(&db) {
        fs::write(db.table("4_3_0_0"), &bad).unwrap();
        let commands: [&[&str]; 3] =
            [&query, &["stats", "standard"], &["verify", "standard", "--subspace", "4_3_0_0", "--again"]];
        for command in commands {
            let ran = db.run(command);
            // A query that needs another chunk and statistics, which are in the head, may still be right.
            if name.contains("chunk") && ran.code == Some(0) && command[0] != "verify" {
                assert!(command[0] == "stats" || ran.stdout == value, "{name}: {ran:?}");
            } else {
                let error = ran.expect_error();
                assert!(error.contains("4_3_0_0.mill: "), "{name}: {error}");
            }
        }
    }
}

#[test]
fn tables_of_another_game_are_foreign() {
    let db = Db::solved("3");
    let lasker = db.path().join("lasker");
    fs::create_dir(&lasker).unwrap();
    fs::copy(db.table("3_3_0_0"), lasker.join("3_3_0_0.mill")).unwrap();
    let error = db.run(&["solve", "lasker", "--movement", "--stones", "3"]).expect_error();
    assert!(error.contains("3_3_0_0.mill: the table is for the rules "), "{error}");
    db.run(&["query", "lasker", "w_a1a4d7_b2d2f2"]).expect_error();
}
