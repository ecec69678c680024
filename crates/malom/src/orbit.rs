//! Positions up to symmetry: the slot that stands for a position, and how symmetric the position is.

use std::sync::OnceLock;

use millwright_index::{Classes, Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Position, Symmetry};

/// What a position is up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The slot of our tables that stands for it.
    pub slot: Slot,
    /// How many of the sixteen symmetries leave the position as it is: at least one.
    pub symmetries: u32,
}

/// Finds the orbits of the positions of a subspace.
#[derive(Clone, Copy, Debug)]
pub struct OrbitIndex {
    index: UnitIndex,
    plane: Plane,
    stabilisers: &'static [u16],
}

impl OrbitIndex {
    /// For the positions of a subspace.
    #[must_use]
    pub fn new(subspace: Subspace) -> Self {
        let unit = Unit::of(subspace);
        Self {
            index: UnitIndex::new(unit),
            plane: unit.plane_of(subspace),
            stabilisers: stabilisers(unit.a()),
        }
    }

    /// How many slots the table of the subspace has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.index.slots()
    }

    /// The orbit of a position of this subspace.
    #[must_use]
    pub fn find(&self, position: &Position) -> Orbit {
        let (mover, other) = (position.mover().stones, position.other().stones);
        let (a, c) = match self.plane {
            Plane::A => (mover, other),
            Plane::C => (other, mover),
        };
        let (class, symmetry) = self.index.classes().find(a);
        let c = symmetry.apply(c);
        let (mut smallest, mut symmetries) = (c, 1);
        // Most sets have no symmetries, and then there is nothing to try.
        let mut left = self.stabilisers[class.0 as usize];
        while left != 0 {
            let [number, ..] = left.trailing_zeros().to_le_bytes();
            left &= left - 1;
            let image = Symmetry::new(number).apply(c);
            symmetries += u32::from(image == c);
            smallest = smallest.min(image);
        }
        Orbit { slot: self.index.slot_in_block(class, smallest), symmetries }
    }
}

/// For each class of sets of a size, the symmetries of its representative, a bit each; the identity is left out.
fn stabilisers(size: u8) -> &'static [u16] {
    static BUILT: [OnceLock<Vec<u16>>; 25] = [const { OnceLock::new() }; 25];
    BUILT[usize::from(size)].get_or_init(|| {
        let bit = |symmetry: Symmetry| 1_u16 << symmetry.number();
        let but_identity = |&symmetry: &Symmetry| symmetry != Symmetry::IDENTITY;
        let representatives = Classes::of(size).representatives().iter();
        representatives.map(|&set| Classes::stabiliser(set).filter(but_identity).map(bit).sum()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sector_index::{Place, SectorIndex};
    use millwright_rules::{Color, Side};
    use std::collections::HashMap;

    #[test]
    fn all_images_of_a_position_share_its_orbit_and_orbits_have_their_size() {
        for text in ["3_3_0_0", "2_3_1_1", "3_2_1_1", "2_2_1_2"] {
            let subspace: Subspace = text.parse().unwrap();
            let orbits = OrbitIndex::new(subspace);
            let mut seen = HashMap::new();
            for block in SectorIndex::new(subspace).all_blocks() {
                for (other, place) in block.entries() {
                    let position = block.position(other);
                    let orbit = orbits.find(&position);
                    if place == Place::Representative {
                        assert_eq!(seen.insert(orbit.slot, orbit), None, "{position:?}");
                    }
                    let image =
                        |side: Side, symmetry: Symmetry| Side { stones: symmetry.apply(side.stones), ..side };
                    let same = Symmetry::all().filter(|&symmetry| {
                        let (mover, other) =
                            (image(position.mover(), symmetry), image(position.other(), symmetry));
                        let image_of_it = Position::from_sides_unchecked(mover, other, Color::White);
                        assert_eq!(orbits.find(&image_of_it), orbit);
                        image_of_it == position
                    });
                    assert_eq!(same.count(), orbit.symmetries as usize);
                }
            }
            let positions: u64 = seen.values().map(|orbit| 16 / u64::from(orbit.symmetries)).sum();
            assert_eq!(positions, subspace.positions(), "{text}");
        }
    }
}
