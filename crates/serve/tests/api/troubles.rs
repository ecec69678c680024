//! What cannot be answered, and what is said then.

use std::fs;
use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use millwright_rules::Game;
use millwright_serve::Library;
use serde_json::{Value, json};

use crate::asking::{Server, three_stones};

#[tokio::test]
async fn a_missing_table_is_404_with_the_command_and_the_board_that_can_be_shown() {
    let server = Server::new(three_stones());
    let answer = server.get("/api/standard/position?p=start").await;
    assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "missing-table".to_owned()));
    let found = answer.json();
    assert_eq!(found["error"]["hint"], "make it with: millwright solve standard --stones 9");
    let position = &found["position"];
    let value = &position["value"];
    assert_eq!((&value["outcome"], &value["source"]), (&json!("unknown"), &json!("estimate")));
    assert!(value["plies"].is_null() && value["estimate"].is_i64(), "{value}");
    assert_eq!(position["moves"].as_array().unwrap().len(), 24);
    assert_eq!(position["counts"]["unknown"], 24);
    let answer = server.get("/api/standard/line?p=start").await;
    let line = answer.json();
    assert_eq!((answer.status, &line["value"]["source"]), (StatusCode::OK, &json!("estimate")));
    assert_eq!(line["ends"], "these moves are expected, not known: no table has them");
    let plies = line["line"].as_array().unwrap();
    assert!(!plies.is_empty() && plies.iter().all(|ply| ply["outcome"] == "unknown"), "{line}");
}

#[tokio::test]
async fn a_bad_position_is_400_with_the_reason() {
    let server = Server::new(three_stones());
    for (text, reason) in [
        ("x", "expected"),
        ("w_a1_a1", "a1"),
        ("w_a1a4a7d7d1g1g4g7b2b4_b6", "stones"),
        ("", "expected"),
        ("w_a1.9_b2.9", "stones"),
    ] {
        for address in ["position", "line"] {
            let answer = server.get(&format!("/api/standard/{address}?p={text}")).await;
            assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "bad-position".to_owned()));
            let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
            assert!(message.contains(reason), "{text}: {message}");
        }
    }
    let long = "a".repeat(600);
    let answer = server.get(&format!("/api/standard/position?p={long}")).await;
    assert_eq!(answer.code(), "bad-position");
    assert!(answer.json()["error"]["message"].as_str().unwrap().contains("600"));
}

#[tokio::test]
async fn what_is_not_there_is_404_and_what_is_not_understood_400() {
    let server = Server::new(three_stones());
    for (uri, status, code) in [
        ("/api/chess/position?p=start", StatusCode::NOT_FOUND, "unknown-game"),
        ("/api/standard/position", StatusCode::BAD_REQUEST, "bad-request"),
        ("/api/standard/position?p=start&stones=2", StatusCode::BAD_REQUEST, "bad-stones"),
        ("/api/standard/position?p=start&stones=9,x", StatusCode::BAD_REQUEST, "bad-stones"),
        ("/api/standard/line?p=start&plies=-1", StatusCode::BAD_REQUEST, "bad-request"),
        ("/api/%ff/position?p=start", StatusCode::BAD_REQUEST, "bad-request"),
        ("/api/standard/statistics/%ff", StatusCode::BAD_REQUEST, "bad-request"),
        ("/api/standards", StatusCode::NOT_FOUND, "unknown-game"),
        ("/api", StatusCode::NOT_FOUND, "not-found"),
        ("/nothing", StatusCode::NOT_FOUND, "not-found"),
    ] {
        let answer = server.get(uri).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{uri}");
    }
    let answer = server.send(Request::delete("/api/games").body(Body::empty()).unwrap()).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::METHOD_NOT_ALLOWED, "bad-method".to_owned()));
}

#[tokio::test]
async fn pages_of_other_servers_may_ask() {
    let server = Server::new(three_stones());
    let preflight = Request::options("/api/standard/game")
        .header(header::ORIGIN, "http://elsewhere.example")
        .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
        .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type");
    let answer = server.send(preflight.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_HEADERS], "content-type");
    assert!(answer.headers[header::ACCESS_CONTROL_ALLOW_METHODS].to_str().unwrap().contains("POST"));
    let answer = server.get("/api/games").await;
    assert_eq!(answer.headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
}

#[tokio::test]
async fn small_games_are_solved_when_asked_for_and_until_then_the_server_is_busy() {
    let library = Library::new(Path::new("no such directory"), 1 << 20);
    let server = Server::new(library);
    let uri = "/api/lasker/position?p=start&stones=4";
    let first = server.get(uri).await;
    assert_eq!((first.status, first.code()), (StatusCode::SERVICE_UNAVAILABLE, "busy".to_owned()));
    assert_eq!(first.headers[header::RETRY_AFTER], "1");
    let answer = loop {
        let answer = server.get(uri).await;
        if answer.status != StatusCode::SERVICE_UNAVAILABLE {
            break answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    };
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json()["counts"]["unknown"], 0);
    assert_eq!(server.log.text(), "");
}

#[tokio::test]
async fn a_damaged_table_is_500_and_only_the_log_says_which_file() {
    let db = tempfile::tempdir().unwrap();
    let directory = db.path().join("standard");
    fs::create_dir(&directory).unwrap();
    fs::write(directory.join("3_3_0_0.mill"), b"this is no table").unwrap();
    let library = Library::new(db.path(), 1 << 20);
    assert_eq!(library.tables_on_disk(Game::Standard), 1);
    let server = Server::new(library);
    for uri in ["/api/standard/position?p=w_a1a4d7_b2d2f2", "/api/standard/statistics"] {
        let answer = server.get(uri).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::INTERNAL_SERVER_ERROR, "bad-table".to_owned())
        );
        assert!(!String::from_utf8_lossy(&answer.body).contains("3_3_0_0.mill"), "{answer:?}");
        let id = answer.headers["x-request-id"].to_str().unwrap();
        let log = server.log.text();
        let line: Value = serde_json::from_str(log.lines().last().expect("the log says why")).unwrap();
        assert_eq!((&line["level"], &line["span"]["id"]), (&json!("ERROR"), &json!(id)), "{line}");
        assert!(line["fields"]["cause"].as_str().unwrap().contains("3_3_0_0.mill"), "{line}");
    }
}
