//! What cannot be counted is named.

use std::sync::atomic::AtomicBool;

use millwright_census::{CensusError, CensusOptions, arising, choice};
use millwright_index::{Subspace, UnitGraph};
use millwright_rules::Game;
use millwright_table::Content;

use crate::slow::{options, rules, solved};

#[test]
fn missing_and_reduced_tables_are_named_before_any_work() {
    let rules = rules(Game::Standard, 3, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let gone: Subspace = "3_3_0_0".parse().unwrap();
    let path = directory.path_of(gone);
    std::fs::remove_file(&path).unwrap();
    let subspaces: Vec<Subspace> = UnitGraph::complete(&rules).subspaces().collect();
    let mut told = 0;
    let errors = [
        arising::count(&directory, &rules, &options(), &mut |_| told += 1).unwrap_err(),
        choice::count(&directory, &subspaces, &options(), &mut |_| {}).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(&error, CensusError::Missing { subspace, .. } if *subspace == gone), "{error}");
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    }
    assert_eq!(told, 0);

    for content in [Content::Outcomes, Content::Statistics] {
        let (_db, directory) = solved(Game::Standard, &rules, content);
        let error = arising::count(&directory, &rules, &options(), &mut |_| {}).unwrap_err();
        assert!(matches!(error, CensusError::Reduced { .. }), "{error}");
        assert!(error.to_string().contains("--keep tables"), "{error}");
    }
}

#[test]
fn too_little_memory_and_a_raised_flag_end_the_count() {
    let rules = rules(Game::Standard, 3, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let little = CensusOptions { memory: Some(100_000), ..options() };
    let error = arising::count(&directory, &rules, &little, &mut |_| {}).unwrap_err();
    assert!(matches!(error, CensusError::Memory { limit: 100_000, .. }), "{error}");
    let stop = AtomicBool::new(true);
    let stopped = CensusOptions { stop: &stop, memory: None };
    let error = arising::count(&directory, &rules, &stopped, &mut |_| {}).unwrap_err();
    assert!(matches!(error, CensusError::Stopped), "{error}");
}
