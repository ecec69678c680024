//! What a verification found.

use std::fmt;

use millwright_index::{Slot, Subspace};
use millwright_rules::{Position, Value};
use millwright_table::Statistics;

use crate::record::RecordError;

/// What was found in all subspaces. The same for any number of threads.
#[derive(Debug, Default)]
pub struct VerifyReport {
    /// What was found in each, in the order of the units.
    pub subspaces: Vec<SubspaceReport>,
    /// Those that could not be verified: depths of theirs, or of what their moves lead to, have not been kept.
    pub reduced: Vec<Subspace>,
    /// Whether the stop flag was raised before all were finished; those that were not are not in the list.
    pub stopped: bool,
    /// Why what was verified could not be remembered for the next time, if so. The findings hold all the same.
    pub not_recorded: Option<RecordError>,
}

impl VerifyReport {
    /// Whether nothing is wrong with the subspaces that were finished.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.subspaces.iter().all(SubspaceReport::is_correct)
    }

    /// How many slots were looked at.
    #[must_use]
    pub fn checked(&self) -> u64 {
        self.subspaces.iter().map(|report| report.checked).sum()
    }

    /// How many of them hold a wrong value.
    #[must_use]
    pub fn wrong(&self) -> u64 {
        self.subspaces.iter().map(|report| report.wrong).sum()
    }
}

/// What was found in one subspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubspaceReport {
    /// Which.
    pub subspace: Subspace,
    /// How many slots it has.
    pub slots: u64,
    /// How many were looked at: all, as many as a sample has, or none if [`SubspaceReport::verified_before`].
    pub checked: u64,
    /// How many of them do not hold what follows from their successors.
    pub wrong: u64,
    /// The first of those, in the order of the slots.
    pub first_wrong: Vec<WrongPosition>,
    /// The statistics, if they are not what is counted in the values. A sample does not count.
    pub statistics: Option<Box<StatisticsMismatch>>,
    /// Whether an earlier run has verified the same bytes.
    pub verified_before: bool,
}

impl SubspaceReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.wrong == 0 && self.statistics.is_none()
    }
}

/// A slot that does not hold what follows from its successors. Either its own value is wrong or that of a
/// successor, which is then in the list of its subspace unless that goes on for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongPosition {
    /// The slot in its table.
    pub slot: Slot,
    /// The position in it, with White to move.
    pub position: Position,
    /// What the table says.
    pub stored: Value,
    /// What follows from the successors.
    pub expected: Value,
}

impl fmt::Display for WrongPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slot, position, stored, expected } = self;
        write!(f, "{position} (slot {}): stored {stored}, should be {expected}", slot.0)
    }
}

/// Statistics that contradict the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticsMismatch {
    /// What the head of the table says.
    pub stored: Statistics,
    /// What is counted.
    pub counted: Statistics,
}

impl fmt::Display for StatisticsMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, counted) = (&self.stored, &self.counted);
        let mut differences = Vec::new();
        let mut compare = |what: &str, stored: u64, counted: u64| {
            if stored != counted {
                differences.push(format!("{what}: stored {stored}, counted {counted}"));
            }
        };
        compare("positions", stored.positions, counted.positions);
        compare("draws", stored.draws, counted.draws);
        for plies in 0..stored.plies.len().max(counted.plies.len()) {
            let at = |statistics: &Statistics| statistics.plies.get(plies).copied().unwrap_or(0);
            compare(&format!("decided in {plies} plies"), at(stored), at(counted));
        }
        if stored.longest != counted.longest {
            let text = |statistics: &Statistics| match statistics.longest {
                Some(longest) => format!("{} plies in slot {}", longest.plies, longest.slot.0),
                None => "nothing".to_owned(),
            };
            differences.push(format!("longest: stored {}, counted {}", text(stored), text(counted)));
        }
        f.write_str(&differences.join("; "))
    }
}
