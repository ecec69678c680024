//! What a solve will do before it does it: which units, how large, and what they need.

use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Plane, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_ranks::Ranks;
use millwright_table::{Content, Kind, TableDirectory, TableError, Tables, Trouble};
use rayon::prelude::*;
use thiserror::Error;

use crate::buffers::Buffers;
use crate::disk_estimate::table_bytes;
use crate::memory::{
    memory_needed, memory_needed_for_draws, usual_lists, usual_memory, usual_memory_for_draws,
};
use crate::unit_moves::UnitMoves;

/// A solve that has been thought through.
#[derive(Debug)]
pub struct Plan {
    /// All units of the graph, each after what it depends on.
    pub units: Vec<PlannedUnit>,
    /// How much of a table stays once no open unit needs it.
    pub keep: Keeping,
    /// What the tables are for.
    pub goal: Goal,
}

/// What tables are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Plies to the end.
    Plies,
    /// Draws told apart, on top of those.
    Draws,
    /// Plies to the end and draws told apart, of one unit after the other: see [`PairedPlan`](crate::ultra::PairedPlan).
    Both,
}

/// One unit of a plan.
#[derive(Clone, Debug)]
pub struct PlannedUnit {
    /// Which.
    pub unit: Unit,
    /// The planes to be solved and stored.
    pub planes: Vec<Plane>,
    /// Slots over these planes.
    pub slots: u64,
    /// Memory that it takes with one byte a slot, frontier lists apart.
    pub memory: u64,
    /// The same with the lists that it usually has.
    pub(crate) usual_memory: u64,
    /// What these lists take.
    pub(crate) usual_lists: u64,
    /// Whether nothing is left to be solved of it.
    pub done: bool,
    /// The last open unit whose moves lead here; this one's depths are needed until then.
    pub last_reader: Option<Unit>,
    /// What is there of it.
    pub(crate) found: Found,
    estimated: Estimated,
}

/// What is on disk of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The least that one of its tables holds; `None` if one is missing.
    least: Option<Content>,
    /// The most that one of its tables holds; `None` if there is none.
    most: Option<Content>,
    pub(crate) bytes: u64,
}

impl PlannedUnit {
    /// A unit of which nothing is there.
    #[must_use]
    pub fn new(graph: &UnitGraph, unit: Unit, goal: Goal) -> Self {
        Self::with_found(graph, unit, goal, Found { least: None, most: None, bytes: 0 })
    }

    fn with_found(graph: &UnitGraph, unit: Unit, goal: Goal, found: Found) -> Self {
        let planes: Vec<Plane> = graph.planes(unit).collect();
        let slots = UnitIndex::slots_of(unit) * planes.len() as u64;
        let (rules, planned) = (graph.rules(), (unit, &planes[..]));
        let (memory, usual_memory) = match goal {
            Goal::Plies => (memory_needed(rules, planned, 1), usual_memory(rules, planned)),
            Goal::Draws | Goal::Both => {
                (memory_needed_for_draws(rules, planned), usual_memory_for_draws(rules, planned))
            }
        };
        let usual_lists = usual_lists(&UnitMoves { rules, unit, planes: &planes });
        let estimate = |content| {
            let one = table_bytes(rules, unit, UnitIndex::slots_of(unit), goal, content);
            one * planes.len() as u64
        };
        let estimated = Estimated {
            statistics: estimate(Content::Statistics),
            outcomes: estimate(Content::Outcomes),
            plies: estimate(Content::Plies),
        };
        Self {
            unit,
            planes,
            slots,
            memory,
            usual_memory,
            usual_lists,
            done: false,
            last_reader: None,
            found,
            estimated,
        }
    }

    /// The subspaces that it stores.
    pub fn subspaces(&self) -> impl Iterator<Item = Subspace> {
        self.planes.iter().map(|&plane| self.unit.subspace(plane))
    }

    /// The same unit with what is open of it here or in another plan.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let most = |of: fn(&Self) -> u64| {
            [self, other].into_iter().filter(|planned| !planned.done).map(of).max().unwrap_or(0)
        };
        let (memory, usual_memory) = (most(|planned| planned.memory), most(|planned| planned.usual_memory));
        Self { memory, usual_memory, done: self.done && other.done, ..self.clone() }
    }

    /// How many bytes its tables take when they hold so much, estimated generously.
    pub(crate) fn bytes(&self, content: Content) -> u64 {
        match content {
            Content::Statistics => self.estimated.statistics,
            Content::Outcomes => self.estimated.outcomes,
            Content::Plies => self.estimated.plies,
        }
    }
}

/// How many bytes the tables of a unit take, by what they hold.
#[derive(Clone, Copy, Debug)]
struct Estimated {
    statistics: u64,
    outcomes: u64,
    plies: u64,
}

/// The disk that a solve takes beyond what is taken already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskNeed {
    /// At most, at any time.
    pub peak: u64,
    /// In the end; nothing if tables are dropped that take more.
    pub end: u64,
}

/// Why there is no plan.
#[derive(Debug, Error)]
pub enum PlanError {
    /// A table is there, but it is not what it should be.
    #[error("{0}")]
    Table(#[from] TableError),
}

/// What stays of the tables that no open unit needs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// How much of most tables.
    pub content: Content,
    /// The tables of units with no more slots than this stay whole. They cost little, and hold the values of the start
    /// and of the first plies.
    pub small_slots: u64,
    /// The units of these subspaces stay whole, too.
    pub tables: BTreeSet<Subspace>,
}

impl Keeping {
    /// The slots of a small unit, unless somebody says otherwise.
    pub const SMALL_SLOTS: u64 = 1 << 16;

    /// How much stays of a unit's tables.
    #[must_use]
    pub fn of(&self, planned: &PlannedUnit) -> Content {
        let is_named = || planned.subspaces().any(|subspace| self.tables.contains(&subspace));
        if planned.slots <= self.small_slots || is_named() { Content::Plies } else { self.content }
    }
}

impl From<Content> for Keeping {
    /// Small tables stay whole, no others.
    fn from(content: Content) -> Self {
        Self { content, small_slots: Self::SMALL_SLOTS, tables: BTreeSet::new() }
    }
}
impl Plan {
    /// Looks at what is there and what is missing. Every table that is there is read whole and checked.
    ///
    /// A unit is open if less of it is there than what is to be kept, or if an open unit needs its depths and they are
    /// not there.
    ///
    /// # Errors
    /// If a table is damaged, foreign or cannot be read, unless `force` says to solve it again.
    pub fn new(
        directory: &TableDirectory,
        graph: &UnitGraph,
        keep: impl Into<Keeping>,
        force: bool,
    ) -> Result<Self, PlanError> {
        let found = Self::find(&directory.strong(), graph, force)?;
        Ok(Self::from_found(graph, (Goal::Plies, keep.into()), &found, &BTreeSet::new()))
    }

    /// The same for telling draws apart. All tables of the strong solution must be there.
    ///
    /// # Errors
    /// If an ultra table is damaged, foreign or cannot be read, unless `force` says to make it again.
    pub fn ultra(
        directory: &TableDirectory,
        graph: &UnitGraph,
        ranks: &Ranks,
        force: bool,
    ) -> Result<Self, PlanError> {
        let found = Self::find(&directory.ultra(ranks), graph, force)?;
        Ok(Self::from_found(graph, (Goal::Draws, Content::Plies.into()), &found, &BTreeSet::new()))
    }

    /// What is there of the tables of one kind, unit by unit.
    pub(crate) fn find<K: Kind>(
        tables: &Tables<'_, K>,
        graph: &UnitGraph,
        force: bool,
    ) -> Result<BTreeMap<Unit, Found>, PlanError> {
        let find = |&unit: &Unit| {
            let mut found = Found { least: Some(Content::Plies), most: None, bytes: 0 };
            for plane in graph.planes(unit) {
                let checked = tables.open(unit.subspace(plane)).and_then(|table| {
                    table.check_whole()?;
                    Ok((table.content(), table.bytes_on_disk()))
                });
                match checked {
                    Ok((content, bytes)) => {
                        found.least = found.least.min(Some(content));
                        found.most = found.most.max(Some(content));
                        found.bytes += bytes;
                    }
                    Err(error) if error.trouble() == Trouble::Missing => found.least = None,
                    Err(_) if force => found.least = None,
                    Err(error) => return Err(PlanError::Table(error)),
                }
            }
            Ok((unit, found))
        };
        graph.units().par_iter().map(find).collect()
    }

    /// `outcomes_needed` are units of which somebody wants to know what is drawn when their turn comes.
    pub(crate) fn from_found(
        graph: &UnitGraph,
        (goal, keep): (Goal, Keeping),
        found: &BTreeMap<Unit, Found>,
        outcomes_needed: &BTreeSet<Unit>,
    ) -> Self {
        let planned = |&unit: &Unit| {
            let found = found.get(&unit).copied().unwrap_or(Found { least: None, most: None, bytes: 0 });
            PlannedUnit::with_found(graph, unit, goal, found)
        };
        let mut units: Vec<PlannedUnit> = graph.units().iter().map(planned).collect();
        // From the last to the first: when a unit's turn comes, all that might need it have been decided on.
        let mut last_readers: BTreeMap<Unit, Unit> = BTreeMap::new();
        for planned in units.iter_mut().rev() {
            planned.last_reader = last_readers.get(&planned.unit).copied();
            let mut needed = match planned.last_reader {
                Some(_) => Content::Plies,
                None => keep.of(planned),
            };
            if outcomes_needed.contains(&planned.unit) {
                needed = needed.max(Content::Outcomes);
                planned.last_reader.get_or_insert(planned.unit);
            }
            planned.done = planned.found.least >= Some(needed);
            if !planned.done {
                for dependency in graph.dependencies(planned.unit) {
                    last_readers.entry(dependency).or_insert(planned.unit);
                }
            }
        }
        Self { units, keep, goal }
    }

    /// The same for another graph; what the plan does not have counts as missing.
    #[must_use]
    pub fn restricted_to(&self, graph: &UnitGraph) -> Self {
        let found = self.units.iter().map(|planned| (planned.unit, planned.found)).collect();
        Self::from_found(graph, (self.goal, self.keep.clone()), &found, &BTreeSet::new())
    }

    /// The units still to be solved.
    pub fn open_units(&self) -> impl Iterator<Item = &PlannedUnit> {
        self.units.iter().filter(|planned| !planned.done)
    }

    /// Slots still to be solved.
    #[must_use]
    pub fn open_slots(&self) -> u64 {
        self.open_units().map(|planned| planned.slots).sum()
    }

    /// Buffers for the open units.
    pub(crate) fn buffers(&self) -> Buffers {
        let largest = self.open_units().map(|planned| UnitIndex::slots_of(planned.unit)).max().unwrap_or(0);
        Buffers::for_planes_of(largest, self.memory())
    }

    /// The most memory that one of the open units takes, frontier lists apart.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.open_units().map(|planned| planned.memory).max().unwrap_or(0)
    }

    /// The most memory that one of them usually takes, lists included.
    #[must_use]
    pub fn usual_memory(&self) -> u64 {
        self.open_units().map(|planned| planned.usual_memory).max().unwrap_or(0)
    }

    /// Whether there is nothing to do: nothing to solve, and nothing to reduce.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.open_units().next().is_none() && self.reducible_now().next().is_none()
    }

    /// Whether the tables of a unit stay as they were written.
    pub(crate) fn stays_whole(&self, planned: &PlannedUnit) -> bool {
        self.keep.of(planned) == Content::Plies
    }

    /// The subspaces whose tables can be reduced before anything is solved, and to what.
    pub(crate) fn reducible_now(&self) -> impl Iterator<Item = (Subspace, Content)> {
        self.reduced(self.units.iter().filter(|planned| {
            planned.done && planned.last_reader.is_none() && planned.found.most > Some(self.keep.of(planned))
        }))
    }

    /// The subspaces whose tables can be reduced once an open unit is solved, and to what.
    pub(crate) fn reducible_after(&self, solved: Unit) -> impl Iterator<Item = (Subspace, Content)> {
        self.reduced(self.released_by(solved))
    }

    /// The units whose tables can be reduced once a unit is done with.
    pub(crate) fn released_by(&self, unit: Unit) -> impl Iterator<Item = &PlannedUnit> {
        self.units.iter().filter(move |planned| {
            planned.last_reader.unwrap_or(planned.unit) == unit
                && (planned.last_reader.is_some() || !planned.done)
        })
    }

    /// What is left of the tables of these units.
    fn reduced<'a>(
        &self,
        units: impl Iterator<Item = &'a PlannedUnit>,
    ) -> impl Iterator<Item = (Subspace, Content)> {
        let kept = units.map(|planned| (planned, self.keep.of(planned)));
        kept.filter(|&(_, kept)| kept < Content::Plies)
            .flat_map(|(planned, kept)| planned.subspaces().map(move |subspace| (subspace, kept)))
    }

    /// The disk that the tables will take, estimated generously.
    #[must_use]
    pub fn disk(&self) -> DiskNeed {
        let mut disk = DiskAccount::default();
        self.begin_disk(&mut disk);
        for planned in self.open_units() {
            Self::solve_on_disk(planned, &mut disk);
            self.release_on_disk(planned.unit, &mut disk);
        }
        disk.need()
    }

    /// What can be reduced before anything is solved.
    pub(crate) fn begin_disk(&self, disk: &mut DiskAccount) {
        for planned in self.units.iter().filter(|planned| planned.done && planned.last_reader.is_none()) {
            disk.reduce(planned, self.keep.of(planned));
        }
    }

    /// An open unit is written. What is there of it is replaced.
    pub(crate) fn solve_on_disk(planned: &PlannedUnit, disk: &mut DiskAccount) {
        disk.grow(planned.bytes(Content::Plies));
        disk.shrink(planned.found.bytes);
    }

    /// A unit is done with.
    pub(crate) fn release_on_disk(&self, unit: Unit, disk: &mut DiskAccount) {
        for released in self.released_by(unit) {
            disk.reduce(released, self.keep.of(released));
        }
    }
}

/// Bytes on disk, compared with the beginning.
#[derive(Default)]
pub(crate) struct DiskAccount {
    now: i64,
    peak: u64,
}

impl DiskAccount {
    /// What it came to.
    pub(crate) fn need(&self) -> DiskNeed {
        DiskNeed { peak: self.peak, end: u64::try_from(self.now).unwrap_or(0) }
    }

    pub(crate) fn grow(&mut self, bytes: u64) {
        self.now += i64::try_from(bytes).unwrap_or(i64::MAX);
        self.peak = self.peak.max(u64::try_from(self.now).unwrap_or(0));
    }

    pub(crate) fn shrink(&mut self, bytes: u64) {
        self.now -= i64::try_from(bytes).unwrap_or(0);
    }

    /// The smaller table is written before the larger one goes.
    pub(crate) fn reduce(&mut self, planned: &PlannedUnit, to: Content) {
        if to < Content::Plies && (planned.found.most > Some(to) || !planned.done) {
            self.grow(planned.bytes(to));
            let before = if planned.done { planned.found.bytes } else { planned.bytes(Content::Plies) };
            self.shrink(before);
        }
    }
}
