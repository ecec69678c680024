//! Values are a function of the rules alone: threads, kernel, memory and cell width change nothing.

use std::sync::atomic::AtomicBool;

use millwright_index::UnitGraph;
use millwright_ranks::Ranks;
use millwright_rules::{Board, DoubleMill, Game, Rules, StoneCount};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{Dispatch, MemoryTables, UnitOptions};

struct Run {
    dispatch: Dispatch,
    list_bytes: u64,
    always_wide: bool,
    threads: usize,
}

const PLAIN: Run = Run { dispatch: Dispatch::Portable, list_bytes: 1 << 30, always_wide: false, threads: 1 };

/// All values of a game's units, and what its draws are worth.
fn values(graph: &UnitGraph, run: &Run) -> Vec<(String, Vec<u16>)> {
    let stop = AtomicBool::new(false);
    let options = UnitOptions {
        dispatch: run.dispatch,
        list_bytes: run.list_bytes,
        always_wide: run.always_wide,
        ..UnitOptions::new(&stop)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(run.threads).build().unwrap();
    pool.install(|| {
        let tables = MemoryTables::solve(graph, &options).unwrap();
        let ranks = Ranks::by_stones(graph);
        let draws = MemoryDraws::solve(graph, &ranks, &tables, &options).unwrap();
        let strong =
            tables.iter().map(|(subspace, plane)| (subspace.to_string(), plane.codes().iter().collect()));
        let told_apart = graph.subspaces().map(|subspace| {
            let codes = draws.of(subspace).unwrap().codes().iter().collect();
            (format!("{subspace}, draws"), codes)
        });
        strong.chain(told_apart).collect()
    })
}

/// The portable kernel is the specification: it runs once with each width, all others in every way.
fn all_runs_agree(graph: &UnitGraph) {
    let plain = values(graph, &PLAIN);
    let best = Run { dispatch: Dispatch::best(), ..PLAIN };
    let mut runs = vec![
        ("two bytes a slot".to_owned(), Run { always_wide: true, threads: 2, ..PLAIN }),
        ("two threads".to_owned(), Run { threads: 2, ..best }),
        ("no memory for lists".to_owned(), Run { list_bytes: 0, threads: 2, ..best }),
        ("little memory for lists".to_owned(), Run { list_bytes: 40_000, ..best }),
    ];
    for dispatch in Dispatch::all().into_iter().filter(|&kernel| kernel != Dispatch::Portable) {
        let name = dispatch.name();
        runs.push((format!("kernel {name}"), Run { dispatch, ..PLAIN }));
        let wide = Run { dispatch, always_wide: true, list_bytes: 0, ..PLAIN };
        runs.push((format!("kernel {name}, two bytes a slot, no lists"), wide));
    }
    for (what, run) in runs {
        assert!(values(graph, &run) == plain, "{:?} with {what}", graph.rules());
    }
}

fn stones(rules: Rules, white: u8, black: u8) -> Rules {
    rules.with_stones(StoneCount::new(white).unwrap(), StoneCount::new(black).unwrap())
}

#[test]
fn the_movement_phase_is_the_same_however_it_is_solved() {
    for game in [Game::Standard, Game::StandardProtected] {
        all_runs_agree(&UnitGraph::movement(&stones(game.rules(), 4, 3)));
    }
}

#[test]
fn whole_games_are_the_same_however_they_are_solved() {
    for game in [Game::Standard, Game::LaskerWmd, Game::Morabaraba] {
        all_runs_agree(&UnitGraph::complete(&stones(game.rules(), 3, 3)));
    }
}

#[test]
#[ignore = "takes minutes: run before a release"]
fn games_in_which_two_mills_take_two_are_the_same_however_they_are_solved() {
    for game in [Game::StandardTakeTwo, Game::StandardProtectedTakeTwo] {
        all_runs_agree(&UnitGraph::complete(&stones(game.rules(), 5, 3)));
    }
}

#[test]
#[ignore = "takes minutes: run before a release"]
fn slides_that_take_two_are_the_same_however_they_are_solved() {
    let rules = Rules { board: Board::Diagonal, double_mill: DoubleMill::Two, ..Game::Lasker.rules() };
    all_runs_agree(&UnitGraph::complete(&stones(rules, 5, 3)));
}
