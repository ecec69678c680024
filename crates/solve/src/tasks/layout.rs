//! Where the files of a solve on several machines are.

use std::fmt;

use millwright_table::Content;

use crate::one_unit::TableName;

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Solves a unit for its statistics alone, from which ranks are counted; its tables are dropped before any draws are told
    /// apart.
    Statistics,
    /// Solves a unit.
    Plies,
    /// Ranks all subspaces.
    Ranks,
    /// Tells the draws of a unit apart.
    Draws,
}

impl Step {
    /// Its name: `statistics`, `plies`, `ranks` or `draws`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Statistics => "statistics",
            Self::Plies => "plies",
            Self::Ranks => "ranks",
            Self::Draws => "draws",
        }
    }
}

/// Where a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Where tables stay.
    Db,
    /// Where whole tables are that will be dropped.
    Work,
    /// The same for those of [`Step::Statistics`].
    First,
}

impl Place {
    /// Its name: `db`, `work` or `first`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Db => "db",
            Self::Work => "work",
            Self::First => "first",
        }
    }
}

/// A file in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedFile {
    place: Place,
    /// `None` for the ranks.
    table: Option<TableName>,
}

impl PlacedFile {
    pub(super) const fn table(place: Place, name: TableName) -> Self {
        Self { place, table: Some(name) }
    }

    /// Ranks stay.
    pub(super) const fn ranks() -> Self {
        Self { place: Place::Db, table: None }
    }
}

/// The place and the name: `work/5_4_0_0.mill`.
impl fmt::Display for PlacedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.place.name())?;
        match &self.table {
            Some(table) => table.fmt(f),
            None => f.write_str("ranks.secval"),
        }
    }
}

/// Which steps there are, and where their tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    drops_tables: bool,
    tells_draws_apart: bool,
    /// Whether ranks are counted from statistics, so that these come first.
    pub ranks_are_counted: bool,
}

impl Layout {
    /// For what is kept of most tables, and with draws told apart by ranks that are counted or not.
    #[must_use]
    pub fn new(keep: Content, ranks_are_counted: Option<bool>) -> Self {
        Self {
            drops_tables: keep < Content::Plies,
            tells_draws_apart: ranks_are_counted.is_some(),
            ranks_are_counted: ranks_are_counted == Some(true),
        }
    }

    /// The step that solves units before ranks are known, and the one that solves them again then.
    pub(super) fn plies_steps(self) -> (Step, Option<Step>) {
        if self.solves_twice() { (Step::Statistics, Some(Step::Plies)) } else { (Step::Plies, None) }
    }

    /// Where the whole tables of a step are, and where what stays of them goes, if that is elsewhere.
    #[must_use]
    pub fn places(self, step: Step) -> (Place, Option<Place>) {
        match step {
            Step::Ranks => (Place::Db, None),
            _ if !self.drops_tables => (Place::Db, None),
            Step::Statistics => (Place::First, Some(Place::Db)),
            // Their statistics were kept when they were solved for the first time.
            Step::Plies if self.solves_twice() => (Place::Work, None),
            Step::Plies | Step::Draws => (Place::Work, Some(Place::Db)),
        }
    }

    fn solves_twice(self) -> bool {
        self.drops_tables && self.tells_draws_apart && self.ranks_are_counted
    }
}
