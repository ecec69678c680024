//! What matters to whoever runs a server: names, figures, readiness, answers that are kept, tables that come and go.

use std::fs;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use millwright_rules::Game;
use millwright_serve::{Library, MetricsFor, Settings};
use millwright_table::{TableDirectory, WriteOptions};
use serde_json::json;

use crate::asking::{Answer, Server, three_stones, three_stones_solved};

async fn get_with(server: &Server, uri: &str, headers: &[(&str, &str)]) -> Answer {
    let request =
        headers.iter().fold(Request::get(uri), |request, (name, value)| request.header(*name, *value));
    server.send(request.body(Body::empty()).unwrap()).await
}

const POSITION: &str = "/api/standard/position?p=w_a1a4d7_b2d2f2";

#[tokio::test]
async fn a_page_that_calls_this_machine_by_another_name_is_refused() {
    let server = Server::new(three_stones());
    for host in ["evil.example", "evil.example:8080", "localhost.evil.example"] {
        let answer = get_with(&server, POSITION, &[("host", host)]).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::MISDIRECTED_REQUEST, "bad-host"));
        assert_eq!(answer.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
    for host in ["localhost:8080", "127.0.0.1", "[::1]:8080"] {
        assert_eq!(get_with(&server, POSITION, &[("host", host)]).await.status, StatusCode::OK);
    }
    let mut settings = Settings::default();
    settings.allow_host("mill.example");
    let server = Server::with(three_stones(), settings);
    assert_eq!(get_with(&server, POSITION, &[("host", "mill.example")]).await.status, StatusCode::OK);
}

#[tokio::test]
async fn an_answer_is_the_same_the_second_time_and_not_sent_to_who_has_it() {
    let server = Server::new(three_stones());
    let first = server.get(POSITION).await;
    let again = server.get(POSITION).await;
    assert_eq!((&first.body, &first.headers[header::ETAG]), (&again.body, &again.headers[header::ETAG]));
    assert_eq!(first.headers[header::CACHE_CONTROL], "public, max-age=300");
    let tag = first.headers[header::ETAG].to_str().unwrap();
    let known = get_with(&server, POSITION, &[("if-none-match", tag)]).await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let small = get_with(&server, POSITION, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(small.headers[header::CONTENT_ENCODING], "gzip");
    // In one line: nginx up to 1.22 heeds only the last, and sent what was compressed to everybody.
    assert_eq!(small.headers.get_all(header::VARY).iter().collect::<Vec<_>>(), ["accept-encoding"]);
    assert!(small.body.len() * 4 < first.body.len(), "{} of {}", small.body.len(), first.body.len());
    let figures = String::from_utf8(server.get("/metrics").await.body).unwrap();
    assert!(figures.contains("millwright_answer_hits_total 3"), "{figures}");
}

#[tokio::test]
async fn images_of_a_position_are_looked_up_once_and_answered_each_in_its_own_words() {
    let server = Server::new(three_stones());
    let one = server.json("/api/standard/position?p=w_a1a4d7_b2d2f2").await;
    // Mirrored left and right, and with the other player to move.
    let other = server.json("/api/standard/position?p=b_f2d2b2_g1g4d7").await;
    assert_eq!((&one["value"], &one["counts"]), (&other["value"], &other["counts"]));
    assert_eq!(other["turn"], "black");
    let names = |found: &serde_json::Value| -> Vec<String> {
        found["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ply| ply["move"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!((names(&one)[0].as_str(), names(&other)[0].as_str()), ("d7-a7xb2", "d7-g7xb2"));
    let figures = String::from_utf8(server.get("/metrics").await.body).unwrap();
    assert!(figures.contains("millwright_survey_hits_total 1"), "{figures}");
}

#[tokio::test]
async fn the_figures_are_for_this_machine_unless_everybody_may_see_them() {
    let server = Server::new(three_stones());
    server.json(POSITION).await;
    let figures = server.get("/metrics").await;
    let text = String::from_utf8(figures.body).unwrap();
    for line in [
        "millwright_requests_total{kind=\"/api/{game}/position\",status=\"200\"} 1",
        "millwright_request_duration_seconds_count{kind=\"/api/{game}/position\"} 1",
        "millwright_dear_waiting 0",
        "millwright_tables_open 0",
        "# EOF",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let passed_on = [("x-forwarded-for", "203.0.113.7")];
    assert_eq!(get_with(&server, "/metrics", &passed_on).await.status, StatusCode::NOT_FOUND);
    let settings = Settings { metrics: MetricsFor::Everybody, ..Settings::default() };
    let open = Server::with(three_stones(), settings);
    assert_eq!(get_with(&open, "/metrics", &passed_on).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_server_whose_tables_cannot_be_read_is_not_ready() {
    let db = tempfile::tempdir().unwrap();
    let path = db.path().join("tables");
    fs::create_dir(&path).unwrap();
    let server = Server::new(Library::new(&path, 1 << 20));
    assert_eq!(server.json("/readyz").await, json!({"status": "ok"}));
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "no directory").unwrap();
    let answer = server.get("/readyz").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "not-ready"));
    assert_eq!(server.get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn tables_that_come_are_used_without_a_restart() {
    let db = tempfile::tempdir().unwrap();
    let library = Library::new(db.path(), 1 << 20);
    library.add_small(Game::Standard, &three_stones_solved());
    let server = Server::new(library);
    assert_eq!(server.json(POSITION).await["value"]["source"], "memory");
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().unwrap();
    for (subspace, values) in three_stones_solved().iter() {
        directory.write(subspace, values, &WriteOptions::default()).unwrap();
    }
    let found = server.json(POSITION).await;
    assert_eq!(found["value"], json!({"outcome": "win", "plies": 1, "source": "table"}));
    assert_eq!(server.json("/api/standard").await["tables"], fs::read_dir(directory.path()).unwrap().count());
}

#[tokio::test]
async fn every_answer_has_a_number_of_its_own() {
    let server = Server::new(three_stones());
    let id = |headers: &HeaderMap| headers["x-request-id"].to_str().unwrap().to_owned();
    let (one, two) = (server.get("/healthz").await, server.get("/nothing").await);
    assert_ne!(id(&one.headers), id(&two.headers));
    // Only a trusted proxy gives numbers.
    let told = get_with(&server, "/healthz", &[("x-request-id", "mine")]).await;
    assert_ne!(id(&told.headers), "mine");
}

#[tokio::test]
async fn small_games_are_kept_within_the_limit_and_solved_again_when_asked_for() {
    let library = Arc::new(Library::new(std::path::Path::new("no such directory"), 1 << 20));
    library.add_small(Game::Standard, &three_stones_solved());
    assert!(library.shelf(Game::Standard).small_is_finished());
    let first = Arc::downgrade(&library.shelf(Game::Standard));
    // The limit has room for one: the one that was asked about last.
    library.add_small(Game::Lasker, &three_stones_solved());
    library.add_small(Game::Morabaraba, &three_stones_solved());
    // Nobody holds on to the memory of what is no longer kept.
    assert!(first.upgrade().is_none());
    assert!(!library.shelf(Game::Standard).small_is_finished());
    assert!(library.shelf(Game::Morabaraba).small_is_finished());
}

#[tokio::test]
async fn a_small_game_in_use_is_not_driven_out_by_those_that_others_ask_for() {
    let server = Server::new(three_stones());
    for game in ["lasker", "morabaraba", "standard-protected"] {
        let answer = server.get(&format!("/api/{game}/position?p=start&stones=3")).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{game}");
        assert_eq!(server.json(POSITION).await["value"]["source"], "memory");
    }
    let figures = String::from_utf8(server.get("/metrics").await.body).unwrap();
    assert!(figures.contains("millwright_small_games_waiting 0"), "{figures}");
}
