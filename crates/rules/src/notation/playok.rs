//! `PlayOK` numbers the points 1 to 24, row by row from the top.

use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::error::{Notation, NotationError};
use super::turn;
use crate::moves::Move;
use crate::point::Point;

/// A whole turn in `PlayOK`'s numbers: `1`, `5-6x12`.
///
/// ```text
/// 1-----------2-----------3
/// |   4-------5-------6   |
/// |   |   7---8---9   |   |
/// 10--11--12      13--14--15
/// |   |   16--17--18  |   |
/// |   19------20------21  |
/// 22----------23----------24
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayOk(pub Move);

/// The number of the point (see [`Point`]) that `PlayOK` calls 1, 2, ..., 24.
const POINTS: [u8; Point::COUNT] = [
    1, 2, 3, //
    9, 10, 11, //
    17, 18, 19, //
    0, 8, 16, 20, 12, 4, //
    23, 22, 21, //
    15, 14, 13, //
    7, 6, 5,
];

pub(super) fn read_point(cursor: &mut Cursor<'_>) -> Result<Point, NotationError> {
    let number = cursor.number(1, 24)?;
    Ok(Point::new(POINTS[usize::from(number) - 1]))
}

/// 1 to 24.
fn number(point: Point) -> usize {
    1 + POINTS.iter().take_while(|&&other| other != point.number()).count()
}

impl FromStr for PlayOk {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(Notation::PlayOk, text);
        let chosen = turn::read(&mut cursor, read_point)?;
        cursor.end()?;
        Ok(Self(chosen))
    }
}

impl fmt::Display for PlayOk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.0.from {
            write!(f, "{}-", number(from))?;
        }
        write!(f, "{}", number(self.0.to))?;
        self.0.taken.iter().try_for_each(|point| write!(f, "x{}", number(point)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_run_row_by_row_from_the_top() {
        let mut rows: Vec<Point> = Point::all().collect();
        rows.sort_by_key(|point| {
            let label = point.label().as_bytes();
            (std::cmp::Reverse(label[1]), label[0])
        });
        for (index, point) in rows.into_iter().enumerate() {
            assert_eq!(number(point), index + 1);
            let placed: PlayOk = (index + 1).to_string().parse().unwrap();
            assert_eq!(placed.0, point.label().parse().unwrap());
        }
    }

    #[test]
    fn the_examples_of_the_conventions_are_read_and_written() {
        for (text, labels) in [("1", "a7"), ("5-6x12", "d6-f6xc4"), ("24x2x10", "g1xa4xd7")] {
            let read: PlayOk = text.parse().unwrap();
            assert_eq!(read.0, labels.parse().unwrap());
            assert_eq!(read.to_string().parse(), Ok(read));
        }
        assert_eq!("5-6x12".parse::<PlayOk>().unwrap().to_string(), "5-6x12");
    }

    #[test]
    fn each_mistake_is_named_with_its_column() {
        let error = |text: &str| text.parse::<PlayOk>().unwrap_err().to_string();
        let number = "expected a number from 1 to 24, found";
        assert_eq!(error("0"), format!("PlayOK move, column 1: {number} \"0\""));
        assert_eq!(error("5-25"), format!("PlayOK move, column 3: {number} \"25\""));
        assert_eq!(
            error("99999999999999999999"),
            format!("PlayOK move, column 1: {number} \"99999999999999999999\"")
        );
        assert_eq!(error("5-6x"), format!("PlayOK move, column 5: {number} the end of the text"));
        assert_eq!(error("a1"), format!("PlayOK move, column 1: {number} \"a1\""));
        assert_eq!(error("5-5"), "PlayOK move, column 3: d6 is named for the second time");
        assert_eq!(error("5 6"), "PlayOK move, column 3: expected the end, found \"6\"");
    }
}
