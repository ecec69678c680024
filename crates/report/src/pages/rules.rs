//! What the rules change.

use maud::{Markup, html};
use millwright_index::OpeningPly;
use millwright_rules::Game;

use super::frame::{Here, frame};
use super::index::start_words;
use super::shares::{bar, percents};
use crate::quantity::{percent, thousands};
use crate::results::{Comparison, FirstPlies, Results, Statistics};
use crate::site::SiteMap;

pub(crate) fn page(results: &Results, map: &SiteMap) -> Markup {
    let complete: Vec<&Statistics> = map.games.iter().filter_map(|&game| results.complete(game)).collect();
    let content = html! {
        p class="lead" { "The same stones on the same points, and other rules: what becomes of the values." }
        section {
            h2 { "Whole games" }
            div class="wide" { table {
                thead { tr { th { "game" } th { "board" } th { "stones" } th { "placing" } th { "stones in mills" } th { "two mills take" } th { "full board" } th { "start" } th { "won / drawn / lost, %" } th class="number" { "longest" } } }
                tbody { @for statistics in &complete { (row(statistics)) } }
            } }
        }
        (by_ply(&complete))
        section {
            h2 { "What changes, position by position" }
            @if results.comparisons.is_empty() { p { "No comparison is among these results: " code { "millwright compare" } " makes one." } }
            @for of in &results.comparisons { (changes(of)) }
        }
    };
    frame("The rules compared", Here::Rules, map, &content)
}

fn row(statistics: &Statistics) -> Markup {
    let (rules, total) = (&statistics.rules, &statistics.total);
    html! { tr {
        th scope="row" { a href=(format!("{}.html", statistics.game)) { (statistics.game) } }
        td { (rules.board.name()) } td { (rules.stones.white) } td { (rules.placing.name()) }
        td { (rules.protection.name()) } td { (rules.double_mill.name()) } td { (rules.full_board.name()) }
        td { (start_words(statistics)) }
        td { (bar(total)) (percents(total, 1)) }
        td class="number" { @if let Some(plies) = total.max_plies { (plies) } }
    } }
}

/// The games of the same opening beside each other, ply by ply.
fn by_ply(complete: &[&Statistics]) -> Markup {
    let of_nine: Vec<(&Statistics, Vec<OpeningPly>)> = complete
        .iter()
        .filter(|of| of.rules.stones == Game::Standard.rules().stones)
        .filter_map(|&of| Some((of, OpeningPly::all(&of.rules)?)))
        .collect();
    let Some((_, plies)) = of_nine.first() else { return html! {} };
    html! {
        section {
            h2 { "The opening with nine stones each, ply by ply" }
            p class="note" { "Positions before the ply: won by White / drawn / won by Black in percent, and the longest win or loss in plies." }
            div class="wide" { table {
                thead { tr { th { "ply" } th class="number" { "positions" } @for (of, _) in &of_nine { th { (of.game) } } } }
                tbody { @for (place, ply) in plies.iter().enumerate() {
                    tr {
                        th scope="row" { (ply.number) }
                        td class="number" { (thousands(of_nine[0].0.sum(|subspace| ply.has(subspace)).positions)) }
                        @for (of, plies) in &of_nine {
                            @let counts = of.sum(|subspace| plies[place].has(subspace));
                            @let (white, black) = if ply.number % 2 == 1 { (counts.win, counts.loss) } else { (counts.loss, counts.win) };
                            td {
                                (percent(white, counts.positions, 1)) " / " (percent(counts.draw, counts.positions, 1)) " / " (percent(black, counts.positions, 1))
                                @if let Some(plies) = counts.max_plies { ", " (plies) }
                            }
                        }
                    }
                } }
            } }
        }
    }
}

/// Loewer's figure 27 if the opening was compared, else what changes once all stones are placed.
fn changes(of: &Comparison) -> Markup {
    let (place, changes) = match &of.opening {
        Some(opening) => (format!("the opening with {} stones each", opening.stones), &opening.total),
        None => ("all stones placed".to_owned(), &of.total),
    };
    let lines = [
        ("drawn, then won", changes.draw_to_win),
        ("drawn, then lost", changes.draw_to_loss),
        ("won, then drawn", changes.win_to_draw),
        ("won, then lost", changes.win_to_loss),
        ("lost, then won", changes.loss_to_win),
        ("lost, then drawn", changes.loss_to_draw),
        ("the same outcome", changes.unchanged),
        ("the same outcome in another number of plies", changes.other_depth),
    ];
    html! {
        article {
            h3 { "From " (of.from) " to " (of.to) ", " (place) }
            div class="wide" { table {
                tbody { @for (words, count) in lines { tr {
                    th scope="row" { (words) } td class="number" { (thousands(count)) }
                    td class="number" { (percent(count, changes.positions, 3)) " %" }
                } } }
            } }
            @if let Some(opening) = &of.opening { (first_changes(&opening.first)) }
        }
    }
}

fn first_changes(first: &FirstPlies) -> Markup {
    let before = |ply: Option<u8>| ply.map_or("nowhere".to_owned(), |ply| format!("before ply {ply}"));
    html! {
        p class="note" {
            "The first position that takes another number of plies: " (before(first.other_depth))
            "; with another outcome: " (before(first.other_outcome))
            "; won instead of lost, or lost instead of won: " (before(first.reversed)) "."
        }
    }
}
