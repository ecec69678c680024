//! Win, draw or loss.

use crate::code::WIDE_DRAW;

/// What a position is worth to the player to move, however long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The mover wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The mover loses.
    Loss,
}

impl Outcome {
    /// All three, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// Its name: `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// What it is worth to the player who moved into such a position.
    #[must_use]
    pub const fn seen_from_parent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// What a wide code stands for: wins take an odd number of plies.
    pub(crate) const fn of_code(code: u16) -> Self {
        match (code, code % 2) {
            (WIDE_DRAW, _) => Self::Draw,
            (_, 1) => Self::Win,
            _ => Self::Loss,
        }
    }
}
