//! From sector files to our own tables.

mod strong;
mod ultra;

use std::path::PathBuf;

use millwright_index::{ClassId, Classes, Slot, Subspace, Unit, UnitIndex, expand};
use millwright_ranks::{DrawValue, Rank, RankError};
use millwright_rules::{PointSet, Position, Symmetry, Value};
use millwright_table::WIDE_DEEPEST;
use thiserror::Error;

pub use self::strong::read_strong;
pub use self::ultra::read_ultra;
use crate::error::SectorError;
use crate::reader::SectorFile;
use crate::sector_format::Entry;
use crate::source::Solution;

/// Why a file gives no plane.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The file cannot be used.
    #[error(transparent)]
    Sector(#[from] SectorError),
    /// A subspace has no rank.
    #[error(transparent)]
    Ranks(#[from] RankError),
    /// An entry that no game has.
    #[error("{}: entry {entry} has the rank {rank} and the depth {depth}: {reason}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Which entry.
        entry: u64,
        /// Its rank.
        rank: i32,
        /// Its depth.
        depth: i32,
        /// Why that cannot be.
        reason: &'static str,
    },
    /// More values of draws than a table can tell apart.
    #[error("{}: draws have {found} different values, more than a table can hold", path.display())]
    TooManyValues {
        /// The file.
        path: PathBuf,
        /// How many.
        found: usize,
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
    fn new(subspace: Subspace, solution: &Solution<'_>) -> Result<Self, RankError> {
        Ok(Self { own: i32::from(solution.rank_of(subspace)?.0), win: i32::from(solution.win().0) })
    }

    /// Who wins; `None` for a duplicate.
    fn outcome(&self, entry: Entry) -> Result<Option<Value>, Reason> {
        match entry {
            Entry::Duplicate(_) => Ok(None),
            Entry::Inside { .. } => Ok(Some(Value::Draw)),
            Entry::Decided { relative, depth } => self.value(relative, depth).map(Some),
        }
    }

    /// What a draw is worth; `None` for all else.
    fn draw(&self, entry: Entry) -> Result<Option<DrawValue>, Reason> {
        if self.outcome(entry)? != Some(Value::Draw) {
            return Ok(None);
        }
        let (relative, depth) = match entry {
            Entry::Decided { relative, depth } => (relative, depth),
            Entry::Inside { .. } | Entry::Duplicate(_) => (0, 0),
        };
        let rank = i16::try_from(self.rank(relative)).map_err(|_| "there is no such rank")?;
        let depth = i16::try_from(depth).map_err(|_| "no draw takes so long")?;
        Ok(Some(DrawValue { rank: Rank(rank), depth }))
    }

    /// Calls `visit` for every entry of a file of which `judged` says something.
    fn for_each<T>(
        &self,
        file: &mut SectorFile,
        judged: impl Fn(&Self, Entry) -> Result<Option<T>, Reason>,
        mut visit: impl FnMut(&Position, T),
    ) -> Result<(), ImportError> {
        let (mut number, mut first_wrong) = (0, None);
        file.for_each(|position, entry| {
            match judged(self, entry) {
                Ok(Some(value)) => visit(position, value),
                Ok(None) => {}
                Err(reason) => {
                    first_wrong.get_or_insert((number, entry, reason));
                }
            }
            number += 1;
        })?;
        match first_wrong {
            Some((number, Entry::Decided { relative, depth }, reason)) => Err(ImportError::Value {
                path: file.path().to_owned(),
                entry: number,
                rank: self.rank(relative),
                depth,
                reason,
            }),
            // Nothing else can be wrong.
            _ => Ok(()),
        }
    }

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

/// Calls `visit` for every slot of a subspace in order, with the slot that stands for its orbit.
fn for_each_slot(subspace: Subspace, mut visit: impl FnMut(Slot, Slot)) {
    let unit = Unit::of(subspace);
    let index = UnitIndex::new(unit);
    let mut slot = Slot(0);
    for (class, &a) in (0..).map(ClassId).zip(index.classes().representatives()) {
        let symmetries: Vec<Symmetry> = Classes::stabiliser(a).collect();
        for numbered in PointSet::subsets(24 - unit.a(), unit.c()) {
            let c = expand(numbered, !a);
            let smallest = symmetries.iter().map(|symmetry| symmetry.apply(c)).min().unwrap_or(c);
            visit(slot, if smallest == c { slot } else { index.slot_in_block(class, smallest) });
            slot.0 += 1;
        }
    }
}

/// How many positions of a subspace have another value here than there. What is in duplicate slots does not matter.
#[must_use]
pub fn differences<V: PartialEq>(
    subspace: Subspace,
    here: impl Fn(Slot) -> V,
    there: impl Fn(Slot) -> V,
) -> u64 {
    let mut different = 0;
    for_each_slot(subspace, |slot, representative| {
        different += u64::from(slot == representative && here(slot) != there(slot));
    });
    different
}

fn place(slot: Slot) -> usize {
    usize::try_from(slot.0).expect("the plane is in memory")
}
