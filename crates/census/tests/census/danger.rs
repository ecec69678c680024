//! What comes of a first move, beside the slow solver's own rules, moves and symmetries.

use std::collections::BTreeMap;

use millwright_census::danger::{Danger, first_moves};
use millwright_oracle::{Solution, State, Value, turns};
use millwright_rules::{Color, Game, Position, Rules};
use millwright_table::{Content, Outcome, Tablebase};

use crate::slow::{GOES_ON, Orbit, rules, solved};

/// What a turn is worth for whoever makes it.
fn worth(solution: &Solution, after: &State) -> Outcome {
    match solution.value(after).unwrap() {
        Value::Win(_) => Outcome::Loss,
        Value::Draw => Outcome::Draw,
        Value::Loss(_) => Outcome::Win,
    }
}

/// From the states after a first move, for so many plies.
fn by_the_slow_solver(solution: &Solution, rules: &Rules, first: State, plies: usize) -> Vec<Danger> {
    let mut found = Vec::new();
    let mut before = BTreeMap::from([(Orbit::of(&first), first)]);
    let mut turn = Color::Black;
    while found.len() < plies && !before.is_empty() {
        let mut danger = Danger { turn, positions: 0, in_danger: 0, moves: 0, wrong: 0 };
        let mut after = BTreeMap::new();
        for state in before.values() {
            let next: Vec<State> = turns(state, rules).iter().map(|turn| State::after(state, turn)).collect();
            // Wins come first.
            let Some(best) = next.iter().map(|next| worth(solution, next)).min() else { continue };
            let (kept, wrong): (Vec<&State>, Vec<&State>) =
                next.iter().partition(|next| worth(solution, next) == best);
            after.extend(kept.into_iter().map(|state| (Orbit::of(state), *state)));
            danger.positions += 1;
            danger.in_danger += u64::from(!wrong.is_empty());
            danger.moves += next.len() as u64;
            danger.wrong += wrong.len() as u64;
        }
        found.push(danger);
        after.retain(|_, state| !turns(state, rules).is_empty() && !is_lost(state));
        before = after;
        turn = turn.opponent();
    }
    found
}

/// Fewer than three stones in all: nobody moves on.
fn is_lost(state: &State) -> bool {
    state.on_board(state.mover()) + usize::from(state.in_hand(state.mover())) < 3
}

fn agrees(game: Game, white: u8, black: u8, plies: usize) -> u64 {
    let rules = rules(game, white, black);
    let (_db, directory) = solved(game, &rules, Content::Plies);
    let found =
        first_moves(&Tablebase::new(directory, 1 << 24), &Position::start(&rules), plies, &GOES_ON).unwrap();
    let solution = Solution::of(&rules, [State::start(&rules)]);
    let start = State::start(&rules);
    let mut expected: BTreeMap<Orbit, (usize, State)> = BTreeMap::new();
    for turn in turns(&start, &rules) {
        let after = State::after(&start, &turn);
        expected.entry(Orbit::of(&after)).or_insert((0, after)).0 += 1;
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.iter().map(|first| first.alike).sum::<usize>(), 24);
    let mut found: Vec<_> =
        found.into_iter().map(|first| (first.alike, first.outcome, first.plies)).collect();
    let mut expected: Vec<_> = expected
        .into_values()
        .map(|(alike, after)| {
            (alike, worth(&solution, &after), by_the_slow_solver(&solution, &rules, after, plies))
        })
        .collect();
    let key = |(alike, outcome, plies): &(usize, Outcome, Vec<Danger>)| {
        let counts = plies.iter().map(|danger| (danger.moves, danger.wrong)).collect::<Vec<_>>();
        (*alike, *outcome, counts)
    };
    found.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(found, expected, "{game}");
    found.iter().flat_map(|(_, _, plies)| plies).map(|danger| danger.wrong).sum()
}

#[test]
fn wrong_moves_are_those_that_the_slow_solver_counts() {
    assert!(agrees(Game::Standard, 3, 3, 5) > 0);
}

#[test]
#[ignore = "a minute or two: moves and placings mixed, and diagonals"]
fn wrong_moves_of_other_games_too() {
    assert!(agrees(Game::Lasker, 3, 3, 5) > 0);
    assert!(agrees(Game::Morabaraba, 4, 3, 5) > 0);
}
