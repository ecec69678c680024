//! A subspace and its swap, which share an index and are solved together.

use std::fmt;

use millwright_rules::Rules;

use crate::subspace::Subspace;

/// Which of a unit's two players is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plane {
    /// A, the player with more stones on the board.
    A,
    /// C, the other one.
    C,
}

impl Plane {
    /// Both planes.
    pub const BOTH: [Self; 2] = [Self::A, Self::C];

    /// The plane after a move.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::A => Self::C,
            Self::C => Self::A,
        }
    }
}

/// A subspace and its swap. **A** is the player with more stones on the board, **C** the other one; with as
/// many on the board, A has more in hand.
///
/// **Invariant**: `(on_board(A), hand(A)) >= (on_board(C), hand(C))`, so a subspace and its swap are the same unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    a_to_move: Subspace,
}

impl Unit {
    /// The unit that a subspace belongs to.
    #[must_use]
    pub fn of(subspace: Subspace) -> Self {
        let swapped = subspace.swapped();
        let mover_leads = (subspace.mover, subspace.mover_hand) >= (swapped.mover, swapped.mover_hand);
        Self { a_to_move: if mover_leads { subspace } else { swapped } }
    }

    /// A's stones on the board.
    #[must_use]
    pub const fn a(self) -> u8 {
        self.a_to_move.mover
    }

    /// C's stones on the board.
    #[must_use]
    pub const fn c(self) -> u8 {
        self.a_to_move.other
    }

    /// The subspace that a plane holds.
    #[must_use]
    pub const fn subspace(self, plane: Plane) -> Subspace {
        match plane {
            Plane::A => self.a_to_move,
            Plane::C => self.a_to_move.swapped(),
        }
    }

    /// The plane that holds a subspace of this unit; A if the two are the same.
    #[must_use]
    pub fn plane_of(self, subspace: Subspace) -> Plane {
        if subspace == self.a_to_move { Plane::A } else { Plane::C }
    }

    /// The planes that it can have: one if both players have the same.
    #[must_use]
    pub fn planes(self) -> &'static [Plane] {
        if self.is_even() { &[Plane::A] } else { &Plane::BOTH }
    }

    /// Whether both players have the same: one subspace, its own swap.
    #[must_use]
    pub fn is_even(self) -> bool {
        self.a_to_move == self.a_to_move.swapped()
    }

    /// The place in an order in which everything a move can lead to comes first: captures lower the total,
    /// placing keeps it and empties the hands, and nothing ever goes back.
    #[must_use]
    pub const fn order(self) -> (u8, u8) {
        (self.a_to_move.total(), self.a_to_move.mover_hand + self.a_to_move.other_hand)
    }

    /// Whether the player to move in this plane can make a move that stays in the unit.
    #[must_use]
    pub fn can_stay(self, plane: Plane, rules: &Rules) -> bool {
        self.subspace(plane).may_slide(rules)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.a_to_move, f)
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
