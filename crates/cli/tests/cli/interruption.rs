//! Runs that are stopped, asked nicely or not: the same command goes on, and nobody can tell afterwards.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::binary::{Db, start_until};

/// Three units; the last takes longer than the others together.
const STONES: &str = "5,3";
const SOLVE: [&str; 5] = ["solve", "standard", "--movement", "--stones", STONES];

#[test]
fn killed_at_any_moment_it_goes_on_and_gives_the_same_bytes() {
    // Five units, some seconds.
    let (stones, solve) = ("5,4", ["solve", "standard", "--movement", "--stones", "5,4"]);
    let reference = Db::solved(stones).files();
    let db = Db::empty();
    let mut moments = Vec::new();
    for _ in 0..8 {
        let moment = Duration::from_millis(RandomState::new().build_hasher().finish() % 900);
        moments.push(moment);
        let mut child =
            db.command(&solve).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
        thread::sleep(moment);
        child.kill().expect("it can be killed, finished or not");
        child.wait().expect("it ends");
    }
    db.run(&solve).expect_success();
    assert_eq!(db.files(), reference, "killed after {moments:?}");
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().expect("there is kill").success());
}

#[cfg(unix)]
#[test]
fn asked_to_stop_it_says_so_and_goes_on_later() {
    let reference = Db::solved(STONES).files();
    for name in ["INT", "TERM"] {
        let db = Db::empty();
        let (mut child, mut notes) = start_until(&mut db.command(&SOLVE), "unit 3 of 3, 5_3_0_0: ");
        signal(&child, name);
        let mut text = String::new();
        notes.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{name}: {text}");
        let line = "note: interrupted with 2 of 3 units solved; the same command goes on where it stopped\n";
        assert_eq!(text, line, "{name}");
        let rest = db.run(&SOLVE).expect_success();
        assert!(rest.starts_with("solved 1 unit, "), "{name}: {rest}");
        assert_eq!(db.files(), reference, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_count_that_was_stopped_goes_on_and_in_the_end_is_known() {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "4,3"]).expect_success();
    let reach = ["reach", "standard", "--stones", "4,3", "--threads", "1", "--format", "csv"];
    // What is left then is the largest unit of those that can be reached.
    let (mut child, mut notes) = start_until(&mut db.command(&reach), "subspace 7 of ");
    signal(&child, "INT");
    let mut text = String::new();
    notes.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.ends_with("note: interrupted; the same command goes on\n"), "{text}");
    let run = |threads: &'static str| {
        let output = db
            .command(&["reach", "standard", "--stones", "4,3", "--format", "csv", "--threads", threads])
            .output();
        let output = output.expect("the binary runs");
        assert_eq!(output.status.code(), Some(0));
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (found, notes) = run("1");
    assert!(notes.contains("7 subspaces counted before"), "{notes}");
    let (again, notes) = run("2");
    assert!(!notes.contains(": counted"), "{notes}");
    assert_eq!(again, found);
    std::fs::remove_dir_all(db.path().join("standard/reach")).unwrap();
    assert_eq!(run("2").0, found);
}

#[cfg(unix)]
#[test]
fn asked_to_stop_before_the_work_begins_it_ends_with_the_same_exit_code() {
    let db = Db::solved("5,4");
    for name in ["INT", "TERM", "HUP"] {
        let solve = ["solve", "standard", "--movement", "--stones", "5,4"];
        // All tables are read and compared with their checksums before anything else.
        let (mut child, mut notes) = start_until(&mut db.command(&solve), "note: checking ");
        signal(&child, name);
        notes.read_to_string(&mut String::new()).unwrap();
        let code = child.wait().unwrap().code();
        // It may have been faster than the signal; but no signal ends it without an exit code.
        assert!(code == Some(130) || code == Some(0), "{name}: {code:?}");
    }
    // Nobody looks at a flag while small games are solved for it.
    let mut play = db.command(&["play", "standard", "--stones", "3"]);
    let (mut child, _notes) =
        start_until(play.stdin(Stdio::piped()), "note: no table has all about this position");
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
#[test]
fn asked_twice_it_ends_at_once() {
    let db = Db::empty();
    let (mut child, mut notes) = start_until(&mut db.command(&SOLVE), "unit 1 of 3");
    signal(&child, "INT");
    // It may be gone already.
    let _ = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).output();
    notes.read_to_string(&mut String::new()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    db.run(&SOLVE).expect_success();
}

#[cfg(unix)]
#[test]
fn a_verification_goes_on_where_it_was_stopped() {
    let db = Db::solved("4");
    let (mut child, mut notes) = start_until(&mut db.command(&["verify", "standard"]), "subspace 1 of 4");
    signal(&child, "INT");
    let mut text = String::new();
    notes.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    let last = text.lines().last().unwrap();
    assert!(
        last.starts_with("note: verified ") && last.ends_with("the same command goes on where it stopped")
    );
    let ran = db.run(&["verify", "standard"]);
    assert!(ran.stderr.starts_with("subspace 1 of 4, 3_3_0_0: verified before"), "{ran:?}");
    let summary = ran.expect_success();
    assert!(summary.contains(" verified before: all correct"), "{summary}");
}
