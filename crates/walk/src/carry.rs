//! Marks carried along the moves of a plane, one move of all positions of a block at a time.
//!
//! What a move does to the stones that are the key is the same for all slots of a block, so that where it leads is worked out
//! once. The moves are those of [`Position::for_each_move`](millwright_rules::Position::for_each_move): the tests compare the two
//! on every position of small games.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use millwright_index::{ClassId, Classes, Plane, Subspace, Unit, UnitIndex, compress, expand};
use millwright_rules::{DoubleMill, Point, PointSet, Rules, Side, for_each_capture, takeable};

use crate::byte_map::ByteMap;
use crate::marks::{Marks, Stabiliser};
use crate::order::Order;
use crate::planes::spread;
use crate::reach::Keyed;
use crate::tasks::{Ended, TaskDone, in_tasks};
use crate::walk::ByKind;

/// For so many positions a table of where their stones go is worth making.
const WORTH_A_TABLE: usize = 64;

/// What marks mean to whoever has them carried.
pub trait Carrier: Sync {
    /// What a slot with these bits has to carry, bits that can be added to those of other slots; 0 if nothing.
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
    rules: &'a Rules,
    subspace: Subspace,
    index: UnitIndex,
    plane: Plane,
    own: &'a Marks,
    aims: ByKind<Option<Aim<'a>>>,
    /// The numbered sets of C's stones, as they are and with one more, in the order of a block.
    numbered: [Vec<PointSet>; 2],
}

/// A target, and where the sets are in it.
struct Aim<'a> {
    target: Target<'a>,
    order: Order,
}

/// A slot that has something to carry.
#[derive(Clone, Copy)]
struct Loaded {
    /// C's stones, numbered.
    set: u32,
    bits: u8,
}

/// What a thread needs for itself.
#[derive(Default)]
struct Scratch {
    loaded: Vec<Loaded>,
    /// Beside each of them, C's stones that a mill may take, numbered.
    takeable: Vec<u32>,
    closed: Closed,
}

/// By whether a stone was placed, and by how many mills count: what was carried to the slots of a block in which C has closed
/// some, and still has to take for it.
#[derive(Default)]
struct Closed([[Vec<u8>; 2]; 2]);

/// One move of A's, whichever slots allow it.
#[derive(Clone, Copy)]
struct Step {
    places: bool,
    /// How many mills count.
    mills: u8,
    /// Where it leads.
    class: ClassId,
    /// The point that must be free, numbered.
    to: u32,
}

impl<'a> Carry<'a> {
    /// From a subspace along all kinds of moves that have a target.
    #[must_use]
    pub fn new(
        rules: &'a Rules,
        subspace: Subspace,
        own: &'a Marks,
        targets: ByKind<Option<Target<'a>>>,
    ) -> Self {
        let unit = Unit::of(subspace);
        let plane = unit.plane_of(subspace);
        let aim = |target: Target<'a>| Aim { target, order: target.marks.keyed().order() };
        let aims = targets.map(|by_taken| by_taken.map(|target| target.map(aim)));
        let with_one_more = match (plane, &aims[1][0]) {
            (Plane::C, Some(aim)) => aim.order.numbered_sets(),
            _ => Vec::new(),
        };
        let numbered = [Keyed::stored(subspace).order().numbered_sets(), with_one_more];
        Self { rules, subspace, index: UnitIndex::new(unit), plane, own, aims, numbered }
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
            Scratch::default,
            |scratch, classes| self.blocks(classes, carrier, scratch),
            (0, |new, later| *new += later),
        )
    }

    fn blocks(&self, classes: Range<u32>, carrier: &impl Carrier, scratch: &mut Scratch) -> TaskDone<u64> {
        let slots = u64::from(self.index.block_len()) * classes.len() as u64;
        let mut done = TaskDone { slots, found: 0, strayed: None };
        for class in classes.map(ClassId) {
            let key = self.index.classes().representative(class);
            self.load(carrier, (class, key), &mut scratch.loaded);
            if scratch.loaded.is_empty() {
                continue;
            }
            let mut block = Block { carry: self, carrier, class, key, done: &mut done };
            match self.plane {
                Plane::A => block.along_moves_of_a(scratch),
                Plane::C => block.along_moves_of_c(scratch),
            }
        }
        done
    }

    /// Finds the slots of a block that have something to carry and stand for their orbit.
    fn load(&self, carrier: &impl Carrier, (class, key): (ClassId, PointSet), loaded: &mut Vec<Loaded>) {
        loaded.clear();
        let first = class.0 as usize * self.index.block_len() as usize;
        let stabiliser = Stabiliser::of(key);
        for (&set, place) in self.numbered[0].iter().zip(first..) {
            let here = self.own.at(place);
            let bits = carrier.carried(here);
            if bits != 0 && (stabiliser.is_trivial() || stabiliser.stands_for_orbit(expand(set, !key))) {
                self.own.mark(place, carrier.done(here));
                loaded.push(Loaded { set: set.bits(), bits });
            }
        }
    }

    /// Stones of the player who is not to move, board and hand together.
    fn others(&self) -> u8 {
        self.subspace.other + self.subspace.other_hand
    }

    /// How many of the mills count that a move closes.
    #[inline]
    fn mills(&self, closed: u8) -> u8 {
        let take_two = self.rules.double_mill == DoubleMill::Two && self.others() > 3;
        closed.min(if take_two { 2 } else { 1 })
    }

    /// Whether taking so many stones ends the game.
    #[inline]
    fn wins(&self, taken: u8) -> bool {
        self.others() < 3 + taken
    }

    /// Where a stone on this point may slide.
    #[inline]
    fn reach_of(&self, from: Point) -> PointSet {
        let flies = self.subspace.mover + self.subspace.mover_hand == 3;
        if flies { PointSet::ALL } else { self.rules.board.neighbours(from) }
    }
}

/// A block at work.
struct Block<'b, C> {
    carry: &'b Carry<'b>,
    carrier: &'b C,
    class: ClassId,
    /// A's stones.
    key: PointSet,
    done: &'b mut TaskDone<u64>,
}

impl<C: Carrier> Block<'_, C> {
    /// Leaves something at a slot that a move leads to.
    #[inline]
    fn leave(&mut self, (places, taken): (bool, u8), class: ClassId, set: u32, bits: u8) {
        let Some(Aim { target, order }) = &self.carry.aims[usize::from(places)][usize::from(taken)] else {
            return self.stray(places, taken);
        };
        let place = class.0 as usize * order.block_len as usize + order.place(set) as usize;
        let there = target.marks.at(place);
        let left = self.carrier.left(bits, there);
        if left & !there != 0 && target.marks.mark(place, left) {
            self.done.found += u64::from(target.counts);
        }
    }

    #[cold]
    fn stray(&mut self, places: bool, taken: u8) {
        let (here, one) = (self.carry.subspace, u8::from(places));
        let to = Subspace::new(here.other - taken, here.mover + one, here.other_hand, here.mover_hand - one);
        self.done.strayed = Some(to.unwrap_or(here));
    }

    /// A set of C's stones, numbered.
    fn numbered(&self, set: PointSet) -> u32 {
        compress(set, !self.key).bits()
    }

    /// A's moves lead to a block each, and what they take stands in it.
    fn along_moves_of_a(&mut self, scratch: &mut Scratch) {
        let (carry, key) = (self.carry, self.key);
        let Scratch { loaded, takeable: may_be_taken, .. } = scratch;
        may_be_taken.clear();
        if !carry.wins(1) {
            let spread = spread(key);
            may_be_taken.extend(loaded.iter().map(|at| {
                let stones = spread.apply(PointSet::from_bits_truncated(at.set));
                self.numbered(takeable(carry.rules, PointSet::from_bits_truncated(stones)))
            }));
        }
        if carry.subspace.may_place() {
            for to in !key {
                self.along_move_of_a((None, to), loaded, may_be_taken);
            }
        }
        if carry.subspace.may_slide(carry.rules) {
            for from in key {
                for to in carry.reach_of(from) - key {
                    self.along_move_of_a((Some(from), to), loaded, may_be_taken);
                }
            }
        }
    }

    fn along_move_of_a(
        &mut self,
        (from, to): (Option<Point>, Point),
        loaded: &[Loaded],
        may_be_taken: &[u32],
    ) {
        let (carry, free) = (self.carry, !self.key);
        let after = from.map_or(self.key, |from| self.key.without(from)).with(to);
        let mills = carry.mills(carry.rules.board.mills_closed(after, to));
        let classes = Classes::of(after.len());
        let (class, symmetry) = classes.find(after);
        let frame = !classes.representative(class);
        let step = Step { places: from.is_none(), mills, class, to: self.numbered(to.set()) };
        let image = |set| compress(symmetry.apply(expand(set, free)), frame);
        if loaded.len() < WORTH_A_TABLE {
            let image = |set| image(PointSet::from_bits_truncated(set)).bits();
            self.along_step(&step, loaded, may_be_taken, image);
        } else {
            let map = ByteMap::new(image);
            let image = |set| map.apply(PointSet::from_bits_truncated(set));
            self.along_step(&step, loaded, may_be_taken, image);
        }
    }

    /// `image` takes C's numbered stones to their numbers where the step leads.
    #[inline]
    fn along_step(
        &mut self,
        step: &Step,
        loaded: &[Loaded],
        may_be_taken: &[u32],
        image: impl Fn(u32) -> u32,
    ) {
        let &Step { places, mills, class, to } = step;
        if mills == 0 {
            for at in loaded.iter().filter(|at| at.set & to == 0) {
                self.leave((places, 0), class, image(at.set), at.bits);
            }
            return;
        }
        if self.carry.wins(1) {
            return self.along_safe_step(step, loaded, image);
        }
        for (at, &takeable) in loaded.iter().zip(may_be_taken).filter(|(at, _)| at.set & to == 0) {
            let after = image(at.set);
            if takeable == 0 {
                self.leave((places, 0), class, after, at.bits);
            } else if mills == 1 {
                let mut takeable = image(takeable);
                while takeable != 0 {
                    let rest = takeable & (takeable - 1);
                    self.leave((places, 1), class, after ^ takeable ^ rest, at.bits);
                    takeable = rest;
                }
            } else {
                let stones = expand(PointSet::from_bits_truncated(at.set), !self.key);
                let others = Side { stones, hand: self.carry.subspace.other_hand };
                for_each_capture(self.carry.rules, mills, others, |taken| {
                    if self.carry.wins(taken.len()) {
                        return;
                    }
                    let gone = image(self.numbered(taken));
                    self.leave((places, taken.len()), class, after ^ gone, at.bits);
                });
            }
        }
    }

    /// A step that would win if it could take something: it goes on where it cannot.
    fn along_safe_step(&mut self, step: &Step, loaded: &[Loaded], image: impl Fn(u32) -> u32) {
        for at in loaded.iter().filter(|at| at.set & step.to == 0) {
            let stones = expand(PointSet::from_bits_truncated(at.set), !self.key);
            if takeable(self.carry.rules, stones).is_empty() {
                self.leave((step.places, 0), step.class, image(at.set), at.bits);
            }
        }
    }

    /// C's moves stay in the block, and what they take leads out of it.
    fn along_moves_of_c(&mut self, scratch: &mut Scratch) {
        let (carry, key) = (self.carry, self.key);
        let spread = spread(key);
        let bit_of: Vec<u32> = Point::all().map(|point| self.numbered(point.set())).collect();
        let nothing_to_take = takeable(carry.rules, key).is_empty();
        let (places, slides) = (carry.subspace.may_place(), carry.subspace.may_slide(carry.rules));
        for &Loaded { set, bits } in &scratch.loaded {
            let stones = PointSet::from_bits_truncated(spread.apply(PointSet::from_bits_truncated(set)));
            let free = !(key | stones);
            let mut arrive = |from: Option<Point>, to: Point| {
                let (rest, set) =
                    from.map_or((stones, set), |from| (stones.without(from), set ^ bit_of[from.index()]));
                let after = set | bit_of[to.index()];
                let mills = carry.mills(carry.rules.board.mills_closed(rest.with(to), to));
                if mills == 0 || nothing_to_take {
                    self.leave((from.is_none(), 0), self.class, after, bits);
                } else if !carry.wins(1) {
                    match &carry.aims[usize::from(from.is_none())][0] {
                        Some(aim) => scratch.closed.add((from.is_none(), mills), &aim.order, after, bits),
                        None => self.stray(from.is_none(), 0),
                    }
                }
            };
            if places {
                free.into_iter().for_each(|to| arrive(None, to));
            }
            if slides {
                for from in stones {
                    (carry.reach_of(from) & free).into_iter().for_each(|to| arrive(Some(from), to));
                }
            }
        }
        for places in [false, true] {
            for mills in 1..=2 {
                scratch.closed.take(
                    (places, mills),
                    &carry.numbered[usize::from(places)],
                    &mut scratch.loaded,
                );
                self.take_for((places, mills), &scratch.loaded);
            }
        }
    }

    /// Takes A's stones for mills that C has closed.
    fn take_for(&mut self, (places, mills): (bool, u8), loaded: &[Loaded]) {
        if loaded.is_empty() {
            return;
        }
        let free = !self.key;
        let others = Side { stones: self.key, hand: self.carry.subspace.other_hand };
        for_each_capture(self.carry.rules, mills, others, |taken| {
            if self.carry.wins(taken.len()) {
                return;
            }
            let rest = self.key - taken;
            let classes = Classes::of(rest.len());
            let (class, symmetry) = classes.find(rest);
            let frame = !classes.representative(class);
            let kind = (places, taken.len());
            let image = |set| compress(symmetry.apply(expand(set, free)), frame);
            if loaded.len() < WORTH_A_TABLE {
                for at in loaded {
                    self.leave(kind, class, image(PointSet::from_bits_truncated(at.set)).bits(), at.bits);
                }
            } else {
                let map = ByteMap::new(image);
                for at in loaded {
                    self.leave(kind, class, map.apply(PointSet::from_bits_truncated(at.set)), at.bits);
                }
            }
        });
    }
}

impl Closed {
    fn add(&mut self, (places, mills): (bool, u8), order: &Order, set: u32, bits: u8) {
        let of_block = &mut self.0[usize::from(places)][usize::from(mills) - 1];
        if of_block.is_empty() {
            of_block.resize(order.block_len as usize, 0);
        }
        of_block[order.place(set) as usize] |= bits;
    }

    /// Takes out what was added; `numbered` are the sets of a block.
    fn take(&mut self, (places, mills): (bool, u8), numbered: &[PointSet], loaded: &mut Vec<Loaded>) {
        let of_block = &mut self.0[usize::from(places)][usize::from(mills) - 1];
        loaded.clear();
        let found = numbered.iter().zip(&*of_block).filter(|&(_, &bits)| bits != 0);
        loaded.extend(found.map(|(set, &bits)| Loaded { set: set.bits(), bits }));
        of_block.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use millwright_rules::{Board, Game, Placing, Protection, StoneCount};

    use super::*;
    use crate::planes::Planes;
    use crate::reach::{reaches, wanted};
    use crate::walk::{Judge, Successor, Visit, Walk};

    const DONE: u8 = 0x80;
    /// What is carried from here is not left there.
    const FORGOTTEN: u8 = 4;

    struct Colours;

    impl Carrier for Colours {
        fn carried(&self, bits: u8) -> u8 {
            bits & !DONE
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

    /// Bits on about one slot in `one_in`.
    fn sprinkled(keyed: Keyed, one_in: u64) -> Vec<u8> {
        let bits = |slot: u64| {
            let hash =
                slot.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            if (hash >> 8).is_multiple_of(one_in) { (hash >> 60) as u8 & 7 } else { 0 }
        };
        (0..keyed.slots()).map(bits).collect()
    }

    fn done<F>(from: Subspace, ended: Ended<F>) -> F {
        match ended {
            Ended::Done(found) => found,
            Ended::Stopped => panic!("nobody stopped it"),
            Ended::Strayed(to) => panic!("strayed from {from} to {to}"),
        }
    }

    fn compare(rules: &Rules, subspace: Subspace, one_in: u64) {
        let (reaches, stop) = (reaches(rules, subspace), AtomicBool::new(false));
        let own = sprinkled(Keyed::stored(subspace), one_in);
        let empty = || -> BTreeMap<Keyed, Marks> {
            let after = reaches.iter().map(|reach| Keyed::after(subspace, reach));
            after.map(|keyed| (keyed, Marks::new(keyed))).collect()
        };
        let (found, expected) = (empty(), empty());
        let (mut targets, mut expected_targets): (ByKind<_>, ByKind<_>) = ([[None; 3]; 2], [[None; 3]; 2]);
        for reach in &reaches {
            let keyed = Keyed::after(subspace, reach);
            let (placed, taken) = (usize::from(reach.placed), usize::from(reach.taken));
            targets[placed][taken] = Some(Target { marks: &found[&keyed], counts: true });
            expected_targets[placed][taken] = Some(&expected[&keyed]);
        }
        let mut places = Planes::<()>::new();
        places.load(&wanted(subspace, &reaches), |_, _| Ok::<(), ()>(())).unwrap();
        let judge = OneByOne { own: &own, targets: expected_targets };
        let walk = Walk::new(rules, subspace, &reaches, &places);
        let carried = done(subspace, walk.run(&judge, &stop, &mut |_| {}));
        assert!(carried > 0, "{subspace}");

        let marks = Marks::from_bits(Keyed::stored(subspace), own);
        let carry = Carry::new(rules, subspace, &marks, targets);
        let run = || done(subspace, carry.run(&Colours, &stop, &mut |_| {}));
        let (new, again) = (run(), run());
        assert_eq!(again, 0, "all has been carried");
        let mut marked = 0;
        for (keyed, marks) in found {
            let bits = marks.into_bits();
            marked += bits.iter().filter(|&&bits| bits != 0).count() as u64;
            assert!(bits == expected[&keyed].snapshot(), "{rules:?} {subspace} to {keyed:?}");
        }
        assert!(new >= marked, "{new} of {marked}");
    }

    #[test]
    fn what_is_carried_is_left_where_the_moves_of_the_rules_lead() {
        // Slides, flights and placings of both players, mills of fives, and whoever has three left.
        let subspaces = [
            ("3_3_0_0", 9),
            ("4_3_0_0", 50),
            ("3_4_0_0", 50),
            ("4_4_0_0", 90),
            ("3_3_1_1", 9),
            ("3_4_0_2", 50),
            ("4_3_2_0", 50),
            ("4_3_1_1", 50),
            ("3_4_1_2", 50),
            ("4_4_2_1", 90),
            ("5_3_0_1", 90),
            ("3_5_1_0", 90),
            ("2_2_1_1", 1),
        ];
        // Two mills closed by the fifth stone of the player with fewer, and two stones to be taken.
        let pairs = "4_5_2_2".parse().unwrap();
        for board in [Board::Orthogonal, Board::Diagonal] {
            for placing in [Placing::First, Placing::Free] {
                for protection in [Protection::Capture, Protection::Protected] {
                    for double_mill in [DoubleMill::One, DoubleMill::Two] {
                        let nine = Game::Standard.rules();
                        let rules = Rules { board, placing, protection, double_mill, ..nine };
                        let rules = rules.with_stones(StoneCount::MAX, StoneCount::MAX);
                        for (subspace, one_in) in subspaces {
                            compare(&rules, subspace.parse().unwrap(), one_in);
                        }
                        if double_mill == DoubleMill::Two && placing == Placing::First {
                            compare(&rules, pairs, 4000);
                        }
                    }
                }
            }
        }
    }
}
