//! Tables that tell draws apart: what is written comes back, and damage is noticed as in any other table.

use std::fs;

use millwright_index::{Slot, UnitGraph};
use millwright_ranks::{DrawValue, Rank, Ranks};
use millwright_rules::Game;
use millwright_table::{
    Content, PlaneValues, TableDirectory, TableFault, Trouble, Ultra, UltraTable, WriteOptions,
};

use crate::samples::Sample;

const SUBSPACE: &str = "1_1_2_2";
const SLOTS: usize = 92;
const POSITIONS: u64 = 46;

fn ranks() -> Ranks {
    let rules = Game::Standard.rules().with_stones("3".parse().unwrap(), "3".parse().unwrap());
    Ranks::by_stones(&UnitGraph::complete(&rules))
}

fn value(rank: i16, depth: i16) -> DrawValue {
    DrawValue { rank: Rank(rank), depth }
}

fn plane() -> PlaneValues<Ultra> {
    let values = vec![(value(-3, 7), 10), (value(0, 0), 20), (value(5, -2), POSITIONS - 31)];
    PlaneValues::draws(values, (0..4).cycle().take(SLOTS).collect())
}

fn directory(db: &tempfile::TempDir) -> TableDirectory {
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    directory
}

#[test]
fn draws_come_back_slot_by_slot_and_as_a_whole() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let (tables, subspace) = (directory.ultra(&ranks), SUBSPACE.parse().unwrap());
    let written = tables.write(subspace, &plane(), &WriteOptions::default()).unwrap();
    let table = tables.open(subspace).unwrap();
    table.check_whole().unwrap();
    assert_eq!((table.bytes_on_disk(), table.blake3()), (written.bytes, written.blake3));
    assert_eq!(table.read().unwrap(), plane());
    let expected = [None, Some(value(-3, 7)), Some(value(0, 0)), Some(value(5, -2))];
    let chunk = table.chunk(0).unwrap();
    for slot in (0..SLOTS as u64).map(Slot) {
        let expected = expected[usize::try_from(slot.0 % 4).unwrap()];
        assert_eq!((table.draw(slot).unwrap(), table.draw_in(&chunk, slot)), (expected, expected));
        assert_eq!(plane().draw(slot), expected);
    }
    assert!(matches!(table.draw(Slot(92)).unwrap_err().fault, TableFault::NoSlot { slots: 92, .. }));
    assert_eq!(tables.subspaces().unwrap(), [subspace]);
    assert!(directory.strong().subspaces().unwrap().is_empty());
}

#[test]
fn a_table_reduced_to_statistics_has_the_same_values_and_no_draws() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let (tables, subspace) = (directory.ultra(&ranks), SUBSPACE.parse().unwrap());
    let whole = tables.write(subspace, &plane(), &WriteOptions::default()).unwrap().bytes;
    let reduce = |to| tables.reduce(subspace, to, &WriteOptions::default()).unwrap();
    assert_eq!(reduce(Content::Plies), whole);
    let left = reduce(Content::Statistics);
    assert_eq!(left, 80 + 12 * 3 + 32);
    assert_eq!(reduce(Content::Outcomes), left);
    let table = tables.open(subspace).unwrap();
    table.check_whole().unwrap();
    assert_eq!(table.content(), Content::Statistics);
    assert_eq!(table.values(), plane().summary().values);
    let refusals = [
        table.draw(Slot(0)).map(drop),
        table.read().map(drop),
        table.chunk(0).map(drop),
        table.load(&mut [0; SLOTS]),
    ];
    for refusal in refusals {
        assert_eq!(refusal.unwrap_err().trouble(), Trouble::Reduced);
    }
    let sound = fs::read(table.path()).unwrap();
    for place in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[place] ^= 1 << (place % 8);
        fs::write(table.path(), &bytes).unwrap();
        let error = tables.open(subspace).and_then(|table| table.check_whole()).expect_err("a flipped bit");
        assert!(matches!(error.trouble(), Trouble::Damaged | Trouble::Foreign), "{error}");
    }
}

#[test]
fn every_flipped_bit_and_every_missing_end_is_noticed() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let (tables, subspace) = (directory.ultra(&ranks), SUBSPACE.parse().unwrap());
    let path = tables.write(subspace, &plane(), &WriteOptions::default()).unwrap().path;
    let sound = fs::read(&path).unwrap();
    let try_bytes = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = tables.open(subspace).and_then(|table| table.check_whole()).expect_err("damage");
        assert!(matches!(error.trouble(), Trouble::Damaged | Trouble::Foreign), "{error}");
    };
    for place in 0..sound.len() {
        for bit in 0..8 {
            let mut bytes = sound.clone();
            bytes[place] ^= 1 << bit;
            try_bytes(&bytes);
        }
        try_bytes(&sound[..place]);
    }
}

#[test]
fn a_table_of_one_kind_is_not_taken_for_one_of_the_other() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let (tables, sample) = (directory.ultra(&ranks), Sample::noisy(SUBSPACE, 1, 7));
    let subspace = sample.subspace;
    fs::rename(sample.write(directory.path()).path, tables.path_of(subspace)).unwrap();
    let error = tables.open(subspace).unwrap_err();
    assert!(matches!(error.fault, TableFault::Metric { found: 1 }), "{error}");
    let ultra = tables.write(subspace, &plane(), &WriteOptions::default()).unwrap().path;
    fs::rename(ultra, directory.path_of(subspace)).unwrap();
    let error = directory.open(subspace).unwrap_err();
    assert!(matches!(error.fault, TableFault::Metric { found: 4 }), "{error}");
    assert_eq!(error.trouble(), Trouble::Foreign);
}

#[test]
fn values_and_codes_that_contradict_each_other_are_not_written() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let write = |values: &[(DrawValue, u64)], codes: Vec<u16>| {
        let (plane, options) = (PlaneValues::draws(values.to_vec(), codes), WriteOptions::default());
        directory.ultra(&ranks).write(SUBSPACE.parse().unwrap(), &plane, &options).unwrap_err().fault
    };
    let (low, high) = (value(-1, 4), value(-1, 5));
    assert!(matches!(write(&[(high, 1), (low, 1)], vec![0; SLOTS]), TableFault::ValueOrder));
    assert!(matches!(write(&[(low, 1), (low, 1)], vec![0; SLOTS]), TableFault::ValueOrder));
    assert!(matches!(write(&[(low, 0)], vec![0; SLOTS]), TableFault::EmptyValue));
    for counts in [(POSITIONS, 1), (u64::MAX, 1)] {
        let fault = write(&[(low, counts.0), (high, counts.1)], vec![0; SLOTS]);
        assert!(matches!(fault, TableFault::Limit { what: "positions with a rank", .. }), "{fault}");
    }
    let mut codes = vec![1; SLOTS];
    codes[7] = 2;
    let fault = write(&[(low, 1)], codes);
    assert!(matches!(fault, TableFault::UltraCode { slot: 7, code: 2, values: 1 }), "{fault}");
    assert!(matches!(write(&[(low, 1)], vec![0; 91]), TableFault::PlaneLength { found: 91, slots: 92 }));
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn ranks_are_part_of_what_a_table_is_for() {
    let (db, ranks) = (tempfile::tempdir().unwrap(), ranks());
    let directory = directory(&db);
    let subspace = SUBSPACE.parse().unwrap();
    let path = directory.ultra(&ranks).write(subspace, &plane(), &WriteOptions::default()).unwrap().path;
    let four = Game::Standard.rules().with_stones("4".parse().unwrap(), "4".parse().unwrap());
    let others = Ranks::by_stones(&UnitGraph::complete(&four));
    let error = UltraTable::open_ranked(&path, (directory.rules(), &others), subspace).unwrap_err();
    assert!(matches!(error.fault, TableFault::OtherRanks), "{error}");
}
