//! How far a verification has come.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use millwright_index::{Subspace, Unit, UnitIndex};
use millwright_verify::{Findings, Progress, TableReport};

use super::Tables;
use crate::progress_display::{ProgressDisplay, Status, lock};
use crate::quantities::{counted, duration, slots_per_second, thousands};
use crate::streams::Streams;

/// Follows a verification and tells about it.
pub(super) struct Reporter<'a> {
    state: Mutex<State>,
    display: ProgressDisplay<'a>,
}

struct State {
    started: Instant,
    tables: Tables,
    subspaces: usize,
    finished: usize,
    current: Option<Subspace>,
    /// Of the subspaces that are finished.
    finished_slots: u64,
    /// Of these, what was verified before and took no time.
    skipped_slots: u64,
    /// Of the subspace that is being verified.
    checked: u64,
    slots: u64,
    sample: Option<u64>,
}

impl<'a> Reporter<'a> {
    /// Begins to count the time.
    pub(super) fn new(
        tables: Tables,
        subspaces: &[Subspace],
        sample: Option<u64>,
        streams: &'a mut Streams<'_>,
    ) -> Self {
        let slots_of = |&subspace: &Subspace| of_sample(sample, UnitIndex::slots_of(Unit::of(subspace)));
        let slots = subspaces.iter().map(slots_of).sum();
        let state = State {
            started: Instant::now(),
            tables,
            subspaces: subspaces.len(),
            finished: 0,
            current: None,
            finished_slots: 0,
            skipped_slots: 0,
            checked: 0,
            slots,
            sample,
        };
        Self { state: Mutex::new(state), display: ProgressDisplay::new(slots, streams) }
    }

    /// Does the work, and shows how far it has come.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let status = || {
            let state = lock(&self.state);
            Status { done: state.done(), message: state.message() }
        };
        self.display.during(status, work)
    }

    /// Something happened.
    pub(super) fn tell<W, C>(&self, event: &Progress<'_, TableReport<W, C>>) {
        let mut state = lock(&self.state);
        match event {
            Progress::Started { subspace, .. } => (state.current, state.checked) = (Some(*subspace), 0),
            Progress::Checked { checked, .. } => state.checked = *checked,
            Progress::Finished(report) => self.display.line(&state.finish(report)),
        }
    }

    /// What was done, in a line that can go on.
    pub(super) fn summary<W, C>(&self, report: &Findings<W, C>, seed: Option<u64>) -> String {
        let (time, noun) = {
            let state = lock(&self.state);
            (state.started.elapsed(), state.tables.noun())
        };
        let before = report.subspaces.iter().filter(|report| report.verified_before).count();
        let now = counted((report.subspaces.len() - before) as u64, noun);
        let sampled = seed.map_or(String::new(), |seed| format!(" of a sample (--seed {seed})"));
        let before = if before > 0 { format!("; {before} verified before") } else { String::new() };
        let (slots, time, rate) =
            (thousands(report.checked()), duration(time), slots_per_second(report.checked(), time));
        format!("verified {now}, {slots} slots{sampled} in {time}, {rate}{before}")
    }
}

/// How many of the slots a sample looks at.
fn of_sample(sample: Option<u64>, slots: u64) -> u64 {
    sample.map_or(slots, |sample| sample.min(slots))
}

impl State {
    fn done(&self) -> u64 {
        self.finished_slots + self.checked
    }

    /// Gives the line about the subspace that is finished.
    fn finish<W, C>(&mut self, report: &TableReport<W, C>) -> String {
        self.finished += 1;
        self.checked = 0;
        self.current = None;
        let slots = of_sample(self.sample, report.slots);
        self.finished_slots += slots;
        let finding = if report.verified_before {
            self.skipped_slots += slots;
            "verified before".to_owned()
        } else if report.is_correct() {
            format!("{} slots, all correct", thousands(report.checked))
        } else {
            format!("{} slots, {} wrong", thousands(report.checked), thousands(report.wrong))
        };
        let left = self.time_left().map_or(String::new(), |left| format!("; about {} left", duration(left)));
        let noun = self.tables.noun();
        format!("{noun} {} of {}, {}: {finding}{left}", self.finished, self.subspaces, report.subspace)
    }

    fn message(&self) -> String {
        let number = (self.finished + 1).min(self.subspaces);
        let name = self.current.map_or(String::new(), |subspace| format!(", {subspace}"));
        let rate = slots_per_second(self.done() - self.skipped_slots, self.started.elapsed());
        let left = self.time_left().map_or(String::new(), |left| format!(", about {} left", duration(left)));
        format!("{} {number} of {}{name}; {rate}{left}", self.tables.noun(), self.subspaces)
    }

    /// What is left at the rate so far; `None` before there is one, and at the end.
    fn time_left(&self) -> Option<Duration> {
        let (worked, left) = (self.done() - self.skipped_slots, self.slots - self.done().min(self.slots));
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        (worked > 0 && left > 0).then(|| self.started.elapsed().mul_f64(left as f64 / worked as f64))
    }
}
