//! What is proved of openings is what tables of them say.

use std::sync::atomic::AtomicBool;

use millwright_index::Subspace;
use millwright_rules::{Game, Position, StoneCount};
use millwright_search::{Claim, OpeningBook, Prover, ProverOptions, TableKnowledge, TableLeaves};
use millwright_table::{Outcome, RealDisk};

use crate::hidden::{solved, tablebase};
use crate::positions::random_games;

/// Whether the true outcome fulfils a claim.
fn is_true(outcome: Outcome, position: &Position, claim: Claim) -> bool {
    outcome != if position.turn() == claim.holder() { Outcome::Loss } else { Outcome::Win }
}

fn options() -> ProverOptions {
    ProverOptions { table_bytes: 1 << 20, book_ply: 3, ..ProverOptions::default() }
}

#[test]
fn with_all_tables_of_the_movement_phase_a_claim_is_proved_where_it_is_true() {
    for game in [Game::Standard, Game::StandardProtectedTakeTwo, Game::Morabaraba] {
        for (white, black) in [(3, 3), (4, 4), (4, 3)] {
            let stones = |count| StoneCount::new(count).unwrap();
            let rules = game.rules().with_stones(stones(white), stones(black));
            let tables = solved(game, 4);
            let all = tablebase(game, &tables, |_| true);
            let movement = tablebase(game, &tables, Subspace::hands_are_empty);
            let knowledge = TableKnowledge::new(&movement).unwrap();
            let leaves = TableLeaves(&knowledge);
            for claim in Claim::BOTH {
                let mut prover = Prover::new(&rules, &leaves, claim, options());
                for positions in random_games(&rules, 6, 7, 3) {
                    for position in positions.iter().rev().filter(|position| position.over(&rules).is_none())
                    {
                        let outcome = all.probe(position).unwrap().outcome();
                        let answer = prover.prove(position, &AtomicBool::new(false), &mut |_| {});
                        assert_eq!(answer, Some(is_true(outcome, position, claim)), "{game}: {position}");
                    }
                }
            }
        }
    }
}

#[test]
fn with_few_tables_what_is_proved_is_true_and_a_book_says_the_same_again() {
    let game = Game::Standard;
    let stones = StoneCount::new(4).unwrap();
    let rules = game.rules().with_stones(stones, stones);
    let tables = solved(game, 4);
    let all = tablebase(game, &tables, |_| true);
    let few = tablebase(game, &tables, |subspace| {
        subspace.hands_are_empty() && subspace.mover + subspace.other > 6
    });
    let knowledge = TableKnowledge::new(&few).unwrap();
    let leaves = TableLeaves(&knowledge);
    let start = Position::start(&rules);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("opening.book");
    let mut book = OpeningBook::new(&rules, 3, vec!["4_4_0_0".parse().unwrap()]);
    for claim in Claim::BOTH {
        let mut prover = Prover::new(&rules, &leaves, claim, options());
        let answer = prover.prove(&start, &AtomicBool::new(false), &mut |_| {});
        let visited: Vec<(Position, bool)> = prover.visited().collect();
        assert!(!visited.is_empty());
        for (position, proved) in &visited {
            assert_eq!(position.mover().stones.len() + position.other().stones.len(), 3);
            let outcome = all.probe(position).unwrap().outcome();
            assert!(!proved || is_true(outcome, position, claim), "{position}");
        }
        book.add(claim, visited);
        book.done[claim as usize] = answer;
    }
    book.write(&RealDisk, &path).unwrap();
    let read = OpeningBook::read(&RealDisk, &path, &rules).unwrap().unwrap();
    assert_eq!(read, book);
    for claim in Claim::BOTH {
        let from_book = ProverOptions { is_book_complete: true, ..options() };
        let mut prover = Prover::new(&rules, &leaves, claim, from_book).with_visited(read.of(claim));
        let again = prover.prove(&start, &AtomicBool::new(false), &mut |_| {});
        assert_eq!(again, book.done[claim as usize]);
        assert!(prover.progress().nodes < 20_000, "it goes no deeper than the book");
    }
}

#[test]
fn a_proof_that_is_stopped_says_nothing() {
    let rules = Game::Standard.rules();
    let tables = solved(Game::Standard, 3);
    let movement = tablebase(Game::Standard, &tables, Subspace::hands_are_empty);
    let knowledge = TableKnowledge::new(&movement).unwrap();
    let leaves = TableLeaves(&knowledge);
    let limited = ProverOptions { nodes: 1000, ..options() };
    let mut prover = Prover::new(&rules, &leaves, Claim::WhiteAtLeastDraws, limited);
    assert_eq!(prover.prove(&Position::start(&rules), &AtomicBool::new(false), &mut |_| {}), None);
    assert_eq!(prover.prove(&Position::start(&rules), &AtomicBool::new(true), &mut |_| {}), None);
}

#[test]
fn a_damaged_book_is_refused_with_the_line_that_is_wrong() {
    let rules = Game::Standard.rules();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("opening.book");
    assert!(OpeningBook::read(&RealDisk, &path, &rules).unwrap().is_none());
    let mut book = OpeningBook::new(&rules, 1, vec!["9_9_0_0".parse().unwrap()]);
    let placed = Position::start(&rules).play(&rules, "d6".parse().unwrap()).unwrap();
    book.add(Claim::WhiteAtLeastDraws, [(placed, true)]);
    book.write(&RealDisk, &path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for line in 0..lines.len() {
        let mut damaged = lines.clone();
        damaged[line] = "nonsense";
        std::fs::write(&path, damaged.join("\n")).unwrap();
        let error = OpeningBook::read(&RealDisk, &path, &rules).unwrap_err().to_string();
        assert!(error.contains(&format!("line {} is not", line + 1)), "{error}");
        std::fs::write(&path, lines[..line].join("\n")).unwrap();
        assert!(OpeningBook::read(&RealDisk, &path, &rules).is_err());
    }
    let other = Game::Morabaraba.rules();
    std::fs::write(&path, &text).unwrap();
    assert!(OpeningBook::read(&RealDisk, &path, &other).unwrap_err().to_string().contains("line 2"));
}
