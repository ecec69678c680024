//! `millwright serve --solve`: a game solved beside the server.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, JoinHandle};

use anyhow::{Context, ensure};
use millwright_index::UnitGraph;
use millwright_records::SolvingState;
use millwright_rules::Rules;
use millwright_serve::Solving;
use millwright_solve::{Plan, Progress, SolveError, SolveOptions, TimeEstimate, solve};
use millwright_table::{Content, TableDirectory};

use super::solve::needed_memory;
use crate::machine;
use crate::quantities::Bytes;

/// What is solved beside a server, and with what.
pub(super) struct Background {
    pub(super) directory: TableDirectory,
    /// With the stones that it is solved for.
    pub(super) rules: Rules,
    pub(super) memory: Bytes,
    /// Raised when the server is to end.
    pub(super) stop: &'static AtomicBool,
    /// Where it is told how far it has come.
    pub(super) told: Arc<Solving>,
}

impl Background {
    /// Begins, in a thread of its own that gives way to all others.
    pub(super) fn begin(self) -> anyhow::Result<JoinHandle<()>> {
        let work = move || match self.run() {
            Ok(ended) => {
                self.told.end(ended);
                tracing::info!(game = %self.told.game(), "solve {ended:?}");
            }
            Err(error) => {
                let trouble = format!("{error:#}");
                tracing::error!(game = %self.told.game(), "the solve beside the server has failed: {trouble}");
                self.told.fail(trouble);
            }
        };
        thread::Builder::new().name("solve".to_owned()).spawn(work).context("cannot start a thread")
    }

    /// Makes what is missing. What is finished stays, whatever ends it.
    fn run(&self) -> anyhow::Result<SolvingState> {
        // The threads that this one starts are as modest.
        machine::lower_priority();
        let pool = machine::thread_pool(machine::cores())?;
        let graph = UnitGraph::complete(&self.rules);
        let plan = || pool.install(|| Plan::new(&self.directory, &graph, Content::Plies, false));
        if !self.directory.path().exists() {
            // What cannot fit is refused before anything is made.
            self.check(&plan()?)?;
        }
        let lock = self.directory.lock()?;
        let plan = plan()?;
        if plan.is_finished() {
            lock.tidy()?;
            return Ok(SolvingState::Finished);
        }
        self.check(&plan)?;
        let estimate = TimeEstimate::new(&self.rules, machine::cores());
        self.told.begin(estimate.of_plan(&plan));
        let options = SolveOptions { memory: self.memory.0, ..SolveOptions::new(self.stop) };
        let solved = pool.install(|| {
            solve(&lock, &plan, &options, &mut |event| {
                if let Progress::Finished(planned, _) = event {
                    self.told.finish(estimate.of_unit(plan.goal, planned));
                }
            })
        });
        match solved {
            Ok(()) => Ok(SolvingState::Finished),
            Err(SolveError::Stopped) => Ok(SolvingState::Stopped),
            Err(error) => Err(error.into()),
        }
    }

    fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        let (needed, allowed) = (Bytes(plan.memory()), self.memory);
        ensure!(
            needed <= allowed,
            "this needs {needed} of memory, but only {allowed} may be used; allow more with {}",
            needed_memory(needed.0)
        );
        let (needed, free) = (Bytes(plan.disk().peak), machine::free_disk(self.directory.path())?);
        ensure!(
            needed <= free,
            "the tables may take {needed} on disk, but only {free} are free; free some space or choose another \
             directory with --db"
        );
        Ok(())
    }
}
