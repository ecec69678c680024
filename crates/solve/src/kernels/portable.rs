//! The kernel that is the specification of the others.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::{compress, expand};
use millwright_rules::PointSet;

use super::Kernel;

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn compress(self, set: u32, frame: u32) -> u32 {
        compress(PointSet::from_bits_truncated(set), PointSet::from_bits_truncated(frame)).bits()
    }

    #[inline(always)]
    fn expand(self, numbered: u32, frame: u32) -> u32 {
        expand(PointSet::from_bits_truncated(numbered), PointSet::from_bits_truncated(frame)).bits()
    }

    #[inline(always)]
    fn prefetch<T>(self, _cells: &[T], _at: usize) {}
}
