//! Whole games, and moves that players choose.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::asking::{Answer, Server, three_stones};

/// Three stones each: White closes a mill with his fifth move and has won.
const MOVES: [&str; 9] = ["a1", "b4", "d2", "f4", "g4", "c3", "d2-d1", "c3-c4", "g4-g1xb4"];

async fn ask(server: &Server, uri: &str, body: &Value) -> Answer {
    server.post(uri, body.to_string()).await
}

async fn whole(server: &Server, body: &Value) -> Value {
    let answer = ask(server, "/api/standard/game?stones=3", body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()
}

#[tokio::test]
async fn a_game_comes_with_every_value_and_its_end() {
    let server = Server::new(three_stones());
    let found = whole(&server, &json!({"moves": MOVES})).await;
    let plies = found["plies"].as_array().unwrap();
    assert_eq!(plies.len(), MOVES.len());
    assert_eq!((&found["format"], &found["start"]), (&json!("moves"), &json!("w_.3_.3")));
    assert_eq!(found["over"]["reason"], "too-few-stones");
    assert_eq!(found["over"]["winner"], "white");
    for (ply, name) in plies.iter().zip(MOVES) {
        assert_eq!(ply["move"], name);
        let position = ply["position"].as_str().unwrap();
        let there = server.json(&format!("/api/standard/position?p={position}&stones=3")).await;
        assert_eq!(ply["value"], there["value"], "{name}");
    }
    assert_eq!((&plies[0]["by"], &plies[1]["by"]), (&json!("white"), &json!("black")));
}

#[tokio::test]
async fn what_is_written_in_any_form_is_read_back_as_the_same_game() {
    let server = Server::new(three_stones());
    let first = whole(&server, &json!({"moves": MOVES})).await;
    for form in ["pgn", "list", "playok"] {
        let again = whole(&server, &json!({"text": first[form]})).await;
        assert_eq!((&again["format"], &again["plies"]), (&json!(form), &first["plies"]), "{form}");
    }
    let pgn = first["pgn"].as_str().unwrap();
    assert!(pgn.contains("[Result \"1-0\"]") && pgn.contains("[Stones \"3\"]"), "{pgn}");
}

#[tokio::test]
async fn a_text_with_several_games_has_each_of_them_and_variations_stay() {
    let server = Server::new(three_stones());
    let text = "[White \"A\"]\n1. d6 f4 1-0\n\n[White \"B\"]\n1. a1 (1. d1 {or} g7) 1... d1 {hm} *";
    let first = whole(&server, &json!({"text": text})).await;
    assert_eq!((&first["games"], &first["tags"]["White"]), (&json!(2), &json!("A")));
    let second = whole(&server, &json!({"text": text, "number": 2})).await;
    assert_eq!((&second["games"], &second["tags"]["White"]), (&json!(2), &json!("B")));
    assert_eq!(second["plies"][0]["variations"], json!(["1. d1 {or} g7"]));
    assert!(second["pgn"].as_str().unwrap().contains("1. a1 (1. d1 {or} g7) 1... d1 {hm} *"), "{second}");
    let third =
        server.post("/api/standard/game?stones=3", json!({"text": text, "number": 3}).to_string()).await;
    assert_eq!(third.json()["error"]["message"], "number: expected 1 to 2, found 3");
}

#[tokio::test]
async fn marks_comments_and_tags_stay() {
    let server = Server::new(three_stones());
    let text = "[White \"A\"]\n[Stones \"3\"]\n\n1. a1! {well} b4 2. d2 $2 *";
    let found = ask(&server, "/api/standard/game", &json!({"text": text})).await.json();
    assert_eq!((&found["tags"]["White"], &found["stones"]["white"]), (&json!("A"), &json!(3)));
    let plies = &found["plies"];
    assert_eq!((&plies[0]["mark"], &plies[0]["comment"]), (&json!("!"), &json!("well")));
    assert_eq!((&plies[2]["mark"], &found["over"]), (&json!("?"), &Value::Null));
    assert!(found["pgn"].as_str().unwrap().contains("{well}"));
}

#[tokio::test]
async fn what_follows_from_the_moves_is_not_taken_from_the_tags() {
    let server = Server::new(three_stones());
    let text = "[PlyCount \"77\"]\n[Termination \"blocked\"]\n\n1. a1 b4 {*} *";
    let found = ask(&server, "/api/standard/game", &json!({"text": text})).await.json();
    assert_eq!((&found["tags"]["PlyCount"], &found["tags"]["Termination"]), (&json!("2"), &Value::Null));
    let again = ask(&server, "/api/standard/game", &json!({"text": found["list"]})).await.json();
    assert_eq!((&again["plies"], &again["format"]), (&found["plies"], &json!("list")));
    let text = "[Termination \"time forfeit\"]\n\n1. a1 b4 1-0";
    let found = ask(&server, "/api/standard/game", &json!({"text": text})).await.json();
    assert_eq!(
        (&found["tags"]["Termination"], &found["tags"]["Result"]),
        (&json!("time forfeit"), &json!("1-0"))
    );
}

#[tokio::test]
async fn a_pgn_of_another_game_is_that_game() {
    let server = Server::new(three_stones());
    let text = "[Variant \"Morabaraba\"]\n\n1. a1 b2 *";
    let found = ask(&server, "/api/standard/game", &json!({"text": text})).await.json();
    assert_eq!((&found["game"], &found["stones"]["white"]), (&json!("morabaraba"), &json!(12)));
    assert_eq!(found["plies"][1]["value"]["outcome"], "unknown");
}

#[tokio::test]
async fn games_that_are_none_are_refused_with_the_place_and_the_reason() {
    let server = Server::new(three_stones());
    for (body, status, code, reason) in [
        (json!({"moves": ["a1", "a1"]}), StatusCode::BAD_REQUEST, "bad-move", "ply 2"),
        (json!({"moves": ["d6", "h8"]}), StatusCode::BAD_REQUEST, "bad-move", "ply 2"),
        (json!({"moves": [], "text": "d6"}), StatusCode::BAD_REQUEST, "bad-request", "either"),
        (json!({"start": "start", "text": "d6"}), StatusCode::BAD_REQUEST, "bad-request", "either"),
        (json!({"mooves": []}), StatusCode::BAD_REQUEST, "bad-request", "mooves"),
        (json!({"text": "hello"}), StatusCode::BAD_REQUEST, "bad-game", "hello"),
        (json!({"text": "[Variant \"Chess\"]\n1. a1 *"}), StatusCode::BAD_REQUEST, "bad-game", "Chess"),
        (json!({"start": "x", "moves": []}), StatusCode::BAD_REQUEST, "bad-position", "x"),
        (json!({"moves": 3}), StatusCode::BAD_REQUEST, "bad-request", ""),
        (json!({}), StatusCode::BAD_REQUEST, "bad-request", ""),
        (json!({"text": "a".repeat(70_000)}), StatusCode::PAYLOAD_TOO_LARGE, "too-large", ""),
    ] {
        let answer = ask(&server, "/api/standard/game", &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{:.60}", body.to_string());
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(reason), "{message}");
    }
    // Two players who go to and fro for ever.
    let mut moves = vec!["a1", "b2", "a7", "b6", "g4", "f4"];
    moves.extend(["a1-d1", "b2-d2", "d1-a1", "d2-b2"].iter().cycle().take(1_000));
    let answer = ask(&server, "/api/standard/game?stones=3", &json!({"moves": moves})).await;
    assert_eq!((answer.status, answer.code()), (StatusCode::PAYLOAD_TOO_LARGE, "too-large".to_owned()));
    let found = whole(&server, &json!({"moves": moves[..14]})).await;
    assert_eq!((&found["over"]["reason"], &found["over"]["winner"]), (&json!("repetition"), &Value::Null));
}

#[tokio::test]
async fn players_choose_as_well_as_they_can_and_the_same_for_the_same_seed() {
    let server = Server::new(three_stones());
    let position = "/api/standard/position?p=w_a1d1.1_b4f4.1&stones=3";
    let best = server.json(position).await["moves"][0].clone();
    let reply = |player: &str, seed: u32| {
        format!("/api/standard/reply?p=w_a1d1.1_b4f4.1&stones=3&player={player}&seed={seed}")
    };
    for seed in 0..20 {
        for player in ["strong", "ultra"] {
            let found = server.json(&reply(player, seed)).await;
            let moves = server.json(position).await["moves"].as_array().unwrap().clone();
            let chosen = moves.iter().find(|other| other["move"] == found["move"]).expect("it is legal");
            assert_eq!(
                (&chosen["outcome"], &chosen["plies"]),
                (&best["outcome"], &best["plies"]),
                "{player}"
            );
            assert_eq!(found["position"], chosen["position"]);
        }
        assert_eq!(server.json(&reply("random", seed)).await, server.json(&reply("random", seed)).await);
    }
    for (uri, code) in [
        (reply("perfect", 0), "bad-player"),
        (reply("erring-100", 0), "bad-player"),
        ("/api/standard/reply?p=b_a4a7a1_f2d2&player=strong".to_owned(), "game-over"),
        ("/api/standard/reply?p=start&player=erring-30".to_owned(), "missing-table"),
    ] {
        assert_eq!(server.get(&uri).await.code(), code, "{uri}");
    }
    // Random moves take no tables.
    server.json("/api/standard/reply?p=start&player=random").await;
}

#[tokio::test]
async fn the_games_of_the_papers_can_be_loaded() {
    let server = Server::new(three_stones());
    for (game, text, plies, reason) in [
        (
            "morabaraba",
            include_str!("../../../rules/tests/games/gevay-danner-figure-6.txt"),
            49,
            "too-few-stones",
        ),
        ("standard", include_str!("../../../rules/tests/games/gevay-danner-figure-8.txt"), 43, "resignation"),
        ("standard", include_str!("../../../rules/tests/games/gevay-danner-figure-9.txt"), 35, "resignation"),
    ] {
        let answer = ask(&server, &format!("/api/{game}/game"), &json!({ "text": text })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
        let found = answer.json();
        assert_eq!(found["plies"].as_array().unwrap().len(), plies);
        assert_eq!((&found["over"]["reason"], &found["over"]["winner"]), (&json!(reason), &json!("white")));
        // Marks and comments come along.
        let marked = found["plies"].as_array().unwrap().iter().filter(|ply| ply["mark"] == "?").count();
        assert_eq!(marked, text.matches('?').count());
    }
}
