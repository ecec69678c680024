//! Tables of nonsense: whatever is in them, exactly those positions are reported that a check finds which asks
//! the index for every successor one by one.

use std::collections::HashSet;

use crate::tables::{Values, subspace, values_of, verify_with, write_all, wrong_positions};
use millwright_index::{Slot, Subspace};
use millwright_rules::{Game, Position, Symmetry, Value};
use millwright_table::TableDirectory;
use millwright_verify::{SubspaceReport, VerifyReport};

/// Some value that all symmetric positions share: mostly wins, so that many positions are lost, and late.
fn nonsense(position: &Position) -> Value {
    let (mover, other) = (position.mover().stones, position.other().stones);
    let images = Symmetry::all().map(|symmetry| {
        u64::from(symmetry.apply(mover).bits()) << 24 | u64::from(symmetry.apply(other).bits())
    });
    let orbit = images.min().unwrap();
    let mixed = (orbit ^ u64::from(position.mover().hand) << 50).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    match (mixed % 100, u16::try_from(mixed >> 8 & 127).unwrap()) {
        (0..2, _) => Value::Draw,
        (2..4, plies) => Value::loss(plies & !1),
        (_, plies) => Value::win(plies | 1),
    }
}

/// Nonsense for some subspaces and all that their moves lead to.
fn nonsense_for(game: Game, subspaces: &[Subspace]) -> Values {
    let rules = game.rules();
    let mut values = Values::new();
    for &subspace in subspaces {
        let mut fill = |subspace| {
            values.entry(subspace).or_insert_with(|| values_of(subspace, nonsense));
        };
        fill(subspace);
        subspace.for_each_successor(&rules, fill);
    }
    values
}

/// The same without what only says how it was found.
fn findings(report: VerifyReport) -> Vec<SubspaceReport> {
    assert!(!report.stopped && report.not_recorded.is_none());
    report.subspaces
}

/// Compares all slots, or every so manyth where there are many.
fn finds_what_the_slow_check_finds(game: Game, names: &[&str], every: usize) {
    let subspaces: Vec<Subspace> = names.iter().map(|name| subspace(name)).collect();
    let values = nonsense_for(game, &subspaces);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    write_all(&directory, &values);
    let reports = findings(verify_with(&directory, &subspaces, 2, |options| options.list = usize::MAX));
    assert_eq!(reports.len(), subspaces.len());
    for report in &reports {
        let subspace = report.subspace;
        let slots = values[&subspace].len() as u64;
        assert_eq!((report.checked, report.slots), (slots, slots));
        assert_eq!(report.wrong, report.first_wrong.len() as u64);
        assert_eq!(report.statistics, None);
        let wrong = wrong_positions(&game.rules(), &values, subspace, every);
        assert!(!wrong.is_empty() && report.wrong < slots || slots == 1, "{game} {subspace}: no test at all");
        let mut reported = report.first_wrong.clone();
        reported.retain(|wrong| wrong.slot.0.is_multiple_of(every as u64));
        assert_eq!(reported, wrong, "{game} {subspace}");
    }
    // A sample is another way to the same findings.
    let sampled = findings(verify_with(&directory, &subspaces, 2, |options| {
        options.list = usize::MAX;
        options.sample = Some(30_000);
    }));
    for (sampled, full) in sampled.iter().zip(&reports) {
        let found: HashSet<Slot> = full.first_wrong.iter().map(|wrong| wrong.slot).collect();
        assert!(sampled.first_wrong.iter().all(|wrong| found.contains(&wrong.slot)));
        assert_eq!(sampled.checked, full.slots.min(30_000));
        assert!(sampled.checked < full.slots || sampled == full, "{game} {}", full.subspace);
    }
}

#[test]
fn movement_units_even_and_uneven_are_checked_as_by_the_slow_check() {
    finds_what_the_slow_check_finds(Game::Standard, &["3_3_0_0"], 1);
    finds_what_the_slow_check_finds(Game::Morabaraba, &["3_3_0_0"], 5);
    finds_what_the_slow_check_finds(Game::StandardProtected, &["4_3_0_0", "3_4_0_0"], 11);
}

#[test]
fn placing_is_checked_as_by_the_slow_check_also_where_the_leading_player_changes() {
    let names = ["2_2_3_3", "3_2_2_2", "2_3_1_2", "3_3_1_1", "0_0_4_4", "1_1_3_3", "2_1_2_3"];
    finds_what_the_slow_check_finds(Game::Standard, &names, 1);
}

#[test]
fn placing_and_sliding_at_once_is_checked_as_by_the_slow_check() {
    let names = ["2_2_1_2", "2_2_2_1", "2_2_2_2", "3_2_1_3", "2_3_3_1", "3_1_0_2", "1_3_2_0", "3_3_0_1"];
    finds_what_the_slow_check_finds(Game::Lasker, &names, 1);
}

#[test]
fn taking_two_stones_is_checked_as_by_the_slow_check() {
    finds_what_the_slow_check_finds(Game::LaskerWmd, &["5_2_0_3", "2_5_3_0", "4_2_1_3", "4_2_2_2"], 5);
    finds_what_the_slow_check_finds(Game::StandardTakeTwo, &["4_2_3_2", "5_2_1_2"], 5);
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let subspaces = ["3_2_2_2", "3_3_1_1", "3_3_0_1"].map(subspace);
    let values = nonsense_for(Game::Standard, &subspaces);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    write_all(&directory, &values);
    let full: Vec<_> =
        [1, 2, 5].map(|threads| findings(verify_with(&directory, &subspaces, threads, |_| {}))).into();
    assert!(full[0] == full[1] && full[0] == full[2]);
    assert!(full[0].iter().all(|report| report.first_wrong.len() == 10 && report.wrong > 10));
    let sample = |threads, seed| {
        findings(verify_with(&directory, &subspaces, threads, |options| {
            options.sample = Some(500);
            options.seed = seed;
        }))
    };
    assert_eq!(sample(1, 7), sample(3, 7));
    assert_ne!(sample(1, 7), sample(1, 8));
    assert!(sample(1, 7).iter().all(|report| report.checked == 500 && report.wrong > 0));
}
