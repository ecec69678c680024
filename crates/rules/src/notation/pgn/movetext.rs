//! Reading a game: tags, then moves with all that stands between them.

use super::remark::{Comment, Nag, Remark, Variation};
use super::result::GameResult;
use super::tags::{TagName, Tags};
use super::{Pgn, PgnMove};
use crate::moves::Move;
use crate::notation::cursor::Cursor;
use crate::notation::error::{Expected, Notation, NotationError, Place};
use crate::notation::{playok, turn};
use crate::point::Point;

/// How the points of moves are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::notation) enum Points {
    /// `a1`
    Labels,
    /// `22`, as `PlayOK` has it.
    Numbers,
}

impl Points {
    fn notation(self) -> Notation {
        match self {
            Self::Labels => Notation::Pgn,
            Self::Numbers => Notation::PlayOkGame,
        }
    }

    fn read<'a>(self) -> fn(&mut Cursor<'a>) -> Result<Point, NotationError> {
        match self {
            Self::Labels => |cursor| cursor.point(),
            Self::Numbers => |cursor| playok::read_point(cursor),
        }
    }

    /// The error that no move is next.
    fn no_move(self, cursor: &Cursor<'_>) -> NotationError {
        cursor.fail(match self {
            Self::Labels => Expected::Move,
            Self::Numbers => Expected::NumberedMove,
        })
    }
}

/// Reads a game whose moves are written in this way.
pub(super) fn read(points: Points, text: &str) -> Result<Pgn, NotationError> {
    let mut cursor = begin(points, text);
    let pgn = read_game(points, &mut cursor)?;
    // It ends where another one begins.
    if cursor.peek().is_some() { Err(cursor.fail(Expected::End)) } else { Ok(pgn) }
}

/// Reads all games of a text.
pub(in crate::notation) fn read_all(points: Points, text: &str) -> Result<Vec<Pgn>, NotationError> {
    let mut cursor = begin(points, text);
    let mut games = Vec::new();
    skip_blanks(&mut cursor);
    while cursor.peek().is_some() {
        games.push(read_game(points, &mut cursor)?);
    }
    Ok(games)
}

/// At the beginning of a text.
fn begin(points: Points, text: &str) -> Cursor<'_> {
    // Some editors begin a file with a mark of its encoding.
    Cursor::new(points.notation(), text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Reads up to the end of the text, or to where another game begins; blanks behind it are read, too.
fn read_game(points: Points, cursor: &mut Cursor<'_>) -> Result<Pgn, NotationError> {
    let mut reader = Reader { points, cursor, pgn: Pgn::default(), result: None };
    while reader.read_next()? {}
    reader.finish()
}

/// What the first move looks like, in a text that may have tags; `None` if there is no move.
pub(in crate::notation) fn points_of_first_move(text: &str) -> Option<Points> {
    let mut cursor = begin(Points::Labels, text);
    Tags::read(&mut cursor, skip_blanks).ok()?;
    loop {
        skip_blanks(&mut cursor);
        match cursor.peek()? {
            '{' => _ = Comment::read_braces(&mut cursor).ok()?,
            ';' => _ = Comment::read_line(&mut cursor),
            '(' => _ = Variation::read(&mut cursor).ok()?,
            '.' => _ = cursor.bump(),
            next if next.is_ascii_digit() => {
                if result_that_is_next(&cursor).is_some() {
                    return None;
                }
                cursor.skip(|next| next.is_ascii_digit());
                if cursor.peek() != Some('.') {
                    return Some(Points::Numbers);
                }
            }
            _ => return Some(Points::Labels),
        }
    }
}

/// Whether a text begins with a tag.
pub(in crate::notation) fn has_tags(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut cursor = Cursor::new(Notation::Pgn, text);
    skip_blanks(&mut cursor);
    let is_bracket = cursor.eat('[');
    cursor.skip(char::is_whitespace);
    // A list of a program, ["d6", "f4"], has no name there.
    is_bracket && cursor.peek().is_some_and(|next| next.is_alphanumeric() || next == '_')
}

/// Steps over blanks and lines that begin with `%`.
fn skip_blanks(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip(char::is_whitespace);
        let begins_a_line = matches!(cursor.place(), Place::Character { column: 1, .. });
        if cursor.peek() != Some('%') || !begins_a_line {
            return;
        }
        cursor.skip(|next| next != '\n');
    }
}

/// The result that is next, if nothing is glued to it.
fn result_that_is_next(cursor: &Cursor<'_>) -> Option<GameResult> {
    GameResult::ALL.into_iter().find(|result| {
        let rest = cursor.rest().strip_prefix(result.name());
        rest.is_some_and(|rest| rest.chars().next().is_none_or(ends_a_token))
    })
}

fn ends_a_token(next: char) -> bool {
    next.is_whitespace() || matches!(next, '{' | ';' | '(' | '$')
}

struct Reader<'c, 'a> {
    points: Points,
    cursor: &'c mut Cursor<'a>,
    pgn: Pgn,
    /// The one behind the moves, and where it stands.
    result: Option<(GameResult, Place)>,
}

impl Reader<'_, '_> {
    /// Reads the tags or one token; `false` at the end of the game.
    fn read_next(&mut self) -> Result<bool, NotationError> {
        skip_blanks(self.cursor);
        let Some(next) = self.cursor.peek() else { return Ok(false) };
        match next {
            '{' => {
                let comment = Comment::read_braces(self.cursor)?;
                self.remarks().push(Remark::Comment(comment));
            }
            ';' => {
                let comment = Comment::read_line(self.cursor);
                self.remarks().push(Remark::Comment(comment));
            }
            // A comment may follow the result; all else is of the next game.
            _ if self.result.is_some() => return Ok(false),
            '[' if self.pgn.moves.is_empty() && self.pgn.tags.is_empty() => {
                self.pgn.tags = Tags::read(self.cursor, skip_blanks)?;
            }
            '[' => return Ok(false),
            '(' => {
                let variation = Variation::read(self.cursor)?;
                self.remarks().push(Remark::Variation(variation));
            }
            '$' => self.read_nag()?,
            '.' => _ = self.cursor.skip(|next| next == '.'),
            'x' | 'X' | '\u{d7}' => self.read_capture()?,
            _ => {
                if let Some(result) = result_that_is_next(self.cursor) {
                    self.result = Some((result, self.cursor.place()));
                    for _ in result.name().chars() {
                        self.cursor.bump();
                    }
                } else if !self.skip_move_number() {
                    self.read_move()?;
                }
            }
        }
        Ok(true)
    }

    fn remarks(&mut self) -> &mut Vec<Remark> {
        match self.pgn.moves.last_mut() {
            Some(last) => &mut last.remarks,
            None => &mut self.pgn.before,
        }
    }

    /// Steps over the digits of `12.`; of `12` too where moves have labels. What dots follow are tokens of their own.
    fn skip_move_number(&mut self) -> bool {
        let mut ahead = self.cursor.clone();
        let digits = ahead.skip(|next| next.is_ascii_digit());
        let is_number = match (self.points, ahead.peek()) {
            (_, Some('.')) => true,
            (Points::Labels, next) => next.is_none_or(ends_a_token),
            (Points::Numbers, _) => false,
        };
        if digits.is_empty() || !is_number {
            return false;
        }
        *self.cursor = ahead;
        true
    }

    fn read_move(&mut self) -> Result<(), NotationError> {
        let begins = match self.points {
            Points::Labels => self.cursor.peek_point().is_some(),
            Points::Numbers => self.cursor.peek().is_some_and(|next| next.is_ascii_digit()),
        };
        if !begins {
            return Err(self.points.no_move(self.cursor));
        }
        let chosen = turn::read(self.cursor, self.points.read())?;
        let marks = self.read_marks()?.to_owned();
        self.pgn.moves.push(PgnMove { marks, ..PgnMove::from(chosen) });
        Ok(())
    }

    /// Reads a capture that stands apart from its move.
    fn read_capture(&mut self) -> Result<(), NotationError> {
        let Some(last) = self.pgn.moves.last() else { return Err(self.points.no_move(self.cursor)) };
        let taken = turn::read_captures(self.cursor, last.chosen, self.points.read())?;
        let marks = self.read_marks()?.to_owned();
        if let Some(last) = self.pgn.moves.last_mut() {
            last.chosen = Move { taken, ..last.chosen };
            last.marks.push_str(&marks);
        }
        Ok(())
    }

    fn read_marks(&mut self) -> Result<&str, NotationError> {
        let marks = self.cursor.skip(|next| matches!(next, '!' | '?' | '#'));
        match self.cursor.peek() {
            Some(next) if !ends_a_token(next) => Err(self.cursor.fail(Expected::Blank)),
            _ => Ok(marks),
        }
    }

    fn read_nag(&mut self) -> Result<(), NotationError> {
        let no_move = self.points.no_move(self.cursor);
        let last = self.pgn.moves.last_mut().ok_or(no_move)?;
        self.cursor.bump();
        last.nags.push(Nag(self.cursor.number(0, u8::MAX)?));
        Ok(())
    }

    /// Compares the result with that of the tag.
    fn finish(self) -> Result<Pgn, NotationError> {
        let mut pgn = self.pgn;
        let of_tag = pgn.tags.get(&TagName::RESULT).and_then(GameResult::named).unwrap_or_default();
        pgn.result = match self.result {
            None | Some((GameResult::Open, _)) => of_tag,
            Some((result, place)) if of_tag != GameResult::Open && of_tag != result => {
                let notation = self.points.notation();
                return Err(NotationError::TwoResults { notation, place, tag: of_tag, found: result });
            }
            Some((result, _)) => result,
        };
        Ok(pgn)
    }
}
