//! What is drawn: shapes on a square, from the back to the front.
//!
//! ```text
//!      0        480
//!   0  +---------+
//!      | o Black |   the hand of Black, in a row
//!      | +-----+ |
//!      | |board| |   seven lines, 56 apart
//!      | +-----+ |
//!      | o White |   the hand of White
//! 480  +---------+
//! ```

use millwright_rules::{Color, Point, Position, Rules};

/// The side of the square that all is drawn on.
pub(super) const SIDE: f32 = 480.0;

/// From line to line of the board, and where the first is.
const STEP: f32 = 56.0;
const EDGE: f32 = (SIDE - 6.0 * STEP) / 2.0;

const STONE: f32 = 20.0;
const SPOT: f32 = 5.0;
const LINE: f32 = 3.0;
const RIM: f32 = 2.0;
/// Stones in hand are small, twelve of them in a row.
const IN_HAND: f32 = 11.0;
const HAND_STEP: f32 = 28.0;
const HAND_EDGE: f32 = 34.0;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

const WOOD: Rgb = Rgb(0xe9, 0xd8, 0xb4);
const INK: Rgb = Rgb(0x5b, 0x46, 0x2a);
const IVORY: Rgb = Rgb(0xfb, 0xfa, 0xf5);
const EBONY: Rgb = Rgb(0x26, 0x24, 0x22);
const TURN: Rgb = Rgb(0x2f, 0x6f, 0xb0);

/// A place on the square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// Something to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// With round ends.
    Line {
        from: Place,
        to: Place,
        width: f32,
        color: Rgb,
    },
    Disc {
        at: Place,
        radius: f32,
        color: Rgb,
    },
    Ring {
        at: Place,
        radius: f32,
        width: f32,
        color: Rgb,
    },
}

/// A picture.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) background: Rgb,
    pub(super) shapes: Vec<Shape>,
    /// What is on it, for those who do not see it.
    pub(super) words: String,
}

impl Drawing {
    pub(super) fn of(rules: &Rules, position: &Position) -> Self {
        let mut drawing = Self { background: WOOD, shapes: Vec::new(), words: words(position) };
        drawing.draw_board(rules);
        for color in Color::ALL {
            for point in position.side(color).stones {
                drawing.draw_stone(color, place(point), STONE);
            }
            drawing.draw_hand(color, position);
        }
        drawing
    }

    fn draw_board(&mut self, rules: &Rules) {
        for from in Point::all() {
            for to in rules.board.neighbours(from).iter().filter(|to| from.number() < to.number()) {
                self.shapes.push(Shape::Line { from: place(from), to: place(to), width: LINE, color: INK });
            }
            self.shapes.push(Shape::Disc { at: place(from), radius: SPOT, color: INK });
        }
    }

    fn draw_stone(&mut self, color: Color, at: Place, radius: f32) {
        let fill = match color {
            Color::White => IVORY,
            Color::Black => EBONY,
        };
        self.shapes.push(Shape::Disc { at, radius, color: fill });
        self.shapes.push(Shape::Ring { at, radius, width: RIM, color: INK });
    }

    /// The stones in hand; who is to move has a ring at the beginning of his row.
    fn draw_hand(&mut self, color: Color, position: &Position) {
        let y = match color {
            Color::White => SIDE - HAND_EDGE,
            Color::Black => HAND_EDGE,
        };
        let mut at = Place { x: EDGE, y };
        self.draw_stone(color, at, IN_HAND / 2.0);
        if position.turn() == color {
            self.shapes.push(Shape::Ring { at, radius: IN_HAND, width: LINE, color: TURN });
        }
        for _ in 0..position.side(color).hand {
            at.x += HAND_STEP;
            self.draw_stone(color, at, IN_HAND);
        }
    }
}

/// Files from the left, ranks from below.
fn place(point: Point) -> Place {
    let mut bytes = point.label().bytes();
    let mut next = |first: u8| f32::from(bytes.next().unwrap_or(first).saturating_sub(first));
    let (file, rank) = (next(b'a'), next(b'1'));
    Place { x: EDGE + STEP * file, y: EDGE + STEP * (6.0 - rank) }
}

/// The position in words.
fn words(position: &Position) -> String {
    let of = |color: Color| {
        let side = position.side(color);
        let points: Vec<&str> = side.stones.iter().map(Point::label).collect();
        let stones = if points.is_empty() { "nowhere".to_owned() } else { points.join(" ") };
        format!("{color} on {stones}, {} in hand", side.hand)
    };
    format!("{} to move. {}. {}.", position.turn(), of(Color::White), of(Color::Black))
}
