//! Marks carried along the moves of a plane.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use millwright_index::{ClassId, Subspace, Unit, UnitIndex, expand};
use millwright_rules::{PointSet, Rules};

use crate::block_moves::{BlockMoves, Follow, Kind, Scratch};
use crate::marks::{Marks, Stabiliser};
use crate::reach::{Keyed, Reach};
use crate::tasks::{Ended, TaskDone, in_tasks};
use crate::walk::ByKind;

/// What marks mean to whoever has them carried.
pub trait Carrier: Sync {
    /// What a slot with these bits has to carry; 0 if nothing.
    fn carried(&self, bits: u8) -> u8;

    /// The bits that say that it has been carried.
    fn done(&self, bits: u8) -> u8;

    /// The bits that a slot gets, which has these, by what is carried there.
    fn left(&self, carried: u8, bits: u8) -> u8;
}

/// Where moves of a kind lead.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// The slots there, in the order of [`Keyed::after`].
    pub marks: &'a Marks,
    /// Whether what is new there counts.
    pub counts: bool,
}

/// A plane, and where its moves lead.
pub struct Carry<'a> {
    moves: BlockMoves<'a>,
    index: UnitIndex,
    own: &'a Marks,
    targets: ByKind<Option<Target<'a>>>,
    /// The numbered sets of C's stones in the order of a block.
    numbered: Vec<PointSet>,
}

/// What a task needs for itself.
#[derive(Default)]
struct Loaded {
    /// C's stones, numbered, in the slots that have something to carry; and what that is.
    sets: Vec<u32>,
    bits: Vec<u8>,
    scratch: Scratch,
}

impl<'a> Carry<'a> {
    /// From a subspace along its moves, which reach this: `target` has where each of their kinds leads.
    #[must_use]
    pub fn new(
        rules: &'a Rules,
        (subspace, own): (Subspace, &'a Marks),
        reaches: &[Reach],
        target: impl Fn(&Reach) -> Target<'a>,
    ) -> Self {
        let mut targets = [[None; 3]; 2];
        for reach in reaches {
            targets[usize::from(reach.placed)][usize::from(reach.taken)] = Some(target(reach));
        }
        Self {
            moves: BlockMoves::new(rules, subspace, reaches),
            index: UnitIndex::new(Unit::of(subspace)),
            own,
            targets,
            numbered: Keyed::stored(subspace).order().numbered_sets(),
        }
    }

    /// Carries all there is in the current thread pool; how much is new where that counts. `progress` hears how many slots were
    /// looked at.
    pub fn run(
        &self,
        carrier: &impl Carrier,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Ended<u64> {
        in_tasks(
            &self.index,
            (stop, progress),
            Loaded::default,
            |loaded, classes| self.blocks(classes, carrier, loaded),
            (0, |new, later| *new += later),
        )
    }

    fn blocks(&self, classes: Range<u32>, carrier: &impl Carrier, loaded: &mut Loaded) -> TaskDone<u64> {
        let slots = u64::from(self.index.block_len()) * classes.len() as u64;
        let mut done = TaskDone { slots, found: 0, strayed: None };
        for class in classes.map(ClassId) {
            let block = (class, self.index.classes().representative(class));
            self.load(carrier, block, loaded);
            let Loaded { sets, bits, scratch } = &mut *loaded;
            if !sets.is_empty() {
                let mut follow = Carrying { carry: self, carrier, bits, new: 0 };
                let strayed = self.moves.follow(block, sets, scratch, &mut follow);
                done.found += follow.new;
                done.strayed = done.strayed.or(strayed);
            }
        }
        done
    }

    /// Finds the slots of a block that have something to carry and stand for their orbit.
    fn load(&self, carrier: &impl Carrier, (class, key): (ClassId, PointSet), loaded: &mut Loaded) {
        loaded.sets.clear();
        loaded.bits.clear();
        let first = class.0 as usize * self.index.block_len() as usize;
        let stabiliser = Stabiliser::of(key);
        for (&set, place) in self.numbered.iter().zip(first..) {
            let here = self.own.at(place);
            let bits = carrier.carried(here);
            if bits != 0 && (stabiliser.is_trivial() || stabiliser.stands_for_orbit(expand(set, !key))) {
                self.own.mark(place, carrier.done(here));
                loaded.sets.push(set.bits());
                loaded.bits.push(bits);
            }
        }
    }
}

/// Leaves what is carried where the moves of a block lead.
struct Carrying<'b, C> {
    carry: &'b Carry<'b>,
    carrier: &'b C,
    bits: &'b [u8],
    /// How much was new where that counts.
    new: u64,
}

impl<C: Carrier> Follow for Carrying<'_, C> {
    #[inline]
    fn lead(&mut self, number: usize, (placed, taken): Kind, place: usize) {
        let Some(target) = self.carry.targets[usize::from(placed)][usize::from(taken)] else { return };
        let there = target.marks.at(place);
        let left = self.carrier.left(self.bits[number], there);
        if left & !there != 0 && target.marks.mark(place, left) {
            self.new += u64::from(target.counts);
        }
    }

    fn win(&mut self, _number: usize) {}
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::block_moves::tests::{for_all_mixes, run_to_its_end, sprinkled};
    use crate::planes::Planes;
    use crate::reach::{reaches, wanted};
    use crate::walk::{Judge, Successor, Visit, Walk};

    const DONE: u8 = 0x80;
    /// What is carried from here is not left there.
    const FORGOTTEN: u8 = 4;

    struct Colours;

    impl Carrier for Colours {
        fn carried(&self, bits: u8) -> u8 {
            if bits & DONE == 0 { bits } else { 0 }
        }

        fn done(&self, _bits: u8) -> u8 {
            DONE
        }

        fn left(&self, carried: u8, _bits: u8) -> u8 {
            carried & !FORGOTTEN
        }
    }

    /// The same by the plain generator, position by position.
    struct OneByOne<'a> {
        own: &'a [u8],
        targets: ByKind<Option<&'a Marks>>,
    }

    impl Judge<()> for OneByOne<'_> {
        type Found = u64;

        fn nothing(&self) -> u64 {
            0
        }

        fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, (), A_MOVES>, carried: &mut u64) {
            let bits = self.own[visit.place()];
            if bits == 0 || !visit.is_representative() {
                return;
            }
            *carried += 1;
            visit.for_each_successor(&visit.position(), |successor| {
                if let Successor::Stored { placed, taken, place, .. } = successor {
                    let target = self.targets[usize::from(placed)][usize::from(taken)].unwrap();
                    target.mark(place, bits & !FORGOTTEN);
                }
            });
        }

        fn append(&self, carried: &mut u64, later: u64) {
            *carried += later;
        }
    }

    fn compare(rules: &Rules, subspace: Subspace, one_in: u64) {
        let (reaches, stop) = (reaches(rules, subspace), AtomicBool::new(false));
        let own: Vec<u8> =
            sprinkled(one_in).take(usize::try_from(Keyed::stored(subspace).slots()).unwrap()).collect();
        let empty = || -> BTreeMap<Keyed, Marks> {
            let after = reaches.iter().map(|reach| Keyed::after(subspace, reach));
            after.map(|keyed| (keyed, Marks::new(keyed))).collect()
        };
        let (found, expected) = (empty(), empty());
        let mut targets = [[None; 3]; 2];
        for reach in &reaches {
            targets[usize::from(reach.placed)][usize::from(reach.taken)] =
                Some(&expected[&Keyed::after(subspace, reach)]);
        }
        let mut places = Planes::<()>::new();
        places.load(&wanted(subspace, &reaches), |_, _| Ok::<(), ()>(())).unwrap();
        let judge = OneByOne { own: &own, targets };
        let walk = Walk::new(rules, subspace, &reaches, &places);
        let carried = run_to_its_end(walk.run(&judge, &stop, &mut |_| {}));
        assert!(carried > 0, "{subspace}");

        let marks = Marks::from_bits(Keyed::stored(subspace), own);
        let run = |targets: &BTreeMap<Keyed, Marks>| {
            // What is taken for a mill does not count.
            let target = |reach: &Reach| {
                let marks = &targets[&Keyed::after(subspace, reach)];
                Target { marks, counts: reach.taken == 0 }
            };
            let carry = Carry::new(rules, (subspace, &marks), &reaches, target);
            run_to_its_end(carry.run(&Colours, &stop, &mut |_| {}))
        };
        let new = run(&found);
        let (mut marked, mut counted) = (0, 0);
        for (keyed, marks) in &found {
            let bits = marks.snapshot();
            marked += bits.iter().filter(|&&bits| bits != 0).count() as u64;
            if reaches.iter().any(|reach| reach.taken == 0 && Keyed::after(subspace, reach) == *keyed) {
                counted += bits.iter().filter(|&&bits| bits != 0).count() as u64;
            }
            assert!(bits == expected[keyed].snapshot(), "{rules:?} {subspace} to {keyed:?}");
        }
        // A slot is new whenever a bit is.
        assert!(marked > 0 && (counted..=2 * counted).contains(&new), "{new} of {counted}");
        assert_eq!(marks.snapshot().iter().filter(|&&bits| bits & DONE != 0).count() as u64, carried);
        let none = empty();
        assert_eq!(run(&none), 0, "all has been carried");
        assert!(none.values().all(|marks| marks.snapshot().iter().all(|&bits| bits == 0)));
    }

    #[test]
    fn what_is_carried_is_left_where_the_moves_of_the_rules_lead() {
        for_all_mixes(compare);
    }
}
