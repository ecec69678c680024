//! Planes that look like solved ones and are made from a few lines of arithmetic.

use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Game, Position, Symmetry};
use millwright_table::{
    Codes, Longest, PlaneValues, Statistics, Strong, WIDE_DRAW, WriteOptions, WrittenTable,
};
use std::path::Path;

/// A plane of a subspace of the standard game, its draws as 0xFFFF.
pub(crate) struct Sample {
    pub(crate) subspace: Subspace,
    pub(crate) codes: Vec<u16>,
    pub(crate) statistics: Statistics,
}

impl Sample {
    /// Fills the representative slots with what `code` says of the position there, the duplicates with the
    /// code of the slot before, so that nobody can rely on them; then counts.
    pub(crate) fn new(subspace: &str, mut code: impl FnMut(u64, &Position) -> u16) -> Self {
        let subspace: Subspace = subspace.parse().unwrap();
        let unit = Unit::of(subspace);
        let (index, plane) = (UnitIndex::new(unit), unit.plane_of(subspace));
        let mut codes = Vec::new();
        let mut counts = vec![0; 1 << 16];
        let mut first = vec![None; 1 << 16];
        for slot in (0..index.slots()).map(Slot) {
            let (a, c) = index.sets_of_slot(slot);
            let here = if UnitIndex::is_representative(a, c) {
                let here = code(slot.0, &index.position_of(plane, slot));
                counts[usize::from(here)] += 1;
                first[usize::from(here)].get_or_insert(slot);
                here
            } else {
                codes.last().copied().unwrap_or(WIDE_DRAW)
            };
            codes.push(here);
        }
        let draws = counts.pop().unwrap();
        while counts.last() == Some(&0) {
            counts.pop();
        }
        let positions = draws + counts.iter().sum::<u64>();
        let deepest = u16::try_from(counts.len()).unwrap().checked_sub(1);
        let longest = deepest.map(|plies| Longest { plies, slot: first[usize::from(plies)].unwrap() });
        Self { subspace, codes, statistics: Statistics { positions, draws, plies: counts, longest } }
    }

    /// Values below `deepest` plies, in runs as neighbouring slots have them, half of them draws.
    pub(crate) fn noisy(subspace: &str, seed: u64, deepest: u16) -> Self {
        let mut state = seed;
        let mut here = WIDE_DRAW;
        Self::new(subspace, |_, _| {
            let random = scramble(&mut state);
            if random.is_multiple_of(4) {
                let plies = u16::try_from((random >> 32) % (u64::from(deepest) + 1)).unwrap();
                here = if random & 4 == 0 { WIDE_DRAW } else { plies };
            }
            here
        })
    }

    pub(crate) fn narrow(&self) -> Vec<u8> {
        self.codes
            .iter()
            .map(|&code| if code == WIDE_DRAW { 255 } else { code.try_into().unwrap() })
            .collect()
    }

    /// Its statistics with these codes.
    pub(crate) fn with_codes(&self, codes: Codes) -> PlaneValues<Strong> {
        PlaneValues::plies(self.statistics.clone(), codes)
    }

    pub(crate) fn plane(&self) -> PlaneValues<Strong> {
        self.with_codes(Codes::Wide(self.codes.clone()))
    }

    pub(crate) fn write(&self, directory: &Path) -> WrittenTable {
        let by = (&Game::Standard.rules(), ());
        let options = WriteOptions::default();
        millwright_table::write_table(directory, by, self.subspace, &self.plane(), &options).unwrap()
    }
}

/// A step of splitmix64.
pub(crate) fn scramble(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A code that is the same for a position and all its images: made from the smallest of them, without the index.
pub(crate) fn code_by_orbit(position: &Position) -> u16 {
    let (mover, other) = (position.mover(), position.other());
    let image = |symmetry: Symmetry| {
        let bits = |set| u64::from(symmetry.apply(set).bits());
        bits(mover.stones) << 24 | bits(other.stones)
    };
    let mut state = Symmetry::all().map(image).min().unwrap();
    match scramble(&mut state) % 60 {
        plies @ 0..40 => u16::try_from(plies).unwrap(),
        _ => WIDE_DRAW,
    }
}
