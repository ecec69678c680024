//! Runs: what is skipped, what is missing, what stops them.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::tables::{Values, subspace, values_of, verify_with, write, write_all};
use millwright_index::Subspace;
use millwright_rules::{Game, Value};
use millwright_table::TableDirectory;
use millwright_verify::{Progress, RECORD, VerifyError, VerifyOptions, VerifyReport, verify};

/// The tables of the first stones of a game, all drawn. The first five follow from their successors; the last
/// two are there to be looked at, and nobody verifies them.
struct Opening {
    _db: tempfile::TempDir,
    directory: TableDirectory,
    subspaces: Vec<Subspace>,
}

impl Opening {
    fn new() -> Self {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        let draws = |name| (subspace(name), values_of(subspace(name), |_| Value::Draw));
        let names = ["0_0_9_9", "0_1_9_8", "1_1_8_8", "1_2_8_7", "2_2_7_7", "1_3_7_6", "2_3_7_6"];
        let values: Values = names.into_iter().map(draws).collect();
        write_all(&directory, &values);
        let subspaces = names[..5].iter().map(|name| subspace(name)).collect();
        Self { _db: db, directory, subspaces }
    }

    /// The names of those that a resumed run checks.
    fn resumed(&self) -> Vec<String> {
        let report = verify_with(&self.directory, &self.subspaces, 1, |options| options.resume = true);
        assert_eq!(report.subspaces.len(), self.subspaces.len());
        let checked = report.subspaces.iter().filter(|report| !report.verified_before);
        checked
            .inspect(|report| assert_eq!(report.checked, report.slots))
            .map(|report| report.subspace.to_string())
            .collect()
    }

    fn record(&self) -> String {
        fs::read_to_string(self.directory.path().join(RECORD)).unwrap()
    }

    fn run(&self, options: &VerifyOptions<'_>) -> Result<VerifyReport, VerifyError> {
        verify(&self.directory, &self.subspaces, options, &mut |_| {})
    }
}

#[test]
fn units_are_verified_in_the_order_in_which_they_are_solved() {
    let opening = Opening::new();
    assert_eq!(opening.resumed(), ["2_2_7_7", "1_2_8_7", "1_1_8_8", "0_1_9_8", "0_0_9_9"]);
}

#[test]
fn what_was_verified_and_has_not_changed_is_skipped() {
    let opening = Opening::new();
    assert_eq!(opening.resumed().len(), 5);
    let record = opening.record();
    assert_eq!(opening.resumed(), [""; 0]);
    assert_eq!(opening.record(), record);
    // Without resuming all is done again, with the same record.
    let report = verify_with(&opening.directory, &opening.subspaces, 2, |_| {});
    assert!(report.subspaces.iter().all(|report| !report.verified_before && report.is_correct()));
    assert_eq!(opening.record(), record);
}

#[test]
fn a_changed_table_and_those_that_lead_to_it_are_verified_again() {
    let opening = Opening::new();
    opening.resumed();
    let changed = subspace("2_3_7_6");
    let mut values = values_of(changed, |_| Value::Draw);
    values[0] = Value::win(1);
    write(&opening.directory, changed, &values);
    assert_eq!(opening.resumed(), ["2_2_7_7"]);
    assert_eq!(opening.resumed(), [""; 0]);
}

#[test]
fn a_wrong_table_is_not_recorded_and_forgotten_if_it_was() {
    let opening = Opening::new();
    opening.resumed();
    let changed = subspace("1_1_8_8");
    let mut values = values_of(changed, |_| Value::Draw);
    values[3] = Value::win(1);
    write(&opening.directory, changed, &values);
    // The one that leads to it still follows from its successors: it has other moves.
    for _ in 0..2 {
        let report = verify_with(&opening.directory, &opening.subspaces, 2, |options| options.resume = true);
        assert_eq!(report.wrong(), 1);
        let wrong = report.subspaces.iter().find(|report| !report.is_correct()).unwrap();
        assert_eq!((wrong.subspace, wrong.first_wrong[0].slot.0), (changed, 3));
        assert!(!opening.record().contains("\"1_1_8_8\": {"));
    }
}

#[test]
fn a_sample_records_nothing_and_skips_nothing() {
    let opening = Opening::new();
    let sampled = || {
        verify_with(&opening.directory, &opening.subspaces, 2, |options| {
            options.sample = Some(5);
            options.resume = true;
        })
    };
    assert_eq!(sampled().checked(), 1 + 4 + 3 * 5);
    assert!(!opening.directory.path().join(RECORD).exists());
    opening.resumed();
    assert_eq!(sampled().checked(), 1 + 4 + 3 * 5);
}

#[test]
fn a_missing_table_is_named() {
    let opening = Opening::new();
    let stop = AtomicBool::new(false);
    let path = opening.directory.path_of(subspace("2_3_7_6"));
    fs::remove_file(&path).unwrap();
    let error = opening.run(&VerifyOptions::new(&stop)).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "subspace 2_2_7_7 cannot be verified without subspace 2_3_7_6, to which its moves lead: there is no {}",
            path.display()
        )
    );
    let error = verify(&opening.directory, &[subspace("5_4_0_0")], &VerifyOptions::new(&stop), &mut |_| {});
    let path = opening.directory.path_of(subspace("5_4_0_0"));
    assert_eq!(
        error.unwrap_err().to_string(),
        format!("the table of subspace 5_4_0_0 is missing: there is no {}", path.display())
    );
}

#[test]
fn a_damaged_table_is_an_error_that_names_the_file() {
    let opening = Opening::new();
    let stop = AtomicBool::new(false);
    let path = opening.directory.path_of(subspace("2_2_7_7"));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = opening.run(&VerifyOptions::new(&stop)).unwrap_err();
    assert!(matches!(&error, VerifyError::Table(table) if table.path == path), "{error}");
}

#[test]
fn damage_is_noticed_also_in_a_table_that_was_verified_before() {
    let opening = Opening::new();
    opening.resumed();
    let stop = AtomicBool::new(false);
    let path = opening.directory.path_of(subspace("2_2_7_7"));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = opening.run(&VerifyOptions { resume: true, ..VerifyOptions::new(&stop) }).unwrap_err();
    assert!(matches!(&error, VerifyError::Table(table) if table.path == path), "{error}");
}

#[test]
fn a_raised_stop_flag_ends_the_run_and_the_next_goes_on() {
    let opening = Opening::new();
    for sample in [None, Some(5)] {
        let stop = AtomicBool::new(true);
        let report = opening.run(&VerifyOptions { sample, ..VerifyOptions::new(&stop) }).unwrap();
        assert!(report.stopped && report.subspaces.is_empty());
    }
    let stop = AtomicBool::new(false);
    let mut finished = 0;
    let report =
        verify(&opening.directory, &opening.subspaces, &VerifyOptions::new(&stop), &mut |progress| {
            if matches!(progress, Progress::Finished(_)) {
                finished += 1;
                stop.store(finished == 2, Ordering::Relaxed);
            }
        });
    let report = report.unwrap();
    assert_eq!((report.stopped, report.subspaces.len()), (true, 2));
    assert_eq!(opening.resumed(), ["1_1_8_8", "0_1_9_8", "0_0_9_9"]);
}

#[test]
fn progress_is_told_from_start_to_finish() {
    let opening = Opening::new();
    let stop = AtomicBool::new(false);
    let mut told = Vec::new();
    let one = [subspace("2_2_7_7")];
    verify(&opening.directory, &one, &VerifyOptions::new(&stop), &mut |progress| {
        told.push(match progress {
            Progress::Started { subspace, slots } => format!("{subspace} has {slots}"),
            Progress::Checked { subspace, checked } => format!("{subspace} at {checked}"),
            Progress::Finished(report) => format!("{} done: {}", report.subspace, report.is_correct()),
        });
    })
    .unwrap();
    assert_eq!(told, ["2_2_7_7 has 6930", "2_2_7_7 at 6930", "2_2_7_7 done: true"]);
}

#[test]
fn too_little_memory_is_an_error_with_what_is_needed() {
    let opening = Opening::new();
    let stop = AtomicBool::new(false);
    let tight = VerifyOptions { memory: Some(1000), ..VerifyOptions::new(&stop) };
    let error = opening.run(&tight).unwrap_err();
    let VerifyError::Memory { subspace: of, needed, limit } = error else { panic!("{error}") };
    assert_eq!((of, limit), (subspace("2_2_7_7"), 1000));
    // Itself and the next, which is stored the other way round and turned.
    assert!(needed > 6930, "{needed}");
    let enough = VerifyOptions { memory: Some(needed), ..VerifyOptions::new(&stop) };
    assert!(opening.run(&enough).unwrap().is_correct());
}

#[test]
fn a_record_that_cannot_be_written_does_not_spoil_the_findings() {
    let opening = Opening::new();
    fs::create_dir(opening.directory.path().join(RECORD)).unwrap();
    let report = verify_with(&opening.directory, &opening.subspaces, 2, |options| options.resume = true);
    assert!(report.is_correct() && report.subspaces.len() == 5);
    assert_eq!(report.not_recorded.unwrap().path, opening.directory.path().join(RECORD));
}
