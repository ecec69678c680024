//! What is counted over a subspace, and over several.

use std::collections::BTreeMap;

use millwright_index::{Subspace, Unit, UnitIndex};
use millwright_rules::Rules;
use millwright_rules::notation::{Form, write_position};
use millwright_table::Statistics;
use serde::Serialize;

/// What is counted. Every orbit of symmetric positions counts once.
#[derive(Clone, Default, Serialize)]
pub(super) struct Counts {
    pub(super) slots: u64,
    pub(super) positions: u64,
    pub(super) win: u64,
    pub(super) draw: u64,
    pub(super) loss: u64,
    /// The longest win or loss; `None` if all positions are drawn.
    pub(super) max_plies: Option<u16>,
    /// How many positions are decided in so many plies, where there are any: losses have an even number.
    pub(super) plies: BTreeMap<usize, u64>,
    /// A position with the longest win or loss.
    pub(super) longest: Option<LongestRecord>,
}

/// What is counted over a subspace.
#[derive(Serialize)]
pub(super) struct SubspaceRecord {
    #[serde(serialize_with = "as_text")]
    pub(super) subspace: Subspace,
    #[serde(flatten)]
    pub(super) counts: Counts,
}

fn as_text<S: serde::Serializer>(subspace: &Subspace, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(subspace)
}

#[derive(Clone, Serialize)]
pub(super) struct LongestRecord {
    pub(super) plies: u16,
    /// In the short form.
    pub(super) position: String,
}

impl Counts {
    /// Some of the positions of a subspace, or all.
    pub(super) fn of(statistics: &Statistics, subspace: Subspace, rules: &Rules) -> Self {
        let longest = statistics.longest.map(|longest| {
            let position = longest.position(subspace, rules);
            LongestRecord { plies: longest.plies, position: write_position(Form::Short, &position) }
        });
        Self {
            slots: UnitIndex::slots_of(Unit::of(subspace)),
            positions: statistics.positions,
            win: statistics.win(),
            draw: statistics.draws,
            loss: statistics.loss(),
            max_plies: statistics.max_plies(),
            plies: statistics.plies.iter().copied().enumerate().filter(|&(_, count)| count > 0).collect(),
            longest,
        }
    }

    /// The two fields of the longest win or loss; empty where all positions are drawn.
    pub(super) fn longest_in_csv(&self) -> String {
        let fields = |longest: &LongestRecord| format!("{},{}", longest.plies, longest.position);
        self.longest.as_ref().map_or_else(|| ",".to_owned(), fields)
    }

    /// The sum. Of several positions with the longest win or loss, the first stays.
    pub(super) fn total<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut total = Self::default();
        for counts in all {
            total.slots += counts.slots;
            total.positions += counts.positions;
            total.win += counts.win;
            total.draw += counts.draw;
            total.loss += counts.loss;
            for (&plies, count) in &counts.plies {
                *total.plies.entry(plies).or_default() += count;
            }
            if counts.max_plies > total.max_plies {
                total.max_plies = counts.max_plies;
                total.longest.clone_from(&counts.longest);
            }
        }
        total
    }
}
