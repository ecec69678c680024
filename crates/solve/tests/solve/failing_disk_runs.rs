//! Whole runs on a disk that fails at operation n, for every n: what is there afterwards is sound, and the same run on a
//! good disk goes on to the same bytes with nothing left over.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::Ranks;
use millwright_rules::{Game, StoneCount};
use millwright_solve::{Plan, SolveOptions, solve, ultra};
use millwright_table::{Content, TableDirectory};
use millwright_verify::{VerifyOptions, verify};

use crate::failing_disk::{FailingDisk, Failure};

fn graph() -> UnitGraph {
    let three = StoneCount::new(3).unwrap();
    UnitGraph::movement(&Game::Standard.rules().with_stones(three, three))
}

/// Locks, plans, solves, tells draws apart and verifies all: what `solve --ultra` and `verify` do.
fn run(directory: &TableDirectory) -> Result<(), Box<dyn Error>> {
    let (graph, stop) = (graph(), AtomicBool::new(false));
    let options = SolveOptions { memory: 1 << 30, ..SolveOptions::new(&stop) };
    let lock = directory.lock()?;
    let plan = Plan::new(directory, &graph, Content::Plies, false)?;
    solve(&lock, &plan, &options, &mut |_| {})?;
    let ranks = Ranks::by_stones(&graph);
    let plan = Plan::ultra(directory, &graph, &ranks, false)?;
    ultra::solve(&lock, &plan, &ranks, &options, &mut |_| {})?;
    drop(lock);
    let subspaces: Vec<Subspace> = graph.subspaces().collect();
    let options = VerifyOptions { resume: true, ..VerifyOptions::new(&stop) };
    let report = verify(directory, &subspaces, &options, &mut |_| {})?;
    for subspace in &report.subspaces {
        assert!(subspace.is_correct(), "a good table is called wrong");
    }
    let ultra_report = millwright_verify::ultra::verify(directory, &subspaces, &options, &mut |_| {})?;
    for subspace in &ultra_report.subspaces {
        assert!(subspace.is_correct(), "a good ultra table is called wrong");
    }
    match report.not_recorded.into_iter().chain(ultra_report.not_recorded).next() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// All that is there, by name.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// How the run ended, and how many operations it made.
fn run_on(disk: &Arc<FailingDisk>, db: &Path) -> (Result<(), String>, usize) {
    let directory = TableDirectory::new(db, Game::Standard).on(Arc::<FailingDisk>::clone(disk));
    // One thread: the operations then have an order.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let ended = pool.install(|| run(&directory).map_err(|error| error.to_string()));
    (ended, disk.operations())
}

#[test]
fn whichever_operation_of_a_whole_run_fails_the_next_run_gives_the_same_files() {
    // Every operation once, in one of the ways by turns.
    every_operation_fails(|turn, fail_at| fail_at % 5 == turn);
}

#[test]
#[ignore = "two minutes: other ways for the same operations"]
fn whichever_operation_fails_in_whatever_way_the_next_run_gives_the_same_files() {
    // Every operation once with a process that is killed, and once in one of the other ways.
    every_operation_fails(|turn, fail_at| turn == 0 || fail_at % 4 == turn - 1);
}

fn every_operation_fails(fails: impl Fn(usize, usize) -> bool) {
    let place = tempfile::tempdir().unwrap();
    let reference = FailingDisk::new(usize::MAX, Failure::Killed);
    let (ended, operations) = run_on(&reference, place.path());
    ended.unwrap();
    let expected = files(&place.path().join("standard"));
    let names: Vec<&str> = expected.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "3_3_0_0.mill",
            "3_3_0_0.ultra",
            "manifest.json",
            "ranks.secval",
            "solve.lock",
            "verified.json",
            "verify.lock"
        ]
    );
    assert!(operations > 60, "{operations}");
    let failures = [
        Failure::Killed,
        Failure::PowerCut { percent_left: 0 },
        Failure::PowerCut { percent_left: 70 },
        Failure::Once(io::ErrorKind::StorageFull),
        Failure::Once(io::ErrorKind::Other),
    ];
    for (turn, failure) in failures.into_iter().enumerate() {
        let mut unnoticed = 0;
        for fail_at in (0..operations).filter(|&fail_at| fails(turn, fail_at)) {
            let db = tempfile::tempdir().unwrap();
            let (ended, _) = run_on(&FailingDisk::new(fail_at, failure), db.path());
            unnoticed += usize::from(ended.is_ok());
            let (ended, _) = run_on(&FailingDisk::new(usize::MAX, failure), db.path());
            ended.unwrap_or_else(|error| panic!("{failure:?} at {fail_at}: {error}"));
            assert!(files(&db.path().join("standard")) == expected, "{failure:?} at {fail_at}");
        }
        // What nobody depends on may fail without a word, if the rest works: the lock of who verifies (ten operations), an
        // old record (four), an old manifest (seven).
        let most = if matches!(failure, Failure::Once(_)) { 21 } else { 0 };
        assert!(unnoticed <= most, "{failure:?}: {unnoticed} of {operations} went unnoticed");
    }
}
