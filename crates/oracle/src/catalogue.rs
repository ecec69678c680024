//! The positions found so far, numbered in the order of their discovery.

use rustc_hash::FxHashMap;

use crate::key::Key;

/// A hash map from positions to numbers.
///
/// It is a map of maps: positions with the same mover's stones and hands share a shelf. All successors of a
/// position without a capture lie on one shelf, so that a whole turn list costs few cache misses; one flat
/// map of millions of positions takes several times as long.
#[derive(Default)]
pub(crate) struct Catalogue {
    keys: Vec<Key>,
    place_of: FxHashMap<u64, usize>,
    shelves: Vec<FxHashMap<u32, u32>>,
    /// The label of the last shelf used and its place.
    last: Option<(u64, usize)>,
}

impl Catalogue {
    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// All positions; the number of each is its place.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of a position, if it has one.
    pub(crate) fn get(&self, key: Key) -> Option<u32> {
        let place = *self.place_of.get(&label(key))?;
        self.shelves[place].get(&key.other).copied()
    }

    /// The number of a position; a new one for a new position.
    pub(crate) fn number(&mut self, key: Key) -> u32 {
        let place = self.place_of_shelf(label(key));
        let numbers = &mut self.shelves[place];
        // Most positions are met many times: asking first is faster than an entry, which makes room before
        // it asks.
        if let Some(&number) = numbers.get(&key.other) {
            return number;
        }
        let number = u32::try_from(self.keys.len()).expect("memory ends long before 2^32 positions");
        numbers.insert(key.other, number);
        self.keys.push(key);
        number
    }

    /// Where the shelf with this label stands; a new one if there is none.
    fn place_of_shelf(&mut self, label: u64) -> usize {
        match self.last {
            Some((last, place)) if last == label => place,
            _ => {
                let place = *self.place_of.entry(label).or_insert(self.shelves.len());
                if place == self.shelves.len() {
                    self.shelves.push(FxHashMap::default());
                }
                self.last = Some((label, place));
                place
            }
        }
    }
}

fn label(key: Key) -> u64 {
    u64::from(key.mover) | u64::from(key.mover_in_hand) << 32 | u64::from(key.other_in_hand) << 40
}
