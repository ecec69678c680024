//! Plies and draws of one unit after the other, for games whose tables do not fit on the disk: both tables of a unit are made,
//! used and dropped together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use millwright_index::{Unit, UnitGraph};
use millwright_ranks::Ranks;
use millwright_table::{TableDirectory, WriteLock};

use super::run::UltraRun;
use crate::plan::{DiskAccount, DiskNeed, Goal, Keeping, Plan, PlanError};
use crate::run::{Progress, SolveError, SolveOptions, StrongRun, inspect, reduce, write_tables};
use crate::write_behind::{UnitRun, take_back};

/// Two plans for the same units in the same order.
///
/// **Invariant**: where the draws of a unit are open, the strong plan has its outcomes when its turn comes.
#[derive(Debug)]
pub struct PairedPlan {
    strong: Plan,
    draws: Plan,
    /// What has to be done of each unit, one or the other.
    both: Plan,
}

impl PairedPlan {
    /// Looks at what is there and what is missing, as [`Plan::new`] does. Without ranks no draws have been told apart.
    ///
    /// # Errors
    /// If a table is damaged, foreign or cannot be read, unless `force` says to make it again.
    pub fn new(
        directory: &TableDirectory,
        graph: &UnitGraph,
        ranks: Option<&Ranks>,
        keep: &Keeping,
        force: bool,
    ) -> Result<Self, PlanError> {
        let found = match ranks {
            Some(ranks) => Plan::find(&directory.ultra(ranks), graph, force)?,
            None => BTreeMap::new(),
        };
        let draws = Plan::from_found(graph, (Goal::Draws, keep.clone()), &found, &BTreeSet::new());
        let open: BTreeSet<Unit> = draws.open_units().map(|planned| planned.unit).collect();
        let found = Plan::find(&directory.strong(), graph, force)?;
        let strong = Plan::from_found(graph, (Goal::Plies, keep.clone()), &found, &open);
        let units = strong.units.iter().zip(&draws.units).map(|(strong, draws)| draws.with(strong));
        let both = Plan { units: units.collect(), keep: keep.clone(), goal: Goal::Both };
        Ok(Self { strong, draws, both })
    }

    /// What has to be done of each unit.
    #[must_use]
    pub fn units(&self) -> &Plan {
        &self.both
    }

    /// What has to be done of the draws of each unit.
    #[must_use]
    pub fn draws(&self) -> &Plan {
        &self.draws
    }

    /// What has to be done of the plies of each unit.
    #[must_use]
    pub fn strong(&self) -> &Plan {
        &self.strong
    }

    /// Whether there is nothing to do: nothing to solve, and nothing to reduce.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.strong.is_finished() && self.draws.is_finished()
    }

    /// The disk that the tables of both kinds will take, estimated generously.
    #[must_use]
    pub fn disk(&self) -> DiskNeed {
        let mut disk = DiskAccount::default();
        for plan in [&self.strong, &self.draws] {
            plan.begin_disk(&mut disk);
        }
        for number in 0..self.both.units.len() {
            for plan in [&self.strong, &self.draws] {
                let planned = &plan.units[number];
                if !planned.done {
                    Plan::solve_on_disk(planned, &mut disk);
                }
            }
            for plan in [&self.strong, &self.draws] {
                plan.release_on_disk(self.both.units[number].unit, &mut disk);
            }
        }
        disk.need()
    }
}

/// Solves units and tells their draws apart, one after the other. What is finished is never lost: a stopped run goes on with
/// the first unit that lacks something. The plan must have been made under the lock, with these ranks.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_paired(
    lock: &WriteLock<'_>,
    plan: &PairedPlan,
    ranks: &Ranks,
    options: &SolveOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<(), SolveError> {
    let directory = lock.directory();
    lock.tidy()?;
    directory.write_ranks(ranks)?;
    let buffers = plan.strong.buffers();
    let run = PairedRun {
        strong: StrongRun::new(lock, &plan.strong, options, &buffers),
        draws: UltraRun { lock, directory, ranks, options, buffers: &buffers },
        plan,
    };
    let solved = run.all(progress);
    directory.write_manifest()?;
    solved
}

struct PairedRun<'a> {
    plan: &'a PairedPlan,
    strong: StrongRun<'a>,
    draws: UltraRun<'a>,
}

impl PairedRun<'_> {
    fn all(&self, progress: &mut dyn FnMut(Progress<'_>)) -> Result<(), SolveError> {
        let PairedPlan { strong, draws, both } = self.plan;
        let UltraRun { lock, directory, ranks, options, .. } = self.draws;
        let (plies, ultra) = (directory.strong(), directory.ultra(ranks));
        let mut freed = reduce(&plies, strong.reducible_now(), options)?;
        freed += reduce(&ultra, draws.reducible_now(), options)?;
        for (number, planned) in both.units.iter().enumerate().filter(|(_, planned)| !planned.done) {
            if options.stop.load(Ordering::Relaxed) {
                return Err(SolveError::Stopped);
            }
            progress(Progress::Started(planned));
            let mut bytes = 0;
            let of_strong = &strong.units[number];
            if !of_strong.done {
                let planes = self.strong.solve(of_strong, options.memory, None, progress)?;
                bytes += write_tables(&plies, &planes, strong.stays_whole(of_strong), options)?;
                inspect(lock, &plies, Goal::Plies, of_strong, options)?;
                take_back(self.strong.buffers(), planes);
            }
            let of_draws = &draws.units[number];
            if !of_draws.done {
                let planes = self.draws.solve(of_draws, options.memory, None, progress)?;
                bytes += write_tables(&ultra, &planes, draws.stays_whole(of_draws), options)?;
                inspect(lock, &ultra, Goal::Draws, of_draws, options)?;
                take_back(self.draws.buffers(), planes);
            }
            progress(Progress::Solved(planned));
            freed += reduce(&plies, strong.reducible_after(planned.unit), options)?;
            freed += reduce(&ultra, draws.reducible_after(planned.unit), options)?;
            progress(Progress::Finished(planned, bytes));
            progress(Progress::Reduced(std::mem::take(&mut freed)));
        }
        Ok(())
    }
}
