//! Plies and draws of one unit after the other, both dropped together: what was counted is what a plain run counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::{DrawValue, OutcomeCounts, Ranks};
use millwright_rules::{Game, StoneCount};
use millwright_solve::ultra::{self, PairedPlan, solve_paired};
use millwright_solve::{Keeping, Plan, Progress, SolveError, SolveOptions, solve};
use millwright_table::{Content, Statistics, TableDirectory, TableFault};

fn options(stop: &AtomicBool) -> SolveOptions<'_> {
    SolveOptions { memory: 1 << 30, ..SolveOptions::new(stop) }
}

/// Bytes of all tables of a directory.
fn table_bytes(directory: &TableDirectory) -> u64 {
    let files = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap());
    let is_table = |name: &str| name.contains(".mill") || name.contains(".ultra");
    let tables = files.filter(|file| is_table(&file.file_name().to_string_lossy()));
    tables.filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum()
}

/// Solves what is open, but no more than so many units; whether it came to the end.
fn run(
    directory: &TableDirectory,
    graph: &UnitGraph,
    ranks: &Ranks,
    keep: &Keeping,
    most_units: usize,
) -> bool {
    let lock = directory.lock().unwrap();
    let plan = PairedPlan::new(directory, graph, Some(ranks), keep, false).unwrap();
    let stop = AtomicBool::new(false);
    let before = table_bytes(directory);
    let (mut finished, mut peak) = (0, before);
    let solved = solve_paired(&lock, &plan, ranks, &options(&stop), &mut |event| {
        peak = peak.max(table_bytes(directory));
        if let Progress::Finished(..) = event {
            finished += 1;
            stop.store(finished >= most_units, Ordering::Relaxed);
        }
    });
    assert!(peak <= before + plan.disk().peak, "{peak} bytes, {:?} planned", plan.disk());
    match solved {
        Ok(()) => true,
        Err(SolveError::Stopped) => false,
        Err(error) => panic!("{error}"),
    }
}

type Counted = BTreeMap<Subspace, (Statistics, Vec<(DrawValue, u64)>)>;

fn counted(directory: &TableDirectory, graph: &UnitGraph, ranks: &Ranks) -> Counted {
    let of = |subspace| {
        let (plies, draws) =
            (directory.open(subspace).unwrap(), directory.ultra(ranks).open(subspace).unwrap());
        (subspace, (plies.statistics().clone(), draws.values().to_vec()))
    };
    graph.subspaces().map(of).collect()
}

/// The whole game solved, then its draws told apart, nothing dropped.
fn plain(directory: &TableDirectory, graph: &UnitGraph, by_ratio: bool) -> Ranks {
    let lock = directory.lock().unwrap();
    let stop = AtomicBool::new(false);
    let plan = Plan::new(directory, graph, Content::Plies, false).unwrap();
    solve(&lock, &plan, &options(&stop), &mut |_| {}).unwrap();
    let ranks = if by_ratio { by_ratio_of(directory, graph) } else { Ranks::by_stones(graph) };
    let plan = Plan::ultra(directory, graph, &ranks, false).unwrap();
    ultra::solve(&lock, &plan, &ranks, &options(&stop), &mut |_| {}).unwrap();
    ranks
}

fn by_ratio_of(directory: &TableDirectory, graph: &UnitGraph) -> Ranks {
    let counts = |subspace| {
        let table = directory.open(subspace).unwrap();
        let statistics = table.statistics();
        Some(OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() })
    };
    Ranks::by_ratio(graph, counts).unwrap()
}

fn game(game: Game, white: u8, black: u8) -> UnitGraph {
    let [white, black] = [white, black].map(|stones| StoneCount::new(stones).unwrap());
    UnitGraph::complete(&game.rules().with_stones(white, black))
}

/// Nothing stays whole but what is named.
fn statistics_and(tables: &[&str]) -> Keeping {
    let tables: BTreeSet<Subspace> = tables.iter().map(|name| name.parse().unwrap()).collect();
    Keeping { content: Content::Statistics, small_slots: 0, tables }
}

#[test]
fn what_is_dropped_was_counted_as_a_plain_run_counts_it_however_often_it_was_stopped() {
    for (game_of, by_ratio, different) in [(Game::Standard, true, 2), (Game::Lasker, false, 1)] {
        let graph = game(game_of, 4, if by_ratio { 4 } else { 3 });
        let db = tempfile::tempdir().unwrap();
        let directory = |name: &str| TableDirectory::with_rules(db.path(), name, game_of.rules());
        let whole = directory("whole");
        let ranks = plain(&whole, &graph, by_ratio);
        let expected = counted(&whole, &graph, &ranks);
        assert!(expected.values().any(|(_, draws)| draws.len() >= different), "there are different draws");
        for most_units in [usize::MAX, 9] {
            let dropped = directory(&format!("dropped-{most_units}"));
            let keep = statistics_and(&["3_4_0_0"]);
            let mut stops = 0;
            while !run(&dropped, &graph, &ranks, &keep, most_units) {
                stops += 1;
            }
            assert_eq!(stops > 0, most_units == 9);
            assert_eq!(counted(&dropped, &graph, &ranks), expected, "{game_of:?}");
            for subspace in graph.subspaces() {
                let named = ["3_4_0_0", "4_3_0_0"].contains(&subspace.to_string().as_str());
                let kept = if named { Content::Plies } else { Content::Statistics };
                let draws = dropped.ultra(&ranks).open(subspace).unwrap();
                assert_eq!((dropped.open(subspace).unwrap().content(), draws.content()), (kept, kept));
                if named {
                    assert_eq!(
                        draws.read().unwrap(),
                        whole.ultra(&ranks).open(subspace).unwrap().read().unwrap()
                    );
                } else {
                    let fault = draws.read().unwrap_err().fault;
                    assert!(matches!(fault, TableFault::Reduced { found: Content::Statistics }), "{fault}");
                }
            }
        }
    }
}

#[test]
fn statistics_that_were_there_before_stay_while_units_are_solved_again() {
    let graph = game(Game::Standard, 3, 3);
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::with_rules(db.path(), "standard", Game::Standard.rules());
    let keep = statistics_and(&[]);
    {
        let lock = directory.lock().unwrap();
        let plan = Plan::new(&directory, &graph, keep.clone(), false).unwrap();
        solve(&lock, &plan, &options(&AtomicBool::new(false)), &mut |_| {}).unwrap();
    }
    let ranks = by_ratio_of(&directory, &graph);
    // Stopped after each unit, the ranks can be counted again.
    while !run(&directory, &graph, &ranks, &keep, 1) {
        assert_eq!(by_ratio_of(&directory, &graph), ranks);
    }
    let plan = PairedPlan::new(&directory, &graph, Some(&ranks), &keep, false).unwrap();
    assert!(plan.is_finished());
}
