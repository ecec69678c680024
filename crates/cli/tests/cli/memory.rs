//! The limit of `--memory`, measured from outside, where wins take two bytes: with mills protected there are wins in 301
//! plies with six stones against four, so `6_5_0_0` turns out to be wide and `6_6_0_0` starts so.
//!
//! It takes a minute and 1.6 GiB, so it is only run when asked for:
//! `cargo test -p millwright --test cli -- --ignored memory`.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::binary::{Db, Ran};

const SOLVE: [&str; 5] = ["solve", "standard-protected", "--movement", "--stones", "6"];

/// The most that a process has had in memory so far, in KiB, as the system counts it; `None` when it is gone.
fn peak_kilobytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Runs a command to its end, and says what it had in memory at the most, in bytes.
fn ran_with_peak(command: &mut Command) -> (Ran, u64) {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let process = child.id();
    let ending = thread::spawn(move || child.wait_with_output().expect("it ends"));
    let mut kilobytes = 0;
    while !ending.is_finished() {
        kilobytes = peak_kilobytes(process).unwrap_or(0).max(kilobytes);
        thread::sleep(Duration::from_millis(2));
    }
    let output = ending.join().expect("it was waited for");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let ran = Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
    (ran, kilobytes << 10)
}

/// A size as `--memory` takes it: `900M`, `1.6G`.
fn bytes(size: &str) -> u64 {
    let (number, shift) = match (size.strip_suffix('M'), size.strip_suffix('G')) {
        (Some(number), _) => (number, 20),
        (_, Some(number)) => (number, 30),
        _ => panic!("{size:?} is no size"),
    };
    let (whole, tenths) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |digits: &str| digits.parse::<u64>().expect("a number");
    assert_eq!(tenths.len(), 1, "{size:?}");
    ((digits(whole) * 10 + digits(tenths)) << shift) / 10
}

#[test]
#[ignore = "447 million slots: a minute, and 1.6 GiB"]
fn the_limit_holds_where_wins_take_two_bytes_and_what_is_asked_for_is_enough() {
    let db = Db::empty();
    let limited = |size: &str| db.command(&[&SOLVE[..], &["--memory", size]].concat());
    // Enough for all units with a byte a slot, and for most with two.
    let (ran, peak) = ran_with_peak(&mut limited("900M"));
    assert!(peak <= bytes("900M"), "{peak} bytes");
    let error = ran.expect_error();
    assert!(
        error.contains("unit 6_6_0_0 needs 1.6 GiB of memory, but only 900.0 MiB may be used"),
        "{error}"
    );
    let (_, advice) = error.rsplit_once("allow more with --memory ").expect("it says how much");
    let (ran, peak) = ran_with_peak(&mut limited(advice));
    ran.expect_success();
    assert!(peak <= bytes(advice), "{peak} bytes with --memory {advice}");
    // Nothing here would be seen if so much were not needed.
    assert!(peak > bytes("1.1G"), "{peak} bytes");
    eprintln!("{} MiB with --memory {advice}", peak >> 20);
}
