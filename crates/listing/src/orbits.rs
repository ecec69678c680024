//! The slots of a subspace that stand for their orbit, with the stones in them.

use std::ops::Range;

use millwright_index::{Classes, Plane, Slot, Subspace, Unit, UnitIndex, expand};
use millwright_rules::{PointSet, Symmetry};

/// Goes through the slots of a subspace.
#[derive(Debug)]
pub(crate) struct Orbits {
    index: UnitIndex,
    plane: Plane,
    /// C's stones in the slots of a block, numbered among the points that A leaves free.
    sets: Vec<PointSet>,
}

/// A slot that stands for its orbit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orbit {
    pub(crate) slot: Slot,
    pub(crate) mover: PointSet,
    pub(crate) other: PointSet,
}

impl Orbits {
    pub(crate) fn of(subspace: Subspace) -> Self {
        let unit = Unit::of(subspace);
        Self {
            index: UnitIndex::new(unit),
            plane: unit.plane_of(subspace),
            sets: PointSet::subsets(24 - unit.a(), unit.c()).collect(),
        }
    }

    pub(crate) fn slots(&self) -> u64 {
        self.index.slots()
    }

    /// Calls `visit` for those of some slots that stand for their orbit, each with its item. Duplicates and items for which
    /// `is_wanted` says no are passed over.
    #[inline]
    pub(crate) fn for_each<T: Copy>(
        &self,
        slots: Range<u64>,
        mut items: impl Iterator<Item = T>,
        is_wanted: impl Fn(T) -> bool,
        mut visit: impl FnMut(Orbit, T),
    ) {
        let block_len = u64::from(self.index.block_len());
        let begin = |slot: u64| usize::try_from(slot % block_len).expect("less than the block length");
        let mut slot = slots.start;
        while slot < slots.end {
            let block = usize::try_from(slot / block_len).expect("a block of the unit");
            let stones = self.index.classes().representatives()[block];
            let (free, stabiliser) = (!stones, Stabiliser::of(stones));
            let sets = &self.sets[begin(slot)..];
            // The rest of the block, or less where the slots end in it.
            let block_end = slots.end.min(slot + sets.len() as u64);
            for ((&set, slot), item) in sets.iter().zip(slot..block_end).zip(items.by_ref()) {
                if is_wanted(item) {
                    let others = expand(set, free);
                    if stabiliser.leaves_smallest(others) {
                        let (mover, other) = match self.plane {
                            Plane::A => (stones, others),
                            Plane::C => (others, stones),
                        };
                        visit(Orbit { slot: Slot(slot), mover, other }, item);
                    }
                }
            }
            slot = block_end;
        }
    }
}

/// The symmetries that leave A's stones as they are, the identity left out.
struct Stabiliser(Vec<Symmetry>);

impl Stabiliser {
    fn of(stones: PointSet) -> Self {
        Self(Classes::stabiliser(stones).filter(|&symmetry| symmetry != Symmetry::IDENTITY).collect())
    }

    /// Whether C's stones are the smallest of their images: the slot stands for its orbit.
    #[inline]
    fn leaves_smallest(&self, others: PointSet) -> bool {
        self.0.iter().all(|symmetry| symmetry.apply(others) >= others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_orbit_has_one_slot_wherever_the_slots_are_cut() {
        for name in ["3_2_0_1", "2_3_1_0", "3_3_0_0", "1_4_2_0"] {
            let subspace: Subspace = name.parse().unwrap();
            let orbits = Orbits::of(subspace);
            let index = UnitIndex::new(Unit::of(subspace));
            for part in [1, 7, 1000, orbits.slots()] {
                let mut seen = Vec::new();
                for first in (0..orbits.slots()).step_by(usize::try_from(part).unwrap()) {
                    let items = first..orbits.slots().min(first + part);
                    orbits.for_each(
                        items.clone(),
                        items,
                        |_| true,
                        |orbit, item| {
                            assert_eq!(orbit.slot, Slot(item));
                            seen.push((orbit.slot, orbit.mover, orbit.other));
                        },
                    );
                }
                let plane = Unit::of(subspace).plane_of(subspace);
                let expected: Vec<_> = (0..orbits.slots())
                    .map(|slot| (Slot(slot), index.sets_of_slot(Slot(slot))))
                    .filter(|&(_, (a, c))| UnitIndex::is_representative(a, c))
                    .map(|(slot, (a, c))| if plane == Plane::A { (slot, a, c) } else { (slot, c, a) })
                    .collect();
                assert_eq!(seen, expected, "{name} in parts of {part}");
            }
        }
    }
}
