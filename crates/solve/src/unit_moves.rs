//! Who may do what in a unit, and how he leaves it.

use millwright_index::{Plane, Subspace, Unit};
use millwright_rules::{Board, DoubleMill, Rules};

/// A unit under the rules of a game.
#[derive(Clone, Copy)]
pub(crate) struct UnitMoves<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) unit: Unit,
    /// The planes that the game has.
    pub(crate) planes: &'a [Plane],
}

/// How the mover of a plane leaves the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaving {
    /// Whether he places a stone.
    pub(crate) places: bool,
    /// How many stones he takes.
    pub(crate) takes: u8,
}

impl UnitMoves<'_> {
    /// Whether the mover of a plane flies.
    pub(crate) fn flies(&self, plane: Plane) -> bool {
        let subspace = self.unit.subspace(plane);
        subspace.mover + subspace.mover_hand == 3
    }

    /// Whether the mover of a plane may move a stone on the board.
    pub(crate) fn can_slide(&self, plane: Plane) -> bool {
        self.unit.subspace(plane).may_slide(self.rules)
    }

    /// Whether the mover of a plane can take two stones by placing one that closes two mills, which takes five, from an
    /// opponent whom the first does not finish.
    pub(crate) fn placing_takes_pairs(&self, plane: Plane) -> bool {
        let subspace = self.unit.subspace(plane);
        subspace.may_place() && subspace.mover + 1 >= 5 && self.opponent_loses_pairs(plane)
    }

    /// Whether he can take two by sliding. On the orthogonal board slides close one mill at most (rule 4.10).
    pub(crate) fn slides_take_pairs(&self, plane: Plane) -> bool {
        let subspace = self.unit.subspace(plane);
        self.can_slide(plane)
            && self.rules.board == Board::Diagonal
            && subspace.mover >= 5
            && self.opponent_loses_pairs(plane)
    }

    fn opponent_loses_pairs(&self, plane: Plane) -> bool {
        let subspace = self.unit.subspace(plane);
        self.rules.double_mill == DoubleMill::Two && subspace.other + subspace.other_hand > 3
    }

    /// Whether no move stays in the unit: both players must place.
    pub(crate) fn nobody_stays(&self) -> bool {
        !self.planes.iter().any(|&plane| self.can_slide(plane))
    }

    /// The planes whose exits are read; in an even unit C's are those of A.
    pub(crate) fn planes_with_exits(&self) -> Vec<Plane> {
        if self.unit.is_even() {
            vec![Plane::A]
        } else if self.nobody_stays() {
            self.planes.to_vec()
        } else {
            Plane::BOTH.to_vec()
        }
    }

    /// The ways in which the mover of a plane can leave the unit. Mills take three stones on the board, two at once five.
    pub(crate) fn ways_to_leave(&self, plane: Plane) -> Vec<Leaving> {
        let subspace = self.unit.subspace(plane);
        let mut ways = Vec::new();
        if self.can_slide(plane) && subspace.mover >= 3 {
            ways.push(Leaving { places: false, takes: 1 });
            if self.slides_take_pairs(plane) {
                ways.push(Leaving { places: false, takes: 2 });
            }
        }
        if subspace.may_place() {
            ways.push(Leaving { places: true, takes: 0 });
            if subspace.mover + 1 >= 3 {
                ways.push(Leaving { places: true, takes: 1 });
            }
            if self.placing_takes_pairs(plane) {
                ways.push(Leaving { places: true, takes: 2 });
            }
        }
        ways.retain(|&way| self.subspace_after(plane, way).is_some());
        ways
    }

    /// The subspace that a way of leaving a plane leads to; `None` if the opponent has fewer stones on the board than it
    /// takes.
    pub(crate) fn subspace_after(&self, plane: Plane, leaving: Leaving) -> Option<Subspace> {
        let before = self.unit.subspace(plane);
        let placed = u8::from(leaving.places);
        Some(Subspace {
            mover: before.other.checked_sub(leaving.takes)?,
            other: before.mover + placed,
            mover_hand: before.other_hand,
            other_hand: before.mover_hand.checked_sub(placed)?,
        })
    }

    /// Whether what a player of a plane reaches is stored in blocks of A's classes: the key is the leading player there, the mover
    /// if they have the same.
    pub(crate) fn is_keyed_by_a(plane: Plane, reached: Subspace) -> bool {
        let mover_is_key = Unit::of(reached).plane_of(reached) == Plane::A;
        // After C's moves A is the mover.
        mover_is_key == (plane == Plane::C)
    }
}
