//! Single numbers of Gasser's and of Stahlhacke's.

use std::collections::BTreeMap;

use millwright_index::{Unit, UnitGraph, UnitIndex};
use millwright_rules::Game;

use super::{OTHERS, Paper, by_stones, text};
use crate::cell::{Cell, PaperFigure, PaperTable};
use crate::chart;
use crate::quantity::percent;
use crate::results::{Counts, Results, Statistics};

pub(super) fn papers(results: &Results) -> [Paper; 2] {
    [
        Paper {
            id: "gasser",
            authors: "Gasser",
            title: "Solving Nine Men's Morris",
            tables: vec![gasser(results), won_by_stones(results)],
            figures: Vec::new(),
        },
        Paper {
            id: "stahlhacke",
            authors: "Stahlhacke",
            title: "The Game of Lasker Morris",
            tables: vec![stahlhacke(results)],
            figures: winning_distances(results),
        },
    ]
}

/// Slots of the movement phase by our own index, which has the same number as his.
fn slots_of_movement() -> u64 {
    let graph = UnitGraph::movement(&Game::Standard.rules());
    let slots = |&unit: &Unit| UnitIndex::slots_of(unit) * graph.planes(unit).count() as u64;
    graph.units().iter().map(slots).sum()
}

fn gasser(results: &Results) -> PaperTable {
    let published = &OTHERS["gasser"];
    let standard = results.movement(Game::Standard);
    let start = results.complete(Game::Standard).map(|of| &of.subspaces);
    let start = start.and_then(|of| {
        of.get(&millwright_index::Subspace { mover: 0, other: 0, mover_hand: 9, other_hand: 9 })
    });
    let outcome = |counts: &Counts| {
        let word = if counts.win > 0 {
            "win"
        } else if counts.loss > 0 {
            "loss"
        } else {
            "draw"
        };
        word.to_owned()
    };
    let rows = [
        (
            "range of the index, all stones placed",
            Some(slots_of_movement().to_string()),
            &published["hash_range"],
        ),
        (
            "subspaces, a swap counted once",
            Some(UnitGraph::movement(&Game::Standard.rules()).units().len().to_string()),
            &published["subspaces"],
        ),
        (
            "longest with three stones each, in plies",
            standard.and_then(|of| of.moving(3, 3)?.max_plies).map(|plies| plies.to_string()),
            &published["three_three_longest"],
        ),
        ("value of the game", start.map(outcome), &published["result"]),
    ];
    PaperTable {
        id: "gasser-numbers".to_owned(),
        name: "Numbers".to_owned(),
        title: "Nine Men's Morris".to_owned(),
        notes: Vec::new(),
        head: ["what", "number"].map(str::to_owned).to_vec(),
        rows: rows
            .map(|(words, ours, published)| (words.to_owned(), vec![Cell::new(ours, text(published))]))
            .to_vec(),
    }
}

/// Gasser's figure 11, which is a picture without numbers.
fn won_by_stones(results: &Results) -> PaperTable {
    let standard = results.movement(Game::Standard);
    by_stones(
        (
            "gasser-11",
            "Figure 11",
            "Positions won for the player to move, in percent, by stones on the board".to_owned(),
        ),
        &OTHERS["gasser"]["figure_11_percent"],
        vec![
            "Rows: stones of the player to move; columns: of the other. His figure has columns of these heights; its caption says of two of \
             them how high they are."
                .to_owned(),
        ],
        |mover, other| {
            let counts = standard?.moving(mover, other)?;
            Some(percent(counts.win, counts.positions, 0))
        },
    )
}

/// The moves after which less than a hundredth of the wins are left: figures 15 and 16 show these.
const LONG: u16 = 30;

/// Stahlhacke's figures 13 to 16.
fn winning_distances(results: &Results) -> Vec<PaperFigure> {
    let lasker = results.complete(Game::LaskerWmd);
    let nine = results.complete(Game::StandardProtectedTakeTwo);
    let figures = [
        ("stahlhacke-13", "Figure 13", lasker, 0, "Lasker Morris: wins by the winner's moves"),
        ("stahlhacke-14", "Figure 14", nine, 0, "Nine Men's Morris: wins by the winner's moves"),
        ("stahlhacke-15", "Figure 15", lasker, LONG, "Lasker Morris: long wins, enlarged"),
        ("stahlhacke-16", "Figure 16", nine, LONG, "Nine Men's Morris: long wins, enlarged"),
    ];
    let figure = |(id, name, statistics, beyond, title): (_, _, Option<&Statistics>, _, _)| {
        let wins = statistics?.total.wins_by_moves();
        let svg = chart::wins_by_moves(&wins, beyond)?;
        Some(PaperFigure { id, name, title, note: peaks_in_words(&wins, beyond), svg })
    };
    figures.into_iter().filter_map(figure).collect()
}

/// Peaks of long wins, and what he says about them.
fn peaks_in_words(wins: &BTreeMap<u16, u64>, beyond: u16) -> String {
    let peaks = peaks(wins, beyond).map(|moves| moves.to_string());
    match peaks.collect::<Vec<_>>().join(", ") {
        found if beyond > 0 && !found.is_empty() => format!(
            "Most wins within four moves to each side: {found}. He finds the peaks of Lasker Morris about four moves to the right of \
             those of Nine Men's Morris."
        ),
        _ => String::new(),
    }
}

/// Moves beyond some number that more wins take than any of the four before and after.
fn peaks(wins: &BTreeMap<u16, u64>, beyond: u16) -> impl Iterator<Item = u16> {
    let longest = wins.keys().copied().max().unwrap_or(0);
    let highest = |moves: u16| {
        let around = moves.saturating_sub(4)..=moves + 4;
        let near = around.filter(|&other| other != moves).map(|other| wins.get(&other).copied().unwrap_or(0));
        wins.get(&moves).copied() > near.max()
    };
    (beyond + 1..=longest).filter(move |&moves| highest(moves))
}

/// A win in n of the winner's moves takes 2n - 1 plies.
fn in_moves(plies: Option<u16>) -> Option<String> {
    plies.map(|plies| plies.div_ceil(2).to_string())
}

fn stahlhacke(results: &Results) -> PaperTable {
    let published = &OTHERS["stahlhacke_lasker"];
    let lasker = results.complete(Game::LaskerWmd);
    let nine = results.complete(Game::StandardProtectedTakeTwo);
    let one_each = millwright_index::Subspace { mover: 1, other: 1, mover_hand: 9, other_hand: 9 };
    let figure_11 = lasker.and_then(|of| of.subspaces.get(&one_each));
    let moving = nine.map(|of| of.sum(millwright_index::Subspace::hands_are_empty));
    let rows = [
        (
            "Lasker Morris: the longest win, in the winner's moves",
            in_moves(lasker.and_then(|of| of.total.longest_win())),
            &published["max_win_moves"],
        ),
        (
            "one stone each, nine in hand: the longest win (figure 11)",
            in_moves(figure_11.and_then(Counts::longest_win)),
            &published["figure_11_win_in_moves"],
        ),
        (
            "Nine Men's Morris, all stones placed: the longest win (figure 10)",
            in_moves(moving.and_then(|of| of.longest_win())),
            &published["nmm_max_win_moves"],
        ),
    ];
    PaperTable {
        id: "stahlhacke-numbers".to_owned(),
        name: "Numbers".to_owned(),
        title: "Lasker Morris and Nine Men's Morris under tournament rules: protected mills, two stones for two mills".to_owned(),
        notes: vec![
            "He also gives shares of all positions; they are taken over more subspaces than play leads to and with more duplicates, so they do \
             not compare."
                .to_owned(),
        ],
        head: ["what", "moves"].map(str::to_owned).to_vec(),
        rows: rows.map(|(words, ours, published)| (words.to_owned(), vec![Cell::new(ours, text(published))])).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_is_higher_than_all_that_is_near_it() {
        let heights = [9, 1, 2, 5, 2, 1, 1, 5, 7, 3, 0, 0, 0, 0, 4, 4];
        let wins = (1..).zip(heights).collect();
        assert_eq!(peaks(&wins, 0).collect::<Vec<_>>(), [1, 9]);
        assert_eq!(peaks(&wins, 1).collect::<Vec<_>>(), [9]);
        assert_eq!(peaks(&BTreeMap::new(), 30).count(), 0);
    }
}
