//! The games that Malom knows.

use std::fmt;

use millwright_index::Subspace;
use millwright_rules::{Game, Rules, StoneCount};
use thiserror::Error;

/// A game as Malom names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Nine Men's Morris.
    Standard,
    /// Lasker Morris.
    Lasker,
    /// Morabaraba, whatever a full board is worth.
    Morabaraba,
}

/// Rules for which there are no Malom files.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("Malom knows no such game: it has standard, lasker, morabaraba and morabaraba-full-board-loss")]
pub struct UnknownVariant;

impl Variant {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Lasker, Self::Morabaraba];

    /// The variant that has these rules; how many stones are brought does not matter.
    ///
    /// # Errors
    /// If Malom does not know the rules.
    pub fn of(rules: &Rules) -> Result<Self, UnknownVariant> {
        let same = |game: Game| game.rules().with_stones(StoneCount::MAX, StoneCount::MAX);
        let rules = rules.with_stones(StoneCount::MAX, StoneCount::MAX);
        let known = [
            (Game::Standard, Self::Standard),
            (Game::Lasker, Self::Lasker),
            (Game::Morabaraba, Self::Morabaraba),
            (Game::MorabarabaFullBoardLoss, Self::Morabaraba),
        ];
        known
            .into_iter()
            .find(|&(game, _)| same(game) == rules)
            .map(|(_, variant)| variant)
            .ok_or(UnknownVariant)
    }

    /// How the names of its files begin.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Standard => "std",
            Self::Lasker => "lask",
            Self::Morabaraba => "mora",
        }
    }

    /// The name of a subspace's file without what tells its kind: `std_3_4_0_0`.
    #[must_use]
    pub fn stem(self, subspace: Subspace) -> String {
        format!("{}_{subspace}", self.prefix())
    }

    /// The name of the file of ranks.
    #[must_use]
    pub fn secval_name(self) -> String {
        format!("{}.secval", self.prefix())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.prefix())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_a_variant_or_unknown_to_malom() {
        let prefixes: Vec<Option<&str>> =
            Game::ALL.map(|game| Variant::of(&game.rules()).ok().map(Variant::prefix)).to_vec();
        let (std, lask, mora) = (Some("std"), Some("lask"), Some("mora"));
        assert_eq!(prefixes, [std, None, None, None, lask, None, mora, mora]);
        assert_eq!(Variant::Standard.stem("3_4_0_0".parse().unwrap()), "std_3_4_0_0");
    }
}
