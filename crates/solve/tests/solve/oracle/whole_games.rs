//! Whole games under the rules that no published table covers: protected mills, and two stones for two mills.
//!
//! Two mills with a common point are five stones, so one player must have five. If the other has four, taking two
//! ends the game; that it goes on after two are gone takes five against five.

use std::collections::BTreeSet;

use millwright_index::UnitGraph;
use millwright_oracle::{State, Value, ending, turns};
use millwright_rules::{Game, Rules};

use super::compared::{Fast, agree};
use super::rules;
use super::situations::Situation::{
    FromMill, NoSecond, Nothing, Open, ThirdLast, TwoAndOn, TwoOpen, TwoWithProtected,
};
use super::situations::{Situation, Situations, placing_may_close_two_mills};

/// All that happens happens there, and nothing else.
fn occur(situations: &Situations, expected: &[Situation]) {
    let expected: BTreeSet<Situation> = expected.iter().copied().collect();
    assert_eq!(situations.occurred(), expected, "{situations:?}");
}

fn whole(game: Game, white: u8, black: u8) -> UnitGraph {
    UnitGraph::complete(&rules(game, white, black))
}

#[test]
fn the_whole_game_with_four_against_three_agrees_where_mills_are_protected() {
    let situations = agree(&whole(Game::StandardProtected, 4, 3));
    occur(&situations, &[Open, Nothing]);
}

#[test]
#[ignore = "half a minute; the test before meets the same situations"]
fn the_whole_game_with_four_stones_agrees_where_mills_are_protected() {
    let situations = agree(&whole(Game::StandardProtected, 4, 4));
    occur(&situations, &[Open, Nothing]);
}

#[test]
fn the_whole_of_lasker_wmd_with_four_against_three_agrees() {
    let situations = agree(&whole(Game::LaskerWmd, 4, 3));
    occur(&situations, &[Open, Nothing]);
}

#[test]
#[ignore = "37 million positions: about a minute; a fifth stone against four has what is special about them"]
fn the_whole_game_with_five_against_four_agrees_where_two_mills_take_two() {
    let situations = agree(&whole(Game::StandardTakeTwo, 5, 4));
    occur(&situations, &[Open, FromMill, TwoOpen, TwoWithProtected, ThirdLast]);
}

#[test]
#[ignore = "37 million positions: about a minute; a fifth stone against four has what is special about them"]
fn the_whole_game_with_five_against_four_agrees_where_mills_are_protected_and_two_take_two() {
    let situations = agree(&whole(Game::StandardProtectedTakeTwo, 5, 4));
    occur(&situations, &[Open, Nothing, TwoOpen, NoSecond, ThirdLast]);
}

/// What a position is worth by the oracle's turns and the fast solver's values of what they lead to.
fn value_by_successors(fast: &Fast, rules: &Rules, state: &State) -> Value {
    ending(state, rules).unwrap_or_else(|| {
        let turns = turns(state, rules);
        let values = turns.iter().map(|turn| {
            let next = state.after(turn);
            let lost = next.stones(next.mover()) < State::FEWEST_STONES;
            if lost { Value::Loss(0) } else { fast.value(&next).unwrap() }
        });
        values.map(Value::seen_from_parent).max().unwrap()
    })
}

/// The positions of a subspace in which a placed stone can close two mills, each against its successors. With
/// placing `first` nobody can stay there, so that the values follow from those of what comes later.
fn placing_follows_from_its_successors(rules: &Rules, subspace: &str, least_decided: u32) -> Situations {
    let fast = Fast::solve(&UnitGraph::closure(rules, [subspace.parse().unwrap()]));
    let mut situations = Situations::default();
    let mut decided = 0;
    let positions = subspace.parse::<millwright_oracle::Subspace>().unwrap().positions_up_to_symmetry();
    for state in positions.filter(|state| placing_may_close_two_mills(state, rules)) {
        let expected = value_by_successors(&fast, rules, &state);
        assert_eq!(fast.value(&state), Some(expected), "{rules:?} {state:?}");
        situations.count(&state, rules);
        decided += u32::from(expected != Value::Draw);
    }
    assert!(decided >= least_decided, "{decided} positions are no draws");
    situations
}

#[test]
fn a_fifth_stone_against_four_that_takes_two_is_worth_what_comes_after() {
    let rules = rules(Game::StandardTakeTwo, 5, 4);
    let situations = placing_follows_from_its_successors(&rules, "4_4_1_0", 5000);
    // Four stones cannot all stand in mills, so nothing is taken from one while others are free.
    occur(&situations, &[TwoOpen, TwoWithProtected]);
}

#[test]
fn a_fifth_stone_against_four_in_protected_mills_is_worth_what_comes_after() {
    let rules = rules(Game::StandardProtectedTakeTwo, 5, 4);
    let situations = placing_follows_from_its_successors(&rules, "4_4_1_0", 5000);
    occur(&situations, &[TwoOpen, NoSecond]);
}

/// Two stones go and the game goes on. In five against five that would show little: all but a few positions are
/// draws, whether one stone is taken or two.
#[test]
#[ignore = "the fast solver has 250 million positions to solve first: a minute"]
fn a_sixth_stone_against_five_that_takes_two_is_worth_what_comes_after() {
    let rules = rules(Game::StandardTakeTwo, 6, 5);
    let situations = placing_follows_from_its_successors(&rules, "5_5_1_0", 100_000);
    occur(&situations, &[Open, FromMill, TwoOpen, TwoWithProtected, TwoAndOn]);
}

#[test]
#[ignore = "the fast solver has 250 million positions to solve first: a minute"]
fn a_sixth_stone_against_five_in_protected_mills_is_worth_what_comes_after() {
    let rules = rules(Game::StandardProtectedTakeTwo, 6, 5);
    let situations = placing_follows_from_its_successors(&rules, "5_5_1_0", 70_000);
    occur(&situations, &[Open, Nothing, TwoOpen, TwoAndOn]);
}

#[test]
#[ignore = "87 million positions: minutes, and 4 GB"]
fn the_whole_game_with_five_stones_agrees_where_two_mills_take_two() {
    let situations = agree(&whole(Game::StandardTakeTwo, 5, 5));
    occur(&situations, &[Open, FromMill, TwoOpen, TwoWithProtected, TwoAndOn, ThirdLast]);
}

#[test]
#[ignore = "87 million positions: minutes, and 4 GB"]
fn the_whole_game_with_five_stones_agrees_where_mills_are_protected_and_two_take_two() {
    let situations = agree(&whole(Game::StandardProtectedTakeTwo, 5, 5));
    occur(&situations, &[Open, Nothing, TwoOpen, TwoAndOn, NoSecond, ThirdLast]);
}

#[test]
#[ignore = "53 million positions: minutes, and 3 GB"]
fn the_whole_of_lasker_wmd_with_five_against_four_agrees() {
    let situations = agree(&whole(Game::LaskerWmd, 5, 4));
    occur(&situations, &[Open, Nothing, TwoOpen, NoSecond, ThirdLast]);
}
