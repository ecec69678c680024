//! The published ranks, and those that the ratio rule gives.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::{LineEnd, OutcomeCounts, Rank, Ranks};
use millwright_rules::{Game, StoneCount};
use serde_json::Value as Json;

const STANDARD: &str = include_str!("data/std.secval");
const LASKER: &str = include_str!("data/lask.secval");
const MORABARABA: &str = include_str!("data/mora.secval");

#[test]
fn published_files_are_read_and_written_byte_for_byte_and_fit_their_games() {
    for (game, text, line_end, win) in [
        (Game::Standard, STANDARD, LineEnd::Lf, 299),
        (Game::Lasker, LASKER, LineEnd::CrLf, 1715),
        (Game::Morabaraba, MORABARABA, LineEnd::CrLf, 704),
    ] {
        let ranks: Ranks = text.parse().unwrap();
        assert!(ranks.secval(line_end).to_string() == text, "{game}");
        let graph = UnitGraph::complete(&game.rules());
        assert_eq!(ranks.check(&graph), Ok(()), "{game}");
        assert_eq!((ranks.win(), ranks.len()), (Rank(win), graph.subspaces().count()), "{game}");
    }
}

fn four_stones(game: Game) -> UnitGraph {
    let four = StoneCount::new(4).unwrap();
    UnitGraph::complete(&game.rules().with_stones(four, four))
}

fn outcome_counts(record: &Json) -> OutcomeCounts {
    let count = |outcome: &str| record[outcome].as_u64().unwrap();
    OutcomeCounts { win: count("win"), draw: count("draw"), loss: count("loss") }
}

#[test]
fn the_ratio_rule_gives_maloms_ranks_for_whole_games_with_four_stones() {
    for (game, strong, ranks) in [
        (Game::Standard, include_str!("data/mini4_std_strong.json"), include_str!("data/mini4_std.secval")),
        (Game::Lasker, include_str!("data/mini4_lask_strong.json"), include_str!("data/mini4_lask.secval")),
        (
            Game::Morabaraba,
            include_str!("data/mini4_mora_strong.json"),
            include_str!("data/mini4_mora.secval"),
        ),
    ] {
        let sectors: Json = serde_json::from_str(strong).unwrap();
        let counts: HashMap<Subspace, OutcomeCounts> = sectors
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, sector)| (name.split_once('_').unwrap().1.parse().unwrap(), outcome_counts(sector)))
            .collect();
        let found = Ranks::by_ratio(&four_stones(game), |subspace| counts.get(&subspace).copied()).unwrap();
        let published: Ranks = ranks.parse().unwrap();
        assert_eq!(found, published, "{game}");
        assert_eq!(published.to_string(), ranks, "{game}");
    }
}

/// What our tables of a complete game say.
fn counts_of(json: &str) -> HashMap<Subspace, OutcomeCounts> {
    let statistics: Json = serde_json::from_str(json).unwrap();
    let subspaces = statistics["subspaces"].as_array().unwrap().iter();
    subspaces
        .map(|record| (record["subspace"].as_str().unwrap().parse().unwrap(), outcome_counts(record)))
        .collect()
}

#[test]
fn the_ratio_rule_and_the_published_correction_give_all_498_published_ranks_of_the_standard_game() {
    let counts = counts_of(include_str!("../../../docs/results/standard-complete-9.json"));
    let graph = UnitGraph::complete(&Game::Standard.rules());
    let natural = Ranks::by_ratio(&graph, |subspace| counts.get(&subspace).copied()).unwrap();
    let published: Ranks = STANDARD.parse().unwrap();
    assert_eq!((counts.len(), natural.len()), (498, 498));
    assert_ne!(natural, published);
    assert_eq!(natural.published_correction().unwrap(), published);
    assert_eq!(ranked_lines(&natural.published_correction().unwrap()), ranked_lines(&published));
}

/// The lines of a file in their order, but for those of rank 0: theirs is not the published one.
fn ranked_lines(ranks: &Ranks) -> Vec<String> {
    ranks.to_string().lines().filter(|line| !line.ends_with("  0")).map(str::to_owned).collect()
}

#[test]
fn the_ratio_rule_gives_all_published_ranks_of_lasker_morris_and_morabaraba_as_they_are() {
    for (game, subspaces, counts, published) in [
        (Game::Lasker, 3070, include_str!("../../../docs/results/lasker-complete-10.json"), LASKER),
        (
            Game::Morabaraba,
            1216,
            include_str!("../../../docs/results/morabaraba-complete-12.json"),
            MORABARABA,
        ),
    ] {
        let counts = counts_of(counts);
        let graph = UnitGraph::complete(&game.rules());
        let found = Ranks::by_ratio(&graph, |subspace| counts.get(&subspace).copied()).unwrap();
        let published: Ranks = published.parse().unwrap();
        assert_eq!((counts.len(), found.len()), (subspaces, subspaces), "{game}");
        assert_eq!(found, published, "{game}");
        assert_eq!(ranked_lines(&found), ranked_lines(&published), "{game}");
    }
}

#[test]
fn the_correction_is_for_the_standard_game_alone() {
    for text in [STANDARD, LASKER, MORABARABA] {
        let published: Ranks = text.parse().unwrap();
        assert!(published.published_correction().is_err());
    }
}
