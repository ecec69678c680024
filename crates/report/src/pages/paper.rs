//! The tables of the papers, ours beside theirs.

use maud::{Markup, PreEscaped, html};

use super::frame::{Here, frame};
use super::shares::tone;
use crate::cell::{Agreement, Cell, PaperFigure, PaperTable};
use crate::papers::Paper;
use crate::site::SiteMap;

pub(crate) fn page(map: &SiteMap, papers: &[Paper]) -> Markup {
    let content = html! {
        p class="lead" { "What others have published, and what came out here. " span class="same" { "Plain" }
            " numbers are the same in both; " span class="different" { "marked" } " ones differ, with the published one below; numbers in "
            span class="missing" { "(brackets)" } " are published and not solved here yet." }
        nav class="contents" aria-label="Tables" {
            @for paper in papers { p {
                strong { (paper.authors) ": " }
                @for table in &paper.tables { a href=(format!("#{}", table.id)) { (table.name) @if let Some(game) = game_of(table) { " (" (game) ")" } } " " }
                @for figure in &paper.figures { a href=(format!("#{}", figure.id)) { (figure.name) } " " }
            } }
        }
        @for paper in papers {
            section id=(paper.id) {
                h2 { (paper.authors) }
                p { cite { (paper.title) } }
                @for table in &paper.tables { (table_markup(table)) }
                @for figure in &paper.figures { (figure_markup(figure)) }
            }
        }
    };
    frame("Beside the papers", Here::Papers, map, &content)
}

/// The game in the name of a table that several games have.
fn game_of(table: &PaperTable) -> Option<&str> {
    table.id.strip_prefix("gevay-10-")
}

fn figure_markup(figure: &PaperFigure) -> Markup {
    html! {
        article id=(figure.id) {
            h3 { (figure.name) ": " (figure.title) }
            @if !figure.note.is_empty() { p class="note" { (figure.note) } }
            figure { (PreEscaped(&figure.svg)) figcaption { "Drawn from our numbers; the paper has the picture alone." } }
        }
    }
}

fn table_markup(table: &PaperTable) -> Markup {
    let counted = table.agreements();
    let cell = |cell: &Cell| match cell.agreement() {
        Agreement::Same | Agreement::OnlyOurs => {
            let ours = cell.ours.as_deref().unwrap_or_default();
            html! { td class=(tone(ours)) { (ours) } }
        }
        Agreement::Different => html! {
            td class="different" { (cell.ours.as_deref().unwrap_or_default()) br; small { "published: " (cell.published.as_deref().unwrap_or_default()) } }
        },
        Agreement::OnlyPublished => {
            html! { td class="missing" { "(" (cell.published.as_deref().unwrap_or_default()) ")" } }
        }
        Agreement::Neither => html! { td {} },
    };
    html! {
        article id=(table.id) {
            h3 { (table.name) ": " (table.title) }
            @for note in &table.notes { p class="note" { (note) } }
            div class="wide" { table class="paper" {
                thead { tr { @for head in &table.head { th { (head) } } } }
                tbody { @for (row, cells) in &table.rows { tr { th scope="row" { (row) } @for one in cells { (cell(one)) } } } }
            } }
            p class="note" {
                (counted.same) " agree"
                @if counted.different > 0 { ", " strong { (counted.different) " differ" } }
                @if counted.only_published > 0 { ", " (counted.only_published) " not solved here yet" }
                ". " a href=(format!("{}.csv", table.id)) { "As CSV" }
            }
        }
    }
}
