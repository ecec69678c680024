//! Writing a game, in lines of bounded length.

use std::fmt;

use super::Pgn;
use super::movetext::Points;
use super::remark::{Comment, Remark};
use super::result::GameResult;
use crate::color::Color;
use crate::notation::playok::PlayOk;

/// Characters of a line, where a blank lets it end.
const LINE: usize = 80;

/// Writes tags, an empty line, moves and result. What has neither tags nor a result is moves alone.
pub(super) fn write(f: &mut fmt::Formatter<'_>, pgn: &Pgn, points: Points) -> fmt::Result {
    let mut lines = write_all_but_result(f, pgn, points)?;
    if pgn.result == GameResult::Open && pgn.tags.is_empty() {
        return Ok(());
    }
    lines.word(pgn.result.name())
}

/// The same with a result in any case: another game may follow.
pub(super) fn write_with_result(f: &mut fmt::Formatter<'_>, pgn: &Pgn, points: Points) -> fmt::Result {
    write_all_but_result(f, pgn, points)?.word(pgn.result.name())
}

fn write_all_but_result<'a, 'b>(
    f: &'a mut fmt::Formatter<'b>,
    pgn: &Pgn,
    points: Points,
) -> Result<Lines<'a, 'b>, fmt::Error> {
    write!(f, "{}", pgn.tags)?;
    if !pgn.tags.is_empty() {
        writeln!(f)?;
    }
    let mut lines = Lines { out: f, column: 0 };
    for remark in &pgn.before {
        lines.remark(remark)?;
    }
    let mut turn = pgn.first();
    let mut number = 1_usize;
    // Black's move needs a number of its own where White's does not stand right before it.
    let mut alone = true;
    for made in &pgn.moves {
        // A number stays in the line of its move.
        let number_text = match turn {
            Color::White => format!("{number}. "),
            Color::Black if alone => format!("{number}... "),
            Color::Black => String::new(),
        };
        let chosen = match points {
            Points::Labels => made.chosen.to_string(),
            Points::Numbers => PlayOk(made.chosen).to_string(),
        };
        lines.word(&format!("{number_text}{chosen}{}", made.marks))?;
        for nag in &made.nags {
            lines.word(&nag.to_string())?;
        }
        for remark in &made.remarks {
            lines.remark(remark)?;
        }
        alone = !made.remarks.is_empty();
        number += usize::from(turn == Color::Black);
        turn = turn.opponent();
    }
    Ok(lines)
}

/// Words with blanks between them, or a line break where the line is full.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    /// Characters that the line has.
    column: usize,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > LINE {
            writeln!(self.out)?;
            self.column = 0;
        }
        if self.column > 0 {
            write!(self.out, " ")?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_str(word)
    }

    fn remark(&mut self, remark: &Remark) -> fmt::Result {
        match remark {
            Remark::Comment(comment) if comment.text().contains('}') => self.line_comment(comment),
            Remark::Comment(comment) => {
                format!("{{{}}}", comment.text()).split(' ').try_for_each(|word| self.word(word))
            }
            Remark::Variation(variation) => {
                let text = format!("({})", variation.text());
                self.word(&text)?;
                if let Some((_, last)) = text.rsplit_once('\n') {
                    self.column = last.chars().count();
                }
                Ok(())
            }
        }
    }

    /// Only the end of the line ends a comment that has a closing brace inside.
    fn line_comment(&mut self, comment: &Comment) -> fmt::Result {
        self.word(&format!(";{}", comment.text()))?;
        self.column = 0;
        writeln!(self.out)
    }
}
