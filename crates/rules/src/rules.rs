//! Which game is played: the six fields that tell one mill game from another, each value with its word.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::color::{ByColor, Color};

/// How many stones a player brings to the game: 3 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StoneCount(u8);

impl StoneCount {
    /// The fewest stones a game can be played with.
    pub const MIN: Self = Self(3);
    /// The most stones a player can bring: two times twelve fill the board.
    pub const MAX: Self = Self(12);

    /// Checks the range.
    ///
    /// # Errors
    /// If `count` is not in 3..=12.
    pub const fn new(count: u8) -> Result<Self, StoneCountError> {
        if count < Self::MIN.0 || count > Self::MAX.0 {
            return Err(StoneCountError::OutOfRange { found: count as u32 });
        }
        Ok(Self(count))
    }

    /// That of a game in this program, which is in range.
    pub(crate) const fn of_game(count: u8) -> Self {
        assert!(count >= Self::MIN.0 && count <= Self::MAX.0, "a player has 3 to 12 stones");
        Self(count)
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// 3, 4, ..., 12.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::MIN.0..=Self::MAX.0).map(Self)
    }
}

impl fmt::Display for StoneCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for StoneCount {
    type Err = StoneCountError;
    fn from_str(text: &str) -> Result<Self, StoneCountError> {
        let found: u32 = text.parse().map_err(|_| StoneCountError::NotANumber { text: text.to_owned() })?;
        u8::try_from(found).map_err(|_| StoneCountError::OutOfRange { found }).and_then(Self::new)
    }
}

/// As [`FromStr`] reads it: `9` for both, `9,8` for White and Black.
impl fmt::Display for ByColor<StoneCount> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.white, self.black) {
            (white, black) if white == black => write!(f, "{white}"),
            (white, black) => write!(f, "{white},{black}"),
        }
    }
}

/// `9` for both, `9,8` for White and Black.
impl FromStr for ByColor<StoneCount> {
    type Err = StoneCountError;
    fn from_str(text: &str) -> Result<Self, StoneCountError> {
        let (white, black) = text.split_once(',').unwrap_or((text, text));
        Ok(Self { white: white.parse()?, black: black.parse()? })
    }
}

/// Why something is not a [`StoneCount`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoneCountError {
    /// A number, but not one a game can be played with.
    #[error("a player has 3 to 12 stones, not {found}")]
    OutOfRange {
        /// The number given.
        found: u32,
    },
    /// Not a number at all.
    #[error("{text:?} is not a number of stones (3 to 12)")]
    NotANumber {
        /// What was written.
        text: String,
    },
}

/// What a player may do while he has stones in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placing {
    /// He must place them first.
    First,
    /// He may place or move, as he likes (Lasker Morris).
    Free,
}

/// What a closed mill may take when every opposing stone on the board stands in a mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protection {
    /// Any of them.
    Capture,
    /// None: stones in mills are always safe.
    Protected,
}

/// How many stones a turn takes that closes two or more mills at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DoubleMill {
    /// One, like any other closed mill.
    One,
    /// Two, the second chosen after the first is gone; one where no second may be taken.
    Two,
}

/// What it means for the player to move that the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullBoard {
    /// He is blocked, and loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// The words of a field that has two values, one place for files, options, JSON and prose.
macro_rules! words {
    ($field:ident, $name:literal, $($value:ident = $word:literal),+) => {
        impl $field {
            /// Both values.
            pub const ALL: [Self; 2] = [$(Self::$value),+];

            /// Its word.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word),+
                }
            }
        }

        impl fmt::Display for $field {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $field {
            type Err = UnknownWord;
            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                let found = Self::ALL.into_iter().find(|value| value.name() == text);
                found.ok_or_else(|| UnknownWord {
                    field: $name,
                    words: Self::ALL.map(Self::name),
                    found: text.to_owned(),
                })
            }
        }
    };
}

words!(Board, "board", Orthogonal = "orthogonal", Diagonal = "diagonal");
words!(Placing, "placing", First = "first", Free = "free");
words!(Protection, "protection", Capture = "capture", Protected = "protected");
words!(DoubleMill, "double-mill", One = "one", Two = "two");
words!(FullBoard, "full-board", Loss = "loss", Draw = "draw");

/// A word that is no value of its field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} is {} or {}, not {found:?}", words[0], words[1])]
pub struct UnknownWord {
    /// The field.
    pub field: &'static str,
    /// Its words.
    pub words: [&'static str; 2],
    /// What was written.
    pub found: String,
}

/// The rules of one game. All code that depends on the game asks this value; no game has code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which points are joined, and which are mills.
    pub board: Board,
    /// How many stones each player brings.
    pub stones: ByColor<StoneCount>,
    /// Place first, or as you like.
    pub placing: Placing,
    /// Whether a mill protects its stones when there are no others.
    pub protection: Protection,
    /// What closing two mills at once takes.
    pub double_mill: DoubleMill,
    /// What a full board is worth.
    pub full_board: FullBoard,
}

impl Rules {
    /// The same game with other numbers of stones.
    #[must_use]
    pub const fn with_stones(self, white: StoneCount, black: StoneCount) -> Self {
        Self { stones: ByColor { white, black }, ..self }
    }

    /// How many stones a player brings.
    #[must_use]
    pub const fn stones_of(&self, color: Color) -> u8 {
        match color {
            Color::White => self.stones.white.get(),
            Color::Black => self.stones.black.get(),
        }
    }
}

/// All fields with their words: `board orthogonal, stones 9, placing first, protection capture, double mill one, full
/// board loss`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, stones, placing, protection, double_mill, full_board } = self;
        write!(f, "board {board}, stones {stones}, placing {placing}, protection {protection}, ")?;
        write!(f, "double mill {double_mill}, full board {full_board}")
    }
}
