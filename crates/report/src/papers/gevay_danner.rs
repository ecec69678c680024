//! Gevay and Danner, "Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris".

use millwright_rules::Game;
use serde_json::Value as Json;

use super::{GEVAY_DANNER, Paper, by_stones, longest, shares, text};
use crate::cell::{Cell, PaperTable};
use crate::quantity::{fixed_percent, percent};
use crate::results::{Draws, Match, Results};

const GAMES: [Game; 3] = [Game::Standard, Game::Lasker, Game::Morabaraba];

pub(super) fn paper(results: &Results) -> Paper {
    let mut tables = vec![table_1(results)];
    for (number, name, game, key) in [
        ("2", "Table II", Game::Standard, "gevay_table_2_standard_start_values"),
        ("3", "Table III", Game::Lasker, "gevay_table_3_lasker_start_values"),
        ("4", "Table IV", Game::Morabaraba, "gevay_table_4_morabaraba_start_values"),
    ] {
        tables.push(starts(results, (number, name), game, &GEVAY_DANNER[key]));
    }
    for (number, name, game, key) in [
        ("5", "Table V", Game::Standard, "gevay_table_5_standard_wdl_percent"),
        ("6", "Table VI", Game::Morabaraba, "gevay_table_6_morabaraba_wdl_percent"),
    ] {
        let title = format!("{game}: positions won / drawn / lost by the player to move, in percent");
        tables.push(by_stones(
            (&format!("gevay-{number}"), name, title),
            &GEVAY_DANNER[key],
            empty_hands(),
            |mover, other| {
                let counts = results.movement(game)?.moving(mover, other)?;
                Some(shares(counts, [counts.win, counts.draw, counts.loss], 0, " / "))
            },
        ));
    }
    for (number, name, game, key) in [
        ("7", "Table VII", Game::Standard, "gevay_table_7_standard_max_dtw"),
        ("8", "Table VIII", Game::Morabaraba, "gevay_table_8_morabaraba_max_dtw"),
    ] {
        let title = format!("{game}: the longest win or loss, in plies");
        tables.push(by_stones(
            (&format!("gevay-{number}"), name, title),
            &GEVAY_DANNER[key],
            empty_hands(),
            |mover, other| longest(results.movement(game)?, mover, other),
        ));
    }
    tables.push(table_9(results));
    tables.extend(GAMES.map(|game| table_10(results, game)));
    tables.push(table_11(results));
    tables.push(figure_3(results));
    Paper {
        id: "gevay-danner",
        authors: "Gévay and Danner",
        title: "Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker Morris",
        tables,
        figures: Vec::new(),
    }
}

fn empty_hands() -> Vec<String> {
    vec!["All stones are placed. Rows: stones of the player to move; columns: of the other.".to_owned()]
}

fn table_1(results: &Results) -> PaperTable {
    let published = &GEVAY_DANNER["gevay_table_1"];
    let row = |game: Game| {
        let total = results.complete(game).map(|of| &of.total);
        let of_game = &published[game.name()];
        let billions = |positions: u64| format!("{}bn", (positions + 500_000_000) / 1_000_000_000);
        let tenths = |part, whole| percent(part, whole, 1);
        let cells = vec![
            Cell::new(total.map(|total| billions(total.positions)), text(&of_game["states"])),
            Cell::new(
                total.map(|total| {
                    [total.win, total.draw, total.loss].map(|part| tenths(part, total.positions)).join("/")
                }),
                text(&of_game["wdl_percent"]),
            ),
            Cell::new(
                total.and_then(|total| total.max_plies).map(|plies| plies.to_string()),
                text(&of_game["max_dtw"]),
            ),
        ];
        (game.name().to_owned(), cells)
    };
    PaperTable {
        id: "gevay-1".to_owned(),
        name: "Table I".to_owned(),
        title:
            "Whole games: positions up to symmetry, won/drawn/lost in percent, longest win or loss in plies"
                .to_owned(),
        notes: vec!["bn: thousand millions.".to_owned()],
        head: ["game", "positions", "won/drawn/lost", "longest"].map(str::to_owned).to_vec(),
        rows: GAMES.map(row).to_vec(),
    }
}

fn starts(results: &Results, (number, name): (&str, &str), game: Game, published: &Json) -> PaperTable {
    let title = format!("{game}: what the empty board is worth to White, by the stones to place");
    let notes = vec![
        "Rows: White's stones; columns: Black's. W9: White wins in 9 plies, L12: he loses in 12, D: a draw."
            .to_owned(),
    ];
    // A star in the paper is about the rule for a full board, not about the value.
    let mut published = published.clone();
    for row in published.as_object_mut().into_iter().flat_map(|rows| rows.values_mut()) {
        for cell in row.as_object_mut().into_iter().flat_map(|cells| cells.values_mut()) {
            if let Some(plain) = cell.as_str().map(|value| value.trim_matches('*').to_owned()) {
                *cell = Json::String(plain);
            }
        }
    }
    by_stones((&format!("gevay-{number}"), name, title), &published, notes, |white, black| {
        let known = results.starts(game).and_then(|starts| starts.values.get(&(white, black)).cloned());
        known.or_else(|| start_of_whole_game(results, game, (white, black)))
    })
}

/// The start of a game that was solved whole: one position.
fn start_of_whole_game(results: &Results, game: Game, stones: (u8, u8)) -> Option<String> {
    let statistics = results.complete(game)?;
    let rules = &statistics.rules;
    if (rules.stones.white.get(), rules.stones.black.get()) != stones {
        return None;
    }
    let start = millwright_index::Subspace { mover: 0, other: 0, mover_hand: stones.0, other_hand: stones.1 };
    let counts = statistics.subspaces.get(&start)?;
    Some(match counts.max_plies {
        None => "D".to_owned(),
        Some(plies) if plies % 2 == 1 => format!("W{plies}"),
        Some(plies) => format!("L{plies}"),
    })
}

fn table_9(results: &Results) -> PaperTable {
    let published = &GEVAY_DANNER["gevay_table_9_win_percent_vs_alpha_beta"];
    let ranges = ["0.1-0.2", "0.2-0.4", "0.4-0.8", "0.8-1.6"];
    let nodes = ["100000-200000", "200000-400000", "400000-800000", "800000-1600000"];
    let rows = [
        ("ultra-plain", false, "ultra, ranks by ratio", "ultra_wdl_ratio"),
        ("ultra-plain", true, "ultra, ranks by stones", "ultra_stone_difference"),
        ("strong-plain", false, "strong", "strong"),
    ];
    // Which ranks the tables of a match had is in the name of its document alone.
    let ours = |player: &str, by_stones: bool, range: &str| {
        let is_it = |found: &&Match| {
            found.first == player
                && found.document.contains("stones") == by_stones
                && found.nodes.as_deref() == Some(range)
        };
        let found = results.matches.iter().find(is_it)?;
        Some(percent(found.wins, found.games, 0))
    };
    let row = |(player, by_stones, words, key): (&str, bool, &str, &str)| {
        let cells = nodes
            .iter()
            .enumerate()
            .map(|(column, range)| Cell::new(ours(player, by_stones, range), text(&published[key][column])));
        (words.to_owned(), cells.collect())
    };
    PaperTable {
        id: "gevay-9".to_owned(),
        name: "Table IX".to_owned(),
        title: "Games won against an alpha-beta opponent, in percent, by the million positions that it looks at before a move".to_owned(),
        notes: vec![
            "These are matches of some hundred games against an opponent that is described in words only, so the two agree within \
             their intervals at best."
                .to_owned(),
        ],
        head: std::iter::once("player").chain(ranges).map(str::to_owned).collect(),
        rows: rows.map(row).to_vec(),
    }
}

fn table_10(results: &Results, game: Game) -> PaperTable {
    let draws = results.draws(game, false);
    let published = GEVAY_DANNER["gevay_table_10_draw_rank_percent"][game.name()].as_object();
    let mut listed = 0;
    let mut rows = Vec::new();
    for (name, percent) in published.into_iter().flatten() {
        let rank = name.rsplit_once("rank ").and_then(|(_, rank)| rank.parse::<i32>().ok());
        let ours = draws.map(|draws| match rank {
            Some(rank) => {
                let positions = of_rank(draws, rank);
                listed += positions;
                positions
            }
            None => draws.positions - listed,
        });
        let whole = draws.map_or(0, |draws| draws.positions);
        let published = percent.as_f64().map(|percent| format!("{percent:.2}"));
        rows.push((
            name.replace(',', "_"),
            vec![Cell::new(ours.map(|part| fixed_percent(part, whole, 2)), published)],
        ));
    }
    PaperTable {
        id: format!("gevay-10-{game}"),
        name: "Table X".to_owned(),
        title: format!("{game}: where drawn positions end by best play, in percent of all draws"),
        notes: vec![
            "A subspace is named by the stones of the player to move and of the other on the board, then in hand. Where the last line \
             differs by a hundredth it is because percentages are rounded one by one."
                .to_owned(),
        ],
        head: ["ends in", "percent"].map(str::to_owned).to_vec(),
        rows,
    }
}

fn of_rank(draws: &Draws, rank: i32) -> u64 {
    draws.ranks.iter().filter(|of| of.rank == rank).map(|of| of.positions).sum()
}

fn table_11(results: &Results) -> PaperTable {
    let published = &GEVAY_DANNER["gevay_table_11_draw_stone_difference_percent"];
    let differences: Vec<i32> = (-5..=5).rev().collect();
    let row = |(place, difference): (usize, &i32)| {
        let cells = GAMES.map(|game| {
            let ours = results
                .draws(game, true)
                .map(|draws| fixed_percent(of_rank(draws, *difference), draws.positions, 2));
            let published = published[game.name()][place].as_f64().map(|percent| format!("{percent:.2}"));
            Cell::new(ours, published)
        });
        (format!("{difference:+}"), cells.to_vec())
    };
    PaperTable {
        id: "gevay-11".to_owned(),
        name: "Table XI".to_owned(),
        title:
            "How many stones more the player to move has where drawn positions end, in percent of all draws"
                .to_owned(),
        notes: Vec::new(),
        head: std::iter::once("difference").chain(GAMES.map(Game::name)).map(str::to_owned).collect(),
        rows: differences.iter().enumerate().map(row).collect(),
    }
}

fn figure_3(results: &Results) -> PaperTable {
    let after = millwright_index::Subspace { mover: 0, other: 1, mover_hand: 12, other_hand: 11 };
    let counts = results.complete(Game::Morabaraba).and_then(|of| of.subspaces.get(&after));
    // Lost for the one who moves next is won, a ply later, for the one who made the first move.
    let number = |count: u64| count.to_string();
    let decided =
        |plies: u16| counts.map(|counts| number(counts.plies.get(&(plies - 1)).copied().unwrap_or(0)));
    let rows = [
        ("win in 49", decided(49), "1"),
        ("win in 69", decided(69), "1"),
        ("draw", counts.map(|counts| number(counts.draw)), "2"),
    ];
    PaperTable {
        id: "gevay-figure-3".to_owned(),
        name: "Figure 3".to_owned(),
        title: "morabaraba: what the first moves are worth to White; four of them up to symmetry".to_owned(),
        notes: Vec::new(),
        head: ["value", "first moves"].map(str::to_owned).to_vec(),
        rows: rows
            .map(|(value, ours, published)| (value.to_owned(), vec![Cell::new(ours, Some(published))]))
            .to_vec(),
    }
}
