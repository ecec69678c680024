//! A disk that fails at operation n: whatever n is, a table's name stands for a whole table or for nothing.

use std::fs;
use std::io;
use std::sync::Arc;

use millwright_index::Subspace;
use millwright_rules::Game;
use millwright_table::{
    Codes, Longest, PlaneValues, Statistics, Strong, Table, TableDirectory, TableError, TableFault, Trouble,
    WriteOptions,
};

use crate::failing_disk::{FailingDisk, Failure};

/// 56 chunks, which are written in four pieces.
const SUBSPACE: Subspace = Subspace { mover: 4, other: 4, mover_hand: 0, other_hand: 0 };
const SLOTS: usize = 757 * 4845;
const POSITIONS: u64 = 3_225_597;

fn plane(draws: bool) -> PlaneValues<Strong> {
    let mut codes = vec![255; SLOTS];
    let mut statistics = Statistics { positions: POSITIONS, draws: POSITIONS, plies: vec![], longest: None };
    if !draws {
        codes[0] = 1;
        let longest = Some(Longest { plies: 1, slot: millwright_index::Slot(0) });
        statistics = Statistics { draws: POSITIONS - 1, plies: vec![0, 1], longest, ..statistics };
    }
    PlaneValues::plies(statistics, Codes::Narrow(codes))
}

fn write(disk: &Arc<FailingDisk>, directory: &TableDirectory, draws: bool) -> Result<(), TableError> {
    let directory = directory.clone().on(Arc::<FailingDisk>::clone(disk));
    directory.write(SUBSPACE, &plane(draws), &WriteOptions::default()).map(drop)
}

/// How many operations a write takes when none fails.
fn operations() -> usize {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let disk = FailingDisk::new(usize::MAX, Failure::Killed);
    write(&disk, &directory, true).unwrap();
    disk.operations()
}

/// What stands under the table's name: nothing, the table of draws, or the other one. Anything else panics.
fn found(directory: &TableDirectory) -> Option<bool> {
    let table: Table = match directory.open(SUBSPACE) {
        Ok(table) => table,
        Err(error) => {
            assert_eq!(error.trouble(), Trouble::Missing, "{error}");
            return None;
        }
    };
    let found = table.plies().unwrap().read().unwrap();
    assert!(found == plane(true) || found == plane(false));
    Some(found == plane(true))
}

const FAILURES: [Failure; 6] = [
    Failure::Killed,
    Failure::PowerCut { percent_left: 0 },
    Failure::PowerCut { percent_left: 70 },
    Failure::Once(io::ErrorKind::StorageFull),
    Failure::Once(io::ErrorKind::PermissionDenied),
    Failure::Once(io::ErrorKind::Other),
];

#[test]
fn whichever_operation_fails_the_name_stands_for_a_whole_table_or_for_nothing() {
    let operations = operations();
    assert_eq!(operations, 9, "create, four writes, head, sync, rename, sync of the directory");
    for failure in FAILURES {
        for fail_at in 0..operations {
            let db = tempfile::tempdir().unwrap();
            let directory = TableDirectory::new(db.path(), Game::Standard);
            directory.create().unwrap();
            write(&FailingDisk::new(fail_at, failure), &directory, true).expect_err("an operation failed");
            let expected = (fail_at == operations - 1).then_some(true);
            assert_eq!(found(&directory), expected, "{failure:?} at {fail_at}");
            let leftovers = directory.lock().unwrap().clean_leftovers().unwrap().len();
            let may_stay = !matches!(failure, Failure::Once(_)) && (1..operations - 1).contains(&fail_at);
            assert_eq!(leftovers, usize::from(may_stay), "{failure:?} at {fail_at}");
            assert!(directory.contents().unwrap().foreign.is_empty());
        }
    }
}

#[test]
fn whichever_operation_fails_a_table_that_was_there_is_replaced_as_a_whole_or_not_at_all() {
    let operations = operations();
    for failure in FAILURES {
        for fail_at in 0..operations {
            let db = tempfile::tempdir().unwrap();
            let directory = TableDirectory::new(db.path(), Game::Standard);
            directory.create().unwrap();
            directory.write(SUBSPACE, &plane(false), &WriteOptions::default()).unwrap();
            write(&FailingDisk::new(fail_at, failure), &directory, true).expect_err("an operation failed");
            let replaced = fail_at == operations - 1;
            assert_eq!(found(&directory), Some(replaced), "{failure:?} at {fail_at}");
        }
    }
}

#[test]
fn after_any_failure_the_same_write_gives_the_same_bytes_as_if_nothing_had_happened() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let again = || {
        let written = directory.write(SUBSPACE, &plane(true), &WriteOptions::default()).unwrap();
        fs::read(written.path).unwrap()
    };
    let bytes = again();
    for fail_at in 0..operations() {
        fs::remove_file(directory.path_of(SUBSPACE)).unwrap();
        write(&FailingDisk::new(fail_at, Failure::Killed), &directory, true).unwrap_err();
        assert_eq!(again(), bytes);
    }
}

#[test]
fn a_full_disk_and_a_forbidden_directory_each_give_one_error_with_file_and_advice() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let message = |kind| {
        let error = write(&FailingDisk::new(2, Failure::Once(kind)), &directory, true).unwrap_err();
        assert!(matches!(error.fault, TableFault::Io { .. }) && error.trouble() == Trouble::System);
        let text = error.to_string();
        assert!(text.starts_with(directory.path_of(SUBSPACE).to_str().unwrap()), "{text}");
        text
    };
    let full = message(io::ErrorKind::StorageFull);
    assert!(full.ends_with("; free some space or choose another directory, then run the same command again"));
    let forbidden = message(io::ErrorKind::PermissionDenied);
    assert!(forbidden.ends_with("; allow access to it or choose another directory"));
}

#[test]
fn a_directory_that_was_made_is_there_after_a_power_cut_with_all_above_it() {
    let place = tempfile::tempdir().unwrap();
    // Three directories, each made and then synced in the one above.
    let operations = 6;
    let disk = FailingDisk::new(operations, Failure::PowerCut { percent_left: 0 });
    let directory = TableDirectory::new(&place.path().join("one/two"), Game::Standard).on(disk);
    directory.create().unwrap();
    let cut = directory.contents().unwrap_err();
    assert!(cut.to_string().contains("the operation that fails"), "{cut}");
    assert!(place.path().join("one/two/standard").is_dir());
    for fail_at in 0..operations {
        let place = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(&place.path().join("one/two"), Game::Standard);
        let disk = FailingDisk::new(fail_at, Failure::PowerCut { percent_left: 0 });
        directory.clone().on(disk).create().unwrap_err();
        directory.create().unwrap();
    }
}
