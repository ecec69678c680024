//! The values that a count reads.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use millwright_index::Subspace;
use millwright_rules::Rules;
use millwright_table::{Code, Holds, Outcome, Table, TableDirectory, Trouble};
use millwright_walk::{Keyed, Planes, reaches};
use rayon::prelude::*;

use crate::CensusError;

/// The tables of some subspaces, and of all that their moves lead to.
pub(crate) struct Opened {
    tables: BTreeMap<Subspace, Table>,
}

impl Opened {
    /// Opens them.
    ///
    /// # Errors
    /// If one is missing, damaged, or has not kept its values.
    pub(crate) fn new(
        directory: &TableDirectory,
        subspaces: impl IntoIterator<Item = Subspace>,
    ) -> Result<Self, CensusError> {
        let mut tables = BTreeMap::new();
        for subspace in subspaces {
            let next = reaches(directory.rules(), subspace).into_iter().map(|reach| reach.next);
            for subspace in next.chain([subspace]) {
                if let Entry::Vacant(place) = tables.entry(subspace) {
                    place.insert(open(directory, subspace)?);
                }
            }
        }
        Ok(Self { tables })
    }

    /// One of them.
    pub(crate) fn table(&self, subspace: Subspace) -> &Table {
        &self.tables[&subspace]
    }

    /// The hash of a subspace's table and of those that its moves lead to.
    pub(crate) fn hash_around(&self, rules: &Rules, subspace: Subspace) -> String {
        let next: BTreeSet<Subspace> = reaches(rules, subspace).into_iter().map(|reach| reach.next).collect();
        hash_of([subspace].iter().chain(&next).map(|&subspace| self.table(subspace)))
    }

    /// Has what is in `wanted` in memory, and nothing else: of every slot what it is worth, in a byte.
    pub(crate) fn load(
        &self,
        planes: &mut Planes<u8>,
        wanted: &BTreeSet<Keyed>,
        byte: impl Fn(Outcome) -> u8 + Sync,
    ) -> Result<(), CensusError> {
        planes.keep(wanted);
        planes.load(wanted, |subspace, out| {
            self.tables[&subspace].outcomes()?.load(out)?;
            out.par_iter_mut().for_each(|code| *code = byte(outcome(*code)));
            Ok(())
        })
    }
}

/// Opens a table that has all its values.
pub(crate) fn open(directory: &TableDirectory, subspace: Subspace) -> Result<Table, CensusError> {
    let table = directory.open(subspace).map_err(|error| match error.trouble() {
        Trouble::Missing => CensusError::Missing { subspace, path: error.path },
        _ => error.into(),
    })?;
    match table.holds() {
        Holds::Plies(_) => Ok(table),
        Holds::Outcomes(_) | Holds::Statistics => Err(CensusError::Reduced { path: table.path().to_owned() }),
    }
}

/// The hash of some tables: of those of their heads, which stand for all they hold.
pub(crate) fn hash_of<'a>(tables: impl IntoIterator<Item = &'a Table>) -> String {
    let mut hasher = blake3::Hasher::new();
    for table in tables {
        hasher.update(&table.blake3());
    }
    hasher.finalize().to_hex().to_string()
}

/// What a code stands for, depth apart: wins take an odd number of plies.
#[inline]
fn outcome<T: Code>(code: T) -> Outcome {
    let number: u32 = code.into();
    if code == T::DRAW {
        Outcome::Draw
    } else if number % 2 == 1 {
        Outcome::Win
    } else {
        Outcome::Loss
    }
}
