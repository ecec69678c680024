//! What the measured units of a game depend on, solved in memory before the clock starts.

use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_ranks::Ranks;
use millwright_rules::{Game, Rules, StoneCount};
use millwright_solve::ultra::{self, MemoryDraws};
use millwright_solve::{
    Dispatch, MemoryTables, SolvedUnit, UnitOptions, memory_needed, memory_needed_for_draws, solve_unit,
};
use millwright_table::Codes;

use crate::args::UnitName;

/// The memory for frontier lists: more than the levels of a unit that is quickly solved can fill.
const LIST_BYTES: u64 = 1 << 30;

/// Nobody raises it: an interrupted measurement is of no use, so Ctrl-C may end the process.
static GO_ON: AtomicBool = AtomicBool::new(false);

pub(super) fn options(dispatch: Dispatch) -> UnitOptions<'static> {
    UnitOptions { dispatch, list_bytes: LIST_BYTES, ..UnitOptions::new(&GO_ON) }
}

/// The units of one game that are measured.
pub(super) struct Wanted {
    pub(super) rules: Rules,
    pub(super) units: Vec<UnitName>,
    /// What they depend on; where draws are told apart, the unit itself as well.
    pub(super) prerequisites: UnitGraph,
    /// What those units depend on whose draws are told apart.
    before_draws: Option<UnitGraph>,
}

impl Wanted {
    /// The units of each game, games in the order in which they come.
    pub(super) fn by_game(units: &[UnitName]) -> Vec<Self> {
        let mut games: Vec<Game> = Vec::new();
        for name in units {
            if !games.contains(&name.game) {
                games.push(name.game);
            }
        }
        games.into_iter().map(|game| Self::of(game, units)).collect()
    }

    fn of(game: Game, units: &[UnitName]) -> Self {
        let rules = game.rules().with_stones(StoneCount::MAX, StoneCount::MAX);
        let units: Vec<UnitName> = units.iter().copied().filter(|name| name.game == game).collect();
        let (mut seeds, mut seeds_of_draws) = (Vec::new(), Vec::new());
        for name in &units {
            let after = successors(&rules, name.unit);
            if name.draws {
                seeds.extend(name.unit.planes().iter().map(|&plane| name.unit.subspace(plane)));
                seeds_of_draws.extend(&after);
            }
            seeds.extend(after);
        }
        let tells_draws_apart = units.iter().any(|name| name.draws);
        Self {
            units,
            prerequisites: UnitGraph::closure(&rules, seeds),
            before_draws: tells_draws_apart.then(|| UnitGraph::closure(&rules, seeds_of_draws)),
            rules,
        }
    }

    /// The memory that all of it takes: what is kept, and the largest unit while it is solved.
    pub(super) fn bytes(&self, beside: impl Fn(UnitName) -> u64) -> u64 {
        let graphs = [Some(&self.prerequisites), self.before_draws.as_ref()];
        let kept =
            self.prerequisites.slots() + self.before_draws.as_ref().map_or(0, |graph| 2 * graph.slots());
        let solved = graphs.into_iter().flatten().flat_map(UnitGraph::units).map(|&unit| (unit, false));
        let solved = solved.map(|(unit, draws)| self.unit_bytes(unit, draws));
        let measured =
            self.units.iter().map(|&name| self.unit_bytes(name.unit, name.draws).max(beside(name)));
        kept + solved.chain(measured).max().unwrap_or(0)
    }

    /// What the solver takes for a unit, frontier lists included: four bytes a slot of both planes at most.
    fn unit_bytes(&self, unit: Unit, draws: bool) -> u64 {
        self.estimate(unit, draws) + LIST_BYTES.min(8 * UnitIndex::slots_of(unit))
    }

    /// What the solver says that it needs for a unit, frontier lists apart.
    pub(super) fn estimate(&self, unit: Unit, draws: bool) -> u64 {
        let planes = (unit, unit.planes());
        if draws {
            memory_needed_for_draws(&self.rules, planes)
        } else {
            memory_needed(&self.rules, planes, 1)
        }
    }

    /// Solves what the units depend on, in the current pool.
    pub(super) fn tables(&self, dispatch: Dispatch) -> anyhow::Result<MemoryTables> {
        Ok(MemoryTables::solve(&self.prerequisites, &options(dispatch))?)
    }

    /// Tells the draws apart that the units depend on, in the current pool.
    pub(super) fn draws<'t>(
        &self,
        tables: &'t MemoryTables,
        dispatch: Dispatch,
    ) -> anyhow::Result<Option<(Ranks, MemoryDraws<'t>)>> {
        let Some(graph) = &self.before_draws else { return Ok(None) };
        let ranks = Ranks::by_stones(&self.prerequisites);
        let draws = MemoryDraws::solve(graph, &ranks, tables, &options(dispatch))?;
        Ok(Some((ranks, draws)))
    }
}

/// Where the moves of a unit lead outside it.
fn successors(rules: &Rules, unit: Unit) -> Vec<Subspace> {
    let mut found = Vec::new();
    for plane in Plane::BOTH {
        unit.subspace(plane).for_each_successor(rules, |next| {
            if Unit::of(next) != unit {
                found.push(next);
            }
        });
    }
    found
}

/// Solves a unit that is measured.
pub(super) fn solve(
    rules: &Rules,
    name: UnitName,
    tables: &MemoryTables,
    draws: Option<&(Ranks, MemoryDraws<'_>)>,
    dispatch: Dispatch,
) -> anyhow::Result<SolvedUnit<Codes>> {
    let unit = (name.unit, name.unit.planes());
    match draws.filter(|_| name.draws) {
        None => Ok(solve_unit(rules, unit, tables, &options(dispatch), &mut |_| {})?),
        Some((ranks, draws)) => {
            let solved = ultra::solve_unit((rules, ranks), unit, draws, &options(dispatch), &mut |_| {})?;
            let planes = solved.planes.into_iter().map(|(plane, draws)| (plane, draws.into_codes()));
            Ok(SolvedUnit { unit: name.unit, planes: planes.collect() })
        }
    }
}
