//! `millwright stats --by ply`: the opening of whole games.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::binary::{Db, assert_snapshot};

/// A whole game of so many stones, from the empty board.
fn solved(stones: &str) -> Db {
    let db = Db::empty();
    db.run(&["solve", "standard", "--stones", stones]).expect_success();
    db
}

fn number(record: &Value, field: &str) -> u64 {
    record[field].as_u64().expect("a number")
}

#[test]
fn four_stones_come_out_as_malom_counted_them() {
    let published: BTreeMap<String, Value> =
        serde_json::from_str(include_str!("../../../solve/tests/data/mini4_std_strong.json")).unwrap();
    // By stones in hand: subspaces, wins, draws and losses of the mover, the deepest value.
    let mut expected = BTreeMap::from([(0, [0; 5])]);
    for (sector, counts) in &published {
        let stones: Vec<u64> = sector.split('_').skip(1).map(|count| count.parse().unwrap()).collect();
        let depths = counts["dtw"].as_object().unwrap().keys().map(|plies| plies.parse().unwrap());
        let of_hands = expected.entry(stones[2] + stones[3]).or_default();
        of_hands[0] += 1;
        for (place, field) in [(1, "win"), (2, "draw"), (3, "loss")] {
            of_hands[place] += number(counts, field);
        }
        of_hands[4] = depths.max().unwrap_or(0).max(of_hands[4]);
    }
    let stats = solved("4").json(&["stats", "standard", "--stones", "4", "--by", "ply"]);
    let opening = stats["opening"].as_array().unwrap();
    assert_eq!(opening.len(), 8);
    for (ply, record) in (1..).zip(opening) {
        let [subspaces, win, draw, loss, deepest] = expected[&(9 - ply)];
        assert_eq!((number(record, "ply"), number(record, "subspaces")), (ply, subspaces));
        let found = ["win", "draw", "loss", "positions"].map(|field| number(record, field));
        assert_eq!(found, [win, draw, loss, win + draw + loss], "ply {ply}");
        let by_color = (number(record, "white_win"), number(record, "black_win"));
        let (turn, expected) = if ply % 2 == 1 { ("white", (win, loss)) } else { ("black", (loss, win)) };
        assert_eq!((record["turn"].as_str(), by_color), (Some(turn), expected), "ply {ply}");
        assert_eq!(record["max_plies"].as_u64().unwrap_or(0), deepest, "ply {ply}");
    }
    let [subspaces, win, draw, loss, deepest] = expected[&0];
    let rest = |field| {
        number(&stats["total"], field) - opening.iter().map(|record| number(record, field)).sum::<u64>()
    };
    assert_eq!((subspaces, rest("win"), rest("draw"), rest("loss")), (4, win, draw, loss));
    assert!(number(&stats["total"], "max_plies") >= deepest);
}

#[test]
fn the_longest_of_every_ply_and_of_the_game_are_positions_of_the_game_that_have_it() {
    // With different numbers of stones, colours are more than names.
    for stones in ["4", "3,4", "5,3"] {
        let db = solved(stones);
        let stats = |more: &[&str]| db.json(&[&["stats", "standard", "--stones", stones], more].concat());
        let (by_ply, by_subspace) = (stats(&["--by", "ply"]), stats(&[]));
        assert_eq!(by_ply["total"], by_subspace["total"]);
        assert_eq!(by_ply["extent"], "complete");
        let rows = by_ply["opening"].as_array().unwrap().iter();
        for record in rows.chain(by_subspace["subspaces"].as_array().unwrap()).chain([&by_ply["total"]]) {
            let Some(position) = record["longest"]["position"].as_str() else {
                assert_eq!((&record["max_plies"], &record["longest"]), (&json!(null), &json!(null)));
                continue;
            };
            let answer = db.json(&["query", "standard", position, "--stones", stones]);
            assert_eq!(answer["value"]["plies"], record["max_plies"], "{stones}: {position}");
            if let Some(turn) = record["turn"].as_str() {
                assert_eq!(position[..1], turn[..1], "{stones}: {position}");
            }
        }
        let deepest = by_subspace["subspaces"].as_array().unwrap().iter().map(|record| &record["max_plies"]);
        let deepest = deepest.filter_map(Value::as_u64).max();
        assert_eq!(by_ply["total"]["max_plies"].as_u64(), deepest);
    }
}

#[test]
fn the_table_for_people_and_the_csv_form() {
    let db = solved("4");
    let stats = |format| {
        db.run(&["stats", "standard", "--stones", "4", "--by", "ply", "--format", format]).expect_success()
    };
    assert_snapshot("stats_by_ply_table", &stats("table"));
    assert_snapshot("stats_by_ply_csv", &stats("csv"));
}

#[test]
fn it_takes_the_tables_of_the_whole_game() {
    let db = Db::solved("3");
    let error = db.run(&["stats", "standard", "--stones", "3", "--by", "ply"]).expect_error();
    assert!(error.starts_with("error: the table of subspace "), "{error}");
    let command = "; make it with: millwright solve standard --stones 3 --db DB";
    assert!(db.redacted(&error).ends_with(command), "{error}");
}

#[test]
fn games_without_plies_of_the_opening_are_refused() {
    let db = Db::empty();
    for game in ["lasker", "lasker-wmd"] {
        let error = db.run(&["stats", game, "--stones", "3", "--by", "ply"]).expect_error();
        assert_eq!(
            error,
            format!(
                "error: {game} cannot be counted by ply of the opening: with stones in hand a player may also move, \
                 so they do not tell how many plies have been made"
            )
        );
    }
    for extent in [&["--movement"][..], &["--extended", "3"]] {
        let error = db.run(&[&["stats", "standard", "--by", "ply"], extent].concat()).expect_error();
        assert!(error.ends_with("leave out --movement and --extended"), "{error}");
    }
}
