//! How a game ends, by the rules of the game or by those of playing (rules 10.1 to 10.4).

use std::fmt;

use millwright_rules::notation::GameResult;
use millwright_rules::{Color, Over};

/// Plies of both players together, none of which places or takes, after which a game is drawn (rule 10.2).
pub const QUIET_PLIES: usize = 50;

/// How often a position occurs until the game is drawn (rule 10.3).
pub const REPETITIONS: usize = 3;

/// Why nobody moves any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules of the game (section 5).
    Over {
        /// How.
        over: Over,
        /// Whose turn it is.
        mover: Color,
    },
    /// Nobody has placed or taken for [`QUIET_PLIES`] plies: a draw.
    FiftyMoves,
    /// The position has occurred [`REPETITIONS`] times: a draw.
    Repetition,
    /// This player has given up.
    Resignation(Color),
}

impl End {
    /// The names of all ends.
    pub const NAMES: [&str; 6] =
        ["too-few-stones", "blocked", "full-board", "fifty-moves", "repetition", "resignation"];

    /// Its name in files and in JSON, one of [`End::NAMES`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over { over, .. } => over.name(),
            Self::FiftyMoves => "fifty-moves",
            Self::Repetition => "repetition",
            Self::Resignation(_) => "resignation",
        }
    }

    /// Who has won; `None` if it is a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Over { over, mover } => over.winner(mover),
            Self::FiftyMoves | Self::Repetition => None,
            Self::Resignation(loser) => Some(loser.opponent()),
        }
    }

    /// The same as a result.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self.winner() {
            Some(color) => GameResult::Win(color),
            None => GameResult::Draw,
        }
    }
}

/// In words, without a full stop: `Black is blocked and has lost`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over { over, mover } => f.write_str(&over.words(*mover)),
            Self::FiftyMoves => {
                write!(f, "nobody has placed or taken a stone for {QUIET_PLIES} plies, a draw")
            }
            Self::Repetition => write!(f, "the position has occurred {REPETITIONS} times, a draw"),
            Self::Resignation(color) => write!(f, "{color} has resigned"),
        }
    }
}
