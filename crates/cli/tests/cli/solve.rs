//! `millwright solve`: plans, refusals, and what is left alone.

use std::fs::{self, File};
use std::process::Command;

use crate::binary::{Db, MILLWRIGHT, assert_snapshot, ran};

/// A plan without what depends on the machine.
fn redacted(db: &Db, plan: &str) -> String {
    let line = |line: &str| match line.split_whitespace().next() {
        Some(name @ ("memory" | "disk" | "time")) => format!("{name:<8}..."),
        _ => line.to_owned(),
    };
    db.redacted(&plan.lines().map(line).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_plan_is_told_and_nothing_is_done() {
    let db = Db::empty();
    let plan = db.run(&["solve", "standard", "--movement", "--plan"]);
    assert_eq!(plan.stderr, "");
    assert_snapshot("plan", &redacted(&db, &plan.expect_success()));
    assert_eq!(fs::read_dir(db.path()).unwrap().count(), 0);
    for (game, units) in [("lasker", 36), ("morabaraba", 55), ("standard-protected-take-two", 28)] {
        let plan = db.run(&["solve", game, "--movement", "--plan"]).expect_success();
        assert!(plan.contains(&format!("\nunits   {units}, of them 0 done\n")), "{plan}");
    }
}

#[test]
fn every_unit_has_its_lines_and_the_summary_is_the_result() {
    let db = Db::empty();
    let ran = db.solve("4", &[]);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    let begun: Vec<&&str> = lines.iter().filter(|line| line.ends_with(" slots")).collect();
    assert_eq!(
        begun,
        [
            &"unit 1 of 3, 3_3_0_0: 210,140 slots",
            &"unit 2 of 3, 4_3_0_0: 1,725,960 slots",
            &"unit 3 of 3, 4_4_0_0: 3,667,665 slots"
        ]
    );
    assert_eq!(lines.iter().filter(|line| line.contains(": done in ")).count(), 3, "{lines:?}");
    assert!(!ran.stderr.contains('\u{1b}'), "no bar where there is no terminal");
    let summary = ran.expect_success();
    assert!(summary.starts_with("solved 3 units, 5,603,765 slots in ") && summary.lines().count() == 1);
    assert!(summary.contains(" on disk"), "{summary}");
    assert_eq!(cfg!(target_os = "linux"), summary.contains("peak memory"), "{summary}");
}

#[test]
fn what_is_there_is_not_solved_again_and_more_stones_go_on_from_it() {
    let db = Db::solved("3");
    let first = db.files();
    let changed = |db: &Db| fs::metadata(db.table("3_3_0_0")).unwrap().modified().unwrap();
    let before = changed(&db);
    let again = db.solve("3", &[]).expect_success();
    assert_eq!(db.redacted(&again), "nothing to solve: 1 unit in DB/standard, all there and sound\n");
    let more = db.solve("4,3", &[]).expect_success();
    assert!(more.starts_with("solved 1 unit, 1,725,960 slots in "), "{more}");
    assert_eq!((changed(&db), &db.files()["3_3_0_0.mill"]), (before, &first["3_3_0_0.mill"]));
    let plan = db.solve("4", &["--plan"]).expect_success();
    assert!(plan.contains("\nunits   3, of them 2 done\n"), "{plan}");
}

#[test]
fn without_the_movement_option_the_whole_game_is_solved() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "3"]).expect_success();
    // Gevay and Danner, table II: with three stones each White wins in 23 plies.
    let value = db.run(&["value", "standard", "--stones", "3"]).expect_success();
    assert!(value.starts_with("White to move wins in 23 plies.\n"), "{value}");
    let verified = db.run(&["verify", "standard"]).expect_success();
    assert!(verified.contains("all correct"), "{verified}");
}

#[test]
fn extended_shows_the_starts_that_were_solved() {
    let db = Db::empty();
    db.run(&["solve", "morabaraba", "--extended", "3"]).expect_success();
    let csv = db.run(&["extended", "morabaraba", "--format", "csv"]).expect_success();
    // Gevay and Danner, table IV.
    assert!(csv.contains("\n3,3,win,9\n") && csv.contains("\n3,4,,\n"), "{csv}");
}

#[test]
fn what_does_not_fit_in_memory_is_refused_and_the_advice_is_good() {
    let db = Db::empty();
    let solve = |more: &[&str]| db.run(&[&["solve", "standard", "--movement"], more].concat());
    let error = solve(&["--memory", "100M"]).expect_error();
    assert!(error.contains("but only 100.0 MiB may be used"), "{error}");
    let word_after = |text: &str| -> String {
        error.split_once(text).unwrap().1.split_whitespace().next().unwrap().to_owned()
    };
    let (stones, memory) = (word_after("--stones "), word_after("--memory "));
    // Advice that is followed is no longer refused, and it is not too modest.
    let plan = |more: &[&str]| solve(&[&["--plan"], more].concat()).stderr;
    assert_eq!(plan(&["--memory", "100M", "--stones", &stones]), "");
    let more_stones = (stones.parse::<u8>().unwrap() + 1).to_string();
    assert!(plan(&["--memory", "100M", "--stones", &more_stones]).contains("would be refused"));
    assert_eq!(plan(&["--memory", &memory]), "");
    assert!(!db.path().join("standard").exists());
    let error = solve(&["--stones", "3", "--memory", "1M"]).expect_error();
    assert!(!error.contains("--stones"), "nothing fits: {error}");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let db = Db::empty();
    for bad in [
        ["--memory", "lots"],
        ["--memory", "0"],
        ["--memory", "-1G"],
        ["--threads", "0"],
        ["--threads", "1000000"],
        ["--level", "0"],
        ["--level", "20"],
        ["--kernel", "quantum"],
        ["--stones", "13"],
    ] {
        db.run(&[&["solve", "standard", "--movement"], &bad[..]].concat()).expect_error();
    }
    assert!(!db.path().join("standard").exists());
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let db = Db::empty();
    let file = db.path().join("file");
    fs::write(&file, "not a directory").unwrap();
    let below = file.join("db");
    for command in [
        &["solve", "standard", "--movement", "--stones", "3"][..],
        &["stats", "standard"],
        &["query", "standard", "w_a1a4d7_b2d2f2"],
        &["verify", "standard"],
    ] {
        let error = ran(Command::new(MILLWRIGHT).args(command).arg("--db").arg(&below)).expect_error();
        assert!(error.contains("file/db/standard"), "{error}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "not a directory");
}

#[cfg(unix)]
#[test]
fn a_directory_without_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let db = Db::empty();
    fs::set_permissions(db.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // Some users may write anywhere: nothing to be seen then.
    if File::create(db.path().join("probe")).is_err() {
        let error = db.solve("3", &[]).expect_error();
        assert!(error.contains("allow access to it or choose another directory"), "{error}");
    }
    fs::set_permissions(db.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn two_solves_do_not_get_in_each_others_way() {
    let db = Db::solved("3");
    let lock = File::create(db.path().join("standard").join("solve.lock")).unwrap();
    lock.lock().unwrap();
    let ran = db.solve("4", &[]);
    assert!(!ran.stderr.contains("checking"), "nothing is planned before the lock is had: {ran:?}");
    let error = ran.expect_error();
    assert!(error.contains("another solve or import is at work in this directory"), "{error}");
    // A plan is told to everybody.
    assert!(db.solve("4", &["--plan"]).expect_success().contains("units   3, of them 1 done"));
    lock.unlock().unwrap();
    db.solve("4", &[]).expect_success();
}

#[test]
fn the_database_may_be_named_by_the_environment_or_not_at_all() {
    let db = Db::empty();
    let solve = |command: &mut Command| {
        command.current_dir(db.path()).args(["solve", "standard", "--movement", "--stones", "3"]);
        ran(command).expect_success();
    };
    solve(Command::new(MILLWRIGHT).env("MILLWRIGHT_DB", "elsewhere"));
    solve(Command::new(MILLWRIGHT).env_remove("MILLWRIGHT_DB"));
    for place in ["elsewhere", "millwright-db"] {
        assert!(db.path().join(place).join("standard/3_3_0_0.mill").exists(), "{place}");
    }
}
