//! The values of positions and moves, from the tables of a game.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use millwright_index::{Classes, Slot, Subspace, Unit, UnitIndex};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::{Move, Over, Position, Value};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use thiserror::Error;

use crate::chunk::Chunk;
use crate::directory::TableDirectory;
use crate::draw_prober::DrawProber;
use crate::error::{TableError, Trouble};
use crate::known::{Known, RankedDraw};
use crate::outcome::Outcome;
use crate::reader::Table;

/// Finds the values of positions. Threads may share it.
///
/// Tables are opened when they are first needed, and those used lately stay open; chunks that were read are kept.
/// Both have a limit: [`ProberLimits`].
#[derive(Debug)]
pub struct Prober {
    directory: TableDirectory,
    tables: Cache<Subspace, Arc<Table>>,
    chunks: Cache<(Subspace, usize), Arc<Chunk>, ByBytes>,
    limits: ProberLimits,
    /// Made when the first draw is looked up; `None` if draws are not told apart here.
    draws: OnceLock<Option<DrawProber>>,
}

/// What a prober may hold on to, and once more the same for ultra tables if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProberLimits {
    /// Decompressed chunks, in bytes.
    pub cache_bytes: u64,
    /// Open tables. A thread at work may have one more open for a moment.
    pub open_tables: usize,
}

impl ProberLimits {
    /// As many bytes of chunks, and as many open tables as every system allows: extended games have more than
    /// 4,000 tables, while some systems let a process open 256 files. With their heads, up to 200 KB each,
    /// these take 25 MB at most.
    #[must_use]
    pub const fn new(cache_bytes: u64) -> Self {
        Self { cache_bytes, open_tables: 128 }
    }
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
    /// Its table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

#[derive(Clone, Debug)]
struct ByBytes;

impl Weighter<(Subspace, usize), Arc<Chunk>> for ByBytes {
    fn weight(&self, _key: &(Subspace, usize), chunk: &Arc<Chunk>) -> u64 {
        chunk.bytes() as u64
    }
}

impl Prober {
    /// A prober of the tables in a directory that keeps at most `cache_bytes` of decompressed chunks. Opens
    /// nothing yet.
    #[must_use]
    pub fn new(directory: TableDirectory, cache_bytes: u64) -> Self {
        Self::with_limits(directory, ProberLimits::new(cache_bytes))
    }

    /// A prober that keeps no more than it may. Opens nothing yet.
    #[must_use]
    pub fn with_limits(directory: TableDirectory, limits: ProberLimits) -> Self {
        let ProberLimits { cache_bytes, open_tables } = limits;
        let chunks = usize::try_from(cache_bytes >> 16).unwrap_or(usize::MAX).clamp(1, 1 << 16);
        let chunks = Cache::with_weighter(chunks, cache_bytes, ByBytes);
        Self { directory, tables: Cache::new(open_tables), chunks, limits, draws: OnceLock::new() }
    }

    /// Where it looks.
    #[must_use]
    pub fn directory(&self) -> &TableDirectory {
        &self.directory
    }

    /// How many tables are open now.
    #[must_use]
    pub fn open_tables(&self) -> usize {
        self.tables.len()
    }

    /// The ranks by which draws are told apart; `None` if they are not.
    ///
    /// # Errors
    /// If the file of ranks cannot be used.
    pub fn ranks(&self) -> Result<Option<&Ranks>, ProbeError> {
        Ok(self.draws()?.map(DrawProber::ranks))
    }

    fn draws(&self) -> Result<Option<&DrawProber>, ProbeError> {
        if self.draws.get().is_none() {
            let opened = DrawProber::open(&self.directory, self.limits)?;
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
        let number = Chunk::number_of(slot);
        // A chunk that is kept needs no open table.
        let read = || Ok::<_, ProbeError>(Arc::new(self.table(subspace)?.chunk(number)?));
        let chunk = self.chunks.get_or_insert_with(&(subspace, number), read)?;
        let known = match (chunk.value(slot), chunk.outcome(slot)) {
            (Some(value), _) => Known::Value(value),
            (None, Some(outcome)) => Known::Outcome(outcome),
            (None, None) => Known::Value(self.table(subspace)?.value(slot)?),
        };
        if known.outcome() != Outcome::Draw {
            return Ok(known);
        }
        let Some(draws) = self.draws()? else { return Ok(known) };
        let ranked = draws.value(subspace, slot)?.zip(draws.ranks().of(subspace));
        Ok(ranked.map_or(known, |(value, here)| Known::Ranked(RankedDraw::new(value, here))))
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
                let table = self.table(Subspace::of(position))?;
                Ok(table.value(representative_slot(position, table.subspace()))?)
            }
        }
    }

    /// All legal moves, best first, each with what it is worth for the player who makes it, counted from `position`:
    /// taking the third-last stone is a win in 1. Draws are ordered by what is gained by them, where that is known.
    /// Moves of the same value are in the order of their texts.
    ///
    /// # Errors
    /// If a table is missing or cannot be used.
    pub fn probe_moves(&self, position: &Position) -> Result<Vec<(Move, Known)>, ProbeError> {
        let moves = position.moves(self.directory.rules()).into_iter();
        let with_value = |chosen| {
            let next = position.play_unchecked(chosen);
            let known = self.probe(&next)?;
            Ok((chosen, self.seen_from(Subspace::of(position), Subspace::of(&next), known)?))
        };
        let mut found = moves.map(with_value).collect::<Result<Vec<_>, ProbeError>>()?;
        found.sort_by_cached_key(|(chosen, known)| (known.best_first(), chosen.to_string()));
        Ok(found)
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
        let open = || self.directory.open(subspace).map(Arc::new);
        self.tables.get_or_insert_with(&subspace, open).map_err(|error| match error.trouble() {
            Trouble::Missing => ProbeError::Missing { subspace, path: error.path },
            _ => ProbeError::Table(error),
        })
    }
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
