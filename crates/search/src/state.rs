//! A position and a turn in a few machine words.

use millwright_index::Subspace;
use millwright_rules::{Color, Move, Point, PointSet, Position, Side};

use crate::geometry::ALL;

/// A position, seen by the player to move.
///
/// **Invariants**: as those of [`Position`]; `hands` has the mover's in its low four bits and the other's above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) own: u32,
    pub(crate) other: u32,
    hands: u32,
}

impl State {
    /// Of stones and hands, which must be those of a position.
    pub(crate) const fn new(own: u32, other: u32, own_hand: u32, other_hand: u32) -> Self {
        Self { own, other, hands: own_hand | other_hand << 4 }
    }

    /// Where it belongs.
    pub(crate) fn subspace(self) -> Subspace {
        let count = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
        Subspace {
            mover: count(self.own.count_ones()),
            other: count(self.other.count_ones()),
            mover_hand: count(self.own_hand()),
            other_hand: count(self.other_hand()),
        }
    }

    /// All of it in 56 bits: two positions have the same number only if they are the same, colours apart.
    pub(crate) const fn packed(self) -> u64 {
        self.own as u64 | ((self.other as u64) << 24) | ((self.hands as u64) << 48)
    }

    pub(crate) const fn empty(self) -> u32 {
        !(self.own | self.other) & ALL
    }

    pub(crate) const fn own_hand(self) -> u32 {
        self.hands & 15
    }

    pub(crate) const fn other_hand(self) -> u32 {
        self.hands >> 4
    }

    /// The mover's stones, board and hand together.
    pub(crate) const fn own_total(self) -> u32 {
        self.own.count_ones() + self.own_hand()
    }

    /// The other's stones, board and hand together.
    pub(crate) const fn other_total(self) -> u32 {
        self.other.count_ones() + self.other_hand()
    }

    /// The same stones with the other to move.
    #[cfg(test)]
    pub(crate) const fn swapped(self) -> Self {
        Self { own: self.other, other: self.own, hands: (self.hands & 15) << 4 | self.hands >> 4 }
    }

    /// After a turn that is legal here.
    pub(crate) const fn after(self, turn: Turn) -> Self {
        let hand = self.own_hand() - turn.is_placed() as u32;
        Self {
            own: self.other & !turn.taken(),
            other: self.own & !turn.left_bit() | turn.to_bit(),
            hands: hand << 4 | self.hands >> 4,
        }
    }

    /// As a position in which `turn` is to move.
    pub(crate) fn position(self, turn: Color) -> Position {
        let side = |stones, hand: u32| Side {
            stones: PointSet::from_bits_truncated(stones),
            hand: u8::try_from(hand).unwrap_or(u8::MAX),
        };
        let (own, other) = (side(self.own, self.own_hand()), side(self.other, self.other_hand()));
        Position::from_sides_unchecked(own, other, turn)
    }
}

impl From<&Position> for State {
    fn from(position: &Position) -> Self {
        let (mover, other) = (position.mover(), position.other());
        Self {
            own: mover.stones.bits(),
            other: other.stones.bits(),
            hands: u32::from(mover.hand) | u32::from(other.hand) << 4,
        }
    }
}

/// A whole turn in 20 bits: from, to and two taken stones, five bits each, lowest first. 24 is none, or the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn(u32);

/// No point.
pub(crate) const NONE: u32 = 24;

impl Turn {
    /// Bits that a turn takes.
    pub(crate) const BITS: u32 = 20;
    /// No turn of any position: it goes nowhere.
    pub(crate) const NO: Self = Self::new(NONE, NONE, NONE, NONE);

    pub(crate) const fn new(from: u32, to: u32, one: u32, two: u32) -> Self {
        Self(from | to << 5 | one << 10 | two << 15)
    }

    /// The turn with these bits, which [`Turn::bits`] gave.
    pub(crate) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    pub(crate) const fn from(self) -> u32 {
        self.0 & 31
    }

    pub(crate) const fn to(self) -> u32 {
        self.0 >> 5 & 31
    }

    /// The first stone taken, or [`NONE`].
    pub(crate) const fn victim(self) -> u32 {
        self.0 >> 10 & 31
    }

    pub(crate) const fn is_placed(self) -> bool {
        self.from() == NONE
    }

    pub(crate) const fn takes(self) -> bool {
        self.victim() != NONE
    }

    /// Whether it neither places nor takes (rule 10.1).
    pub(crate) const fn is_quiet(self) -> bool {
        !self.is_placed() && !self.takes()
    }

    const fn left_bit(self) -> u32 {
        1 << self.from() & ALL
    }

    const fn to_bit(self) -> u32 {
        1 << self.to()
    }

    const fn taken(self) -> u32 {
        (1 << self.victim() | 1 << (self.0 >> 15 & 31)) & ALL
    }

    /// As the rules have it.
    pub(crate) fn as_move(self) -> Move {
        let point = |number: u32| Point::new(u8::try_from(number).unwrap_or(u8::MAX));
        Move {
            from: (!self.is_placed()).then(|| point(self.from())),
            to: point(self.to()),
            taken: PointSet::from_bits_truncated(self.taken()),
        }
    }
}
