//! Tables that hold less than plies, and tables that change while the server runs.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use axum::http::StatusCode;
use millwright_index::UnitGraph;
use millwright_ranks::Ranks;
use millwright_rules::{Game, StoneCount};
use millwright_serve::Library;
use millwright_solve::{MemoryTables, Plan, SolveOptions, UnitOptions, solve, ultra};
use millwright_table::{Content, TableDirectory, WriteOptions};
use serde_json::json;

use crate::asking::Server;

/// Six against three: not small, and solved in a second.
const LARGE: &str = "/api/standard/position?p=w_c4d5a1a4d6f6_d1c3g4";

/// The standard game, so much of it.
fn graph(make: fn(&millwright_rules::Rules) -> UnitGraph, white: u8, black: u8) -> UnitGraph {
    let [white, black] = [white, black].map(|stones| StoneCount::new(stones).unwrap());
    make(&Game::Standard.rules().with_stones(white, black))
}

fn solved(db: &Path, graph: &UnitGraph) -> TableDirectory {
    let directory = TableDirectory::new(db, Game::Standard);
    directory.create().unwrap();
    let plan = Plan::new(&directory, graph, Content::Plies, false).unwrap();
    let stop = AtomicBool::new(false);
    solve(&directory.lock().unwrap(), &plan, &options(&stop), &mut |_| {}).unwrap();
    directory
}

fn options(stop: &AtomicBool) -> SolveOptions<'_> {
    SolveOptions { memory: 1 << 30, ..SolveOptions::new(stop) }
}

/// The six-against-three tables, reduced to this much.
fn reduced(db: &Path, keep: Content) -> Library {
    let graph = graph(UnitGraph::movement, 6, 3);
    let directory = solved(db, &graph);
    for subspace in graph.subspaces() {
        directory.reduce(subspace, keep, &WriteOptions::default()).unwrap();
    }
    Library::new(db, 1 << 20)
}

#[tokio::test]
async fn outcomes_without_plies_are_told_and_none_is_called_the_best() {
    let db = tempfile::tempdir().unwrap();
    let server = Server::new(reduced(db.path(), Content::Outcomes));
    let found = server.json(LARGE).await;
    assert_eq!(found["value"], json!({"outcome": "win", "plies": null, "source": "table"}));
    let moves = found["moves"].as_array().unwrap();
    let wins = moves.iter().filter(|chosen| chosen["outcome"] == "win").count();
    assert!(wins > 1 && moves.iter().all(|chosen| chosen["best"] == false), "{moves:?}");
    let line = server.json(&LARGE.replace("position", "line")).await;
    assert_eq!(line["line"], json!([]));
    assert!(line["ends"].as_str().unwrap().contains("win, draw and loss only"), "{line}");
    // A player keeps the result.
    let reply = server.json(&format!("{}&player=strong", LARGE.replace("position", "reply"))).await;
    let chosen = moves.iter().find(|other| other["move"] == reply["move"]).unwrap();
    assert_eq!(chosen["outcome"], "win");
}

#[tokio::test]
async fn a_table_of_statistics_is_like_a_missing_one_and_is_called_what_it_is() {
    let db = tempfile::tempdir().unwrap();
    let server = Server::new(reduced(db.path(), Content::Statistics));
    // No search proves what it is worth.
    let open = LARGE.replace("w_c4d5a1a4d6f6_d1c3g4", "b_a1d2g4b6c5e3_b2d6f4");
    for what in ["position", "reply"] {
        let answer = server.get(&format!("{}&player=strong-plain", open.replace("position", what))).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "missing-table".to_owned()));
        let error = &answer.json()["error"];
        // A player asks about the positions after his moves.
        let subspace = if what == "reply" { "6_3_0_0" } else { "3_6_0_0" };
        let message = format!("the value is unknown: the table of subspace {subspace} has statistics only");
        assert_eq!(error["message"], message);
        assert_eq!(error["hint"], "make it with: millwright solve standard --movement --stones 6,3");
    }
    let moves = &server.get(&open).await.json()["position"]["moves"];
    assert!(moves.as_array().unwrap().iter().any(|chosen| chosen["outcome"] == "unknown"), "{moves}");
    let statistics = server.json("/api/standard/statistics/6_3_0_0").await;
    assert!(statistics["win"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn small_games_are_answered_from_memory_where_tables_have_less() {
    // A win, but not at once: what ends the game is known without tables.
    let small = "/api/standard/position?p=w_a1d5g4_b2d2f2";
    for keep in [Content::Statistics, Content::Outcomes] {
        let db = tempfile::tempdir().unwrap();
        let library = reduced(db.path(), keep);
        // They would be solved, if the server were not about to stop.
        library.stop();
        let stopping = Server::new(library);
        assert_eq!(stopping.get(small).await.code(), "busy", "{keep}");
        let library = Library::new(db.path(), 1 << 20);
        let stop = AtomicBool::new(false);
        let options = UnitOptions::new(&stop);
        let tables = MemoryTables::solve(&graph(UnitGraph::movement, 4, 3), &options).unwrap();
        library.add_small(Game::Standard, &tables);
        let server = Server::new(library);
        let found = server.json(small).await;
        assert_eq!(found["value"], json!({"outcome": "win", "plies": 3, "source": "memory"}), "{keep}");
        assert_eq!((&found["moves"][0]["best"], &found["counts"]["unknown"]), (&json!(true), &json!(0)));
        let game = json!({"start": "w_a1d5g4_b2d2f2", "moves": []}).to_string();
        assert_eq!(server.post("/api/standard/game", game).await.json()["value"]["plies"], 3);
    }
}

#[tokio::test]
async fn draws_that_are_told_apart_while_the_server_runs_are_told_apart_in_its_answers() {
    let db = tempfile::tempdir().unwrap();
    let graph = graph(UnitGraph::complete, 4, 4);
    let directory = solved(db.path(), &graph);
    let server = Server::new(Library::new(db.path(), 1 << 20));
    let drawn = "/api/standard/position?p=w_a1d2f4g7_b2b6d6f6";
    assert_eq!(
        server.json(drawn).await["value"],
        json!({"outcome": "draw", "plies": null, "source": "table"})
    );
    let ranks = Ranks::by_stones(&graph);
    let plan = Plan::ultra(&directory, &graph, &ranks, false).unwrap();
    let stop = AtomicBool::new(false);
    ultra::solve(&directory.lock().unwrap(), &plan, &ranks, &options(&stop), &mut |_| {}).unwrap();
    let value = server.json(drawn).await["value"].clone();
    assert!(value["rank"].is_i64() && value["words"].is_string(), "{value}");
}
