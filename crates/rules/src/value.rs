//! What a position is worth: who wins, and in how many plies (rules 6.1 to 6.7).

use std::cmp::Ordering;
use std::fmt;

/// For the side to move. A quick win is best, a quick loss is worst.
///
/// Wins take an odd number of plies and losses an even one: [`Value::win`] and [`Value::loss`] check it.
///
/// ```
/// use millwright_rules::Value;
/// assert!(Value::win(1) > Value::win(7) && Value::win(7) > Value::Draw);
/// assert!(Value::Draw > Value::loss(6) && Value::loss(6) > Value::loss(0));
/// assert_eq!(Value::loss(6).seen_from_parent(), Value::win(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Lost in this many plies.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// Won in this many plies.
    Win(u16),
}

impl Value {
    /// A win in `plies`.
    ///
    /// # Panics
    /// If `plies` is even.
    #[must_use]
    #[inline]
    pub const fn win(plies: u16) -> Self {
        assert!(plies % 2 == 1, "a win takes an odd number of plies");
        Self::Win(plies)
    }

    /// A loss in `plies`.
    ///
    /// # Panics
    /// If `plies` is odd.
    #[must_use]
    #[inline]
    pub const fn loss(plies: u16) -> Self {
        assert!(plies.is_multiple_of(2), "a loss takes an even number of plies");
        Self::Loss(plies)
    }

    /// The value that this many plies to the end stand for: odd is a win, even a loss.
    #[must_use]
    #[inline]
    pub const fn decided(plies: u16) -> Self {
        if plies % 2 == 1 { Self::Win(plies) } else { Self::Loss(plies) }
    }

    /// Plies to the end; `None` for a draw.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// What a position of this value is worth to the player who moved into it.
    #[must_use]
    #[inline]
    pub const fn seen_from_parent(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn outcome(self) -> &'static str {
        match self {
            Self::Loss(_) => "loss",
            Self::Draw => "draw",
            Self::Win(_) => "win",
        }
    }

    /// Larger is better for the side to move.
    const fn key(self) -> i32 {
        match self {
            Self::Loss(plies) => plies as i32 - 0x10000,
            Self::Draw => 0,
            Self::Win(plies) => 0x10000 - plies as i32,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Loss(plies) | Self::Win(plies) => write!(f, "{} in {plies}", self.outcome()),
        }
    }
}
