//! The loop that sees every slot of a plane, and where the moves of a slot lead.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use millwright_index::{ClassId, Classes, Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Color, PointSet, Position, Rules, Side, Symmetry};

use crate::byte_map::ByteMap;
use crate::order::Order;
use crate::planes::{Planes, spread};
use crate::reach::{Keyed, Reach};
use crate::routes::Routes;
use crate::tasks::{Ended, TaskDone, in_tasks};

/// Something for each kind of move: by whether a stone is placed, then by how many are taken.
pub type ByKind<V> = [[V; 3]; 2];

/// What is asked about every slot.
pub trait Judge<T>: Sync {
    /// What comes of it.
    type Found: Send;

    /// Before the first slot.
    fn nothing(&self) -> Self::Found;

    /// Looks at a slot. They come in increasing order.
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, T, A_MOVES>, found: &mut Self::Found);

    /// Adds what was found in later slots.
    fn append(&self, found: &mut Self::Found, later: Self::Found);
}

/// Where the values are that one kind of move leads to.
struct View<'a, T> {
    order: Order,
    values: &'a [T],
}

/// A plane, and the values that its moves lead to.
pub struct Walk<'a, T> {
    rules: &'a Rules,
    index: UnitIndex,
    plane: Plane,
    views: ByKind<Option<View<'a, T>>>,
    /// The numbered sets of C's stones in the order of a block.
    numbered: Vec<PointSet>,
}

/// What a thread needs for itself.
struct Scratch {
    routes: Routes,
    stabiliser: Vec<Symmetry>,
}

impl<'a, T: Copy + Sync> Walk<'a, T> {
    /// The walk over a subspace. `planes` has all values that its moves lead to.
    #[must_use]
    pub fn new(rules: &'a Rules, subspace: Subspace, reaches: &[Reach], planes: &'a Planes<T>) -> Self
    where
        T: Default + Send,
    {
        let unit = Unit::of(subspace);
        let mut views = [const { [const { None }; 3] }; 2];
        for reach in reaches {
            let keyed = Keyed::after(subspace, reach);
            views[usize::from(reach.placed)][usize::from(reach.taken)] =
                Some(View { order: keyed.order(), values: planes.get(keyed) });
        }
        Self {
            rules,
            index: UnitIndex::new(unit),
            plane: unit.plane_of(subspace),
            views,
            numbered: Keyed::stored(subspace).order().numbered_sets(),
        }
    }

    /// Looks at all slots in the current thread pool. `progress` hears how many are done.
    pub fn run<J: Judge<T>>(
        &self,
        judge: &J,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
    ) -> Ended<J::Found> {
        in_tasks(
            &self.index,
            (stop, progress),
            Scratch::new,
            |scratch, classes| self.blocks(classes, judge, scratch),
            (judge.nothing(), |total, later| judge.append(total, later)),
        )
    }

    fn blocks<J: Judge<T>>(
        &self,
        classes: Range<u32>,
        judge: &J,
        scratch: &mut Scratch,
    ) -> TaskDone<J::Found> {
        let mut task = TaskDone { slots: 0, found: judge.nothing(), strayed: None };
        for class in classes {
            match self.plane {
                Plane::A => self.block::<J, true>(class, judge, scratch, &mut task),
                Plane::C => self.block::<J, false>(class, judge, scratch, &mut task),
            }
        }
        task
    }

    fn block<J: Judge<T>, const A_MOVES: bool>(
        &self,
        class: u32,
        judge: &J,
        scratch: &mut Scratch,
        task: &mut TaskDone<J::Found>,
    ) {
        let a = self.index.classes().representative(ClassId(class));
        scratch.routes.clear();
        scratch.stabiliser.clear();
        scratch.stabiliser.extend(Classes::stabiliser(a).filter(|&symmetry| symmetry != Symmetry::IDENTITY));
        let block_len = u64::from(self.index.block_len());
        let mut visit: Visit<'_, T, A_MOVES> = Visit {
            walk: self,
            subspace: self.index.unit().subspace(self.plane),
            scratch,
            strayed: &mut task.strayed,
            a,
            spread: spread(a),
            numbered: PointSet::EMPTY,
            slot: 0,
        };
        for (&numbered, slot) in self.numbered.iter().zip(u64::from(class) * block_len..) {
            (visit.numbered, visit.slot) = (numbered, slot);
            judge.look(&mut visit, &mut task.found);
        }
        task.slots += block_len;
    }
}

/// Where a move leads.
#[derive(Clone, Copy)]
pub enum Successor<T> {
    /// The opponent has fewer than three stones: he has lost, and no table has the position.
    Lost,
    /// A position in a table.
    Stored {
        /// Whether a stone was placed.
        placed: bool,
        /// How many were taken.
        taken: u8,
        /// Where it is in the order of [`Keyed::after`].
        place: usize,
        /// What is stored there.
        value: T,
    },
}

/// One slot, and what may be asked about it.
pub struct Visit<'v, T, const A_MOVES: bool> {
    walk: &'v Walk<'v, T>,
    subspace: Subspace,
    scratch: &'v mut Scratch,
    strayed: &'v mut Option<Subspace>,
    a: PointSet,
    spread: ByteMap,
    numbered: PointSet,
    slot: u64,
}

impl<T: Copy, const A_MOVES: bool> Visit<'_, T, A_MOVES> {
    /// Which slot.
    #[inline]
    #[must_use]
    pub fn slot(&self) -> Slot {
        Slot(self.slot)
    }

    /// Where in memory its value is.
    #[inline]
    #[must_use]
    pub fn place(&self) -> usize {
        place(self.slot)
    }

    #[inline]
    fn c(&self) -> PointSet {
        PointSet::from_bits_truncated(self.spread.apply(self.numbered))
    }

    /// The position in it, with White to move.
    #[inline]
    #[must_use]
    pub fn position(&self) -> Position {
        let c = self.c();
        let (mover, other) = if A_MOVES { (self.a, c) } else { (c, self.a) };
        Position::from_sides_unchecked(
            Side { stones: mover, hand: self.subspace.mover_hand },
            Side { stones: other, hand: self.subspace.other_hand },
            Color::White,
        )
    }

    /// Whether it stands for its orbit, and is no duplicate.
    #[inline]
    #[must_use]
    pub fn is_representative(&self) -> bool {
        let c = self.c();
        self.scratch.stabiliser.iter().all(|symmetry| symmetry.apply(c) >= c)
    }

    /// Where all moves of `position`, which is the one in the slot, lead.
    #[inline]
    pub fn for_each_successor(&mut self, position: &Position, mut tell: impl FnMut(Successor<T>)) {
        let walk = self.walk;
        position.for_each_move(walk.rules, |chosen| {
            let next = position.play_unchecked(chosen);
            let taken = if chosen.taken.is_empty() { 0 } else { chosen.taken.len() };
            if taken > 0 && next.mover().total() < 3 {
                return tell(Successor::Lost);
            }
            let placed = chosen.from.is_none();
            let Some(view) = &walk.views[usize::from(placed)][usize::from(taken)] else {
                *self.strayed = Some(Subspace::of(&next));
                return;
            };
            let (mover, other) = (next.mover().stones, next.other().stones);
            let (key, rest) = if A_MOVES { (other, mover) } else { (mover, other) };
            let route = self.scratch.routes.find(key, view.order.classes);
            let first = u64::from(route.class) * u64::from(view.order.block_len);
            let within = view.order.place(route.numbering.apply(rest));
            let place = place(first + u64::from(within));
            tell(Successor::Stored { placed, taken, place, value: view.values[place] });
        });
    }
}

/// Where in memory a slot is.
fn place(slot: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "the slots of a plane are in memory, one place each")]
    {
        slot as usize
    }
}

impl Scratch {
    fn new() -> Self {
        Self { routes: Routes::new(), stabiliser: Vec::new() }
    }
}
