//! Draws of small games told apart and kept in memory.

use std::collections::BTreeMap;

use millwright_index::{Plane, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Ranks};
use millwright_table::{PlaneValues, Ultra, WIDE_DRAW};

use super::solve_unit::{SolvedDraws, UltraError, solve_unit};
use crate::memory_tables::{MemoryTables, NotInMemory};
use crate::solve_unit::UnitOptions;

/// The strong solution of a game with its draws told apart.
#[derive(Debug)]
pub struct MemoryDraws<'a> {
    strong: &'a MemoryTables,
    ranked: BTreeMap<Subspace, PlaneValues<Ultra>>,
}

/// A subspace that has not been solved.
pub type NoDraws = NotInMemory;

impl<'a> MemoryDraws<'a> {
    /// Tells the draws of all units of a graph apart, in order. Runs on the current rayon pool.
    ///
    /// # Errors
    /// As [`solve_unit`].
    pub fn solve(
        graph: &UnitGraph,
        ranks: &Ranks,
        strong: &'a MemoryTables,
        options: &UnitOptions<'_>,
    ) -> Result<Self, UltraError<NoDraws>> {
        let mut draws = Self { strong, ranked: BTreeMap::new() };
        for &unit in graph.units() {
            let planes: Vec<Plane> = graph.planes(unit).collect();
            let ranked = solve_unit((graph.rules(), ranks), (unit, &planes), &draws, options, &mut |_| {})?;
            for (plane, ranked) in ranked.planes {
                draws.ranked.insert(unit.subspace(plane), ranked);
            }
        }
        Ok(draws)
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
        let codes = self.strong.values(subspace)?.codes();
        for (drawn, code) in drawn.iter_mut().zip(codes.iter()) {
            *drawn = u8::from(code == WIDE_DRAW);
        }
        Ok(())
    }
}
