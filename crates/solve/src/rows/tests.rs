//! Every pass over rows does what it says slot by slot, with every kernel, in both widths, at the end of a buffer too.

use millwright_index::{ClassId, Classes, binomial, compress, expand};
use millwright_rules::{Board, PointSet, Symmetry};

use super::*;
use crate::cell::Cell;
use crate::exits::Frame;
use crate::kernels::Dispatch;
use crate::layout::Layout;
use crate::order::ORDER;
use crate::slides::SlideBoard;

struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    fn stones(&mut self, count: u8) -> PointSet {
        let mut stones = PointSet::EMPTY;
        while stones.len() < count {
            stones = stones | PointSet::from_bits_truncated(1 << (self.next() % 24));
        }
        stones
    }

    /// Keys for so many slots, some of them 0, and as many more as may be read: no less, no more.
    fn keys<T: Cell>(&mut self, slots: usize) -> Vec<T> {
        let key = |chance: u32| if chance.is_multiple_of(7) { 0 } else { chance % 60_000 };
        (0..slots + PADDING).map(|_| T::from_u32(key(self.next()))).collect()
    }
}

fn len(points: u8, size: u8) -> usize {
    binomial(points.into(), size.into()) as usize
}

/// The slot of a set of points in a block.
fn slot(set: PointSet, frame: &Frame) -> usize {
    millwright_index::rank(compress(set, frame.free)) as usize
}

/// All sets of a block in the order of slots.
fn sets(frame: &Frame, size: u8) -> Vec<PointSet> {
    PointSet::subsets(frame.free.len(), size).map(|numbered| expand(numbered, frame.free)).collect()
}

fn in_every_way(check: impl Fn(Board, Dispatch, &mut Chance)) {
    for board in Board::ALL {
        for kernel in Dispatch::all() {
            check(board, kernel, &mut Chance(5));
        }
    }
}

fn shapes<T: Cell>(kernel: Dispatch, points: u8, sizes: [u8; 2]) -> ([RowShape; 2], StoneLanes) {
    let vector = kernel.vectors().long();
    let low = low_points(size_of::<T>(), vector).min(points.into());
    let lanes = StoneLanes::new(low, size_of::<T>(), vector);
    (sizes.map(|size| RowShape::new(points.into(), size.into(), low)), lanes)
}

fn placing_is_the_best_of_all_free_points<T: Cell>(board: Board, kernel: Dispatch, chance: &mut Chance) {
    for (a, c) in [(3, 2), (5, 4), (8, 6), (12, 8), (11, 1)] {
        let frame = Frame::of(chance.stones(a));
        let points = 24 - a;
        let ([fewer, more], lanes) = shapes::<T>(kernel, points, [c, c + 1]);
        let mut mills = MillLanes::default();
        mills.set(board, &frame, &Members::new(&more, &lanes), true);
        let [plain, closing, double] = [0; 3].map(|_| chance.keys::<T>(len(points, c + 1)));
        let mut best = vec![T::default(); len(points, c) + PADDING];
        kernel.run(PlaceInBlock {
            shape: &fewer,
            more: &more,
            lanes: &lanes,
            mills: &mills,
            plain: &plain,
            closing: &closing,
            double: Some(&double),
            best: &mut best,
        });
        for (place, stones) in sets(&frame, c).into_iter().enumerate() {
            let placed = (frame.free - stones).iter().map(|point| {
                let after = stones.with(point);
                [&plain, &closing, &double][usize::from(board.mills_closed(after, point).min(2))]
                    [slot(after, &frame)]
            });
            assert_eq!(best[place], placed.max().unwrap_or_default(), "{a} v {c}, {stones:?}");
        }
    }
}

fn taking_is_the_best_of_all_that_may_be_taken<T: Cell>(board: Board, kernel: Dispatch, chance: &mut Chance) {
    for (a, c, any_if_all_in_mills) in
        [(4, 3, true), (5, 4, false), (8, 6, true), (11, 9, false), (6, 1, true)]
    {
        let frame = Frame::of(chance.stones(a));
        let points = 24 - a;
        let ([fewer, shape], lanes) = shapes::<T>(kernel, points, [c - 1, c]);
        let mut mills = MillLanes::default();
        mills.set(board, &frame, &Members::new(&shape, &lanes), false);
        let from = chance.keys::<T>(len(points, c - 1));
        let mut best = vec![T::default(); len(points, c) + PADDING];
        kernel.run(CaptureInBlock {
            shape: &shape,
            fewer: &fewer,
            lanes: &lanes,
            mills: &mills,
            any_if_all_in_mills,
            from: &from,
            best: &mut best,
        });
        for (place, stones) in sets(&frame, c).into_iter().enumerate() {
            let outside = stones - board.in_mills(stones);
            let takeable = if outside.is_empty() && any_if_all_in_mills { stones } else { outside };
            let taken = takeable.iter().map(|point| from[slot(stones.without(point), &frame)]);
            assert_eq!(best[place], taken.max().unwrap_or_default(), "{a} v {c}, {stones:?}");
        }
    }
}

fn slides_are_counted_and_the_best_that_closes_is_found<T: Cell>(
    board: Board,
    kernel: Dispatch,
    chance: &mut Chance,
) {
    let slide_board = SlideBoard::new(board);
    for (a, c) in [(7, 4), (8, 6), (10, 8), (12, 11)] {
        let frame = Frame::of(chance.stones(a));
        let ([_, shape], lanes) = shapes::<T>(kernel, 24 - a, [c - 1, c]);
        let mut slides = BlockSlides::default();
        assert!(slides.set(board, &frame, &shape, &lanes));
        let captures = chance.keys::<T>(len(24 - a, c));
        let mut best = vec![T::default(); captures.len()];
        let mut counts = vec![0; captures.len()];
        kernel.run(SlideInBlock {
            shape: &shape,
            lanes: &lanes,
            slides: &slides,
            board: &slide_board,
            free: ORDER.bits(frame.free),
            closing_stays: false,
            captures: Some(&captures),
            best: &mut best,
            counts: &mut counts,
        });
        for (place, stones) in sets(&frame, c).into_iter().enumerate() {
            let (mut staying, mut closing) = (0, T::default());
            for from in stones {
                for to in board.neighbours(from) & (frame.free - stones) {
                    let after = stones.without(from).with(to);
                    if board.mills_closed(after, to) == 0 {
                        staying += 1;
                    } else {
                        closing = closing.max(captures[slot(after, &frame)]);
                    }
                }
            }
            assert_eq!((counts[place], best[place]), (staying, closing), "{a} v {c}, {stones:?}");
        }
    }
}

/// With a stone more there, whose point is not free any more, or with one less.
fn another_block_is_read_by_any_symmetry<T: Cell>(kernel: Dispatch, chance: &mut Chance, more: bool) {
    for (a, c) in [(2, 3), (5, 4), (8, 7), (11, 9)] {
        for symmetry in Symmetry::all() {
            let stones = chance.stones(a);
            let frame = Frame::of(stones);
            let changing = if more { frame.free } else { stones };
            let target = changing.iter().nth(chance.next() as usize % usize::from(changing.len())).unwrap();
            let after = if more { stones.with(target) } else { stones.without(target) };
            let there = Frame::of(symmetry.apply(after));
            let points = there.free.len();
            let (shapes, shapes_there) =
                (RowShapes::new(24 - u32::from(a), c.into()), RowShapes::new(points.into(), c.into()));
            let from = chance.keys::<T>(len(points, c));
            let here = shapes.of(frame.low());
            let mut best = Accumulator::default();
            best.begin(here, &kernel.vectors());
            let mut across = Across::default();
            across.set::<T>(&frame.map_to(&there, symmetry), c.into(), best.vector());
            kernel.run(RaiseAcross {
                map: &across,
                here,
                there: shapes_there.of(there.low()),
                without: if more { frame.high_number(target) } else { None },
                from: &from,
                next: [&from, &from],
                best: &mut best,
            });
            let mut found = vec![T::default(); len(24 - a, c) + PADDING];
            kernel.run(best.finish(here, &mut found));
            for (place, set) in sets(&frame, c).into_iter().enumerate() {
                let image = symmetry.apply(set);
                let expected = if set.contains(target) { T::default() } else { from[slot(image, &there)] };
                assert_eq!(found[place], expected, "{a} v {c}, {set:?} by {symmetry:?}");
            }
        }
    }
}

/// With a stone more there, whose point is not free any more, or with one less; the same points in the same order otherwise.
fn another_block_is_read_in_stretches<T: Cell>(kernel: Dispatch, chance: &mut Chance, more: bool) {
    for (a, c) in [(2, 3), (5, 4), (6, 4), (8, 7), (11, 9), (12, 2)] {
        for _ in 0..16 {
            let stones = chance.stones(a);
            let frame = Frame::of(stones);
            let changing = (if more { frame.free } else { stones }) & ORDER.set(0xFF_FF00);
            let count = usize::from(changing.len());
            let Some(target) = changing.iter().nth(chance.next() as usize % count.max(1)) else { continue };
            let there = Frame::of(if more { stones.with(target) } else { stones.without(target) });
            let wide = if more { &frame } else { &there };
            let from = chance.keys::<T>(len(there.free.len(), c));
            let shapes = RowShapes::new(24 - u32::from(a), c.into());
            let here = shapes.of(frame.low());
            let mut best = Accumulator::default();
            best.begin(here, &kernel.vectors());
            kernel.run(RaiseStretches {
                stretches: Stretches::new(wide.free.len().into(), c.into()).around(wide.number(target)),
                from_wide: !more,
                from: &from,
                next: [&from, &from],
                best: &mut best,
            });
            let mut found = vec![T::default(); len(24 - a, c) + PADDING];
            kernel.run(best.finish(here, &mut found));
            for (place, set) in sets(&frame, c).into_iter().enumerate() {
                let expected = if set.contains(target) { T::default() } else { from[slot(set, &there)] };
                assert_eq!(found[place], expected, "{a} v {c}, {set:?} without {target:?}");
            }
        }
    }
}

/// With a stone more there in the middle ring, or with one less: all such blocks at once.
fn blocks_around_the_ring_are_read_at_once<T: Cell>(kernel: Dispatch, chance: &mut Chance, more: bool) {
    for (a, c) in [(1, 2), (2, 3), (5, 4), (6, 4), (8, 7), (11, 9), (12, 2)] {
        let stones = chance.stones(a);
        let frame = Frame::of(stones);
        let (free_in, changing) = if more { (FreeIn::Here, frame.free) } else { (FreeIn::There, stones) };
        let targets: Vec<_> = (changing & ORDER.set(0xFF)).iter().collect();
        let (points, points_there) = (24 - a, if more { 23 - a } else { 25 - a });
        let shapes = RowShapes::new(points.into(), c.into());
        let shapes_there = RowShapes::new(points_there.into(), c.into());
        let here = shapes.of(frame.low());
        let maps = RingMaps::new::<T>(points.into(), c.into(), free_in, &kernel.vectors());
        let keys: Vec<Vec<T>> = targets.iter().map(|_| chance.keys(len(points_there, c))).collect();
        let there = |target| Frame::of(if more { stones.with(target) } else { stones.without(target) });
        let blocks: Vec<_> = targets
            .iter()
            .zip(&keys)
            .map(|(&target, from)| {
                let wide = if more { frame.clone() } else { there(target) };
                RingBlock { lanes: maps.of(here.low, wide.number(target)), from }
            })
            .collect();
        let mut best = Accumulator::default();
        best.begin(here, &kernel.vectors());
        if let Some(&target) = targets.first() {
            let there = shapes_there.of(there(target).low());
            kernel.run(RaiseRing { here, there, blocks: &blocks, best: &mut best });
        }
        let mut found = vec![T::default(); len(points, c) + PADDING];
        kernel.run(best.finish(here, &mut found));
        for (place, set) in sets(&frame, c).into_iter().enumerate() {
            let free = targets.iter().zip(&keys).filter(|(target, _)| !set.contains(**target));
            let expected = free.map(|(&target, from)| from[slot(set, &there(target))]).max();
            assert_eq!(found[place], expected.unwrap_or_default(), "{a} v {c}, {set:?}");
        }
    }
}

fn a_turned_plane_has_every_position_where_it_belongs<T: Cell>(kernel: Dispatch, chance: &mut Chance) {
    for (a, c) in [(2, 3), (3, 3), (4, 2), (3, 5)] {
        let (classes, keys) = (Classes::of(a), Classes::of(c));
        let from = chance.keys::<T>(keys.representatives().len() * len(24 - c, a));
        let mut to = vec![T::default(); classes.representatives().len() * len(24 - a, c)];
        turn_plane((a, c), kernel, &from, &mut to, || false);
        for (&stones, block) in classes.representatives().iter().zip(to.chunks(len(24 - a, c))) {
            for (others, &cell) in sets(&Frame::of(stones), c).into_iter().zip(block) {
                let (ClassId(class), symmetry) = keys.find(others);
                let there = Frame::of(keys.representative(ClassId(class)));
                let place = class as usize * len(24 - c, a) + slot(symmetry.apply(stones), &there);
                assert_eq!(cell, from[place], "{stones:?} v {others:?}");
            }
        }
    }
}

#[test]
fn placing_in_a_block() {
    in_every_way(placing_is_the_best_of_all_free_points::<u8>);
    in_every_way(placing_is_the_best_of_all_free_points::<u16>);
}

#[test]
fn taking_in_a_block() {
    in_every_way(taking_is_the_best_of_all_that_may_be_taken::<u8>);
    in_every_way(taking_is_the_best_of_all_that_may_be_taken::<u16>);
}

#[test]
fn sliding_in_a_block() {
    in_every_way(slides_are_counted_and_the_best_that_closes_is_found::<u8>);
    in_every_way(slides_are_counted_and_the_best_that_closes_is_found::<u16>);
}

#[test]
fn reading_another_block() {
    in_every_way(|_, kernel, chance| {
        for more in [true, false] {
            another_block_is_read_by_any_symmetry::<u8>(kernel, chance, more);
            another_block_is_read_by_any_symmetry::<u16>(kernel, chance, more);
            another_block_is_read_in_stretches::<u8>(kernel, chance, more);
            another_block_is_read_in_stretches::<u16>(kernel, chance, more);
            blocks_around_the_ring_are_read_at_once::<u8>(kernel, chance, more);
            blocks_around_the_ring_are_read_at_once::<u16>(kernel, chance, more);
        }
    });
}

#[test]
fn turning_a_plane_round() {
    for kernel in Dispatch::all() {
        a_turned_plane_has_every_position_where_it_belongs::<u8>(kernel, &mut Chance(9));
        a_turned_plane_has_every_position_where_it_belongs::<u16>(kernel, &mut Chance(9));
    }
}

#[test]
fn layouts_and_rows_number_sets_alike() {
    let frame = Frame::of(PointSet::from_bits_truncated(0b1010_0110_0001));
    let layout = Layout::of_sets(frame.free.len(), 4);
    for (place, set) in sets(&frame, 4).into_iter().enumerate() {
        assert_eq!(layout.sets[place], frame.numbered(ORDER.bits(set)));
    }
}
