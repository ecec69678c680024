//! Draws of small games told apart and kept in memory.

use std::collections::BTreeMap;

use millwright_index::{Plane, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Ranks};
use millwright_table::{Code, Codes, PlaneValues, Ultra};
use rayon::prelude::*;

use super::solve_unit::{SolvedDraws, UltraError, solve_unit_with};
use crate::buffers::Buffers;
use crate::memory_tables::{MemoryTables, NotInMemory};
use crate::solve_unit::UnitOptions;

/// The strong solution of a game with its draws told apart.
#[derive(Debug)]
pub struct MemoryDraws<'a> {
    strong: &'a MemoryTables,
    ranked: BTreeMap<Subspace, PlaneValues<Ultra>>,
}

/// Slots that a thread looks at before it takes more.
const SLOTS_AT_A_TIME: usize = 1 << 16;

/// A subspace that has not been solved.
pub type NoDraws = NotInMemory;

impl<'a> MemoryDraws<'a> {
    /// Tells the draws of all units of a graph apart, in order. Runs on the current rayon pool.
    ///
    /// # Errors
    /// As [`solve_unit`](super::solve_unit).
    pub fn solve(
        graph: &UnitGraph,
        ranks: &Ranks,
        strong: &'a MemoryTables,
        options: &UnitOptions<'_>,
    ) -> Result<Self, UltraError<NoDraws>> {
        let mut draws = Self { strong, ranked: BTreeMap::new() };
        let buffers = Buffers::default();
        for &unit in graph.units() {
            let planes: Vec<Plane> = graph.planes(unit).collect();
            let game = (graph.rules(), ranks);
            let ranked = solve_unit_with(&buffers, game, (unit, &planes), &draws, options, &mut |_| {})?;
            for (plane, ranked) in ranked.planes {
                draws.ranked.insert(unit.subspace(plane), ranked);
            }
        }
        Ok(draws)
    }

    /// All draws by subspace.
    pub(super) fn into_planes(self) -> impl Iterator<Item = (Subspace, PlaneValues<Ultra>)> {
        self.ranked.into_iter()
    }

    /// The draws of a subspace; `None` if it was not solved.
    #[must_use]
    pub fn of(&self, subspace: Subspace) -> Option<&PlaneValues<Ultra>> {
        self.ranked.get(&subspace)
    }

    fn plane(&self, subspace: Subspace) -> Result<&PlaneValues<Ultra>, NoDraws> {
        self.of(subspace).ok_or(NotInMemory(subspace))
    }
}

impl SolvedDraws for MemoryDraws<'_> {
    type Error = NoDraws;

    fn values(&self, subspace: Subspace) -> Result<Vec<DrawValue>, NoDraws> {
        Ok(self.plane(subspace)?.summary().values.iter().map(|&(value, _)| value).collect())
    }

    fn read_codes(&self, subspace: Subspace, codes: &mut [u16]) -> Result<(), NoDraws> {
        self.plane(subspace)?.codes().copy_to(codes);
        Ok(())
    }

    fn read_drawn(&self, subspace: Subspace, drawn: &mut [u8]) -> Result<(), NoDraws> {
        match self.strong.values(subspace)?.codes() {
            Codes::Narrow(codes) => find_draws(codes, drawn),
            Codes::Wide(codes) => find_draws(codes, drawn),
        }
        Ok(())
    }
}

/// 1 for every code that is a draw, else 0.
fn find_draws<T: Code>(codes: &[T], drawn: &mut [u8]) {
    let codes = codes.par_chunks(SLOTS_AT_A_TIME);
    drawn.par_chunks_mut(SLOTS_AT_A_TIME).zip(codes).for_each(|(drawn, codes)| {
        for (drawn, &code) in drawn.iter_mut().zip(codes) {
            *drawn = u8::from(code == T::DRAW);
        }
    });
}
