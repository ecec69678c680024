//! Wins, draws and losses out of sector files.

use millwright_index::Subspace;
use millwright_table::{Codes, PlaneValues, Statistics, Strong, WIDE_DRAW};

use super::{ImportError, Judge, for_each_slot, place};
use crate::orbit::OrbitIndex;
use crate::reader::SectorFile;
use crate::source::Solution;

/// Reads the strong solution out of a file: a `.sec`, or a `.sec2`, which contains it. It is equal to what the
/// solver would store, duplicate slots included.
///
/// **Memory**: two bytes a slot.
///
/// # Errors
/// If the file is damaged, or says what no game has.
///
/// # Panics
/// If the plane is longer than memory can be.
pub fn read_strong(
    file: &mut SectorFile,
    solution: &Solution<'_>,
) -> Result<PlaneValues<Strong>, ImportError> {
    let subspace = file.subspace();
    let orbits = OrbitIndex::new(subspace);
    let mut codes = vec![WIDE_DRAW; usize::try_from(orbits.slots()).expect("a plane fits in memory")];
    Judge::new(subspace, solution)?.for_each(file, Judge::outcome, |position, value| {
        codes[place(orbits.find(position).slot)] = value.plies().unwrap_or(WIDE_DRAW);
    })?;
    let statistics = fill_and_count(subspace, &mut codes);
    Ok(PlaneValues::plies(statistics, Codes::Wide(codes)))
}

/// Gives duplicate slots the value of the slot that stands for their orbit, and counts the others.
fn fill_and_count(subspace: Subspace, codes: &mut [u16]) -> Statistics {
    let mut statistics = Statistics::default();
    for_each_slot(subspace, |slot, representative| {
        let code = codes[place(representative)];
        if slot == representative {
            statistics.count(code, slot);
        } else {
            codes[place(slot)] = code;
        }
    });
    statistics
}
