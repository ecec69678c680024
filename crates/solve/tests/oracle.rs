//! The fast solver and the slow oracle, which share no move generation and no index, agree on every position.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use millwright_index::{Unit, UnitGraph, UnitIndex};
use millwright_oracle::{Solution, State};
use millwright_rules::notation::parse_position;
use millwright_rules::{Color, Game, StoneCount, Value};
use millwright_solve::{Dispatch, MemoryTables, UnitOptions};

fn agree(game: Game, mover: u8, other: u8) {
    let most = StoneCount::new(mover.max(other)).unwrap();
    let rules = game.rules().with_stones(most, most);
    let stop = AtomicBool::new(false);
    let options =
        UnitOptions { dispatch: Dispatch::best(), list_bytes: 1 << 28, always_wide: false, stop: &stop };
    let graph = UnitGraph::closure(&rules, [format!("{mover}_{other}_0_0").parse().unwrap()]);
    let tables = MemoryTables::solve(&graph, &options).unwrap();
    let seeds = graph.subspaces().flat_map(|subspace| {
        let subspace: millwright_oracle::Subspace = subspace.to_string().parse().unwrap();
        subspace.positions_up_to_symmetry().collect::<Vec<_>>()
    });
    let oracle = Solution::up_to_symmetry(&rules, seeds);
    let mut compared = 0_u64;
    for (state, expected) in oracle.iter() {
        let position = parse_position(&short_form(&state), &rules).unwrap();
        let subspace = millwright_index::Subspace::of(&position);
        let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(&position);
        let expected = match expected {
            millwright_oracle::Value::Loss(plies) => Value::loss(plies),
            millwright_oracle::Value::Draw => Value::Draw,
            millwright_oracle::Value::Win(plies) => Value::win(plies),
        };
        assert_eq!(tables.value(subspace, slot), Some(expected), "{game} {position}");
        compared += 1;
    }
    let all: u64 = tables.iter().map(|(_, statistics, _)| statistics.positions).sum();
    assert_eq!(compared, all, "{game}: every position of every subspace");
}

fn short_form(state: &State) -> String {
    let stones = |color| state.points_of(color).map(millwright_oracle::Point::label).collect::<String>();
    format!("w_{}_{}", stones(Color::White), stones(Color::Black))
}

#[test]
fn all_presets_agree_on_three_against_three() {
    for game in Game::ALL {
        agree(game, 3, 3);
    }
}

#[test]
fn four_against_three_agrees_under_both_protections_and_on_both_boards() {
    for game in [Game::Standard, Game::StandardProtected, Game::Morabaraba] {
        agree(game, 4, 3);
    }
}
