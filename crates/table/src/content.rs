//! How much of a subspace's values a table holds.

use std::fmt;

/// What a table holds beside its statistics. More is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    /// No values: what was counted is all that is left.
    Statistics,
    /// Win, draw or loss of every slot.
    Outcomes,
    /// Plies to the end of every slot.
    Plies,
}

impl Content {
    /// All, least first.
    pub const ALL: [Self; 3] = [Self::Statistics, Self::Outcomes, Self::Plies];

    /// Its name: `plies`, `outcomes` or `statistics`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Statistics => "statistics",
            Self::Outcomes => "outcomes",
            Self::Plies => "plies",
        }
    }

    /// The number that stands for it in a file.
    pub(crate) const fn metric(self) -> u8 {
        match self {
            Self::Plies => 1,
            Self::Outcomes => 2,
            Self::Statistics => 3,
        }
    }

    /// What a number in a file stands for.
    pub(crate) fn of_metric(metric: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|content| content.metric() == metric)
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Statistics => "statistics only",
            Self::Outcomes => "win, draw and loss only",
            Self::Plies => "plies to the end",
        })
    }
}
