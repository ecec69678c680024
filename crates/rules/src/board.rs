//! Which points are joined, and which three in a row are a mill (rules 1.1 to 1.4).

use crate::point::Point;
use crate::point_set::PointSet;

/// The two boards the games are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Board {
    /// The rings are joined at the four edge midpoints: 16 mills.
    Orthogonal,
    /// They are joined at the corners as well: 20 mills (Morabaraba).
    Diagonal,
}

/// What is to know about a board, looked up by point.
#[derive(Debug)]
pub struct BoardTables {
    neighbours: [PointSet; 24],
    /// The mills through each point; unused places are `PointSet::ALL`, which no player can ever hold.
    mills_through: [[PointSet; 3]; 24],
    mills: [PointSet; 20],
    mill_count: usize,
}

static ORTHOGONAL: BoardTables = BoardTables::build(false);
static DIAGONAL: BoardTables = BoardTables::build(true);

impl Board {
    /// Its tables.
    #[must_use]
    pub fn tables(self) -> &'static BoardTables {
        match self {
            Self::Orthogonal => &ORTHOGONAL,
            Self::Diagonal => &DIAGONAL,
        }
    }

    /// The points one step away from `point`.
    #[must_use]
    pub fn neighbours(self, point: Point) -> PointSet {
        self.tables().neighbours[point.index()]
    }

    /// All mills, each a set of three points.
    #[must_use]
    #[inline]
    pub fn mills(self) -> &'static [PointSet] {
        let tables = self.tables();
        &tables.mills[..tables.mill_count]
    }

    /// The mills that a stone on `point` can be part of: two, or three at a diagonal board's corners.
    pub fn mills_through(self, point: Point) -> impl Iterator<Item = PointSet> {
        self.tables().mills_through[point.index()].into_iter().filter(|mill| mill.len() == 3)
    }

    /// How many mills through `point` the `stones` fill, 0 to 3.
    #[must_use]
    #[inline]
    pub fn mills_closed(self, stones: PointSet, point: Point) -> u8 {
        self.tables().mills_through[point.index()]
            .iter()
            .map(|&mill| u8::from(stones.contains_all(mill)))
            .sum()
    }

    /// The stones that stand in a mill.
    #[must_use]
    #[inline]
    pub fn in_mills(self, stones: PointSet) -> PointSet {
        self.mills()
            .iter()
            .filter(|&&mill| stones.contains_all(mill))
            .fold(PointSet::EMPTY, |found, &mill| found | mill)
    }
}

impl BoardTables {
    const fn build(diagonal: bool) -> Self {
        let mut tables = Self {
            neighbours: [PointSet::EMPTY; 24],
            mills_through: [[PointSet::ALL; 3]; 24],
            mills: [PointSet::EMPTY; 20],
            mill_count: 0,
        };
        let mut ring = 0;
        while ring < 3 {
            let mut place = 0;
            while place < 8 {
                let next = 8 * ring + (place + 1) % 8;
                tables.join(8 * ring + place, next);
                if place % 2 == 1 {
                    // A side of the ring runs from a corner over the edge midpoint to the next corner.
                    tables.add_mill(8 * ring + place, next, 8 * ring + (place + 2) % 8);
                }
                if ring < 2 && (diagonal || place % 2 == 0) {
                    tables.join(8 * ring + place, 8 * (ring + 1) + place);
                }
                place += 1;
            }
            ring += 1;
        }
        let mut place = 0;
        while place < 8 {
            if diagonal || place % 2 == 0 {
                tables.add_mill(place, 8 + place, 16 + place);
            }
            place += 1;
        }
        tables
    }

    const fn join(&mut self, one: u8, other: u8) {
        self.neighbours[one as usize] = self.neighbours[one as usize].with(Point::new(other));
        self.neighbours[other as usize] = self.neighbours[other as usize].with(Point::new(one));
    }

    const fn add_mill(&mut self, one: u8, two: u8, three: u8) {
        let mill = PointSet::EMPTY.with(Point::new(one)).with(Point::new(two)).with(Point::new(three));
        self.mills[self.mill_count] = mill;
        self.mill_count += 1;
        let points = [one, two, three];
        let mut i = 0;
        while i < 3 {
            let through = &mut self.mills_through[points[i] as usize];
            let mut free = 0;
            while through[free].len() == 3 {
                free += 1;
            }
            through[free] = mill;
            i += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(labels: &str) -> PointSet {
        labels.split(' ').map(|label| label.parse::<Point>().unwrap()).collect()
    }

    #[test]
    fn boards_have_the_mills_and_joins_of_rules_1_2_and_1_3() {
        for (board, mills, joins) in [(Board::Orthogonal, 16, 32), (Board::Diagonal, 20, 40)] {
            assert_eq!(board.mills().len(), mills);
            assert!(board.mills().iter().all(|mill| mill.len() == 3));
            assert_eq!(
                Point::all().map(|point| board.neighbours(point).iter().len()).sum::<usize>(),
                2 * joins
            );
            for point in Point::all() {
                assert!(board.neighbours(point).iter().all(|next| board.neighbours(next).contains(point)));
                let through: Vec<_> = board.mills_through(point).collect();
                assert_eq!(through.len(), board.mills().iter().filter(|mill| mill.contains(point)).count());
            }
        }
        assert_eq!(Board::Orthogonal.neighbours("d6".parse().unwrap()), set("b6 f6 d5 d7"));
        assert_eq!(Board::Orthogonal.neighbours("b6".parse().unwrap()), set("b4 d6"));
        assert_eq!(Board::Diagonal.neighbours("b6".parse().unwrap()), set("b4 d6 a7 c5"));
    }

    #[test]
    fn mills_closed_counts_each_mill_through_the_point() {
        let corner = "a7".parse().unwrap();
        let stones = set("a1 a4 a7 d7 g7 b6 c5");
        assert_eq!(Board::Orthogonal.mills_closed(stones, corner), 2);
        assert_eq!(Board::Diagonal.mills_closed(stones, corner), 3);
        assert_eq!(Board::Orthogonal.in_mills(stones), set("a1 a4 a7 d7 g7"));
        assert_eq!(Board::Diagonal.in_mills(stones), stones);
    }
}
