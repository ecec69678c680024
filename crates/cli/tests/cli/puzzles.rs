//! `millwright puzzles`: each has one solution by `query`, in every form.

use std::collections::BTreeSet;

use millwright_play::Play;
use millwright_rules::Game;
use millwright_rules::notation::{Pgn, TagName};
use serde_json::Value;

use crate::binary::{Db, Ran};

const FOUR: [&str; 6] = ["puzzles", "standard", "--stones", "4", "--seed", "1"];

/// The whole standard game with four stones each.
fn four_stones() -> Db {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", "4"]).expect_success();
    db
}

fn lines(ran: Ran) -> Vec<Value> {
    ran.expect_success()
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect()
}

#[test]
fn each_puzzle_has_exactly_one_solution_by_query() {
    let db = four_stones();
    for theme in ["win", "draw", "take"] {
        let puzzles = lines(db.run(&[&FOUR[..], &["--count", "8", "--theme", theme]].concat()));
        assert_eq!(puzzles.len(), 8, "{theme}");
        let positions: BTreeSet<&str> =
            puzzles.iter().map(|puzzle| puzzle["position"].as_str().unwrap()).collect();
        assert_eq!(positions.len(), 8, "{theme}");
        for puzzle in &puzzles {
            let position = puzzle["position"].as_str().unwrap();
            let answer = db.json(&["query", "standard", position, "--stones", "4"]);
            assert_eq!(answer["value"]["outcome"], puzzle["value"]["outcome"], "{position}");
            let right: Vec<&Value> = answer["moves"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|turn| turn["outcome"] == answer["value"]["outcome"])
                .map(|turn| &turn["move"])
                .collect();
            assert_eq!(right, [&puzzle["solution"]["move"]], "{position}");
            assert_eq!((&puzzle["theme"], &puzzle["game"]), (&theme.into(), &"standard".into()));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_without_one_it_is_told() {
    let db = four_stones();
    let one = db.run(&FOUR).expect_success();
    assert_eq!(db.run(&FOUR).expect_success(), one);
    assert_eq!(one.lines().count(), 10);
    let ran = db.run(&FOUR[..4]);
    let seed = ran.stderr.lines().find_map(|line| line.strip_prefix("note: --seed ")).unwrap();
    let seed = seed.split(' ').next().unwrap().to_owned();
    let again = db.run(&[&FOUR[..4], &["--seed", &seed]].concat());
    assert_eq!(again.expect_success(), ran.expect_success());
    let hard = lines(db.run(&[&FOUR[..], &["--count", "3", "--difficulty", "medium"]].concat()));
    assert!(hard.iter().all(|puzzle| puzzle["difficulty"] == "medium"), "{hard:?}");
    let error = db.run(&[&FOUR[..], &["--theme", "castle"]].concat()).expect_error();
    assert!(error.contains("the themes are win, draw, take"), "{error}");
}

#[test]
fn small_games_need_no_tables_and_others_say_what_to_do() {
    let db = Db::empty();
    let ran = db.run(&["puzzles", "lasker", "--stones", "3", "--count", "2", "--seed", "5"]);
    assert!(ran.stderr.starts_with("note: there are no tables: solving all games"), "{}", ran.stderr);
    let puzzles = lines(ran);
    assert_eq!(puzzles.len(), 2);
    assert_eq!(puzzles[0]["value"]["source"], "memory");
}

#[test]
fn a_pgn_has_a_game_for_each_whose_first_move_is_the_solution() {
    let db = four_stones();
    let puzzles = lines(db.run(&[&FOUR[..], &["--count", "4"]].concat()));
    let text = db.run(&[&FOUR[..], &["--count", "4", "--format", "pgn"]].concat()).expect_success();
    let games: Vec<Pgn> = text
        .trim_end()
        .split("\n\n[")
        .map(|game| {
            let game = if game.starts_with('[') { game.to_owned() } else { format!("[{game}") };
            game.parse().unwrap_or_else(|error| panic!("{error}: {game}"))
        })
        .collect();
    assert_eq!(games.len(), puzzles.len());
    for (game, puzzle) in games.iter().zip(&puzzles) {
        let play = Play::from_pgn(game, &Play::new(Game::Standard)).unwrap();
        assert_eq!(play.moves()[0].to_string(), puzzle["solution"]["move"].as_str().unwrap());
        assert_eq!(game.tags.get(&TagName::FEN), puzzle["fen"].as_str());
        // Best play of a win goes on to its end.
        assert_eq!(play.moves().len() as u64, puzzle["value"]["plies"].as_u64().unwrap());
        assert!(play.end().is_some());
    }
}

#[test]
fn sanmill_is_given_what_it_imports() {
    let db = four_stones();
    let text = db.run(&[&FOUR[..], &["--count", "3", "--format", "sanmill"]].concat()).expect_success();
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&file["formatVersion"], &file["puzzleCount"]), (&"1.0".into(), &3.into()));
    for puzzle in file["puzzles"].as_array().unwrap() {
        for field in
            ["id", "title", "description", "category", "difficulty", "initialPosition", "ruleVariantId"]
        {
            assert!(puzzle[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {puzzle}");
        }
        let steps = puzzle["solutions"][0]["moves"].as_array().unwrap();
        let turn = puzzle["initialPosition"].as_str().unwrap().split(' ').nth(1).unwrap();
        assert!(steps[0]["side"].as_str().unwrap().starts_with(turn), "{puzzle}");
        // What is taken is a step of its own.
        let is_step = |step: &Value| {
            let notation = step["notation"].as_str().unwrap();
            notation.starts_with('x') || !notation.contains('x')
        };
        assert!(steps.iter().all(is_step), "{steps:?}");
    }
    let error = db.run(&["puzzles", "lasker", "--stones", "3", "--count", "1", "--format", "sanmill"]);
    assert!(error.expect_error().contains("Sanmill has no puzzles of lasker"));
}
