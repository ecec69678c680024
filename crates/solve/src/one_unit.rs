//! Exactly one unit, from the tables of others to its own: what a scheduler runs on any machine of a cluster.
//!
//! Nothing is shared but files. Every input is read whole and checked before anything is computed, every output appears under
//! its name when it is complete. Whoever does the same unit at the same time writes the same bytes.

use std::fmt;

use millwright_index::{Plane, Subspace, Unit, UnitGraph};
use millwright_ranks::Ranks;
use millwright_table::{
    Content, Kind, Strong, TableDirectory, TableError, TableFault, Tables, Trouble, Ultra, WriteOptions,
};
use rayon::prelude::*;
use thiserror::Error;

use crate::buffers::Buffers;
use crate::plan::{Goal, PlannedUnit};
use crate::run::{Progress, SolveError, SolveOptions, StrongTables, solve_planes, write_tables};
use crate::ultra::{UltraTables, solve_planes as solve_draws};
use crate::write_behind::SolvedTables;

/// The name of a table: its subspace, and which of its two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableName {
    /// Plies or draws, never both.
    kind: TableKind,
    /// Whose.
    pub subspace: Subspace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum TableKind {
    Plies,
    Draws,
}

impl TableName {
    /// The table of plies of a subspace.
    pub(crate) const fn plies(subspace: Subspace) -> Self {
        Self { kind: TableKind::Plies, subspace }
    }

    /// The table that tells the draws of a subspace apart.
    pub(crate) const fn draws(subspace: Subspace) -> Self {
        Self { kind: TableKind::Draws, subspace }
    }
}

/// The name of its file.
impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extension = match self.kind {
            TableKind::Plies => Strong::EXTENSION,
            TableKind::Draws => Ultra::EXTENSION,
        };
        write!(f, "{}{extension}", self.subspace)
    }
}

/// The subspaces that the moves of a unit lead to, its own not among them, in order.
pub(crate) fn successors(graph: &UnitGraph, unit: Unit) -> Vec<Subspace> {
    let mut found = Vec::new();
    for plane in graph.planes(unit) {
        unit.subspace(plane).for_each_successor(graph.rules(), |next| {
            if Unit::of(next) != unit {
                found.push(next);
            }
        });
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The tables that a unit is made from: those that its moves lead to, and for draws its own outcomes.
#[must_use]
pub fn inputs_of(graph: &UnitGraph, unit: Unit, goal: Goal) -> Vec<TableName> {
    let next = successors(graph, unit).into_iter();
    match goal {
        Goal::Plies => next.map(TableName::plies).collect(),
        Goal::Draws | Goal::Both => {
            let own = graph.planes(unit).map(|plane| TableName::plies(unit.subspace(plane)));
            own.chain(next.map(TableName::draws)).collect()
        }
    }
}

/// The tables of a unit itself.
#[must_use]
pub fn outputs_of(graph: &UnitGraph, unit: Unit, goal: Goal) -> Vec<TableName> {
    let name = |plane: Plane| match goal {
        Goal::Plies => TableName::plies(unit.subspace(plane)),
        Goal::Draws | Goal::Both => TableName::draws(unit.subspace(plane)),
    };
    graph.planes(unit).map(name).collect()
}

/// Inputs that are missing, damaged, foreign or reduced; all of them, so that they can be made again at once.
#[derive(Debug, Error)]
pub struct BadInputs {
    /// Which, and what is wrong with each.
    pub errors: Vec<TableError>,
}

impl BadInputs {
    /// Whether the system alone is to blame: a file that could not be read may be read later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.errors.iter().all(|error| error.trouble() == Trouble::System)
    }
}

impl fmt::Display for BadInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errors.len() {
            1 => f.write_str("an input cannot be used: ")?,
            count => write!(f, "{count} inputs cannot be used: ")?,
        }
        for (number, error) in self.errors.iter().enumerate() {
            let separator = if number == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", error.path.display(), error.fault)?;
        }
        Ok(())
    }
}

/// Opens a table and reads it whole; an error if it holds less than this.
fn check<K: Kind>(tables: &Tables<'_, K>, subspace: Subspace, least: Content) -> Result<u64, TableError> {
    let table = tables.open(subspace)?;
    let found = table.content();
    if found < least {
        return Err(TableError { path: table.path().to_owned(), fault: TableFault::Reduced { found } });
    }
    table.check_whole()?;
    Ok(table.bytes_on_disk())
}

/// Reads all inputs and checks them, in the current thread pool; gives their bytes. Ranks are needed where draws are among
/// them.
///
/// # Errors
/// All that cannot be used.
pub fn check_inputs(
    directory: &TableDirectory,
    ranks: Option<&Ranks>,
    inputs: &[TableName],
) -> Result<u64, BadInputs> {
    let of_input = |input: &TableName| match (input.kind, ranks) {
        // For draws it is enough to know what is drawn.
        (TableKind::Plies, Some(_)) => check(&directory.strong(), input.subspace, Content::Outcomes),
        (TableKind::Plies, None) => check(&directory.strong(), input.subspace, Content::Plies),
        (TableKind::Draws, Some(ranks)) => check(&directory.ultra(ranks), input.subspace, Content::Plies),
        (TableKind::Draws, None) => {
            let path = directory.ranks_path();
            Err(TableError { path, fault: TableFault::Missing })
        }
    };
    let checked: Vec<Result<u64, TableError>> = inputs.par_iter().map(of_input).collect();
    let mut bytes = 0;
    let mut errors = Vec::new();
    for result in checked {
        match result {
            Ok(one) => bytes += one,
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(bytes) } else { Err(BadInputs { errors }) }
}

/// Where the tables of a unit go.
#[derive(Clone, Copy, Debug)]
pub struct Outputs<'a> {
    /// The directory of the whole tables, which other units read.
    pub whole: &'a TableDirectory,
    /// Another directory, for what stays when those are dropped.
    pub kept: Option<(&'a TableDirectory, Content)>,
}

/// What is there already of a unit's tables.
///
/// # Errors
/// If a table is damaged, foreign or cannot be read.
pub fn is_done(
    outputs: &Outputs<'_>,
    planned: &PlannedUnit,
    ranks: Option<&Ranks>,
) -> Result<bool, TableError> {
    let places = [Some((outputs.whole, Content::Plies)), outputs.kept];
    for (directory, least) in places.into_iter().flatten() {
        for subspace in planned.subspaces() {
            let found = match ranks {
                None => check(&directory.strong(), subspace, least),
                Some(ranks) => check(&directory.ultra(ranks), subspace, least),
            };
            match found {
                Ok(_) => {}
                // What was reduced can only be made again.
                Err(error) if matches!(error.trouble(), Trouble::Missing | Trouble::Reduced) => {
                    return Ok(false);
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(true)
}

/// Solves a unit for plies, or with ranks for draws, in the current thread pool: reads its inputs, which have been checked,
/// from one directory and writes its tables to others. Gives the bytes that were written.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_one(
    inputs: &TableDirectory,
    outputs: &Outputs<'_>,
    planned: &PlannedUnit,
    ranks: Option<&Ranks>,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<u64, SolveError> {
    let buffers = Buffers::default();
    let limits = (options, options.memory);
    match ranks {
        None => {
            let sources = StrongTables { directory: inputs, last: None };
            let planes = solve_planes(&sources, planned, limits, &buffers, progress)?;
            progress(Progress::Writing);
            let kept = outputs.kept.map(|(directory, content)| (directory.strong(), content));
            write(&outputs.whole.strong(), kept.as_ref(), &planes, options)
        }
        Some(ranks) => {
            let sources = UltraTables { directory: inputs, ranks, last: None };
            let planes = solve_draws(&sources, planned, limits, &buffers, progress)?;
            progress(Progress::Writing);
            let kept = outputs.kept.map(|(directory, content)| (directory.ultra(ranks), content));
            write(&outputs.whole.ultra(ranks), kept.as_ref(), &planes, options)
        }
    }
}

/// Writes the tables, and what stays of them as `solve` would leave it.
fn write<K: Kind>(
    whole: &Tables<'_, K>,
    kept: Option<&(Tables<'_, K>, Content)>,
    planes: &SolvedTables<K>,
    options: &SolveOptions<'_>,
) -> Result<u64, SolveError> {
    // What stays is written last: where it is, the rest is.
    let mut bytes = write_tables(whole, planes, kept.is_none(), options)?;
    let Some((tables, content)) = kept else { return Ok(bytes) };
    if *content == Content::Plies {
        return Ok(bytes + write_tables(tables, planes, true, options)?);
    }
    for (subspace, _) in planes {
        bytes += write_reduced(whole, tables, *subspace, *content, &options.write)?;
    }
    Ok(bytes)
}

fn write_reduced<K: Kind>(
    whole: &Tables<'_, K>,
    tables: &Tables<'_, K>,
    subspace: Subspace,
    content: Content,
    options: &WriteOptions,
) -> Result<u64, TableError> {
    let table = whole.open(subspace)?;
    match K::reduced(&table, content)? {
        Some(reduced) => Ok(tables.write(subspace, &reduced, options)?.bytes),
        None => Ok(0),
    }
}
