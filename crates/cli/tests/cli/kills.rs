//! Runs that are killed, two hundred times: the same command goes on, and nobody can tell afterwards.
//!
//! It takes some minutes, so it is only run when asked for:
//! `cargo test -p millwright --test cli -- --ignored --nocapture kills`.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::binary::Db;

const KILLS: usize = 200;

/// A command, and what its last pieces of work are called.
struct Job {
    args: &'static [&'static str],
    piece: &'static str,
}

/// One after the other, each on top of what the others made.
const JOBS: [Job; 3] = [
    Job { args: &["solve", "standard", "--stones", "4,3"], piece: "unit " },
    Job { args: &["solve", "standard", "--stones", "4,3", "--ultra", "--ranks", "stones"], piece: "unit " },
    Job { args: &["verify", "standard"], piece: "ultra table " },
];

/// Whether a line tells of the last piece of work: `unit 7 of 7, ...`.
fn is_of_last(line: &str, piece: &str) -> bool {
    let numbers = line.strip_prefix(piece).and_then(|rest| rest.split([',', ':']).next());
    numbers.and_then(|numbers| numbers.split_once(" of ")).is_some_and(|(number, of)| number == of)
}

/// Comes back when the last piece of work has begun, or all is done.
fn start_until_last(mut command: Command, piece: &str) -> Child {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let notes = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut lines = notes.lines().map_while(Result::ok);
    let _ = lines.find(|line| is_of_last(line, piece));
    // Somebody must go on reading: a closed pipe is another trouble than being killed.
    thread::spawn(move || lines.for_each(drop));
    child
}

/// All files but the locks.
fn files(db: &Db) -> BTreeMap<String, Vec<u8>> {
    let record = fs::read(db.path().join("standard/verified.json")).ok();
    db.files().into_iter().chain(record.map(|bytes| ("verified.json".to_owned(), bytes))).collect()
}

fn random_below(limit: Duration) -> Duration {
    let random = RandomState::new().build_hasher().finish();
    Duration::from_nanos(random % u64::try_from(limit.as_nanos()).expect("seconds").max(1))
}

/// Lets it run for a while and kills it; whether it had not ended by then.
fn kill_after(mut child: Child, wait: Duration) -> bool {
    thread::sleep(wait);
    let was_running = child.try_wait().expect("it can be asked").is_none();
    child.kill().expect("it can be killed, finished or not");
    child.wait().expect("it ends");
    was_running
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs")
}

#[test]
#[ignore = "two hundred kills take some minutes"]
fn two_hundred_kills_leave_nothing_behind_and_change_no_byte() {
    let reference = Db::empty();
    let expected = JOBS.map(|job| {
        let started = Instant::now();
        reference.run(job.args).expect_success();
        (files(&reference), started.elapsed())
    });
    // A run that had ended before is none that was killed.
    let (mut kills, mut late_kills) = (0, 0);
    while kills + late_kills < KILLS {
        let db = Db::empty();
        for (job, (files_then, takes)) in JOBS.iter().zip(&expected) {
            let mut moments = Vec::new();
            for _ in 0..2 {
                let moment = random_below(*takes);
                moments.push(moment);
                kills += usize::from(kill_after(start(db.command(job.args)), moment));
            }
            // In the last piece of work or just after it: the last table, the manifest, the end.
            let child = start_until_last(db.command(job.args), job.piece);
            // The end is a matter of milliseconds: soon more often than late.
            let moment = random_below(random_below(random_below(*takes / 8)));
            moments.push(moment);
            late_kills += usize::from(kill_after(child, moment));
            db.run(job.args).expect_success();
            assert!(files(&db) == *files_then, "{:?} killed after {moments:?}, the last one late", job.args);
        }
    }
    assert!(late_kills > KILLS / 20, "{late_kills} kills in the last piece of work are too few");
    eprintln!("{kills} kills at any moment, {late_kills} in the last piece of work");
}
