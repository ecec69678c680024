//! The tables of the papers, number by number.

mod gevay_danner;
mod loewer;
mod others;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value as Json;

use crate::cell::{Cell, PaperFigure, PaperTable};
use crate::quantity::percent;
use crate::results::{Counts, Results, Statistics};

/// A paper, and what of it can be compared.
pub(crate) struct Paper {
    pub(crate) id: &'static str,
    pub(crate) authors: &'static str,
    pub(crate) title: &'static str,
    pub(crate) tables: Vec<PaperTable>,
    pub(crate) figures: Vec<PaperFigure>,
}

/// All papers, beside these results.
pub(crate) fn papers(results: &Results) -> Vec<Paper> {
    let mut papers = vec![gevay_danner::paper(results), loewer::paper(results)];
    papers.extend(others::papers(results));
    papers
}

fn parsed(json: &str) -> Json {
    serde_json::from_str(json).expect("the published numbers are JSON; a test reads them")
}

/// What Gevay and Danner published.
static GEVAY_DANNER: LazyLock<Json> =
    LazyLock::new(|| parsed(include_str!("../../../../docs/published/gevay_danner.json")));
/// What Loewer published.
static LOEWER: LazyLock<Json> =
    LazyLock::new(|| parsed(include_str!("../../../../docs/published/loewer.json")));
/// What Gasser and Stahlhacke published.
static OTHERS: LazyLock<Json> =
    LazyLock::new(|| parsed(include_str!("../../../../docs/published/gasser_stahlhacke.json")));

/// A published number or word as text; `None` where there is none.
fn text(json: &Json) -> Option<String> {
    match json {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// A table of stones against stones: rows for the mover or White, columns for the other.
fn by_stones(
    (id, name, title): (&str, &str, String),
    published: &Json,
    notes: Vec<String>,
    ours: impl Fn(u8, u8) -> Option<String>,
) -> PaperTable {
    let mut cells: BTreeMap<(u8, u8), Cell> = BTreeMap::new();
    let most = if published["12"].is_null() { 9 } else { 12 };
    for mover in 3..=most {
        for other in 3..=most {
            let published = text(&published[mover.to_string()][other.to_string()]);
            cells.insert((mover, other), Cell::new(ours(mover, other), published));
        }
    }
    let row = |mover: u8| {
        let cells = (3..=most).map(|other| cells[&(mover, other)].clone()).collect();
        (mover.to_string(), cells)
    };
    PaperTable {
        id: id.to_owned(),
        name: name.to_owned(),
        title,
        notes,
        head: std::iter::once("stones".to_owned()).chain((3..=most).map(|other| other.to_string())).collect(),
        rows: (3..=most).map(row).collect(),
    }
}

/// Shares of a subspace's positions, joined as a paper prints them.
fn shares(counts: &Counts, order: [u64; 3], decimals: u32, between: &str) -> String {
    order.map(|part| percent(part, counts.positions, decimals)).join(between)
}

/// The longest win or loss of a subspace; `N/A` if all is drawn.
fn longest(statistics: &Statistics, mover: u8, other: u8) -> Option<String> {
    let counts = statistics.moving(mover, other)?;
    Some(counts.max_plies.map_or_else(|| "N/A".to_owned(), |plies| plies.to_string()))
}
