//! One game.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use millwright_index::{OpeningPly, Subspace};
use millwright_rules::{DoubleMill, FullBoard, Game, Placing, Point, Protection, Rules};

use super::census;
use super::frame::{Here, frame};
use super::index::start_words;
use super::shares::{bar, percents, summary, tone};
use crate::board;
use crate::chart;
use crate::quantity::{percent, share, thousands};
use crate::results::{Counts, Draws, Results, Starts, Statistics};
use crate::site::{SiteMap, csv_of};

/// Positions drawn on a page: the longest of the most subspaces.
const BOARDS: usize = 6;

pub(crate) fn page(results: &Results, map: &SiteMap, game: Game) -> Markup {
    let rules = game.rules();
    let complete = results.complete(game);
    let movement = results.movement(game);
    let content = html! {
        p class="lead" { (rules_in_words(&rules)) }
        @if let Some(statistics) = complete.or(movement) { (whole(statistics)) }
        @if let Some(statistics) = complete { (first_moves(results, statistics)) (opening(statistics)) }
        @if let Some(starts) = results.starts(game) { (starts_table(starts)) }
        @if let Some(statistics) = movement { (heat_maps(statistics)) }
        @if let Some(statistics) = complete.or(movement) { (longest_boards(map, statistics)) }
        @if let Some(statistics) = complete {
            @if let Some(arising) = results.arising(statistics) { (census::arising(arising)) }
            @if let Some(choices) = results.choices(statistics) { (census::choices(choices)) }
        }
        @for by_stones in [false, true] { @if let Some(draws) = results.draws(game, by_stones) { (draws_table(draws)) } }
    };
    frame(game.name(), Here::Game(game), map, &content)
}

/// The six fields of the rules as sentences.
fn rules_in_words(rules: &Rules) -> String {
    let stones = rules.stones.white;
    let board = board::words(rules.board);
    let placing = match rules.placing {
        Placing::First => "Stones in hand must be placed first.",
        Placing::Free => "A player with stones in hand places one or moves, as he likes.",
    };
    let protection = match rules.protection {
        Protection::Capture => "If all opposing stones stand in mills, any of them may be taken.",
        Protection::Protected => "A stone in a mill is never taken.",
    };
    let double_mill = match rules.double_mill {
        DoubleMill::One => "Two mills closed at once take one stone.",
        DoubleMill::Two => "Two mills closed at once take two stones.",
    };
    let full_board = match rules.full_board {
        FullBoard::Loss => "On a full board the player to move has lost.",
        FullBoard::Draw => "A full board is a draw.",
    };
    format!("{stones} stones each on {board}. {placing} {protection} {double_mill} {full_board}")
}

fn whole(statistics: &Statistics) -> Markup {
    html! {
        section {
            h2 { @if statistics.is_complete { "The whole game" } @else { "All stones placed" } }
            @let start = start_words(statistics);
            @if !start.is_empty() { p { "The empty board: " strong { (start) } "." } }
            (summary(&statistics.total))
            @if let Some(svg) = chart::depths(&statistics.total) {
                figure {
                    (PreEscaped(svg))
                    figcaption { "How many positions are " span class="win" { "won" } " and " span class="loss" { "lost" }
                        " in how many plies; the scale is logarithmic." }
                }
            }
            p class="note" { a href=(format!("{}.csv", statistics.game)) { "All subspaces as CSV" } }
        }
    }
}

/// What the moves from the empty board are worth, up to symmetry.
fn first_moves(results: &Results, statistics: &Statistics) -> Markup {
    let stones = statistics.rules.stones;
    let after =
        Subspace { mover: 0, other: 1, mover_hand: stones.black.get(), other_hand: stones.white.get() - 1 };
    let Some(counts) = statistics.subspaces.get(&after) else { return html! {} };
    let values = match results.first_moves(statistics) {
        Some(known) => known.values.clone(),
        None => only_value(counts)
            .map_or_else(BTreeMap::new, |value| Point::all().map(|point| (point, value.clone())).collect()),
    };
    html! {
        section {
            h2 { "The first move" }
            @if !values.is_empty() {
                figure class="boards" {
                    (board::of_values(statistics.rules.board, &values))
                    figcaption { "What White has by his first stone on each point: " strong class="draw" { "D" } " a draw, "
                        strong class="win" { "W" } " a win and " strong class="loss" { "L" } " a loss in so many plies." }
                }
            }
            p { "Up to symmetry there are " (counts.positions) " first moves. For White:" }
            ul {
                @if counts.draw > 0 { li { span class="draw" { "a draw" } ": " (counts.draw) } }
                @for (plies, count) in counts.of_parity(false) { li { span class="win" { "a win in " (plies + 1) " plies" } ": " (count) } }
                @for (plies, count) in counts.of_parity(true) { li { span class="loss" { "a loss in " (plies + 1) " plies" } ": " (count) } }
            }
        }
    }
}

/// What all first moves are worth, where they are all worth the same.
fn only_value(counts: &Counts) -> Option<String> {
    let decided: Vec<u16> = counts.plies.keys().copied().collect();
    match (counts.draw, &decided[..]) {
        (1.., []) => Some("D".to_owned()),
        // Counted from the position after it, for the other player.
        (0, [plies]) if plies % 2 == 1 => Some(format!("L{}", plies + 1)),
        (0, [plies]) => Some(format!("W{}", plies + 1)),
        _ => None,
    }
}

/// Ply by ply.
fn opening(statistics: &Statistics) -> Markup {
    let Some(plies) = OpeningPly::all(&statistics.rules) else { return html! {} };
    html! {
        section {
            h2 { "The opening, ply by ply" }
            p class="note" { "Positions before the ply is made, for the player who makes it." }
            div class="wide" { table {
                thead { tr { th { "ply" } th { "made by" } th class="number" { "positions" } th { "won / drawn / lost, %" } th class="number" { "longest" } } }
                tbody { @for ply in plies {
                    @let counts = statistics.sum(|subspace| ply.has(subspace));
                    tr {
                        th scope="row" { (ply.number) } td { (ply.turn) } td class="number" { (thousands(counts.positions)) }
                        td { (bar(&counts)) (percents(&counts, 1)) }
                        td class="number" { @if let Some(plies) = counts.max_plies { (plies) } }
                    }
                } }
            } }
        }
    }
}

fn starts_table(starts: &Starts) -> Markup {
    html! {
        section {
            h2 { "The empty board, by the stones to place" }
            p class="note" { "Rows: White's stones; columns: Black's. W9: White wins in 9 plies, L12: he loses in 12, D: a draw." }
            div class="wide" { table class="paper" {
                thead { tr { th { "stones" } @for black in 3..=12_u8 { th { (black) } } } }
                tbody { @for white in 3..=12_u8 { tr {
                    th scope="row" { (white) }
                    @for black in 3..=12_u8 {
                        @match starts.values.get(&(white, black)) {
                            Some(value) => td class=(format!("{} wash", tone(value))) { (value) },
                            None => td class="missing" { "?" },
                        }
                    }
                } } }
            } }
        }
    }
}

/// Won, drawn and lost, and the longest, by stones on the board.
fn heat_maps(statistics: &Statistics) -> Markup {
    let most = statistics.most_moving();
    let map = |title: &str, cell: &dyn Fn(&Counts) -> Markup| {
        html! {
            article {
                h3 { (title) }
                div class="wide" { table class="paper heat" {
                    thead { tr { th { "stones" } @for other in 3..=most { th { (other) } } } }
                    tbody { @for mover in 3..=most { tr {
                        th scope="row" { (mover) }
                        @for other in 3..=most { @match statistics.moving(mover, other) { Some(counts) => (cell(counts)), None => td {} } }
                    } } }
                } }
            }
        }
    };
    let outcome = |counts: &Counts| {
        let part = |part: u64| 100.0 * share(part, counts.positions);
        let style = format!(
            "background:color-mix(in oklab, var(--win-wash) {:.0}%, color-mix(in oklab, var(--draw-wash) {:.0}%, var(--loss-wash)))",
            part(counts.win),
            if counts.draw + counts.loss == 0 {
                0.0
            } else {
                100.0 * share(counts.draw, counts.draw + counts.loss)
            }
        );
        html! { td style=(style) { (percents(counts, 0)) } }
    };
    let deepest = statistics.subspaces.values().filter_map(|counts| counts.max_plies).max().unwrap_or(1);
    let longest = |counts: &Counts| match counts.max_plies {
        None => html! { td { "-" } },
        Some(plies) => {
            let strength = 100.0 * f64::from(plies) / f64::from(deepest);
            html! { td style=(format!("background:color-mix(in oklab, var(--deep) {strength:.0}%, transparent)")) { (plies) } }
        }
    };
    html! {
        section {
            h2 { "By stones on the board, none in hand" }
            p class="note" { "Rows: stones of the player to move; columns: of the other." }
            (map("Won / drawn / lost by the player to move, in percent", &outcome))
            (map("The longest win or loss, in plies", &longest))
        }
    }
}

/// The positions that take longest, from different subspaces.
fn longest_boards(map: &SiteMap, statistics: &Statistics) -> Markup {
    let mut found: Vec<(&Subspace, &crate::results::Longest)> = statistics
        .subspaces
        .iter()
        .filter_map(|(subspace, counts)| Some((subspace, counts.longest.as_ref()?)))
        .collect();
    found.sort_by_key(|(subspace, longest)| (std::cmp::Reverse(longest.plies), **subspace));
    found.truncate(BOARDS);
    if found.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { "Positions that take longest" }
            p class="note" { "One of each subspace, the longest first." }
            ul class="boards" { @for (_, longest) in found { li {
                figure {
                    (board::drawing(&longest.position, &statistics.rules))
                    figcaption {
                        strong class=(if longest.plies % 2 == 1 { "win" } else { "loss" }) {
                            @if longest.plies % 2 == 1 { "won in " } @else { "lost in " } (longest.plies) " plies"
                        }
                        br; (board::caption(&longest.position, &statistics.rules))
                        br; code { (longest.position) }
                        @if let Some(address) = map.board_of(statistics.game, &longest.position) {
                            br; a href=(address) { "open on board" }
                        }
                    }
                }
            } } }
        }
    }
}

fn draws_table(draws: &Draws) -> Markup {
    html! {
        section {
            h2 { "What draws are worth, " @if draws.by_stones { "by stones" } @else { "by the win/draw/loss ratio" } }
            p { (thousands(draws.positions)) " positions are drawn. By best play they end" }
            div class="wide" { table {
                thead { tr { th { "rank" } th { "in" } th class="number" { "positions" } th class="number" { "percent" } } }
                tbody { @for of in &draws.ranks { tr {
                    th scope="row" { (format!("{:+}", of.rank)) }
                    td { @if of.subspaces.len() <= 4 { (of.subspaces.join(", ")) } @else { (of.subspaces.len()) " subspaces" } }
                    td class="number" { (thousands(of.positions)) }
                    td class="number" { (percent(of.positions, draws.positions, 2)) }
                } } }
            } }
        }
    }
}

/// Every subspace as a line.
pub(crate) fn subspaces_csv(statistics: &Statistics) -> String {
    let head = ["subspace", "positions", "win", "draw", "loss", "longest", "position"].map(str::to_owned);
    let lines = statistics.subspaces.iter().map(|(subspace, counts)| {
        let number = |count: u64| count.to_string();
        [
            subspace.to_string(),
            number(counts.positions),
            number(counts.win),
            number(counts.draw),
            number(counts.loss),
            counts.max_plies.map(|plies| plies.to_string()).unwrap_or_default(),
            counts.longest.as_ref().map(|longest| longest.position.clone()).unwrap_or_default(),
        ]
    });
    csv_of(std::iter::once(head).chain(lines))
}
