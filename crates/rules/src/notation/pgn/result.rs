//! How a game ended, in the marks of PGN.

use std::fmt;

use crate::color::Color;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This player won.
    Win(Color),
    /// Nobody did.
    Draw,
    /// It goes on, or nobody knows.
    #[default]
    Open,
}

impl GameResult {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Win(Color::White), Self::Win(Color::Black), Self::Draw, Self::Open];

    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// The result of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
