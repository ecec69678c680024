//! Draws told apart, out of ultra-strong sector files.

use std::collections::BTreeMap;

use millwright_index::Subspace;
use millwright_ranks::{DrawValue, Ranks};

use super::{ImportError, Judge, for_each_slot, place};
use crate::orbit::OrbitIndex;
use crate::reader::SectorFile;
use crate::source::Solution;

/// The draws of a subspace as our tables have them.
///
/// **Invariant**: equal to what the solver would store, duplicate slots included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UltraPlane {
    /// Whose.
    pub subspace: Subspace,
    /// The values that draws have, ascending, each with the number of positions up to symmetry that have it.
    pub values: Vec<(DrawValue, u64)>,
    /// By slot: 0 if it is not drawn, else one more than the place of its value.
    pub codes: Vec<u16>,
}

impl UltraPlane {
    /// Reads what draws are worth out of a `.sec2` file that was made with these ranks.
    ///
    /// **Memory**: two bytes a slot. The file is read twice.
    ///
    /// # Errors
    /// If the file is damaged, or says what no game has.
    ///
    /// # Panics
    /// If the plane is longer than memory can be.
    pub fn read(file: &mut SectorFile, ranks: &Ranks) -> Result<Self, ImportError> {
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
        Ok(Self { subspace, values, codes })
    }

    /// How many positions have another value in a table of the same subspace, of which `value_of` gives the value by
    /// code. What is in duplicate slots does not matter.
    ///
    /// # Panics
    /// If `codes` has not one place a slot.
    #[must_use]
    pub fn differences(&self, codes: &[u16], value_of: impl Fn(u16) -> Option<DrawValue>) -> u64 {
        assert_eq!(codes.len(), self.codes.len(), "one code a slot");
        let own = |code: u16| Some(self.values.get(usize::from(code).checked_sub(1)?)?.0);
        let mut different = 0;
        for_each_slot(self.subspace, |slot, representative| {
            let (here, there) = (self.codes[place(slot)], codes[place(slot)]);
            different += u64::from(slot == representative && own(here) != value_of(there));
        });
        different
    }
}
