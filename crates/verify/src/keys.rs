//! The key sets that the moves of one block lead to, each with the way to its block.

use millwright_index::{Classes, compress};
use millwright_rules::PointSet;

use crate::layout::ByteMap;

/// Places of the hash table. Three flying stones reach 63 sets, twelve stones of which two are taken 79: it
/// is never half full.
const PLACES: usize = 512;
const EMPTY: u32 = u32::MAX;

/// How to find a value whose key is a certain set.
pub(crate) struct Key {
    /// The number of the set's class, which is the number of the block.
    pub(crate) class: u32,
    /// Takes the rest's stones to where the key is its class's representative, and numbers them there.
    pub(crate) numbering: ByteMap,
}

impl Key {
    fn new(set: PointSet, classes: &Classes) -> Self {
        let (class, symmetry) = classes.find(set);
        let frame = !classes.representative(class);
        Self { class: class.0, numbering: ByteMap::new(|point| compress(symmetry.apply(point), frame)) }
    }
}

/// All keys met since the last [`Keys::clear`]. All positions of a block lead to the same few: each is worked
/// out once.
pub(crate) struct Keys {
    /// The bits of a set and the place of its key, where the hash of the bits says or in the next free place.
    places: Box<[(u32, u32); PLACES]>,
    keys: Vec<Key>,
}

impl Keys {
    pub(crate) fn new() -> Self {
        Self { places: Box::new([(EMPTY, 0); PLACES]), keys: Vec::new() }
    }

    /// Forgets all keys.
    pub(crate) fn clear(&mut self) {
        self.places.fill((EMPTY, 0));
        self.keys.clear();
    }

    /// The key for a set; `classes` are those of its size.
    #[inline]
    pub(crate) fn find(&mut self, set: PointSet, classes: &Classes) -> &Key {
        let mut place = (set.bits().wrapping_mul(0x9E37_79B1) >> 23) as usize % PLACES;
        loop {
            let (bits, number) = self.places[place];
            if bits == set.bits() {
                return &self.keys[number as usize];
            }
            if bits == EMPTY {
                return self.add(place, set, classes);
            }
            place = (place + 1) % PLACES;
        }
    }

    #[cold]
    fn add(&mut self, place: usize, set: PointSet, classes: &Classes) -> &Key {
        assert!(self.keys.len() < PLACES / 2, "a block leads to fewer keys");
        let number = u32::try_from(self.keys.len()).expect("just checked");
        self.places[place] = (set.bits(), number);
        self.keys.push(Key::new(set, classes));
        &self.keys[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use millwright_index::{Unit, UnitIndex};

    #[test]
    fn a_key_leads_to_the_slot_that_the_index_gives() {
        let unit = Unit::of("5_4_0_0".parse().unwrap());
        let index = UnitIndex::new(unit);
        let layout = Layout::new(5, 4);
        assert_eq!(layout.slots(), index.slots());
        let mut keys = Keys::new();
        for (number, a) in PointSet::subsets(24, 5).enumerate().step_by(37) {
            if number % 100 == 0 {
                keys.clear();
            }
            for c in PointSet::subsets(24, 4).step_by(101).filter(|&c| !c.intersects(a)) {
                let key = keys.find(a, layout.classes);
                let place = layout.place(key.numbering.apply(c));
                let slot = u64::from(key.class) * u64::from(layout.block_len) + u64::from(place);
                assert_eq!(slot, index.slot_of_sets(a, c).0);
            }
        }
    }
}
