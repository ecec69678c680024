//! A place in a text that moves forward, for the forms that are read character by character.

use super::error::{Expected, Notation, NotationError, Place, excerpt};
use crate::point::Point;

/// The rest of a text and where it begins.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    notation: Notation,
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// At the first character of `text` that is not blank.
    pub(super) fn new(notation: Notation, text: &'a str) -> Self {
        let mut cursor = Self { notation, rest: text, line: 1, column: 1 };
        cursor.skip(char::is_whitespace);
        cursor
    }

    pub(super) fn notation(&self) -> Notation {
        self.notation
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn place(&self) -> Place {
        Place::Character { line: self.line, column: self.column }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Steps over one character.
    pub(super) fn bump(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        if first == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(first)
    }

    /// Steps over `wanted` in either case, if it is next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(&wanted));
        if found {
            self.bump();
        }
        found
    }

    /// Steps over all characters up to the first that is not `unwanted`, and returns them.
    pub(super) fn skip(&mut self, unwanted: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&unwanted) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    /// The error that `expected` is not next.
    pub(super) fn fail(&self, expected: Expected) -> NotationError {
        // A word if there is one, else the single character in its place.
        let word = self.rest.find(|next: char| !next.is_alphanumeric()).unwrap_or(self.rest.len());
        let end = if word > 0 { word } else { self.peek().map_or(0, char::len_utf8) };
        NotationError::Unexpected {
            notation: self.notation,
            place: self.place(),
            expected,
            found: excerpt(&self.rest[..end]),
        }
    }

    /// The label that is next, in either case.
    pub(super) fn peek_point(&self) -> Option<Point> {
        let label = self.rest.get(..2)?;
        Point::all().find(|point| point.label().eq_ignore_ascii_case(label))
    }

    /// Reads a label.
    pub(super) fn point(&mut self) -> Result<Point, NotationError> {
        let point = self.peek_point().ok_or_else(|| self.fail(Expected::Point))?;
        self.bump();
        self.bump();
        Ok(point)
    }

    /// Reads a number from `least` to `most`.
    pub(super) fn number(&mut self, least: u8, most: u8) -> Result<u8, NotationError> {
        let refused = self.fail(Expected::Number { least, most });
        let digits = self.skip(|next| next.is_ascii_digit());
        number(digits).filter(|found| (least..=most).contains(found)).ok_or(refused)
    }

    /// Checks that nothing but blanks is left.
    pub(super) fn end(&mut self) -> Result<(), NotationError> {
        self.skip(char::is_whitespace);
        if self.rest.is_empty() { Ok(()) } else { Err(self.fail(Expected::End)) }
    }
}

/// The number that `digits` are, if they are nothing but digits and it is at most 255.
pub(super) fn number(digits: &str) -> Option<u8> {
    // `parse` would take a plus sign.
    if digits.bytes().all(|digit| digit.is_ascii_digit()) { digits.parse().ok() } else { None }
}
