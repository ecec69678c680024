//! Draws told apart, out of ultra-strong sector files.

use std::collections::BTreeMap;

use millwright_ranks::{DrawValue, Ranks};
use millwright_table::{PlaneValues, Ultra};

use super::{ImportError, Judge, for_each_slot, place};
use crate::orbit::OrbitIndex;
use crate::reader::SectorFile;
use crate::source::Solution;

/// Reads what draws are worth out of a `.sec2` file that was made with these ranks. It is equal to what the solver
/// would store, duplicate slots included.
///
/// **Memory**: two bytes a slot. The file is read twice.
///
/// # Errors
/// If the file is damaged, or says what no game has.
///
/// # Panics
/// If the plane is longer than memory can be.
pub fn read_ultra(file: &mut SectorFile, ranks: &Ranks) -> Result<PlaneValues<Ultra>, ImportError> {
    let subspace = file.subspace();
    let judge = Judge::new(subspace, &Solution::Ranked(ranks))?;
    let mut counts: BTreeMap<DrawValue, u64> = BTreeMap::new();
    judge.for_each(file, Judge::draw, |_, draw| *counts.entry(draw).or_default() += 1)?;
    let values: Vec<(DrawValue, u64)> = counts.into_iter().collect();
    if values.len() >= usize::from(u16::MAX) {
        return Err(ImportError::TooManyValues { path: file.path().to_owned(), found: values.len() });
    }
    let code_of: BTreeMap<DrawValue, u16> = values.iter().map(|&(value, _)| value).zip(1..).collect();
    let orbits = OrbitIndex::new(subspace);
    let mut codes = vec![0; usize::try_from(orbits.slots()).expect("a plane fits in memory")];
    judge.for_each(file, Judge::draw, |position, draw| {
        // A file that changes between two readings is nobody's table.
        codes[place(orbits.find(position).slot)] = code_of.get(&draw).copied().unwrap_or(0);
    })?;
    for_each_slot(subspace, |slot, representative| codes[place(slot)] = codes[place(representative)]);
    Ok(PlaneValues::draws(values, codes))
}
