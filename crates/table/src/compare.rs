//! How outcomes change from one set of rules to another, over the positions that both games have.

use std::ops::{AddAssign, Range};
use std::path::PathBuf;

use millwright_index::{Classes, Slot, Subspace, Unit, UnitIndex, expand};
use millwright_rules::{Board, PointSet, Position, Symmetry, Value};
use rayon::prelude::*;
use thiserror::Error;

use crate::chunk::Chunk;
use crate::code::value_of;
use crate::directory::TableDirectory;
use crate::error::{TableError, Trouble};
use crate::format::CHUNK_SLOTS;
use crate::kind::Strong;
use crate::outcome::Outcome;
use crate::reader::Table;

/// How many positions go from each outcome to each. Every orbit of symmetric positions counts once.
///
/// **Invariants**: `positions = unchanged + changed`; `reversed <= changed`; `other_depth <= unchanged`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// By the outcome in the first game, then by that in the second, in the order of [`Outcome::ALL`].
    counts: [[u64; 3]; 3],
    other_depth: u64,
}

impl Comparison {
    /// Positions that are worth `from` in the first game and `to` in the second.
    #[must_use]
    pub const fn count(&self, from: Outcome, to: Outcome) -> u64 {
        self.counts[from as usize][to as usize]
    }

    /// All positions that were compared.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Positions with the same outcome in both games.
    #[must_use]
    pub fn unchanged(&self) -> u64 {
        Outcome::ALL.iter().map(|&outcome| self.count(outcome, outcome)).sum()
    }

    /// Positions with another outcome.
    #[must_use]
    pub fn changed(&self) -> u64 {
        self.positions() - self.unchanged()
    }

    /// Wins that become losses, and losses that become wins.
    #[must_use]
    pub const fn reversed(&self) -> u64 {
        self.count(Outcome::Win, Outcome::Loss) + self.count(Outcome::Loss, Outcome::Win)
    }

    /// Positions that are won in both games or lost in both, but in another number of plies.
    #[must_use]
    pub const fn other_depth(&self) -> u64 {
        self.other_depth
    }

    /// Counts a position with these wide codes, and says what became of its outcome.
    #[inline]
    fn add(&mut self, from: u16, to: u16) -> (Outcome, Outcome) {
        let outcomes = (Outcome::of_code(from), Outcome::of_code(to));
        self.counts[outcomes.0 as usize][outcomes.1 as usize] += 1;
        self.other_depth += u64::from(from != to && outcomes.0 == outcomes.1);
        outcomes
    }
}

impl AddAssign for Comparison {
    fn add_assign(&mut self, other: Self) {
        for (sum, count) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *sum += count;
        }
        self.other_depth += other.other_depth;
    }
}

/// Which positions to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Those whose outcome is another one.
    Changed,
    /// Those that go from win to loss or from loss to win.
    Reversed,
}

impl Difference {
    fn includes(self, from: Outcome, to: Outcome) -> bool {
        let drawn = from == Outcome::Draw || to == Outcome::Draw;
        from != to && (self == Self::Changed || !drawn)
    }

    /// How many of these positions were counted.
    #[must_use]
    pub fn count(self, comparison: &Comparison) -> u64 {
        match self {
            Self::Changed => comparison.changed(),
            Self::Reversed => comparison.reversed(),
        }
    }
}

/// What to list besides counting.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Which positions.
    pub difference: Difference,
    /// How many of them at most: the first, in the order of their slots.
    pub limit: usize,
}

/// A position that has another outcome in the second game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedPosition {
    /// The position, with White to move.
    pub position: Position,
    /// Its value in the first game.
    pub from: Value,
    /// Its value in the second game.
    pub to: Value,
}

/// Why two games cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// Their positions are not the same.
    #[error("{from} has the {from_board} board and {to} the {to_board} one: they have no common positions")]
    Boards {
        /// The first game.
        from: String,
        /// Its board.
        from_board: Board,
        /// The second game.
        to: String,
        /// Its board.
        to_board: Board,
    },
    /// One of them has no such table.
    #[error("the table of subspace {subspace} is missing: there is no {}", path.display())]
    Missing {
        /// Which game.
        game: String,
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Two games on the same board, whose tables have the same slots.
#[derive(Clone, Copy, Debug)]
pub struct GamePair<'a> {
    from: &'a TableDirectory,
    to: &'a TableDirectory,
}

impl<'a> GamePair<'a> {
    /// Pairs the tables of two games. Nothing is opened yet.
    ///
    /// # Errors
    /// If the games have different boards.
    pub fn new(from: &'a TableDirectory, to: &'a TableDirectory) -> Result<Self, CompareError> {
        let (from_board, to_board) = (from.rules().board, to.rules().board);
        if from_board == to_board {
            return Ok(Self { from, to });
        }
        Err(CompareError::Boards {
            from: from.name().to_owned(),
            from_board,
            to: to.name().to_owned(),
            to_board,
        })
    }

    /// The subspaces that have a table in both games, in order.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub fn common_subspaces(&self) -> Result<Vec<Subspace>, TableError> {
        let mut common = self.from.contents()?.tables;
        let others = self.to.contents()?.tables;
        common.retain(|subspace| others.binary_search(subspace).is_ok());
        Ok(common)
    }

    /// Compares all positions of a subspace, and lists what `listing` asks for.
    ///
    /// **Complexity**: reads both tables once, in parallel. **Memory**: two chunks a thread, and the list.
    ///
    /// # Errors
    /// If a table is missing, reduced, damaged, foreign or cannot be read.
    pub fn compare(
        &self,
        subspace: Subspace,
        listing: Option<Listing>,
    ) -> Result<(Comparison, Vec<ChangedPosition>), CompareError> {
        let open = |directory: &TableDirectory| {
            let table = directory.open(subspace).and_then(|table| {
                table.plies()?;
                Ok(table)
            });
            table.map_err(|error| match error.trouble() {
                Trouble::Missing => {
                    CompareError::Missing { game: directory.name().to_owned(), subspace, path: error.path }
                }
                _ => CompareError::Table(error),
            })
        };
        let index = UnitIndex::new(Unit::of(subspace));
        let pair = TablePair { from: open(self.from)?, to: open(self.to)?, index, listing };
        let Found { comparison, codes } = pair.compare()?;
        let plane = index.unit().plane_of(subspace);
        let listed = codes.into_iter().map(|(slot, from, to)| ChangedPosition {
            position: index.position_of(plane, slot),
            from: value_of(from),
            to: value_of(to),
        });
        Ok((comparison, listed.collect()))
    }
}

/// The tables of one subspace in both games. Opening has checked that they have as many slots.
struct TablePair {
    from: Table,
    to: Table,
    index: UnitIndex,
    listing: Option<Listing>,
}

/// What was found in some slots.
#[derive(Default)]
struct Found {
    comparison: Comparison,
    /// What is to be listed, in the order of the slots: the slot and the wide codes.
    codes: Vec<(Slot, u16, u16)>,
}

impl TablePair {
    fn compare(&self) -> Result<Found, TableError> {
        let limit = self.listing.map_or(0, |listing| listing.limit);
        let chunks = self.index.slots().div_ceil(CHUNK_SLOTS as u64);
        // Neighbours are joined in order, so the list does not depend on the threads.
        (0..chunks.try_into().unwrap_or(usize::MAX))
            .into_par_iter()
            .map(|number| self.compare_chunk(number))
            .try_reduce(Found::default, |mut found, next| {
                found.comparison += next.comparison;
                found.codes.extend(next.codes);
                found.codes.truncate(limit);
                Ok(found)
            })
    }

    fn compare_chunk(&self, number: usize) -> Result<Found, TableError> {
        let chunks = ChunkPair { from: self.from.chunk(number)?, to: self.to.chunk(number)? };
        let start = (number * CHUNK_SLOTS) as u64;
        let end = self.index.slots().min(start + CHUNK_SLOTS as u64);
        let block_len = u64::from(self.index.block_len());
        let mut found = Found::default();
        // The last block may begin in this chunk and end in the next one, the first one likewise.
        let first_block = start / block_len;
        let representatives = self.index.classes().representatives().iter();
        let blocks = representatives.skip(first_block.try_into().unwrap_or(usize::MAX)).zip(first_block..);
        for (&a, block) in blocks.take_while(|(_, block)| block * block_len < end) {
            let slots = start.max(block * block_len)..end.min((block + 1) * block_len);
            self.compare_block(&chunks, a, slots, &mut found);
        }
        Ok(found)
    }

    /// Compares some slots of the block of `a`. Only where `a` has symmetries of its own can a slot be a
    /// duplicate.
    fn compare_block(&self, chunks: &ChunkPair, a: PointSet, slots: Range<u64>, found: &mut Found) {
        let own: Vec<Symmetry> =
            Classes::stabiliser(a).filter(|&symmetry| symmetry != Symmetry::IDENTITY).collect();
        if own.is_empty() {
            slots.for_each(|slot| self.compare_slot(chunks, Slot(slot), found));
            return;
        }
        let unit = self.index.unit();
        let within = slots.start % u64::from(self.index.block_len());
        let sets = PointSet::subsets(24 - unit.a(), unit.c()).skip(within.try_into().unwrap_or(usize::MAX));
        for (slot, numbered) in slots.zip(sets) {
            let c = expand(numbered, !a);
            if own.iter().all(|symmetry| symmetry.apply(c) >= c) {
                self.compare_slot(chunks, Slot(slot), found);
            }
        }
    }

    #[inline]
    fn compare_slot(&self, chunks: &ChunkPair, slot: Slot, found: &mut Found) {
        // Both chunks have all slots that they are asked for: the index gives them, and the head was checked.
        let (Some(from), Some(to)) = (chunks.from.code(slot), chunks.to.code(slot)) else { return };
        let outcomes = found.comparison.add(from, to);
        if outcomes.0 != outcomes.1 && self.is_listed(outcomes, found.codes.len()) {
            found.codes.push((slot, from, to));
        }
    }

    fn is_listed(&self, (from, to): (Outcome, Outcome), listed: usize) -> bool {
        self.listing.is_some_and(|listing| listed < listing.limit && listing.difference.includes(from, to))
    }
}

/// The same slots of both tables.
struct ChunkPair {
    from: Chunk<Strong>,
    to: Chunk<Strong>,
}
