//! The values of positions and moves, from the tables of a game: on disk, or in memory where the disk has less.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use millwright_index::{Classes, Slot, Subspace, Unit, UnitIndex};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::{Move, Over, Position, Rules, Value};
use rayon::prelude::*;
use thiserror::Error;

use crate::content::Content;
use crate::directory::TableDirectory;
use crate::draw_prober::DrawProber;
use crate::error::{TableError, Trouble};
use crate::kept_tables::KeptTables;
use crate::kind::Strong;
use crate::known::{Known, RankedDraw};
use crate::outcome::Outcome;
use crate::reader::Table;
use crate::statistics::Statistics;
use crate::survey::{RatedMove, Survey};
use crate::table_cache::{ProbeLimits, TableCache};

/// Of many positions in the order of slots, so many are looked up by one thread, at least.
const LOOKED_UP_TOGETHER: usize = 64;

/// Finds the values of positions of any phase. Threads may share it; it has no state outside itself.
///
/// Tables are opened when they are first needed, and those used lately stay open; chunks that were read are kept.
/// Both have a limit: [`ProbeLimits`]. Where a table is missing or has been reduced, what was solved in memory is asked:
/// [`Tablebase::add_in_memory`].
///
/// ```
/// use millwright_rules::{Game, Position};
/// use millwright_table::{ProbeError, TableDirectory, Tablebase};
///
/// # let directory = tempfile::tempdir()?;
/// let rules = Game::Standard.rules();
/// let tablebase = Tablebase::new(TableDirectory::new(directory.path(), Game::Standard), 1 << 20);
/// // What is not known is an error that says which table is missing, or an unknown value.
/// let start = Position::start(&rules);
/// assert!(matches!(tablebase.probe(&start), Err(ProbeError::Missing { .. })));
/// let survey = tablebase.survey(&start)?;
/// assert_eq!((survey.value, survey.moves.len(), survey.counts().unknown), (None, 24, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tablebase {
    directory: TableDirectory,
    kept: KeptTables<Strong>,
    cache: Arc<TableCache>,
    /// Made when the first draw is looked up; `None` if draws are not told apart here.
    draws: OnceLock<Option<DrawProber>>,
    in_memory: OnceLock<Added>,
    draws_in_memory: OnceLock<Arc<dyn DrawsInMemory>>,
}

/// What was solved in memory.
#[derive(Debug)]
struct Added {
    tables: Arc<dyn InMemory>,
    /// The subspaces whose table on disk had as much when it was added: those are asked there.
    on_disk: BTreeSet<Subspace>,
}

/// Values that were solved in memory. No table on disk is needed for them.
pub trait InMemory: fmt::Debug + Send + Sync {
    /// The value in a slot of a subspace; `None` if it is not there.
    fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value>;

    /// What is in a subspace; `None` if it is not there.
    fn statistics(&self, subspace: Subspace) -> Option<&Statistics>;
}

/// Draws that were told apart in memory. No table on disk is needed for them.
pub trait DrawsInMemory: fmt::Debug + Send + Sync {
    /// What the draw in a slot of a subspace is worth; `None` if it is not there, or not drawn.
    fn draw(&self, subspace: Subspace, slot: Slot) -> Option<DrawValue>;

    /// The ranks by which they were told apart.
    fn ranks(&self) -> &Ranks;
}

/// Why a position has no value.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// Its table is not there.
    #[error("the table of subspace {subspace} is missing: there is no {}", path.display())]
    Missing {
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// Its table has been reduced to statistics.
    #[error("the values of subspace {subspace} have not been kept: {} has statistics only", path.display())]
    Reduced {
        /// Which subspace.
        subspace: Subspace,
        /// The file that had them.
        path: PathBuf,
    },
    /// Its table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ProbeError {
    /// Whether nothing is wrong with the tables: they only do not have the value.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::Reduced { .. })
    }

    fn of_table(subspace: Subspace, error: TableError) -> Self {
        match error.trouble() {
            Trouble::Missing => Self::Missing { subspace, path: error.path },
            Trouble::Reduced => Self::Reduced { subspace, path: error.path },
            _ => Self::Table(error),
        }
    }
}

impl Tablebase {
    /// A tablebase of the tables in a directory that keeps at most `cache_bytes` of decompressed chunks. Opens
    /// nothing yet.
    #[must_use]
    pub fn new(directory: TableDirectory, cache_bytes: u64) -> Self {
        Self::with_limits(directory, ProbeLimits::new(cache_bytes))
    }

    /// A tablebase that keeps no more than it may. Opens nothing yet.
    #[must_use]
    pub fn with_limits(directory: TableDirectory, limits: ProbeLimits) -> Self {
        Self::with_cache(directory, Arc::new(TableCache::new(limits)))
    }

    /// A tablebase that keeps what it needs in a cache that others use, too. Opens nothing yet.
    #[must_use]
    pub fn with_cache(directory: TableDirectory, cache: Arc<TableCache>) -> Self {
        let kept = KeptTables::new(Arc::clone(&cache));
        Self {
            directory,
            kept,
            cache,
            draws: OnceLock::new(),
            in_memory: OnceLock::new(),
            draws_in_memory: OnceLock::new(),
        }
    }

    /// Where it looks.
    #[must_use]
    pub fn directory(&self) -> &TableDirectory {
        &self.directory
    }

    /// The rules of the game, with its own numbers of stones.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.directory.rules()
    }

    /// Adds what was solved in memory, for positions whose table is missing now or has been reduced. What was added first
    /// stays.
    pub fn add_in_memory(&self, tables: Arc<dyn InMemory>) {
        // A directory that cannot be read has no tables to offer; a table that cannot be read is to say so.
        let mut on_disk = self.directory.contents().map_or_else(|_| Vec::new(), |contents| contents.tables);
        on_disk.retain(|&subspace| {
            let is_reduced = |table: Table| table.content() < Content::Plies;
            tables.statistics(subspace).is_none() || !self.directory.open(subspace).is_ok_and(is_reduced)
        });
        let _ = self.in_memory.set(Added { tables, on_disk: on_disk.into_iter().collect() });
    }

    /// What was solved in memory, if anything.
    #[must_use]
    pub fn in_memory(&self) -> Option<&dyn InMemory> {
        self.in_memory.get().map(|added| added.tables.as_ref())
    }

    /// Adds draws that were told apart in memory. They are asked unless the tables on disk have ranks of their own: the two are
    /// never mixed. What was added first stays.
    pub fn add_draws_in_memory(&self, draws: Arc<dyn DrawsInMemory>) {
        let _ = self.draws_in_memory.set(draws);
    }

    /// Whether positions of a subspace are looked up in what was solved in memory.
    #[must_use]
    pub fn asks_memory(&self, subspace: Subspace) -> bool {
        let is_asked =
            |added: &Added| !added.on_disk.contains(&subspace) && added.tables.statistics(subspace).is_some();
        self.in_memory.get().is_some_and(is_asked)
    }

    /// How many tables are open now.
    #[must_use]
    pub fn open_tables(&self) -> usize {
        self.kept.open_tables()
    }

    /// What was counted over a subspace when its table was written.
    ///
    /// # Errors
    /// If its table is missing or cannot be used.
    pub fn statistics(&self, subspace: Subspace) -> Result<Statistics, TableError> {
        self.kept.table(&self.directory.strong(), subspace).map(|table| table.statistics().clone())
    }

    /// The ranks by which draws are told apart, on disk or else in memory; `None` if they are not.
    ///
    /// # Errors
    /// If the file of ranks cannot be used.
    pub fn ranks(&self) -> Result<Option<&Ranks>, ProbeError> {
        Ok(self.draws()?.map(DrawProber::ranks).or_else(|| Some(self.draws_in_memory.get()?.ranks())))
    }

    /// What the draw in a slot is worth; `None` if nobody knows.
    fn draw(&self, subspace: Subspace, slot: Slot) -> Result<Option<RankedDraw>, ProbeError> {
        let value = match self.draws()? {
            Some(draws) => draws.value(subspace, slot)?,
            None => self.draws_in_memory.get().and_then(|draws| draws.draw(subspace, slot)),
        };
        let here = self.ranks()?.and_then(|ranks| ranks.of(subspace));
        Ok(value.zip(here).map(|(value, here)| RankedDraw::new(value, here)))
    }

    fn draws(&self) -> Result<Option<&DrawProber>, ProbeError> {
        if self.draws.get().is_none() {
            let opened = DrawProber::open(&self.directory, Arc::clone(&self.cache))?;
            // If another thread was faster, its own is as good.
            let _ = self.draws.set(opened);
        }
        Ok(self.draws.get().and_then(Option::as_ref))
    }

    /// What is known about a position. Positions in which the game is over need no table.
    ///
    /// # Errors
    /// If its table is missing or cannot be used.
    pub fn probe(&self, position: &Position) -> Result<Known, ProbeError> {
        match position.over(self.directory.rules()) {
            Some(Over::TooFewStones | Over::Blocked) => return Ok(Known::Value(Value::loss(0))),
            Some(Over::DrawnFullBoard) => return Ok(Known::Value(Value::Draw)),
            None => {}
        }
        let subspace = Subspace::of(position);
        let slot = representative_slot(position, subspace);
        let added = self.in_memory.get().filter(|added| !added.on_disk.contains(&subspace));
        let known = match added.and_then(|added| added.tables.value(subspace, slot)) {
            Some(value) => Known::Value(value),
            None => self.probe_slot(subspace, slot)?,
        };
        if known.outcome() != Outcome::Draw {
            return Ok(known);
        }
        Ok(self.draw(subspace, slot)?.map_or(known, Known::Ranked))
    }

    /// What the tables on disk know about a slot that stands for its position.
    fn probe_slot(&self, subspace: Subspace, slot: Slot) -> Result<Known, ProbeError> {
        let of_table = |error| ProbeError::of_table(subspace, error);
        let chunk = self.kept.chunk(&self.directory.strong(), subspace, slot).map_err(of_table)?;
        match chunk.known(slot) {
            Some(known) => Ok(known),
            // Asked for the error that says what is wrong.
            None => self.table(subspace)?.known(slot).map_err(of_table),
        }
    }

    /// The value of a position for the player to move.
    ///
    /// # Errors
    /// If its table is missing, has been reduced or cannot be used.
    pub fn value_of(&self, position: &Position) -> Result<Value, ProbeError> {
        match self.probe(position)? {
            Known::Value(value) => Ok(value),
            Known::Ranked(_) => Ok(Value::Draw),
            Known::Outcome(_) => {
                // Read again, for the error that says what was kept.
                let table = self.table(Subspace::of(position))?;
                Ok(table.plies()?.value(representative_slot(position, table.subspace()))?)
            }
        }
    }

    /// What is known about a position and its moves. A table that is missing or reduced to statistics makes a value
    /// unknown.
    ///
    /// **Complexity**: one probe for the position and one for each legal move.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn survey(&self, position: &Position) -> Result<Survey, ProbeError> {
        let value = known_if_any(self.probe(position))?;
        let rate = |chosen| {
            let next = position.play_unchecked(chosen);
            Ok(RatedMove { chosen, next, known: known_if_any(self.probe_from(position, &next))? })
        };
        let moves = position.moves(self.rules()).into_iter().map(rate).collect::<Result<_, ProbeError>>()?;
        Ok(Survey::new(value, moves))
    }

    /// [`Tablebase::survey`] of many positions, in their order. They and their moves are looked up in the order of slots, by
    /// all threads, so that a chunk is read once for all that lie in it.
    ///
    /// **Memory**: some 60 bytes for each position and each of their moves.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn surveys(&self, positions: &[Position]) -> Result<Vec<Survey>, ProbeError> {
        let moves: Vec<Vec<Move>> =
            positions.par_iter().map(|position| position.moves(self.rules())).collect();
        // Each position, then what its moves lead to.
        let asked: Vec<Position> = (positions.iter().zip(&moves))
            .flat_map(|(position, moves)| {
                let next = moves.iter().map(|&chosen| position.play_unchecked(chosen));
                [*position].into_iter().chain(next)
            })
            .collect();
        let mut order: Vec<(Option<(Subspace, Slot)>, usize)> =
            asked.par_iter().map(slot_of).enumerate().map(|(at, slot)| (slot, at)).collect();
        order.par_sort_unstable();
        let probe = |&(_, at): &(_, usize)| Ok((at, known_if_any(self.probe(&asked[at]))?));
        let found = order.par_iter().with_min_len(LOOKED_UP_TOGETHER).map(probe);
        let mut known = vec![None; asked.len()];
        for (at, found) in found.collect::<Result<Vec<_>, ProbeError>>()? {
            known[at] = found;
        }
        let lengths = moves.iter().map(|moves| 1 + moves.len());
        let begins: Vec<usize> =
            lengths.scan(0, |end, length| Some(std::mem::replace(end, *end + length))).collect();
        let survey = |((position, moves), begin): ((&Position, Vec<Move>), usize)| {
            let from = Subspace::of(position);
            let rate = |(chosen, at): (Move, usize)| {
                let seen = |known| self.seen_from(from, Subspace::of(&asked[at]), known);
                Ok(RatedMove { chosen, next: asked[at], known: known[at].map(seen).transpose()? })
            };
            let moves = moves.into_iter().zip(begin + 1..).map(rate);
            Ok(Survey::new(known[begin], moves.collect::<Result<_, ProbeError>>()?))
        };
        positions.par_iter().zip(moves).zip(begins).map(survey).collect()
    }

    /// All legal moves, best first as in a [`Survey`], each with what it is worth for the player who makes it, counted
    /// from `position`: taking the third-last stone is a win in 1.
    ///
    /// # Errors
    /// If a table is missing or cannot be used.
    pub fn probe_moves(&self, position: &Position) -> Result<Vec<(Move, Known)>, ProbeError> {
        let rate = |chosen| {
            let next = position.play_unchecked(chosen);
            Ok(RatedMove { chosen, next, known: Some(self.probe_from(position, &next)?) })
        };
        let moves = position.moves(self.rules()).into_iter().map(rate).collect::<Result<_, ProbeError>>()?;
        Ok(Survey::new(None, moves)
            .moves
            .iter()
            .filter_map(|rated| Some((rated.chosen, rated.known?)))
            .collect())
    }

    /// What is known about a position, for the player who moved there from another.
    fn probe_from(&self, parent: &Position, next: &Position) -> Result<Known, ProbeError> {
        self.seen_from(Subspace::of(parent), Subspace::of(next), self.probe(next)?)
    }

    /// What a position of one subspace is worth to the player who moves there from another.
    fn seen_from(&self, parent: Subspace, here: Subspace, known: Known) -> Result<Known, ProbeError> {
        let Known::Ranked(draw) = known else { return Ok(known.seen_from_parent()) };
        let ranks = self.ranks()?.and_then(|ranks| ranks.of(here).zip(ranks.of(parent)));
        Ok(match ranks {
            None => Known::Value(Value::Draw),
            Some((here, parent)) => {
                let value = DrawValue::of_gain(draw.value.seen_from_parent(here, parent), parent);
                Known::Ranked(RankedDraw::new(value, parent))
            }
        })
    }

    fn table(&self, subspace: Subspace) -> Result<Arc<Table>, ProbeError> {
        let table = self.kept.table(&self.directory.strong(), subspace);
        table.map_err(|error| ProbeError::of_table(subspace, error))
    }
}

fn known_if_any(result: Result<Known, ProbeError>) -> Result<Option<Known>, ProbeError> {
    match result {
        Ok(known) => Ok(Some(known)),
        Err(error) if error.is_unknown() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Where a position is looked up; `None` if it needs no table because a player has too few stones.
fn slot_of(position: &Position) -> Option<(Subspace, Slot)> {
    let subspace = Subspace::of(position);
    let Subspace { mover, other, mover_hand, other_hand } = subspace;
    Subspace::new(mover, other, mover_hand, other_hand).ok()?;
    Some((subspace, UnitIndex::new(Unit::of(subspace)).slot_of(position).1))
}

/// The slot that stands for a position and its images: the only one of theirs whose value tables promise.
fn representative_slot(position: &Position, subspace: Subspace) -> Slot {
    let index = UnitIndex::new(Unit::of(subspace));
    // The index knows which player is the key; a unit whose players have the same is keyed by the mover.
    let (_, slot) = index.slot_of(position);
    let (a, c) = index.sets_of_slot(slot);
    let smallest = Classes::stabiliser(a).map(|symmetry| symmetry.apply(c)).min();
    smallest.map_or(slot, |c| index.slot_of_sets(a, c))
}
