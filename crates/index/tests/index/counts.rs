//! The sizes of the games, against the published ones.
//!
//! Malom keys every subspace by the mover, we key a unit by the player with more stones on the board, so the
//! numbers of subspaces agree and the numbers of slots agree once Malom's key is used for counting.

use millwright_index::{
    Classes, Plane, Subspace, Unit, UnitGraph, UnitIndex, binomial, orbit_count, positions_up_to_symmetry,
};
use millwright_rules::{DoubleMill, Game, Rules, StoneCount};

/// Slots when the mover is the key, as in Malom.
fn mover_keyed_slots(graph: &UnitGraph) -> u64 {
    graph
        .subspaces()
        .map(|subspace| {
            let block = binomial(24 - usize::from(subspace.mover), usize::from(subspace.other));
            u64::from(Classes::of(subspace.mover).count()) * u64::from(block)
        })
        .sum()
}

fn sizes(graph: &UnitGraph) -> (usize, u64, u64) {
    (graph.subspaces().count(), mover_keyed_slots(graph), graph.slots())
}

#[test]
fn complete_games_have_the_published_numbers_of_subspaces_and_slots() {
    let complete = |game: Game| sizes(&UnitGraph::complete(&game.rules()));
    assert_eq!(complete(Game::Standard), (498, 27_860_688_626, 27_385_073_689));
    assert_eq!(complete(Game::StandardTakeTwo), complete(Game::Standard));
    assert_eq!(complete(Game::Lasker), (3070, 139_305_793_295, 136_293_530_774));
    assert_eq!(complete(Game::Morabaraba), (1216, 116_034_726_289, 114_016_271_330));
}

#[test]
fn movement_phases_have_the_published_numbers_of_subspaces_and_slots() {
    let movement = |game: Game| sizes(&UnitGraph::movement(&game.rules()));
    // Gasser's 9,074,932,579 is our number: he too keys by the colour with more stones.
    assert_eq!(movement(Game::Standard), (49, 9_193_626_407, 9_074_932_579));
    assert_eq!(movement(Game::Lasker), (64, 13_052_538_347, 12_874_988_839));
    assert_eq!(movement(Game::Morabaraba), (100, 17_048_389_791, 16_784_967_813));
}

#[test]
fn extended_games_have_the_published_numbers_of_subspaces_and_slots() {
    let extended = |game: Game| sizes(&UnitGraph::extended(&game.rules(), StoneCount::MAX));
    assert_eq!(extended(Game::Standard), (4477, 294_669_740_972, 289_548_746_623));
    assert_eq!(extended(Game::Morabaraba), extended(Game::Standard));
    assert_eq!(extended(Game::Lasker), (6410, 414_624_789_538, 405_581_871_285));
}

#[test]
fn the_standard_movement_phase_has_8_904_593_601_positions_up_to_symmetry() {
    assert_eq!(positions_up_to_symmetry(&UnitGraph::movement(&Game::Standard.rules())), 8_904_593_601);
    assert_eq!(orbit_count(4, 4), 3_225_597);
    assert_eq!(orbit_count(4, 3), 760_398);
}

#[test]
fn counting_representative_slots_gives_the_same_as_burnsides_lemma() {
    for (a, c) in [(0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (4, 4), (5, 3), (6, 2), (9, 1), (12, 0)] {
        let classes = Classes::of(a);
        let mut representatives = 0;
        for &set in classes.representatives() {
            let frame = !set;
            representatives += millwright_rules::PointSet::subsets(24 - a, c)
                .filter(|&numbered| {
                    UnitIndex::is_representative(set, millwright_index::expand(numbered, frame))
                })
                .count() as u64;
        }
        assert_eq!(representatives, orbit_count(a, c), "{a} v {c}");
    }
}

#[test]
fn a_unit_comes_after_all_that_it_depends_on() {
    let two = Rules { double_mill: DoubleMill::Two, ..Game::Lasker.rules() };
    for rules in [Game::Standard.rules(), two, Game::Morabaraba.rules()] {
        let graph = UnitGraph::complete(&rules);
        for (place, &unit) in graph.units().iter().enumerate() {
            for needed in graph.dependencies(unit) {
                assert!(graph.units()[..place].contains(&needed), "{unit} before {needed}");
            }
        }
    }
}

#[test]
fn whole_subspaces_go_to_slots_and_back() {
    for text in ["3_3_0_0", "4_3_0_0", "3_2_1_1", "2_2_4_3", "0_1_9_8", "1_1_2_2", "5_2_0_1"] {
        let subspace: Subspace = text.parse().unwrap();
        for subspace in [subspace, subspace.swapped()] {
            let unit = Unit::of(subspace);
            let index = UnitIndex::new(unit);
            let plane = unit.plane_of(subspace);
            let mut reached = vec![false; usize::try_from(index.slots()).unwrap()];
            for mover in millwright_rules::PointSet::subsets(24, subspace.mover) {
                for numbered in millwright_rules::PointSet::subsets(24 - subspace.mover, subspace.other) {
                    let other = millwright_index::expand(numbered, !mover);
                    let (a, c) = if plane == Plane::A { (mover, other) } else { (other, mover) };
                    let slot = index.slot_of_sets(a, c);
                    reached[usize::try_from(slot.0).unwrap()] = true;
                    let (a_back, c_back) = index.sets_of_slot(slot);
                    assert!(
                        millwright_rules::Symmetry::all()
                            .any(|s| s.apply(a) == a_back && s.apply(c) == c_back),
                        "{a:?} {c:?} came back as {a_back:?} {c_back:?}"
                    );
                }
            }
            assert!(reached.iter().all(|&reached| reached), "{subspace}: a slot without a position");
            let position = index.position_of(plane, millwright_index::Slot(index.slots() - 1));
            assert_eq!(Subspace::of(&position), subspace);
            assert_eq!(index.slot_of(&position), (plane, millwright_index::Slot(index.slots() - 1)));
        }
    }
}
