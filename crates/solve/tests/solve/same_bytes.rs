//! Values are a function of the rules alone: threads, kernel, memory and cell width change nothing.

use std::sync::atomic::AtomicBool;

use millwright_index::UnitGraph;
use millwright_rules::{Game, StoneCount};
use millwright_solve::{Dispatch, MemoryTables, UnitOptions};

struct Run {
    dispatch: Dispatch,
    list_bytes: u64,
    always_wide: bool,
    threads: usize,
}

const PLAIN: Run = Run { dispatch: Dispatch::Portable, list_bytes: 1 << 30, always_wide: false, threads: 1 };

fn values(game: Game, stones: u8, run: &Run) -> Vec<(String, Vec<u16>)> {
    let stones = StoneCount::new(stones).unwrap();
    let graph = UnitGraph::movement(&game.rules().with_stones(stones, stones));
    let stop = AtomicBool::new(false);
    let options = UnitOptions {
        dispatch: run.dispatch,
        list_bytes: run.list_bytes,
        always_wide: run.always_wide,
        ..UnitOptions::new(&stop)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(run.threads).build().unwrap();
    let tables = pool.install(|| MemoryTables::solve(&graph, &options)).unwrap();
    tables.iter().map(|(subspace, plane)| (subspace.to_string(), plane.codes().iter().collect())).collect()
}

fn all_runs_agree(game: Game, stones: u8) {
    let plain = values(game, stones, &PLAIN);
    let runs = [
        ("two threads", Run { threads: 2, ..PLAIN }),
        ("the best kernel", Run { dispatch: Dispatch::best(), threads: 2, ..PLAIN }),
        ("no memory for lists", Run { list_bytes: 0, threads: 2, ..PLAIN }),
        (
            "little memory for lists, the best kernel",
            Run { dispatch: Dispatch::best(), list_bytes: 40_000, ..PLAIN },
        ),
        ("two bytes a slot", Run { always_wide: true, threads: 2, ..PLAIN }),
        (
            "two bytes a slot, no lists, the best kernel",
            Run { dispatch: Dispatch::best(), always_wide: true, list_bytes: 0, ..PLAIN },
        ),
    ];
    for (what, run) in runs {
        assert!(values(game, stones, &run) == plain, "{game} with {what}");
    }
}

#[test]
fn standard_is_the_same_however_it_is_solved() {
    all_runs_agree(Game::Standard, 4);
}

#[test]
fn protected_is_the_same_however_it_is_solved() {
    all_runs_agree(Game::StandardProtected, 4);
}

#[test]
fn morabaraba_is_the_same_however_it_is_solved() {
    all_runs_agree(Game::Morabaraba, 4);
}
