//! All positions with given numbers of stones on the board and in hand, reachable or not.

use std::fmt;
use std::str::FromStr;

use millwright_rules::{DoubleMill, Placing, Rules};
use thiserror::Error;

use crate::key::Key;
use crate::state::State;
use crate::symmetry::Representatives;

/// The positions with the same four counts, seen by the player to move.
///
/// Written `4_3_0_1`: mover on board, other on board, mover in hand, other in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subspace {
    mover: u8,
    other: u8,
    mover_in_hand: u8,
    other_in_hand: u8,
}

/// Why something is no [`Subspace`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubspaceError {
    /// A player with fewer than three stones has lost, and none has more than twelve.
    #[error("a player has 3 to 12 stones on the board and in hand, not {found}")]
    Stones {
        /// Board and hand together.
        found: u32,
    },
    /// Not four counts.
    #[error("{text:?} is no subspace; write W_B_WF_BF, as in 4_3_0_1")]
    Notation {
        /// What was written.
        text: String,
    },
}

impl Subspace {
    /// Checks that both players have 3 to 12 stones, board and hand together.
    ///
    /// # Errors
    /// If one has fewer or more.
    pub fn new(mover: u8, other: u8, mover_in_hand: u8, other_in_hand: u8) -> Result<Self, SubspaceError> {
        for (on_board, in_hand) in [(mover, mover_in_hand), (other, other_in_hand)] {
            let found = u32::from(on_board) + u32::from(in_hand);
            if !(3..=12).contains(&found) {
                return Err(SubspaceError::Stones { found });
            }
        }
        Ok(Self { mover, other, mover_in_hand, other_in_hand })
    }

    /// The subspace a position lies in.
    ///
    /// # Errors
    /// If the player to move has lost by material.
    pub fn of(state: &State) -> Result<Self, SubspaceError> {
        Key::of(state).subspace()
    }

    /// The same counts with the mover and the other exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            mover: self.other,
            other: self.mover,
            mover_in_hand: self.other_in_hand,
            other_in_hand: self.mover_in_hand,
        }
    }

    /// The stones of the mover and of the other, board and hand together.
    #[must_use]
    pub const fn totals(self) -> (u8, u8) {
        (self.mover + self.mover_in_hand, self.other + self.other_in_hand)
    }

    /// The stones that both have in hand together.
    #[must_use]
    pub const fn in_hand(self) -> u8 {
        self.mover_in_hand + self.other_in_hand
    }

    /// Whether the mover has a stone on the board that he may move (rules 3.2 and 3.3).
    #[must_use]
    pub fn may_slide(self, rules: &Rules) -> bool {
        self.mover > 0 && (self.mover_in_hand == 0 || rules.placing == Placing::Free)
    }

    /// The subspace after a turn of the mover with a stone from his hand or from the board that takes so many.
    ///
    /// # Errors
    /// If that leaves the other too few stones.
    pub(crate) fn after(self, from_hand: bool, taken: u8) -> Result<Self, SubspaceError> {
        let placed = u8::from(from_hand);
        Self::new(
            self.other.saturating_sub(taken),
            self.mover + placed,
            self.other_in_hand,
            self.mover_in_hand.saturating_sub(placed),
        )
    }

    /// Where turns from here can lead, going by the numbers of stones: three on the board may close a mill,
    /// five two mills.
    pub(crate) fn successors(self, rules: &Rules) -> Vec<Self> {
        let mut found = Vec::new();
        for (may, from_hand) in [(self.mover_in_hand > 0, true), (self.may_slide(rules), false)] {
            let on_board = self.mover + u8::from(from_hand);
            let most = match rules.double_mill {
                DoubleMill::Two if on_board >= 5 => 2,
                _ => u8::from(on_board >= 3),
            };
            let taken = (0..=most.min(self.other)).filter(|_| may);
            found.extend(taken.filter_map(|taken| self.after(from_hand, taken).ok()));
        }
        found
    }

    /// All its positions, White to move, in ascending order of the mover's stones.
    pub fn positions(self) -> impl Iterator<Item = State> {
        self.keys().map(Key::state)
    }

    /// One position of each orbit under the 16 symmetries.
    pub fn positions_up_to_symmetry(self) -> impl Iterator<Item = State> {
        self.keys_up_to_symmetry().map(Key::state)
    }

    /// All its positions, in ascending order.
    pub(crate) fn keys(self) -> impl Iterator<Item = Key> {
        self.keys_with(|_| true)
    }

    /// The position of each orbit that represents it, in ascending order.
    pub(crate) fn keys_up_to_symmetry(self) -> impl Iterator<Item = Key> {
        let mut of_movers = Representatives::new();
        let mut of_positions = Representatives::new();
        self.keys_with(move |mover| of_movers.is_least(mover)).filter(move |&key| of_positions.of(key) == key)
    }

    /// The positions whose mover's stones are as wanted.
    fn keys_with(self, mut wanted: impl FnMut(u32) -> bool) -> impl Iterator<Item = Key> {
        let others = sets_of(self.other);
        sets_of(self.mover).into_iter().filter(move |&mover| wanted(mover)).flat_map(move |mover| {
            let free = others.iter().copied().filter(|other| mover & other == 0);
            free.map(|other| self.key(mover, other)).collect::<Vec<_>>()
        })
    }

    /// The position with these stones, of which there must be as many as the subspace has.
    pub(crate) const fn key(self, mover: u32, other: u32) -> Key {
        Key { mover, other, mover_in_hand: self.mover_in_hand, other_in_hand: self.other_in_hand }
    }
}

/// All sets of so many points, one bit a point, in ascending order.
fn sets_of(count: u8) -> Vec<u32> {
    let mut sets = vec![0_u32];
    for _ in 0..count {
        // Every set is built once, from its lowest point to its highest.
        let above = |set: u32| u32::BITS - set.leading_zeros();
        sets = sets.iter().flat_map(|&set| (above(set)..24).map(move |bit| set | 1 << bit)).collect();
    }
    sets.sort_unstable();
    sets
}

impl fmt::Display for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mover, other, mover_in_hand, other_in_hand } = self;
        f.pad(&format!("{mover}_{other}_{mover_in_hand}_{other_in_hand}"))
    }
}

impl FromStr for Subspace {
    type Err = SubspaceError;
    fn from_str(text: &str) -> Result<Self, SubspaceError> {
        let counts: Result<Vec<u8>, _> = text.split('_').map(str::parse).collect();
        match counts.as_deref() {
            Ok(&[mover, other, mover_in_hand, other_in_hand]) => {
                Self::new(mover, other, mover_in_hand, other_in_hand)
            }
            _ => Err(SubspaceError::Notation { text: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::Game;

    use super::*;

    #[test]
    fn the_spelling_round_trips() {
        let subspace: Subspace = "4_3_0_1".parse().unwrap();
        assert_eq!(subspace, Subspace::new(4, 3, 0, 1).unwrap());
        assert_eq!(subspace.to_string(), "4_3_0_1");
        assert_eq!("2_3_0_0".parse::<Subspace>(), Err(SubspaceError::Stones { found: 2 }));
        for text in ["", "4_3_0", "4_3_0_1_1", "4_3_0_x", "4_3_0_-1"] {
            assert_eq!(text.parse::<Subspace>(), Err(SubspaceError::Notation { text: text.to_owned() }));
        }
    }

    #[test]
    fn turns_lead_to_fewer_stones_or_fewer_in_hand_or_to_the_swap() {
        let successors = |rules: &Rules, text: &str| {
            let found = text.parse::<Subspace>().unwrap().successors(rules);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let one = Game::Standard.rules();
        let two = Game::LaskerWmd.rules();
        assert_eq!(successors(&one, "4_5_1_0"), ["5_5_0_0", "4_5_0_0"]);
        assert_eq!(successors(&two, "4_5_1_0"), ["5_5_0_0", "4_5_0_0", "3_5_0_0", "5_4_0_1", "4_4_0_1"]);
        assert_eq!(successors(&one, "1_3_2_0"), ["3_2_0_1"]);
        assert_eq!(successors(&one, "4_3_0_0"), ["3_4_0_0"]);
        assert_eq!(successors(&one, "0_0_3_3"), ["0_1_3_2"]);
    }

    #[test]
    fn three_against_three_has_all_its_positions() {
        let subspace = Subspace::new(3, 3, 0, 0).unwrap();
        // 24 choose 3 times 21 choose 3.
        assert_eq!(subspace.positions().count(), 2024 * 1330);
        assert!(subspace.positions().all(|state| Subspace::of(&state) == Ok(subspace)));
    }

    #[test]
    fn orbits_are_counted_as_published() {
        let orbits = |text: &str| text.parse::<Subspace>().unwrap().positions_up_to_symmetry().count();
        // Malom's table of the game with four stones: `entries` minus `sym`.
        assert_eq!(orbits("1_2_2_1"), 1012 - 584);
        assert_eq!(orbits("2_3_1_0"), 46200 - 19102);
        // Loewer, in the discussion of protected mills.
        assert_eq!(orbits("4_3_0_0"), 760_398);
    }
}
