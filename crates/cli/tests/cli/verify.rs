//! `millwright verify`: right tables pass, wrong ones are found out.

use std::fs;
use std::path::Path;

use millwright_rules::Game;
use millwright_table::{Codes, PlaneValues, TableDirectory, TableError, WriteOptions};

use crate::binary::Db;

/// The movement phase with up to four stones, draws told apart by stones.
const ULTRA: [&str; 8] = ["solve", "standard", "--movement", "--stones", "4", "--ultra", "--ranks", "stones"];

/// Gives two positions of subspace `3_3_0_0` each other's value. The table is sound in itself, and wrong.
fn exchange_two_values(db: &Path) -> Result<(), TableError> {
    let directory = TableDirectory::new(db, Game::Standard);
    let subspace = "3_3_0_0".parse().expect("a subspace");
    let table = directory.open(subspace)?;
    let mut values = vec![0_u8; usize::try_from(table.slots()).expect("few")];
    table.plies()?.load(&mut values)?;
    // Neither is the longest, which the head points to.
    let place = |plies| values.iter().position(|&value| value == plies).expect("there are such wins");
    let (one, other) = (place(1), place(3));
    values.swap(one, other);
    let changed = PlaneValues::plies(table.statistics().clone(), Codes::Narrow(values));
    directory.write(subspace, &changed, &WriteOptions::default())?;
    Ok(())
}

#[test]
fn right_tables_pass_and_are_not_checked_again_unless_asked() {
    let db = Db::solved("4");
    let ran = db.run(&["verify", "standard"]);
    assert_eq!(ran.stderr.lines().count(), 4, "a line a table: {ran:?}");
    let summary = ran.expect_success();
    assert!(summary.starts_with("verified 4 subspaces, 5,603,765 slots in "), "{summary}");
    assert!(summary.ends_with(": all correct\n") && summary.lines().count() == 1, "{summary}");
    let again = db.run(&["verify", "standard"]).expect_success();
    assert_eq!(again, "4 subspaces verified before and unchanged; --again checks them again\n");
    let really = db.run(&["verify", "standard", "--subspace", "3_3_0_0", "--again"]).expect_success();
    assert!(really.starts_with("verified 1 subspace, 210,140 slots in "), "{really}");
}

#[test]
fn wrong_values_are_listed_with_what_they_should_be() {
    let db = Db::solved("3");
    db.run(&["verify", "standard"]).expect_success();
    exchange_two_values(db.path()).unwrap();
    for more in [&[][..], &["--threads", "1"], &["--sample", "10000000"]] {
        let ran = db.run(&[&["verify", "standard"], more].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(
            lines[0].starts_with("3_3_0_0: ") && lines[0].ends_with(" slots are wrong, the first of them:")
        );
        let wrong = |stored, expected| {
            let end = format!(": stored {stored}, expected {expected}");
            lines
                .iter()
                .any(|line| line.starts_with("  w_") && line.contains(" slot ") && line.ends_with(&end))
        };
        assert!(wrong("win in 3", "win in 1"), "{ran:?}");
        assert!(lines.last().unwrap().ends_with(" wrong"), "{ran:?}");
        assert!(!ran.stdout.contains("all correct"), "{ran:?}");
    }
    // Nothing wrong is remembered as right.
    assert_eq!(db.run(&["verify", "standard"]).code, Some(1));
}

#[test]
fn a_sample_is_the_same_for_the_same_seed() {
    let db = Db::solved("3");
    let sample =
        |seed: &[&str]| db.run(&[&["verify", "standard", "--sample", "500"], seed].concat()).expect_success();
    let told = sample(&[]);
    assert!(told.starts_with("verified 1 subspace, 500 slots of a sample (--seed "), "{told}");
    assert!(sample(&["--seed", "7"]).contains("(--seed 7)"));
    assert!(
        db.run(&["verify", "standard"]).expect_success().contains("210,140 slots"),
        "a sample is no proof"
    );
}

#[test]
fn the_stones_say_which_tables_are_checked() {
    let db = Db::solved("4");
    let verified = |more: &[&str]| {
        let summary = db.run(&[&["verify", "standard", "--again"], more].concat()).expect_success();
        summary.split(" subspace").next().expect("the first of them").to_owned()
    };
    assert_eq!(verified(&["--stones", "3"]), "verified 1");
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    assert_eq!(verified(&["--stones", "3"]), "verified 7");
    assert_eq!(verified(&["--stones", "3", "--movement"]), "verified 1");
    assert_eq!(verified(&["--extended", "3"]), "verified 7");
    assert_eq!(verified(&[]), "verified 10", "the movement phase with four stones, and the game with three");
}

#[test]
fn what_is_missing_is_named() {
    let db = Db::solved("4");
    let redacted = |args: &[&str]| db.redacted(&db.run(args).expect_error());
    assert_eq!(
        redacted(&["verify", "standard", "--subspace", "5_4_0_0"]),
        "error: the table of subspace 5_4_0_0 is missing: there is no DB/standard/5_4_0_0.mill; make it with: \
         millwright solve standard --movement --stones 5,4 --db DB"
    );
    redacted(&["verify", "standard", "--stones", "5"]);
    redacted(&["verify", "standard", "--subspace", "5_4"]);
    redacted(&["verify", "lasker"]);
    fs::remove_file(db.table("3_4_0_0")).unwrap();
    let error = redacted(&["verify", "standard", "--subspace", "4_4_0_0"]);
    assert!(error.contains("cannot be verified without subspace 3_4_0_0"), "{error}");
}

/// Gives two draws of subspace `4_3_0_0` each other's value. The ultra table is sound in itself, and wrong.
fn exchange_two_draws(db: &Path) -> Result<(), TableError> {
    let directory = TableDirectory::new(db, Game::Standard);
    let subspace = "4_3_0_0".parse().expect("a subspace");
    let ranks = directory.read_ranks()?.expect("it was solved");
    let table = directory.ultra(&ranks).open(subspace)?;
    let mut codes = vec![0; usize::try_from(table.slots()).expect("few")];
    table.load(&mut codes)?;
    let place = |code| codes.iter().position(|&there| there == code).expect("every value occurs");
    let (one, other) = (place(1), place(2));
    codes.swap(one, other);
    let changed = PlaneValues::draws(table.values().to_vec(), codes);
    directory.ultra(&ranks).write(subspace, &changed, &WriteOptions::default())?;
    Ok(())
}

#[test]
fn ultra_tables_are_verified_after_the_others() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3", "--ultra"]).expect_success();
    let ran = db.run(&["verify", "standard"]);
    assert_eq!(ran.stderr.lines().count(), 14, "a line a table: {ran:?}");
    let results = ran.expect_success();
    let lines: Vec<&str> = results.lines().collect();
    let [plies, ultra] = lines[..] else { panic!("{results}") };
    assert!(plies.starts_with("verified 7 subspaces, ") && plies.ends_with(": all correct"), "{plies}");
    assert!(ultra.starts_with("verified 7 ultra tables, ") && ultra.ends_with(": all correct"), "{ultra}");
    assert_eq!(
        db.run(&["verify", "standard"]).expect_success(),
        "7 subspaces verified before and unchanged; --again checks them again\n\
         7 ultra tables verified before and unchanged; --again checks them again\n"
    );
    let sample = ["verify", "standard", "--subspace", "3_3_0_0", "--sample", "700", "--seed", "7"];
    let sampled = db.run(&sample).expect_success();
    assert_eq!(sampled.matches("1 subspace, 700 slots of a sample (--seed 7)").count(), 1, "{sampled}");
    assert_eq!(sampled.matches("1 ultra table, 700 slots of a sample (--seed 7)").count(), 1, "{sampled}");
}

#[test]
fn wrong_draws_are_listed_with_what_they_should_be() {
    let db = Db::empty();
    db.run(&ULTRA).expect_success();
    assert_eq!(db.run(&["verify", "standard"]).expect_success().matches(": all correct").count(), 2);
    exchange_two_draws(db.path()).unwrap();
    let ran = db.run(&["verify", "standard", "--subspace", "4_3_0_0"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("1 subspace verified before"), "{ran:?}");
    assert!(
        lines[1].starts_with("ultra table 4_3_0_0: ") && lines[1].contains(" slots are wrong"),
        "{ran:?}"
    );
    assert!(lines[2].contains(": stored rank ") && lines[2].contains(", expected rank "), "{ran:?}");
    assert!(lines.last().unwrap().ends_with(": 1 table wrong"), "{ran:?}");
}

#[test]
fn what_is_missing_of_the_ultra_tables_is_named() {
    let db = Db::empty();
    db.run(&ULTRA).expect_success();
    db.run(&["verify", "standard"]).expect_success();
    fs::remove_file(db.path().join("standard/3_4_0_0.ultra")).unwrap();
    let ran = db.run(&["verify", "standard", "--subspace", "4_4_0_0"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(
        db.redacted(ran.stderr.lines().last().unwrap()),
        "error: the draws of subspace 4_4_0_0 cannot be verified without the ultra table of subspace 3_4_0_0: there is \
         no DB/standard/3_4_0_0.ultra; make it with: millwright solve standard --movement --stones 3,4 --db DB --ultra \
         --ranks DB/standard/ranks.secval"
    );
    let rest = db.run(&["verify", "standard", "--subspace", "3_4_0_0"]).expect_success();
    assert_eq!(rest.lines().count(), 1, "no ultra table, nothing to verify: {rest}");
}
