//! What can be wrong with a text, and where.

use std::fmt;

use thiserror::Error;

use super::pgn::{GameResult, variant_of_game};
use crate::color::{ByColor, Color};
use crate::game::Game;
use crate::point::Point;
use crate::rules::StoneCountError;
use crate::setup::SetupError;

/// A kind of text that is read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Our form of a position.
    Short,
    /// Sanmill's form of a position.
    Fen,
    /// The Mill Interchange Format's form of a position.
    Mfen,
    /// A whole turn in point labels.
    Turn,
    /// A whole turn in `PlayOK`'s numbers.
    PlayOk,
    /// A list of moves.
    List,
    /// A whole game with its tags.
    Pgn,
    /// A whole game in `PlayOK`'s numbers.
    PlayOkGame,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short => "short form",
            Self::Fen => "Sanmill FEN",
            Self::Mfen => "MFEN",
            Self::Turn => "move",
            Self::PlayOk => "PlayOK move",
            Self::List => "move list",
            Self::Pgn => "PGN",
            Self::PlayOkGame => "PlayOK game",
        })
    }
}

/// A field of a text whose fields are separated by blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Counted from 1.
    pub number: usize,
    /// What it holds.
    pub name: &'static str,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field {} ({})", self.number, self.name)
    }
}

/// Where in a text something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// At a character.
    Character {
        /// Counted from 1.
        line: usize,
        /// In characters, counted from 1.
        column: usize,
    },
    /// In a field.
    Field(Field),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { line: 1, column } => write!(f, "column {column}"),
            Self::Character { line, column } => write!(f, "line {line}, column {column}"),
            Self::Field(field) => field.fmt(f),
        }
    }
}

/// What should have stood where something else was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The label of a point.
    Point,
    /// A number in this range.
    Number {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
    },
    /// Two numbers in this range with a comma between them.
    TwoNumbers {
        /// The largest.
        most: u8,
    },
    /// Any whole number.
    WholeNumber,
    /// The number of a point, or that of none, in this dialect of Sanmill's FEN.
    Node {
        /// Whether the token `ids:nodes` says that they are -1 to 23.
        ids_nodes: bool,
    },
    /// A move.
    Move,
    /// A move in `PlayOK`'s numbers.
    NumberedMove,
    /// The parenthesis that closes this one.
    ClosingParenthesis,
    /// The brace that closes this one.
    ClosingBrace,
    /// The quote that closes this one, in the same line.
    ClosingQuote,
    /// The name of a tag.
    TagName,
    /// A text in quotes.
    QuotedText,
    /// A blank or the end.
    Blank,
    /// A blank, a separator or the end.
    Separator,
    /// Nothing more.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf(words) => {
                for (i, word) in words.iter().enumerate() {
                    let separator = if i == 0 {
                        ""
                    } else if i + 1 == words.len() {
                        " or "
                    } else {
                        ", "
                    };
                    write!(f, "{separator}{word}")?;
                }
                Ok(())
            }
            Self::Point => f.write_str("a point of the board"),
            Self::Number { least, most } => write!(f, "a number from {least} to {most}"),
            Self::TwoNumbers { most } => write!(f, "two numbers from 0 to {most} like 9,9"),
            Self::WholeNumber => f.write_str("a whole number"),
            Self::Node { ids_nodes: true } => f.write_str("a node from 0 to 23, or -1 for none"),
            Self::Node { ids_nodes: false } => f.write_str("a square from 8 to 31, or 0 for none"),
            Self::Move => f.write_str("a move like d6, a1-a4 or g7xd2"),
            Self::NumberedMove => f.write_str("a move like 5, 22-10 or 3x20"),
            Self::ClosingParenthesis => f.write_str("a parenthesis that closes this one"),
            Self::ClosingBrace => f.write_str("a brace that closes this one"),
            Self::ClosingQuote => f.write_str("a quote that closes this one in the same line"),
            Self::TagName => f.write_str("the name of a tag"),
            Self::QuotedText => f.write_str("a text in double quotes"),
            Self::Blank => f.write_str("a blank"),
            Self::Separator => f.write_str("a blank, a comma or a semicolon"),
            Self::End => f.write_str("the end"),
        }
    }
}

/// Why a text was refused. Every message is one line; quoted text is shortened to [`EXCERPT`] characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Something else stands there.
    #[error("{notation}, {place}: expected {expected}, found {}", Quoted(found))]
    Unexpected {
        /// What was being read.
        notation: Notation,
        /// Where.
        place: Place,
        /// What should stand there.
        expected: Expected,
        /// What stands there, shortened; empty at the end of the text.
        found: String,
    },
    /// The text ends too early.
    #[error("{notation}: {field} is missing")]
    MissingField {
        /// What was being read.
        notation: Notation,
        /// The first one that is missing.
        field: Field,
    },
    /// The board does not have three rings.
    #[error("{notation}, {field}: a board has 3 rings separated by '/', not {found}")]
    RingCount {
        /// What was being read.
        notation: Notation,
        /// The board.
        field: Field,
        /// How many rings are written.
        found: usize,
    },
    /// A ring does not have eight points.
    #[error("{notation}, {place}: ring {ring} has {found} points, not 8")]
    RingLength {
        /// What was being read.
        notation: Notation,
        /// Where the ring begins.
        place: Place,
        /// Which ring of the text, counted from 1.
        ring: usize,
        /// How many points are written.
        found: usize,
    },
    /// A point occurs twice where each may occur once.
    #[error("{notation}, {place}: {point} is named for the second time")]
    PointTwice {
        /// What was being read.
        notation: Notation,
        /// Where, the second time.
        place: Place,
        /// Which.
        point: Point,
    },
    /// A number of stones contradicts the board.
    #[error(
        "Sanmill FEN, {field}: says that {color} has {written} stones on the board, but {board} stand there"
    )]
    WrongCount {
        /// Which number.
        field: Field,
        /// Whose stones.
        color: Color,
        /// What the field says.
        written: u8,
        /// What the board shows.
        board: u8,
    },
    /// The phase contradicts the hands.
    #[error(
        "{notation}, {field}: the phase is {phase}, but White has {} and Black {} in hand with {turn} to move",
        hands.white, hands.black
    )]
    WrongPhase {
        /// What was being read.
        notation: Notation,
        /// The phase.
        field: Field,
        /// `p` or `m`.
        phase: &'static str,
        /// The stones in hand.
        hands: ByColor<u8>,
        /// Who is to move.
        turn: Color,
    },
    /// A position in the middle of a turn.
    #[error(
        "Sanmill FEN, {field}: a stone is still to be removed ({found}), but a turn includes what it takes; \
         give the position before or after the whole turn"
    )]
    RemovalPending {
        /// What says so: the action, or one of the numbers of stones to remove.
        field: Field,
        /// What it says.
        found: String,
    },
    /// A position in the middle of a turn.
    #[error(
        "MFEN, {field}: there are obligations ({found}), but a turn includes what it takes; \
         give the position before or after the whole turn"
    )]
    Obligations {
        /// The obligations, or the action that announces them.
        field: Field,
        /// What it says.
        found: String,
    },
    /// A stone that waits for its removal, which no game of ours has.
    #[error("MFEN, {place}: {found} is a stone with delayed removal; no game of Millwright has those")]
    DelayedStone {
        /// Where.
        place: Place,
        /// `w` or `b`.
        found: char,
    },
    /// State that belongs to rules which are not ours.
    #[error("MFEN, {field}: the extension {found} belongs to rules that Millwright does not have")]
    Extension {
        /// Which field.
        field: Field,
        /// The extension, shortened.
        found: String,
    },
    /// A finished game whose end does not tell who would be to move.
    #[error("MFEN, {field}: the game is over ({found}), and that does not tell who is to move")]
    NobodyToMove {
        /// The outcome.
        field: Field,
        /// What it says.
        found: String,
    },
    /// A turn takes at most two stones.
    #[error("{notation}, {place}: a turn takes at most two stones, {point} would be the third")]
    TakesTooMany {
        /// What was being read.
        notation: Notation,
        /// Where.
        place: Place,
        /// The third.
        point: Point,
    },
    /// A tag occurs twice where each may occur once.
    #[error("PGN, {place}: the tag {name} is there for the second time")]
    TagTwice {
        /// Where, the second time.
        place: Place,
        /// Which, shortened.
        name: String,
    },
    /// The tag and the end of the moves tell different results.
    #[error("{notation}, {place}: the result is {found}, but the tag Result says {tag}")]
    TwoResults {
        /// What was being read.
        notation: Notation,
        /// Where the moves end.
        place: Place,
        /// What the tag says.
        tag: GameResult,
        /// What stands behind the moves.
        found: GameResult,
    },
    /// The tag `Variant` names a game that is not ours.
    #[error(
        "PGN, tag Variant: {name:?} is no game of Millwright; the games are {}",
        Game::ALL.map(variant_of_game).join(", ")
    )]
    UnknownVariant {
        /// What it names, shortened.
        name: String,
    },
    /// The tag `Stones` has numbers that no game is played with.
    #[error("PGN, tag Stones: {0}")]
    BadStones(StoneCountError),
    /// The text is well-formed, but what it says is no position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// How many characters of a text an error quotes at most.
pub const EXCERPT: usize = 24;

/// The beginning of `text`, at most [`EXCERPT`] characters.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end of the text") } else { write!(f, "{:?}", self.0) }
    }
}
