//! Nodes a second in the opening, the midgame and the endgame of some games, with either evaluation.

use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use millwright_rules::Game;
use millwright_rules::notation::parse_position;
use millwright_search::{Evaluation, Limits, Question, Searcher};

const NODES: u64 = 1_000_000;

/// Games with positions of theirs, from the papers and from play.
const POSITIONS: [(&str, Game, &str); 7] = [
    ("standard-opening", Game::Standard, "start"),
    ("standard-placing", Game::Standard, "w_d6f4b4.6_d2b6f6.6"),
    ("standard-midgame", Game::Standard, "w_a4b2b6d6d1e3f6g7_b4c4d2d7e5f4g1"),
    ("standard-flying", Game::Standard, "w_a1d1g4_b2d2f2c5"),
    ("lasker-opening", Game::Lasker, "w_d6f4.8_d2b6.8"),
    ("morabaraba-opening", Game::Morabaraba, "w_d6f4.10_d2b6.10"),
    ("morabaraba-midgame", Game::Morabaraba, "w_a1b2d7e4f6g1d2a7g4_c4d6g7c3f4d5b4e5a4"),
];

fn nodes(criterion: &mut Criterion) {
    for evaluation in Evaluation::ALL {
        let mut group = criterion.benchmark_group(evaluation.name());
        group.throughput(Throughput::Elements(NODES)).sample_size(10);
        for (name, game, text) in POSITIONS {
            let rules = game.rules();
            let position = parse_position(text, &rules).expect("a position of the game");
            let mut searcher = Searcher::new(&rules, evaluation, 64 << 20);
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let mut search = || {
                searcher.clear();
                searcher.search(&Question::new(&[position], limits, &AtomicBool::new(false)), &mut |_| {})
            };
            assert_eq!(search().nodes, NODES, "{name}");
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| bencher.iter(&mut search));
        }
        group.finish();
    }
}

criterion_group!(benches, nodes);
criterion_main!(benches);
