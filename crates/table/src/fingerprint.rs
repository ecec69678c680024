//! Which rules a table was made for, in 16 bytes.

use std::fmt;

use millwright_index::Subspace;
use millwright_ranks::{Rank, Ranks};
use millwright_rules::{Game, Rules};

/// A hash of the rules that the values of a subspace depend on: board, placing, protection, double mill and
/// full board.
///
/// How many stones the game began with is not among them: the subspace itself says what is on the board and
/// in hand, and nothing else of the past matters. So games that differ in their stones alone share tables.
///
/// It is the first 16 bytes of the BLAKE3 of [`Fingerprint::text_of`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; Fingerprint::LEN]);

impl Fingerprint {
    /// Its length in bytes.
    pub const LEN: usize = 16;

    /// The fingerprint of some rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self::of_text(&Self::text_of(rules))
    }

    /// The fingerprint of rules and of the ranks by which draws are told apart: the rules' text, then a line with the
    /// rank of a win and one for each subspace, in the order of their counts, with its rank.
    #[must_use]
    pub fn of_ranked(rules: &Rules, ranks: &Ranks) -> Self {
        let mut lines: Vec<(Subspace, Rank)> = ranks.iter().collect();
        lines.sort_unstable_by_key(|&(subspace, _)| subspace);
        let lines = lines.iter().map(|(subspace, rank)| format!("\n{subspace} {rank}"));
        let text = format!("{}\nwin {}{}", Self::text_of(rules), ranks.win(), lines.collect::<String>());
        Self::of_text(&text)
    }

    fn of_text(text: &str) -> Self {
        let hash = blake3::hash(text.as_bytes());
        let mut first = [0; Self::LEN];
        first.copy_from_slice(&hash.as_bytes()[..Self::LEN]);
        Self(first)
    }

    /// The text that is hashed. It is part of the file format: see `docs/table-format.md`.
    ///
    /// ```
    /// use millwright_rules::Game;
    /// use millwright_table::Fingerprint;
    /// assert_eq!(
    ///     Fingerprint::text_of(&Game::Standard.rules()),
    ///     "board orthogonal, placing first, protection capture, double mill one, full board loss"
    /// );
    /// ```
    #[must_use]
    pub fn text_of(rules: &Rules) -> String {
        let Rules { board, placing, protection, double_mill, full_board, .. } = rules;
        format!(
            "board {board}, placing {placing}, protection {protection}, double mill {double_mill}, full board {full_board}"
        )
    }

    /// The rules it stands for, with some number of stones; `None` if there are no such rules.
    #[must_use]
    pub fn rules(self) -> Option<Rules> {
        Game::every().map(Game::rules).find(|rules| Self::of(rules) == self)
    }
}

/// The rules in words if they are known, the bytes otherwise.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules() {
            Some(rules) => write!(f, "[{}]", Self::text_of(&rules)),
            None => write!(f, "[unknown, fingerprint {self:?}]"),
        }
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::StoneCount;

    #[test]
    fn every_game_is_found_again_and_stones_do_not_matter() {
        for game in Game::every() {
            let rules = game.rules();
            let fingerprint = Fingerprint::of(&rules);
            let found = fingerprint.rules().unwrap();
            assert_eq!(found.with_stones(rules.stones.white, rules.stones.black), rules);
            let few = rules.with_stones(StoneCount::MIN, StoneCount::MIN);
            assert_eq!(Fingerprint::of(&few), fingerprint);
            let twins = Game::every().filter(|twin| Fingerprint::of(&twin.rules()) == fingerprint);
            assert_eq!(twins.count(), 1);
        }
    }

    #[test]
    fn the_fingerprint_of_the_standard_game_never_changes() {
        let standard = Fingerprint::of(&Game::Standard.rules());
        assert_eq!(format!("{standard:?}"), "27ca66580f480731fedfd79a7b9f7896");
        assert_eq!(Fingerprint([0; 16]).rules(), None);
    }
}
