//! Who chooses the moves.

use std::fmt;
use std::str::FromStr;

use millwright_search::Evaluation;
use thiserror::Error;

use crate::strength::{Level, Nodes, Strength};

/// Somebody who plays, well or not so well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wins as fast and loses as slowly as can be; of draws he takes the one that looks best to a search. Where tables do
    /// not know all, he searches.
    Strong,
    /// The same, but of draws he takes the best that has been told apart from others; a search decides between equal ones.
    Ultra,
    /// As [`Player::Strong`], but of draws he takes any. Needs tables.
    PlainStrong,
    /// As [`Player::Ultra`], but of equal draws he takes any. Needs tables.
    PlainUltra,
    /// Any legal move. Needs no tables.
    Random,
    /// With this chance any move that is worse than the best, if there is one; otherwise [`Player::PlainStrong`]. A win or
    /// a loss that is only slower or faster than the best is worse too. Needs tables.
    Erring(Percent),
    /// Searches, and uses the tables that are there.
    Engine(Strength),
    /// Searches as far as suits one of ten levels, without tables.
    Level(Level),
    /// Looks one ply ahead, and makes any legal move with this chance: what a careful beginner does.
    Beginner(Percent),
}

/// A chance of 1 to 99 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Percent(u8);

impl Percent {
    /// Checks the range; `None` if it is not in 1..=99.
    #[must_use]
    pub const fn new(percent: u8) -> Option<Self> {
        if matches!(percent, 1..=99) { Some(Self(percent)) } else { None }
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Player {
    /// Our engine as it is if nothing more is said.
    pub const ENGINE: Self = Self::Engine(Strength { evaluation: Evaluation::Millwright, nodes: None });
    /// The opponent of the published matches.
    pub const PAPER: Self = Self::Engine(Strength { evaluation: Evaluation::Paper, nodes: None });

    /// The names of all players, for people.
    pub const NAMES: &str = "strong, ultra, engine, engine:NODES, engine-1 to engine-10, paper, paper:NODES, \
                             strong-plain, ultra-plain, erring-N, beginner-N with N from 1 to 99, and random";

    /// Whether he can do nothing without knowing what moves are worth.
    #[must_use]
    pub const fn needs_tables(self) -> bool {
        matches!(self, Self::PlainStrong | Self::PlainUltra | Self::Erring(_))
    }

    /// Whether he uses what is known where it is known.
    #[must_use]
    pub const fn uses_tables(self) -> bool {
        self.needs_tables()
            || matches!(
                self,
                Self::Strong
                    | Self::Ultra
                    | Self::Engine(Strength { evaluation: Evaluation::Millwright, .. })
            )
    }

    /// The same player, with so many nodes if he searches and has no number of his own.
    #[must_use]
    pub const fn with_nodes(self, nodes: Nodes) -> Self {
        match self {
            Self::Engine(Strength { evaluation, nodes: None }) => {
                Self::Engine(Strength { evaluation, nodes: Some(nodes) })
            }
            other => other,
        }
    }

    /// The same player, with no more nodes than this if he has a number of his own.
    #[must_use]
    pub fn with_at_most(self, limit: u64) -> Self {
        match self {
            Self::Engine(Strength { evaluation, nodes: Some(nodes) }) => {
                let nodes = Nodes::new(nodes.least().min(limit), nodes.most().min(limit));
                Self::Engine(Strength { evaluation, nodes })
            }
            other => other,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strong => f.pad("strong"),
            Self::Ultra => f.pad("ultra"),
            Self::PlainStrong => f.pad("strong-plain"),
            Self::PlainUltra => f.pad("ultra-plain"),
            Self::Random => f.pad("random"),
            Self::Erring(chance) => f.pad(&format!("erring-{}", chance.get())),
            Self::Beginner(chance) => f.pad(&format!("beginner-{}", chance.get())),
            Self::Level(level) => f.pad(&format!("engine-{}", level.get())),
            Self::Engine(Strength { evaluation, nodes }) => {
                let name = match evaluation {
                    Evaluation::Millwright => "engine",
                    Evaluation::Paper => "paper",
                };
                f.pad(&nodes.map_or_else(|| name.to_owned(), |nodes| format!("{name}:{nodes}")))
            }
        }
    }
}

/// A name that is no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no player {name:?}; the players are {}", Player::NAMES)]
pub struct UnknownPlayer {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Player {
    type Err = UnknownPlayer;
    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        // One spelling each: no plus sign, no leading zero.
        let number = |digits: &str| -> Option<u8> {
            digits.parse::<u8>().ok().filter(|number| number.to_string() == digits)
        };
        let chance = |digits: &str| number(digits).and_then(Percent::new);
        let engine = |rest: &str, evaluation| {
            let nodes: Nodes = rest.strip_prefix(':')?.parse().ok()?;
            let is_plain = nodes.to_string() == rest[1..];
            is_plain.then_some(Self::Engine(Strength { evaluation, nodes: Some(nodes) }))
        };
        let prefixed = || {
            let rest = |prefix| name.strip_prefix(prefix);
            rest("erring-")
                .and_then(chance)
                .map(Self::Erring)
                .or_else(|| rest("beginner-").and_then(chance).map(Self::Beginner))
                .or_else(|| rest("engine-").and_then(number).and_then(Level::new).map(Self::Level))
                .or_else(|| engine(rest("engine")?, Evaluation::Millwright))
                .or_else(|| engine(rest("paper")?, Evaluation::Paper))
        };
        let player = match name {
            "strong" => Some(Self::Strong),
            "ultra" => Some(Self::Ultra),
            "strong-plain" => Some(Self::PlainStrong),
            "ultra-plain" => Some(Self::PlainUltra),
            "random" => Some(Self::Random),
            "engine" => Some(Self::ENGINE),
            "paper" => Some(Self::PAPER),
            _ => prefixed(),
        };
        player.ok_or_else(|| UnknownPlayer { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for name in [
            "strong",
            "ultra",
            "strong-plain",
            "ultra-plain",
            "random",
            "erring-1",
            "erring-99",
            "beginner-30",
            "engine",
            "engine:1",
            "engine:100000-200000",
            "engine-1",
            "engine-10",
            "paper",
            "paper:800000",
        ] {
            assert_eq!(name.parse::<Player>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "Strong",
            "erring",
            "erring-",
            "erring-0",
            "erring-100",
            "erring-07",
            "erring-+7",
            "human",
            "engine-0",
            "engine-11",
            "engine:",
            "engine:0",
            "engine:5-4",
            "engine:07",
            "paper-3",
            "engine:5-",
            "engine:1-2-3",
        ] {
            let error = name.parse::<Player>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("there is no player {name:?}; ")), "{error}");
        }
    }
}
