//! Where the moves of every position of a plane lead, counted by what is there.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use millwright_index::{ClassId, Subspace, Unit, UnitIndex, expand};
use millwright_rules::{PointSet, Rules};

use crate::block_moves::{BlockMoves, Follow, Kind, Scratch};
use crate::marks::Stabiliser;
use crate::planes::Planes;
use crate::reach::{Keyed, Reach};
use crate::tasks::{Ended, TaskDone, in_tasks};
use crate::walk::ByKind;

/// Grades that are told apart.
pub const GRADES: usize = 3;

/// By grade: how many moves of a position lead there.
pub type MovesByGrade = [u32; GRADES];

/// Who wants to know it.
pub trait Asker: Sync {
    /// What comes of it.
    type Found: Send;

    /// Before the first position.
    fn nothing(&self) -> Self::Found;

    /// Whether it matters where the moves of a position lead that has this value.
    fn asks(&self, value: u8) -> bool;

    /// A position of which it does not.
    fn pass(&self, value: u8, found: &mut Self::Found);

    /// A position of which it does.
    fn hear(&self, value: u8, moves: MovesByGrade, found: &mut Self::Found);

    /// Adds what was found later.
    fn append(&self, found: &mut Self::Found, later: Self::Found);
}

/// A plane, and the values that its moves lead to, each of which is a grade.
pub struct Tally<'a> {
    moves: BlockMoves<'a>,
    index: UnitIndex,
    own: &'a [u8],
    values: ByKind<&'a [u8]>,
    /// The grade of a move that takes stones and wins by it.
    winning: u8,
    /// The numbered sets of C's stones in the order of a block.
    numbered: Vec<PointSet>,
}

/// What a task needs for itself.
#[derive(Default)]
struct Positions {
    /// C's stones, numbered, in the positions that are asked about; their values and moves.
    sets: Vec<u32>,
    values: Vec<u8>,
    moves: Vec<MovesByGrade>,
    scratch: Scratch,
}

impl<'a> Tally<'a> {
    /// Of a subspace whose moves reach this. `planes` has its values and all that its moves lead to, each less than [`GRADES`].
    ///
    /// # Panics
    /// If `winning` is no grade.
    #[must_use]
    pub fn new(
        rules: &'a Rules,
        subspace: Subspace,
        reaches: &[Reach],
        planes: &'a Planes<u8>,
        winning: u8,
    ) -> Self {
        assert!(usize::from(winning) < GRADES, "a grade");
        let mut values: ByKind<&[u8]> = [[&[]; 3]; 2];
        for reach in reaches {
            values[usize::from(reach.placed)][usize::from(reach.taken)] =
                planes.get(Keyed::after(subspace, reach));
        }
        Self {
            moves: BlockMoves::new(rules, subspace, reaches),
            index: UnitIndex::new(Unit::of(subspace)),
            own: planes.get(Keyed::stored(subspace)),
            values,
            winning,
            numbered: Keyed::stored(subspace).order().numbered_sets(),
        }
    }

    /// Counts the moves of all positions, each orbit once, in the current thread pool. `progress` hears how many slots are done.
    pub fn run<A: Asker>(
        &self,
        asker: &A,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Ended<A::Found> {
        in_tasks(
            &self.index,
            (stop, progress),
            Positions::default,
            |positions, classes| self.blocks(classes, asker, positions),
            (asker.nothing(), |found, later| asker.append(found, later)),
        )
    }

    fn blocks<A: Asker>(
        &self,
        classes: Range<u32>,
        asker: &A,
        positions: &mut Positions,
    ) -> TaskDone<A::Found> {
        let slots = u64::from(self.index.block_len()) * classes.len() as u64;
        let mut done = TaskDone { slots, found: asker.nothing(), strayed: None };
        for class in classes.map(ClassId) {
            let block = (class, self.index.classes().representative(class));
            self.ask(asker, block, positions, &mut done.found);
            let Positions { sets, values, moves, scratch } = &mut *positions;
            moves.clear();
            moves.resize(sets.len(), MovesByGrade::default());
            let mut follow = Counting { tally: self, moves };
            let strayed = self.moves.follow(block, sets, scratch, &mut follow);
            done.strayed = done.strayed.or(strayed);
            for (&value, &moves) in values.iter().zip(&*moves) {
                asker.hear(value, moves, &mut done.found);
            }
        }
        done
    }

    /// Finds the positions of a block that are asked about.
    fn ask<A: Asker>(
        &self,
        asker: &A,
        (class, key): (ClassId, PointSet),
        positions: &mut Positions,
        found: &mut A::Found,
    ) {
        positions.sets.clear();
        positions.values.clear();
        let block_len = self.index.block_len() as usize;
        let stabiliser = Stabiliser::of(key);
        for (&set, &value) in self.numbered.iter().zip(&self.own[class.0 as usize * block_len..]) {
            let counts = stabiliser.is_trivial() || stabiliser.stands_for_orbit(expand(set, !key));
            if !counts {
                continue;
            }
            if asker.asks(value) {
                positions.sets.push(set.bits());
                positions.values.push(value);
            } else {
                asker.pass(value, found);
            }
        }
    }
}

/// Counts where the moves of a block lead.
struct Counting<'b> {
    tally: &'b Tally<'b>,
    moves: &'b mut [MovesByGrade],
}

impl Follow for Counting<'_> {
    #[inline]
    fn lead(&mut self, number: usize, (placed, taken): Kind, place: usize) {
        let grade = self.tally.values[usize::from(placed)][usize::from(taken)][place];
        self.moves[number][usize::from(grade)] += 1;
    }

    #[inline]
    fn win(&mut self, number: usize) {
        self.moves[number][usize::from(self.tally.winning)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block_moves::tests::{for_all_mixes, run_to_its_end, sprinkled};
    use crate::reach::{reaches, wanted};
    use crate::walk::{Judge, Successor, Visit, Walk};

    const WINNING: u8 = 2;

    /// Positions of grade 1 are not asked about; of the others, in their order, where their moves lead.
    struct All;

    impl Asker for All {
        type Found = Vec<MovesByGrade>;

        fn nothing(&self) -> Self::Found {
            Vec::new()
        }

        fn asks(&self, value: u8) -> bool {
            value != 1
        }

        fn pass(&self, _value: u8, _found: &mut Self::Found) {}

        fn hear(&self, _value: u8, moves: MovesByGrade, found: &mut Self::Found) {
            found.push(moves);
        }

        fn append(&self, found: &mut Self::Found, later: Self::Found) {
            found.extend(later);
        }
    }

    /// The same by the plain generator, position by position.
    struct OneByOne<'a>(&'a [u8]);

    impl Judge<u8> for OneByOne<'_> {
        type Found = Vec<MovesByGrade>;

        fn nothing(&self) -> Self::Found {
            Vec::new()
        }

        fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, u8, A_MOVES>, found: &mut Self::Found) {
            if self.0[visit.place()] == 1 || !visit.is_representative() {
                return;
            }
            let mut moves = MovesByGrade::default();
            visit.for_each_successor(&visit.position(), |successor| {
                let grade = match successor {
                    Successor::Lost => WINNING,
                    Successor::Stored { value, .. } => value,
                };
                moves[usize::from(grade)] += 1;
            });
            found.push(moves);
        }

        fn append(&self, found: &mut Self::Found, later: Self::Found) {
            found.extend(later);
        }
    }

    #[test]
    fn moves_lead_where_those_of_the_rules_do() {
        for_all_mixes(|rules, subspace, one_in| {
            let (reaches, stop) = (reaches(rules, subspace), AtomicBool::new(false));
            let mut planes = Planes::new();
            let graded = |of: Subspace, out: &mut [u8]| {
                // What nobody asks about is nearly everywhere where nearly nothing is carried.
                let (rare, other) = if of == subspace { (one_in, 1) } else { (2, 0) };
                for (value, bits) in out.iter_mut().zip(sprinkled(rare)) {
                    *value = if bits == 0 { other } else { bits % 3 };
                }
                Ok::<(), ()>(())
            };
            planes.load(&wanted(subspace, &reaches), graded).unwrap();
            let tally = Tally::new(rules, subspace, &reaches, &planes, WINNING);
            let found = run_to_its_end(tally.run(&All, &stop, &mut |_| {}));
            let judge = OneByOne(planes.get(Keyed::stored(subspace)));
            let walk = Walk::new(rules, subspace, &reaches, &planes);
            let expected = run_to_its_end(walk.run(&judge, &stop, &mut |_| {}));
            assert!(!expected.is_empty(), "{subspace}");
            assert!(found == expected, "{rules:?} {subspace}");
        });
    }
}
