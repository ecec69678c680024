//! Less memory than it takes: one line that says so, and the exit code of an error, however little it is.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::sync::LazyLock;

use crate::binary::{Db, MILLWRIGHT, Ran, ran};

/// The least address space in which the program begins, in KiB: in less it cannot answer for itself.
static LEAST: LazyLock<u32> = LazyLock::new(|| {
    let begins =
        |kilobytes| limited(kilobytes).arg("--version").output().is_ok_and(|ran| ran.status.success());
    // Where the system puts things changes from run to run, and with it what fits.
    let always_begins = |&kilobytes: &u32| (0..8).all(|_| begins(kilobytes));
    (16_000..1_000_000).step_by(500).find(always_begins).expect("a gigabyte is enough to begin")
});

/// The program with so much address space, in KiB.
fn limited(kilobytes: u32) -> Command {
    let mut command = Command::new("sh");
    command.env_remove("MILLWRIGHT_DB");
    // A backtrace takes memory of its own, and a second line says that there is none.
    command.env_remove("RUST_BACKTRACE");
    command.args(["-c", &format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\""), MILLWRIGHT]);
    command
}

/// Runs a command with so many KiB of address space more than it takes to begin.
fn with_addresses(more: u32, db: &Db, args: &[&str]) -> Ran {
    ran(limited(*LEAST + more).args(args).arg("--db").arg(db.path()))
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
        for kilobytes in [1_000, 30_000, 70_000, 170_000, 260_000, 320_000, 420_000, 670_000, 1_970_000] {
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
        for kilobytes in [1_000, 30_000, 70_000, 120_000, 220_000, 1_970_000] {
            is_done(&with_addresses(kilobytes, &db, args), &format!("{kilobytes} KiB, {args:?}"));
        }
    }
    let empty = Db::empty();
    for kilobytes in [1_000, 70_000, 170_000, 270_000, 370_000, 470_000] {
        let ran = with_addresses(kilobytes, &empty, &["line", "standard", "w_a1a4d7_b2d2f2"]);
        is_done(&ran, &format!("small games in memory, {kilobytes} KiB"));
    }
}
