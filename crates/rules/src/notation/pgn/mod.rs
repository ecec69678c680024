//! PGN, the form in which programs keep whole games.

mod games;
pub(super) mod movetext;
mod remark;
mod result;
mod tags;
mod variant;
mod writer;

use std::fmt;
use std::str::FromStr;

pub use games::PgnGames;
pub use remark::{Comment, Nag, Remark, Variation};
pub use result::GameResult;
pub use tags::{TagName, Tags};
pub use variant::{game_of_variant, variant_of_game};

use self::movetext::Points;
use super::error::{NotationError, excerpt};
use super::{Fen, Form, Mfen, Short, parse_position};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, StoneCount};
use crate::setup::Setup;

/// A game with what is told about it.
///
/// ```text
/// [White "Millwright"]
/// [Variant "Nine Men's Morris"]
/// [Result "1-0"]
///
/// 1. d7 d6 2. d2 {quiet} f4 (2... a1 3. g7) 3. b6! b4 $2 4. e4xd6 1-0
/// ```
///
/// **Read**: tags, each at most once; whole turns, a capture also as a token of its own behind its move
/// (`a1-a4 xd7`); marks `!`, `?` and `#`; annotations `$0` to `$255`; comments in braces and from a semicolon to the
/// end of the line; variations in parentheses, which are kept as they are written; numbers of moves, dropped; at the end
/// `1-0`, `0-1`, `1/2-1/2` or `*`. Comments may stand before the tags. A result that is missing or open is that of the tag `Result`. Lines that begin with
/// `%` are skipped. One game a text; [`PgnGames`] has several.
///
/// **Not checked**: whether the moves are legal and whether `PlyCount` is right. Some programs count captures as moves of
/// their own.
///
/// **Written**: what was read, the tags in their order, lines of at most 80 characters where a blank lets them end.
/// Reading it again gives an equal value: no comment, variation or annotation is lost.
///
/// What was read and what is written differ in nothing but this:
///
/// | difference | |
/// |---|---|
/// | blanks | lines end elsewhere; blanks in comments are single ones |
/// | numbers | moves are numbered from 1, Black's where something stands between |
/// | captures | are part of their move, two of them in the order of the board; points in small letters |
/// | signs | `!` and `?` come before annotations by number |
/// | comments | `;...` becomes `{...}` unless it has a brace; one before the tags or behind the result stands beside the moves |
/// | result | is told behind the moves where the tags tell it |
/// | `%` | lines that begin with it are gone |
///
/// ```
/// use millwright_rules::notation::Pgn;
/// let pgn: Pgn = "[White \"A\"]\n1. a1-a4 xd7 {well} (1. d6) g4? 2. b2 *".parse()?;
/// assert_eq!(pgn.to_string(), "[White \"A\"]\n\n1. a1-a4xd7 {well} (1. d6) 1... g4? 2. b2 *");
/// # Ok::<(), millwright_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pgn {
    /// The tags, in order.
    pub tags: Tags,
    /// What stands before the first move.
    pub before: Vec<Remark>,
    /// The moves, ply by ply.
    pub moves: Vec<PgnMove>,
    /// How the game ended. [`Pgn::set_result`] keeps the tag in step: two that contradict each other are not read.
    pub result: GameResult,
}

/// A move of a game and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PgnMove {
    /// The move.
    pub chosen: Move,
    /// `!`, `?` and `#` as they stand.
    pub marks: String,
    /// Annotations by number.
    pub nags: Vec<Nag>,
    /// What follows it before the next move.
    pub remarks: Vec<Remark>,
}

impl From<Move> for PgnMove {
    fn from(chosen: Move) -> Self {
        Self { chosen, marks: String::new(), nags: Vec::new(), remarks: Vec::new() }
    }
}

impl PgnMove {
    /// Its comments, one after the other with a blank between them.
    #[must_use]
    pub fn comment(&self) -> String {
        let comments = self.remarks.iter().filter_map(Remark::comment);
        comments.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Its marks, or what its annotations say in marks.
    #[must_use]
    pub fn marks_or_nags(&self) -> &str {
        let of_nags = || self.nags.iter().find_map(|nag| nag.marks()).unwrap_or("");
        if self.marks.is_empty() { of_nags() } else { &self.marks }
    }
}

impl Pgn {
    /// Says how the game ended, as a value and in the tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        self.tags.set(TagName::RESULT, result.name());
    }

    /// The game that the tag `Variant` names; `None` if there is no such tag.
    ///
    /// # Errors
    /// If it is no game of ours.
    pub fn game(&self) -> Result<Option<Game>, NotationError> {
        let Some(name) = self.tags.get(&TagName::VARIANT) else { return Ok(None) };
        let unknown = || NotationError::UnknownVariant { name: excerpt(name) };
        game_of_variant(name).map(Some).ok_or_else(unknown)
    }

    /// The stones that the tag `Stones` gives the players, like `5` or `5,4`; `None` if there is no such tag.
    ///
    /// # Errors
    /// If a game cannot be played with them.
    pub fn stones(&self) -> Result<Option<ByColor<StoneCount>>, NotationError> {
        let Some(text) = self.tags.get(&TagName::STONES) else { return Ok(None) };
        text.replace(' ', "").parse().map(Some).map_err(NotationError::BadStones)
    }

    /// The position that the game begins with: that of the tag `FEN`, which may be in any form, else the empty board.
    ///
    /// # Errors
    /// What is wrong with the text of the tag, or the rule that the position breaks.
    pub fn start(&self, rules: &Rules) -> Result<Position, NotationError> {
        match self.tags.get(&TagName::FEN) {
            Some(text) => parse_position(text, rules),
            None => Ok(Position::start(rules)),
        }
    }

    /// Whose move the first one is, as far as the tag `FEN` tells.
    fn first(&self) -> Color {
        let turn = |text: &str| {
            let setup: Setup = match Form::of(text) {
                Form::Short => text.parse::<Short>().ok()?.0,
                Form::Fen => text.parse::<Fen>().ok()?.0,
                Form::Mfen => text.parse::<Mfen>().ok()?.0,
            };
            Some(setup.turn)
        };
        self.tags.get(&TagName::FEN).and_then(turn).unwrap_or(Color::White)
    }
}

impl FromStr for Pgn {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        movetext::read(Points::Labels, text)
    }
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(f, self, Points::Labels)
    }
}

/// A whole game with its moves in `PlayOK`'s numbers: `1. 1 5 2. 5-6x12`.
///
/// All else is as in [`Pgn`]; variations are kept in whatever notation they are. A number is that of a move if a full
/// stop follows it.
///
/// ```
/// use millwright_rules::notation::PlayOkGame;
/// let game: PlayOkGame = "1. 1 5 2. 3 2 3. 3-15 5-6x1".parse()?;
/// assert_eq!(game.0.moves[5].chosen.to_string(), "d6-f6xa7");
/// assert_eq!(game.to_string(), "1. 1 5 2. 3 2 3. 3-15 5-6x1");
/// # Ok::<(), millwright_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayOkGame(pub Pgn);

impl FromStr for PlayOkGame {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        movetext::read(Points::Numbers, text).map(Self)
    }
}

impl fmt::Display for PlayOkGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(f, &self.0, Points::Numbers)
    }
}

#[cfg(test)]
mod tests;
