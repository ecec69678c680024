//! A disk without room. It takes a small file system of our own, which not every machine lets a test mount:
//! where it does not, the test says so and ends.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Command;

use crate::binary::{Db, MILLWRIGHT, Ran, try_run};

/// Runs a script as a program that may mount, in a namespace that goes away with it. `None` if this is not
/// permitted here.
fn with_small_disk(db: &Db, size: &str, script: &str) -> Option<Ran> {
    let script = format!("mount -t tmpfs -o size={size} tmpfs \"$DB\" || exit 99\n{script}");
    let mut unshare = Command::new("unshare");
    unshare.args(["--map-root-user", "--mount", "sh", "-c", &script]);
    unshare.env("DB", db.path()).env("MILLWRIGHT", MILLWRIGHT).env_remove("MILLWRIGHT_DB");
    let permitted = |ran: &Ran| ran.code != Some(99) && !ran.stderr.starts_with("unshare: ");
    let ran = try_run(&mut unshare).filter(permitted);
    if ran.is_none() {
        let _ = writeln!(std::io::stderr(), "skipped: no file system can be mounted here");
    }
    ran
}

#[test]
fn what_does_not_fit_on_the_disk_is_refused_and_the_advice_is_good() {
    let solve = r#""$MILLWRIGHT" solve standard --movement --stones"#;
    let db = Db::empty();
    let script = format!(r#"{solve} 5 --db "$DB""#);
    let Some(refused) = with_small_disk(&db, "512k", &script) else { return };
    let error = refused.expect_error();
    assert!(error.contains("the tables may take ") && error.contains("are free for "), "{error}");
    let stones = error.split_once("--stones ").unwrap().1.split_whitespace().next().unwrap();
    let script = format!(r#"{solve} {stones} --db "$DB""#);
    with_small_disk(&db, "512k", &script).unwrap().expect_success();
}

#[test]
fn a_disk_that_fills_up_is_an_error_and_nothing_is_lost() {
    let script = r#"
        solve() { "$MILLWRIGHT" solve standard --movement --stones 5,4 --db "$DB" 2>"$DB/notes"; }
        solve &
        until grep -q "^unit 5 of 5" "$DB/notes" 2>/dev/null; do sleep 0.02; done
        dd if=/dev/zero of="$DB/filler" bs=64k 2>/dev/null
        wait $!
        code=$?
        rm "$DB/filler"
        tail -n 1 "$DB/notes" >&2
        [ $code = 2 ] || exit $code
        solve
    "#;
    let Some(ran) = with_small_disk(&Db::empty(), "48m", script) else { return };
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.starts_with("solved 1 unit, "), "the others are still there: {ran:?}");
    let error = &ran.stderr;
    assert!(error.starts_with("error: ") && error.contains("free some space"), "{error}");
}
