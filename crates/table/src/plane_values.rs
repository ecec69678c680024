//! All values of a subspace in memory.

use millwright_index::Slot;
use millwright_ranks::DrawValue;
use millwright_rules::Value;

use crate::code::Codes;
use crate::content::Content;
use crate::kind::{Kind, Strong, Ultra};
use crate::statistics::Statistics;

/// What a table holds: a code for every slot in the order of the index, and what the head says about them.
///
/// Only these combinations can be made: plies in either width, outcomes, draws told apart, and statistics of
/// either kind alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaneValues<K> {
    summary: K,
    codes: Codes,
}

impl<K: Kind> PlaneValues<K> {
    pub(crate) fn new(summary: K, codes: Codes) -> Self {
        Self { summary, codes }
    }

    /// What the head says about the codes.
    #[must_use]
    pub fn summary(&self) -> &K {
        &self.summary
    }

    /// The codes; none where only statistics are left.
    #[must_use]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// The codes alone, for whoever wants their memory.
    #[must_use]
    pub fn into_codes(self) -> Codes {
        self.codes
    }
}

impl PlaneValues<Strong> {
    /// Plies to the end of every slot.
    #[must_use]
    pub fn plies(statistics: Statistics, codes: Codes) -> Self {
        Self::new(Strong { content: Content::Plies, statistics }, codes)
    }

    /// For every slot 0 if it is lost, 1 if it is won, [`NARROW_DRAW`](crate::NARROW_DRAW) if it is drawn.
    #[must_use]
    pub fn outcomes(statistics: Statistics, codes: Vec<u8>) -> Self {
        Self::new(Strong { content: Content::Outcomes, statistics }, Codes::Narrow(codes))
    }

    /// No values.
    #[must_use]
    pub fn statistics_only(statistics: Statistics) -> Self {
        Self::new(Strong { content: Content::Statistics, statistics }, Codes::Narrow(Vec::new()))
    }

    /// What was counted.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.summary.statistics
    }

    /// The value in a slot; `None` if there is no such slot, or plies are not held.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        match self.summary.content {
            Content::Plies => self.codes.value(slot),
            Content::Outcomes | Content::Statistics => None,
        }
    }
}

impl PlaneValues<Ultra> {
    /// The values that draws have, ascending, each with the number of positions up to symmetry that have it; and for
    /// every slot 0 if it is not drawn, else one more than the place of its value.
    #[must_use]
    pub fn draws(values: Vec<(DrawValue, u64)>, codes: Vec<u16>) -> Self {
        Self::new(Ultra { content: Content::Plies, values }, Codes::Wide(codes))
    }

    /// The values alone, each with the number of positions up to symmetry that have it.
    #[must_use]
    pub fn values_only(values: Vec<(DrawValue, u64)>) -> Self {
        Self::new(Ultra { content: Content::Statistics, values }, Codes::Wide(Vec::new()))
    }

    /// What the draw in a slot is worth; `None` if there is no such slot, or it is not drawn.
    #[must_use]
    pub fn draw(&self, slot: Slot) -> Option<DrawValue> {
        self.summary.value_of(self.codes.code(usize::try_from(slot.0).ok()?)?)
    }
}
