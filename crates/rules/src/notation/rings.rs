//! Boards written as three rings of eight characters, as Sanmill's FEN and MFEN have them.

use std::fmt;

use super::cursor::Cursor;
use super::error::{Expected, Field, Notation, NotationError, Place, excerpt};
use crate::color::{ByColor, Color};
use crate::point::Point;
use crate::point_set::PointSet;

/// How a form writes the board.
pub(super) struct Rings {
    pub(super) notation: Notation,
    pub(super) field: Field,
    /// The characters for a white stone, a black one and an empty point.
    pub(super) characters: [char; 3],
    /// The same for messages.
    pub(super) expected: &'static [&'static str],
    /// Whether the inner ring comes first.
    pub(super) inner_first: bool,
    /// The place (see [`Point`]) of each ring's first character; the others follow clockwise.
    pub(super) first_place: u8,
}

impl Rings {
    fn point(&self, ring: u8, index: u8) -> Point {
        let ring = if self.inner_first { 2 - ring } else { ring };
        Point::new(8 * ring + (self.first_place + index) % 8)
    }

    /// Reads the board that the word at `cursor` is.
    pub(super) fn read(&self, mut cursor: Cursor<'_>) -> Result<ByColor<PointSet>, NotationError> {
        let board = cursor.clone().skip(|next| !next.is_whitespace());
        let found = board.split('/').count();
        if found != 3 {
            return Err(NotationError::RingCount { notation: self.notation, field: self.field, found });
        }
        let mut stones = ByColor::both(PointSet::EMPTY);
        for (ring, written) in (0..3).zip(board.split('/')) {
            let length = written.chars().count();
            if length != 8 {
                return Err(NotationError::RingLength {
                    notation: self.notation,
                    place: cursor.place(),
                    ring: usize::from(ring) + 1,
                    found: length,
                });
            }
            for (index, character) in (0..8).zip(written.chars()) {
                let [white, black, empty] = self.characters;
                let point = self.point(ring, index);
                if character == white {
                    stones.white = stones.white.with(point);
                } else if character == black {
                    stones.black = stones.black.with(point);
                } else if character != empty {
                    return Err(self.refuse(character, cursor.place()));
                }
                cursor.bump();
            }
            cursor.bump();
        }
        Ok(stones)
    }

    fn refuse(&self, found: char, place: Place) -> NotationError {
        if self.notation == Notation::Mfen && matches!(found, 'w' | 'b') {
            return NotationError::DelayedStone { place, found };
        }
        NotationError::Unexpected {
            notation: self.notation,
            place,
            expected: Expected::OneOf(self.expected),
            found: excerpt(found.encode_utf8(&mut [0; 4])),
        }
    }

    /// Writes the board. A point that both hold, which no position has, is written as White's.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, stones: ByColor<PointSet>) -> fmt::Result {
        use fmt::Write;
        let [white, black, empty] = self.characters;
        for ring in 0..3 {
            if ring > 0 {
                f.write_char('/')?;
            }
            for index in 0..8 {
                let point = self.point(ring, index);
                f.write_char(if stones.white.contains(point) {
                    white
                } else if stones.black.contains(point) {
                    black
                } else {
                    empty
                })?;
            }
        }
        Ok(())
    }
}

/// The fields of a text, separated by blanks, with their names.
pub(super) struct Fields<'a> {
    notation: Notation,
    names: &'static [&'static str],
    /// What stands in each.
    pub(super) texts: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    pub(super) fn split(notation: Notation, names: &'static [&'static str], text: &'a str) -> Self {
        Self { notation, names, texts: text.split_whitespace().collect() }
    }

    /// The field with this index, counted from 0.
    pub(super) fn field(&self, index: usize) -> Field {
        Field { number: index + 1, name: self.names.get(index).copied().unwrap_or("more") }
    }

    pub(super) fn get(&self, index: usize) -> Result<&'a str, NotationError> {
        self.texts.get(index).copied().ok_or_else(|| NotationError::MissingField {
            notation: self.notation,
            field: self.field(self.texts.len()),
        })
    }

    pub(super) fn refuse(&self, index: usize, expected: Expected) -> NotationError {
        NotationError::Unexpected {
            notation: self.notation,
            place: Place::Field(self.field(index)),
            expected,
            found: self.texts.get(index).map_or_else(String::new, |text| excerpt(text)),
        }
    }

    /// The word in a field, which must be one of `words`.
    pub(super) fn one_of(
        &self,
        index: usize,
        words: &'static [&'static str],
    ) -> Result<&'static str, NotationError> {
        let found = self.get(index)?;
        words
            .iter()
            .find(|&&word| word == found)
            .copied()
            .ok_or_else(|| self.refuse(index, Expected::OneOf(words)))
    }

    /// The side to move.
    pub(super) fn side(&self, index: usize) -> Result<Color, NotationError> {
        Ok(if self.one_of(index, &["w", "b"])? == "w" { Color::White } else { Color::Black })
    }

    /// A whole number of whatever size.
    pub(super) fn whole_number(&self, index: usize) -> Result<i128, NotationError> {
        self.get(index)?.parse().map_err(|_| self.refuse(index, Expected::WholeNumber))
    }
}

/// Whether the phase `p` or `m` agrees with the hands: someone who is to place is not yet moving, and nobody
/// is placing when all hands are empty.
pub(super) fn phase_agrees(phase: &str, hands: ByColor<u8>, turn: Color) -> bool {
    match phase {
        "m" => hands[turn] == 0,
        "p" => hands.white > 0 || hands.black > 0,
        _ => true,
    }
}
