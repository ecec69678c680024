//! All that exits of a unit can be worth, and the numbers that stand for it.

use std::collections::BTreeSet;

use millwright_ranks::Gain;

/// The gains that exits can bring, from the worst to the best.
///
/// A key is 0 where there is no exit, 1 where it leads to a decided position, else two more than the gain's place.
#[derive(Debug)]
pub(crate) struct Scale {
    gains: Vec<Gain>,
}

/// An exit leads to a decided position: worse than any draw.
pub(crate) const DECIDED_KEY: u16 = 1;

/// The key of the first gain.
const FIRST: usize = 2;

impl Scale {
    /// From all gains that there may be; `None` if they are more than keys can tell apart.
    pub(crate) fn new(gains: BTreeSet<Gain>) -> Option<Self> {
        let gains: Vec<Gain> = gains.into_iter().collect();
        u16::try_from(gains.len() + FIRST).is_ok().then_some(Self { gains })
    }

    /// One more than the largest key.
    pub(crate) fn keys(&self) -> usize {
        self.gains.len() + FIRST
    }

    /// The key of a gain that is on the scale.
    pub(crate) fn key_of(&self, gain: Gain) -> u16 {
        self.find(gain).expect("the scale has all gains that exits can bring")
    }

    /// The key of a gain, if it is on the scale.
    pub(crate) fn find(&self, gain: Gain) -> Option<u16> {
        let place = self.gains.binary_search(&gain).ok()?;
        u16::try_from(place + FIRST).ok()
    }

    /// The gain of a key; `None` where there is none, or it is decided.
    pub(crate) fn gain_of(&self, key: u16) -> Option<Gain> {
        self.gains.get(usize::from(key).checked_sub(FIRST)?).copied()
    }

    /// The gains with their keys, from the worst to the best.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u16, Gain)> {
        (2..).zip(self.gains.iter().copied())
    }

    /// The first key that is no setback.
    pub(crate) fn first_harmless(&self) -> u16 {
        let setbacks = self.gains.partition_point(|gain| gain.rank < 0);
        u16::try_from(setbacks + FIRST).expect("checked when the scale was made")
    }
}
