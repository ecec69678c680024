//! Tables that are reduced while a game is being solved: the statistics stay what they are, and the disk that the plan
//! has told is enough.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, StoneCount, Value, notation};
use millwright_solve::{Keeping, MemoryTables, Plan, Progress, SolveError, SolveOptions, UnitOptions, solve};
use millwright_table::{Content, LineEnd, ProbeError, Statistics, TableDirectory, Tablebase, WriteOptions};

/// Bytes of all files of a directory, in which tables may just be written.
fn bytes_in(path: &Path) -> u64 {
    let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    files.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

/// Solves what is open, but no more than so many units; says whether it came to the end.
fn run(directory: &TableDirectory, graph: &UnitGraph, keep: impl Into<Keeping>, most_units: usize) -> bool {
    let keep = keep.into();
    let lock = directory.lock().unwrap();
    let plan = Plan::new(directory, graph, keep.clone(), false).unwrap();
    let stop = AtomicBool::new(false);
    let options = SolveOptions { memory: 1 << 30, ..SolveOptions::new(&stop) };
    let before = bytes_in(directory.path());
    let (mut finished, mut peak) = (0, before);
    let solved = solve(&lock, &plan, &options, &mut |event| {
        peak = peak.max(bytes_in(directory.path()));
        if let Progress::Finished(..) = event {
            finished += 1;
            stop.store(finished >= most_units, Ordering::Relaxed);
        }
    });
    if before < 1000 && keep.content == Content::Plies && solved.is_ok() {
        let (taken, planned) = (bytes_in(directory.path()), plan.disk().peak);
        assert!(planned < 3 * taken, "{planned} bytes planned, {taken} taken");
    }
    // The manifest and the lock are not tables.
    assert!(peak <= before + plan.disk().peak + 50_000, "{peak} bytes, {:?} planned", plan.disk());
    match solved {
        Ok(()) => true,
        Err(SolveError::Stopped) => false,
        Err(error) => panic!("{error}"),
    }
}

fn statistics(directory: &TableDirectory, graph: &UnitGraph) -> BTreeMap<Subspace, (Content, Statistics)> {
    let table = |subspace| directory.open(subspace).unwrap();
    let all = graph.subspaces().map(|subspace| (subspace, table(subspace)));
    all.map(|(subspace, table)| (subspace, (table.content(), table.statistics().clone()))).collect()
}

fn small_game(game: Game) -> UnitGraph {
    let [white, black] = [3, 4].map(|stones| StoneCount::new(stones).unwrap());
    UnitGraph::complete(&game.rules().with_stones(white, black))
}

#[test]
fn a_plain_run_a_resumed_one_and_those_that_keep_less_give_the_same_statistics() {
    for game in [Game::Standard, Game::Lasker] {
        let graph = small_game(game);
        let db = tempfile::tempdir().unwrap();
        let directory = |name: &str| TableDirectory::with_rules(db.path(), name, game.rules());
        let plain = directory("plain");
        assert!(run(&plain, &graph, Content::Plies, usize::MAX));
        let expected = statistics(&plain, &graph);
        assert!(expected.values().all(|(content, _)| *content == Content::Plies));
        for (number, keep) in Content::ALL.into_iter().enumerate() {
            for most_units in [usize::MAX, 4] {
                let resumed = directory(&format!("{number}-{most_units}"));
                while !run(&resumed, &graph, keep, most_units) {}
                let found = statistics(&resumed, &graph);
                let mut reduced = 0;
                for (subspace, (content, statistics)) in &found {
                    assert_eq!(*statistics, expected[subspace].1, "{game} {subspace}");
                    assert!(*content == keep || *content == Content::Plies, "{subspace}: {content}");
                    reduced += usize::from(*content < Content::Plies);
                }
                assert_eq!(reduced > 3, keep < Content::Plies, "{reduced} tables reduced");
                assert!(Plan::new(&resumed, &graph, keep, false).unwrap().is_finished());
            }
        }
    }
}

#[test]
fn small_tables_and_those_that_were_named_stay_whole() {
    let graph = small_game(Game::Standard);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    let named: Subspace = "4_3_0_0".parse().unwrap();
    let keep = |small_slots, tables: &[Subspace]| Keeping {
        content: Content::Statistics,
        small_slots,
        tables: tables.iter().copied().collect(),
    };
    let whole = |directory: &TableDirectory| -> Vec<Subspace> {
        let found = statistics(directory, &graph).into_iter();
        found.filter(|(_, (content, _))| *content == Content::Plies).map(|(subspace, _)| subspace).collect()
    };
    assert!(run(&directory, &graph, keep(0, &[]), usize::MAX));
    assert!(whole(&directory).is_empty());
    // Both planes of the unit are made again, with what they need, which is dropped again.
    assert!(run(&directory, &graph, keep(0, &[named]), usize::MAX));
    assert_eq!(whole(&directory), ["3_4_0_0", "4_3_0_0"].map(|subspace| subspace.parse().unwrap()));
    assert!(run(&directory, &graph, keep(1000, &[]), usize::MAX));
    let (expected, slots) = (whole(&directory), |&subspace: &Subspace| {
        let unit = Unit::of(subspace);
        UnitIndex::slots_of(unit) * graph.planes(unit).count() as u64
    });
    let small: BTreeSet<Subspace> = graph.subspaces().filter(|subspace| slots(subspace) <= 1000).collect();
    assert!(!small.is_empty() && small.iter().eq(&expected), "{expected:?} {small:?}");
}

#[test]
fn depths_that_were_dropped_are_solved_again_when_something_new_needs_them() {
    let graph = small_game(Game::Standard);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    assert!(run(&directory, &graph, Content::Statistics, usize::MAX));
    let before = statistics(&directory, &graph);
    let plan = Plan::new(&directory, &graph, Content::Plies, false).unwrap();
    let dropped = before.values().filter(|(content, _)| *content < Content::Plies).count();
    assert_eq!(plan.open_units().map(|planned| planned.planes.len()).sum::<usize>(), dropped);
    assert!(run(&directory, &graph, Content::Plies, usize::MAX));
    for (subspace, (content, statistics)) in statistics(&directory, &graph) {
        assert_eq!((content, &statistics), (Content::Plies, &before[&subspace].1), "{subspace}");
    }
}

#[test]
fn positions_and_moves_of_a_table_that_was_dropped_are_unknown() {
    let graph = small_game(Game::Standard);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    assert!(run(&directory, &graph, Content::Statistics, usize::MAX));
    let tables = statistics(&directory, &graph);
    let tablebase = Tablebase::new(directory, 1 << 20);
    let mut beside_unknown_moves = 0;
    for (&subspace, (content, _)) in &tables {
        let unit = Unit::of(subspace);
        let position = UnitIndex::new(unit).position_of(unit.plane_of(subspace), Slot(0));
        let survey = tablebase.survey(&position).unwrap();
        match content {
            _ if position.over(graph.rules()).is_some() => assert!(survey.is_complete(), "{position}"),
            Content::Plies => {
                assert!(survey.value.is_some(), "{position}");
                beside_unknown_moves += usize::from(survey.counts().unknown > 0);
            }
            Content::Statistics => {
                assert_eq!(survey.value, None, "{position}");
                let error = tablebase.probe(&position).unwrap_err();
                assert!(matches!(error, ProbeError::Reduced { .. }), "{error}");
                assert!(error.to_string().contains("has statistics only"), "{error}");
            }
            Content::Outcomes => panic!("{subspace} was to be kept or dropped"),
        }
    }
    assert!(beside_unknown_moves > 0, "kept tables lead to dropped ones");
}

/// Over whole tables and such as hold less: what is called the best is the best, and only draws go round in circles.
#[test]
fn a_line_over_reduced_tables_has_no_move_that_is_not_the_best() {
    let graph = small_game(Game::Standard);
    let db = tempfile::tempdir().unwrap();
    let directory = |name: &str| TableDirectory::with_rules(db.path(), name, Game::Standard.rules());
    let plain = directory("plain");
    assert!(run(&plain, &graph, Content::Plies, usize::MAX));
    let plain = Tablebase::new(plain, 1 << 24);
    let reduced = directory("outcomes");
    assert!(run(&reduced, &graph, Content::Outcomes, usize::MAX));
    let all = directory("all outcomes");
    assert!(run(&all, &graph, Content::Plies, usize::MAX));
    for subspace in graph.subspaces() {
        all.reduce(subspace, Content::Outcomes, &WriteOptions::default()).unwrap();
    }
    let (mut moves, mut stopped) = (0, 0);
    for tablebase in [reduced, all].map(|directory| Tablebase::new(directory, 1 << 24)) {
        for subspace in graph.subspaces() {
            let unit = Unit::of(subspace);
            let index = UnitIndex::new(unit);
            for slot in (0..index.slots()).step_by(usize::try_from(index.slots() / 20 + 1).unwrap()) {
                let start = index.position_of(unit.plane_of(subspace), Slot(slot));
                let line = tablebase.line(&start, 100).unwrap();
                let mut here = start;
                for ply in &line.plies {
                    let value = plain.value_of(&here).unwrap();
                    let after = plain.value_of(&ply.next).unwrap().seen_from_parent();
                    assert_eq!(after, value, "{here}: {}", ply.chosen);
                    assert_eq!(ply.known.outcome().name(), value.outcome(), "{here}: {}", ply.chosen);
                    here = ply.next;
                }
                moves += line.plies.len();
                let is_draw = plain.value_of(&here).unwrap() == Value::Draw;
                match line.end {
                    LineEnd::Repetition => assert!(is_draw, "{start}"),
                    LineEnd::PliesUnknown => {
                        assert!(!is_draw, "{start}");
                        stopped += 1;
                    }
                    LineEnd::Over(_) | LineEnd::Limit => {}
                    LineEnd::Unknown => panic!("{start}: no table is missing"),
                }
            }
        }
    }
    assert!(moves > 100 && stopped > 100, "{moves} moves, {stopped} lines that end early");
}

#[test]
fn what_was_solved_in_memory_knows_more_than_a_table_that_was_reduced() {
    let graph = small_game(Game::Standard);
    let db = tempfile::tempdir().unwrap();
    // A win, but not at once: what ends the game is known without tables.
    let won = notation::parse_position("w_a1d5g4_b2d2f2", graph.rules()).unwrap();
    for keep in [Content::Outcomes, Content::Statistics] {
        let directory = TableDirectory::with_rules(db.path(), keep.name(), Game::Standard.rules());
        assert!(run(&directory, &graph, Content::Plies, usize::MAX));
        for subspace in graph.subspaces() {
            directory.reduce(subspace, keep, &WriteOptions::default()).unwrap();
        }
        let tablebase = Tablebase::new(directory, 1 << 20);
        assert!(!tablebase.survey(&won).unwrap().is_complete());
        let stop = AtomicBool::new(false);
        let options = UnitOptions::new(&stop);
        tablebase.add_in_memory(Arc::new(MemoryTables::solve(&graph, &options).unwrap()));
        assert!(tablebase.survey(&won).unwrap().is_complete(), "{keep}");
        let line = tablebase.line(&won, 100).unwrap();
        let is_known = !matches!(line.end, LineEnd::Unknown | LineEnd::PliesUnknown);
        assert!(is_known && !line.plies.is_empty(), "{keep}: {line:?}");
    }
}
