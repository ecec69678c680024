//! The first page: what is solved.

use maud::{Markup, html};
use millwright_rules::Game;

use super::frame::{Here, frame};
use super::shares::{bar, percents};
use crate::cell::Agreements;
use crate::papers::Paper;
use crate::quantity::thousands;
use crate::results::{Results, Statistics};
use crate::site::SiteMap;

pub(crate) fn page(results: &Results, map: &SiteMap, papers: &[Paper]) -> Markup {
    let content = html! {
        p class="lead" { "Nine Men's Morris and its relatives, solved: what every position is worth, and how long it takes." }
        section {
            h2 { "What is solved" }
            @if map.games.is_empty() {
                p { "Nothing yet. " code { "millwright solve standard --movement --stones 5" } " takes seconds, "
                    code { "millwright solve standard" } " a quarter of an hour." }
            }
            div class="wide" { table {
                thead { tr {
                    th { "game" } th { "stones" } th { "start" } th class="number" { "positions" }
                    th { "won / drawn / lost, %" } th class="number" { "longest win" } th class="number" { "longest loss" }
                } }
                tbody { @for &game in &map.games { @for statistics in of_game(results, game) { (row(game, statistics)) } } }
            } }
        }
        section {
            h2 { "Beside the papers" }
            p { "Every table that our results reach, number by number: " a href="papers.html" { "the papers" } "." }
            div class="wide" { table {
                thead { tr { th { "paper" } th class="number" { "numbers that agree" } th class="number" { "that differ" } th class="number" { "not solved yet" } } }
                tbody { @for paper in papers {
                    @let counted = total(paper);
                    tr {
                        th scope="row" { a href=(format!("papers.html#{}", paper.id)) { (paper.authors) } }
                        td class="number" { (counted.same) }
                        td class="number" { (counted.different) }
                        td class="number" { (counted.only_published) }
                    }
                } }
            } }
        }
    };
    frame("The report", Here::Index, map, &content)
}

/// The whole game and its movement phase where that has been solved for more stones.
fn of_game(results: &Results, game: Game) -> Vec<&Statistics> {
    let mut found: Vec<&Statistics> = results.complete(game).into_iter().collect();
    let movement = results.movement(game).filter(|of| !of.is_complete);
    found.extend(movement);
    found
}

fn row(game: Game, statistics: &Statistics) -> Markup {
    let total = &statistics.total;
    let start = start_words(statistics);
    html! {
        tr {
            th scope="row" { a href=(format!("{game}.html")) { (game) } }
            td {
                @if statistics.is_complete { (statistics.rules.stones.white) }
                @else { (statistics.most_moving()) ", all placed" }
            }
            td { (start) }
            td class="number" { (thousands(total.positions)) }
            td { (bar(total)) (percents(total, 1)) }
            td class="number" { @if let Some(plies) = total.longest_win() { (plies) } }
            td class="number" { @if let Some(plies) = total.of_parity(false).map(|(plies, _)| plies).max() { (plies) } }
        }
    }
}

/// What the empty board is worth to White.
pub(super) fn start_words(statistics: &Statistics) -> String {
    let stones = statistics.rules.stones;
    let start = millwright_index::Subspace {
        mover: 0,
        other: 0,
        mover_hand: stones.white.get(),
        other_hand: stones.black.get(),
    };
    match statistics.subspaces.get(&start).map(|counts| counts.max_plies) {
        None => String::new(),
        Some(None) => "a draw".to_owned(),
        Some(Some(plies)) if plies % 2 == 1 => format!("White wins in {plies}"),
        Some(Some(plies)) => format!("White loses in {plies}"),
    }
}

fn total(paper: &Paper) -> Agreements {
    let mut sum = Agreements::default();
    for counted in paper.tables.iter().map(crate::cell::PaperTable::agreements) {
        sum.same += counted.same;
        sum.different += counted.different;
        sum.only_ours += counted.only_ours;
        sum.only_published += counted.only_published;
    }
    sum
}
