//! What both players have on the board and in hand.

use std::fmt;
use std::str::FromStr;

use millwright_rules::{DoubleMill, Placing, Position, Rules};
use thiserror::Error;

use crate::binomial::binomial;

/// All positions in which the players have so many stones on the board and in hand.
///
/// Written `4_3_0_2`: mover on board, other on board, mover in hand, other in hand. The spelling is the stem
/// of table files, a command argument and a URL parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subspace {
    /// The mover's stones on the board.
    pub mover: u8,
    /// The other's stones on the board.
    pub other: u8,
    /// The mover's stones in hand.
    pub mover_hand: u8,
    /// The other's stones in hand.
    pub other_hand: u8,
}

impl Subspace {
    /// Checks that such positions exist and are not the end of the game: 3 to 12 stones a player, board and hand together.
    ///
    /// # Errors
    /// What is out of range.
    pub fn new(mover: u8, other: u8, mover_hand: u8, other_hand: u8) -> Result<Self, SubspaceError> {
        for (board, hand) in [(mover, mover_hand), (other, other_hand)] {
            let stones = u32::from(board) + u32::from(hand);
            if !(3..=12).contains(&stones) {
                return Err(SubspaceError::Stones { stones });
            }
        }
        Ok(Self { mover, other, mover_hand, other_hand })
    }

    /// The subspace of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (mover, other) = (position.mover(), position.other());
        Self {
            mover: mover.stones.len(),
            other: other.stones.len(),
            mover_hand: mover.hand,
            other_hand: other.hand,
        }
    }

    /// The same stones with the other player to move.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            mover: self.other,
            other: self.mover,
            mover_hand: self.other_hand,
            other_hand: self.mover_hand,
        }
    }

    /// Stones on the board and in hand, of both players.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.mover + self.other + self.mover_hand + self.other_hand
    }

    /// Whether both hands are empty: the movement phase.
    #[must_use]
    pub const fn hands_are_empty(self) -> bool {
        self.mover_hand == 0 && self.other_hand == 0
    }

    /// How many positions it has, symmetric ones counted apart.
    #[must_use]
    pub fn positions(self) -> u64 {
        let (mover, other) = (usize::from(self.mover), usize::from(self.other));
        u64::from(binomial(24, mover)) * u64::from(binomial(24 - mover, other))
    }

    /// Whether the mover may place.
    #[must_use]
    pub const fn may_place(self) -> bool {
        self.mover_hand > 0
    }

    /// Whether the mover may move a stone on the board.
    #[must_use]
    pub fn may_slide(self, rules: &Rules) -> bool {
        self.mover > 0 && (self.mover_hand == 0 || rules.placing == Placing::Free)
    }

    /// Calls `visit` for every subspace that a move may lead to, by the numbers of stones alone: a placed
    /// stone goes from hand to board, a slide keeps the numbers, and a mill takes one or (where the rules
    /// have it, and five stones or more can make two mills) two stones. Ends of the game are not visited.
    ///
    /// By the numbers alone means that a mill may be assumed where there are too few stones for one: this is
    /// how Malom counts, and the published tables have those subspaces.
    pub fn for_each_successor(self, rules: &Rules, mut visit: impl FnMut(Self)) {
        let mut arrive = |board: u8, hand: u8| {
            let most = if rules.double_mill == DoubleMill::Two && board >= 5 { 2 } else { 1 };
            for taken in 0..=most.min(self.other) {
                let left = self.other - taken;
                if left + self.other_hand >= 3 {
                    visit(Self { mover: left, other: board, mover_hand: self.other_hand, other_hand: hand });
                }
            }
        };
        if self.may_place() {
            arrive(self.mover + 1, self.mover_hand - 1);
        }
        if self.may_slide(rules) {
            arrive(self.mover, self.mover_hand);
        }
    }
}

impl fmt::Display for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}_{}_{}_{}", self.mover, self.other, self.mover_hand, self.other_hand))
    }
}

impl fmt::Debug for Subspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why something is no subspace.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubspaceError {
    /// A player has a number of stones that no game has.
    #[error("a player has 3 to 12 stones on the board and in hand, not {stones}")]
    Stones {
        /// Board and hand.
        stones: u32,
    },
    /// Not written as four numbers.
    #[error(
        "{text:?} is no subspace: write four numbers like 4_3_0_2 (mover on board, other on board, mover in hand, other in hand)"
    )]
    Form {
        /// What was written.
        text: String,
    },
}

impl FromStr for Subspace {
    type Err = SubspaceError;
    fn from_str(text: &str) -> Result<Self, SubspaceError> {
        let form = || SubspaceError::Form { text: text.chars().take(40).collect() };
        let numbers = text.split('_').map(|number| {
            let plain = matches!(number.as_bytes(), [b'0'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
            if plain { number.parse::<u8>().map_err(|_| form()) } else { Err(form()) }
        });
        let numbers: Vec<u8> = numbers.collect::<Result<_, _>>()?;
        match numbers[..] {
            [mover, other, mover_hand, other_hand] => Self::new(mover, other, mover_hand, other_hand),
            _ => Err(form()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spelling_round_trips_and_everything_else_is_refused() {
        for mover in 0..=12 {
            for hand in 0..=12 {
                if let Ok(subspace) = Subspace::new(mover, 4, hand, 3) {
                    assert_eq!(subspace.to_string().parse(), Ok(subspace));
                }
            }
        }
        for bad in
            ["", "4_4_0", "4_4_0_0_0", "4_4_0_x", "04_4_0_0", "4_4_0_+1", "4_4_0_-1", "4_4_0_999", "4 4 0 0"]
        {
            assert_eq!(bad.parse::<Subspace>(), Err(SubspaceError::Form { text: bad.to_owned() }), "{bad}");
        }
        assert_eq!("2_4_0_0".parse::<Subspace>(), Err(SubspaceError::Stones { stones: 2 }));
        assert_eq!("12_4_1_0".parse::<Subspace>(), Err(SubspaceError::Stones { stones: 13 }));
    }
}
