//! One bit a position: whether a claim holds in it.

use std::collections::BTreeMap;

use millwright_index::{Classes, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Color, PointSet};
use millwright_table::{NARROW_DRAW, TableDirectory, TableError, can_be_had};
use thiserror::Error;

use super::Claim;
use crate::state::State;

/// The outcomes of some subspaces with empty hands, two bits a position.
#[derive(Debug)]
pub struct OutcomeBits {
    planes: BTreeMap<Subspace, Plane>,
}

#[derive(Debug)]
struct Plane {
    index: UnitIndex,
    /// Whether the mover is the player whose stones key the index.
    mover_is_key: bool,
    not_lost: Vec<u64>,
    not_won: Vec<u64>,
}

/// Why bits cannot be had.
#[derive(Debug, Error)]
pub enum BitsError {
    /// Stones are still in hand there.
    #[error(
        "subspace {subspace} has stones in hand; a proof needs tables of the movement phase, like 9_9_0_0"
    )]
    HandsNotEmpty {
        /// Which.
        subspace: Subspace,
    },
    /// The system does not give the memory.
    #[error("there is no memory for the bits of subspace {subspace}: {bytes} bytes cannot be had")]
    Memory {
        /// Which.
        subspace: Subspace,
        /// How much was asked for.
        bytes: u64,
    },
    /// A table is missing or cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl OutcomeBits {
    /// Reads the tables of some subspaces and of their swaps. `told` hears of each before it is read.
    ///
    /// **Complexity**: every byte of the tables is read once; a byte a slot of one table at a time, and two bits of all.
    ///
    /// # Errors
    /// If a table is missing, has no values or cannot be used, or there is no memory.
    pub fn load(
        directory: &TableDirectory,
        subspaces: &[Subspace],
        told: &mut dyn FnMut(Subspace),
    ) -> Result<Self, BitsError> {
        let mut planes = BTreeMap::new();
        for subspace in subspaces.iter().flat_map(|subspace| [*subspace, subspace.swapped()]) {
            if !subspace.hands_are_empty() {
                return Err(BitsError::HandsNotEmpty { subspace });
            }
            if planes.contains_key(&subspace) {
                continue;
            }
            told(subspace);
            planes.insert(subspace, Plane::load(directory, subspace)?);
        }
        Ok(Self { planes })
    }

    /// The subspaces that it has.
    pub fn subspaces(&self) -> impl Iterator<Item = Subspace> {
        self.planes.keys().copied()
    }

    /// Bytes of all bits.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.planes.values().map(|plane| 16 * plane.not_lost.len() as u64).sum()
    }

    /// Whether a claim holds in a position with empty hands; `None` if its subspace is not here.
    pub(crate) fn holds(&self, state: State, turn: Color, claim: Claim) -> Option<bool> {
        let plane = self.planes.get(&state.subspace())?;
        let bits = if turn == claim.holder() { &plane.not_lost } else { &plane.not_won };
        Some(is_set(bits, plane.slot(state)))
    }
}

impl Plane {
    fn load(directory: &TableDirectory, subspace: Subspace) -> Result<Self, BitsError> {
        let table = directory.open(subspace)?;
        let unit = Unit::of(subspace);
        let index = UnitIndex::new(unit);
        let slots = table.slots();
        let bytes = slots + slots / 4;
        if !can_be_had(bytes) {
            return Err(BitsError::Memory { subspace, bytes });
        }
        let mut outcomes = vec![0; usize::try_from(slots).unwrap_or(usize::MAX)];
        table.outcomes()?.load(&mut outcomes)?;
        // A byte is 0 for a loss, 1 for a win and something else for a draw.
        let packed = |unwanted: u8| -> Vec<u64> {
            let word = |part: &[u8]| {
                part.iter().rev().fold(0, |word, &code| word << 1 | u64::from(code != unwanted))
            };
            outcomes.chunks(64).map(word).collect()
        };
        const { assert!(NARROW_DRAW > 1, "a draw is neither a loss nor a win") };
        let mover_is_key = unit.subspace(millwright_index::Plane::A) == subspace;
        let mut plane = Self { index, mover_is_key, not_lost: packed(0), not_won: packed(1) };
        plane.fill_duplicates();
        Ok(plane)
    }

    /// Tables promise nothing about slots that do not stand for their positions: they get what those have that do.
    fn fill_duplicates(&mut self) {
        let index = self.index;
        for (class, &a) in (0_u64..).zip(index.classes().representatives()) {
            if Classes::stabiliser(a).count() == 1 {
                continue;
            }
            let block = u64::from(index.block_len());
            for slot in class * block..(class + 1) * block {
                let (_, c) = index.sets_of_slot(Slot(slot));
                let smallest = Classes::stabiliser(a).map(|symmetry| symmetry.apply(c)).min();
                let Some(smallest) = smallest.filter(|&smallest| smallest != c) else { continue };
                let first = index.slot_of_sets(a, smallest).0;
                for bits in [&mut self.not_lost, &mut self.not_won] {
                    let bit = is_set(bits, first);
                    set(bits, slot, bit);
                }
            }
        }
    }

    fn slot(&self, state: State) -> u64 {
        let (own, other) =
            (PointSet::from_bits_truncated(state.own), PointSet::from_bits_truncated(state.other));
        let (a, c) = if self.mover_is_key { (own, other) } else { (other, own) };
        self.index.slot_of_sets(a, c).0
    }
}

fn place(slot: u64) -> (usize, u32) {
    ((slot / 64) as usize, (slot % 64) as u32)
}

fn is_set(bits: &[u64], slot: u64) -> bool {
    let (word, bit) = place(slot);
    bits[word] >> bit & 1 == 1
}

fn set(bits: &mut [u64], slot: u64, value: bool) {
    let (word, bit) = place(slot);
    bits[word] = bits[word] & !(1 << bit) | u64::from(value) << bit;
}
