//! Rows: the slots of a block a few at a time.
//!
//! In colex order the sets that have the same *high* points and differ in the lowest few alone lie side by side: a row.
//! A slot of a row is a *lane*. Placing or taking a stone on a high point leads from row to row, lane by lane; on a low
//! point it shuffles the lanes of one row. Where the low points are those of the middle ring, which every symmetry takes to
//! itself, a whole row goes to a whole row in any other block.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

mod accumulator;
mod across;
mod ahead;
mod capture;
mod lane_maps;
mod lanes;
mod mills;
mod place;
mod ring;
mod shape;
mod slide;
mod stretches;
#[cfg(test)]
mod tests;
mod turn;

pub(crate) use accumulator::Accumulator;
pub(crate) use across::{Across, PointMap, RaiseAcross};
pub(crate) use ahead::Next;
pub(crate) use capture::CaptureInBlock;
pub(crate) use lanes::{StoneLanes, low_points};
pub(crate) use mills::{Members, MillLanes};
pub(crate) use place::PlaceInBlock;
pub(crate) use ring::{FreeIn, RaiseRing, RingBlock, RingMaps};
pub(crate) use shape::{RowShape, RowShapes};
pub(crate) use slide::{BlockSlides, SlideInBlock};
pub(crate) use stretches::{RaiseStretches, Stretches, is_long};
pub(crate) use turn::turn_plane;

use crate::kernels::Shuffle;

/// Cells that a row may be read or written beyond the end of a block: one vector of any kernel.
pub(crate) const PADDING: usize = Shuffle::BYTES;
