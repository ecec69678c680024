//! Tags: what is known about a game besides its moves.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::notation::cursor::Cursor;
use crate::notation::error::{Expected, Notation, NotationError, excerpt};

/// The name of a tag: letters, digits and underscores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TagName(Cow<'static, str>);

impl TagName {
    /// The tournament.
    pub const EVENT: Self = Self(Cow::Borrowed("Event"));
    /// The place.
    pub const SITE: Self = Self(Cow::Borrowed("Site"));
    /// The day, like `2003.11.23`.
    pub const DATE: Self = Self(Cow::Borrowed("Date"));
    /// The round of the tournament.
    pub const ROUND: Self = Self(Cow::Borrowed("Round"));
    /// Who plays White.
    pub const WHITE: Self = Self(Cow::Borrowed("White"));
    /// Who plays Black.
    pub const BLACK: Self = Self(Cow::Borrowed("Black"));
    /// How the game ended.
    pub const RESULT: Self = Self(Cow::Borrowed("Result"));
    /// Which game it is.
    pub const VARIANT: Self = Self(Cow::Borrowed("Variant"));
    /// How many stones the players bring, where it is not as many as usual. A tag of our own.
    pub const STONES: Self = Self(Cow::Borrowed("Stones"));
    /// How many plies there are.
    pub const PLY_COUNT: Self = Self(Cow::Borrowed("PlyCount"));
    /// Why the game ended.
    pub const TERMINATION: Self = Self(Cow::Borrowed("Termination"));
    /// `1` if the game does not begin with the empty board.
    pub const SET_UP: Self = Self(Cow::Borrowed("SetUp"));
    /// The position that it begins with.
    pub const FEN: Self = Self(Cow::Borrowed("FEN"));

    /// The match that a game is of: who, which game, how.
    pub const MATCH: Self = Self(Cow::Borrowed("Match"));
    /// Who lost a game that had not ended, and why.
    pub const FORFEIT: Self = Self(Cow::Borrowed("Forfeit"));

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let refused = cursor.fail(Expected::TagName);
        let name = cursor.skip(|next| next.is_ascii_alphanumeric() || next == '_');
        if name.is_empty() { Err(refused) } else { Ok(Self(Cow::Owned(name.to_owned()))) }
    }
}

impl FromStr for TagName {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(Notation::Pgn, text);
        let name = Self::read(&mut cursor)?;
        cursor.end()?;
        Ok(name)
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Tags in their order.
///
/// **Invariants**: no name occurs twice; no value has a line break.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tags(Vec<(TagName, String)>);

impl Tags {
    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &TagName) -> Option<&str> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Gives a tag a value, in its place if it is there, else as the last. Line breaks become blanks.
    pub fn set(&mut self, name: TagName, value: &str) {
        let value = value.replace(['\n', '\r'], " ");
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&TagName, &str)> {
        self.0.iter().map(|(name, value)| (name, value.as_str()))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads all tags that are next; `skip` steps over what may stand between them.
    pub(super) fn read(cursor: &mut Cursor<'_>, skip: fn(&mut Cursor<'_>)) -> Result<Self, NotationError> {
        let mut tags = Self::default();
        // A text may have very many: looking each up in the list would take for ever.
        let mut names = HashSet::new();
        skip(cursor);
        while cursor.eat('[') {
            tags.read_one(cursor, &mut names)?;
            skip(cursor);
        }
        Ok(tags)
    }

    /// Reads `Name "value"]` and adds it.
    fn read_one(
        &mut self,
        cursor: &mut Cursor<'_>,
        names: &mut HashSet<TagName>,
    ) -> Result<(), NotationError> {
        cursor.skip(char::is_whitespace);
        let place = cursor.place();
        let name = TagName::read(cursor)?;
        if !names.insert(name.clone()) {
            return Err(NotationError::TagTwice { place, name: excerpt(name.as_str()) });
        }
        cursor.skip(char::is_whitespace);
        let value = read_quoted(cursor)?;
        cursor.skip(char::is_whitespace);
        if !cursor.eat(']') {
            return Err(cursor.fail(Expected::OneOf(&["]"])));
        }
        self.0.push((name, value));
        Ok(())
    }
}

/// Reads `"..."`, in which `\"` and `\\` stand for the characters themselves.
fn read_quoted(cursor: &mut Cursor<'_>) -> Result<String, NotationError> {
    let unclosed = cursor.fail(Expected::ClosingQuote);
    if !cursor.eat('"') {
        return Err(cursor.fail(Expected::QuotedText));
    }
    let mut value = String::new();
    while let Some(character) = cursor.bump() {
        match character {
            '"' => return Ok(value),
            '\n' | '\r' => break,
            '\\' => {
                let escaped = cursor.peek().filter(|next| matches!(next, '"' | '\\'));
                value.push(escaped.unwrap_or('\\'));
                if escaped.is_some() {
                    cursor.bump();
                }
            }
            other => value.push(other),
        }
    }
    Err(unclosed)
}

/// One tag a line, each line ended.
impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            let value = value.replace('\\', r"\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        Ok(())
    }
}
