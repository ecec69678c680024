//! The board as points in the plane: who is next to whom, and what is a mill, follows from the coordinates.
//!
//! ```text
//! 7  a7----------d7----------g7      y =  3
//! 6  |   b6------d6------f6   |           2
//! 5  |   |   c5--d5--e5   |   |           1
//! 4  a4--b4--c4      e4--f4--g4           0
//! 3  |   |   c3--d3--e3   |   |          -1
//! 2  |   b2------d2------f2   |          -2
//! 1  a1----------d1----------g1          -3
//! x = -3  -2  -1  0   1   2   3
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use millwright_rules::Board;
use thiserror::Error;

/// One of the 24 points. [`Point::ALL`] has them in the order of their labels: a1, a4, a7, b2, ..., g7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// How many points a board has.
    pub const COUNT: usize = 24;

    /// All points, ordered by label.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut i = 0;
        while i < Self::COUNT {
            #[expect(clippy::cast_possible_truncation, reason = "i < 24")]
            {
                all[i] = Self(i as u8);
            }
            i += 1;
        }
        all
    };

    /// The place in [`Point::ALL`], and of this point's cell in an array of cells.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Where the point lies, each coordinate in -3..=3.
    #[must_use]
    pub fn coordinates(self) -> (i8, i8) {
        COORDINATES[self.index()]
    }

    /// The point at these coordinates, if there is one.
    #[must_use]
    pub fn at(x: i8, y: i8) -> Option<Self> {
        Self::ALL.into_iter().find(|point| point.coordinates() == (x, y))
    }

    /// The square the point lies on: 1 inner, 2 middle, 3 outer.
    #[must_use]
    pub fn ring(self) -> i8 {
        let (x, y) = self.coordinates();
        x.abs().max(y.abs())
    }

    /// Corners have a name of their own because only the diagonal board joins them from ring to ring.
    #[must_use]
    pub fn is_corner(self) -> bool {
        let (x, y) = self.coordinates();
        x != 0 && y != 0
    }

    /// The point's name in the books: column a to g, row 1 to 7.
    #[must_use]
    pub fn label(self) -> String {
        self.to_string()
    }
}

/// Corners lie on the two diagonals, edge midpoints on the two axes, and the centre is no point.
static COORDINATES: LazyLock<[(i8, i8); Point::COUNT]> = LazyLock::new(|| {
    let mut coordinates = [(0, 0); Point::COUNT];
    let plane = (-3_i8..=3).flat_map(|x| (-3_i8..=3).map(move |y| (x, y)));
    let points = plane.filter(|&(x, y)| {
        let corner = x.abs() == y.abs() && x != 0;
        let midpoint = (x == 0) != (y == 0);
        corner || midpoint
    });
    for (cell, point) in coordinates.iter_mut().zip(points) {
        *cell = point;
    }
    coordinates
});

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.coordinates();
        let column = char::from(b'd'.saturating_add_signed(x));
        f.pad(&format!("{column}{}", y + 4))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A label that names no point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no point {label:?}; points are a1, a4, a7, b2, ..., g7")]
pub struct UnknownPoint {
    /// What was written.
    pub label: String,
}

impl FromStr for Point {
    type Err = UnknownPoint;
    fn from_str(label: &str) -> Result<Self, UnknownPoint> {
        Self::ALL
            .into_iter()
            .find(|point| point.label() == label)
            .ok_or_else(|| UnknownPoint { label: label.to_owned() })
    }
}

/// Which points are joined, and which three are a mill.
#[derive(Debug)]
pub struct Geometry {
    neighbours: [Vec<Point>; Point::COUNT],
    mills: Vec<[Point; 3]>,
    mates: [Vec<[Point; 2]>; Point::COUNT],
}

static ORTHOGONAL: LazyLock<Geometry> = LazyLock::new(|| Geometry::derive(Board::Orthogonal));
static DIAGONAL: LazyLock<Geometry> = LazyLock::new(|| Geometry::derive(Board::Diagonal));

impl Geometry {
    /// The geometry of a board, derived once.
    #[must_use]
    pub fn of(board: Board) -> &'static Self {
        match board {
            Board::Orthogonal => &ORTHOGONAL,
            Board::Diagonal => &DIAGONAL,
        }
    }

    fn derive(board: Board) -> Self {
        let neighbours = Point::ALL.map(|point| {
            Point::ALL.into_iter().filter(|&other| are_joined(board, point, other)).collect::<Vec<_>>()
        });
        // A mill is two steps of the same length in the same direction. Each is met from both ends: keep one.
        let mut mills = Vec::new();
        for middle in Point::ALL {
            let (x, y) = middle.coordinates();
            for &first in &neighbours[middle.index()] {
                let (from_x, from_y) = first.coordinates();
                if let Some(last) = Point::at(2 * x - from_x, 2 * y - from_y)
                    && first < last
                    && neighbours[middle.index()].contains(&last)
                {
                    mills.push([first, middle, last]);
                }
            }
        }
        let mates = Point::ALL.map(|point| {
            let through = mills.iter().filter(|mill| mill.contains(&point));
            through
                .map(|&[a, b, c]| match point {
                    _ if point == a => [b, c],
                    _ if point == b => [a, c],
                    _ => [a, b],
                })
                .collect()
        });
        Self { neighbours, mills, mates }
    }

    /// The points a stone can slide to, if they are empty.
    #[must_use]
    pub fn neighbours(&self, point: Point) -> &[Point] {
        &self.neighbours[point.index()]
    }

    /// All mills: 16 on the orthogonal board, 20 on the diagonal one.
    #[must_use]
    pub fn mills(&self) -> &[[Point; 3]] {
        &self.mills
    }

    /// For each mill through a point, the two points that complete it.
    #[must_use]
    pub fn mates(&self, point: Point) -> &[[Point; 2]] {
        &self.mates[point.index()]
    }
}

/// Joined are a corner and the next midpoint of the same ring, and neighbours on a spoke.
fn are_joined(board: Board, a: Point, b: Point) -> bool {
    let ((ax, ay), (bx, by)) = (a.coordinates(), b.coordinates());
    if a.ring() == b.ring() {
        // A ring of half-width r has its points r apart along each side.
        let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
        return (dx, dy) == (0, a.ring()) || (dx, dy) == (a.ring(), 0);
    }
    let same_spoke = (ax.signum(), ay.signum()) == (bx.signum(), by.signum());
    let next_ring = (a.ring() - b.ring()).abs() == 1;
    same_spoke && next_ring && (board == Board::Diagonal || !a.is_corner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels<'a>(points: impl IntoIterator<Item = &'a Point>) -> String {
        points.into_iter().map(|point| point.label()).collect::<Vec<_>>().join(" ")
    }

    fn point(label: &str) -> Point {
        label.parse().unwrap()
    }

    #[test]
    fn the_points_are_those_of_the_books() {
        assert_eq!(
            labels(&Point::ALL),
            "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7"
        );
        assert!(Point::ALL.into_iter().all(|point| point.label().parse() == Ok(point)));
        assert_eq!("d4".parse::<Point>(), Err(UnknownPoint { label: "d4".to_owned() }));
    }

    #[test]
    fn the_orthogonal_board_has_32_lines_and_16_mills() {
        let board = Geometry::of(Board::Orthogonal);
        assert_eq!(board.neighbours.iter().map(Vec::len).sum::<usize>(), 2 * 32);
        assert_eq!(board.mills().len(), 16);
        assert!(Point::ALL.into_iter().all(|point| board.mates(point).len() == 2));
        assert_eq!(labels(board.neighbours(point("b2"))), "b4 d2");
        assert_eq!(labels(board.neighbours(point("d2"))), "b2 d1 d3 f2");
        assert_eq!(labels(board.neighbours(point("c4"))), "b4 c3 c5");
    }

    #[test]
    fn the_diagonal_board_has_40_lines_and_20_mills() {
        let board = Geometry::of(Board::Diagonal);
        assert_eq!(board.neighbours.iter().map(Vec::len).sum::<usize>(), 2 * 40);
        assert_eq!(board.mills().len(), 20);
        assert_eq!(labels(board.neighbours(point("b2"))), "a1 b4 c3 d2");
        assert!(board.mills().contains(&[point("a1"), point("b2"), point("c3")]));
        assert!(Point::ALL.into_iter().all(|p| board.mates(p).len() == if p.is_corner() { 3 } else { 2 }));
    }

    #[test]
    fn being_joined_is_mutual() {
        for board in [Board::Orthogonal, Board::Diagonal] {
            for a in Point::ALL {
                for b in Point::ALL {
                    assert_eq!(are_joined(board, a, b), are_joined(board, b, a));
                }
            }
        }
    }
}
