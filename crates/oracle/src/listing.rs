//! The positions of one subspace in a sorted list: the number of a position is its place.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::key::Key;
use crate::subspace::Subspace;

/// A sorted list of positions. Those with the same mover's stones follow one another: they are a row.
///
/// **Invariant** `number(row(key.mover)?, key.other)` is the place of `key` in `keys()`.
pub(crate) struct Listing {
    subspace: Subspace,
    rows: Vec<Row>,
    /// The other's stones, one set a position.
    others: Vec<u32>,
    row_of: FxHashMap<u32, usize>,
}

/// Where the positions with one set of the mover's stones are.
#[derive(Clone, Copy)]
struct Row {
    mover: u32,
    start: usize,
    end: usize,
}

impl Listing {
    /// # Panics
    /// If the keys are not in ascending order, or not of this subspace.
    pub(crate) fn of(subspace: Subspace, keys: impl IntoIterator<Item = Key>) -> Self {
        let mut listing =
            Self { subspace, rows: Vec::new(), others: Vec::new(), row_of: FxHashMap::default() };
        let mut last = None;
        for key in keys {
            assert!(
                last < Some(key) && key.subspace() == Ok(subspace),
                "{key:?} after {last:?} in {subspace}"
            );
            last = Some(key);
            listing.add(key);
        }
        listing
    }

    fn add(&mut self, key: Key) {
        let place = self.others.len();
        match self.rows.last_mut() {
            Some(row) if row.mover == key.mover => row.end = place + 1,
            _ => {
                self.row_of.insert(key.mover, self.rows.len());
                self.rows.push(Row { mover: key.mover, start: place, end: place + 1 });
            }
        }
        self.others.push(key.other);
    }

    pub(crate) fn subspace(&self) -> Subspace {
        self.subspace
    }

    pub(crate) fn len(&self) -> usize {
        self.others.len()
    }

    /// All positions by their numbers.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.rows.iter().flat_map(move |row| {
            let others = self.others[row.start..row.end].iter();
            others.map(move |&other| self.subspace.key(row.mover, other))
        })
    }

    /// Where the positions with these mover's stones are, if there are any.
    pub(crate) fn row(&self, mover: u32) -> Option<Range<usize>> {
        let row = self.rows[*self.row_of.get(&mover)?];
        Some(row.start..row.end)
    }

    /// The number of the position of a row with these other's stones, if it is there.
    pub(crate) fn number(&self, row: Range<usize>, other: u32) -> Option<usize> {
        let start = row.start;
        self.others[row].binary_search(&other).ok().map(|place| start + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_place_in_the_list() {
        let subspace = Subspace::new(2, 2, 1, 1).unwrap();
        let all: Vec<Key> = subspace.keys().collect();
        let listing = Listing::of(subspace, all.iter().copied().step_by(3));
        assert_eq!(listing.len(), all.len().div_ceil(3));
        let number = |key: Key| listing.number(listing.row(key.mover)?, key.other);
        assert!(listing.keys().enumerate().all(|(place, key)| number(key) == Some(place)));
        let found = all.iter().filter(|&&key| number(key).is_some()).count();
        assert_eq!(found, listing.len());
    }

    #[test]
    #[should_panic(expected = "after Some")]
    fn a_key_twice_is_refused() {
        let subspace = Subspace::new(2, 2, 1, 1).unwrap();
        let key = subspace.keys().next().unwrap();
        let _ = Listing::of(subspace, [key, key]);
    }
}
