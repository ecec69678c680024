//! What a position is worth.

use std::cmp::Ordering;
use std::fmt;

/// The result of perfect play for the player to move, in plies to the end of the game.
///
/// The winner hurries and the loser delays. `Loss(0)` is a player who has lost already: he is blocked or
/// has fewer than three stones. `Win(1)` takes the third-last stone or blocks. Wins are odd, losses even.
/// Values order themselves the way the player to move would:
///
/// ```
/// use millwright_oracle::Value;
/// assert!(Value::Win(1) > Value::Win(7) && Value::Win(7) > Value::Draw);
/// assert!(Value::Draw > Value::Loss(8) && Value::Loss(8) > Value::Loss(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost after so many plies, if he holds out as long as he can.
    Loss(u16),
    /// Neither player can force the end.
    Draw,
    /// Won in so many plies, however the other one plays.
    Win(u16),
}

impl Value {
    /// What a turn into a position of this value is worth to the player who makes the turn.
    ///
    /// ```
    /// use millwright_oracle::Value;
    /// assert_eq!(Value::Loss(6).seen_from_parent(), Value::Win(7));
    /// ```
    #[must_use]
    pub const fn seen_from_parent(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// Plies to the end of the game; `None` for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, than: &Self) -> Ordering {
        let worth = |value: &Self| match value {
            Self::Loss(plies) => (-1, i32::from(*plies)),
            Self::Draw => (0, 0),
            Self::Win(plies) => (1, -i32::from(*plies)),
        };
        worth(self).cmp(&worth(than))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, than: &Self) -> Option<Ordering> {
        Some(self.cmp(than))
    }
}

/// As the papers write it: `W23`, `D`, `L12`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => f.pad(&format!("L{plies}")),
            Self::Draw => f.pad("D"),
            Self::Win(plies) => f.pad(&format!("W{plies}")),
        }
    }
}
