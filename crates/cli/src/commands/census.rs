//! Counts over every position and its moves: what they take, how far they are, and why they ended.

use std::sync::Mutex;
use std::time::Instant;

use anyhow::anyhow;
use millwright_census::{CensusError, CensusOptions, Progress};
use millwright_index::{Extent, Subspace, Unit, UnitIndex};
use millwright_table::SolveCommand;

use crate::args::{DbArgs, RulesArgs, ThreadsArgs};
use crate::interrupt;
use crate::machine;
use crate::progress_display::{ProgressDisplay, Status, lock};
use crate::quantities::{Bytes, counted, duration, slots_per_second, thousands};
use crate::streams::Streams;

/// A count over tables.
pub(super) struct Census<'a> {
    pub(super) rules: &'a RulesArgs,
    pub(super) db: &'a DbArgs,
    pub(super) threads: &'a ThreadsArgs,
    /// Whether nothing can be counted without the whole game.
    pub(super) whole_game: bool,
}

struct State {
    started: Instant,
    current: Option<Subspace>,
    finished: u64,
    finished_slots: u64,
    /// Subspaces that were counted by another run.
    before: u64,
    before_slots: u64,
    looked: u64,
    subspaces: u64,
    slots: u64,
}

impl Census<'_> {
    /// Counts over some subspaces and shows how far it has come. `None` if somebody pressed Ctrl-C.
    pub(super) fn run<T: Send>(
        &self,
        subspaces: &[Subspace],
        streams: &mut Streams,
        count: impl FnOnce(&CensusOptions<'_>, &mut (dyn FnMut(Progress) + Send)) -> Result<T, CensusError> + Send,
    ) -> anyhow::Result<Option<T>> {
        let pool = machine::thread_pool(self.threads.count())?;
        let memory = machine::available_memory().map(|available| available.0);
        let options = CensusOptions { stop: interrupt::watch(), memory };
        let slots = subspaces.iter().map(slots_of).sum();
        let state = Mutex::new(State {
            started: Instant::now(),
            current: None,
            finished: 0,
            finished_slots: 0,
            before: 0,
            before_slots: 0,
            looked: 0,
            subspaces: subspaces.len() as u64,
            slots,
        });
        let counted = {
            let display = ProgressDisplay::new(slots, streams);
            let status = || {
                let state = lock(&state);
                Status { done: state.done(), message: state.message() }
            };
            let mut tell = |event| {
                if let Some(line) = lock(&state).hear(event) {
                    display.line(&line);
                }
            };
            display.during(status, || pool.install(|| count(&options, &mut tell)))
        };
        match counted {
            Ok(counted) => {
                streams.note(&lock(&state).summary());
                Ok(Some(counted))
            }
            Err(CensusError::Stopped) => {
                streams.note("interrupted; the same command goes on");
                Ok(None)
            }
            Err(error) => Err(self.explain(error)),
        }
    }

    /// The error with the command or the option that helps.
    fn explain(&self, error: CensusError) -> anyhow::Error {
        match &error {
            CensusError::Missing { subspace, .. } => {
                let (name, rules) = (self.rules.game().name(), self.rules.rules());
                let command = if self.whole_game {
                    let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
                    SolveCommand::new(name, Extent::Complete, white, black)
                } else {
                    SolveCommand::for_subspace(name, &rules, Extent::Complete, *subspace)
                };
                anyhow!("{error}; make it with: {}", self.db.typed(&command))
            }
            CensusError::Memory { subspace, needed, limit } => anyhow!(
                "subspace {subspace} takes {} of memory, {} are available; end other programs",
                Bytes(*needed),
                Bytes(*limit)
            ),
            _ => error.into(),
        }
    }
}

impl State {
    fn done(&self) -> u64 {
        (self.finished_slots + self.looked).min(self.slots)
    }

    /// Takes note of what happened; the line about a subspace that is finished.
    fn hear(&mut self, event: Progress) -> Option<String> {
        match event {
            Progress::CountedBefore { subspaces } => {
                self.before = subspaces.len() as u64;
                self.before_slots = subspaces.iter().map(slots_of).sum();
                (self.finished, self.finished_slots) = (self.before, self.before_slots);
                return Some(format!("{} counted before", counted(self.before, "subspace")));
            }
            Progress::Unkept { path, source } => {
                return Some(format!(
                    "{}: what is counted cannot be kept for the next time: {source}",
                    path.display()
                ));
            }
            Progress::Started { subspace, .. } => (self.current, self.looked) = (Some(subspace), 0),
            Progress::Looked { subspace, slots } => (self.current, self.looked) = (Some(subspace), slots),
            Progress::Finished { subspace } => {
                self.finished += 1;
                self.looked = 0;
                self.finished_slots += slots_of(&subspace);
                return Some(format!(
                    "subspace {} of {}, {subspace}: counted",
                    self.finished, self.subspaces
                ));
            }
        }
        None
    }

    fn message(&self) -> String {
        let at = self.current.map_or(String::new(), |subspace| format!(", {subspace}"));
        let rate = slots_per_second(self.done() - self.before_slots, self.started.elapsed());
        format!("subspace {} of {}{at}, {rate}", (self.finished + 1).min(self.subspaces), self.subspaces)
    }

    fn summary(&self) -> String {
        let (time, subspaces) = (self.started.elapsed(), counted(self.subspaces - self.before, "subspace"));
        let memory = machine::peak_memory().map_or(String::new(), |peak| format!("; peak memory {peak}"));
        let looked = self.slots - self.before_slots;
        let (slots, rate) = (thousands(looked), slots_per_second(looked, time));
        format!("looked at {subspaces}, {slots} slots in {}: {rate}{memory}", duration(time))
    }
}

fn slots_of(&subspace: &Subspace) -> u64 {
    UnitIndex::slots_of(Unit::of(subspace))
}
