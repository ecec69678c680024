//! How well an engine plays.

use std::fmt;

use millwright_search::Evaluation;

use crate::random::Random;

/// How many positions are looked at before a move: any number of these, each as likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nodes {
    least: u64,
    most: u64,
}

impl Nodes {
    /// From `least` to `most`; `None` if there is no number between them, or none that is a number of positions.
    #[must_use]
    pub const fn new(least: u64, most: u64) -> Option<Self> {
        if least == 0 || least > most || most > 1 << 40 { None } else { Some(Self { least, most }) }
    }

    /// This many.
    #[must_use]
    pub const fn exactly(nodes: u64) -> Option<Self> {
        Self::new(nodes, nodes)
    }

    /// The fewest.
    #[must_use]
    pub const fn least(self) -> u64 {
        self.least
    }

    /// The most.
    #[must_use]
    pub const fn most(self) -> u64 {
        self.most
    }

    /// One of them. Chance is asked only where there is a choice.
    pub fn pick(self, random: &mut Random) -> u64 {
        let choices = self.most - self.least + 1;
        self.least + if choices == 1 { 0 } else { random.below_u64(choices) }
    }
}

/// `1000`, or `1000-2000`.
impl fmt::Display for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}-{}", self.least, self.most)
        }
    }
}

/// A range of nodes that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nodes are a number like 100000 or a range like 100000-200000, from 1 to 2^40, not {text:?}")]
pub struct BadNodes {
    /// What was written.
    pub text: String,
}

impl std::str::FromStr for Nodes {
    type Err = BadNodes;
    fn from_str(text: &str) -> Result<Self, BadNodes> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let number = |digits: &str| {
            let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse().ok()).flatten()
        };
        let nodes = number(least).zip(number(most)).and_then(|(least, most)| Self::new(least, most));
        nodes.ok_or_else(|| BadNodes { text: text.to_owned() })
    }
}

/// One of ten strengths, 1 the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What a level does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handicap {
    /// Positions that are looked at.
    pub(crate) nodes: u64,
    /// The chance of any legal move instead, in percent.
    pub(crate) any_move: usize,
}

impl Level {
    /// How many there are.
    pub const COUNT: u8 = 10;

    /// Each scores about two thirds to four fifths against the one before: docs/engine.md has the matches, up to level 8.
    const HANDICAPS: [Handicap; Self::COUNT as usize] = [
        Handicap { nodes: 30, any_move: 76 },
        Handicap { nodes: 60, any_move: 61 },
        Handicap { nodes: 120, any_move: 44 },
        Handicap { nodes: 250, any_move: 30 },
        Handicap { nodes: 500, any_move: 20 },
        Handicap { nodes: 1000, any_move: 12 },
        Handicap { nodes: 2500, any_move: 6 },
        Handicap { nodes: 12_000, any_move: 1 },
        Handicap { nodes: 120_000, any_move: 0 },
        Handicap { nodes: 2_500_000, any_move: 0 },
    ];

    /// Checks the range; `None` if it is not in 1..=10.
    #[must_use]
    pub const fn new(level: u8) -> Option<Self> {
        if level >= 1 && level <= Self::COUNT { Some(Self(level)) } else { None }
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    pub(crate) const fn handicap(self) -> Handicap {
        Self::HANDICAPS[self.0 as usize - 1]
    }
}

/// An engine that searches with a limit of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strength {
    /// What it makes of positions.
    pub evaluation: Evaluation,
    /// How far it looks; as far as is usual if it is not said.
    pub nodes: Option<Nodes>,
}

impl Strength {
    /// Nodes that are usual: about a second on a slow machine.
    pub const USUAL_NODES: Nodes = Nodes { least: 1_000_000, most: 1_000_000 };

    /// Bytes of the transposition table for so many nodes.
    pub(crate) const fn table_bytes(nodes: u64) -> u64 {
        let wanted = nodes.saturating_mul(16);
        if wanted < 1 << 14 {
            1 << 14
        } else if wanted > 1 << 28 {
            1 << 28
        } else {
            wanted
        }
    }
}
