//! The draws of small games, told apart and kept in memory to be looked up.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, OutcomeCounts, Ranks, RatioError};
use millwright_rules::Rules;
use millwright_table::{Codes, DrawsInMemory, PlaneValues, Ultra};
use thiserror::Error;

use super::memory_draws::{MemoryDraws, NoDraws};
use super::solve_unit::UltraError;
use crate::memory_tables::{MemoryTables, small_graph, small_options};
use crate::solve_unit::UnitOptions;

/// Draws told apart by the win/draw/loss ratios of the games that were solved.
#[derive(Debug)]
pub struct SmallDraws {
    ranks: Ranks,
    subspaces: BTreeMap<Subspace, KeptDraws>,
}

/// Why draws of small games were not told apart.
#[derive(Debug, Error)]
pub enum SmallDrawsError {
    /// Subspaces could not be ranked.
    #[error(transparent)]
    Ranks(#[from] RatioError),
    /// A unit was not solved.
    #[error(transparent)]
    Unit(#[from] UltraError<NoDraws>),
}

impl SmallDraws {
    /// Tells the draws of all units of a graph apart, by the ratio rule over its subspaces. Runs on the current rayon pool.
    ///
    /// # Errors
    /// If a subspace of the graph is not in `strong`, or as [`solve_unit`](super::solve_unit).
    pub fn solve(
        graph: &UnitGraph,
        strong: &MemoryTables,
        options: &UnitOptions<'_>,
    ) -> Result<Self, SmallDrawsError> {
        let counts = |subspace| {
            let statistics = strong.statistics(subspace)?;
            Some(OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() })
        };
        let ranks = Ranks::by_ratio(graph, counts)?;
        let draws = MemoryDraws::solve(graph, &ranks, strong, options)?;
        let subspaces =
            draws.into_planes().map(|(subspace, ranked)| (subspace, KeptDraws::new(ranked))).collect();
        Ok(Self { ranks, subspaces })
    }

    /// The draws of the small games of these rules, from [`MemoryTables::solve_small`]: some seconds on two cores, and as much
    /// memory again. Runs on the current rayon pool.
    ///
    /// # Errors
    /// [`UltraError::Stopped`] once `stop` is raised; [`UltraError::Memory`] where the system does not give what it takes.
    pub fn solve_small(
        rules: &Rules,
        strong: &MemoryTables,
        stop: &AtomicBool,
    ) -> Result<Self, SmallDrawsError> {
        Self::solve(&small_graph(rules), strong, &small_options(stop))
    }

    /// Every subspace with the values that its draws have, and the codes of its slots.
    pub fn planes(&self) -> impl Iterator<Item = (Subspace, &[DrawValue], &DrawCodes)> {
        self.subspaces.iter().map(|(&subspace, draws)| (subspace, &draws.values[..], &draws.codes))
    }
}

impl DrawsInMemory for SmallDraws {
    fn draw(&self, subspace: Subspace, slot: Slot) -> Option<DrawValue> {
        self.subspaces.get(&subspace)?.of(slot)
    }

    fn ranks(&self) -> &Ranks {
        &self.ranks
    }
}

/// The draws of a subspace, in as little memory as they take.
#[derive(Debug)]
struct KeptDraws {
    values: Vec<DrawValue>,
    codes: DrawCodes,
}

/// By slot: 0 if it is not drawn, else one more than the place of its value.
#[derive(Debug)]
pub enum DrawCodes {
    /// Where they fit, as in nearly all subspaces of small games.
    Bytes(Vec<u8>),
    /// Where there are more values.
    Words(Vec<u16>),
}

impl KeptDraws {
    fn new(ranked: PlaneValues<Ultra>) -> Self {
        let values: Vec<DrawValue> = ranked.summary().values.iter().map(|&(value, _)| value).collect();
        let fits = u8::try_from(values.len()).is_ok();
        let codes = match ranked.into_codes() {
            Codes::Wide(codes) if fits => {
                DrawCodes::Bytes(codes.iter().map(|code| code.to_le_bytes()[0]).collect())
            }
            Codes::Wide(codes) => DrawCodes::Words(codes),
            Codes::Narrow(codes) => DrawCodes::Bytes(codes),
        };
        Self { values, codes }
    }

    /// What the draw in a slot is worth; `None` if there is no such slot, or it is not drawn.
    fn of(&self, slot: Slot) -> Option<DrawValue> {
        let place = usize::try_from(slot.0).ok()?;
        let code = match &self.codes {
            DrawCodes::Bytes(codes) => usize::from(*codes.get(place)?),
            DrawCodes::Words(codes) => usize::from(*codes.get(place)?),
        };
        self.values.get(code.checked_sub(1)?).copied()
    }
}
