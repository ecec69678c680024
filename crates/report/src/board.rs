//! Positions as pictures.

use std::collections::BTreeMap;

use maud::{Markup, html};
use millwright_rules::notation::parse_position;
use millwright_rules::{Board, Color, Point, Rules};

use crate::pages::tone;

/// From line to line.
const STEP: i32 = 40;
const EDGE: i32 = 30;

/// Where a point is: files from the left, ranks from below.
fn place(label: &str) -> (i32, i32) {
    let mut bytes = label.bytes();
    let mut next = |first: u8| i32::from(bytes.next().unwrap_or(first).saturating_sub(first));
    let (file, rank) = (next(b'a'), next(b'1'));
    (EDGE + STEP * file, EDGE + STEP * (6 - rank))
}

/// A board with something on its points.
fn around(board: Board, words: &str, on_points: &Markup) -> Markup {
    let size = 2 * EDGE + 6 * STEP;
    let lines = Point::all().flat_map(|from| {
        let neighbours = board.neighbours(from).iter();
        neighbours.filter(move |to| from.number() < to.number()).map(move |to| (from, to))
    });
    html! {
        svg class="board" viewBox=(format!("0 0 {size} {size}")) role="img" aria-label=(words) {
            rect class="wood" x="2" y="2" width=(size - 4) height=(size - 4) rx="10" {}
            @for (from, to) in lines {
                @let ((x1, y1), (x2, y2)) = (place(from.label()), place(to.label()));
                line x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
            }
            (on_points)
        }
    }
}

/// What a move to each point is worth, `W23`, `D` or `L12`.
pub(crate) fn of_values(board: Board, values: &BTreeMap<Point, String>) -> Markup {
    let mut words: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (point, value) in values {
        words.entry(value).or_default().push(point.label());
    }
    let words: Vec<String> =
        words.iter().map(|(value, points)| format!("{value}: {}", points.join(" "))).collect();
    let on_points = html! {
        @for (point, value) in values {
            @let (x, y) = place(point.label());
            rect class=(format!("tag {}", tone(value))) x=(x - 17) y=(y - 12) width="34" height="24" rx="12" {}
            text x=(x) y=(y + 4) { (value) }
        }
    };
    around(board, &words.join("; "), &on_points)
}

/// A position in the short form, drawn; nothing if it is none of these rules.
pub(crate) fn drawing(position: &str, rules: &Rules) -> Markup {
    let Ok(known) = parse_position(position, rules) else { return html! {} };
    let words = format!(
        "{} to move, {} white and {} black stones on the board",
        known.turn(),
        known.side(Color::White).stones.len(),
        known.side(Color::Black).stones.len()
    );
    let stones = html! {
        @for color in Color::ALL {
            @for point in known.side(color).stones {
                @let (x, y) = place(point.label());
                circle class=(if color == Color::White { "ivory" } else { "ebony" }) cx=(x) cy=(y) r="14" {}
            }
        }
    };
    around(rules.board, &words, &stones)
}

/// The stones in hand and who moves, in words.
pub(crate) fn caption(position: &str, rules: &Rules) -> String {
    let Ok(known) = parse_position(position, rules) else { return String::new() };
    let hands = Color::ALL.map(|color| known.side(color).hand);
    let turn = format!("{} to move", known.turn());
    match hands {
        [0, 0] => turn,
        [white, black] => format!("{turn}; in hand: White {white}, Black {black}"),
    }
}

/// Whether diagonals are drawn on a board.
pub(crate) fn words(board: Board) -> &'static str {
    match board {
        Board::Orthogonal => "the board without diagonals",
        Board::Diagonal => "the board with diagonals",
    }
}
