//! The outcomes of all that the moves of a subspace lead to, in memory: two bits a slot.

use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Position, Rules};
use millwright_table::{CHUNK_SLOTS, Outcome, TableDirectory};
use rayon::prelude::*;

use crate::error::ListingError;
use crate::row::Choice;

/// Slots in a byte.
const IN_BYTE: usize = 4;

/// The outcomes of the subspaces that moves from one subspace lead to.
#[derive(Debug)]
pub(crate) struct Successors {
    rules: Rules,
    planes: Vec<Outcomes>,
}

/// The outcomes of one subspace.
#[derive(Debug)]
struct Outcomes {
    subspace: Subspace,
    index: UnitIndex,
    packed: Vec<u8>,
}

impl Successors {
    /// The subspaces that moves from `subspace` lead to.
    fn subspaces(rules: &Rules, subspace: Subspace) -> Vec<Subspace> {
        let mut found = Vec::new();
        subspace.for_each_successor(rules, |successor| found.push(successor));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The memory that they take, in bytes.
    pub(crate) fn bytes(rules: &Rules, subspace: Subspace) -> u64 {
        let bytes_of = |subspace| UnitIndex::slots_of(Unit::of(subspace)).div_ceil(IN_BYTE as u64);
        Self::subspaces(rules, subspace).into_iter().map(bytes_of).sum()
    }

    /// Checks that all tables that it takes are there and have outcomes, without reading them.
    pub(crate) fn check(directory: &TableDirectory, subspace: Subspace) -> Result<(), ListingError> {
        Self::subspaces(directory.rules(), subspace).into_iter().try_for_each(|subspace| {
            let checked = directory.open(subspace).and_then(|table| table.outcomes().map(drop));
            checked.map_err(|error| ListingError::of_table(subspace, error))
        })
    }

    /// Reads them in the current pool, unless `stop` is raised.
    pub(crate) fn load(
        directory: &TableDirectory,
        subspace: Subspace,
        stop: &AtomicBool,
    ) -> Result<Self, ListingError> {
        let rules = *directory.rules();
        let load = |subspace| Outcomes::load(directory, subspace, stop);
        let planes = Self::subspaces(&rules, subspace).into_iter().map(load).collect::<Result<_, _>>()?;
        Ok(Self { rules, planes })
    }

    /// The moves of a position that is worth `outcome` to the player to move.
    ///
    /// **Complexity**: one look-up for each move.
    pub(crate) fn choice(&self, position: &Position, outcome: Outcome) -> Choice {
        let mut choice = Choice::default();
        position.for_each_move(&self.rules, |chosen| {
            choice.moves += 1;
            let next = position.play_unchecked(chosen);
            choice.keeping += u16::from(self.outcome(&next).seen_from_parent() == outcome);
        });
        choice
    }

    fn outcome(&self, next: &Position) -> Outcome {
        if next.mover().total() < 3 {
            return Outcome::Loss;
        }
        let subspace = Subspace::of(next);
        let plane = self.planes.iter().find(|plane| plane.subspace == subspace);
        plane.expect("the graph of subspaces has every move").outcome(next)
    }
}

impl Outcomes {
    fn load(directory: &TableDirectory, subspace: Subspace, stop: &AtomicBool) -> Result<Self, ListingError> {
        let of_table = |error| ListingError::of_table(subspace, error);
        let table = directory.open(subspace).map_err(of_table)?;
        let index = UnitIndex::new(Unit::of(subspace));
        let slots = usize::try_from(table.slots()).expect("a plane fits in memory");
        let mut packed = vec![0_u8; slots.div_ceil(IN_BYTE)];
        let pack = |(number, bytes): (usize, &mut [u8])| {
            if stop.load(Ordering::Relaxed) {
                return Err(ListingError::Stopped);
            }
            let chunk = table.chunk(number).map_err(of_table)?;
            for (place, known) in chunk.all_known().enumerate() {
                bytes[place / IN_BYTE] |= bits_of(known.outcome()) << (2 * (place % IN_BYTE));
            }
            Ok(())
        };
        packed.par_chunks_mut(CHUNK_SLOTS / IN_BYTE).enumerate().try_for_each(pack)?;
        Ok(Self { subspace, index, packed })
    }

    /// Duplicates hold the value of the slot that stands for them, so whichever slot a move arrives at will do.
    fn outcome(&self, position: &Position) -> Outcome {
        let (_, Slot(slot)) = self.index.slot_of(position);
        let slot = usize::try_from(slot).expect("a plane fits in memory");
        match self.packed[slot / IN_BYTE] >> (2 * (slot % IN_BYTE)) & 3 {
            0 => Outcome::Loss,
            1 => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

const fn bits_of(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Win => 1,
        Outcome::Draw => 2,
    }
}
