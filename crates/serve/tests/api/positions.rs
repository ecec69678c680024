//! Positions, lines, games and statistics.

use std::time::{Duration, Instant};

use millwright_rules::Game;
use millwright_serve::Library;
use serde_json::{Value, json};

use crate::asking::{Server, three_stones};

#[tokio::test]
async fn a_position_comes_with_its_value_and_all_moves_best_first() {
    let server = Server::new(three_stones());
    let found = server.json("/api/standard/position?p=w_a1a4d7_b2d2f2").await;
    assert_eq!(found["value"], json!({"outcome": "win", "plies": 1, "source": "memory"}));
    assert_eq!(found["subspace"], "3_3_0_0");
    assert_eq!((&found["turn"], &found["white"]["hand"]), (&json!("white"), &json!(0)));
    assert_eq!(found["white"]["points"].as_array().unwrap().len(), 3);
    assert!(found["fen"].as_str().unwrap().ends_with("ids:nodes"));
    assert!(found["mfen"].as_str().unwrap().starts_with("MFEN/1.0"));
    let moves = found["moves"].as_array().unwrap();
    let best = &moves[0];
    assert_eq!((&best["move"], &best["from"], &best["to"]), (&json!("d7-a7xb2"), &json!("d7"), &json!("a7")));
    assert_eq!((&best["takes"], &best["plies"]), (&json!(["b2"]), &json!(1)));
    assert_eq!(best["position"], "b_a4a7a1_f2d2");
    let order: Vec<usize> = moves
        .iter()
        .map(|found| ["win", "draw", "loss"].iter().position(|word| found["outcome"] == *word).unwrap())
        .collect();
    assert!(order.is_sorted());
    let count = |outcome: &str| moves.iter().filter(|found| found["outcome"] == outcome).count();
    for outcome in ["win", "draw", "loss", "unknown"] {
        assert_eq!(found["counts"][outcome], count(outcome), "{outcome}");
    }
}

#[tokio::test]
async fn every_move_leads_to_a_position_whose_value_is_its_own_seen_from_the_other_side() {
    let server = Server::new(three_stones());
    let found = server.json("/api/standard/position?p=w_a1d1.1_b4f4.1&stones=3").await;
    for chosen in found["moves"].as_array().unwrap() {
        let next = chosen["position"].as_str().unwrap();
        let next = server.json(&format!("/api/standard/position?p={next}&stones=3")).await;
        let expected = match next["value"]["outcome"].as_str().unwrap() {
            "win" => "loss",
            "loss" => "win",
            other => other,
        };
        assert_eq!(chosen["outcome"], expected, "{chosen}");
        let plies = next["value"]["plies"].as_u64().map(|plies| plies + 1);
        assert_eq!(chosen["plies"].as_u64(), plies, "{chosen}");
    }
}

#[tokio::test]
async fn a_game_that_is_over_says_how() {
    let server = Server::new(three_stones());
    let found = server.json("/api/standard/position?p=b_a4a7a1_f2d2").await;
    assert_eq!(
        (&found["over"]["reason"], &found["over"]["winner"]),
        (&json!("too-few-stones"), &json!("white"))
    );
    assert_eq!(found["moves"], json!([]));
    assert_eq!(found["value"]["outcome"], "loss");
}

#[tokio::test]
async fn any_notation_is_understood() {
    let server = Server::new(three_stones());
    let short = server.json("/api/standard/position?p=b_a1d1g1_b2d2f4").await;
    for form in ["fen", "mfen"] {
        let text = short[form].as_str().unwrap().replace(' ', "%20");
        assert_eq!(server.json(&format!("/api/standard/position?p={text}")).await, short, "{form}");
    }
}

#[tokio::test]
async fn a_line_is_best_play_to_the_end() {
    let server = Server::new(three_stones());
    let found = server.json("/api/standard/statistics/3_3_0_0").await;
    let (longest, plies) = (found["longest"].as_str().unwrap(), found["max_plies"].as_u64().unwrap());
    let line = server.json(&format!("/api/standard/line?p={longest}")).await;
    let moves = line["line"].as_array().unwrap();
    assert_eq!(moves.len() as u64, plies, "the longest win of the subspace, move by move");
    let left: Vec<u64> = moves.iter().map(|found| found["plies"].as_u64().unwrap()).collect();
    assert_eq!(left, (1..=plies).rev().collect::<Vec<_>>());
    assert!(line["ends"].as_str().unwrap().contains("has lost"), "{}", line["ends"]);
    let short = server.json(&format!("/api/standard/line?p={longest}&plies=2")).await;
    assert_eq!(short["line"].as_array().unwrap()[..], moves[..2]);
    assert_eq!(short["ends"], "the line goes on");
    // What a move consists of, and its value both as a record and beside the other fields.
    let asked = server.json(&format!("/api/standard/position?p={longest}")).await;
    for field in ["move", "from", "to", "takes", "position", "outcome", "plies", "source"] {
        assert_eq!(moves[0][field], asked["moves"][0][field], "{field}");
    }
    assert_eq!(moves[0]["value"], asked["value"]);
}

#[tokio::test]
async fn a_line_has_1_to_400_plies() {
    let server = Server::new(three_stones());
    for (plies, message) in [
        ("0", "plies: expected 1 to 400, found 0"),
        ("401", "plies: expected 1 to 400, found 401"),
        ("-1", "plies: expected a number, found \"-1\""),
        ("many", "plies: expected a number, found \"many\""),
    ] {
        let answer = server.get(&format!("/api/standard/line?p=w_a1a4d7_b2d2f2&plies={plies}")).await;
        assert_eq!(
            (answer.code().as_str(), &answer.json()["error"]["message"]),
            ("bad-request", &json!(message))
        );
    }
}

#[tokio::test]
async fn positions_that_are_the_same_up_to_symmetry_have_one_canonical_form() {
    let server = Server::new(three_stones());
    let canonical = async |text: &str| {
        server.json(&format!("/api/standard/position?p={text}")).await["canonical"].clone()
    };
    let one = canonical("w_a1a4d7_b2d2f2").await;
    // Turned by a quarter, mirrored left and right, rings swapped.
    for image in ["w_a7d7g4_b6b4b2", "w_g1g4d7_f2d2b2", "w_c3c4d5_b2d2f2"] {
        assert_eq!(canonical(image).await, one, "{image}");
    }
    assert_ne!(canonical("b_a1a4d7_b2d2f2").await, one, "whose turn it is is no symmetry");
    assert_eq!(canonical(one.as_str().unwrap()).await, one);
}

#[tokio::test]
async fn statistics_add_up_and_have_every_subspace_that_is_known() {
    let server = Server::new(three_stones());
    let found = server.json("/api/standard/statistics?stones=3").await;
    let subspaces = found["subspaces"].as_array().unwrap();
    assert!(subspaces.iter().any(|record| record["subspace"] == "0_0_3_3"));
    for field in ["positions", "win", "draw", "loss"] {
        let sum: u64 = subspaces.iter().map(|record| record[field].as_u64().unwrap()).sum();
        assert_eq!(found["total"][field], sum, "{field}");
    }
    let one = server.json("/api/standard/statistics/3_3_0_0").await;
    let longest = |parity: u64| {
        let plies = one["plies"].as_array().unwrap().iter().map(|entry| entry["plies"].as_u64().unwrap());
        plies.filter(|plies| plies % 2 == parity).max()
    };
    assert_eq!((one["longest_win"].as_u64(), one["longest_loss"].as_u64()), (longest(1), longest(0)));
    assert_eq!(one["max_plies"].as_u64(), longest(0).max(longest(1)));
    assert!(found["total"]["longest_win"].as_u64() >= longest(1), "the longest of all");
    let decided: u64 =
        one["plies"].as_array().unwrap().iter().map(|entry| entry["positions"].as_u64().unwrap()).sum();
    assert_eq!(decided, one["win"].as_u64().unwrap() + one["loss"].as_u64().unwrap());
    assert_eq!(server.get("/api/standard/statistics/9_9_0_0").await.code(), "unknown-subspace");
    // It is known, and no position of it occurs in the game with nine stones each.
    assert_eq!(server.get("/api/standard/statistics/0_0_3_3").await.code(), "unknown-subspace");
    let nine = server.json("/api/standard/statistics").await;
    assert!(nine["subspaces"].as_array().unwrap().iter().all(|record| record["subspace"] != "0_0_3_3"));
    assert_eq!(server.get("/api/standard/statistics/..").await.code(), "unknown-subspace");
}

#[tokio::test]
async fn games_have_titles_rules_and_what_is_known() {
    let server = Server::new(three_stones());
    let found = server.json("/api/games").await;
    let games = found["games"].as_array().unwrap();
    assert_eq!(games.len(), 8);
    assert_eq!(games[0]["name"], "standard");
    assert_eq!(games[0]["rules"]["stones"], json!({"white": 9, "black": 9}));
    assert_eq!((&games[0]["small"], &games[0]["tables"]), (&json!(5), &json!(0)));
    assert_eq!(games[0]["title"], "Nine Men's Morris");
    let solved = &games[0]["solved"];
    assert_eq!(
        (&solved["needed"], &solved["here"], &solved["solving"]),
        (&json!(498), &json!(0), &json!(null))
    );
    assert_eq!((&solved["from_stone"], &solved["draws_told_apart"]), (&json!(null), &json!(0)));
    assert_eq!(solved["rest"]["command"], "millwright solve standard --stones 9");
    assert_eq!(server.json("/healthz").await, json!({"status": "ok"}));
}

#[tokio::test]
async fn the_description_has_every_address_and_resolves() {
    let server = Server::new(three_stones());
    let found = server.json("/api/openapi.json").await;
    let paths = found["paths"].as_object().unwrap();
    for path in [
        "/healthz",
        "/api/games",
        "/api/{game}/position",
        "/api/{game}/positions",
        "/api/{game}/line",
        "/api/{game}/statistics",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let words = |schema: &str| found["components"]["schemas"][schema]["enum"].clone();
    assert_eq!(words("OutcomeWord"), json!(["win", "draw", "loss", "unknown"]));
    assert_eq!(words("SourceWord"), json!(["table", "memory", "search", "estimate"]));
    assert_eq!(words("ColorWord"), json!(["white", "black"]));
    assert_eq!(words("BoardWord"), json!(["orthogonal", "diagonal"]));
    assert!(words("ErrorCode").as_array().unwrap().contains(&json!("bad-position")));
    let mut references = Vec::new();
    collect_references(&found, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(found.pointer(pointer).is_some(), "{reference} is not there");
    }
}

/// Only draws that have been told apart have ranks: a client that reads the description must not expect them.
#[tokio::test]
async fn the_description_requires_of_a_value_no_more_than_every_value_has() {
    let server = Server::new(three_stones());
    let found = server.json("/api/openapi.json").await;
    let schemas = &found["components"]["schemas"];
    let required = |schema: &Value| schema["required"].as_array().cloned().unwrap_or_default();
    assert_eq!(required(&schemas["DrawRecord"]), Vec::<Value>::new());
    let parts = schemas["ValueRecord"]["allOf"].as_array().unwrap();
    assert!(parts.iter().all(|part| part.get("oneOf").is_none()), "{parts:?}");
    let of_value: Vec<Value> = parts.iter().flat_map(required).collect();
    assert_eq!(of_value, ["outcome"]);
}

fn collect_references(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(reference) if name == "$ref" => into.push(reference.to_owned()),
                    _ => collect_references(field, into),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, into)),
        _ => {}
    }
}

#[tokio::test]
async fn a_mix_of_rules_is_a_game_like_any_other() {
    let server = Server::new(three_stones());
    let name = "diagonal-free-capture-one-draw";
    let game = server.json(&format!("/api/{name}")).await;
    assert_eq!((&game["name"], &game["rules"]["placing"]), (&json!(name), &json!("free")));
    assert!(game["description"].as_str().unwrap().contains("board diagonal"), "{game}");
    assert_eq!(server.json("/api/standard").await["title"], "Nine Men's Morris");
    let found = server.get(&format!("/api/{name}/position?p=start")).await;
    assert_eq!(found.code(), "missing-table");
    let hint = found.json()["error"]["hint"].clone();
    assert_eq!(hint, format!("make it with: millwright solve {name} --stones 12"));
    assert_eq!(server.get("/api/diagonal-free-capture-one/position?p=start").await.code(), "unknown-game");
    assert_eq!(server.get("/api/chess").await.code(), "unknown-game");
}

#[test]
#[ignore = "tells the draws of five-stone games apart: half a minute of a processor"]
fn draws_of_small_games_are_told_apart_where_there_is_room_for_it() {
    let ranks_of = |cache_bytes| {
        let directory = tempfile::tempdir().unwrap();
        let library = Library::new(directory.path(), cache_bytes);
        library.prepare_small(Game::Standard);
        let is_done = || library.shelf(Game::Standard).small_is_finished();
        while !is_done() {
            std::thread::sleep(Duration::from_millis(50));
        }
        let until = Instant::now() + Duration::from_secs(if cache_bytes < 256 << 20 { 5 } else { 600 });
        while Instant::now() < until {
            if let Some(ranks) = library.shelf(Game::Standard).tablebase().ranks().unwrap() {
                return Some(ranks.len());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        None
    };
    assert!(ranks_of(256 << 20) > Some(100));
    assert_eq!(ranks_of(64 << 20), None);
}

#[test]
#[ignore = "tells the draws of five-stone games apart: half a minute of a processor"]
fn draws_of_one_small_game_make_room_for_another() {
    let directory = tempfile::tempdir().unwrap();
    // Room for two games, or for one and its draws.
    let library = Library::new(directory.path(), 460 << 20);
    let until = Instant::now() + Duration::from_mins(10);
    let wait = |is_done: &dyn Fn() -> bool| {
        while !is_done() {
            assert!(Instant::now() < until);
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    let has_ranks = || library.shelf(Game::Standard).tablebase().ranks().unwrap().is_some();
    library.prepare_small(Game::Standard);
    wait(&has_ranks);
    library.prepare_small(Game::Lasker);
    wait(&|| library.shelf(Game::Lasker).small_is_finished());
    assert!(library.shelf(Game::Standard).small_is_finished() && !has_ranks());
}
