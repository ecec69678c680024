//! From sector files to our own tables.

use millwright_index::{Plane, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::Value;
use millwright_table::{Longest, Statistics, WIDE_DEEPEST, WIDE_DRAW};
use thiserror::Error;

use crate::error::SectorError;
use crate::layout::Entry;
use crate::orbit::OrbitIndex;
use crate::reader::SectorFile;
use crate::sector_index::{Place, SectorIndex};
use crate::source::Solution;

/// The wins, draws and losses of a subspace as our tables have them.
///
/// **Invariant**: equal to what the solver would store, duplicate slots included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongPlane {
    /// Whose.
    pub subspace: Subspace,
    /// By slot: plies to the end, or [`WIDE_DRAW`].
    pub codes: Vec<u16>,
    /// What is counted.
    pub statistics: Statistics,
}

/// Why a file gives no plane.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file cannot be used.
    #[error(transparent)]
    Sector(#[from] SectorError),
    /// A subspace has no rank.
    #[error(transparent)]
    Ranks(#[from] millwright_ranks::RankError),
    /// An entry that no game has.
    #[error("{}: entry {entry} has the rank {rank} and the depth {depth}: {reason}", path.display())]
    Value {
        /// The file.
        path: std::path::PathBuf,
        /// Which entry.
        entry: u64,
        /// Its rank.
        rank: i32,
        /// Its depth.
        depth: i32,
        /// Why that cannot be.
        reason: &'static str,
    },
}

/// Why a rank and a depth are no value.
type Reason = &'static str;

/// What an entry says about who wins.
struct Judge {
    own: i32,
    win: i32,
}

impl Judge {
    /// The value of a decided entry: a rank beyond all subspaces is a win or a loss, any other a draw.
    fn value(&self, relative: i32, depth: i32) -> Result<Value, Reason> {
        let rank = self.rank(relative);
        if rank.abs() < self.win {
            return Ok(Value::Draw);
        }
        let plies = u16::try_from(depth).ok().filter(|&plies| plies <= WIDE_DEEPEST);
        match (rank.abs() == self.win, plies) {
            (false, _) => Err("it is beyond a win or a loss"),
            (true, None) => Err("no win or loss takes so many plies"),
            (true, Some(plies)) if (rank > 0) != (plies % 2 == 1) => {
                Err("wins take an odd number of plies and losses an even one")
            }
            (true, Some(plies)) => Ok(Value::decided(plies)),
        }
    }

    fn rank(&self, relative: i32) -> i32 {
        self.own + relative
    }
}

impl StrongPlane {
    /// Reads the strong solution out of a file: a `.sec`, or a `.sec2`, which contains it.
    ///
    /// **Memory**: two bytes a slot.
    ///
    /// # Errors
    /// If the file is damaged, or says what no game has.
    ///
    /// # Panics
    /// If the plane is longer than memory can be.
    pub fn read(file: &mut SectorFile, solution: &Solution<'_>) -> Result<Self, ImportError> {
        let subspace = file.subspace();
        let judge = Judge { own: i32::from(solution.rank_of(subspace)?.0), win: i32::from(solution.win().0) };
        let orbits = OrbitIndex::new(subspace);
        let mut codes = vec![WIDE_DRAW; usize::try_from(orbits.slots()).expect("a plane fits in memory")];
        let (mut number, mut first_wrong) = (0, None);
        file.for_each(|position, entry| {
            if let Entry::Decided { relative, depth } = entry {
                match judge.value(relative, depth) {
                    Ok(value) => {
                        codes[place(orbits.find(position).slot)] = value.plies().unwrap_or(WIDE_DRAW);
                    }
                    Err(reason) => {
                        first_wrong.get_or_insert((number, judge.rank(relative), depth, reason));
                    }
                }
            }
            number += 1;
        })?;
        if let Some((entry, rank, depth, reason)) = first_wrong {
            return Err(ImportError::Value { path: file.path().to_owned(), entry, rank, depth, reason });
        }
        let statistics = fill_and_count(subspace, &mut codes);
        Ok(Self { subspace, codes, statistics })
    }

    /// How many positions have another value in `codes`, which are those of a table of the same subspace. What
    /// is in duplicate slots does not matter.
    ///
    /// # Panics
    /// If `codes` has not one place a slot.
    #[must_use]
    pub fn differences(&self, codes: &[u16]) -> u64 {
        assert_eq!(codes.len(), self.codes.len(), "one code a slot");
        let mut different = 0;
        for_each_slot(self.subspace, |slot, representative| {
            different += u64::from(slot == representative && codes[place(slot)] != self.codes[place(slot)]);
        });
        different
    }
}

fn place(slot: Slot) -> usize {
    usize::try_from(slot.0).expect("the plane is in memory")
}

/// Calls `visit` for every slot of a subspace in order, with the slot that stands for its orbit.
fn for_each_slot(subspace: Subspace, mut visit: impl FnMut(Slot, Slot)) {
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    let mut slot = Slot(0);
    // Numbered by its mover, the subspace with A to move has our slots in their order.
    for block in SectorIndex::new(unit.subspace(Plane::A)).all_blocks() {
        for (c, place) in block.entries() {
            visit(
                slot,
                match place {
                    Place::Representative => slot,
                    Place::Duplicate(symmetry) => index.slot_of_sets(block.mover(), symmetry.apply(c)),
                },
            );
            slot.0 += 1;
        }
    }
}

/// Gives duplicate slots the value of the slot that stands for their orbit, and counts the others.
fn fill_and_count(subspace: Subspace, codes: &mut [u16]) -> Statistics {
    let mut statistics = Statistics::default();
    for_each_slot(subspace, |slot, representative| {
        let code = codes[place(representative)];
        if slot == representative {
            count(&mut statistics, code, slot);
        } else {
            codes[place(slot)] = code;
        }
    });
    statistics
}

fn count(statistics: &mut Statistics, code: u16, slot: Slot) {
    statistics.positions += 1;
    if code == WIDE_DRAW {
        statistics.draws += 1;
        return;
    }
    let plies = usize::from(code);
    if statistics.plies.len() <= plies {
        statistics.plies.resize(plies + 1, 0);
    }
    statistics.plies[plies] += 1;
    if statistics.longest.is_none_or(|longest| code > longest.plies) {
        statistics.longest = Some(Longest { plies: code, slot });
    }
}
