//! How much of a game: its movement phase, the whole game, or the game from every number of stones.

use std::fmt;

use millwright_rules::{Rules, StoneCount};

use crate::graph::UnitGraph;

/// How much of a game is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All positions with empty hands.
    Movement,
    /// Everything from the empty board on.
    Complete,
    /// Everything from the empty board on, for all numbers of stones from three to this one.
    Extended(StoneCount),
}

impl Extent {
    /// The units that it comprises.
    #[must_use]
    pub fn graph(self, rules: &Rules) -> UnitGraph {
        match self {
            Self::Movement => UnitGraph::movement(rules),
            Self::Complete => UnitGraph::complete(rules),
            Self::Extended(most) => UnitGraph::extended(rules, most),
        }
    }

    /// In words, for a game with these rules.
    #[must_use]
    pub fn describe(self, rules: &Rules) -> String {
        let (white, black) = (rules.stones.white, rules.stones.black);
        match self {
            Self::Movement => format!("movement phase, up to {white} and {black} stones"),
            Self::Complete => format!("the whole game, {white} and {black} stones"),
            Self::Extended(most) => format!("the whole game for all numbers of stones from 3 to {most}"),
        }
    }
}

/// As in JSON: `movement`, `complete`, `extended 5`.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Movement => f.write_str("movement"),
            Self::Complete => f.write_str("complete"),
            Self::Extended(most) => write!(f, "extended {most}"),
        }
    }
}
