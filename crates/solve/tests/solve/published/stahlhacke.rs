//! The statistics under `docs/results` of Lasker Morris under tournament rules, and of Nine Men's Morris under the same,
//! against what Stahlhacke says of them.
//!
//! He counts in moves of the winner: a player to move wins in n moves where he wins in 2n - 1 plies.

use millwright_rules::Game;
use serde_json::Value as Json;

fn complete(game: Game, json: &str) -> Json {
    let document: Json = serde_json::from_str(json).unwrap();
    assert_eq!((&document["game"], &document["extent"]), (&game.name().into(), &"complete".into()));
    document
}

fn lasker() -> Json {
    complete(Game::LaskerWmd, include_str!("../../../../../docs/results/lasker-wmd-complete-10.json"))
}

fn nine_mens_morris() -> Json {
    let json = include_str!("../../../../../docs/results/standard-protected-take-two-complete-9.json");
    complete(Game::StandardProtectedTakeTwo, json)
}

fn subspace<'a>(document: &'a Json, name: &str) -> &'a Json {
    document["subspaces"].as_array().unwrap().iter().find(|record| record["subspace"] == name).unwrap()
}

/// The most moves in which the player to move wins; 0 if he never does.
fn longest_win_in_moves(record: &Json) -> u64 {
    let depths = record["plies"].as_object().unwrap().keys().map(|plies| plies.parse::<u64>().unwrap());
    depths.filter(|plies| plies % 2 == 1).max().unwrap_or(0).div_ceil(2)
}

#[test]
fn the_start_is_a_draw() {
    let document = lasker();
    let start = subspace(&document, "0_0_10_10");
    assert_eq!((&start["positions"], &start["draw"]), (&1.into(), &1.into()));
}

#[test]
fn the_longest_wins_are_those_of_figures_9_11_and_12() {
    let document = lasker();
    assert_eq!(longest_win_in_moves(&document["total"]), 171, "figure 9");
    assert_eq!(longest_win_in_moves(subspace(&document, "1_1_9_9")), 72, "figure 11");
    assert_eq!(longest_win_in_moves(subspace(&document, "2_2_8_8")), 132, "figure 12");
}

#[test]
fn the_subspaces_add_up_to_the_whole() {
    let document = lasker();
    let subspaces = document["subspaces"].as_array().unwrap();
    assert_eq!(subspaces.len(), 3070);
    for count in ["slots", "positions", "win", "draw", "loss"] {
        let sum: u64 = subspaces.iter().map(|record| record[count].as_u64().unwrap()).sum();
        assert_eq!(document["total"][count], sum, "{count}");
    }
}

#[test]
fn the_longest_win_of_nine_mens_morris_with_empty_hands_is_that_of_figure_10() {
    let document = nine_mens_morris();
    let subspaces = document["subspaces"].as_array().unwrap().iter();
    let moving = subspaces.filter(|record| record["subspace"].as_str().unwrap().ends_with("_0_0"));
    assert_eq!(moving.map(longest_win_in_moves).max(), Some(165));
}
