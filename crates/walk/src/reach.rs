//! Which subspaces the moves of a subspace lead to, and which tables that takes.

use std::collections::BTreeSet;

use millwright_index::{Plane, Subspace, Unit};
use millwright_rules::Rules;

use crate::order::Order;

/// A mill is three stones: with fewer on the board nothing is ever taken.
const STONES_IN_A_MILL: u8 = 3;

/// A kind of move and the subspace it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Whether the stone comes from the hand.
    pub placed: bool,
    /// How many stones are taken.
    pub taken: u8,
    /// Where it leads.
    pub next: Subspace,
}

/// All kinds of moves from a subspace that do not end the game.
#[must_use]
pub fn reaches(rules: &Rules, subspace: Subspace) -> Vec<Reach> {
    let mut found = Vec::new();
    subspace.for_each_successor(rules, |next| {
        let reach = Reach { placed: next.other != subspace.mover, taken: subspace.other - next.mover, next };
        // By the numbers alone a move may also take where no mill can be: there is no such position.
        if reach.taken == 0 || next.other >= STONES_IN_A_MILL {
            found.push(reach);
        }
    });
    found
}

/// Values in order with a certain player's stones as the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Keyed {
    /// Whose values.
    pub subspace: Subspace,
    /// Whether the key is the mover's stones, or else the other's.
    pub by_mover: bool,
}

impl Keyed {
    /// As a table stores them.
    #[must_use]
    pub fn stored(subspace: Subspace) -> Self {
        Self { subspace, by_mover: Unit::of(subspace).plane_of(subspace) == Plane::A }
    }

    /// What the positions of a subspace lead to by one kind of move, the key being the same player's stones
    /// as in the table of the subspace.
    #[must_use]
    pub fn after(subspace: Subspace, reach: &Reach) -> Self {
        // The mover of now is the other of then.
        Self { subspace: reach.next, by_mover: !Self::stored(subspace).by_mover }
    }

    /// How many slots there are in that order.
    #[must_use]
    pub fn slots(self) -> u64 {
        self.order().slots()
    }

    /// Whether that is how a table stores them.
    #[must_use]
    pub fn is_stored(self) -> bool {
        self == Self::stored(self.subspace)
    }

    pub(crate) fn order(self) -> Order {
        let Subspace { mover, other, .. } = self.subspace;
        if self.by_mover { Order::new(mover, other) } else { Order::new(other, mover) }
    }
}

/// What must be in memory to check a subspace whose moves reach this.
#[must_use]
pub fn wanted(subspace: Subspace, reaches: &[Reach]) -> BTreeSet<Keyed> {
    let after = reaches.iter().map(|reach| Keyed::after(subspace, reach));
    after.chain([Keyed::stored(subspace)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Game;

    fn of(game: Game, subspace: &str) -> Vec<(bool, u8, String)> {
        let found = reaches(&game.rules(), subspace.parse().unwrap());
        found.iter().map(|reach| (reach.placed, reach.taken, reach.next.to_string())).collect()
    }

    #[test]
    fn moves_lead_where_the_stones_say_and_nothing_is_taken_without_a_mill() {
        let text = str::to_owned;
        assert_eq!(of(Game::Standard, "5_4_0_0"), [(false, 0, text("4_5_0_0")), (false, 1, text("3_5_0_0"))]);
        assert_eq!(of(Game::Standard, "3_3_0_0"), [(false, 0, text("3_3_0_0"))]);
        assert_eq!(of(Game::Standard, "1_1_8_8"), [(true, 0, text("1_2_8_7"))]);
        assert_eq!(
            of(Game::LaskerWmd, "4_4_1_2"),
            [
                (true, 0, text("4_5_2_0")),
                (true, 1, text("3_5_2_0")),
                (true, 2, text("2_5_2_0")),
                (false, 0, text("4_4_2_1")),
                (false, 1, text("3_4_2_1")),
            ]
        );
    }

    #[test]
    fn in_the_movement_phase_only_even_units_look_at_themselves_the_other_way_round() {
        let rules = Game::Standard.rules();
        for mover in 3..=9 {
            for other in 3..=9 {
                let subspace = Subspace::new(mover, other, 0, 0).unwrap();
                for reach in reaches(&rules, subspace) {
                    let turned = !Keyed::after(subspace, &reach).is_stored();
                    assert_eq!(turned, mover == other && reach.taken == 0, "{subspace} {reach:?}");
                }
            }
        }
    }
}
