//! What a verification found.

use std::fmt;

use millwright_index::{Slot, Subspace};
use millwright_ranks::DrawValue;
use millwright_rules::{Position, Value};
use millwright_table::Statistics;

use crate::record::RecordError;

/// What was found in the tables of a game: `W` is a wrong position, `C` are counts in the head that are wrong. The same
/// for any number of threads.
#[derive(Debug)]
pub struct Findings<W, C> {
    /// What was found in each table, in the order of the units.
    pub subspaces: Vec<TableReport<W, C>>,
    /// Those that could not be verified: values of theirs, or of what their moves lead to, have not been kept.
    pub reduced: Vec<Subspace>,
    /// Whether the stop flag was raised before all were finished; those that were not are not in the list.
    pub stopped: bool,
    /// Why what was verified could not be remembered for the next time, if so. The findings hold all the same.
    pub not_recorded: Option<RecordError>,
}

/// What [`verify`](crate::verify) found.
pub type VerifyReport = Findings<WrongPosition, StatisticsMismatch>;
/// What [`ultra::verify`](crate::ultra::verify) found.
pub type UltraVerifyReport = Findings<WrongDraw, CountMismatch>;

impl<W, C> Default for Findings<W, C> {
    fn default() -> Self {
        Self { subspaces: Vec::new(), reduced: Vec::new(), stopped: false, not_recorded: None }
    }
}

impl<W, C> Findings<W, C> {
    /// Whether nothing is wrong with the tables that were finished.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.subspaces.iter().all(TableReport::is_correct)
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

/// What was found in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableReport<W, C> {
    /// Whose.
    pub subspace: Subspace,
    /// How many slots it has.
    pub slots: u64,
    /// How many were looked at: all, as many as a sample has, or none if [`TableReport::verified_before`].
    pub checked: u64,
    /// How many of them do not hold what follows from their successors.
    pub wrong: u64,
    /// The first of those, in the order of the slots.
    pub first_wrong: Vec<W>,
    /// The statistics, if they are not what is counted in the values. A sample does not count.
    pub statistics: Option<Box<C>>,
    /// Whether an earlier run has verified the same bytes.
    pub verified_before: bool,
}

/// What was found in a table of plies.
pub type SubspaceReport = TableReport<WrongPosition, StatisticsMismatch>;
/// What was found in an ultra table.
pub type UltraReport = TableReport<WrongDraw, CountMismatch>;

impl<W, C> TableReport<W, C> {
    /// Nothing found yet.
    pub(crate) fn empty(subspace: Subspace, slots: u64) -> Self {
        let (checked, wrong, first_wrong) = (0, 0, Vec::new());
        Self { subspace, slots, checked, wrong, first_wrong, statistics: None, verified_before: false }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.wrong == 0 && self.statistics.is_none()
    }
}

/// A slot that does not hold what follows from its successors. Either its own value is wrong or that of a
/// successor, which is then in the list of its subspace unless that goes on for too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong<S, E> {
    /// The slot in its table.
    pub slot: Slot,
    /// The position in it, with White to move.
    pub position: Position,
    /// What the table says.
    pub stored: S,
    /// What follows from the successors.
    pub expected: E,
}

/// A wrong value in a table of plies.
pub type WrongPosition = Wrong<Value, Value>;
/// A wrong value in an ultra table.
pub type WrongDraw = Wrong<StoredDraw, ExpectedDraw>;

impl<S: fmt::Display, E: fmt::Display> fmt::Display for Wrong<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slot, position, stored, expected } = self;
        write!(f, "{position} (slot {}): stored {stored}, should be {expected}", slot.0)
    }
}

/// What an ultra table says about a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredDraw {
    /// It is not drawn.
    NoDraw,
    /// It is a draw with this value.
    Draw(DrawValue),
}

impl StoredDraw {
    pub(crate) fn of(value: Option<DrawValue>) -> Self {
        value.map_or(Self::NoDraw, Self::Draw)
    }
}

impl fmt::Display for StoredDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDraw => f.write_str("no draw"),
            Self::Draw(DrawValue { rank, depth }) => write!(f, "rank {rank} in {depth}"),
        }
    }
}

/// What an ultra table should say about a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedDraw {
    /// The table of plies says that it is decided.
    NoDraw,
    /// The best that the moves to other draws allow. Wide enough for whatever a file may say about those.
    Draw {
        /// Seen by the player to move.
        rank: i32,
        /// Generalised depth in plies.
        depth: i32,
    },
    /// The table of plies says that it is drawn, but no move leads to a draw: one of the tables is wrong.
    NoMoveDraws,
}

impl fmt::Display for ExpectedDraw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDraw => f.write_str("no draw"),
            Self::Draw { rank, depth } => write!(f, "rank {rank} in {depth}"),
            Self::NoMoveDraws => f.write_str("a move to a draw, and there is none"),
        }
    }
}

/// How many positions are wrong, and the first of them.
pub(crate) struct FirstWrong<W> {
    pub(crate) count: u64,
    pub(crate) first: Vec<W>,
    /// How many to list.
    list: usize,
}

impl<W> FirstWrong<W> {
    pub(crate) fn new(list: usize) -> Self {
        Self { count: 0, first: Vec::new(), list }
    }

    #[cold]
    pub(crate) fn note(&mut self, wrong: impl FnOnce() -> W) {
        self.count += 1;
        if self.first.len() < self.list {
            self.first.push(wrong());
        }
    }

    /// Adds what was found in later slots.
    pub(crate) fn append(&mut self, later: Self) {
        self.count += later.count;
        let room = self.list - self.first.len();
        self.first.extend(later.first.into_iter().take(room));
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

/// How many wrong counts to show.
const COUNTS_SHOWN: usize = 10;

/// Numbers of positions with a certain value that contradict the slots of an ultra table: those that do, in the order
/// of the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountMismatch(pub Vec<WrongCount>);

/// A value in the head of an ultra table that not as many positions have as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongCount {
    /// Which.
    pub value: DrawValue,
    /// What the head of the table says.
    pub stored: u64,
    /// How many positions have it.
    pub counted: u64,
}

impl fmt::Display for CountMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |WrongCount { value, stored, counted }: &WrongCount| {
            format!("{}: stored {stored}, counted {counted}", StoredDraw::Draw(*value))
        };
        f.write_str(&self.0.iter().take(COUNTS_SHOWN).map(text).collect::<Vec<_>>().join("; "))?;
        match self.0.len().checked_sub(COUNTS_SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "; and {more} more"),
        }
    }
}
