//! How many moves keep what a position is worth, beside the slow solver's own moves.

use std::collections::BTreeMap;

use millwright_census::choice::{Choice, Keeping, count};
use millwright_index::{Subspace, UnitGraph};
use millwright_oracle::{Solution, State, Value, turns};
use millwright_rules::{Game, Rules};
use millwright_table::Content;

use crate::slow::{options, rules, solved, subspace_of};

/// Every position of the whole game, reachable or not.
fn solution(rules: &Rules) -> Solution {
    let graph = UnitGraph::complete(rules);
    Solution::of_subspaces(rules, graph.subspaces().map(|subspace| subspace.to_string().parse().unwrap()))
}

fn add(keeping: &mut Keeping, moves: usize, kept: usize, losing: usize) {
    keeping.positions.resize(keeping.positions.len().max(kept + 1), 0);
    keeping.positions[kept] += 1;
    keeping.moves += moves as u64;
    keeping.losing += losing as u64;
}

fn by_the_slow_solver(rules: &Rules) -> BTreeMap<Subspace, Choice> {
    let solution = solution(rules);
    let mut found: BTreeMap<Subspace, Choice> = BTreeMap::new();
    for (state, value) in solution.iter() {
        let choice = found.entry(subspace_of(&state)).or_default();
        let next: Vec<Value> = turns(&state, rules)
            .iter()
            .map(|turn| solution.value(&State::after(&state, turn)).unwrap())
            .collect();
        let of_kind = |wanted: fn(&Value) -> bool| next.iter().filter(|value| wanted(value)).count();
        let lost = of_kind(|value| matches!(value, Value::Loss(_)));
        let drawn = of_kind(|value| matches!(value, Value::Draw));
        match value {
            Value::Win(_) => add(&mut choice.won, next.len(), lost, next.len() - lost - drawn),
            Value::Draw => add(&mut choice.drawn, next.len(), drawn, next.len() - lost - drawn),
            Value::Loss(_) => choice.lost += 1,
        }
    }
    found
}

fn agrees(game: Game, white: u8, black: u8) {
    let rules = rules(game, white, black);
    let (_db, directory) = solved(game, &rules, Content::Plies);
    let subspaces: Vec<Subspace> = UnitGraph::complete(&rules).subspaces().collect();
    let found = count(&directory, &subspaces, &options(), &mut |_| {}).unwrap();
    let expected = by_the_slow_solver(&rules);
    assert_eq!(found.len(), subspaces.len());
    for (subspace, choice) in &found {
        assert_eq!(choice, &expected[subspace], "{game} {subspace}");
        let statistics = directory.open(*subspace).unwrap().statistics().clone();
        let positions = choice.won.total() + choice.drawn.total() + choice.lost;
        assert_eq!((positions, choice.drawn.total()), (statistics.positions, statistics.draws));
    }
    let mut all = Choice::default();
    for choice in found.values() {
        all.add(choice);
    }
    assert!(all.won.only_move() > 0 && all.won.only_move() < all.won.total());
    assert!(all.won.keeping_moves() < all.won.moves);
}

#[test]
fn moves_that_keep_are_those_that_the_slow_solver_counts() {
    agrees(Game::Standard, 3, 3);
    agrees(Game::Lasker, 3, 3);
}

#[test]
fn the_same_on_the_other_board_and_with_other_rules() {
    agrees(Game::Morabaraba, 3, 3);
    agrees(Game::StandardProtectedTakeTwo, 4, 3);
}
