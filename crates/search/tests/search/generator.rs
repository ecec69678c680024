//! The search's own turns are those of the rules.

use millwright_rules::perft;
use millwright_search::{Evaluation, Searcher};

use crate::positions::{all_rules, random_games};

#[test]
fn as_many_sequences_of_turns_are_legal_as_the_rules_say() {
    let mut compared = 0;
    for (name, rules) in all_rules() {
        let searcher = Searcher::new(&rules, Evaluation::default(), 0);
        for positions in random_games(&rules, 8, 120, 5) {
            for position in positions.iter().step_by(3) {
                for depth in 0..=2 {
                    let expected = perft(position, &rules, depth);
                    assert_eq!(searcher.perft(position, depth), expected, "{name}: {position}, {depth}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn deep_sequences_from_the_start_are_as_many_as_the_rules_say() {
    for (name, rules) in all_rules() {
        let searcher = Searcher::new(&rules, Evaluation::default(), 0);
        let start = millwright_rules::Position::start(&rules);
        assert_eq!(searcher.perft(&start, 4), perft(&start, &rules, 4), "{name}");
    }
}
