//! The positions of a subspace, found and written.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use millwright_index::{Slot, Subspace};
use millwright_ranks::Ranks;
use millwright_rules::{Color, Position, Side};
use millwright_table::{CHUNK_SLOTS, Content, Known, Table, TableDirectory, Trouble, UltraTable, turn_in};
use rayon::ThreadPool;

use crate::error::ListingError;
use crate::lines::{LineFormat, Lines, ShortForm};
use crate::orbits::{Orbit, Orbits};
use crate::ordered::in_order;
use crate::row::{Choice, Columns, Row};
use crate::sample::{Lots, Sample};
use crate::selection::{Selection, Values};
use crate::successors::Successors;

/// How many of the positions that pass are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amount {
    /// All of them.
    #[default]
    All,
    /// The first ones in the order of slots.
    First(u64),
    /// So many, each set of so many being as likely as every other.
    Sample {
        /// How many; all if no more pass. They are kept in memory.
        size: usize,
        /// Decides which.
        seed: u64,
    },
}

/// What is listed.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Of which subspace.
    pub subspace: Subspace,
    /// Which of its positions.
    pub selection: Selection,
    /// What about them.
    pub columns: Columns,
    /// How many of them.
    pub amount: Amount,
}

/// How a listing is run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The threads that work at it. Neither the positions nor their order depend on them.
    pub pool: &'a ThreadPool,
    /// Ends it with [`ListingError::Stopped`] when it is raised.
    pub stop: &'a AtomicBool,
    /// Counts the slots that have been looked at.
    pub looked_at: &'a AtomicU64,
    /// The memory that it may take, in bytes; `None` if nobody counts.
    pub memory: Option<u64>,
}

/// Bytes that a piece takes that is made or waits: its rows and their lines.
const PIECE_BYTES: u64 = CHUNK_SLOTS as u64 * (size_of::<Row>() as u64 + 128);

/// Positions of a subspace, ready to be listed. Each stands for all that are symmetric to it; they come in the order of slots.
#[derive(Debug)]
pub struct Listing<'a> {
    directory: &'a TableDirectory,
    request: Request,
    table: Table,
    ultra: Option<UltraTable>,
    values: Values,
    turn: Color,
}

/// Rows that were found in one chunk, and what was made of them.
struct Piece<T> {
    rows: Vec<Row>,
    result: T,
}

impl<'a> Listing<'a> {
    /// Opens the tables that it takes. `rules` are those of the directory with the stones that are brought, which say who is to
    /// move. Ranks are listed where there are any, and must be there only if one is asked for.
    ///
    /// # Errors
    /// If a table is missing, reduced beyond what is asked for, or cannot be used.
    pub fn open(
        directory: &'a TableDirectory,
        rules: &millwright_rules::Rules,
        request: Request,
    ) -> Result<Self, ListingError> {
        let Request { subspace, selection, .. } = request;
        let of_table = |error| ListingError::of_table(subspace, error);
        let table = directory.open(subspace).map_err(of_table)?;
        table.outcomes().map_err(of_table)?;
        if selection.needs_plies() && table.content() < Content::Plies {
            return Err(ListingError::NoPlies { subspace, path: table.path().to_owned() });
        }
        let ultra = open_ultra(directory, subspace, selection.rank().is_some())?;
        let listing = Self {
            directory,
            request,
            values: selection.values(table.statistics()),
            table,
            ultra,
            turn: turn_in(subspace, rules),
        };
        if listing.counts_moves() {
            Successors::check(directory, subspace)?;
        }
        Ok(listing)
    }

    /// How many slots there are to look at.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.table.slots()
    }

    /// How many positions the subspace has, up to symmetry.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.table.statistics().positions
    }

    /// Writes a line for each position, and gives their number.
    ///
    /// # Errors
    /// If a table is damaged, there is not enough memory, the lines cannot be written, or somebody stops it.
    pub fn write_lines(
        &self,
        format: LineFormat,
        run: Run<'_>,
        out: &mut dyn Write,
    ) -> Result<u64, ListingError> {
        let lines = Lines::new(format, self.columns(), self.short_form());
        out.write_all(lines.header().as_bytes())?;
        let encode = |rows: &[Row]| lines.encode(rows);
        let mut written = 0;
        self.for_each_piece(run, encode, |rows, lines: Vec<u8>| {
            written += rows.len() as u64;
            Ok(out.write_all(&lines)?)
        })?;
        Ok(written)
    }

    /// Gives all rows to `take`, in order.
    ///
    /// # Errors
    /// As [`Listing::write_lines`].
    pub fn for_each_rows(
        &self,
        run: Run<'_>,
        take: &mut dyn FnMut(&[Row]) -> Result<(), ListingError>,
    ) -> Result<(), ListingError> {
        self.for_each_piece(run, |_| (), |rows, ()| take(rows))
    }

    pub(crate) fn short_form(&self) -> ShortForm {
        ShortForm::new(self.request.subspace, self.turn)
    }

    /// Moves are listed where they are counted anyway.
    pub(crate) fn columns(&self) -> Columns {
        if self.request.selection.only_move() { Columns::Moves } else { self.request.columns }
    }

    fn counts_moves(&self) -> bool {
        self.columns() == Columns::Moves
    }

    /// How many positions have the values asked for, whatever else is asked.
    fn most(&self) -> u64 {
        let passing = self.values.count(self.table.statistics());
        match self.request.amount {
            Amount::First(most) => passing.min(most),
            Amount::All | Amount::Sample { .. } => passing,
        }
    }

    /// Finds rows and makes something of each piece of them in all threads; gives both to `take` in order.
    fn for_each_piece<T: Send>(
        &self,
        run: Run<'_>,
        make: impl Fn(&[Row]) -> T + Sync,
        mut take: impl FnMut(&[Row], T) -> Result<(), ListingError>,
    ) -> Result<(), ListingError> {
        let most = self.most();
        if most == 0 {
            return Ok(());
        }
        self.check_memory(run)?;
        let Request { subspace, amount, .. } = self.request;
        let load = || Successors::load(self.directory, subspace, run.stop);
        let successors = self.counts_moves().then(|| run.pool.install(load)).transpose()?;
        let finder = Finder { listing: self, orbits: Orbits::of(subspace), successors, run };
        if let Amount::Sample { size, seed } = amount {
            let lots = Lots::new(seed, subspace);
            let mut sample = Sample::new(&lots, size);
            let find = |chunk| finder.find(chunk, |slot| lots.has_chance(slot));
            in_order(run.pool, finder.chunks(), window(run), find, |rows| {
                sample.add(&rows);
                Ok(ControlFlow::Continue(()))
            })?;
            return sample.into_rows().chunks(CHUNK_SLOTS).try_for_each(|rows| take(rows, make(rows)));
        }
        let mut left = most;
        let find = |chunk| {
            let rows = finder.find(chunk, |_| true)?;
            let result = make(&rows);
            Ok(Piece { rows, result })
        };
        in_order(run.pool, finder.chunks(), window(run), find, |Piece { rows, result }| {
            let count = rows.len() as u64;
            if count > left {
                let rows = &rows[..usize::try_from(left).expect("fewer than there are")];
                take(rows, make(rows))?;
            } else {
                take(&rows, result)?;
            }
            left = left.saturating_sub(count);
            Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }

    fn check_memory(&self, run: Run<'_>) -> Result<(), ListingError> {
        let pieces = PIECE_BYTES * window(run) as u64;
        let successors = if self.counts_moves() {
            Successors::bytes(self.directory.rules(), self.request.subspace)
        } else {
            0
        };
        let sample = match self.request.amount {
            // Twice: a heap, and the rows in their order.
            Amount::Sample { size, .. } => (size as u64).min(self.most()) * 2 * size_of::<Row>() as u64,
            Amount::All | Amount::First(_) => 0,
        };
        let needed = pieces + successors + sample;
        match run.memory {
            Some(available) if needed > available => Err(ListingError::Memory { needed, available }),
            _ => Ok(()),
        }
    }
}

/// Pieces that are made or wait at any time.
fn window(run: Run<'_>) -> usize {
    2 * run.pool.current_num_threads() + 2
}

/// The ultra table of a subspace, if there is one with values.
fn open_ultra(
    directory: &TableDirectory,
    subspace: Subspace,
    is_needed: bool,
) -> Result<Option<UltraTable>, ListingError> {
    let missing = || ListingError::NoRanks { subspace, path: directory.ultra_path_of(subspace) };
    let open = |ranks: &Ranks| match directory.ultra(ranks).open(subspace) {
        Err(error) if error.trouble() == Trouble::Missing => Ok(None),
        opened => opened.map(Some),
    };
    let table = directory.read_ranks()?.as_ref().map(open).transpose()?.flatten();
    match table {
        None if is_needed => Err(missing()),
        Some(table) if table.content() == Content::Statistics => {
            let path = table.path().to_owned();
            if is_needed { Err(ListingError::RanksDropped { subspace, path }) } else { Ok(None) }
        }
        table => Ok(table),
    }
}

/// Finds the rows of one chunk after the other.
struct Finder<'a> {
    listing: &'a Listing<'a>,
    orbits: Orbits,
    successors: Option<Successors>,
    run: Run<'a>,
}

impl Finder<'_> {
    fn chunks(&self) -> usize {
        usize::try_from(self.orbits.slots().div_ceil(CHUNK_SLOTS as u64)).expect("chunks can be counted")
    }

    fn slots_of(&self, chunk: usize) -> Range<u64> {
        let first = (chunk * CHUNK_SLOTS) as u64;
        first..self.orbits.slots().min(first + CHUNK_SLOTS as u64)
    }

    /// The rows of a chunk that pass, of slots that have a chance.
    fn find(&self, chunk: usize, has_chance: impl Fn(Slot) -> bool) -> Result<Vec<Row>, ListingError> {
        if self.run.stop.load(Ordering::Relaxed) {
            return Err(ListingError::Stopped);
        }
        let Listing { table, ultra, request: Request { selection, .. }, values, .. } = self.listing;
        let slots = self.slots_of(chunk);
        let length = slots.end - slots.start;
        let stored = table.chunk(chunk)?;
        let draws =
            ultra.as_ref().map(|ultra| Ok::<_, ListingError>((ultra, ultra.chunk(chunk)?))).transpose()?;
        // Nearly every slot is a row where nothing is asked for.
        let is_asked_for_all = *values == Values::All && !selection.only_move();
        let mut rows = Vec::with_capacity(if is_asked_for_all { CHUNK_SLOTS } else { 0 });
        self.orbits.for_each(
            slots,
            stored.all_known(),
            |known| values.has(known),
            |orbit, known| {
                if !has_chance(orbit.slot) {
                    return;
                }
                let draw = draws.as_ref().and_then(|(ultra, chunk)| ultra.draw_in(chunk, orbit.slot));
                let rank = draw.map(|draw| draw.rank);
                if selection.rank().is_some_and(|wanted| rank != Some(wanted)) {
                    return;
                }
                let row = self.row(orbit, known, rank);
                if !selection.only_move() || row.choice.is_some_and(Choice::is_only_move) {
                    rows.push(row);
                }
            },
        );
        self.run.looked_at.fetch_add(length, Ordering::Relaxed);
        Ok(rows)
    }

    #[inline]
    fn row(&self, orbit: Orbit, known: Known, rank: Option<millwright_ranks::Rank>) -> Row {
        let Orbit { slot, mover, other } = orbit;
        let outcome = known.outcome();
        let choice = self.successors.as_ref().map(|successors| {
            let subspace = self.listing.request.subspace;
            let mover = Side { stones: mover, hand: subspace.mover_hand };
            let other = Side { stones: other, hand: subspace.other_hand };
            successors.choice(&Position::from_sides_unchecked(mover, other, Color::White), outcome)
        });
        Row { slot, mover, other, outcome, plies: known.plies(), rank, choice }
    }
}
