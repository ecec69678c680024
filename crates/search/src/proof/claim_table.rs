//! The transposition table of a proof: positions up to symmetry, with whether a claim was proved.

use millwright_rules::{Color, PointSet, Symmetry};
use millwright_table::can_be_had;

use crate::state::State;

/// A position up to symmetry, with who is to move, in 57 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key(u64);

impl Key {
    /// The smallest of its images.
    pub(crate) fn new(state: State, turn: Color) -> Self {
        let (own, other) =
            (PointSet::from_bits_truncated(state.own), PointSet::from_bits_truncated(state.other));
        let image = |symmetry: Symmetry| {
            u64::from(symmetry.apply(own).bits()) << 24 | u64::from(symmetry.apply(other).bits())
        };
        let smallest = Symmetry::all().map(image).min().unwrap_or(0);
        let hands = u64::from(state.own_hand() | state.other_hand() << 4);
        Self(smallest | hands << 48 | u64::from(turn == Color::Black) << 56)
    }

    /// The position itself.
    pub(crate) fn state(self) -> (State, Color) {
        let set = |from: u32| (self.0 >> from & 0xFF_FFFF) as u32;
        let hand = |from: u32| (self.0 >> from & 15) as u32;
        let turn = if self.0 >> 56 & 1 == 1 { Color::Black } else { Color::White };
        (State::new(set(24), set(0), hand(48), hand(52)), turn)
    }

    /// Stones still to be placed: the fewer, the smaller the tree below.
    const fn in_hand(self) -> u64 {
        (self.0 >> 48 & 15) + (self.0 >> 52 & 15)
    }
}

/// Entries of a bucket: one line of the processor's cache.
const ENTRIES: usize = 8;
/// Bits of an entry above the key.
const PROVED: u64 = 1 << 62;
const USED: u64 = 1 << 63;
const KEY: u64 = (1 << 57) - 1;

#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Bucket([u64; ENTRIES]);

/// A table of a given size. Positions with more stones in hand are kept rather than others.
#[derive(Debug)]
pub(crate) struct ClaimTable {
    buckets: Vec<Bucket>,
}

impl ClaimTable {
    /// A table of about `bytes`; smaller where the system does not give as much.
    pub(crate) fn new(bytes: u64) -> Self {
        let size = size_of::<Bucket>() as u64;
        let mut count = (bytes / size).max(1);
        while count > 1 && !can_be_had(count * size) {
            count /= 2;
        }
        Self { buckets: vec![Bucket::default(); usize::try_from(count).unwrap_or(1)] }
    }

    /// Whether the claim was proved of a position; `None` if it has not been found out, or was forgotten.
    pub(crate) fn get(&self, key: Key) -> Option<bool> {
        let entries = &self.buckets[self.place(key)].0;
        let found = entries.iter().find(|&&entry| entry & (KEY | USED) == key.0 | USED)?;
        Some(found & PROVED != 0)
    }

    /// Keeps what was found out.
    pub(crate) fn put(&mut self, key: Key, is_proved: bool) {
        let place = self.place(key);
        let worth = |entry: u64| if entry & USED == 0 { 0 } else { 1 + Key(entry & KEY).in_hand() };
        let entries = &mut self.buckets[place].0;
        let Some(least) = (0..ENTRIES).min_by_key(|&entry| worth(entries[entry])) else { return };
        // Of equal ones the first goes last: the others move up.
        entries.copy_within(least + 1.., least);
        entries[ENTRIES - 1] = key.0 | USED | if is_proved { PROVED } else { 0 };
    }

    fn place(&self, key: Key) -> usize {
        let mixed = key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let product = u128::from(mixed) * self.buckets.len() as u128;
        #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
        {
            (product >> 64) as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::{Game, Position};

    use super::*;

    #[test]
    fn symmetric_positions_have_the_same_key_and_it_is_one_of_them() {
        let rules = Game::Standard.rules();
        let mut position = Position::start(&rules);
        for turn in ["d6", "f4", "a1", "g7", "b2"] {
            position = position.play(&rules, turn.parse().unwrap()).unwrap();
            let state = State::from(&position);
            let key = Key::new(state, position.turn());
            for symmetry in Symmetry::all() {
                let image = |set| symmetry.apply(PointSet::from_bits_truncated(set)).bits();
                let moved =
                    State::new(image(state.own), image(state.other), state.own_hand(), state.other_hand());
                assert_eq!(Key::new(moved, position.turn()), key);
            }
            assert_ne!(Key::new(state, position.turn().opponent()), key);
            let (state, turn) = key.state();
            assert_eq!((Key::new(state, turn), turn), (key, position.turn()));
        }
    }

    #[test]
    fn what_was_put_is_found_and_large_trees_stay() {
        let mut table = ClaimTable::new(1);
        let key = |number: u64, hands: u64| Key(number | hands << 48);
        table.put(key(1, 9), true);
        table.put(key(2, 8), false);
        for number in 3..100 {
            table.put(key(number, 1), true);
            assert_eq!(table.get(key(number, 1)), Some(true));
        }
        assert_eq!(
            (table.get(key(1, 9)), table.get(key(2, 8)), table.get(key(1, 8))),
            (Some(true), Some(false), None)
        );
    }
}
