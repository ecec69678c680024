//! Tables that hold less than plies: outcomes alone, or nothing but what was counted.

use std::fs;

use millwright_index::Slot;
use millwright_rules::Game;
use millwright_table::{
    Content, Holds, Known, Outcome, PlaneValues, Table, TableDirectory, TableFault, Trouble, WIDE_DRAW,
    WriteOptions, write_table,
};

use crate::samples::Sample;

fn samples() -> [Sample; 3] {
    [
        Sample::noisy("2_2_1_1", 7, 30),
        // Two bytes a slot, and more than one chunk.
        Sample::noisy("3_3_0_0", 8, 400),
        Sample::new("1_1_2_2", |_, _| WIDE_DRAW),
    ]
}

fn outcome_of(code: u16) -> Outcome {
    match code {
        WIDE_DRAW => Outcome::Draw,
        plies if plies % 2 == 1 => Outcome::Win,
        _ => Outcome::Loss,
    }
}

#[test]
fn a_reduced_table_has_the_same_statistics_and_outcomes_and_no_depths() {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    let options = WriteOptions::default();
    for sample in samples() {
        let full = sample.write(directory.path()).bytes;
        let open = || directory.open(sample.subspace).unwrap();
        assert_eq!((open().content(), open().bytes_on_disk()), (Content::Plies, full));
        assert_eq!(directory.reduce(sample.subspace, Content::Plies, &options).unwrap(), full);

        let outcomes = directory.reduce(sample.subspace, Content::Outcomes, &options).unwrap();
        let table = open();
        table.check_whole().unwrap();
        assert_eq!((table.content(), table.statistics()), (Content::Outcomes, &sample.statistics));
        assert!(table.bytes_on_disk() == outcomes && outcomes <= full);
        for (slot, &code) in sample.codes.iter().enumerate().step_by(131) {
            assert_eq!(table.known(Slot(slot as u64)).unwrap(), Known::Outcome(outcome_of(code)));
        }
        assert!(matches!(table.holds(), Holds::Outcomes(_)));
        let error = table.plies().unwrap_err();
        assert!(matches!(error.fault, TableFault::Reduced { found: Content::Outcomes }), "{error}");

        let left = directory.reduce(sample.subspace, Content::Statistics, &options).unwrap();
        let table = open();
        table.check_whole().unwrap();
        assert_eq!((table.content(), table.statistics()), (Content::Statistics, &sample.statistics));
        assert_eq!(left, 80 + 8 * sample.statistics.plies.len() as u64 + 32);
        assert!(matches!(table.holds(), Holds::Statistics));
        assert_eq!(table.known(Slot(0)).unwrap_err().trouble(), Trouble::Reduced);
        assert_eq!(table.outcomes().unwrap_err().trouble(), Trouble::Reduced);
    }
}

#[test]
fn every_flipped_bit_of_a_reduced_table_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let rules = Game::Standard.rules();
    let sample = Sample::noisy("2_2_1_1", 9, 30);
    let outcomes: Vec<u8> = sample
        .codes
        .iter()
        .map(|&code| match outcome_of(code) {
            Outcome::Loss => 0,
            Outcome::Win => 1,
            Outcome::Draw => 255,
        })
        .collect();
    let statistics = || sample.statistics.clone();
    let planes = [PlaneValues::outcomes(statistics(), outcomes), PlaneValues::statistics_only(statistics())];
    for plane in planes {
        let (by, options) = ((&rules, ()), WriteOptions::default());
        let path = write_table(directory.path(), by, sample.subspace, &plane, &options).unwrap().path;
        let sound = fs::read(&path).unwrap();
        for place in 0..sound.len() {
            let mut bytes = sound.clone();
            bytes[place] ^= 1 << (place % 8);
            fs::write(&path, &bytes).unwrap();
            let read = Table::open(&path, &rules, sample.subspace).and_then(|table| table.check_whole());
            let error = read.expect_err("a flipped bit");
            assert!(matches!(error.trouble(), Trouble::Damaged | Trouble::Foreign), "{error}");
        }
    }
}
