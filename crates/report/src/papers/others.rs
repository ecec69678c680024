//! Single numbers of Gasser's and of Stahlhacke's.

use millwright_index::{Unit, UnitGraph, UnitIndex};
use millwright_rules::Game;

use super::{OTHERS, Paper, text};
use crate::cell::{Cell, PaperTable};
use crate::results::{Counts, Results};

pub(super) fn papers(results: &Results) -> [Paper; 2] {
    [
        Paper {
            id: "gasser",
            authors: "Gasser",
            title: "Solving Nine Men's Morris",
            tables: vec![gasser(results)],
        },
        Paper {
            id: "stahlhacke",
            authors: "Stahlhacke",
            title: "The Game of Lasker Morris",
            tables: vec![stahlhacke(results)],
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
