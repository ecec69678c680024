//! A sample: the positions with the smallest random numbers, of which each has its own.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::{self, AtomicU64};

use millwright_index::{Slot, Subspace};

use crate::row::Row;

/// Random numbers, and the largest that still has a chance. Threads share them.
///
/// Every slot of every subspace has a number that depends on the seed alone, as good as random. A sample is the positions with
/// the smallest ones among those that pass the filters: all samples are as likely, none has a position twice, and neither
/// threads nor the order in which positions are found matter.
#[derive(Debug)]
pub(crate) struct Lots {
    start: u64,
    limit: AtomicU64,
}

#[derive(Debug)]
struct Drawn {
    lot: u64,
    row: Row,
}

impl Drawn {
    fn key(&self) -> (u64, Slot) {
        (self.lot, self.row.slot)
    }
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Drawn {}

impl Ord for Drawn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Drawn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Lots {
    pub(crate) fn new(seed: u64, subspace: Subspace) -> Self {
        let Subspace { mover, other, mover_hand, other_hand } = subspace;
        let counts = u32::from_le_bytes([mover, other, mover_hand, other_hand]);
        Self { start: mixed(mixed(seed) ^ u64::from(counts)), limit: AtomicU64::new(u64::MAX) }
    }

    /// The number of a slot.
    #[inline]
    fn of(&self, slot: Slot) -> u64 {
        mixed(self.start.wrapping_add(slot.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// Whether a slot may still be drawn.
    #[inline]
    pub(crate) fn has_chance(&self, slot: Slot) -> bool {
        self.of(slot) <= self.limit.load(atomic::Ordering::Relaxed)
    }
}

/// The output of `SplitMix64`: a bijection that leaves no pattern.
#[inline]
const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A sample that is being drawn: so many rows at most, those with the smallest numbers so far.
#[derive(Debug)]
pub(crate) struct Sample<'a> {
    lots: &'a Lots,
    size: usize,
    drawn: BinaryHeap<Drawn>,
}

impl<'a> Sample<'a> {
    pub(crate) fn new(lots: &'a Lots, size: usize) -> Self {
        Self { lots, size, drawn: BinaryHeap::new() }
    }

    /// Gives rows their chance.
    pub(crate) fn add(&mut self, rows: &[Row]) {
        for &row in rows.iter().filter(|row| self.lots.has_chance(row.slot)) {
            self.drawn.push(Drawn { lot: self.lots.of(row.slot), row });
            if self.drawn.len() > self.size {
                self.drawn.pop();
                let limit = self.drawn.peek().map_or(0, |last| last.lot);
                self.lots.limit.store(limit, atomic::Ordering::Relaxed);
            }
        }
    }

    /// What was drawn, in the order of slots.
    pub(crate) fn into_rows(self) -> Vec<Row> {
        let mut rows: Vec<Row> = self.drawn.into_iter().map(|drawn| drawn.row).collect();
        rows.sort_unstable_by_key(|row| row.slot);
        rows
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::PointSet;
    use millwright_table::Outcome;

    use super::*;

    fn row(slot: u64) -> Row {
        let (mover, other) = (PointSet::EMPTY, PointSet::EMPTY);
        let (outcome, slot) = (Outcome::Draw, Slot(slot));
        Row { slot, mover, other, outcome, plies: None, rank: None, choice: None }
    }

    fn drawn(seed: u64, size: usize, slots: impl Iterator<Item = u64>) -> Vec<u64> {
        let lots = Lots::new(seed, "3_3_0_0".parse().unwrap());
        let mut sample = Sample::new(&lots, size);
        for slot in slots {
            sample.add(&[row(slot)]);
        }
        sample.into_rows().into_iter().map(|row| row.slot.0).collect()
    }

    #[test]
    fn the_order_in_which_rows_come_makes_no_difference() {
        let sample = drawn(7, 20, 0..1000);
        assert_eq!((sample.len(), sample.is_sorted()), (20, true));
        assert_eq!(drawn(7, 20, (0..1000).rev()), sample);
        assert_ne!(drawn(8, 20, 0..1000), sample);
        assert_eq!(drawn(7, 2000, 0..1000), (0..1000).collect::<Vec<_>>());
        assert_eq!(drawn(7, 0, 0..1000), [0; 0]);
    }

    #[test]
    fn every_slot_is_drawn_about_as_often() {
        let mut counts = [0_u32; 20];
        for seed in 0..2000 {
            for slot in drawn(seed, 5, 0..20) {
                counts[usize::try_from(slot).unwrap()] += 1;
            }
        }
        // Five standard deviations: the square root of 2000 / 4 * 3 / 4 is 19.
        assert!(counts.iter().all(|count| (400..600).contains(count)), "{counts:?}");
    }

    /// Written down when it was chosen: a change would change every sample that was told by its seed.
    #[test]
    fn a_seed_gives_the_same_sample_for_ever() {
        assert_eq!(drawn(1, 5, 0..100), [9, 57, 63, 70, 99]);
    }
}
