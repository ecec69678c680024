//! Values, signs and better moves, written into games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use millwright_index::UnitGraph;
use millwright_play::{Annotated, Play, Player, Random, annotate};
use millwright_rules::notation::{Pgn, Remark};
use millwright_rules::{ByColor, Game, StoneCount};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{Outcome, TableDirectory, Tablebase};

const THREE: ByColor<StoneCount> = ByColor { white: StoneCount::MIN, black: StoneCount::MIN };

/// The standard game with three stones each, solved in memory.
fn three_stones() -> Tablebase {
    let stop = AtomicBool::new(false);
    let graph = UnitGraph::extended(&Game::Standard.rules(), StoneCount::MIN);
    let tables = MemoryTables::solve(&graph, &UnitOptions::new(&stop)).unwrap();
    let nowhere = tempfile::tempdir().unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), Game::Standard), 1 << 20);
    tablebase.add_in_memory(Arc::new(tables));
    tablebase
}

fn annotated(text: &str, tablebase: &Tablebase) -> (Pgn, Annotated) {
    let mut pgn: Pgn = text.parse().unwrap();
    let play = Play::from_pgn(&pgn, &Play::with_stones(Game::Standard, THREE)).unwrap();
    let found = annotate(&mut pgn, &play, tablebase).unwrap();
    (pgn, found)
}

#[test]
fn moves_get_their_values_signs_and_what_was_better() {
    let tablebase = three_stones();
    // White closes a mill and wins; he slides away instead, and Black draws or wins.
    let game = "[FEN \"w_a1a4d7_b2d2f2\"]\n\n1. d7-g7 {my own words}";
    let (pgn, found) = annotated(game, &tablebase);
    let text = pgn.to_string();
    let made = &pgn.moves[0];
    assert_eq!((found.mistakes.white, found.mistakes.black, found.unknown), (1, 0, 0), "{text}");
    assert!(made.marks.starts_with('?'), "{text}");
    assert!(made.comment().ends_with("; d7-a7xb2 wins in 1 my own words"), "{text}");
    let variation = made.remarks.iter().find_map(Remark::variation).unwrap();
    assert_eq!(variation, "1. d7-a7xb2");
    let best = annotated("[FEN \"w_a1a4d7_b2d2f2\"]\n\n1. d7-a7xd2", &tablebase);
    assert_eq!(best.0.moves[0].marks, "", "one of three that are as good");
    assert_eq!(best.0.moves[0].comment(), "wins in 1");
}

#[test]
fn what_is_there_stays_and_nothing_is_written_twice() {
    let tablebase = three_stones();
    let game = "[White \"A\"]\n[FEN \"w_a1a4d7_b2d2f2\"]\n\n{before} 1. d7-g7!? {one} (1. a1-d1 {two}) 1... f2-f4 $6 *";
    let (once, _) = annotated(game, &tablebase);
    let (twice, _) = annotated(&once.to_string(), &tablebase);
    assert_eq!(once, twice);
    assert_eq!(once.moves[0].marks, "!?", "the sign was somebody's opinion");
    assert_eq!(once.moves[1].marks, "");
    let text = once.to_string();
    for kept in ["{before}", "{one}", "(1. a1-d1 {two})", "$6", "[White \"A\"]"] {
        assert!(text.replace('\n', " ").contains(kept), "{kept}: {text}");
    }
}

#[test]
fn every_sign_is_what_the_values_of_the_positions_say() {
    let tablebase = three_stones();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut random = Random::from_seed(seed);
        let mut play = Play::with_stones(Game::Standard, THREE);
        while play.end().is_none() {
            let chosen = Player::Random.choose(&play, &tablebase, &mut random).unwrap().chosen;
            play.play(chosen).unwrap();
        }
        let mut pgn = play.pgn();
        annotate(&mut pgn, &play, &tablebase).unwrap();
        let outcomes: Vec<Outcome> =
            play.positions().iter().map(|position| tablebase.probe(position).unwrap().outcome()).collect();
        for (made, pair) in pgn.moves.iter().zip(outcomes.windows(2)) {
            let (before, after) = (pair[0], pair[1].seen_from_parent());
            let expected = match (before, after) {
                (Outcome::Win, Outcome::Loss) => "??",
                (Outcome::Win, Outcome::Draw) | (Outcome::Draw, Outcome::Loss) => "?",
                _ => "",
            };
            let is_mistake = matches!(made.marks.as_str(), "?" | "??");
            assert_eq!(is_mistake, before != after, "{pgn}");
            assert!(!is_mistake || made.marks == expected, "{pgn}");
            seen.insert(made.marks.clone());
        }
        assert_eq!(pgn.to_string().parse().as_ref(), Ok(&pgn));
    }
    assert!(
        ["?!", "??"].iter().all(|sign| seen.contains(*sign)),
        "there are no draws with three stones: {seen:?}"
    );
}

#[test]
fn what_no_table_has_is_counted_and_left_alone() {
    let nowhere = tempfile::tempdir().unwrap();
    let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), Game::Standard), 1 << 20);
    let (pgn, found) = annotated("1. d6 f4 2. d2 *", &tablebase);
    assert_eq!((found.unknown, pgn.to_string().as_str()), (3, "1. d6 f4 2. d2"));
}
