//! What the draws of the complete standard game are worth, under `docs/results`, against Gevay and Danner's tables X
//! and XI.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// What `millwright stats --by rank --format json` printed.
struct Draws {
    draws: u64,
    by_rank: BTreeMap<i64, (Vec<String>, u64)>,
}

impl Draws {
    fn of(json: &str) -> Self {
        let document: Json = serde_json::from_str(json).unwrap();
        assert_eq!((&document["game"], &document["extent"]), (&"standard".into(), &"complete".into()));
        let by_rank = document["ranks"].as_array().unwrap().iter().map(|record| {
            let names = record["subspaces"].as_array().unwrap().iter();
            let names = names.map(|name| name.as_str().unwrap().to_owned()).collect();
            (record["rank"].as_i64().unwrap(), (names, record["positions"].as_u64().unwrap()))
        });
        Self { draws: document["draws"].as_u64().unwrap(), by_rank: by_rank.collect() }
    }

    fn positions(&self, rank: i64) -> u64 {
        self.by_rank.get(&rank).map_or(0, |&(_, positions)| positions)
    }

    /// In hundredths of a percent of all draws, rounded.
    fn hundredths(&self, positions: u64) -> u64 {
        (20_000 * positions + self.draws) / (2 * self.draws)
    }
}

fn published(table: &str) -> Json {
    let document: Json =
        serde_json::from_str(include_str!("../../../../../docs/published/gevay_danner.json")).unwrap();
    document[table]["standard"].clone()
}

/// A percentage of a paper, in hundredths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10,000")]
fn hundredths(percent: &Json) -> u64 {
    (100.0 * percent.as_f64().unwrap()).round() as u64
}

/// All draws of the game, counted by the strong solver.
fn draws_of_the_strong_solution() -> u64 {
    let document: Json =
        serde_json::from_str(include_str!("../../../../../docs/results/standard-complete-9.json")).unwrap();
    document["total"]["draw"].as_u64().unwrap()
}

#[test]
fn every_draw_has_a_rank() {
    for json in [PUBLISHED, STONES] {
        let found = Draws::of(json);
        assert_eq!(found.draws, draws_of_the_strong_solution());
        let ranked: u64 = found.by_rank.values().map(|&(_, positions)| positions).sum();
        assert_eq!(ranked, found.draws);
    }
}

const PUBLISHED: &str = include_str!("../../../../../docs/results/standard-draws-published.json");
const STONES: &str = include_str!("../../../../../docs/results/standard-draws-stones.json");

#[test]
fn draws_by_the_published_ranks_are_those_of_table_10() {
    let found = Draws::of(PUBLISHED);
    let table = published("gevay_table_10_draw_rank_percent");
    let (mut listed, mut named) = (0, 0);
    for (name, percent) in table.as_object().unwrap() {
        let Some((subspace, rank)) = name.split_once(" rank ") else { continue };
        let rank: i64 = rank.parse().unwrap();
        let positions = found.positions(rank);
        assert_eq!(found.hundredths(positions), hundredths(percent), "{name}");
        if rank != 0 {
            assert_eq!(found.by_rank[&rank].0, [subspace.replace(',', "_")], "{name}");
            named += 1;
        }
        listed += positions;
    }
    assert_eq!(named, 9);
    // What is left: percentages are rounded one by one, so theirs may be off by a hundredth.
    let other = found.hundredths(found.draws - listed);
    assert!(other.abs_diff(hundredths(&table["other"])) <= 1, "{other}");
}

#[test]
fn draws_by_the_difference_of_stones_are_those_of_table_11() {
    let found = Draws::of(STONES);
    let differences = (-5..=5).rev();
    let table = published("gevay_table_11_draw_stone_difference_percent");
    for (difference, percent) in differences.zip(table.as_array().unwrap()) {
        let positions = found.positions(difference);
        assert_eq!(found.hundredths(positions), hundredths(percent), "{difference:+}");
    }
}
