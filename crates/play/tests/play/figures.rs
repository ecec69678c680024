//! The games of Gevay and Danner's figures 8 and 9: every move marked `?` there changes the value as the text says.
//!
//! Needs the complete standard game with its draws told apart, made by `millwright solve standard --ultra --ranks
//! published`: `MILLWRIGHT_DB=DIR cargo test -p millwright-play figures -- --ignored`.

use std::env;
use std::path::Path;

use millwright_play::Play;
use millwright_rules::notation::MoveList;
use millwright_rules::{Game, Value};
use millwright_table::{Known, RatedMove, Survey, TableDirectory, Tablebase};

const FIGURE_8: &str = include_str!("../../../rules/tests/games/gevay-danner-figure-8.txt");
const FIGURE_9: &str = include_str!("../../../rules/tests/games/gevay-danner-figure-9.txt");

fn tablebase() -> Tablebase {
    let db = env::var_os("MILLWRIGHT_DB").expect("MILLWRIGHT_DB is where the tables are");
    Tablebase::new(TableDirectory::new(Path::new(&db), Game::Standard), 1 << 28)
}

/// What is known before a ply, counted from 1, and the move that was played.
fn before(tablebase: &Tablebase, text: &str, number: usize) -> (Survey, RatedMove) {
    let list: MoveList = text.parse().unwrap();
    let play = Play::from_move_list(list, &Play::new(Game::Standard)).unwrap();
    let survey = tablebase.survey(&play.positions()[number - 1]).unwrap();
    let played = *survey.moves.iter().find(|rated| rated.chosen == play.moves()[number - 1]).unwrap();
    (survey, played)
}

fn rank(known: Option<Known>) -> i16 {
    match known.unwrap() {
        Known::Ranked(draw) => draw.value.rank.0,
        other => panic!("{other} is no draw that has been told apart"),
    }
}

/// The moves that keep what the position is worth.
fn keeping(survey: &Survey) -> Vec<String> {
    let is_kept = |rated: &&RatedMove| {
        matches!(rated.known, Some(Known::Ranked(_))) && rank(rated.known) == rank(survey.value)
    };
    survey.moves.iter().filter(is_kept).map(|rated| rated.chosen.to_string()).collect()
}

#[test]
#[ignore = "needs the complete tables of the standard game: MILLWRIGHT_DB"]
fn every_mistake_of_figure_8_costs_what_the_text_says() {
    let tablebase = tablebase();
    let ranks = tablebase.ranks().unwrap().unwrap();
    let of = |subspace: &str| ranks.of(subspace.parse().unwrap()).unwrap().0;

    // "The value becomes the value of the 8,9,0,0 subspace; the only move that would have kept the value 0 is c5."
    let (survey, played) = before(&tablebase, FIGURE_8, 16);
    assert_eq!((played.chosen.to_string().as_str(), rank(survey.value)), ("a7", 0));
    assert_eq!((rank(played.known), keeping(&survey)), (of("8_9_0_0"), vec!["c5".to_owned()]));

    // "Now we are heading for the 3,6,0,0 subspace; the only move that would have kept the value is a1-d1."
    let (survey, played) = before(&tablebase, FIGURE_8, 24);
    assert_eq!((played.chosen.to_string().as_str(), rank(survey.value)), ("b4-a4xd7", of("8_9_0_0")));
    assert_eq!((rank(played.known), keeping(&survey)), (of("3_6_0_0"), vec!["a1-d1".to_owned()]));

    // "The value of the position after this move is win in 75 moves", which are plies.
    let (survey, played) = before(&tablebase, FIGURE_8, 32);
    assert_eq!((played.chosen.to_string().as_str(), rank(survey.value)), ("d5-d6", of("3_6_0_0")));
    assert_eq!(tablebase.probe(&played.next).unwrap(), Known::Value(Value::win(75)));

    // "Win in 21 moves."
    let (_, played) = before(&tablebase, FIGURE_8, 38);
    assert_eq!(played.chosen.to_string(), "d3-e3");
    assert_eq!(tablebase.probe(&played.next).unwrap(), Known::Value(Value::win(21)));
}

#[test]
#[ignore = "needs the complete tables of the standard game: MILLWRIGHT_DB"]
fn the_mistake_of_figure_9_turns_an_even_draw_into_a_loss() {
    let tablebase = tablebase();
    let (survey, played) = before(&tablebase, FIGURE_9, 22);
    assert_eq!((played.chosen.to_string().as_str(), rank(survey.value)), ("b4-c4xd5", 0));
    assert!(matches!(played.known, Some(Known::Value(Value::Loss(_)))), "{:?}", played.known);
}
