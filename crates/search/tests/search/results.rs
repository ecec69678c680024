//! A search of depth n is a minimax of depth n.

use std::sync::atomic::AtomicBool;

use millwright_rules::{Game, Position, Rules};
use millwright_search::{Evaluation, Limits, Question, Score, Searcher};

use crate::minimax::minimax;
use crate::positions::{Chance, all_rules, random_games};

/// A score as the number that [`minimax`] gives.
fn number(score: Score) -> i32 {
    match score {
        Score::Decided(value) => {
            let plies = i32::from(value.plies().expect("no draw"));
            if plies % 2 == 1 { 32_000 - plies } else { plies - 32_000 }
        }
        Score::Estimate(hundredths) => hundredths,
        Score::Outcome(_) => unreachable!("there are no tables"),
    }
}

fn search(searcher: &mut Searcher, positions: &[Position], depth: u32) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let answer = searcher.search(&Question::new(positions, limits, &AtomicBool::new(false)), &mut |_| {});
    let line = &answer.lines[0];
    // What is expected to follow is legal.
    let mut here = *positions.last().expect("at least one");
    for &turn in &line.turns {
        here = here.play(searcher.rules(), turn).expect("legal");
    }
    line.score
}

/// Compares positions of random games, with the games that led to them; returns how many.
fn compare(name: &str, rules: &Rules, evaluation: Evaluation, threads: usize, nodes: u64) -> usize {
    let mut searcher = Searcher::new(rules, evaluation, 1 << 16).with_threads(threads);
    let mut compared = 0;
    for (seed, positions) in random_games(rules, 7, 130, 11).into_iter().enumerate() {
        let mut chance = Chance::new(seed as u64);
        for end in (1..=positions.len()).filter(|_| chance.below(4) == 0) {
            let mut before = positions[..end].to_vec();
            if before[end - 1].over(rules).is_some() {
                continue;
            }
            // As deep as a plain minimax manages in a moment.
            let is_quick = |depth: &u32| searcher.perft(&before[end - 1], *depth) < nodes;
            let depth = (1..6).take_while(is_quick).last().unwrap_or(1);
            let expected = minimax(rules, &searcher, &mut before, end, depth);
            let found = number(search(&mut searcher, &before, depth));
            assert_eq!(found, expected, "{name}, {evaluation}: {}, depth {depth}", before[end - 1]);
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_search_is_a_minimax_of_the_same_depth() {
    let mut compared = 0;
    for (name, rules) in all_rules() {
        for evaluation in Evaluation::ALL {
            compared += compare(&name, &rules, evaluation, 1, 1500);
        }
    }
    assert!(compared > 2500, "{compared}");
}

#[test]
#[ignore = "half a minute: the same a ply or two deeper"]
fn a_deep_search_is_a_minimax_of_the_same_depth() {
    for (name, rules) in all_rules() {
        compare(&name, &rules, Evaluation::Millwright, 1, 300_000);
    }
}

#[test]
fn more_threads_find_the_same_score() {
    for game in [Game::Standard, Game::Lasker, Game::Morabaraba] {
        assert!(compare(game.name(), &game.rules(), Evaluation::Millwright, 3, 1500) > 30);
    }
}

/// Games that go to and fro, so that positions occur again and fifty quiet plies are near.
#[test]
fn draws_of_playing_are_seen_where_minimax_sees_them() {
    let rules = Game::Standard.rules();
    let mut searcher = Searcher::new(&rules, Evaluation::Millwright, 1 << 16);
    let mut draws = 0;
    for (seed, mut positions) in random_games(&rules, 40, 24, 23).into_iter().enumerate() {
        let mut chance = Chance::new(seed as u64);
        for _ in 0..56 {
            let here = *positions.last().unwrap();
            // To and fro: the stone goes back to where it was two plies ago if it can, or anything quiet.
            let quiet: Vec<_> = here
                .moves(&rules)
                .into_iter()
                .filter(|turn| turn.from.is_some() && turn.taken.is_empty())
                .map(|turn| here.play_unchecked(turn))
                .collect();
            let mine = positions.iter().rev().nth(2).map(|before| before.mover().stones);
            let back = quiet.iter().find(|next| Some(next.other().stones) == mine);
            let next = match back {
                Some(next) if chance.below(5) > 0 => *next,
                _ if quiet.is_empty() => break,
                _ => quiet[chance.below(quiet.len())],
            };
            positions.push(next);
            let end = positions.len();
            if next.over(&rules).is_some() {
                break;
            }
            let expected = minimax(&rules, &searcher, &mut positions, end, 2);
            assert_eq!(number(search(&mut searcher, &positions, 2)), expected, "{next}");
            draws += usize::from(expected != minimax(&rules, &searcher, &mut vec![next], 1, 2));
        }
    }
    assert!(draws > 300, "{draws}");
}

#[test]
fn one_thread_and_a_limit_of_nodes_give_the_same_answer_again() {
    let rules = Game::Standard.rules();
    for nodes in [1, 2, 10, 999, 1024, 5000, 100_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = || {
            let mut searcher = Searcher::new(&rules, Evaluation::Millwright, 1 << 18);
            let start = [Position::start(&rules)];
            searcher.search(&Question::new(&start, limits, &AtomicBool::new(false)), &mut |_| {})
        };
        let (one, two) = (answer(), answer());
        assert_eq!((&one.lines, one.depth, one.nodes), (&two.lines, two.depth, two.nodes));
        assert_eq!(one.nodes, nodes);
        assert!(one.best().is_some());
    }
}
