//! How many ways a game can begin, with numbers from the theory of counting rather than from a program.

use std::collections::HashSet;

use millwright_oracle::{State, perft, turns};
use millwright_rules::{Game, Rules};

/// Ordered placements of so many stones on 24 points: 24 * 23 * 22 * ...
fn placements(plies: u64) -> u64 {
    (0..plies).map(|stones| 24 - stones).product()
}

/// Like perft, but turns that differ only in what they take are one at the last ply.
fn placements_counted(state: &State, rules: &Rules, depth: u32) -> u64 {
    let found = turns(state, rules);
    if depth == 1 {
        return found.iter().map(|turn| (turn.from, turn.to)).collect::<HashSet<_>>().len() as u64;
    }
    found.iter().map(|turn| placements_counted(&state.after(turn), rules, depth - 1)).sum()
}

#[test]
fn four_plies_are_placements_without_a_mill() {
    let rules = Game::Standard.rules();
    let start = State::start(&rules);
    let counted: Vec<u64> = (0..=4).map(|depth| perft(&start, &rules, depth)).collect();
    assert_eq!(counted, [1, 24, 552, 12144, 255_024]);
    assert_eq!(counted, (0..=4).map(placements).collect::<Vec<_>>());
}

#[test]
fn the_fifth_ply_has_5100480_placements() {
    let rules = Game::Standard.rules();
    assert_eq!(placements_counted(&State::start(&rules), &rules, 5), 5_100_480);
    assert_eq!(placements(5), 5_100_480);
}

/// White's third stone is the first that can close a mill. The three white stones fill one of the mills in
/// any of 3! orders while Black has put two stones on the 21 other points: 21 * 20 ways. Two stones are no
/// mill, so either may be taken: two turns instead of one.
fn whole_turns_of_five_plies(mills: u64) -> u64 {
    placements(5) + mills * 6 * (21 * 20)
}

#[test]
fn the_fifth_ply_has_5140800_whole_turns() {
    for game in [Game::Standard, Game::StandardProtectedTakeTwo] {
        let rules = game.rules();
        assert_eq!(perft(&State::start(&rules), &rules, 5), 5_140_800, "{game}");
    }
    assert_eq!(whole_turns_of_five_plies(16), 5_140_800);
}

#[test]
fn four_more_mills_make_10080_more_turns() {
    let rules = Game::Morabaraba.rules();
    assert_eq!(perft(&State::start(&rules), &rules, 5), whole_turns_of_five_plies(20));
    assert_eq!(whole_turns_of_five_plies(20) - whole_turns_of_five_plies(16), 10_080);
}

/// Lasker's third ply: White places on one of 22 points or slides his only stone. The sums over all places
/// of White's and Black's stones: each of the 32 lines can be gone both ways (64 slides), unless Black's
/// stone (one of the 23 other points) is on its end: 64 * 22.
#[test]
fn laskers_third_ply_may_slide() {
    let rules = Game::Lasker.rules();
    let start = State::start(&rules);
    // At ply 2 Black has no stone to slide yet.
    assert_eq!(perft(&start, &rules, 2), 24 * 23);
    assert_eq!(perft(&start, &rules, 3), 24 * 23 * 22 + 64 * 22);
}
