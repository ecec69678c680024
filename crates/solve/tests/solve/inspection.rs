//! Tables are looked at while all that they follow from is there, and nothing follows from those that are rejected.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::Ranks;
use millwright_rules::{Game, StoneCount};
use millwright_solve::ultra::{PairedPlan, solve_paired};
use millwright_solve::{Goal, Inspector, Plan, SolveError, SolveOptions, solve};
use millwright_table::{Content, TableDirectory};
use millwright_verify::{VerifyOptions, ultra, verify};

/// Verifies some slots of all tables, and rejects one of them.
#[derive(Debug)]
struct Verifier<'a> {
    directory: &'a TableDirectory,
    rejects: Option<(Goal, Subspace)>,
    seen: Mutex<Vec<(Goal, Subspace)>>,
}

impl<'a> Verifier<'a> {
    fn new(directory: &'a TableDirectory, rejects: Option<(Goal, Subspace)>) -> Self {
        Self { directory, rejects, seen: Mutex::new(Vec::new()) }
    }
}

impl Inspector for Verifier<'_> {
    fn inspect(&self, goal: Goal, subspaces: &[Subspace]) -> Result<(), String> {
        let stop = AtomicBool::new(false);
        let options = VerifyOptions { sample: Some(2000), ..VerifyOptions::new(&stop) };
        let (correct, checked, reduced) = if goal == Goal::Plies {
            let found = verify(self.directory, subspaces, &options, &mut |_| {}).unwrap();
            (found.is_correct(), found.subspaces.len(), found.reduced)
        } else {
            let found = ultra::verify(self.directory, subspaces, &options, &mut |_| {}).unwrap();
            (found.is_correct(), found.subspaces.len(), found.reduced)
        };
        assert!(correct && reduced.is_empty() && checked == subspaces.len(), "{subspaces:?} {reduced:?}");
        let looked_at = subspaces.iter().map(|&subspace| (goal, subspace));
        self.seen.lock().unwrap().extend(looked_at.clone());
        let rejected = looked_at.into_iter().find(|&seen| self.rejects == Some(seen));
        rejected.map_or(Ok(()), |(_, subspace)| Err(format!("{subspace} is not to my liking")))
    }
}

fn graph() -> UnitGraph {
    let three = StoneCount::new(3).unwrap();
    UnitGraph::complete(&Game::Standard.rules().with_stones(three, three))
}

fn run(directory: &TableDirectory, inspector: Option<&dyn Inspector>) -> Result<(), SolveError> {
    let stop = AtomicBool::new(false);
    let lock = directory.lock().unwrap();
    let plan = Plan::new(directory, &graph(), Content::Statistics, false).unwrap();
    let options = SolveOptions { memory: 1 << 30, inspector, ..SolveOptions::new(&stop) };
    solve(&lock, &plan, &options, &mut |_| {})
}

fn run_paired(directory: &TableDirectory, inspector: Option<&dyn Inspector>) -> Result<(), SolveError> {
    let (graph, stop) = (graph(), AtomicBool::new(false));
    let ranks = Ranks::by_stones(&graph);
    let lock = directory.lock().unwrap();
    let keep = Content::Statistics.into();
    let plan = PairedPlan::new(directory, &graph, Some(&ranks), &keep, false).unwrap();
    let options = SolveOptions { memory: 1 << 30, inspector, ..SolveOptions::new(&stop) };
    solve_paired(&lock, &plan, &ranks, &options, &mut |_| {})
}

fn files(directory: &TableDirectory) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap());
    files
        .map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap()))
        .filter(|(name, _)| name.contains(".mill") || name.contains(".ultra"))
        .collect()
}

/// All tables are looked at, each once; one that is rejected goes, and a later run makes the same of all.
fn is_inspected(run: fn(&TableDirectory, Option<&dyn Inspector>) -> Result<(), SolveError>, goals: &[Goal]) {
    let [plain, inspected] = [(), ()].map(|()| tempfile::tempdir().unwrap());
    let [plain, inspected] =
        [&plain, &inspected].map(|place| TableDirectory::new(place.path(), Game::Standard));
    run(&plain, None).unwrap();

    for &goal in goals {
        let rejected = "3_3_0_0".parse().unwrap();
        let verifier = Verifier::new(&inspected, Some((goal, rejected)));
        let error = run(&inspected, Some(&verifier)).unwrap_err();
        assert!(
            matches!(&error, SolveError::Rejected(why) if why == "3_3_0_0 is not to my liking"),
            "{error}"
        );
        assert!(verifier.seen.into_inner().unwrap().contains(&(goal, rejected)));
        let path =
            if goal == Goal::Plies { inspected.path_of(rejected) } else { inspected.ultra_path_of(rejected) };
        assert!(!path.exists() && files(&inspected).len() < files(&plain).len());
    }

    let verifier = Verifier::new(&inspected, None);
    run(&inspected, Some(&verifier)).unwrap();
    assert_eq!(files(&inspected), files(&plain));
    // Whatever was not finished before, each once.
    let mut seen = verifier.seen.into_inner().unwrap();
    let all = seen.len();
    seen.sort_unstable_by_key(|&(goal, subspace)| (goal == Goal::Draws, subspace));
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[test]
fn tables_of_plies_are_looked_at_before_what_they_follow_from_is_dropped() {
    is_inspected(run, &[Goal::Plies]);
}

#[test]
fn so_are_plies_and_draws_that_are_made_together() {
    is_inspected(run_paired, &[Goal::Plies, Goal::Draws]);
}
