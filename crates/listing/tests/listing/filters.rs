//! Filters, limits and samples.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use millwright_index::Subspace;
use millwright_listing::{Amount, Columns, Request, Row, Selection, ValueFilter};
use millwright_ranks::Rank;
use millwright_rules::Game;
use millwright_table::Outcome;

use crate::games::{Draws, Solved, all_of, solved};

static GAME: LazyLock<Solved> = LazyLock::new(|| solved(Game::Standard, 3, 4, Draws::ToldApart));

fn value(text: &str) -> Option<ValueFilter> {
    Some(text.parse().unwrap())
}

fn selected(subspace: Subspace, selection: Selection) -> Request {
    Request { selection, ..all_of(subspace) }
}

fn of_value(subspace: Subspace, text: &str) -> Vec<Row> {
    GAME.rows(selected(subspace, Selection::new(value(text), None, false, false).unwrap()))
}

#[test]
fn values_part_all_positions_and_are_as_many_as_the_head_says() {
    for subspace in GAME.graph.subspaces() {
        let all = GAME.rows(all_of(subspace));
        let table = GAME.directory.open(subspace).unwrap();
        let statistics = table.statistics();
        assert_eq!(all.len() as u64, statistics.positions);
        let mut parts: Vec<Row> =
            Outcome::ALL.iter().flat_map(|outcome| of_value(subspace, outcome.name())).collect();
        parts.sort_by_key(|row| row.slot);
        assert_eq!(parts, all, "{subspace}: outcomes");
        let mut parts = of_value(subspace, "draw");
        for (plies, &count) in statistics.plies.iter().enumerate() {
            let name = if plies % 2 == 1 { "win" } else { "loss" };
            let part = of_value(subspace, &format!("{name}:{plies}"));
            assert_eq!(part.len() as u64, count, "{subspace}: {name} in {plies}");
            parts.extend(part);
        }
        parts.sort_by_key(|row| row.slot);
        assert_eq!(parts, all, "{subspace}: plies");
    }
}

#[test]
fn ranks_part_all_draws_and_are_as_many_as_the_head_says() {
    let ranks = GAME.ranks.as_ref().unwrap();
    for subspace in GAME.graph.subspaces() {
        let table = GAME.directory.ultra(ranks).open(subspace).unwrap();
        let mut counts: BTreeMap<Rank, u64> = BTreeMap::new();
        for (draw, count) in table.values() {
            *counts.entry(draw.rank).or_default() += count;
        }
        let mut parts = Vec::new();
        for (&rank, &count) in &counts {
            let part = GAME.rows(selected(subspace, Selection::new(None, Some(rank), false, false).unwrap()));
            assert_eq!(part.len() as u64, count, "{subspace}: rank {rank}");
            parts.extend(part);
        }
        parts.sort_by_key(|row| row.slot);
        assert_eq!(parts, of_value(subspace, "draw"), "{subspace}");
    }
}

#[test]
fn filters_that_are_combined_take_what_passes_all() {
    let mut seen = 0;
    for name in ["3_3_0_0", "4_3_0_0", "3_4_0_0", "2_2_1_2", "1_2_2_2"] {
        let subspace: Subspace = name.parse().unwrap();
        let all = GAME.rows(Request { columns: Columns::Moves, ..all_of(subspace) });
        let deepest = |outcome: Option<Outcome>| {
            all.iter()
                .filter(|row| outcome.is_none_or(|outcome| row.outcome == outcome))
                .filter_map(|row| row.plies)
                .max()
        };
        for (text, outcome) in
            [(None, None), (value("win"), Some(Outcome::Win)), (value("draw"), Some(Outcome::Draw))]
        {
            for (longest, only_move) in [(false, true), (true, false), (true, true)] {
                let Ok(selection) = Selection::new(text, None, longest, only_move) else { continue };
                let passes = |row: &&Row| {
                    outcome.is_none_or(|outcome| row.outcome == outcome)
                        && (!longest || row.plies.is_some() && row.plies == deepest(outcome))
                        && (!only_move || row.choice.unwrap().is_only_move())
                };
                let expected: Vec<Row> = all.iter().filter(passes).copied().collect();
                let found = GAME.rows(Request { columns: Columns::Moves, ..selected(subspace, selection) });
                assert_eq!(found, expected, "{subspace} {selection:?}");
                seen += found.len();
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn a_limit_takes_the_first_ones_whatever_the_filter() {
    let subspace = "4_3_0_0".parse().unwrap();
    for text in ["win", "draw", "loss"] {
        let all = of_value(subspace, text);
        let selection = Selection::new(value(text), None, false, false).unwrap();
        for limit in [1, 2, 1000, 100_000, u64::MAX] {
            let found = GAME.rows(Request { amount: Amount::First(limit), ..selected(subspace, selection) });
            let length = all.len().min(usize::try_from(limit).unwrap_or(usize::MAX));
            assert_eq!(found, all[..length], "{limit} of {text}");
        }
    }
}

#[test]
fn a_sample_is_drawn_from_what_passes_and_another_seed_gives_another() {
    let subspace = "4_3_0_0".parse().unwrap();
    for (text, only_move) in [("win", false), ("loss", false), ("draw", true)] {
        let selection = Selection::new(value(text), None, false, only_move).unwrap();
        let request = selected(subspace, selection);
        let all: BTreeSet<_> = GAME.rows(request).iter().map(|row| row.slot).collect();
        let sample = |size, seed| {
            let rows = GAME.rows(Request { amount: Amount::Sample { size, seed }, ..request });
            rows.iter().map(|row| row.slot).collect::<Vec<_>>()
        };
        let drawn = sample(50, 1);
        assert_eq!((drawn.len(), drawn.is_sorted()), (50.min(all.len()), true), "{text}");
        assert!(drawn.iter().all(|slot| all.contains(slot)) && drawn.windows(2).all(|two| two[0] < two[1]));
        assert_eq!(sample(50, 1), drawn);
        assert_ne!(sample(50, 2), drawn);
        assert_eq!(sample(10_000_000, 3), all.iter().copied().collect::<Vec<_>>());
    }
}
