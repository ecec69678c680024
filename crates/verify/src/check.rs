//! The loop that sees every slot of a plane.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{ClassId, Classes, Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Color, Over, PointSet, Position, Rules, Side, Symmetry};
use millwright_table::{Longest, Statistics};
use rayon::prelude::*;

use crate::cell::{Best, Cell, value_of};
use crate::keys::Keys;
use crate::layout::Layout;
use crate::planes::{Planes, spread};
use crate::reach::{Keyed, Reach};
use crate::report::WrongPosition;

/// Slots that one task checks, in whole blocks: a few milliseconds.
const TASK_SLOTS: u32 = 1 << 15;
/// Tasks between two reports of progress. Like the size of a task, the same for any number of threads.
const BATCH_TASKS: usize = 128;

/// Where the values are that one kind of move leads to.
struct View<'a, T> {
    layout: Layout,
    values: &'a [T],
}

/// The check of one plane.
pub(crate) struct Check<'a, T> {
    rules: &'a Rules,
    index: UnitIndex,
    plane: Plane,
    stored: &'a [T],
    /// By whether a stone is placed, then by how many are taken.
    views: [[Option<View<'a, T>>; 3]; 2],
    /// The numbered sets of C's stones in the order of a block.
    numbered: Vec<PointSet>,
    /// How many depths the head of the table knows; loading has made sure that no value is beyond them.
    plies: usize,
    /// How many wrong positions to list.
    list: usize,
}

/// What was found so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) checked: u64,
    pub(crate) wrong: u64,
    pub(crate) first_wrong: Vec<WrongPosition>,
    draws: u64,
    plies: Vec<u64>,
    longest: Option<Longest>,
    /// A subspace that a move led to although no move should.
    strayed: Option<Subspace>,
}

/// How a check ended.
pub(crate) enum Ended {
    /// All slots were checked.
    Done(Tally),
    /// The stop flag was raised.
    Stopped,
    /// A move led to this subspace, whose table nobody asked for.
    Strayed(Subspace),
}

/// What a thread needs for itself.
struct Scratch {
    keys: Keys,
    stabiliser: Vec<Symmetry>,
}

impl<'a, T: Cell> Check<'a, T> {
    /// The check of a subspace. `planes` has its values and all that its moves lead to; `plies` is how many
    /// depths its table knows.
    pub(crate) fn new(
        rules: &'a Rules,
        subspace: Subspace,
        reaches: &[Reach],
        planes: &'a Planes<T>,
        plies: usize,
        list: usize,
    ) -> Self {
        let unit = Unit::of(subspace);
        let mut views = [const { [const { None }; 3] }; 2];
        for reach in reaches {
            let keyed = Keyed::after(subspace, reach);
            views[usize::from(reach.placed)][usize::from(reach.taken)] =
                Some(View { layout: keyed.layout(), values: planes.get(keyed) });
        }
        let stored = Keyed::stored(subspace);
        Self {
            rules,
            index: UnitIndex::new(unit),
            plane: unit.plane_of(subspace),
            stored: planes.get(stored),
            views,
            numbered: stored.layout().numbered_sets(),
            plies,
            list,
        }
    }

    /// Checks all slots in the current thread pool. `progress` hears how many are done.
    pub(crate) fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(u64)) -> Ended {
        let classes = self.index.classes().count();
        let task_blocks = (TASK_SLOTS / self.index.block_len()).max(1);
        let tasks: Vec<Range<u32>> = (0..classes)
            .step_by(task_blocks as usize)
            .map(|first| first..classes.min(first + task_blocks))
            .collect();
        let mut total = self.no_tally();
        for batch in tasks.chunks(BATCH_TASKS) {
            let tallies: Vec<Tally> = batch
                .par_iter()
                .with_max_len(1)
                .map_init(Scratch::new, |scratch, classes| {
                    // What a stopped check has found is thrown away.
                    let classes = if stop.load(Ordering::Relaxed) { 0..0 } else { classes.clone() };
                    self.blocks(classes, scratch)
                })
                .collect();
            if stop.load(Ordering::Relaxed) {
                return Ended::Stopped;
            }
            for tally in tallies {
                total.append(tally, self.list);
            }
            if let Some(subspace) = total.strayed {
                return Ended::Strayed(subspace);
            }
            progress(total.checked);
        }
        Ended::Done(total)
    }

    fn no_tally(&self) -> Tally {
        Tally { plies: vec![0; self.plies], ..Tally::default() }
    }

    fn blocks(&self, classes: Range<u32>, scratch: &mut Scratch) -> Tally {
        let mut tally = self.no_tally();
        for class in classes {
            match self.plane {
                Plane::A => self.block::<true>(class, scratch, &mut tally),
                Plane::C => self.block::<false>(class, scratch, &mut tally),
            }
        }
        tally
    }

    fn block<const A_MOVES: bool>(&self, class: u32, scratch: &mut Scratch, tally: &mut Tally) {
        let a = self.index.classes().representative(ClassId(class));
        scratch.keys.clear();
        scratch.stabiliser.clear();
        scratch.stabiliser.extend(Classes::stabiliser(a).filter(|&symmetry| symmetry != Symmetry::IDENTITY));
        let spread = spread(a);
        let subspace = self.index.unit().subspace(self.plane);
        let first = u64::from(class) * u64::from(self.index.block_len());
        let stored = &self.stored[place(first)..place(first + u64::from(self.index.block_len()))];
        for ((&cell, &numbered), slot) in stored.iter().zip(&self.numbered).zip(first..) {
            let c = PointSet::from_bits_truncated(spread.apply(numbered));
            let (mover, other) = if A_MOVES { (a, c) } else { (c, a) };
            let position = Position::from_sides_unchecked(
                Side { stones: mover, hand: subspace.mover_hand },
                Side { stones: other, hand: subspace.other_hand },
                Color::White,
            );
            let expected = self.expected::<A_MOVES>(&position, &mut scratch.keys, &mut tally.strayed);
            if cell.code() != expected {
                tally.note_wrong(self.list, || WrongPosition {
                    slot: Slot(slot),
                    position,
                    stored: value_of::<T>(cell.code()),
                    expected: value_of::<T>(expected),
                });
            }
            if scratch.stabiliser.iter().all(|symmetry| symmetry.apply(c) >= c) {
                tally.count::<T>(cell.code(), slot);
            }
        }
        tally.checked += u64::from(self.index.block_len());
    }

    /// The code that a position must have.
    #[inline]
    fn expected<const A_MOVES: bool>(
        &self,
        position: &Position,
        keys: &mut Keys,
        strayed: &mut Option<Subspace>,
    ) -> u32 {
        let mut best = Best::NONE;
        position.for_each_move(self.rules, |chosen| {
            let next = position.play_unchecked(chosen);
            let taken = if chosen.taken.is_empty() { 0 } else { chosen.taken.len() };
            if taken > 0 && next.mover().total() < 3 {
                return best.add_lost();
            }
            let Some(view) = &self.views[usize::from(chosen.from.is_none())][usize::from(taken)] else {
                *strayed = Some(Subspace::of(&next));
                return;
            };
            let (mover, other) = (next.mover().stones, next.other().stones);
            let (key, rest) = if A_MOVES { (other, mover) } else { (mover, other) };
            let key = keys.find(key, view.layout.classes);
            let first = u64::from(key.class) * u64::from(view.layout.block_len);
            let within = view.layout.place(key.numbering.apply(rest));
            best.add(view.values[place(first + u64::from(within))].code());
        });
        // The game is over if and only if there is no move.
        best.code::<T>().unwrap_or_else(|| match position.over(self.rules) {
            Some(Over::DrawnFullBoard) => T::DRAW,
            Some(Over::TooFewStones | Over::Blocked) | None => 0,
        })
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
        Self { keys: Keys::new(), stabiliser: Vec::new() }
    }
}

impl Tally {
    #[cold]
    fn note_wrong(&mut self, list: usize, wrong: impl FnOnce() -> WrongPosition) {
        self.wrong += 1;
        if self.first_wrong.len() < list {
            self.first_wrong.push(wrong());
        }
    }

    /// Counts a position that stands for its orbit. Slots come in increasing order.
    #[inline]
    fn count<T: Cell>(&mut self, code: u32, slot: u64) {
        if code == T::DRAW {
            self.draws += 1;
            return;
        }
        self.plies[code as usize] += 1;
        if self.longest.is_none_or(|longest| code > u32::from(longest.plies)) {
            let plies = u16::try_from(code).expect("codes have at most 16 bits");
            self.longest = Some(Longest { plies, slot: Slot(slot) });
        }
    }

    /// Adds what was found in later slots.
    fn append(&mut self, later: Self, list: usize) {
        self.checked += later.checked;
        self.wrong += later.wrong;
        let room = list - self.first_wrong.len();
        self.first_wrong.extend(later.first_wrong.into_iter().take(room));
        self.draws += later.draws;
        for (count, more) in self.plies.iter_mut().zip(later.plies) {
            *count += more;
        }
        self.longest = match (self.longest, later.longest) {
            (Some(first), Some(second)) if second.plies > first.plies => Some(second),
            (first, second) => first.or(second),
        };
        self.strayed = self.strayed.or(later.strayed);
    }

    /// What the head of the table should say.
    pub(crate) fn statistics(&self) -> Statistics {
        let depths = self.plies.iter().rposition(|&count| count > 0).map_or(0, |deepest| deepest + 1);
        Statistics {
            positions: self.draws + self.plies.iter().sum::<u64>(),
            draws: self.draws,
            plies: self.plies[..depths].to_vec(),
            longest: self.longest,
        }
    }
}
