//! What is said about moves: annotations, comments, variations.

use std::fmt;
use std::str::FromStr;

use super::Pgn;
use super::movetext::{self, Points};
use crate::notation::cursor::Cursor;
use crate::notation::error::{Expected, Notation, NotationError};

/// An annotation by number: `$1` is a good move, `$2` a bad one. What the others mean is in the PGN standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nag(pub u8);

impl Nag {
    /// The same in marks, for those that have them.
    #[must_use]
    pub const fn marks(self) -> Option<&'static str> {
        match self.0 {
            1 => Some("!"),
            2 => Some("?"),
            3 => Some("!!"),
            4 => Some("??"),
            5 => Some("!?"),
            6 => Some("?!"),
            _ => None,
        }
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// A comment or a variation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// `{...}`, or `;...` to the end of the line.
    Comment(Comment),
    /// `(...)`.
    Variation(Variation),
}

impl Remark {
    /// The text, if it is a comment.
    #[must_use]
    pub fn comment(&self) -> Option<&str> {
        match self {
            Self::Comment(comment) => Some(comment.text()),
            Self::Variation(_) => None,
        }
    }

    /// The text, if it is a variation.
    #[must_use]
    pub fn variation(&self) -> Option<&str> {
        match self {
            Self::Comment(_) => None,
            Self::Variation(variation) => Some(variation.text()),
        }
    }
}

/// The text of a comment. Where lines are broken does not count.
///
/// **Invariant**: blanks stand alone between words, and none at either end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

impl Comment {
    /// A comment with the words of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// What it says.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Reads `{...}`.
    pub(super) fn read_braces(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let unclosed = cursor.fail(Expected::ClosingBrace);
        cursor.bump();
        let text = cursor.skip(|next| next != '}');
        if cursor.eat('}') { Ok(Self::new(text)) } else { Err(unclosed) }
    }

    /// Reads `;...` to the end of the line.
    pub(super) fn read_line(cursor: &mut Cursor<'_>) -> Self {
        cursor.bump();
        Self::new(cursor.skip(|next| next != '\n'))
    }
}

/// Moves that were not made, kept as they were written, without their outer parentheses.
///
/// **Invariant**: every parenthesis and every comment inside is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variation(String);

impl Variation {
    /// What it says.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Its moves with all that is said about them, variations of their own included.
    ///
    /// # Errors
    /// If it is none of moves: it is kept as it was written, whatever that is.
    pub fn pgn(&self) -> Result<Pgn, NotationError> {
        let points = movetext::points_of_first_move(&self.0).unwrap_or(Points::Labels);
        movetext::read(points, &self.0)
    }

    /// Reads `(...)`, parentheses and comments inside included.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let unclosed = cursor.fail(Expected::ClosingParenthesis);
        let text = cursor.rest();
        let mut depth = 0_usize;
        loop {
            match cursor.peek() {
                None => return Err(unclosed),
                Some('{') => {
                    Comment::read_braces(cursor)?;
                    continue;
                }
                Some(';') => {
                    Comment::read_line(cursor);
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            cursor.bump();
            if depth == 0 {
                let length = text.len() - cursor.rest().len();
                return Ok(Self(text[1..length - 1].to_owned()));
            }
        }
    }
}

/// The text without its outer parentheses.
impl FromStr for Variation {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let text = format!("({text})");
        let mut cursor = Cursor::new(Notation::Pgn, &text);
        let variation = Self::read(&mut cursor)?;
        cursor.end()?;
        Ok(variation)
    }
}
