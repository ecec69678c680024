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

#[cfg(unix)]
#[test]
fn a_pipe_a_device_or_a_directory_named_like_a_table_is_refused_and_not_read_for_ever() {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    let db = Db::solved("4,3");
    let good = db.files();
    let table = db.table("4_3_0_0");
    let make_pipe = || assert!(Command::new("mkfifo").arg(&table).status().unwrap().success());
    let makers: [(&str, &dyn Fn()); 2] =
        [("a pipe", &make_pipe), ("a device", &|| symlink("/dev/zero", &table).unwrap())];
    for (name, make) in makers {
        fs::remove_file(&table).unwrap();
        make();
        let commands: [&[&str]; 4] = [
            &["query", "standard", "w_a1a4d7g7_b2d2f2"],
            &["stats", "standard"],
            &["verify", "standard", "--subspace", "4_3_0_0", "--again"],
            &["solve", "standard", "--movement", "--stones", "4,3"],
        ];
        for command in commands {
            let error = db.run(command).expect_error();
            assert!(error.contains("4_3_0_0.mill: this is no file"), "{name}: {error}");
        }
        db.solve("4,3", &["--force"]).expect_success();
        assert_eq!(db.files(), good, "{name}");
    }
    // What was verified is remembered in a file that may be something else too.
    let record = db.path().join("standard/verified.json");
    symlink("/dev/zero", &record).unwrap();
    db.run(&["verify", "standard"]).expect_success();
    assert!(fs::symlink_metadata(&record).unwrap().is_file());
    fs::remove_file(&table).unwrap();
    fs::create_dir(&table).unwrap();
    db.solve("4,3", &[]).expect_error();
}

#[test]
fn ranks_are_read_up_to_a_limit() {
    let db = Db::solved("3");
    let ranks = db.path().join("standard/ranks.secval");
    fs::write(&ranks, "7".repeat((1 << 20) + 1)).unwrap();
    fs::write(db.path().join("standard/3_3_0_0.ultra"), "").unwrap();
    let ran = db.run(&["verify", "standard"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("ranks.secval: cannot read it: it has more than 1048576 bytes"), "{ran:?}");
    let solve = ["solve", "standard", "--movement", "--stones", "3", "--ultra", "--ranks"];
    let error = db.run(&[&solve[..], &[ranks.to_str().unwrap()]].concat()).expect_error();
    assert!(error.contains("it has more than 1048576 bytes"), "{error}");
}

#[test]
fn where_nothing_is_open_what_killed_runs_left_is_put_in_order() {
    let db = Db::solved("4,3");
    let good = db.files();
    let file = |name: &str| db.path().join("standard").join(name);
    let manifest = fs::read(file("manifest.json")).unwrap();
    let leftovers = [
        "4_3_0_0.mill.77.partial",
        "3_3_0_0.ultra.1.partial",
        "manifest.json.5.partial",
        "verified.json.6.partial",
    ];
    for stale in [&manifest[..manifest.len() / 2], b"", b"{}\n", &[&manifest[..], b" "].concat()] {
        fs::write(file("manifest.json"), stale).unwrap();
        for name in leftovers {
            fs::write(file(name), "half").unwrap();
        }
        let said = db.solve("4,3", &[]).expect_success();
        assert!(said.starts_with("nothing to solve: "), "{said}");
        assert_eq!(db.files(), good);
    }
    fs::remove_file(file("manifest.json")).unwrap();
    fs::write(file("verified.json.6.partial"), "half").unwrap();
    // Who verifies puts in order what is his.
    db.run(&["verify", "standard"]).expect_success();
    assert!(!file("verified.json.6.partial").exists());
    db.solve("4,3", &[]).expect_success();
    assert_eq!(db.files(), good);
}
