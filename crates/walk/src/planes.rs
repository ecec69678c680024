//! The values that a check needs, in memory.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Subspace, Unit, UnitIndex, compress, expand};
use millwright_rules::{PointSet, Symmetry};
use rayon::prelude::*;

use crate::byte_map::ByteMap;
use crate::reach::Keyed;

/// How many reads are prepared before they are made: the processor then waits for many of them at once.
const TURNED_AT_ONCE: usize = 256;

/// Values in memory, each list in the order that its [`Keyed`] says.
#[derive(Default)]
pub struct Planes<T> {
    loaded: BTreeMap<Keyed, Vec<T>>,
}

impl<T: Copy + Default + Send + Sync> Planes<T> {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { loaded: BTreeMap::new() }
    }

    /// Makes room: keeps nothing but what is in `wanted`.
    pub fn keep(&mut self, wanted: &BTreeSet<Keyed>) {
        self.loaded.retain(|keyed, _| wanted.contains(keyed));
    }

    /// Loads what is in `wanted` and not here yet. `read` reads all values of a subspace as its table stores them.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn load<E>(
        &mut self,
        wanted: &BTreeSet<Keyed>,
        read: impl Fn(Subspace, &mut [T]) -> Result<(), E>,
    ) -> Result<(), E> {
        let load = |subspace: Subspace| {
            let mut values = zeroed(UnitIndex::slots_of(Unit::of(subspace)));
            read(subspace, &mut values)?;
            Ok::<_, E>(values)
        };
        let (stored, turned): (Vec<Keyed>, Vec<Keyed>) = wanted.iter().partition(|keyed| keyed.is_stored());
        for keyed in stored {
            if let Entry::Vacant(place) = self.loaded.entry(keyed) {
                place.insert(load(keyed.subspace)?);
            }
        }
        for keyed in turned {
            if self.loaded.contains_key(&keyed) {
                continue;
            }
            let values = match self.loaded.get(&Keyed::stored(keyed.subspace)) {
                Some(values) => turn(keyed, values),
                None => turn(keyed, &load(keyed.subspace)?),
            };
            self.loaded.insert(keyed, values);
        }
        Ok(())
    }

    /// Takes out what was loaded.
    ///
    /// # Panics
    /// If it was not, or has been taken out.
    pub fn take(&mut self, keyed: Keyed) -> Vec<T> {
        self.loaded.remove(&keyed).expect("what is taken out was loaded")
    }

    /// What was loaded.
    #[must_use]
    pub fn get(&self, keyed: Keyed) -> &[T] {
        &self.loaded[&keyed]
    }
}

/// The most bytes that are in memory while `wanted` is being loaded, with so many bytes a slot.
#[must_use]
pub fn bytes_needed(wanted: &BTreeSet<Keyed>, slot_bytes: usize) -> u64 {
    let stored_slots = |keyed: Keyed| UnitIndex::slots_of(Unit::of(keyed.subspace));
    let slots: u64 = wanted.iter().map(|keyed| keyed.order().slots()).sum();
    let passing = wanted.iter().filter(|keyed| !wanted.contains(&Keyed::stored(keyed.subspace)));
    let slots_in_passing = passing.map(|&keyed| stored_slots(keyed)).max().unwrap_or(0);
    (slots + slots_in_passing) * slot_bytes as u64
}

/// So many values, not known yet.
///
/// # Panics
/// If so many cannot be in memory.
#[must_use]
pub fn zeroed<T: Copy + Default>(slots: u64) -> Vec<T> {
    vec![T::default(); usize::try_from(slots).expect("planes have less than 2^32 slots")]
}

/// The values that a table stores keyed by one player's stones, keyed by the other's: one read in no order a
/// value, instead of one a move.
fn turn<T: Copy + Default + Send + Sync>(keyed: Keyed, stored: &[T]) -> Vec<T> {
    let order = keyed.order();
    let stored_order = Keyed::stored(keyed.subspace).order();
    let numbered = order.numbered_sets();
    let mut values = zeroed(order.slots());
    let blocks = values.par_chunks_mut(order.block_len as usize);
    blocks.zip(order.classes.representatives()).for_each(|(block, &key)| {
        let spread = spread(key);
        let images: Vec<PointSet> = Symmetry::all().map(|symmetry| symmetry.apply(key)).collect();
        let slot_of = |numbered: PointSet| {
            let rest = PointSet::from_bits_truncated(spread.apply(numbered));
            let (class, symmetry) = stored_order.classes.find(rest);
            let image = images[usize::from(symmetry.number())];
            let place = compress(image, !stored_order.classes.representative(class));
            class.0 as usize * stored_order.block_len as usize + stored_order.place(place.bits()) as usize
        };
        let mut slots = [0; TURNED_AT_ONCE];
        for (values, numbered) in block.chunks_mut(TURNED_AT_ONCE).zip(numbered.chunks(TURNED_AT_ONCE)) {
            for (slot, &numbered) in slots.iter_mut().zip(numbered) {
                *slot = slot_of(numbered);
            }
            for (value, &slot) in values.iter_mut().zip(&slots) {
                *value = stored[slot];
            }
        }
    });
    values
}

/// Takes numbered sets to sets of the points that `key` leaves free.
pub(crate) fn spread(key: PointSet) -> ByteMap {
    ByteMap::new(|point| expand(point, !key))
}
