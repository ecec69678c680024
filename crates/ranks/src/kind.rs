//! Whether play can stay in a subspace for good.

use millwright_index::{Subspace, Unit};
use millwright_rules::{Placing, Rules};

/// What the ranking must know about a subspace: whether endless play is possible there, and whether it is its own
/// swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Somebody must place, so play leaves it and never comes back.
    Transient,
    /// Play can stay, and both players have the same: neither is ahead.
    Even,
    /// Play can stay, going back and forth between it and its swap: what one is worth to the player to
    /// move, the other is worth to his opponent.
    Paired,
}

impl Kind {
    /// The kind of a subspace. Where stones must be placed first, play stays once both hands are empty; where
    /// players may place as they like, as soon as both have a stone on the board to move.
    #[must_use]
    pub fn of(subspace: Subspace, rules: &Rules) -> Self {
        let stays = match rules.placing {
            Placing::First => subspace.hands_are_empty(),
            Placing::Free => subspace.mover > 0 && subspace.other > 0,
        };
        match (stays, Unit::of(subspace).is_even()) {
            (false, _) => Self::Transient,
            (true, true) => Self::Even,
            (true, false) => Self::Paired,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Game;

    #[test]
    fn play_stays_with_empty_hands_or_where_both_may_slide() {
        let kind = |text: &str, game: Game| Kind::of(text.parse().unwrap(), &game.rules());
        assert_eq!(kind("4_4_0_0", Game::Standard), Kind::Even);
        assert_eq!(kind("4_3_0_0", Game::Morabaraba), Kind::Paired);
        assert_eq!(kind("3_2_0_1", Game::Standard), Kind::Transient);
        assert_eq!(kind("3_3_1_1", Game::Standard), Kind::Transient);
        assert_eq!(kind("3_3_1_1", Game::Lasker), Kind::Even);
        assert_eq!(kind("3_2_0_1", Game::Lasker), Kind::Paired);
        assert_eq!(kind("0_1_3_2", Game::Lasker), Kind::Transient);
    }
}
