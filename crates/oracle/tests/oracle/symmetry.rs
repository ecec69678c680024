//! Symmetry saves a factor of 16 and changes nothing; and what is solved satisfies the definition of its
//! values.

use millwright_oracle::{Solution, State, Value, ending, turns};
use millwright_rules::{Game, Rules, StoneCount};

fn with_three_stones(game: Game) -> Rules {
    game.rules().with_stones(StoneCount::MIN, StoneCount::MIN)
}

fn plain_and_reduced_agree(game: Game) {
    let rules = with_three_stones(game);
    let start = State::start(&rules);
    let plain = Solution::of(&rules, [start]);
    let reduced = Solution::up_to_symmetry(&rules, [start]);
    assert!(plain.len() > 15 * reduced.len(), "{} positions, {} orbits", plain.len(), reduced.len());
    for (state, value) in plain.iter() {
        assert_eq!(reduced.value(&state), Some(value), "{state:?}");
    }
    for (state, value) in reduced.iter() {
        assert_eq!(plain.value(&state), Some(value), "{state:?}");
    }
}

#[test]
fn three_stones_of_standard_are_worth_the_same_in_both_modes() {
    plain_and_reduced_agree(Game::Standard);
}

#[test]
#[ignore = "half a minute; symmetries do not depend on whether a stone is placed or slides"]
fn three_stones_of_lasker_are_worth_the_same_in_both_modes() {
    plain_and_reduced_agree(Game::Lasker);
}

#[test]
#[ignore = "15 seconds; the board matters little to symmetry"]
fn three_stones_of_morabaraba_are_worth_the_same_in_both_modes() {
    plain_and_reduced_agree(Game::Morabaraba);
}

/// The best of the successors, one ply later: what a value is by definition.
fn value_by_successors(solution: &Solution, rules: &Rules, state: &State) -> Value {
    ending(state, rules).unwrap_or_else(|| {
        let values = turns(state, rules).into_iter().map(|turn| solution.value(&state.after(&turn)).unwrap());
        values.map(Value::seen_from_parent).max().unwrap()
    })
}

/// Depths are finite and fall by one along the best turns, so values that satisfy the definition everywhere
/// are right.
fn every_value_follows_from_its_successors(rules: &Rules) {
    let solution = Solution::up_to_symmetry(rules, [State::start(rules)]);
    for (state, value) in solution.iter() {
        assert_eq!(value_by_successors(&solution, rules, &state), value, "{state:?}");
    }
}

#[test]
fn values_with_three_stones_follow_from_their_successors() {
    for game in [Game::Standard, Game::LaskerWmd, Game::Morabaraba] {
        every_value_follows_from_its_successors(&with_three_stones(game));
    }
}
