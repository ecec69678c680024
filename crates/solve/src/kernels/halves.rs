//! Look-ups by the two halves of a numbered set: ranks, and images under a map of points.
//!
//! A numbered set has at most 24 bits; cut in two, each half is an index into a small table.
#![expect(
    clippy::inline_always,
    reason = "inlined into a function that is compiled for the kernel's instructions"
)]

use millwright_index::binomial;
use millwright_rules::PointSet;

/// How a numbered set is cut in two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Halves {
    low_bits: u32,
    high_bits: u32,
}

impl Halves {
    /// For sets of `points` points.
    pub(crate) fn of(points: u32) -> Self {
        assert!(points <= 24, "the board has 24 points");
        Self { low_bits: points.div_ceil(2), high_bits: points / 2 }
    }

    /// How many points are in the lower half.
    pub(crate) fn low_points(self) -> usize {
        self.low_bits as usize
    }

    /// A numbered set, cut: the lower half in the lower 16 bits, the upper half in the upper 16.
    #[inline(always)]
    pub(crate) fn cut(self, set: u32) -> u32 {
        (set & ((1 << self.low_bits) - 1)) | (set >> self.low_bits) << 16
    }

    /// The halves of a cut set, below `1 << low_bits` and `1 << high_bits` for any `cut`.
    #[inline(always)]
    fn of_cut(self, cut: u32) -> (usize, usize) {
        ((cut & ((1 << self.low_bits) - 1)) as usize, (cut >> 16 & ((1 << self.high_bits) - 1)) as usize)
    }

    /// The lower half, below `1 << low_bits` for any `set`.
    #[inline(always)]
    fn low(self, set: u32) -> usize {
        (set & ((1 << self.low_bits) - 1)) as usize
    }

    /// The upper half, below `1 << high_bits` for any `set`.
    #[inline(always)]
    fn high(self, set: u32) -> usize {
        (set >> self.low_bits & ((1 << self.high_bits) - 1)) as usize
    }
}

/// Ranks of numbered sets of one size by two look-ups, one for each half: as all sets have the same size, the upper half says
/// how many points the lower one has.
///
/// **Invariant**: `low.len() == 1 << low_bits` and `high.len() == 1 << high_bits`.
#[derive(Debug)]
pub(crate) struct RankTable {
    halves: Halves,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl RankTable {
    /// For sets of `size` points.
    pub(crate) fn new(halves: Halves, size: usize) -> Self {
        let share = |set: u32, first_point: u32, below: usize| -> u32 {
            let shares = PointSet::from_bits_truncated(set).iter().enumerate().map(|(nth, point)| {
                let taken = below + nth + 1;
                // Sets with more points than the size are never asked for.
                if taken > size { 0 } else { binomial(point.index() + first_point as usize, taken) }
            });
            shares.sum()
        };
        let below = |set: u32| size.saturating_sub(set.count_ones() as usize);
        let low = (0..1_u32 << halves.low_bits).map(|set| share(set, 0, 0)).collect();
        let high =
            (0..1_u32 << halves.high_bits).map(|set| share(set, halves.low_bits, below(set))).collect();
        Self { halves, low, high }
    }

    pub(crate) fn halves(&self) -> Halves {
        self.halves
    }

    #[inline(always)]
    pub(crate) fn ranker(&self) -> Ranker<'_> {
        Ranker { halves: self.halves, low: &self.low, high: &self.high }
    }
}

/// A [`RankTable`] at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranker<'a> {
    halves: Halves,
    low: &'a [u32],
    high: &'a [u32],
}

impl Ranker<'_> {
    /// The rank of a numbered set of the table's size; some number for any other.
    #[inline(always)]
    pub(crate) fn rank(self, set: u32) -> usize {
        self.rank_of_cut(self.halves.cut(set))
    }

    /// The same of a set that is cut already.
    #[inline(always)]
    pub(crate) fn rank_of_cut(self, cut: u32) -> usize {
        let (low, high) = self.halves.of_cut(cut);
        // SAFETY: the lower half of a cut is below `1 << low_bits`, the length of `low`.
        let low = unsafe { *self.low.get_unchecked(low) };
        // SAFETY: the upper half of a cut is below `1 << high_bits`, the length of `high`.
        let high = unsafe { *self.high.get_unchecked(high) };
        (low + high) as usize
    }
}

/// The image of every half of a numbered set under a map of its points: the image of the set is the union.
///
/// **Invariant**: `low.len() == 1 << low_bits` and `high.len() == 1 << high_bits`.
#[derive(Debug)]
pub(crate) struct HalfImages {
    halves: Halves,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Default for HalfImages {
    fn default() -> Self {
        Self { halves: Halves::default(), low: vec![0], high: vec![0] }
    }
}

impl HalfImages {
    /// Tabulates the map that takes the n-th point to `images[n]`, a set of bits; none drops the point.
    pub(crate) fn set(&mut self, halves: Halves, images: &[u32]) {
        assert_eq!(images.len(), (halves.low_bits + halves.high_bits) as usize);
        let (low, high) = images.split_at(halves.low_points());
        self.halves = halves;
        fill(&mut self.low, low, |without, image| without | image);
        fill(&mut self.high, high, |without, image| without | image);
    }

    /// Tabulates sums instead, for [`ImageLookup::sum`]: the n-th point counts for `shares[n]`.
    pub(crate) fn set_shares(&mut self, halves: Halves, shares: &[u32]) {
        assert_eq!(shares.len(), (halves.low_bits + halves.high_bits) as usize);
        let (low, high) = shares.split_at(halves.low_points());
        self.halves = halves;
        fill(&mut self.low, low, |without, share| without + share);
        fill(&mut self.high, high, |without, share| without + share);
    }

    #[inline(always)]
    pub(crate) fn lookup(&self) -> ImageLookup<'_> {
        ImageLookup { halves: self.halves, low: &self.low, high: &self.high }
    }
}

/// Doubling: the sets with a point are those without it, and the point. Ends with `1 << images.len()` entries.
fn fill(table: &mut Vec<u32>, images: &[u32], combine: impl Fn(u32, u32) -> u32) {
    table.clear();
    table.push(0);
    for &image in images {
        for place in 0..table.len() {
            table.push(combine(table[place], image));
        }
    }
}

/// A [`HalfImages`] at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageLookup<'a> {
    halves: Halves,
    low: &'a [u32],
    high: &'a [u32],
}

impl ImageLookup<'_> {
    /// The image of a numbered set.
    #[inline(always)]
    pub(crate) fn of(self, set: u32) -> u32 {
        let (low, high) = self.halves_of(set);
        low | high
    }

    /// The sum of the shares of a numbered set's points.
    #[inline(always)]
    pub(crate) fn sum(self, set: u32) -> u32 {
        let (low, high) = self.halves_of(set);
        low + high
    }

    #[inline(always)]
    fn halves_of(self, set: u32) -> (u32, u32) {
        // SAFETY: `Halves::low` is below `1 << low_bits`, the length of `low`.
        let low = unsafe { *self.low.get_unchecked(self.halves.low(set)) };
        // SAFETY: `Halves::high` is below `1 << high_bits`, the length of `high`.
        let high = unsafe { *self.high.get_unchecked(self.halves.high(set)) };
        (low, high)
    }
}
