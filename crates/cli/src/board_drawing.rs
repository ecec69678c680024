//! A position drawn with letters, for a terminal.
//!
//! ```text
//! 7  O-----------.-----------@
//!    | \         |         / |
//! 6  |   .-------.-------.   |      O White, @ Black, . empty
//!    |   | \     |     / |   |      slanted lines on the diagonal board only
//! 5  |   |   .---.---.   |   |
//!    |   |   |       |   |   |
//! 4  .---.---.       .---.---.
//! ```

use std::fmt;

use millwright_rules::{Board, Color, Point, Position};

/// Columns from one file to the next.
const FILE_STEP: usize = 4;
/// Lines from one rank to the next.
const RANK_STEP: usize = 2;
const WIDTH: usize = 6 * FILE_STEP + 1;
const HEIGHT: usize = 6 * RANK_STEP + 1;

/// The mark of a player's stones.
pub(crate) const fn mark(color: Color) -> char {
    match color {
        Color::White => 'O',
        Color::Black => '@',
    }
}

/// A drawing of the stones of a position on its board, 14 lines with the labels on the edge.
pub(crate) struct BoardDrawing {
    /// Line 0 is rank 7, column 0 is file a.
    cells: [[char; WIDTH]; HEIGHT],
}

impl BoardDrawing {
    /// Draws every line of the board and every stone.
    pub(crate) fn new(board: Board, position: &Position) -> Self {
        let mut drawing = Self { cells: [[' '; WIDTH]; HEIGHT] };
        for from in Point::all() {
            for to in board.neighbours(from) {
                drawing.join(cell_of(from), cell_of(to));
            }
        }
        for point in Point::all() {
            let (line, column) = cell_of(point);
            let stone = Color::ALL.into_iter().find(|&color| position.side(color).stones.contains(point));
            drawing.cells[line][column] = stone.map_or('.', mark);
        }
        drawing
    }

    /// Draws the line between two joined points, seen once from each end.
    fn join(&mut self, (line, column): (usize, usize), (to_line, to_column): (usize, usize)) {
        if line == to_line {
            for between in column + 1..to_column {
                self.cells[line][between] = '-';
            }
        } else if column == to_column {
            for between in line + 1..to_line {
                self.cells[between][column] = '|';
            }
        } else if line < to_line {
            // Diagonal neighbours are one rank and one file apart: a single mark fits between them.
            let mark = if column < to_column { '\\' } else { '/' };
            self.cells[line.midpoint(to_line)][column.midpoint(to_column)] = mark;
        }
    }
}

/// Line and column of a point.
fn cell_of(point: Point) -> (usize, usize) {
    let [file, rank] = [0, 1].map(|at| usize::from(point.label().as_bytes()[at]));
    let (file, rank) = (file - usize::from(b'a'), rank - usize::from(b'1'));
    (RANK_STEP * (6 - rank), FILE_STEP * file)
}

impl fmt::Display for BoardDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, cells) in self.cells.iter().enumerate() {
            let label =
                if line % RANK_STEP == 0 { (7 - line / RANK_STEP).to_string() } else { String::new() };
            let cells: String = cells.iter().collect();
            writeln!(f, "{label:1}  {}", cells.trim_end())?;
        }
        writeln!(f, "   a   b   c   d   e   f   g")
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::Game;

    use super::*;

    fn drawn(game: Game) -> String {
        let rules = game.rules();
        BoardDrawing::new(rules.board, &Position::start(&rules)).to_string()
    }

    #[test]
    fn every_line_of_the_board_is_drawn_once() {
        for (game, slanted) in [(Game::Standard, 0), (Game::Morabaraba, 8)] {
            let drawing = drawn(game);
            assert_eq!(drawing.matches('.').count(), 24);
            assert_eq!(drawing.matches(['\\', '/']).count(), slanted, "{drawing}");
            // Horizontal joins are 4, 8 or 12 columns long, vertical ones 2, 4 or 6 lines: 16 of each.
            assert_eq!(drawing.matches('-').count(), 2 * (2 * 11 + 2 * 7 + 2 * 3) + 4 * 3);
            assert_eq!(drawing.matches('|').count(), 2 * (2 * 5 + 2 * 3 + 2) + 4);
        }
    }

    #[test]
    fn points_are_where_their_labels_say() {
        let lines: Vec<String> = drawn(Game::Standard).lines().map(str::to_owned).collect();
        let files = lines.last().unwrap();
        for point in Point::all() {
            let column = files.find(&point.label()[..1]).unwrap();
            let line = lines.iter().find(|line| line.starts_with(&point.label()[1..])).unwrap();
            assert_eq!(line.as_bytes()[column], b'.', "{point}");
        }
    }
}
