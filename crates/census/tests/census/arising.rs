//! Which positions can arise, beside a search from the start with the slow solver's own rules.

use std::collections::{BTreeMap, HashSet};

use millwright_census::arising::{Arises, Arising, Followed, count};
use millwright_index::{Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_oracle::{Solution, State, Value, turns};
use millwright_rules::notation::parse_position;
use millwright_rules::{Color, Game, Position, Rules};
use millwright_table::{Content, Statistics, TableDirectory};

use crate::slow::{Orbit, arising_from_the_start, options, rules, solved, subspace_of};

/// Positions, draws, and how many are decided in so many plies.
type Counts = (u64, u64, Vec<u64>);

fn counts(statistics: &Statistics) -> Counts {
    (statistics.positions, statistics.draws, statistics.plies.clone())
}

fn counts_of<'a>(values: impl IntoIterator<Item = &'a Value>) -> Counts {
    let mut counts = Counts::default();
    for value in values {
        counts.0 += 1;
        match *value {
            Value::Draw => counts.1 += 1,
            Value::Win(plies) | Value::Loss(plies) => {
                let plies = usize::from(plies);
                counts.2.resize(counts.2.len().max(plies + 1), 0);
                counts.2[plies] += 1;
            }
        }
    }
    counts
}

/// What arises if nobody gives away his result, by a search of its own.
fn by_keeping_play(rules: &Rules, solution: &Solution) -> BTreeMap<Subspace, Vec<Value>> {
    let start = State::start(rules);
    let (mut seen, mut open) = (HashSet::from([Orbit::of(&start)]), vec![start]);
    let mut found: BTreeMap<Subspace, Vec<Value>> = BTreeMap::new();
    while let Some(state) = open.pop() {
        let value = solution.value(&state).unwrap();
        found.entry(subspace_of(&state)).or_default().push(value);
        for turn in turns(&state, rules) {
            let next = state.after(&turn);
            let over = next.stones(next.mover()) < State::FEWEST_STONES;
            let keeps = matches!(
                (value, solution.value(&next).unwrap()),
                (Value::Win(_), Value::Loss(_))
                    | (Value::Draw, Value::Draw)
                    | (Value::Loss(_), Value::Win(_))
            );
            if keeps && !over && seen.insert(Orbit::of(&next)) {
                open.push(next);
            }
        }
    }
    found
}

fn agrees(game: Game, white: u8, black: u8) -> BTreeMap<Subspace, Arising> {
    let rules = rules(game, white, black);
    let (_db, directory) = solved(game, &rules, Content::Plies);
    let found = count(&directory, &rules, &options(), &mut |_| {}).unwrap();
    let (solution, any) = arising_from_the_start(&rules);
    let keeping = by_keeping_play(&rules, &solution);
    let subspaces: Vec<Subspace> = UnitGraph::complete(&rules).subspaces().collect();
    assert_eq!(found.len(), subspaces.len());
    for subspace in subspaces {
        let arising = &found[&subspace];
        let of_any =
            any.get(&subspace).map_or(Counts::default(), |all| counts_of(all.iter().map(|(_, value)| value)));
        let keeping = keeping.get(&subspace).map_or(Counts::default(), counts_of);
        assert_eq!(counts(&arising.any), of_any, "{game} {subspace}: by any play");
        assert_eq!(counts(&arising.keeping), keeping, "{game} {subspace}: if nobody gives away his result");
        assert_eq!(&arising.all, directory.open(subspace).unwrap().statistics());
        assert!(arising.any.positions <= arising.all.positions);
    }
    single_positions_add_up(&directory, &rules, &found);
    let mut followed = Followed::open(&directory, &rules).unwrap();
    for (state, _) in any.values().filter(|states| states.len() < 20_000).flatten() {
        let arises = followed.arises(&position_of(state, &rules)).unwrap();
        assert!(matches!(arises, Some(Arises::ByMistakes | Arises::Keeping)), "{state:?}: {arises:?}");
    }
    found
}

/// The same position for the tables.
fn position_of(state: &State, rules: &Rules) -> Position {
    let side = |color| {
        let points: String = state.points_of(color).map(|point| point.to_string()).collect();
        format!("{points}.{}", state.in_hand(color))
    };
    let turn = if state.mover() == Color::White { "w" } else { "b" };
    let text = format!("{turn}_{}_{}", side(Color::White), side(Color::Black));
    parse_position(&text, rules).unwrap()
}

/// Asked about one by one, as many positions can arise as were counted.
fn single_positions_add_up(directory: &TableDirectory, rules: &Rules, found: &BTreeMap<Subspace, Arising>) {
    let mut followed = Followed::open(directory, rules).unwrap();
    for (&subspace, arising) in found.iter().filter(|(_, arising)| arising.all.positions < 20_000) {
        let unit = Unit::of(subspace);
        let (index, plane) = (UnitIndex::new(unit), unit.plane_of(subspace));
        let (mut any, mut keeping) = (0, 0);
        for slot in (0..index.slots()).map(Slot) {
            let (a, c) = index.sets_of_slot(slot);
            let arises = followed.arises(&index.position_of(plane, slot)).unwrap().unwrap();
            if UnitIndex::is_representative(a, c) {
                any += u64::from(arises != Arises::Never);
                keeping += u64::from(arises == Arises::Keeping);
            }
        }
        assert_eq!((any, keeping), (arising.any.positions, arising.keeping.positions), "{subspace}");
    }
}

/// Gasser's example, made smaller: who has a closed mill has taken a stone for it, so the other cannot have all of his on the
/// board.
#[test]
fn beside_a_closed_mill_not_all_stones_of_the_other_are_on_the_board() {
    let rules = rules(Game::Standard, 4, 4);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let arises = |text: &str| {
        let position = parse_position(text, &rules).unwrap();
        Followed::open(&directory, &rules).unwrap().arises(&position).unwrap()
    };
    let with_a_mill = ["w_a1a4a7g7_b2d2f4e5", "b_a1a4a7g7_b2d2f4e5", "w_b2d2f4e5_a1a4a7g7"];
    assert_eq!(arises(with_a_mill[0]), None, "nobody has followed the game");
    count(&directory, &rules, &options(), &mut |_| {}).unwrap();
    for text in with_a_mill {
        assert_eq!(arises(text), Some(Arises::Never), "{text}");
    }
    assert_ne!(arises("w_a1a4b6g7_b2d2f4e5"), Some(Arises::Never), "no mill");
    assert_ne!(arises("w_a1a4a7g7_b2d2f4"), Some(Arises::Never), "one stone was taken");
}

fn total(found: &BTreeMap<Subspace, Arising>, of: impl Fn(&Arising) -> u64) -> u64 {
    found.values().map(of).sum()
}

#[test]
fn what_can_arise_in_the_standard_game_is_what_a_search_from_the_start_meets() {
    let found = agrees(Game::Standard, 3, 3);
    let (all, any) = (total(&found, |one| one.all.positions), total(&found, |one| one.any.positions));
    let keeping = total(&found, |one| one.keeping.positions);
    assert!(keeping < any && any < all, "{keeping} {any} {all}");
}

#[test]
fn the_same_in_lasker_morris_where_stones_are_moved_while_others_are_in_hand() {
    agrees(Game::Lasker, 3, 3);
}

#[test]
fn the_same_on_the_other_board() {
    agrees(Game::Morabaraba, 3, 3);
}

/// Where planes of a unit differ, play goes to and fro between them.
#[test]
#[ignore = "two minutes"]
fn the_same_with_different_numbers_of_stones() {
    agrees(Game::Morabaraba, 3, 4);
    assert_eq!(totals(&agrees(Game::Standard, 4, 3)), FOUR_AGAINST_THREE);
}

/// All positions, those that can arise, and those that can if nobody gives away his result.
const FOUR_AGAINST_THREE: [u64; 3] = [1_923_601, 1_828_631, 1_398_572];

fn totals(found: &BTreeMap<Subspace, Arising>) -> [u64; 3] {
    [
        total(found, |one| one.all.positions),
        total(found, |one| one.any.positions),
        total(found, |one| one.keeping.positions),
    ]
}

/// As many as the slow solver finds in the test before this one.
#[test]
fn four_stones_against_three_come_out_as_they_did() {
    let rules = rules(Game::Standard, 4, 3);
    let (_db, directory) = solved(Game::Standard, &rules, Content::Plies);
    let found = count(&directory, &rules, &options(), &mut |_| {}).unwrap();
    assert_eq!(totals(&found), FOUR_AGAINST_THREE);
}
