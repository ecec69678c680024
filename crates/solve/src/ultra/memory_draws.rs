//! Draws of small games told apart and kept in memory.

use std::collections::BTreeMap;

use millwright_index::{Plane, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Ranks};

use super::planes::RankedPlane;
use super::solve_unit::{SolvedDraws, UltraError, solve_unit};
use crate::memory_tables::{MemoryTables, NotInMemory};
use crate::planes::PlaneValues;
use crate::solve_unit::UnitOptions;

/// The strong solution of a game with its draws told apart.
#[derive(Debug)]
pub struct MemoryDraws<'a> {
    strong: &'a MemoryTables,
    ranked: BTreeMap<Subspace, RankedPlane>,
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
    pub fn of(&self, subspace: Subspace) -> Option<&RankedPlane> {
        self.ranked.get(&subspace)
    }

    fn plane(&self, subspace: Subspace) -> Result<&RankedPlane, NoDraws> {
        self.of(subspace).ok_or(NotInMemory(subspace))
    }
}

impl SolvedDraws for MemoryDraws<'_> {
    type Error = NoDraws;

    fn values(&self, subspace: Subspace) -> Result<Vec<DrawValue>, NoDraws> {
        Ok(self.plane(subspace)?.values.iter().map(|&(value, _)| value).collect())
    }

    fn read_codes(&self, subspace: Subspace, codes: &mut [u16]) -> Result<(), NoDraws> {
        codes.copy_from_slice(&self.plane(subspace)?.codes);
        Ok(())
    }

    fn read_drawn(&self, subspace: Subspace, drawn: &mut [u8]) -> Result<(), NoDraws> {
        let found = self.strong.iter().find(|&(there, ..)| there == subspace);
        match found.ok_or(NotInMemory(subspace))?.2 {
            PlaneValues::Narrow(values) => {
                for (drawn, &value) in drawn.iter_mut().zip(values) {
                    *drawn = u8::from(value == u8::MAX);
                }
            }
            PlaneValues::Wide(values) => {
                for (drawn, &value) in drawn.iter_mut().zip(values) {
                    *drawn = u8::from(value == u16::MAX);
                }
            }
        }
        Ok(())
    }
}
