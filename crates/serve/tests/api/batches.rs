//! Many positions in one request.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::asking::{Server, three_stones};

const MANY: &str = "/api/standard/positions?stones=3";

async fn ask(server: &Server, body: &Value) -> Vec<Value> {
    let answer = server.post(MANY, body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.json()["positions"].as_array().unwrap().clone()
}

#[tokio::test]
async fn each_position_is_answered_as_if_it_were_asked_alone_and_each_mistake_is_one_entry() {
    let server = Server::new(three_stones());
    let texts = ["w_a1a4d7_b2d2f2", "nonsense", "start", "b_a4a7a1_f2d2", "w_a1a4d7_b2d2f2"];
    for moves in [false, true] {
        let entries = ask(&server, &json!({"positions": texts, "moves": moves})).await;
        assert_eq!(entries.len(), texts.len());
        for (text, entry) in texts.iter().zip(&entries).filter(|(text, _)| **text != "nonsense") {
            let alone = server.json(&format!("/api/standard/position?p={text}&stones=3")).await;
            for field in ["position", "canonical", "subspace", "over", "value", "counts"] {
                assert_eq!(entry[field], alone[field], "{text} {field}");
            }
            let all = alone["moves"].as_array().unwrap();
            let best: Vec<&Value> =
                all.iter().filter(|turn| turn["best"] == true).map(|turn| &turn["move"]).collect();
            assert_eq!(entry["best"], json!(best), "{text}");
            assert_eq!(entry.get("moves"), moves.then_some(&alone["moves"]), "{text}");
        }
        assert_eq!(entries[1]["error"]["code"], "bad-position");
        assert!(entries[1].get("value").is_none());
    }
}

#[tokio::test]
async fn a_thousand_are_answered_and_one_more_is_refused() {
    let server = Server::new(three_stones());
    // The longest notation.
    let mfen = server.json("/api/standard/position?p=w_a1d1.1_b4f4.1&stones=3").await["mfen"].clone();
    let entries = ask(&server, &json!({"positions": vec![mfen.clone(); 1_000]})).await;
    assert_eq!(entries.len(), 1_000);
    assert!(entries.iter().all(|entry| entry == &entries[0] && entry["value"]["outcome"] == "win"));
    for (count, moves, most) in [(1_001, false, 1_000), (101, true, 100), (0, false, 1_000)] {
        let answer =
            server.post(MANY, json!({"positions": vec!["start"; count], "moves": moves}).to_string()).await;
        let message = format!("the number of positions: expected 1 to {most}, found {count}");
        assert_eq!(
            (answer.code().as_str(), &answer.json()["error"]["message"]),
            ("bad-request", &json!(message))
        );
    }
    let answer = server.post(MANY, json!({"positions": ["x".repeat(200_000)]}).to_string()).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
}

#[tokio::test]
async fn what_no_table_has_is_unknown_and_nothing_is_searched() {
    let server = Server::new(three_stones());
    let body = json!({"positions": ["start"]}).to_string();
    let answer = server.post("/api/standard/positions", body).await;
    let entry = &answer.json()["positions"][0];
    assert_eq!(entry["value"], json!({"outcome": "unknown", "plies": null, "source": null}));
    assert_eq!((&entry["best"], &entry["counts"]["unknown"]), (&json!([]), &json!(24)));
}

#[tokio::test]
async fn errors_do_not_say_what_the_server_is_made_of() {
    let server = Server::new(three_stones());
    let mut told = Vec::new();
    for uri in [
        "/api/standard/position",
        "/api/standard/position?p=start&p=start",
        "/api/standard/line?p=start&plies=x",
        "/api/standard/reply?p=start",
        "/api/standard/reply?p=start&player=strong&seed=x",
        "/api/%ff/position?p=start",
    ] {
        told.push(server.get(uri).await);
    }
    for body in ["", "{", "[]", "{\"positions\": 3}", "{\"positions\": [3]}", "{\"mooves\": 1}"] {
        told.push(server.post(MANY, body.to_owned()).await);
    }
    for answer in told {
        assert_eq!(answer.code(), "bad-request", "{answer:?}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_lowercase();
        for word in ["deserialize", "failed to", "target type", "axum", "serde", "rejection", "utf8"] {
            assert!(!message.contains(word), "{message}");
        }
        assert!(message.len() > 20, "{message}");
    }
}

#[tokio::test]
async fn the_reply_of_a_player_has_its_parts_and_its_value() {
    let server = Server::new(three_stones());
    let reply = server.json("/api/standard/reply?p=w_a1a4d7_b2d2f2&player=strong&seed=1").await;
    assert_eq!((&reply["from"], &reply["to"]), (&json!("d7"), &json!("a7")));
    assert_eq!(reply["takes"].as_array().unwrap().len(), 1);
    // The rules say so: the game is over.
    assert_eq!(reply["value"], json!({"outcome": "win", "plies": 1, "source": "table"}));
    let blind = server.json("/api/standard/reply?p=start&player=random").await;
    assert_eq!((&blind["from"], &blind["value"]["outcome"]), (&json!(null), &json!("unknown")));
}

#[tokio::test]
async fn puzzles_have_one_best_move_and_their_theme() {
    let server = Server::new(three_stones());
    for theme in ["win", "draw", "take"] {
        let uri = format!("/api/standard/puzzles?stones=3&theme={theme}&count=5&seed=2");
        let found = server.json(&uri).await;
        let puzzles = found["puzzles"].as_array().unwrap();
        assert!(puzzles.len() <= 5 && (theme != "win" || !puzzles.is_empty()), "{theme}: {found}");
        for puzzle in puzzles {
            let position = puzzle["position"].as_str().unwrap();
            let alone = server.json(&format!("/api/standard/position?p={position}&stones=3")).await;
            assert_eq!(alone["counts"]["only_move"], true, "{position}");
            assert_eq!(alone["moves"][0]["move"], puzzle["solution"]["move"], "{position}");
            assert_eq!((&alone["value"], &alone["fen"]), (&puzzle["value"], &puzzle["fen"]), "{position}");
        }
        assert_eq!(server.json(&uri).await, found, "the same seed");
    }
    for (query, message) in [
        ("theme=castle", "the themes are win, draw, take, not \"castle\""),
        ("count=0", "count: expected 1 to 20, found 0"),
        ("count=21", "count: expected 1 to 20, found 21"),
        ("difficulty=1", "the difficulties are beginner, easy, medium, hard, expert, master, not \"1\""),
    ] {
        let answer = server.get(&format!("/api/standard/puzzles?{query}")).await;
        assert_eq!(
            (answer.code().as_str(), &answer.json()["error"]["message"]),
            ("bad-request", &json!(message))
        );
    }
}
