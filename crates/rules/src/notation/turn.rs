//! Moves as text: `d6`, `a1-a4`, `g7xd2`, `a1-a4xd7`, `f4xa1xd7`.

use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::error::{Expected, Notation, NotationError};
use crate::moves::Move;
use crate::point::Point;
use crate::point_set::PointSet;

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)?;
        self.taken.iter().try_for_each(|point| write!(f, "x{point}"))
    }
}

/// A whole turn: `d6`, `a1-a4`, `g7xd2`, `a1-a4xd7`. Two captures are `f4xa1xd7`, or `f4xa1,d7` as papers
/// have it; their order does not matter. Letters in either case; `×` is `x`, and a longer dash or an arrow is `-`, as
/// people type them.
impl FromStr for Move {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(Notation::Turn, text);
        let chosen = read(&mut cursor, Cursor::point)?;
        cursor.end()?;
        Ok(chosen)
    }
}

/// What stands between the points of a slide.
const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2192}'];
/// What stands before a point that is taken, in either case.
pub(super) const TAKES: [char; 2] = ['x', '\u{d7}'];

/// Steps over any of these.
fn eat_any<const N: usize>(cursor: &mut Cursor<'_>, any: [char; N]) -> bool {
    any.into_iter().any(|one| cursor.eat(one))
}

/// Reads a turn whose points `read_point` reads.
pub(super) fn read<'a>(
    cursor: &mut Cursor<'a>,
    read_point: fn(&mut Cursor<'a>) -> Result<Point, NotationError>,
) -> Result<Move, NotationError> {
    let first = read_point(cursor)?;
    let (from, to) = if eat_any(cursor, DASHES) {
        let other = |point| point != first;
        (Some(first), read_new_point(cursor, read_point, other)?)
    } else {
        (None, first)
    };
    let chosen = Move { from, to, taken: PointSet::EMPTY };
    Ok(Move { taken: read_captures(cursor, chosen, read_point)?, ..chosen })
}

/// Reads what `chosen` takes besides what it already takes, `xd7` or `xd7xa1`, and returns all of it.
pub(super) fn read_captures<'a>(
    cursor: &mut Cursor<'a>,
    chosen: Move,
    read_point: fn(&mut Cursor<'a>) -> Result<Point, NotationError>,
) -> Result<PointSet, NotationError> {
    let mut taken = chosen.taken;
    loop {
        let place = cursor.place();
        let another =
            eat_any(cursor, TAKES) || (taken.len() == 1 && eat_comma_of_second_capture(cursor, read_point));
        if !another {
            return Ok(taken);
        }
        let is_new = |point| chosen.from != Some(point) && chosen.to != point && !taken.contains(point);
        let point = read_new_point(cursor, read_point, is_new)?;
        if taken.len() == 2 {
            return Err(NotationError::TakesTooMany { notation: cursor.notation(), place, point });
        }
        taken = taken.with(point);
    }
}

/// Reads a point that has not been named in the turn.
fn read_new_point<'a>(
    cursor: &mut Cursor<'a>,
    read_point: fn(&mut Cursor<'a>) -> Result<Point, NotationError>,
    is_new: impl Fn(Point) -> bool,
) -> Result<Point, NotationError> {
    let place = cursor.place();
    let point = read_point(cursor)?;
    if is_new(point) {
        Ok(point)
    } else {
        Err(NotationError::PointTwice { notation: cursor.notation(), place, point })
    }
}

/// Steps over a comma that a captured point follows without a blank: `xb4,f4`. If that point goes on as a
/// move of its own (`xb4,f4-f6`, `xb4,f4xa1`), the comma separates two moves.
fn eat_comma_of_second_capture<'a>(
    cursor: &mut Cursor<'a>,
    read_point: fn(&mut Cursor<'a>) -> Result<Point, NotationError>,
) -> bool {
    let mut ahead = cursor.clone();
    let captured = ahead.eat(',')
        && read_point(&mut ahead).is_ok()
        && !eat_any(&mut ahead, DASHES)
        && !eat_any(&mut ahead, TAKES);
    captured && cursor.eat(',')
}

/// The error that no move is next.
pub(super) fn no_move(cursor: &Cursor<'_>) -> NotationError {
    cursor.fail(Expected::Move)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Move>().unwrap_err().to_string()
    }

    #[test]
    fn the_examples_of_the_conventions_are_read_and_written() {
        for text in ["d6", "a1-a4", "g7xd2", "a1-a4xd7"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let double: Move = "f4xa1xd7".parse().unwrap();
        assert_eq!(double.to_string(), "f4xd7xa1");
        for same in ["f4xd7xa1", "f4xa1,d7", "F4XA1xD7", " f4xd7,a1 "] {
            assert_eq!(same.parse(), Ok(double), "{same}");
        }
        assert_eq!("g7xb4,f4".parse::<Move>().unwrap().taken.len(), 2);
        for same in ["a1-a4xd7", "a1\u{2013}a4\u{d7}d7", "a1\u{2192}a4xd7"] {
            assert_eq!(same.parse::<Move>().unwrap().to_string(), "a1-a4xd7", "{same}");
        }
    }

    #[test]
    fn each_mistake_is_named_with_its_column() {
        let no_point = "expected a point of the board, found";
        assert_eq!(error(""), format!("move, column 1: {no_point} the end of the text"));
        assert_eq!(error("d4"), format!("move, column 1: {no_point} \"d4\""));
        assert_eq!(error("a1-"), format!("move, column 4: {no_point} the end of the text"));
        assert_eq!(error("a1-h8"), format!("move, column 4: {no_point} \"h8\""));
        assert_eq!(error("a1x"), format!("move, column 4: {no_point} the end of the text"));
        assert_eq!(error("xd7"), format!("move, column 1: {no_point} \"xd7\""));
        assert_eq!(error("\u{e4}\u{e4}"), format!("move, column 1: {no_point} \"\u{e4}\u{e4}\""));
        assert_eq!(error("a1-a4-a7"), "move, column 6: expected the end, found \"-\"");
        assert_eq!(error("a1!"), "move, column 3: expected the end, found \"!\"");
        assert_eq!(error("a1,d7"), "move, column 3: expected the end, found \",\"");
        assert_eq!(error("a1xd7, f4"), "move, column 6: expected the end, found \",\"");
        assert_eq!(error("a1-a1"), "move, column 4: a1 is named for the second time");
        assert_eq!(error("a1-a4xa1"), "move, column 7: a1 is named for the second time");
        assert_eq!(error("a4xa4"), "move, column 4: a4 is named for the second time");
        assert_eq!(error("a4xd7xd7"), "move, column 7: d7 is named for the second time");
        assert_eq!(
            error("a4xd7xd6xd5"),
            "move, column 9: a turn takes at most two stones, d5 would be the third"
        );
    }
}
