//! Malom's numbering of a subspace: keyed by the player to move, whoever has more stones.

use millwright_index::{Classes, PointOrder, Subspace, binomial, expand_bits};
use millwright_rules::{Color, PointSet, Position, Side, Symmetry};

/// The entries of a subspace: for every class of the mover's sets, in the order of the classes, one entry for
/// each set of the other's stones on the points left free, in colex order; both in the order in which points are numbered.
#[derive(Clone, Copy, Debug)]
pub struct SectorIndex {
    subspace: Subspace,
    classes: &'static Classes,
    block_len: u32,
}

/// What one entry stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A position that stands for its orbit.
    Representative,
    /// A duplicate: this symmetry takes it to the entry that stands for its orbit.
    Duplicate(Symmetry),
}

impl SectorIndex {
    /// The entries of a subspace.
    #[must_use]
    pub fn new(subspace: Subspace) -> Self {
        let block_len = binomial(24 - usize::from(subspace.mover), usize::from(subspace.other));
        Self { subspace, classes: Classes::in_order(PointOrder::Numbered, subspace.mover), block_len }
    }

    /// The subspace.
    #[must_use]
    pub fn subspace(&self) -> Subspace {
        self.subspace
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        u64::from(self.blocks()) * u64::from(self.block_len)
    }

    /// How many classes of the mover's sets it has, a block of entries each.
    #[must_use]
    pub fn blocks(&self) -> u32 {
        self.classes.count()
    }

    /// How many entries a block has.
    #[must_use]
    pub fn block_len(&self) -> u32 {
        self.block_len
    }

    /// The block of a class.
    ///
    /// # Panics
    /// If there is no such class.
    #[must_use]
    pub fn block(&self, class: u32) -> Block {
        Block::new(self.subspace, self.classes.representatives()[class as usize])
    }

    /// All blocks, in order.
    pub fn all_blocks(&self) -> impl Iterator<Item = Block> {
        let subspace = self.subspace;
        self.classes.representatives().iter().map(move |&mover| Block::new(subspace, mover))
    }
}

/// The entries of one class of the mover's sets.
#[derive(Clone, Debug)]
pub struct Block {
    subspace: Subspace,
    mover: PointSet,
    /// The symmetries of the mover's set, the identity left out, by number.
    symmetries: Vec<Symmetry>,
}

impl Block {
    fn new(subspace: Subspace, mover: PointSet) -> Self {
        let symmetries = Classes::stabiliser(mover).filter(|&symmetry| symmetry != Symmetry::IDENTITY);
        Self { subspace, mover, symmetries: symmetries.collect() }
    }

    /// The mover's stones.
    #[must_use]
    pub fn mover(&self) -> PointSet {
        self.mover
    }

    /// The entries in order: the other's stones, and what the entry stands for.
    pub fn entries(&self) -> impl Iterator<Item = (PointSet, Place)> {
        let subsets = PointSet::subsets(24 - self.subspace.mover, self.subspace.other);
        subsets.map(|numbered| {
            let other = expand_bits(numbered.bits(), (!self.mover).bits());
            let other = PointSet::from_bits_truncated(other);
            (other, self.place(other))
        })
    }

    /// What the entry with these stones of the other stands for: the symmetry that makes them smallest, the
    /// first by number if there are several, unless they are smallest as they are.
    #[must_use]
    pub fn place(&self, other: PointSet) -> Place {
        let mut place = Place::Representative;
        let mut smallest = other;
        for &symmetry in &self.symmetries {
            let image = symmetry.apply(other);
            if image < smallest {
                smallest = image;
                place = Place::Duplicate(symmetry);
            }
        }
        place
    }

    /// The position of an entry, with White to move.
    #[must_use]
    pub fn position(&self, other: PointSet) -> Position {
        Position::from_sides_unchecked(
            Side { stones: self.mover, hand: self.subspace.mover_hand },
            Side { stones: other, hand: self.subspace.other_hand },
            Color::White,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_index::orbit_count;

    #[test]
    fn entries_that_stand_for_an_orbit_are_as_many_as_there_are_orbits() {
        for text in ["0_0_9_9", "1_2_8_7", "3_3_0_0", "3_4_0_0", "4_3_0_0", "2_5_1_0"] {
            let subspace: Subspace = text.parse().unwrap();
            let index = SectorIndex::new(subspace);
            let mut entries = 0;
            let mut representatives = 0;
            for block in index.all_blocks() {
                for (_, place) in block.entries() {
                    entries += 1;
                    representatives += u64::from(place == Place::Representative);
                }
            }
            assert_eq!(entries, index.entries(), "{text}");
            assert_eq!(representatives, orbit_count(subspace.mover, subspace.other), "{text}");
        }
    }

    #[test]
    fn a_duplicate_leads_to_its_representative_in_one_step() {
        for block in SectorIndex::new("3_3_0_0".parse().unwrap()).all_blocks() {
            for (other, place) in block.entries() {
                if let Place::Duplicate(symmetry) = place {
                    assert_eq!(symmetry.apply(block.mover), block.mover);
                    assert_eq!(block.place(symmetry.apply(other)), Place::Representative);
                }
            }
        }
    }
}
