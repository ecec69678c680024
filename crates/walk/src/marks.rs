//! Marks on slots, which many threads make at once.

use std::sync::atomic::{AtomicU8, Ordering};

use millwright_index::{Classes, compress, expand};
use millwright_rules::{PointSet, Symmetry};
use rayon::prelude::*;

use crate::order::Order;
use crate::reach::Keyed;

/// A few bits for every slot of a subspace, in the order that its [`Keyed`] says.
pub struct Marks {
    keyed: Keyed,
    bits: Vec<AtomicU8>,
}

impl Marks {
    /// Nothing is marked.
    ///
    /// # Panics
    /// If so many slots cannot be in memory.
    #[must_use]
    pub fn new(keyed: Keyed) -> Self {
        let slots = usize::try_from(keyed.slots()).expect("planes have less than 2^32 slots");
        Self::from_bits(keyed, vec![0; slots])
    }

    /// Marks that were made before.
    ///
    /// # Panics
    /// If they are not as many as there are slots.
    #[must_use]
    pub fn from_bits(keyed: Keyed, bits: Vec<u8>) -> Self {
        assert_eq!(bits.len() as u64, keyed.slots(), "{keyed:?}");
        Self { keyed, bits: bits.into_iter().map(AtomicU8::new).collect() }
    }

    /// In which order they are.
    #[must_use]
    pub fn keyed(&self) -> Keyed {
        self.keyed
    }

    /// What is marked in a place.
    #[inline]
    #[must_use]
    pub fn at(&self, place: usize) -> u8 {
        self.bits[place].load(Ordering::Relaxed)
    }

    /// Marks a place; whether something is new.
    #[inline]
    #[expect(clippy::must_use_candidate, reason = "the mark is made, new or not")]
    pub fn mark(&self, place: usize, bits: u8) -> bool {
        // Most have been marked before, and looking does not take the line of cache from other threads.
        self.at(place) & bits != bits && self.bits[place].fetch_or(bits, Ordering::Relaxed) & bits != bits
    }

    /// The bits as they are, place by place.
    #[cfg(test)]
    pub(crate) fn snapshot(&self) -> Vec<u8> {
        (0..self.bits.len()).map(|place| self.at(place)).collect()
    }

    /// The bits, place by place.
    #[must_use]
    pub fn into_bits(self) -> Vec<u8> {
        self.bits.into_iter().map(AtomicU8::into_inner).collect()
    }

    /// Marks duplicates like each other, with these bits: whoever makes a mark meets one of them.
    pub fn share_with_duplicates(&self, mask: u8) {
        let order = self.keyed.order();
        let numbered = order.numbered_sets();
        let blocks = self.bits.par_chunks(order.block_len as usize).zip(order.classes.representatives());
        blocks.for_each(|(block, &key)| {
            let stabiliser = Stabiliser::of(key);
            if stabiliser.is_trivial() {
                return;
            }
            for (place, &set) in block.iter().zip(&numbered) {
                let bits = place.load(Ordering::Relaxed) & mask;
                if bits != 0 {
                    stabiliser.for_each_image(expand(set, !key), |image| {
                        let same = order.place(compress(image, !key).bits());
                        block[same as usize].fetch_or(bits, Ordering::Relaxed);
                    });
                }
            }
        });
    }

    /// Adds the marks of these bits that were not added before, to those of the same subspace in the order of its table, duplicates
    /// too. That they were added is marked here, `added` bits higher. How many slots have a mark there that they had not, duplicates
    /// not counted.
    ///
    /// # Panics
    /// If `stored` is another subspace's, or in another order.
    #[expect(clippy::must_use_candidate, reason = "marks are made, new or not")]
    pub fn add_to(&self, stored: &Self, mask: u8, added: u32) -> u64 {
        assert_eq!(stored.keyed, Keyed::stored(self.keyed.subspace));
        let (order, to) = (self.keyed.order(), Orbits::new(stored.keyed.order()));
        let numbered = order.numbered_sets();
        let blocks = self.bits.par_chunks(order.block_len as usize).zip(order.classes.representatives());
        let new_of_block = |(block, &key): (&[AtomicU8], &PointSet)| {
            let mut new = 0;
            for (place, &set) in block.iter().zip(&numbered) {
                let here = place.load(Ordering::Relaxed);
                let bits = here & mask & !(here >> added);
                if bits != 0 {
                    place.store(here | bits << added, Ordering::Relaxed);
                    new += u64::from(stored.mark_orbit(&to, (key, expand(set, !key)), bits));
                }
            }
            new
        };
        blocks.map(new_of_block).sum()
    }

    /// Marks all slots of a position; whether something is new.
    fn mark_orbit(&self, orbits: &Orbits, (rest, key): (PointSet, PointSet), bits: u8) -> bool {
        let (order, (class, symmetry)) = (&orbits.order, orbits.order.classes.find(key));
        let free = !order.classes.representative(class);
        let first = class.0 as usize * order.block_len as usize;
        let place = |rest: PointSet| first + order.place(compress(rest, free).bits()) as usize;
        let image = symmetry.apply(rest);
        let new = self.mark(place(image), bits);
        if new {
            orbits.stabilisers[class.0 as usize].for_each_image(image, |image| {
                self.mark(place(image), bits);
            });
        }
        new
    }
}

/// An order, and which of its slots are duplicates.
struct Orbits {
    order: Order,
    /// Of every class.
    stabilisers: Vec<Stabiliser>,
}

impl Orbits {
    fn new(order: Order) -> Self {
        let stabilisers = order.classes.representatives().iter().map(|&key| Stabiliser::of(key)).collect();
        Self { order, stabilisers }
    }
}

/// The symmetries that leave a set as it is, without the one that leaves all.
pub(crate) struct Stabiliser(Vec<Symmetry>);

impl Stabiliser {
    pub(crate) fn of(set: PointSet) -> Self {
        Self(Classes::stabiliser(set).filter(|&symmetry| symmetry != Symmetry::IDENTITY).collect())
    }

    pub(crate) fn is_trivial(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a set comes before all its other images.
    #[inline]
    pub(crate) fn stands_for_orbit(&self, set: PointSet) -> bool {
        self.0.iter().all(|symmetry| symmetry.apply(set) >= set)
    }

    fn for_each_image(&self, set: PointSet, tell: impl FnMut(PointSet)) {
        self.0.iter().map(|symmetry| symmetry.apply(set)).for_each(tell);
    }
}

#[cfg(test)]
mod tests {
    use millwright_index::{Unit, UnitIndex};

    use super::*;

    /// Marks every position that has a property, one slot each, in the order that a table does not have; then all slots of
    /// these positions must be marked in the order of the table, and no others.
    #[test]
    fn marks_turned_round_are_on_all_slots_of_the_same_positions() {
        for name in ["4_3_0_0", "3_4_0_0", "3_3_0_0", "4_4_0_0"] {
            let subspace = name.parse().unwrap();
            let keyed = Keyed::stored(subspace);
            let turned = Marks::new(Keyed { by_mover: !keyed.by_mover, ..keyed });
            let (order, stored_order) = (turned.keyed().order(), keyed.order());
            // Corners of the outer ring: the same property for all images.
            let corners =
                |key: PointSet| (key & PointSet::from_bits_truncated(0b1010_1010)).len().is_multiple_of(3);
            let (numbered, block_len) = (order.numbered_sets(), order.block_len as usize);
            for (class, &key) in order.classes.representatives().iter().enumerate() {
                for (place, &set) in numbered.iter().enumerate() {
                    let rest = expand(set, !key);
                    // One duplicate is enough.
                    if corners_of_orbit(rest, corners) && UnitIndex::is_representative(key, rest) {
                        turned.mark(class * block_len + place, 2);
                    }
                }
            }
            let stored = Marks::new(keyed);
            let new = turned.add_to(&stored, 0x0F, 4);
            assert!(new > 0);
            let nothing = Marks::new(keyed);
            assert_eq!(turned.add_to(&nothing, 0x0F, 4), 0, "all was added");
            assert!(nothing.snapshot().iter().all(|&bits| bits == 0));
            // Another mark on a slot that was added comes alone.
            let marked = turned.snapshot().iter().position(|&bits| bits & 2 != 0).unwrap();
            turned.mark(marked, 1);
            assert_eq!(turned.add_to(&nothing, 0x0F, 4), 1);
            let alone = nothing.snapshot();
            assert!(alone.iter().all(|&bits| bits <= 1) && alone.contains(&1));
            let bits = stored.into_bits();
            let index = UnitIndex::new(Unit::of(subspace));
            assert_eq!(index.slots(), bits.len() as u64);
            let blocks = bits.chunks(stored_order.block_len as usize);
            for (block, &key) in blocks.zip(stored_order.classes.representatives()) {
                let expected = if corners_of_orbit(key, corners) { 2 } else { 0 };
                assert!(block.iter().all(|&bits| bits == expected), "{name}");
            }
        }
    }

    /// A property of the whole orbit: some image has it.
    fn corners_of_orbit(set: PointSet, property: impl Fn(PointSet) -> bool) -> bool {
        Symmetry::all().any(|symmetry| property(symmetry.apply(set)))
    }

    #[test]
    fn duplicates_share_their_marks() {
        let keyed = Keyed::stored("3_3_0_0".parse().unwrap());
        let order = keyed.order();
        let marks = Marks::new(keyed);
        let numbered = order.numbered_sets();
        let slots = || {
            let sets = numbered.iter().enumerate();
            order.classes.representatives().iter().enumerate().flat_map(move |(class, &key)| {
                let block_len = order.block_len as usize;
                sets.clone().map(move |(place, &set)| (class * block_len + place, key, expand(set, !key)))
            })
        };
        for (place, key, rest) in slots() {
            if !UnitIndex::is_representative(key, rest) {
                marks.mark(place, 1);
            }
        }
        marks.share_with_duplicates(0xFF);
        for (place, key, rest) in slots() {
            let has_duplicates = Stabiliser::of(key).0.iter().any(|symmetry| symmetry.apply(rest) != rest);
            assert_eq!(marks.at(place) == 1, has_duplicates);
        }
    }
}
