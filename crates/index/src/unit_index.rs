//! The slots of a unit: one for every class of A's stones and every set of C's on the points left free.

use millwright_rules::{Color, PointSet, Position, Side, Symmetry};

use crate::binomial::binomial;
use crate::classes::{ClassId, Classes};
use crate::ranking::{compress, expand, rank, unrank};
use crate::unit::{Plane, Unit};

/// The number of a position within its plane of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u64);

/// Numbers the positions of a unit, alike for both planes.
///
/// The block of a class holds one slot for each set of C's stones on the points that the representative
/// leaves free, in colex order, the middle ring's points first; slot = class * block length + rank. Symmetric positions
/// share a slot but for those whose A-set has symmetries of its own: there one slot stands for the orbit, and the others are
/// duplicates.
///
/// **Invariant**: for every slot, `slot_of(position_of(slot)) == slot` up to the symmetries of its A-set.
#[derive(Clone, Copy, Debug)]
pub struct UnitIndex {
    unit: Unit,
    classes: &'static Classes,
    block_len: u32,
}

impl UnitIndex {
    /// The index of a unit.
    #[must_use]
    pub fn new(unit: Unit) -> Self {
        Self { unit, classes: Classes::of(unit.a()), block_len: Self::block_len_of(unit) }
    }

    fn block_len_of(unit: Unit) -> u32 {
        binomial(24 - usize::from(unit.a()), usize::from(unit.c()))
    }

    /// Slots in a plane of `unit`.
    #[must_use]
    pub fn slots_of(unit: Unit) -> u64 {
        u64::from(Classes::of(unit.a()).count()) * u64::from(Self::block_len_of(unit))
    }

    /// The unit.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The classes of A's sets, one block each.
    #[must_use]
    pub fn classes(&self) -> &'static Classes {
        self.classes
    }

    /// Slots in a block.
    #[must_use]
    pub fn block_len(&self) -> u32 {
        self.block_len
    }

    /// Slots in a plane.
    #[must_use]
    pub fn slots(&self) -> u64 {
        u64::from(self.classes.count()) * u64::from(self.block_len)
    }

    /// The slot of A's and C's stones, which must be as many as the unit has and share no point.
    #[must_use]
    #[inline]
    pub fn slot_of_sets(&self, a: PointSet, c: PointSet) -> Slot {
        let (class, symmetry) = self.classes.find(a);
        self.slot_in_block(class, symmetry.apply(c))
    }

    /// The slot of C's stones in the block of a class: A's stones are its representative.
    #[must_use]
    #[inline]
    pub fn slot_in_block(&self, class: ClassId, c: PointSet) -> Slot {
        let within = rank(compress(c, !self.classes.representative(class)));
        Slot(u64::from(class.0) * u64::from(self.block_len) + u64::from(within))
    }

    /// A's and C's stones in a slot.
    ///
    /// # Panics
    /// If the unit has no such slot.
    #[must_use]
    pub fn sets_of_slot(&self, slot: Slot) -> (PointSet, PointSet) {
        let block_len = u64::from(self.block_len);
        let class = u32::try_from(slot.0 / block_len).expect("a slot of this unit");
        let a = self.classes.representative(ClassId(class));
        #[expect(clippy::cast_possible_truncation, reason = "less than the block length, which is a u32")]
        let within = (slot.0 % block_len) as u32;
        (a, expand(unrank(within, self.unit.c()), !a))
    }

    /// The plane and slot of a position of this unit.
    #[must_use]
    pub fn slot_of(&self, position: &Position) -> (Plane, Slot) {
        let plane = self.unit.plane_of(crate::Subspace::of(position));
        let (mover, other) = (position.mover().stones, position.other().stones);
        let slot = match plane {
            Plane::A => self.slot_of_sets(mover, other),
            Plane::C => self.slot_of_sets(other, mover),
        };
        (plane, slot)
    }

    /// The position in a slot of a plane, with White to move.
    #[must_use]
    pub fn position_of(&self, plane: Plane, slot: Slot) -> Position {
        let (a, c) = self.sets_of_slot(slot);
        let (mover, other) = match plane {
            Plane::A => (a, c),
            Plane::C => (c, a),
        };
        let subspace = self.unit.subspace(plane);
        Position::from_sides_unchecked(
            Side { stones: mover, hand: subspace.mover_hand },
            Side { stones: other, hand: subspace.other_hand },
            Color::White,
        )
    }

    /// Whether a slot stands for its orbit: no symmetry of the A-set makes the C-set smaller. The other
    /// slots are duplicates.
    #[must_use]
    pub fn is_representative(a: PointSet, c: PointSet) -> bool {
        Symmetry::all().all(|symmetry| symmetry.apply(a) != a || symmetry.apply(c) >= c)
    }
}
