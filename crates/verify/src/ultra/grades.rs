//! All that the moves of a subspace can be worth, each with a grade: a number that stands for it.

use std::collections::BTreeMap;

use millwright_index::Subspace;
use millwright_ranks::{DrawValue, Gain, Rank, Ranks};
use millwright_table::UltraTable;
use millwright_walk::{ByKind, Reach};

use crate::report::ExpectedDraw;

/// What a gain is to the player who has the choice: larger is better. More is better than less; a gain is better
/// sooner, a setback later.
pub(super) fn preference(gain: Gain) -> (i32, i32) {
    (gain.rank, -gain.rank.signum() * gain.depth)
}

/// The gain in words of the subspace that it is in, whose rank is `here`.
pub(super) fn expected(gain: Gain, here: Rank) -> ExpectedDraw {
    ExpectedDraw::Draw { rank: gain.rank + i32::from(here.0), depth: gain.depth }
}

/// The grade of a successor that is not drawn: worse than all others.
pub(super) const NOT_DRAWN: u32 = 0;
/// The grade of a stored value that no move is worth.
const UNREACHED: u32 = u32::MAX;

/// What the moves of a subspace can be worth: a larger grade is better, and 0 is what is not drawn.
pub(super) struct Grades {
    here: Rank,
    /// From the worst, which has grade 1, to the best. [`Gain::NONE`] is one of them.
    gains: Vec<Gain>,
    /// The grades of the subspace's own codes.
    pub(super) stored: Vec<u32>,
    /// For each kind of move, the grades of the codes that it leads to.
    pub(super) successors: ByKind<Vec<u32>>,
    /// The grade of staying.
    pub(super) staying: u32,
}

impl Grades {
    /// The grades of a subspace whose moves reach this; `tables` has all ultra tables that this takes.
    pub(super) fn new(
        ranks: &Ranks,
        subspace: Subspace,
        reaches: &[Reach],
        tables: &BTreeMap<Subspace, UltraTable>,
    ) -> Self {
        let rank_of = |subspace| ranks.of(subspace).expect("every subspace was seen to have a rank");
        let here = rank_of(subspace);
        let values_of = |subspace: Subspace| tables[&subspace].values().iter().map(|&(value, _)| value);
        let gains_of = |reach: &Reach| {
            let there = rank_of(reach.next);
            values_of(reach.next).map(move |value| value.seen_from_parent(there, here))
        };
        let mut gains: Vec<Gain> = reaches.iter().flat_map(gains_of).chain([Gain::NONE]).collect();
        gains.sort_unstable_by_key(|&gain| preference(gain));
        gains.dedup();
        let grade_of =
            |gain: Gain| match gains.binary_search_by_key(&preference(gain), |&gain| preference(gain)) {
                // Stored depths may be what they like: no move is worth nothing and takes its time.
                Ok(place) if gains[place] == gain => u32::try_from(place + 1).expect("65,534 values a table"),
                _ => UNREACHED,
            };
        let stored = values_of(subspace).map(|value: DrawValue| grade_of(value.gain(here)));
        let stored = [UNREACHED].into_iter().chain(stored).collect();
        let mut successors = ByKind::default();
        for reach in reaches {
            successors[usize::from(reach.placed)][usize::from(reach.taken)] =
                [NOT_DRAWN].into_iter().chain(gains_of(reach).map(grade_of)).collect::<Vec<u32>>();
        }
        let staying = grade_of(Gain::NONE);
        Self { here, gains, stored, successors, staying }
    }

    /// What a grade, which is not [`NOT_DRAWN`], stands for.
    pub(super) fn expected(&self, grade: u32) -> ExpectedDraw {
        expected(self.gains[grade as usize - 1], self.here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order of Malom, whose keys are the rank less that of the subspace, and the depth: larger key1; equal and
    /// negative: larger key2; equal and positive: smaller key2; key1 zero: equal.
    fn is_better((key1, key2): (i32, i32), (other1, other2): (i32, i32)) -> bool {
        key1 > other1 || key1 == other1 && (key1 < 0 && key2 > other2 || key1 > 0 && key2 < other2)
    }

    /// Malom's correction of a child in a sector of value `child` for a parent in a sector of value `parent`, and the
    /// step to the parent: key1 grows by the sum of both values, key2 changes its sign with key1 and is nothing if the
    /// old or the new key1 is; then key1 changes its sign and key2 grows by one, unless nothing is gained.
    fn seen_by_malom((key1, key2): (i32, i32), child: i32, parent: i32) -> (i32, i32) {
        let corrected1 = key1 + child + parent;
        let corrected2 = if key1 == 0 || corrected1 == 0 {
            0
        } else if (key1 > 0) == (corrected1 > 0) {
            key2
        } else {
            -key2
        };
        if corrected1 == 0 { (0, 0) } else { (-corrected1, corrected2 + 1) }
    }

    #[test]
    fn moves_are_worth_what_they_are_to_malom_and_ordered_like_there() {
        let mut seen = Vec::new();
        for (child, parent) in (-3..=3).flat_map(|child| (-3..=3).map(move |parent| (child, parent))) {
            for (rank, depth) in (-4..=4).flat_map(|rank| (-2..=2).map(move |depth| (rank, depth))) {
                let value = DrawValue { rank: Rank(rank), depth };
                let gain = value.seen_from_parent(Rank(child), Rank(parent));
                let keys = (i32::from(rank) - i32::from(child), i32::from(depth));
                let malom = seen_by_malom(keys, child.into(), parent.into());
                assert_eq!((gain.rank, gain.depth), malom, "{value:?} from {child} to {parent}");
                seen.push((gain, malom));
            }
        }
        seen.sort_unstable_by_key(|&(gain, _)| preference(gain));
        seen.dedup();
        for (place, &(one, malom)) in seen.iter().enumerate() {
            for &(other, other_malom) in &seen[..place] {
                assert!(is_better(malom, other_malom), "{one:?} and {other:?}");
            }
        }
    }
}
