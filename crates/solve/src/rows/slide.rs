//! One player slides inside a block: how many of his slides stay, and what the best of those that close a mill is worth.
//!
//! What a slide does to a row depends on which of its two points are low: it leads to the same row with other lanes, to
//! another row lane by lane, or both. Which slides can close a mill in a row is found by two look-ups of its high points.

use millwright_rules::Board;

use super::lanes::StoneLanes;
use super::shape::{Row, RowShape};
use crate::cell::Cell;
use crate::exits::Frame;
use crate::kernels::{Kernel, Shuffle, Vector, Work};
use crate::slides::SlideBoard;

/// A slide from one numbered point to another that closes a mill if the rest of the mill is taken.
#[derive(Clone, Copy, Debug)]
struct Closing {
    from: u32,
    to: u32,
    others: [u32; 2],
}

/// The closing slides that a set of bits can name.
const MOST_CLOSING: usize = 128;

/// The slides of a block.
#[derive(Debug, Default)]
pub(crate) struct BlockSlides {
    /// For each low point, the high points that it is joined to.
    high_neighbours: Vec<u32>,
    /// By low stones: the number of slides between low points, lane by lane.
    among_low: Vec<Shuffle>,
    /// One for each mill that a slide can close; those of a slide side by side.
    closing: Vec<Closing>,
    /// By high points below `cut` and above: the closing slides that these allow.
    cut: u32,
    lower: Vec<u128>,
    upper: Vec<u128>,
    /// By low stones and closing slide: the lanes that allow it.
    closing_lanes: Vec<Vec<u64>>,
    /// By low stones: the closing slides that some lane allows.
    any_lane: Vec<u128>,
}

impl BlockSlides {
    /// The slides between the free points of a block; whether there is room for all that can close a mill.
    #[must_use]
    pub(crate) fn set(&mut self, board: Board, frame: &Frame, shape: &RowShape, lanes: &StoneLanes) -> bool {
        let low = shape.low;
        let number = |point| u32::try_from(frame.number(point)).expect("below 24");
        self.high_neighbours.clear();
        self.high_neighbours.resize(low as usize, 0);
        self.closing.clear();
        let mut low_pairs = Vec::new();
        for from in frame.free {
            for to in board.neighbours(from) & frame.free {
                let (one, other) = (number(from), number(to));
                if one < low && other >= low {
                    self.high_neighbours[one as usize] |= 1 << (other - low);
                } else if one < other && other < low {
                    low_pairs.push([one, other]);
                }
                let mills = board.mills().iter();
                for mill in mills.filter(|mill| mill.contains(to) && frame.free.contains_all(**mill)) {
                    // Along the line on which it came nothing is closed.
                    if !mill.contains(from) {
                        let mut rest = mill.without(to).iter().map(number);
                        let others = [rest.next(), rest.next()].map(|point| point.expect("two points"));
                        self.closing.push(Closing { from: one, to: other, others });
                    }
                }
            }
        }
        if self.closing.len() > MOST_CLOSING {
            return false;
        }
        self.among_low.clear();
        self.among_low.extend(lanes.having.iter().map(|having| {
            let mut counts = [0; Shuffle::BYTES];
            for (lane, count) in counts.iter_mut().enumerate() {
                let has = |point: u32| having[point as usize] >> lane & 1;
                *count =
                    u8::try_from(low_pairs.iter().filter(|[one, other]| has(*one) != has(*other)).count())
                        .expect("at most 15 pairs");
            }
            Shuffle(counts)
        }));
        self.set_lanes(lanes, low);
        self.set_high_points(shape);
        true
    }

    fn set_lanes(&mut self, lanes: &StoneLanes, low: u32) {
        self.closing_lanes.resize_with(lanes.having.len(), Vec::new);
        self.any_lane.clear();
        for (having, of_count) in lanes.having.iter().zip(&mut self.closing_lanes) {
            let has = |point: u32| if point < low { having[point as usize] } else { u64::MAX };
            let has_not = |point: u32| if point < low { !having[point as usize] } else { u64::MAX };
            let allowed = |slide: &Closing| {
                let [one, other] = slide.others.map(has);
                has(slide.from) & has_not(slide.to) & one & other
            };
            of_count.clear();
            of_count.extend(self.closing.iter().map(allowed));
            let some = of_count.iter().zip(0..).filter(|(lanes, _)| **lanes != 0);
            self.any_lane.push(some.fold(0, |some, (_, slide)| some | 1 << slide));
        }
    }

    fn set_high_points(&mut self, shape: &RowShape) {
        self.cut = shape.high.div_ceil(2);
        let high = |point: u32| point.checked_sub(shape.low);
        // The slides that are allowed with a high point, and without it.
        let allowed = |point: u32| {
            let slides = self.closing.iter().zip(0..);
            let (mut with, mut without) = (0_u128, 0_u128);
            for (slide, place) in slides {
                let needs = [slide.from, slide.others[0], slide.others[1]].map(high).contains(&Some(point));
                with |= u128::from(high(slide.to) != Some(point)) << place;
                without |= u128::from(!needs) << place;
            }
            (with, without)
        };
        for (table, points) in [(&mut self.lower, 0..self.cut), (&mut self.upper, self.cut..shape.high)] {
            table.clear();
            table.push(u128::MAX);
            for point in points {
                let (with, without) = allowed(point);
                for place in 0..table.len() {
                    table.push(table[place] & with);
                    table[place] &= without;
                }
            }
        }
    }

    /// The closing slides that the high points of a row allow.
    #[inline(always)]
    fn allowed_by(&self, high: u32) -> u128 {
        self.lower[(high & ((1 << self.cut) - 1)) as usize] & self.upper[(high >> self.cut) as usize]
    }
}

/// Counts the slides that stay in every slot, and finds what the best of the others is worth; 0 where there is none.
///
/// Writes all of `best` and `counts`, and a vector beyond the block.
pub(crate) struct SlideInBlock<'a, T> {
    pub(crate) shape: &'a RowShape,
    pub(crate) lanes: &'a StoneLanes,
    pub(crate) slides: &'a BlockSlides,
    pub(crate) board: &'a SlideBoard,
    /// The free points, in the order of slots.
    pub(crate) free: u32,
    /// Whether slides that close a mill stay as well.
    pub(crate) closing_stays: bool,
    /// What closing a mill is worth, if that is wanted; read a vector beyond the block.
    pub(crate) captures: Option<&'a [T]>,
    pub(crate) best: &'a mut [T],
    pub(crate) counts: &'a mut [u8],
}

impl<T: Cell> Work for SlideInBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let shape = self.shape;
        let all_high = ((1 << shape.high) - 1) << shape.low;
        let free_high = kernel.expand(all_high, self.free);
        for row in &shape.rows {
            let mut count = self.count::<K>(kernel, row, free_high);
            let mut best = K::Long::zero();
            if !self.closing_stays {
                let low_count = usize::from(row.low_count);
                let mut rest = self.slides.allowed_by(row.high) & self.slides.any_lane[low_count];
                let (mut last, mut closed) = ((u32::MAX, u32::MAX), 0);
                while rest != 0 {
                    let place = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let slide = self.slides.closing[place];
                    let lanes = self.slides.closing_lanes[low_count][place];
                    if last != (slide.from, slide.to) {
                        (last, closed) = ((slide.from, slide.to), 0);
                    }
                    // What closes two mills at once is one slide less, not two. A mask is -1 in each byte.
                    count = count.add(K::Long::mask::<u8>(lanes & !closed));
                    closed |= lanes;
                    if let Some(captures) = self.captures {
                        let value = self.after::<K::Long>(captures, row, slide);
                        best = best.max::<T>(value.keep(K::Long::mask::<T>(lanes)));
                    }
                }
            }
            count.store(self.counts, row.start as usize);
            best.store(self.best, row.start as usize);
        }
    }
}

impl<T: Cell> SlideInBlock<'_, T> {
    /// All slides of a row's sets.
    #[inline(always)]
    fn count<K: Kernel>(&self, kernel: K, row: &Row, free_high: u32) -> K::Long {
        let stones = kernel.expand(row.high << self.shape.low, self.free);
        let mut fixed = self.board.slides(stones, free_high & !stones).count();
        let mut count = K::Long::load(&self.slides.among_low[usize::from(row.low_count)].0, 0);
        let having = &self.lanes.having[usize::from(row.low_count)];
        for (neighbours, &having) in self.slides.high_neighbours.iter().zip(having) {
            if *neighbours != 0 {
                // A stone on the low point slides to its empty neighbours, none there is where theirs slide to.
                let taken = (neighbours & row.high).count_ones();
                let empty = (neighbours & !row.high).count_ones();
                fixed += taken;
                let change = K::Long::splat(narrow(empty.wrapping_sub(taken)));
                count = count.add(change.keep(K::Long::mask::<u8>(having)));
            }
        }
        count.add(K::Long::splat(narrow(fixed)))
    }

    /// What stands where a slide leads to, lane by lane; anything in lanes that do not allow it.
    #[inline(always)]
    fn after<V: Vector>(&self, captures: &[T], row: &Row, slide: Closing) -> V {
        let low = self.shape.low;
        let (from, to) = (slide.from, slide.to);
        let low_count = usize::from(row.low_count);
        let step = match (from < low, to < low) {
            (false, false) => {
                let there = row.high ^ (1 << (from - low)) ^ (1 << (to - low));
                return V::load(captures, self.shape.starts[there as usize] as usize);
            }
            (true, true) => (row.high, &self.lanes.slide[low_count][(from * low + to) as usize]),
            (true, false) => (row.high | 1 << (to - low), &self.lanes.without[low_count][from as usize]),
            (false, true) => (row.high & !(1 << (from - low)), &self.lanes.with[low_count][to as usize]),
        };
        let (there, step) = step;
        let row = V::load(captures, self.shape.starts[there as usize] as usize);
        step.of::<T, V>(row, V::cells::<T>())
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a position has fewer than 64 slides; differences wrap")]
fn narrow(count: u32) -> u8 {
    count as u8
}
