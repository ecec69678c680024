//! Tables that the slow solver made pass; one changed value is found, with all that follows from it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::tables::{
    Values, position_of, slot_of, statistics_of, subspace, values_of, verify_with, write, write_all,
    write_with, wrong_positions,
};
use millwright_index::{Classes, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_oracle::{Solution, State};
use millwright_rules::{ByColor, Color, Game, Point, Position, StoneCount, Value};
use millwright_table::TableDirectory;
use millwright_verify::WrongPosition;

fn state_of(position: &Position) -> State {
    let labels = |color| {
        let stones = position.side(color).stones;
        stones.iter().map(Point::label).collect::<Vec<_>>().join(" ")
    };
    let hands = ByColor { white: position.side(Color::White).hand, black: position.side(Color::Black).hand };
    State::from_labels(&labels(Color::White), &labels(Color::Black), hands, position.turn()).unwrap()
}

/// The true values of a game with three stones each: every subspace, from the empty board on.
pub(crate) fn true_values(game: Game) -> Values {
    let rules = game.rules().with_stones(StoneCount::MIN, StoneCount::MIN);
    let subspaces: Vec<Subspace> = UnitGraph::complete(&rules).subspaces().collect();
    let seeds = subspaces.iter().flat_map(|subspace| {
        let same: millwright_oracle::Subspace = subspace.to_string().parse().unwrap();
        same.positions_up_to_symmetry()
    });
    let solution = Solution::up_to_symmetry(&rules, seeds);
    let value = |position: &Position| match solution.value(&state_of(position)).unwrap() {
        millwright_oracle::Value::Loss(plies) => Value::loss(plies),
        millwright_oracle::Value::Draw => Value::Draw,
        millwright_oracle::Value::Win(plies) => Value::win(plies),
    };
    subspaces.iter().map(|&subspace| (subspace, values_of(subspace, value))).collect()
}

pub(crate) static STANDARD: LazyLock<Values> = LazyLock::new(|| true_values(Game::Standard));

fn standard_tables() -> (tempfile::TempDir, TableDirectory) {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), Game::Standard);
    write_all(&directory, &STANDARD);
    (db, directory)
}

fn pass(game: Game, values: &Values) {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    write_all(&directory, values);
    let subspaces: Vec<Subspace> = values.keys().copied().collect();
    let slots: usize = values.values().map(Vec::len).sum();
    let report = verify_with(&directory, &subspaces, 2, |_| {});
    assert!(report.is_correct(), "{game}: {report:?}");
    assert_eq!((report.subspaces.len(), report.checked()), (subspaces.len(), slots as u64));
    let report = verify_with(&directory, &subspaces, 2, |options| options.sample = Some(300));
    assert!(report.is_correct(), "{game}: {report:?}");
    assert!(report.checked() < slots as u64);
}

#[test]
fn the_true_values_of_the_standard_game_with_three_stones_pass() {
    pass(Game::Standard, &STANDARD);
}

#[test]
fn the_true_values_of_lasker_morris_with_three_stones_pass() {
    pass(Game::Lasker, &true_values(Game::Lasker));
}

#[test]
fn the_true_values_of_morabaraba_with_three_stones_pass() {
    pass(Game::Morabaraba, &true_values(Game::Morabaraba));
}

/// A slot with this value whose orbit has no other slot.
fn slot_with(subspace: Subspace, value: Value) -> usize {
    let index = UnitIndex::new(Unit::of(subspace));
    let alone = |slot: usize| {
        let (a, _) = index.sets_of_slot(millwright_index::Slot(slot as u64));
        Classes::stabiliser(a).count() == 1
    };
    let values = &STANDARD[&subspace];
    (values.len() / 2..values.len()).find(|&slot| values[slot] == value && alone(slot)).unwrap()
}

/// Changes a value and returns what is then reported in the subspaces, all of it.
fn reported_after(of: &str, old: Value, new: Value, subspaces: &[&str]) -> (usize, Vec<Vec<WrongPosition>>) {
    let rules = Game::Standard.rules();
    let (_db, directory) = standard_tables();
    let changed = slot_with(subspace(of), old);
    let mut values = STANDARD.clone();
    values.get_mut(&subspace(of)).unwrap()[changed] = new;
    write(&directory, subspace(of), &values[&subspace(of)]);
    let wrong = subspaces.iter().map(|name| {
        let report = verify_with(&directory, &[subspace(name)], 2, |options| options.list = usize::MAX);
        let [found] = &report.subspaces[..] else { panic!("one subspace, not {report:?}") };
        assert_eq!(found.statistics, None);
        assert_eq!(found.first_wrong, wrong_positions(&rules, &values, subspace(name), 1));
        found.first_wrong.clone()
    });
    (changed, wrong.collect())
}

#[test]
fn a_changed_value_is_found_with_what_is_stored_and_what_it_should_be() {
    for (old, new) in [
        (Value::win(5), Value::Draw),
        (Value::win(5), Value::win(7)),
        (Value::win(5), Value::win(3)),
        (Value::loss(4), Value::win(5)),
        (Value::loss(4), Value::loss(6)),
        (Value::Draw, Value::loss(2)),
        (Value::win(1), Value::loss(300)),
    ] {
        let (changed, wrong) = reported_after("3_3_0_0", old, new, &["3_3_0_0"]);
        let itself: Vec<_> = wrong[0].iter().filter(|wrong| wrong.slot.0 == changed as u64).collect();
        let [itself] = itself[..] else { panic!("{old} changed to {new} is not found") };
        assert_eq!((itself.stored, itself.expected), (new, old));
        assert_eq!(itself.position, position_of(subspace("3_3_0_0"), changed as u64));
        // The others are right themselves, but a move of theirs leads to the wrong value.
        for wrong in &wrong[0] {
            let leads_there = |position: &Position| {
                let moves = position.moves(&Game::Standard.rules());
                moves.iter().any(|&chosen| {
                    let next = position.play_unchecked(chosen);
                    next.mover().total() == 3 && slot_of(&next) == changed
                })
            };
            assert!(wrong.slot == itself.slot || leads_there(&wrong.position), "{wrong}");
        }
    }
}

#[test]
fn a_wrong_loss_in_the_movement_phase_shows_in_the_placing_before_it() {
    let (_, wrong) =
        reported_after("3_3_0_0", Value::win(3), Value::loss(0), &["3_3_0_0", "2_3_1_0", "2_2_1_1"]);
    assert!(!wrong[0].is_empty() && !wrong[1].is_empty());
    // Two plies earlier everything follows from its own successors again.
    assert_eq!(wrong[2], []);
}

#[test]
fn a_changed_value_of_the_placing_phase_is_found_too() {
    let (changed, wrong) = reported_after("2_2_1_1", Value::Draw, Value::win(9), &["2_2_1_1"]);
    let slots: BTreeSet<u64> = wrong[0].iter().map(|wrong| wrong.slot.0).collect();
    assert_eq!(slots, [changed as u64].into());
}

#[test]
fn statistics_that_are_not_what_the_values_say_are_reported() {
    let (_db, directory) = standard_tables();
    let three = subspace("3_3_0_0");
    let values = &STANDARD[&three];
    let truth = statistics_of(three, values);
    let mut other_counts = truth.clone();
    other_counts.plies[1] -= 1;
    other_counts.plies[3] += 1;
    let mut other_slot = truth.clone();
    let longest = other_slot.longest.as_mut().unwrap();
    let last = values.iter().rposition(|value| value.plies() == Some(longest.plies)).unwrap();
    longest.slot = millwright_index::Slot(last as u64);
    let texts = [
        "decided in 1 plies: stored ".to_owned(),
        format!("longest: stored {} plies in slot {last}, counted ", longest.plies),
    ];
    for (stored, text) in [other_counts, other_slot].into_iter().zip(texts) {
        write_with(&directory, three, values, stored.clone());
        let report = verify_with(&directory, &[three], 2, |_| {});
        assert!(!report.is_correct() && report.wrong() == 0);
        let mismatch = report.subspaces[0].statistics.as_ref().unwrap();
        assert_eq!((&mismatch.stored, &mismatch.counted), (&stored, &truth));
        assert!(mismatch.to_string().starts_with(&text), "{mismatch}");
    }
}
