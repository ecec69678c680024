//! The textbook solver, which counts positions up to symmetry and follows single edges, and the fast one, which
//! works on whole blocks, agree in every slot.

use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Subspace, Unit, UnitGraph};
use millwright_rules::{Game, StoneCount};
use millwright_solve::{MemoryTables, NotInMemory, SolvedUnit, UnitError, UnitOptions, solve_unit};
use millwright_textbook::{self as textbook, Counting};

fn unit(a: u8, c: u8) -> Unit {
    Unit::of(Subspace::new(a, c, 0, 0).expect("a unit of the movement phase"))
}

fn widened(solved: &SolvedUnit) -> Vec<(Subspace, Vec<u16>)> {
    solved.subspaces().map(|(subspace, codes)| (subspace, codes.iter().collect())).collect()
}

/// Compares the two on each unit.
fn agree(game: Game, counting: Counting, units: &[(u8, u8)]) {
    let five = StoneCount::new(5).expect("3 to 12");
    let rules = game.rules().with_stones(five, five);
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let units: Vec<Unit> = units.iter().map(|&(a, c)| unit(a, c)).collect();
    let graph = UnitGraph::closure(&rules, units.iter().map(|unit| unit.subspace(Plane::A)));
    let tables = MemoryTables::solve(&graph, &options).expect("nothing is missing");
    for unit in units {
        let fast = solve_unit(&rules, (unit, unit.planes()), &tables, &options, &mut |_| {})
            .map(|solved| widened(&solved));
        let slow = textbook::solve_unit(&rules, unit, &tables, counting).map(|solved| widened(&solved));
        let (fast, slow) = fast.and_then(|fast| Ok((fast, slow?))).expect("nothing is missing");
        assert_eq!(slow.len(), fast.len(), "{game} {unit}");
        for ((subspace, slow), (same, fast)) in slow.iter().zip(&fast) {
            assert_eq!((subspace, slow.len()), (same, fast.len()), "{game}");
            let differing = slow.iter().zip(fast).position(|(slow, fast)| slow != fast);
            assert_eq!(differing, None, "{game} {subspace}: the first slot that differs");
        }
    }
}

#[test]
fn the_textbook_agrees_on_the_standard_game() {
    agree(Game::Standard, Counting::Unmoves, &[(3, 3), (4, 3)]);
}

#[test]
#[ignore = "half a minute: more stones, and no other kinds of moves"]
fn the_textbook_agrees_on_the_standard_game_with_more_stones() {
    agree(Game::Standard, Counting::Unmoves, &[(4, 4), (5, 3)]);
    agree(Game::StandardProtected, Counting::Unmoves, &[(5, 3)]);
}

#[test]
fn the_textbook_agrees_where_closed_mills_may_take_nothing() {
    agree(Game::StandardProtected, Counting::Unmoves, &[(3, 3), (4, 3)]);
}

#[test]
fn the_textbook_agrees_on_the_diagonal_board() {
    agree(Game::Morabaraba, Counting::Unmoves, &[(3, 3), (4, 3)]);
}

#[test]
fn the_textbook_agrees_when_positions_count_their_own_moves() {
    for game in [Game::Standard, Game::StandardProtected, Game::Morabaraba] {
        agree(game, Counting::Moves, &[(3, 3), (4, 3)]);
    }
}

#[test]
fn the_textbook_needs_the_subspaces_that_captures_lead_to() {
    let rules = Game::Standard.rules();
    let missing = Subspace::new(3, 3, 0, 0).unwrap();
    let error =
        textbook::solve_unit(&rules, unit(4, 3), &MemoryTables::default(), Counting::Moves).unwrap_err();
    assert!(matches!(error, UnitError::Source(NotInMemory(subspace)) if subspace == missing), "{error}");
}

#[test]
fn the_textbook_agrees_where_both_players_place() {
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    for game in [Game::Standard, Game::StandardProtectedTakeTwo] {
        for text in ["3_3_1_1", "4_2_1_2", "4_1_1_2"] {
            let rules = game.rules();
            let unit = Unit::of(text.parse().expect("a subspace"));
            let graph = UnitGraph::closure(&rules, unit.planes().iter().map(|&plane| unit.subspace(plane)));
            let tables = MemoryTables::solve(&graph, &options).expect("nothing is missing");
            let solved =
                textbook::place_unit(&rules, (unit, unit.planes()), &tables).expect("nothing is missing");
            for (subspace, slow) in widened(&solved) {
                let (_, fast) = tables.iter().find(|(there, _)| *there == subspace).expect("it was solved");
                assert!(fast.codes().iter().eq(slow), "{game} {subspace}");
            }
        }
    }
}
