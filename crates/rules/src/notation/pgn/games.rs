//! Several games in one text, as files have them.

use std::fmt;
use std::str::FromStr;

use super::movetext::{self, Points};
use super::{Pgn, Remark, writer};
use crate::notation::error::NotationError;

/// The games of a file, in order.
///
/// A game ends with its result, or where the tags of the next one begin. Each is read as [`Pgn`] reads it; places in errors are
/// those of the whole text.
///
/// **Written**: one after the other with an empty line between them, each with its result, an open one as `*`. Reading it again
/// gives an equal value.
///
/// ```
/// use millwright_rules::notation::PgnGames;
/// let games: PgnGames = "[White \"A\"]\n1. d6 f4 1-0\n\n[White \"B\"]\n1. a1 {hm} *".parse()?;
/// assert_eq!(games.0.len(), 2);
/// assert_eq!(games.to_string().parse::<PgnGames>()?, games);
/// # Ok::<(), millwright_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PgnGames(pub Vec<Pgn>);

impl FromStr for PgnGames {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        movetext::read_all(Points::Labels, text).map(Self)
    }
}

impl fmt::Display for PgnGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pgn) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("\n\n")?;
                if pgn.tags.is_empty() && pgn.before.first().and_then(Remark::comment).is_some() {
                    // Behind a result, a comment would be read as one on the game before.
                    f.write_str("1. ")?;
                }
            }
            writer::write_with_result(f, pgn, Points::Labels)?;
        }
        Ok(())
    }
}
