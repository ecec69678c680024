//! How much of a game: its movement phase, the whole game, or the game from every number of stones.

use std::fmt;

use millwright_index::UnitGraph;
use millwright_rules::{Rules, StoneCount};

/// How much of a game is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All positions with empty hands.
    Movement,
    /// Everything from the empty board on.
    Complete,
    /// Everything from the empty board on, for all numbers of stones from three to this one.
    Extended(StoneCount),
}

impl Extent {
    /// The units that it comprises.
    pub(crate) fn graph(self, rules: &Rules) -> UnitGraph {
        match self {
            Self::Movement => UnitGraph::movement(rules),
            Self::Complete => UnitGraph::complete(rules),
            Self::Extended(most) => UnitGraph::extended(rules, most),
        }
    }

    /// In words, for a game with these rules.
    pub(crate) fn describe(self, rules: &Rules) -> impl fmt::Display {
        let (white, black) = (rules.stones.white, rules.stones.black);
        match self {
            Self::Movement => format!("movement phase, up to {white} and {black} stones"),
            Self::Complete => format!("the whole game, {white} and {black} stones"),
            Self::Extended(most) => format!("the whole game for all numbers of stones from 3 to {most}"),
        }
    }
}
