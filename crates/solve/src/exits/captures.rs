//! What closing a mill is worth: the best capture, once for every slot in which it can be made.
//!
//! It depends on the stones after the mill is closed alone, not on how, so every slide or placed stone that leads
//! there reads the same key. A key of 0 says that nothing can be taken.

use millwright_index::{ClassId, Classes};
use millwright_rules::{PointSet, Protection, Side, for_each_capture};
use rayon::prelude::*;

use super::frame::Frame;
use super::sources::After;
use super::{BLOCKS_AT_A_TIME, BestOfImages};
use crate::cell::Cell;
use crate::kernels::{HalfImages, ImageLookup, Kernel, Work};
use crate::layout::Layout;
use crate::unit_context::UnitContext;

/// For every slot of `a` against C's stones in which A has a mill: what the best capture of one stone is worth.
pub(crate) fn captures_by_a<T: Cell>(context: &UnitContext<'_>, a: u8, after: &After<T>) -> Vec<T> {
    let c = context.unit.c();
    let (layout, smaller) = (Layout::of_sets(24 - a, c), Layout::of_sets(24 - a, c - 1));
    let without_one = layout.ranks_without_one(&smaller);
    by_blocks(
        context,
        a,
        &layout,
        |stones| context.slide_board.in_mills(stones.bits()) != 0,
        |block: CapturesOfBlock<'_, T>| {
            context.dispatch.run(CaptureBlock {
                context,
                layout: &layout,
                expansion: block.expansion,
                without_one: &without_one,
                after: after.block(block.class, smaller.block_len()),
                captures: block.captures,
            });
        },
    )
}

/// The same where two mills were closed at once and two stones are taken.
pub(crate) fn pair_captures_by_a<T: Cell>(
    context: &UnitContext<'_>,
    a: u8,
    after_one: &After<T>,
    after_two: Option<&After<T>>,
) -> Vec<T> {
    let c = context.unit.c();
    let layout = Layout::of_sets(24 - a, c);
    let smaller = [1, 2].map(|taken| Layout::of_sets(24 - a, c.saturating_sub(taken)));
    let hand = context.unit.subspace(millwright_index::Plane::A).other_hand;
    by_blocks(
        context,
        a,
        &layout,
        |stones| has_double_mill(context, stones),
        |block: CapturesOfBlock<'_, T>| {
            let frame = Frame::of(Classes::of(a).representatives()[block.class]);
            for (&set, capture) in layout.sets.iter().zip(block.captures) {
                let stones = PointSet::from_bits_truncated(block.expansion.of(set));
                for_each_capture(context.rules, 2, Side { stones, hand }, |taken| {
                    let key = match (taken.len(), after_two) {
                        (0, _) => T::default(),
                        (1, _) => {
                            key_at(after_one, block.class, &smaller[0], set & !frame.numbered(taken.bits()))
                        }
                        (_, Some(after)) => {
                            key_at(after, block.class, &smaller[1], set & !frame.numbered(taken.bits()))
                        }
                        (_, None) => unreachable!("two stones are taken only where there are two"),
                    };
                    *capture = (*capture).max(key);
                });
            }
        },
    )
}

fn key_at<T: Cell>(after: &After<T>, class: usize, layout: &Layout, set: u32) -> T {
    after.block(class, layout.block_len()).map_or_else(|key| key, |keys| keys[layout.rank(set)])
}

/// Whether some stone stands in two mills.
fn has_double_mill(context: &UnitContext<'_>, stones: PointSet) -> bool {
    stones.iter().any(|point| context.rules.board.mills_closed(stones, point) >= 2)
}

/// A block whose captures are to be found.
struct CapturesOfBlock<'a, T> {
    class: usize,
    expansion: ImageLookup<'a>,
    captures: &'a mut [T],
}

fn by_blocks<T: Cell>(
    context: &UnitContext<'_>,
    a: u8,
    layout: &Layout,
    wanted: impl Fn(PointSet) -> bool + Sync,
    find: impl Fn(CapturesOfBlock<'_, T>) + Sync,
) -> Vec<T> {
    let representatives = Classes::of(a).representatives();
    let block_len = layout.block_len();
    let mut captures = vec![T::default(); representatives.len() * block_len];
    captures.par_chunks_mut(block_len * BLOCKS_AT_A_TIME).enumerate().for_each_init(
        HalfImages::default,
        |expansion, (group, group_captures)| {
            for (place, captures) in group_captures.chunks_mut(block_len).enumerate() {
                let class = group * BLOCKS_AT_A_TIME + place;
                let stones = representatives[class];
                if !context.stopped() && wanted(stones) {
                    Frame::of(stones).tabulate_expansion(layout.halves(), expansion);
                    find(CapturesOfBlock { class, expansion: expansion.lookup(), captures });
                }
            }
        },
    );
    captures
}

struct CaptureBlock<'a, T> {
    context: &'a UnitContext<'a>,
    layout: &'a Layout,
    expansion: ImageLookup<'a>,
    without_one: &'a [u16],
    after: Result<&'a [T], T>,
    captures: &'a mut [T],
}

impl<T: Cell> Work for CaptureBlock<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _kernel: impl Kernel) {
        let any_if_all_in_mills = self.context.rules.protection == Protection::Capture;
        let removals = self.without_one.chunks_exact(usize::from(self.context.unit.c()));
        for ((&set, removals), capture) in self.layout.sets.iter().zip(removals).zip(self.captures) {
            let stones = self.expansion.of(set);
            let outside = stones & !self.context.slide_board.in_mills(stones);
            let takeable = if outside == 0 && any_if_all_in_mills { stones } else { outside };
            *capture = match self.after {
                Err(_) if takeable == 0 => T::default(),
                Err(key) => key,
                Ok(after) => {
                    let mut best = T::default();
                    let mut rest = stones;
                    for &removal in removals {
                        let lowest = rest & rest.wrapping_neg();
                        rest ^= lowest;
                        let key = after[usize::from(removal)];
                        best = best.max(if takeable & lowest == 0 { T::default() } else { key });
                    }
                    best
                }
            };
        }
    }
}

/// Where C's captures lead to, by how many stones are taken: one, or two.
pub(crate) struct AfterCapturesOfC<T> {
    by_taken: [Option<(After<T>, Layout)>; 2],
}

impl<T> AfterCapturesOfC<T> {
    /// For C's sets of so many stones after the mill was closed.
    pub(crate) fn new(
        context: &UnitContext<'_>,
        size: u8,
        one: Option<After<T>>,
        two: Option<After<T>>,
    ) -> Self {
        let with_layout = |taken: u8, after: Option<After<T>>| {
            after.map(|after| (after, Layout::of_sets(24 - context.unit.a() + taken, size)))
        };
        Self { by_taken: [with_layout(1, one), with_layout(2, two)] }
    }
}

/// Raises `best`, in the given slots of a block, to what the best of the captures in `takings` is worth to C.
///
/// `layout` numbers C's sets after the mill was closed.
pub(crate) fn captures_by_c<T: Cell>(
    context: &UnitContext<'_>,
    frame: &Frame,
    layout: &Layout,
    (after, takings): (&AfterCapturesOfC<T>, &[PointSet]),
    slots: &[u16],
    images: &mut HalfImages,
    best: &mut [T],
) {
    if slots.is_empty() {
        return;
    }
    let stones = !frame.free;
    for &taken in takings {
        let after = after.by_taken[usize::from(taken.len()) - 1].as_ref();
        let (after, there) = after.expect("stones are only taken where there are some");
        let fewer = Classes::of(stones.len() - taken.len());
        let (ClassId(class), symmetry) = fewer.find(stones - taken);
        let keys = match after.block(class as usize, there.block_len()) {
            Ok(keys) => keys,
            Err(key) => {
                for &slot in slots {
                    best[usize::from(slot)] = key;
                }
                continue;
            }
        };
        let frame_there = Frame::of(fewer.representative(ClassId(class)));
        frame.tabulate_images(layout.halves(), &frame_there, symmetry, images);
        context.dispatch.run(BestOfImages {
            layout,
            images: images.lookup(),
            there,
            slots,
            from: keys,
            or_else: None,
            best,
        });
    }
}
