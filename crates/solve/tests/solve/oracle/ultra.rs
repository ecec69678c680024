//! Draws told apart by both solvers, by both rules for ranks.

use std::sync::atomic::AtomicBool;

use millwright_index::{Subspace, Unit, UnitGraph, UnitIndex};
use millwright_oracle::UltraSolution;
use millwright_ranks::{Gain, OutcomeCounts, Ranks};
use millwright_rules::{Game, Value};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{MemoryTables, UnitOptions};

use super::compared::{oracles, position_of};
use super::rules;

/// Compares every position of every subspace; gives how many different gains and setbacks draws have.
fn agree(graph: &UnitGraph, ranks_of: impl Fn(&MemoryTables) -> Ranks) -> usize {
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let tables = MemoryTables::solve(graph, &options).unwrap();
    let ranks = ranks_of(&tables);
    let draws = MemoryDraws::solve(graph, &ranks, &tables, &options).unwrap();
    let same_ranks = ranks.iter().map(|(subspace, rank)| (oracles(subspace), i32::from(rank.0)));
    let same_ranks = millwright_oracle::Ranks::new(i32::from(ranks.win().0), same_ranks).unwrap();
    let oracle =
        UltraSolution::of_subspaces(graph.rules(), graph.subspaces().map(oracles), &same_ranks).unwrap();
    let mut different = std::collections::BTreeSet::new();
    for (state, expected) in oracle.iter() {
        let position = position_of(&state);
        let subspace = Subspace::of(&position);
        let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(&position);
        let here = ranks.of(subspace).unwrap();
        let decided =
            |rank: i16, plies: u16| Gain { rank: i32::from(rank - here.0), depth: i32::from(plies) };
        let found = match tables.value(subspace, slot).unwrap() {
            Value::Win(plies) => decided(ranks.win().0, plies),
            Value::Loss(plies) => decided(ranks.loss().0, plies),
            Value::Draw => {
                let value = draws.of(subspace).unwrap().draw(slot);
                let gain = value.expect("a draw has a value").gain(here);
                different.insert((gain.rank, gain.depth));
                gain
            }
        };
        assert_eq!((found.rank, found.depth), (expected.rank(), expected.depth()), "{subspace} {state:?}");
    }
    let positions: u64 = tables.iter().map(|(_, plane)| plane.statistics().positions).sum();
    assert_eq!(oracle.len() as u64, positions, "every position of every subspace");
    different.len()
}

fn by_ratio(graph: &UnitGraph, tables: &MemoryTables) -> Ranks {
    let counts = |subspace| {
        let statistics = tables.statistics(subspace)?;
        Some(OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() })
    };
    Ranks::by_ratio(graph, counts).unwrap()
}

#[test]
fn draws_of_whole_games_agree_by_both_rules_for_ranks() {
    // How many different draws there are at least, by stones and by ratio.
    for (game, white, black, different) in
        [(Game::Standard, 3, 4, (4, 4)), (Game::Morabaraba, 3, 4, (1, 9)), (Game::LaskerWmd, 3, 3, (0, 0))]
    {
        let graph = UnitGraph::complete(&rules(game, white, black));
        let by_stones = agree(&graph, |_| Ranks::by_stones(&graph));
        let by_ratio = agree(&graph, |tables| by_ratio(&graph, tables));
        assert!(
            by_stones >= different.0 && by_ratio >= different.1,
            "{game}: {by_stones} and {by_ratio} different draws"
        );
    }
}
