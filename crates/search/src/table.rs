//! The transposition table: what was found out about positions before, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use millwright_table::can_be_had;

use crate::state::Turn;

/// How a score that was kept relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    AtLeast,
    /// The true one is at most this.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best turn, or [`Turn::NO`].
    pub(crate) turn: Turn,
    /// Seen from the position, not from the root.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// Plies that were searched below it.
    pub(crate) depth: u32,
    /// Whether it is from this search: what was found before has another history of the game behind it.
    pub(crate) is_fresh: bool,
}

/// Slots of a bucket: one line of the processor's cache.
const SLOTS: usize = 4;

/// Each slot is a position's number mixed with its data, and the data: what two threads wrote half each is of no position.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); SLOTS]);

/// A table of a given size.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: u64,
}

/// The layout of the data, lowest bits first.
const SCORE: u32 = Turn::BITS;
const DEPTH: u32 = SCORE + 16;
const BOUND: u32 = DEPTH + 8;
const GENERATION: u32 = BOUND + 2;
const GENERATIONS: u64 = 256;

impl TranspositionTable {
    /// A table of about `bytes`, one bucket at least; smaller where the system does not give as much.
    pub(crate) fn new(bytes: u64) -> Self {
        let mut count = usize::try_from(bytes / size_of::<Bucket>() as u64).unwrap_or(usize::MAX).max(1);
        let mut buckets = Vec::new();
        while count > 1 && !can_be_had((count * size_of::<Bucket>()) as u64) {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Self { buckets, generation: 0 }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        self.generation = 0;
    }

    /// What was kept is from now on old.
    pub(crate) fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known about a position, by its packed number.
    pub(crate) fn probe(&self, packed: u64) -> Option<Entry> {
        self.bucket(packed).0.iter().find_map(|(check, data)| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && check.load(Ordering::Relaxed) ^ data == packed).then(|| self.entry(data))
        })
    }

    /// Keeps what was found out. The place is that of the same position, or of the one that is worth least.
    pub(crate) fn store(&self, packed: u64, turn: Turn, score: i32, bound: Bound, depth: u32) {
        let bucket = self.bucket(packed);
        let worth = |(check, data): &(AtomicU64, AtomicU64)| {
            let data = data.load(Ordering::Relaxed);
            let is_same = data != 0 && check.load(Ordering::Relaxed) ^ data == packed;
            let is_old = data >> GENERATION & (GENERATIONS - 1) != self.generation;
            // The same position first, then empty slots, then those of earlier searches, then the shallow ones.
            (!is_same, data != 0, !is_old, data >> DEPTH & 0xFF)
        };
        let Some((check, data)) = bucket.0.iter().min_by_key(|slot| worth(slot)) else { return };
        let new = u64::from(turn.bits())
            | u64::from(score_bits(score)) << SCORE
            | u64::from(depth.min(255)) << DEPTH
            | (bound as u64) << BOUND
            | self.generation << GENERATION;
        data.store(new, Ordering::Relaxed);
        check.store(packed ^ new, Ordering::Relaxed);
    }

    /// How full it is, in thousandths: by the first buckets, as far as this search filled them.
    pub(crate) fn per_mille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1000)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let is_used = |(_, data): &&(AtomicU64, AtomicU64)| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && data >> GENERATION & (GENERATIONS - 1) == self.generation
        };
        let used = slots.filter(is_used).count() * 1000 / (sample.len() * SLOTS);
        u32::try_from(used).unwrap_or(1000)
    }

    fn bucket(&self, packed: u64) -> &Bucket {
        let product = u128::from(mix(packed)) * self.buckets.len() as u128;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the high half is less than the number of buckets"
        )]
        &self.buckets[(product >> 64) as usize]
    }

    fn entry(&self, data: u64) -> Entry {
        #[expect(clippy::cast_possible_truncation, reason = "at most 20 bits")]
        let bits = |shift: u32, count: u32| (data >> shift & ((1 << count) - 1)) as u32;
        Entry {
            turn: Turn::from_bits(bits(0, Turn::BITS)),
            score: bits(SCORE, 16).cast_signed() - SCORE_ZERO,
            bound: match bits(BOUND, 2) {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            depth: bits(DEPTH, 8),
            is_fresh: data >> GENERATION & (GENERATIONS - 1) == self.generation,
        }
    }
}

/// What is added to scores so that none is negative.
const SCORE_ZERO: i32 = 1 << 15;

/// All scores lie within 16 bits.
fn score_bits(score: i32) -> u32 {
    (score + SCORE_ZERO).cast_unsigned() & 0xFFFF
}

/// Spreads a number over all 64 bits; different numbers stay different.
const fn mix(number: u64) -> u64 {
    let mut mixed = (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_the_deepest_stays() {
        let mut table = TranspositionTable::new(64);
        table.begin_search();
        let turn = Turn::new(24, 7, 3, 24);
        for (packed, depth) in [(11, 9), (12, 1), (13, 5), (14, 6), (15, 7)] {
            table.store(packed, turn, -31_990, Bound::AtMost, depth);
        }
        let expected = Entry { turn, score: -31_990, bound: Bound::AtMost, depth: 9, is_fresh: true };
        assert_eq!(table.probe(11), Some(expected));
        assert_eq!(table.probe(12), None, "the shallowest made room");
        assert_eq!(table.per_mille(), 1000);
        table.store(11, Turn::NO, 15_000, Bound::Exact, 2);
        assert_eq!(table.probe(11).map(|entry| (entry.score, entry.depth)), Some((15_000, 2)));
        table.begin_search();
        assert_eq!(table.probe(15).map(|entry| entry.is_fresh), Some(false));
        assert_eq!(table.per_mille(), 0);
        table.clear();
        assert_eq!(table.probe(15), None);
    }
}
