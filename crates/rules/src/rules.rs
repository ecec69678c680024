//! Which game is played: the six fields that tell one mill game from another, and the named presets.

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

/// A named game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Game {
    /// Nine Men's Morris as most books have it.
    Standard,
    /// Stones in mills are always safe.
    StandardProtected,
    /// Two mills at once take two stones.
    StandardTakeTwo,
    /// Both of these.
    StandardProtectedTakeTwo,
    /// Lasker Morris as Gevay and Danner solved it.
    Lasker,
    /// Lasker Morris as Stahlhacke solved it (the rules of the World Mill federation).
    LaskerWmd,
    /// Twelve stones on the board with diagonals; a full board is a draw.
    Morabaraba,
    /// The same, but a full board loses.
    MorabarabaFullBoardLoss,
}

impl Game {
    /// All presets, in the order in which they are listed to users.
    pub const ALL: [Self; 8] = [
        Self::Standard,
        Self::StandardProtected,
        Self::StandardTakeTwo,
        Self::StandardProtectedTakeTwo,
        Self::Lasker,
        Self::LaskerWmd,
        Self::Morabaraba,
        Self::MorabarabaFullBoardLoss,
    ];

    /// The name used on the command line, in files and in URLs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::StandardProtected => "standard-protected",
            Self::StandardTakeTwo => "standard-take-two",
            Self::StandardProtectedTakeTwo => "standard-protected-take-two",
            Self::Lasker => "lasker",
            Self::LaskerWmd => "lasker-wmd",
            Self::Morabaraba => "morabaraba",
            Self::MorabarabaFullBoardLoss => "morabaraba-full-board-loss",
        }
    }

    /// The rules it stands for.
    #[must_use]
    pub const fn rules(self) -> Rules {
        const fn stones(count: u8) -> ByColor<StoneCount> {
            ByColor { white: StoneCount(count), black: StoneCount(count) }
        }
        const STANDARD: Rules = Rules {
            board: Board::Orthogonal,
            stones: stones(9),
            placing: Placing::First,
            protection: Protection::Capture,
            double_mill: DoubleMill::One,
            full_board: FullBoard::Loss,
        };
        match self {
            Self::Standard => STANDARD,
            Self::StandardProtected => Rules { protection: Protection::Protected, ..STANDARD },
            Self::StandardTakeTwo => Rules { double_mill: DoubleMill::Two, ..STANDARD },
            Self::StandardProtectedTakeTwo => {
                Rules { protection: Protection::Protected, double_mill: DoubleMill::Two, ..STANDARD }
            }
            Self::Lasker => Rules { stones: stones(10), placing: Placing::Free, ..STANDARD },
            Self::LaskerWmd => Rules {
                stones: stones(10),
                placing: Placing::Free,
                protection: Protection::Protected,
                double_mill: DoubleMill::Two,
                ..STANDARD
            },
            Self::Morabaraba => {
                Rules { board: Board::Diagonal, stones: stones(12), full_board: FullBoard::Draw, ..STANDARD }
            }
            Self::MorabarabaFullBoardLoss => Rules { board: Board::Diagonal, stones: stones(12), ..STANDARD },
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no game {name:?}; the games are {}", Game::ALL.map(Game::name).join(", "))]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Game {
    type Err = UnknownGame;
    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|game| game.name() == name)
            .ok_or_else(|| UnknownGame { name: name.to_owned() })
    }
}
