//! Less memory than it takes: one line that says so, and the exit code of an error, however little it is.
#![cfg(target_os = "linux")]

use std::process::Command;

use crate::binary::{Db, MILLWRIGHT, Ran, ran};

/// How much larger the program itself is with debug assertions, in KiB. What has no room for the program is never begun.
const LARGER: u32 = if cfg!(debug_assertions) { 14_000 } else { 0 };

/// Runs a command with so much address space, in KiB.
fn with_addresses(kilobytes: u32, db: &Db, args: &[&str]) -> Ran {
    let kilobytes = kilobytes + LARGER;
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command
        .env_remove("MILLWRIGHT_DB")
        // A backtrace takes memory of its own, and a second line says that there is none.
        .env_remove("RUST_BACKTRACE")
        .args(["-c", &script, MILLWRIGHT])
        .args(args)
        .arg("--db")
        .arg(db.path());
    ran(&mut command)
}

/// Either it is done, or one line says why not.
fn is_done(ran: &Ran, what: &str) -> bool {
    let is_reason = |line: &&str| line.starts_with("error: ") || line.starts_with("memory allocation of ");
    let reasons = ran.stderr.lines().filter(is_reason).count();
    match ran.code {
        Some(0) => true,
        Some(2) if reasons == 1 && !ran.stderr.contains("panicked") => false,
        _ => panic!("{what}: {ran:?}"),
    }
}

#[test]
fn however_little_address_space_there_is_it_ends_with_an_exit_code_and_a_line() {
    let reference = Db::solved("4").files();
    let solve = ["solve", "standard", "--movement", "--stones", "4"];
    // By itself it takes what it may, and told to take more it takes no more than it may either.
    for more in [&[][..], &["--memory", "8G"]] {
        let mut done = 0;
        for kilobytes in [30_000, 60_000, 100_000, 200_000, 290_000, 350_000, 450_000, 700_000, 2_000_000] {
            let db = Db::empty();
            let ran = with_addresses(kilobytes, &db, &[&solve[..], more].concat());
            if is_done(&ran, &format!("{kilobytes} KiB, {more:?}")) {
                assert_eq!(db.files(), reference);
                done += 1;
            }
        }
        assert!((1..9).contains(&done), "{done} of 9");
    }
}

#[test]
fn verifying_and_asking_with_little_address_space_end_well_too() {
    let db = Db::solved("4");
    for args in [&["verify", "standard", "--again"][..], &["query", "standard", "w_a1a4d7g7_b2d2f2b4"]] {
        for kilobytes in [30_000, 60_000, 100_000, 150_000, 250_000, 2_000_000] {
            is_done(&with_addresses(kilobytes, &db, args), &format!("{kilobytes} KiB, {args:?}"));
        }
    }
    let empty = Db::empty();
    for kilobytes in [30_000, 100_000, 200_000, 300_000, 400_000, 500_000] {
        let ran = with_addresses(kilobytes, &empty, &["line", "standard", "w_a1a4d7_b2d2f2"]);
        is_done(&ran, &format!("small games in memory, {kilobytes} KiB"));
    }
}
