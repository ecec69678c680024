//! Runs over ultra tables: what is skipped, what is missing, what stops them.

use std::fs;
use std::sync::atomic::AtomicBool;

use crate::draws::{Draws, try_verify_draws, verify_draws, write_all_draws, write_draws};
use crate::tables::{Values, subspace, values_of, verify_with, write, write_all};
use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Rank, Ranks};
use millwright_rules::{Game, Value};
use millwright_table::TableDirectory;
use millwright_verify::{Progress, RECORD, VerifyError, VerifyOptions, ultra};

/// The tables of the first stones of a game, all drawn and none of it worth anything. The first five follow from their
/// successors; the last two are there to be looked at, and nobody verifies them.
struct Opening {
    _db: tempfile::TempDir,
    directory: TableDirectory,
    ranks: Ranks,
    draws: Draws,
    subspaces: Vec<Subspace>,
}

const NAMES: [&str; 7] = ["0_0_9_9", "0_1_9_8", "1_1_8_8", "1_2_8_7", "2_2_7_7", "1_3_7_6", "2_3_7_6"];

impl Opening {
    fn new() -> Self {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        let values: Values =
            NAMES.map(|name| (subspace(name), values_of(subspace(name), |_| Value::Draw))).into();
        write_all(&directory, &values);
        let ranks = Ranks::by_stones(&UnitGraph::complete(&Game::Standard.rules()));
        let staying = Some(DrawValue::staying(Rank(0)));
        let draws =
            values.iter().map(|(&subspace, values)| (subspace, vec![staying; values.len()])).collect();
        write_all_draws(&directory, &ranks, &draws);
        let subspaces = NAMES[..5].iter().map(|name| subspace(name)).collect();
        Self { _db: db, directory, ranks, draws, subspaces }
    }

    /// The names of those that a resumed run checks.
    fn resumed(&self) -> Vec<String> {
        let report = verify_draws(&self.directory, &self.subspaces, 1, |options| options.resume = true);
        assert_eq!(report.subspaces.len(), self.subspaces.len());
        let checked = report.subspaces.iter().filter(|report| !report.verified_before);
        checked
            .inspect(|report| assert_eq!(report.checked, report.slots))
            .map(|report| report.subspace.to_string())
            .collect()
    }

    fn error(&self) -> VerifyError {
        try_verify_draws(&self.directory, &self.subspaces, 1, |_| {}).unwrap_err()
    }

    fn record(&self) -> String {
        fs::read_to_string(self.directory.path().join(RECORD)).unwrap()
    }
}

#[test]
fn ultra_tables_are_remembered_beside_the_others() {
    let opening = Opening::new();
    assert_eq!(opening.resumed(), ["2_2_7_7", "1_2_8_7", "1_1_8_8", "0_1_9_8", "0_0_9_9"]);
    assert_eq!(opening.resumed(), [""; 0]);
    let resume = |options: &mut VerifyOptions<'_>| options.resume = true;
    let plies = verify_with(&opening.directory, &opening.subspaces, 1, resume);
    assert!(plies.subspaces.iter().all(|report| !report.verified_before && report.is_correct()));
    assert_eq!(opening.resumed(), [""; 0], "what was remembered of the ultra tables stays");
    let plies = verify_with(&opening.directory, &opening.subspaces, 1, resume);
    assert!(plies.subspaces.iter().all(|report| report.verified_before));
    assert!(opening.record().contains("\"ultra_tables\": {\n    \"0_0_9_9\": {\"blake3\":"));
}

#[test]
fn what_an_ultra_table_depends_on_is_remembered_with_it() {
    let opening = Opening::new();
    opening.resumed();
    // A successor: the same, but for a slot without a draw that nobody misses.
    let next = subspace("2_3_7_6");
    let mut changed = opening.draws[&next].clone();
    changed[0] = None;
    write_draws(&opening.directory, &opening.ranks, next, &changed);
    assert_eq!(opening.resumed(), ["2_2_7_7"]);
    // The table that says what is drawn.
    let mut values = values_of(subspace("1_1_8_8"), |_| Value::Draw);
    values[3] = Value::win(1);
    write(&opening.directory, subspace("1_1_8_8"), &values);
    for _ in 0..2 {
        let report = verify_draws(&opening.directory, &opening.subspaces, 2, |options| options.resume = true);
        let wrong: Vec<String> = report
            .subspaces
            .iter()
            .filter(|report| !report.is_correct())
            .map(|report| report.subspace.to_string())
            .collect();
        assert_eq!((wrong, report.wrong()), (vec!["1_1_8_8".to_owned()], 1));
        assert!(!opening.record().contains("\"1_1_8_8\": {\"blake3\""), "what is wrong is not remembered");
    }
}

#[test]
fn other_ranks_are_noticed() {
    let opening = Opening::new();
    opening.resumed();
    let others = Ranks::new(Rank(9), opening.ranks.iter()).unwrap();
    opening.directory.write_ranks(&others).unwrap();
    let error = opening.error();
    assert!(matches!(error, VerifyError::OtherRanks { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("other ranks than those in") && text.contains("solve --ultra --force"), "{text}");
    // All tables made again by the others: nothing of before counts.
    write_all_draws(&opening.directory, &others, &opening.draws);
    assert_eq!(opening.resumed().len(), 5);
}

#[test]
fn ranks_that_are_missing_or_not_those_of_the_game_are_named() {
    let opening = Opening::new();
    let few = opening.ranks.iter().filter(|&(of, _)| of != subspace("5_4_0_0"));
    opening.directory.write_ranks(&Ranks::new(Rank(9), few).unwrap()).unwrap();
    let path = opening.directory.ranks_path();
    let text = opening.error().to_string();
    assert_eq!(text, format!("{}: subspace 5_4_0_0 has no rank", path.display()));
    fs::remove_file(&path).unwrap();
    let text = opening.error().to_string();
    assert!(text.contains(&format!("there is no {}; ", path.display())), "{text}");
}

#[test]
fn a_missing_table_is_named() {
    let opening = Opening::new();
    let path = opening.directory.ultra_path_of(subspace("2_3_7_6"));
    fs::remove_file(&path).unwrap();
    assert_eq!(
        opening.error().to_string(),
        format!(
            "the draws of subspace 2_2_7_7 cannot be verified without the ultra table of subspace 2_3_7_6: there is no {}",
            path.display()
        )
    );
    let path = opening.directory.path_of(subspace("1_1_8_8"));
    fs::remove_file(&path).unwrap();
    let text = opening.error().to_string();
    assert!(text.starts_with("the table of subspace 1_1_8_8 is missing"), "{text}");
}

#[test]
fn damage_is_noticed_also_in_an_ultra_table_that_was_verified_before() {
    let opening = Opening::new();
    opening.resumed();
    let path = opening.directory.ultra_path_of(subspace("2_2_7_7"));
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    for resume in [false, true] {
        let error =
            try_verify_draws(&opening.directory, &opening.subspaces, 1, |options| options.resume = resume)
                .unwrap_err();
        assert!(matches!(&error, VerifyError::Table(table) if table.path == path), "{error}");
    }
}

#[test]
fn nothing_to_verify_needs_no_ranks() {
    let opening = Opening::new();
    fs::remove_file(opening.directory.ranks_path()).unwrap();
    assert!(verify_draws(&opening.directory, &[], 1, |_| {}).subspaces.is_empty());
}

#[test]
fn a_raised_stop_flag_ends_the_run_over_ultra_tables() {
    let opening = Opening::new();
    for sample in [None, Some(5)] {
        let stop = AtomicBool::new(true);
        let options = VerifyOptions { sample, ..VerifyOptions::new(&stop) };
        let report = ultra::verify(&opening.directory, &opening.subspaces, &options, &mut |_| {}).unwrap();
        assert!(report.stopped && report.subspaces.is_empty());
    }
}

#[test]
fn progress_is_told_from_start_to_finish() {
    let opening = Opening::new();
    let stop = AtomicBool::new(false);
    let mut told = Vec::new();
    let one = [subspace("2_2_7_7")];
    ultra::verify(&opening.directory, &one, &VerifyOptions::new(&stop), &mut |progress| {
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
    let with = |memory| {
        try_verify_draws(&opening.directory, &opening.subspaces, 1, |options| options.memory = Some(memory))
    };
    let error = with(1000).unwrap_err();
    let VerifyError::Memory { subspace: of, needed, limit } = error else { panic!("{error}") };
    assert_eq!((of, limit), (subspace("2_2_7_7"), 1000));
    // Three bytes for each slot of its own, and more for the next.
    assert!(needed > 3 * 6930, "{needed}");
    assert!(with(needed).unwrap().is_correct());
}
