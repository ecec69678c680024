//! Plain lists of moves, as papers print games.

use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::error::{Expected, Notation, NotationError};
use super::turn;
use crate::color::Color;
use crate::moves::Move;

/// A game as a list of moves: `f2, f6; b6, b2; a1, c5`.
///
/// **Read**: moves with blanks, commas, semicolons, slashes or, as in a list of a program, quotes and brackets between them; what
/// a move takes, if that stands apart from it, `a1-a4 xd7`; marks `!`, `?` and `#` behind a move;
/// move numbers `12.` and `12...`, which are dropped; comments in parentheses, which belong to the move
/// before them (one before the first move is dropped); at the end a result like `Black resigns` or `1-0`. A
/// comma without a blank between two captured points belongs to the capture: `g7xb4,f4`.
///
/// **Written**: two plies to a pair, with their marks and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveList {
    /// The moves, ply by ply.
    pub moves: Vec<Listed>,
    /// What is said about the end, if anything.
    pub ending: Option<Ending>,
}

/// A move of a list and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listed {
    /// The move.
    pub chosen: Move,
    /// `!`, `?` and `#` as they stand.
    pub marks: String,
    /// Without its parentheses; empty if there is none.
    pub comment: String,
}

/// How a listed game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player gave up.
    Resigns(Color),
    /// This player won.
    Wins(Color),
    /// Nobody did.
    Draw,
}

/// How endings are spelled, in lower case; the first spelling of each is the one that is written.
const ENDINGS: [(&str, Ending); 11] = [
    ("white resigns", Ending::Resigns(Color::White)),
    ("black resigns", Ending::Resigns(Color::Black)),
    ("white wins", Ending::Wins(Color::White)),
    ("black wins", Ending::Wins(Color::Black)),
    ("draw", Ending::Draw),
    ("black loses", Ending::Wins(Color::White)),
    ("white loses", Ending::Wins(Color::Black)),
    ("drawn", Ending::Draw),
    ("1-0", Ending::Wins(Color::White)),
    ("0-1", Ending::Wins(Color::Black)),
    ("1/2-1/2", Ending::Draw),
];

impl FromStr for MoveList {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(Notation::List, text.trim_end());
        let mut list = Self::default();
        loop {
            cursor.skip(is_separator);
            if cursor.rest().is_empty() {
                return Ok(list);
            }
            if let Some(ending) = ending(cursor.rest()) {
                list.ending = Some(ending);
                return Ok(list);
            }
            if cursor.peek() == Some('(') {
                let comment = read_comment(&mut cursor)?;
                if let Some(last) = list.moves.last_mut() {
                    last.add_comment(comment);
                }
            } else if cursor.peek().is_some_and(|next| next.is_ascii_digit()) {
                skip_move_number(&mut cursor)?;
            } else if let Some(last) = list.moves.last_mut().filter(|_| begins_capture(&cursor)) {
                last.chosen.taken = turn::read_captures(&mut cursor, last.chosen, Cursor::point)?;
                last.marks.push_str(read_marks(&mut cursor)?);
            } else {
                list.moves.push(read_move(&mut cursor)?);
            }
        }
    }
}

/// Whether this stands between two moves.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';' | '/' | '"' | '\'' | '[' | ']')
}

fn begins_capture(cursor: &Cursor<'_>) -> bool {
    cursor.peek().is_some_and(|next| turn::TAKES.contains(&next.to_ascii_lowercase()))
}

/// The ending that `rest` consists of.
fn ending(rest: &str) -> Option<Ending> {
    let longest = ENDINGS.iter().map(|(spelling, _)| spelling.len()).max()?;
    let said = rest.strip_suffix('.').unwrap_or(rest);
    if said.len() > longest {
        return None;
    }
    ENDINGS.iter().find(|(spelling, _)| said.eq_ignore_ascii_case(spelling)).map(|&(_, ending)| ending)
}

/// Reads `(...)`, parentheses inside included, and returns what is inside.
fn read_comment<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, NotationError> {
    let unclosed = cursor.fail(Expected::ClosingParenthesis);
    let text = cursor.rest();
    let mut depth = 0_usize;
    while let Some(character) = cursor.bump() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let length = text.len() - cursor.rest().len();
            return Ok(&text[1..length - 1]);
        }
    }
    Err(unclosed)
}

/// Steps over `12.`, `12...` or `12. ...`.
fn skip_move_number(cursor: &mut Cursor<'_>) -> Result<(), NotationError> {
    let refused = turn::no_move(cursor);
    cursor.skip(|next| next.is_ascii_digit());
    let dots = cursor.skip(|next| next == '.');
    cursor.skip(char::is_whitespace);
    cursor.skip(|next| next == '.');
    if dots.is_empty() { Err(refused) } else { Ok(()) }
}

fn read_move(cursor: &mut Cursor<'_>) -> Result<Listed, NotationError> {
    if cursor.peek_point().is_none() {
        return Err(turn::no_move(cursor));
    }
    let chosen = turn::read(cursor, Cursor::point)?;
    let marks = read_marks(cursor)?.to_owned();
    Ok(Listed { chosen, marks, comment: String::new() })
}

/// Reads the marks behind a move, and makes sure that it ends there.
fn read_marks<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, NotationError> {
    let marks = cursor.skip(|next| matches!(next, '!' | '?' | '#'));
    if cursor.peek().is_some_and(|next| !is_separator(next) && !matches!(next, '(' | '.')) {
        return Err(cursor.fail(Expected::Separator));
    }
    // A full stop ends a sentence, and with it the list.
    if cursor.rest() == "." {
        cursor.eat('.');
    }
    Ok(marks)
}

impl Listed {
    fn add_comment(&mut self, comment: &str) {
        let comment = comment.trim();
        if !self.comment.is_empty() && !comment.is_empty() {
            self.comment.push(' ');
        }
        self.comment.push_str(comment);
    }
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, listed) in self.moves.iter().enumerate() {
            write!(f, "{}{listed}", separator(ply))?;
        }
        match self.ending {
            Some(ending) => write!(f, "{}{ending}", separator(self.moves.len())),
            None => Ok(()),
        }
    }
}

fn separator(ply: usize) -> &'static str {
    match ply {
        0 => "",
        ply if ply % 2 == 1 => ", ",
        _ => "; ",
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.chosen, self.marks)?;
        if self.comment.is_empty() { Ok(()) } else { write!(f, " ({})", self.comment) }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigns(color) => write!(f, "{color} resigns"),
            Self::Wins(color) => write!(f, "{color} wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> MoveList {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn error(text: &str) -> String {
        text.parse::<MoveList>().unwrap_err().to_string()
    }

    #[test]
    fn a_list_keeps_marks_comments_and_the_ending() {
        let list =
            read("(fig. 8) 1. d7, d6!? (a (nested) remark) ; 2... g7xd2?\n(why) (oh why), Black Resigns.");
        let text = "d7, d6!? (a (nested) remark); g7xd2? (why oh why), Black resigns";
        assert_eq!(list.to_string(), text);
        assert_eq!(read(text), list);
        assert_eq!(list.moves[1].marks, "!?");
        assert_eq!(list.ending, Some(Ending::Resigns(Color::Black)));
        assert_eq!(read("").to_string(), "");
        assert_eq!(read("72. g7-d7#").moves[0].marks, "#");
        assert_eq!(read("1. ... d7; d6.").to_string(), "d7, d6");
    }

    #[test]
    fn lists_are_read_as_people_and_programs_write_them() {
        let expected = "d6, f4; d7, g7; b2xf4, a1-a4xd6";
        for text in [
            "d6 f4 d7 g7 b2 xf4 a1-a4 xd6",
            "1.d6 f4 / 2.d7 g7 / 3.b2\u{d7}f4 a1-a4\u{d7}d6",
            "[\"d6\", \"f4\", \"d7\", \"g7\", \"b2xf4\", \"a1-a4xd6\"]",
            "['d6','f4','d7','g7','b2','xf4','a1-a4','xd6']",
            "1.  d6  f4\n2.  d7  g7\n3.  b2xf4  a1\u{2192}a4xd6",
        ] {
            assert_eq!(read(text).to_string(), expected, "{text}");
        }
        assert_eq!(read("d6 f4! b2 xf4?!").moves[2].marks, "?!");
        assert_eq!(
            error("xf4 d6"),
            "move list, column 1: expected a move like d6, a1-a4 or g7xd2, found \"xf4\""
        );
        assert_eq!(error("b2 xf4 xf4"), "move list, column 9: f4 is named for the second time");
        assert_eq!(
            error("b2 xf4xa1xg7"),
            "move list, column 10: a turn takes at most two stones, g7 would be the third"
        );
    }

    #[test]
    fn every_ending_is_read_and_written() {
        for (spelling, ending) in ENDINGS {
            let list = read(&format!("d7, d6; {spelling}"));
            assert_eq!((list.moves.len(), list.ending), (2, Some(ending)), "{spelling}");
            assert_eq!(read(&list.to_string()), list);
        }
    }

    #[test]
    fn a_comma_between_captures_without_a_blank_belongs_to_the_move() {
        let plies =
            |text: &str| read(text).moves.iter().map(|listed| listed.chosen.to_string()).collect::<Vec<_>>();
        assert_eq!(plies("g7xb4,f4; d1"), ["g7xb4xf4", "d1"]);
        assert_eq!(plies("g7xb4, f4; d1"), ["g7xb4", "f4", "d1"]);
        assert_eq!(plies("g7,f4;d1"), ["g7", "f4", "d1"]);
        assert_eq!(plies("g7xb4,f4-f6,d1"), ["g7xb4", "f4-f6", "d1"]);
        assert_eq!(plies("g7xb4xf4,d1"), ["g7xb4xf4", "d1"]);
    }

    #[test]
    fn each_mistake_is_named_with_its_line_and_column() {
        let no_move = "expected a move like d6, a1-a4 or g7xd2, found";
        assert_eq!(error("d7, h4, d6"), format!("move list, column 5: {no_move} \"h4\""));
        assert_eq!(error("d7, Black thinks"), format!("move list, column 5: {no_move} \"Black\""));
        assert_eq!(error("d7\n d6;\n  12 d5"), format!("move list, line 3, column 3: {no_move} \"12\""));
        assert_eq!(error("d7, -"), format!("move list, column 5: {no_move} \"-\""));
        assert_eq!(
            error("d7d6"),
            "move list, column 3: expected a blank, a comma or a semicolon, found \"d6\""
        );
        assert_eq!(
            error("d7 (and so on; d6"),
            "move list, column 4: expected a parenthesis that closes this one, found \"(\""
        );
        assert_eq!(error("d7-d8"), "move list, column 4: expected a point of the board, found \"d8\"");
        assert_eq!(error("d1xf6,f6"), "move list, column 7: f6 is named for the second time");
    }
}
