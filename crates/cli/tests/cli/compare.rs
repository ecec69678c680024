//! `millwright compare`: how outcomes change from one game to another.

use serde_json::json;

use crate::binary::{Db, assert_snapshot};

/// The movement phase of both games with up to four stones.
fn solved() -> Db {
    let db = Db::solved("4");
    db.run(&["solve", "standard-protected", "--movement", "--stones", "4"]).expect_success();
    db
}

#[test]
fn four_stones_change_in_748_positions_in_every_form() {
    let db = solved();
    let compare = ["compare", "standard-protected", "standard"];
    let record = db.json(&compare);
    let fields: Vec<&String> = record.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["from", "to", "subspaces", "total"]);
    assert_eq!((&record["from"], &record["to"]), (&json!("standard-protected"), &json!("standard")));
    let subspaces = record["subspaces"].as_array().unwrap();
    let names: Vec<&str> = subspaces.iter().map(|record| record["subspace"].as_str().unwrap()).collect();
    assert_eq!(names, ["3_3_0_0", "3_4_0_0", "4_3_0_0", "4_4_0_0"]);
    let expected = json!({
        "subspace": "4_3_0_0", "positions": 760_398, "win_to_draw": 0, "win_to_loss": 0, "draw_to_win": 748,
        "draw_to_loss": 0, "loss_to_win": 0, "loss_to_draw": 0, "unchanged": 759_650, "other_depth": 0
    });
    assert_eq!(subspaces[2], expected);
    assert_eq!(subspaces[0]["unchanged"], subspaces[0]["positions"]);
    for game in ["standard", "standard-protected"] {
        let stats = db.json(&["stats", game]);
        assert_eq!(stats["total"]["positions"], record["total"]["positions"]);
    }
    let back = db.json(&["compare", "standard", "standard-protected", "--subspace", "4_3_0_0"]);
    assert_eq!((&back["total"]["win_to_draw"], &back["total"]["draw_to_win"]), (&json!(748), &json!(0)));

    let text = db.run(&[&compare[..], &["--list", "changed", "--limit", "3"]].concat()).expect_success();
    assert_snapshot("compare_table", &text);
    let csv = db.run(&[&compare[..], &["--format", "csv"]].concat()).expect_success();
    assert_snapshot("compare_csv", &csv);
}

#[test]
fn listed_positions_have_the_values_that_query_gives() {
    let db = solved();
    let compare = ["compare", "standard-protected", "standard", "--list"];
    let listed =
        |more: &[&str]| db.json(&[&compare[..], more].concat())["listed"].as_array().unwrap().clone();
    let changed = listed(&["changed"]);
    assert_eq!(changed.len(), 20, "that many if nothing is said");
    for record in &changed {
        assert_eq!(record["subspace"], "4_3_0_0");
        let position = record["position"].as_str().unwrap();
        for (game, listed) in [("standard-protected", &record["from"]), ("standard", &record["to"])] {
            let asked = &db.json(&["query", game, position])["value"];
            assert_eq!((&asked["outcome"], &asked["plies"]), (&listed["outcome"], &listed["plies"]));
            assert_eq!(asked["source"], "table");
        }
    }
    assert_eq!(listed(&["changed", "--limit", "1000"]).len(), 748);
    assert_eq!(listed(&["reversed"]).len(), 0);
    let csv = db.run(&[&compare[..], &["changed", "--limit", "1", "--format", "csv"]].concat());
    let position = changed[0]["position"].as_str().unwrap();
    assert_eq!(
        csv.expect_success(),
        format!("position,subspace,from,from_plies,to,to_plies\n{position},4_3_0_0,draw,,win,1\n")
    );
}

#[test]
fn what_cannot_be_compared_is_an_error_that_says_what_to_do() {
    let db = Db::solved("3");
    let error = |args: &[&str]| {
        let error = db.run(&[&["compare"], args].concat()).expect_error();
        db.redacted(&error)
    };
    assert_eq!(
        error(&["standard", "morabaraba"]),
        "error: standard has the orthogonal board and morabaraba the diagonal one: they have no common positions"
    );
    assert_eq!(
        error(&["standard", "standard-protected"]),
        "error: standard and standard-protected have no table in common in DB; make some with: \
         millwright solve standard --movement --stones 4 --db DB and \
         millwright solve standard-protected --movement --stones 4 --db DB"
    );
    for more in [["--stones", "3"], ["--subspace", "3_3_0_0"]] {
        assert_eq!(
            error(&[&["standard", "standard-protected"], &more[..]].concat()),
            "error: the table of subspace 3_3_0_0 is missing: there is no DB/standard-protected/3_3_0_0.mill; \
             make it with: millwright solve standard-protected --movement --stones 3 --db DB"
        );
    }
    for wrong in
        [&["standard"][..], &["standard", "lasker", "--list", "all"], &["standard", "lasker", "--limit", "5"]]
    {
        error(wrong);
    }
}

#[test]
fn a_whole_opening_is_compared_ply_by_ply() {
    let db = Db::empty();
    for game in ["standard", "standard-protected"] {
        db.run(&["solve", game, "--stones", "4"]).expect_success();
    }
    let compare = ["compare", "standard-protected", "standard"];
    let record = db.json(&compare);
    let opening = &record["opening"];
    assert_eq!(opening["stones"], 4);
    let plies = opening["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 8);

    // As many positions as are counted elsewhere, and every subspace with stones in hand once.
    let stats = db.json(&["stats", "standard", "--stones", "4", "--by", "ply"]);
    for (of_ply, counted) in plies.iter().zip(stats["opening"].as_array().unwrap()) {
        for field in ["ply", "turn", "positions"] {
            assert_eq!(of_ply[field], counted[field]);
        }
    }
    let with_hands = |record: &&serde_json::Value| !record["subspace"].as_str().unwrap().ends_with("_0_0");
    for field in ["positions", "draw_to_win", "win_to_draw", "unchanged", "other_depth"] {
        let subspaces = record["subspaces"].as_array().unwrap().iter().filter(with_hands);
        let sum: u64 = subspaces.map(|record| record[field].as_u64().unwrap()).sum();
        assert_eq!(opening["total"][field], sum, "{field}");
        assert_eq!(plies.iter().map(|ply| ply[field].as_u64().unwrap()).sum::<u64>(), sum, "{field}");
    }

    // The first ply is that of the positions with the most stones in hand.
    let listed = db.json(&[&compare[..], &["--list", "changed", "--limit", "1000000"]].concat());
    let ply_of = |listed: &serde_json::Value| {
        let hands = listed["subspace"].as_str().unwrap().split('_').skip(2);
        9 - hands.map(|stones| stones.parse::<u64>().unwrap()).sum::<u64>()
    };
    let changed = listed["listed"].as_array().unwrap();
    assert_eq!(changed.len() as u64, {
        let total = &record["total"];
        total["positions"].as_u64().unwrap() - total["unchanged"].as_u64().unwrap()
    });
    let first = changed.iter().map(ply_of).filter(|&ply| ply < 9).min();
    assert_eq!(opening["first"]["other_outcome"].as_u64(), first);
    assert!(first.is_some(), "protected mills matter before all stones are placed");

    let text = db.run(&compare).expect_success();
    let last = text.lines().last().unwrap();
    assert!(last.contains(&format!("with another outcome: ply {}", first.unwrap())), "{text}");

    // Other games have no plies of an opening, or no tables of all of it.
    assert!(db.json(&[&compare[..], &["--subspace", "4_4_0_0"]].concat()).get("opening").is_none());
}
