//! What is written is read again, and the bytes depend on nothing but the values and the level.

use std::fs;
use std::path::Path;

use crate::samples::Sample;
use millwright_index::Slot;
use millwright_rules::{Game, Rules, Value};
use millwright_table::{
    Codes, Known, PlaneValues, Strong, Table, TableFault, WIDE_DRAW, Width, WriteOptions, WrittenTable,
    write_table,
};
use proptest::prelude::*;

fn value(code: u16) -> Value {
    if code == WIDE_DRAW { Value::Draw } else { Value::decided(code) }
}

fn write(directory: &Path, sample: &Sample, plane: &PlaneValues<Strong>, level: i32) -> WrittenTable {
    let (by, options) = ((&Game::Standard.rules(), ()), WriteOptions { level });
    write_table(directory, by, sample.subspace, plane, &options).unwrap()
}

fn check_round_trip(sample: &Sample, level: i32) {
    let directory = tempfile::tempdir().unwrap();
    let written = write(directory.path(), sample, &sample.plane(), level);
    let table = Table::open(&written.path, &Game::Standard.rules(), sample.subspace).unwrap();
    table.check_whole().unwrap();
    assert_eq!(table.statistics(), &sample.statistics);
    assert_eq!(table.slots(), sample.codes.len() as u64);
    assert_eq!((table.bytes_on_disk(), table.blake3()), (written.bytes, written.blake3));
    assert_eq!(table.bytes_on_disk(), fs::metadata(&written.path).unwrap().len());
    let plies = table.plies().unwrap();
    let mut wide = vec![1_u16; sample.codes.len()];
    plies.load(&mut wide).unwrap();
    assert!(wide == sample.codes);
    assert!(plies.read().unwrap().codes().iter().eq(wide));
    let mut narrow = vec![1_u8; sample.codes.len()];
    let deepest = sample.statistics.max_plies().unwrap_or(0);
    if deepest <= 253 {
        assert_eq!(table.width(), Width::Narrow);
        plies.load(&mut narrow).unwrap();
        assert!(narrow == sample.narrow());
    } else {
        assert_eq!(table.width(), Width::Wide);
        let fault = plies.load(&mut narrow).unwrap_err().fault;
        assert!(matches!(fault, TableFault::TooDeep { deepest: found } if found == deepest), "{fault}");
    }
    for slot in (0..sample.codes.len()).step_by(1 + sample.codes.len() / 50) {
        assert_eq!(table.known(Slot(slot as u64)).unwrap(), Known::Value(value(sample.codes[slot])));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_values_come_back(
        subspace in prop::sample::select(vec!["0_0_3_3", "0_1_9_2", "1_1_2_2", "1_2_2_1", "2_2_7_7", "3_1_0_5"]),
        seed: u64,
        deepest in prop_oneof![0..=10_u16, 250..=260_u16, Just(65533)],
        level in 1..=19,
    ) {
        check_round_trip(&Sample::noisy(subspace, seed, deepest), level);
    }
}

#[test]
fn tables_of_several_chunks_come_back_in_both_widths() {
    for (subspace, deepest) in [("3_3_0_0", 60), ("3_3_0_0", 400), ("4_3_0_0", 253), ("3_4_0_0", 254)] {
        check_round_trip(&Sample::noisy(subspace, 1, deepest), 3);
    }
    check_round_trip(&Sample::new("3_3_0_0", |_, _| WIDE_DRAW), 3);
    check_round_trip(&Sample::new("3_3_0_0", |_, _| 0), 3);
}

#[test]
fn the_bytes_are_the_same_for_any_number_of_threads_and_for_either_width_of_the_plane() {
    // 56 chunks: several groups, and several batches when there is one thread.
    let sample = Sample::noisy("4_4_0_0", 7, 100);
    let (narrow, wide) = (sample.with_codes(Codes::Narrow(sample.narrow())), sample.plane());
    let bytes = |threads, plane: &PlaneValues<Strong>| {
        let directory = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        fs::read(pool.install(|| write(directory.path(), &sample, plane, 3)).path).unwrap()
    };
    let expected = bytes(1, &narrow);
    for threads in [1, 2, 3, 8] {
        assert!(bytes(threads, &narrow) == expected, "{threads} threads");
        assert!(bytes(threads, &wide) == expected, "{threads} threads, wide");
    }
}

#[test]
fn the_bytes_are_the_same_for_games_that_differ_in_their_stones_alone() {
    let directory = tempfile::tempdir().unwrap();
    let sample = Sample::noisy("3_3_0_0", 3, 50);
    let bytes = |rules: &Rules| {
        let options = WriteOptions::default();
        let written = write_table(directory.path(), (rules, ()), sample.subspace, &sample.plane(), &options);
        fs::read(written.unwrap().path).unwrap()
    };
    let rules = Game::Standard.rules();
    let nine = bytes(&rules);
    assert!(nine == bytes(&rules.with_stones("3".parse().unwrap(), "12".parse().unwrap())));
    assert!(nine != bytes(&Game::StandardProtected.rules()));
}

#[test]
fn planes_that_the_statistics_exclude_are_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let sample = Sample::noisy("1_1_2_2", 5, 9);
    let write = |codes: &[u16], level| {
        let (by, options) = ((&Game::Standard.rules(), ()), WriteOptions { level });
        let plane = sample.with_codes(Codes::Wide(codes.to_vec()));
        write_table(directory.path(), by, sample.subspace, &plane, &options).unwrap_err().fault
    };
    let deepest = sample.statistics.longest.unwrap();
    let place = usize::try_from(deepest.slot.0).unwrap();
    let mut codes = sample.codes.clone();
    codes[place] = WIDE_DRAW;
    assert!(matches!(write(&codes, 3), TableFault::Longest { .. }));
    codes.clone_from(&sample.codes);
    codes[91] = deepest.plies + 1;
    assert!(matches!(write(&codes, 3), TableFault::Code { slot: 91, .. }));
    assert!(matches!(write(&sample.codes[..91], 3), TableFault::PlaneLength { found: 91, slots: 92 }));
    for level in [0, 20] {
        assert!(matches!(write(&sample.codes, level), TableFault::Level { .. }));
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// The values of the golden files: the first is narrow, the second wide.
fn golden() -> [(&'static str, Sample); 2] {
    let values = |step: u64| {
        move |slot: u64, _: &_| match slot % 5 {
            0 | 3 => WIDE_DRAW,
            _ => u16::try_from(slot * step).unwrap(),
        }
    };
    [("narrow", Sample::new("1_1_2_2", values(1))), ("wide", Sample::new("1_1_2_2", values(4)))]
}

#[test]
fn the_golden_files_of_version_2_are_read_as_ever() {
    // Those of level 3 were written with shorter matches, as all were until that level was no longer the usual one.
    let all = golden().into_iter().map(|(name, sample)| (name.to_owned(), sample));
    let of_level_3 = golden().into_iter().map(|(name, sample)| (format!("level-3/{name}"), sample));
    for (name, sample) in all.chain(of_level_3) {
        let path = Path::new("tests/golden").join(name).join("1_1_2_2.mill");
        let table = Table::open(&path, &Game::Standard.rules(), sample.subspace).unwrap();
        table.check_whole().unwrap();
        let mut codes = vec![0; 92];
        table.plies().unwrap().load(&mut codes).unwrap();
        assert_eq!(codes, sample.codes);
        assert_eq!(table.statistics(), &sample.statistics);
    }
}

#[test]
fn a_table_of_version_1_is_refused_by_name() {
    let path = Path::new("tests/golden/version-1/1_1_2_2.mill");
    let error = Table::open(path, &Game::Standard.rules(), "1_1_2_2".parse().unwrap()).unwrap_err();
    assert!(matches!(error.fault, TableFault::Version { found: 1 }), "{error}");
    assert!(error.to_string().contains("solve again"), "{error}");
}

/// If only this fails, a new zstd compresses differently: harmless to readers, but to be noted as a change
/// of the bytes that are published.
#[test]
fn the_golden_files_of_version_2_are_written_as_ever() {
    for (name, sample) in golden() {
        let directory = tempfile::tempdir().unwrap();
        let written = fs::read(sample.write(directory.path()).path).unwrap();
        let golden = fs::read(Path::new("tests/golden").join(name).join("1_1_2_2.mill")).unwrap();
        assert_eq!(written, golden, "{name}");
    }
}
