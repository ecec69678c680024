//! Puzzles from a small game that is solved in memory, each checked move by move.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::UnitGraph;
use millwright_puzzles::{Level, Maker, MakerError, Puzzle, Theme};
use millwright_rules::notation::{Form, parse_position, write_position};
use millwright_rules::{Color, Game, Position, Rules, StoneCount, Symmetry};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{Outcome, TableDirectory, Tablebase};

/// The standard game with four stones each.
fn four_stones() -> (Rules, Tablebase) {
    let four = StoneCount::new(4).unwrap();
    let rules = Game::Standard.rules().with_stones(four, four);
    let stop = AtomicBool::new(false);
    let graph = UnitGraph::complete(&rules);
    let tables = MemoryTables::solve(&graph, &UnitOptions::new(&stop)).unwrap();
    let directory = TableDirectory::new(Path::new("no such directory"), Game::Standard);
    let tablebase = Tablebase::new(directory, 1 << 20);
    tablebase.add_in_memory(Arc::new(tables));
    (rules, tablebase)
}

fn made(rules: &Rules, tablebase: &Tablebase, theme: Theme, seed: u64, positions: usize) -> Vec<Puzzle> {
    Maker::new(tablebase, rules, (theme, None), seed).unwrap().draw(positions).unwrap()
}

/// The outcome of a move for whoever makes it, by the value of the position after it alone.
fn outcome_after(tablebase: &Tablebase, next: &Position) -> Outcome {
    tablebase.probe(next).unwrap().outcome().seen_from_parent()
}

#[test]
fn every_puzzle_has_one_right_move_and_none_is_the_image_of_another() {
    let (rules, tablebase) = four_stones();
    for theme in Theme::ALL {
        let puzzles = made(&rules, &tablebase, theme, 1, 20_000);
        assert!(puzzles.len() >= 20, "{theme}: {}", puzzles.len());
        let mut images = BTreeSet::new();
        for Puzzle { position, solution, value, .. } in &puzzles {
            let text = write_position(Form::Short, position);
            assert_eq!(parse_position(&text, &rules).as_ref(), Ok(position), "{text}");
            let moves = position.moves(&rules);
            let right: Vec<_> = moves
                .iter()
                .filter(|&&turn| outcome_after(&tablebase, &position.play_unchecked(turn)) == value.outcome())
                .collect();
            assert_eq!(right, [solution], "{text}");
            assert!(moves.len() > 1, "{text}");
            match theme {
                Theme::Win => assert_eq!(value.outcome(), Outcome::Win),
                Theme::Draw => assert_eq!(value.outcome(), Outcome::Draw),
                Theme::Take => {
                    let same =
                        moves.iter().filter(|turn| (turn.from, turn.to) == (solution.from, solution.to));
                    assert!(!solution.taken.is_empty() && same.count() > 1, "{text}");
                }
            }
            for symmetry in Symmetry::all() {
                let image = symmetry.apply_to_position(position);
                let colourless = Position::from_sides_unchecked(image.mover(), image.other(), Color::White);
                // A position that is its own image comes twice from itself.
                images.insert((write_position(Form::Short, &colourless), text.clone()));
            }
        }
        let boards: BTreeSet<&String> = images.iter().map(|(board, _)| board).collect();
        assert_eq!(boards.len(), images.len(), "{theme}: no board belongs to two puzzles");
    }
}

#[test]
fn a_seed_gives_the_same_puzzles_and_another_one_others() {
    let (rules, tablebase) = four_stones();
    let one = made(&rules, &tablebase, Theme::Win, 7, 3_000);
    assert_eq!(made(&rules, &tablebase, Theme::Win, 7, 3_000), one);
    assert_ne!(made(&rules, &tablebase, Theme::Win, 8, 3_000), one);
    // In two goes as in one, whatever the number of threads.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let halves = pool.install(|| {
        let mut maker = Maker::new(&tablebase, &rules, (Theme::Win, None), 7).unwrap();
        [maker.draw(1_500).unwrap(), maker.draw(1_500).unwrap()].concat()
    });
    assert_eq!(halves, one);
}

#[test]
fn a_level_is_kept_to_and_all_puzzles_have_one() {
    let (rules, tablebase) = four_stones();
    let all = made(&rules, &tablebase, Theme::Win, 3, 4_000);
    let mut counted = 0;
    for level in Level::ALL {
        let mut maker = Maker::new(&tablebase, &rules, (Theme::Win, Some(level)), 3).unwrap();
        let some = maker.draw(4_000).unwrap();
        assert!(some.iter().all(|puzzle| puzzle.difficulty.level() == level && all.contains(puzzle)));
        counted += some.len();
    }
    assert_eq!(counted, all.len());
}

#[test]
fn without_tables_there_are_no_puzzles() {
    let directory = TableDirectory::new(Path::new("no such directory"), Game::Lasker);
    let tablebase = Tablebase::new(directory, 1 << 20);
    let maker = Maker::new(&tablebase, &Game::Lasker.rules(), (Theme::Win, None), 0);
    assert!(matches!(maker, Err(MakerError::NoTables)));
}
