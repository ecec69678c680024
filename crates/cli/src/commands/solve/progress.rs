//! How far a solve has come.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use millwright_index::Unit;
use millwright_solve::{Goal, Plan, PlannedUnit, Progress, TimeEstimate, UnitProgress};

use crate::machine;
use crate::progress_display::{ProgressDisplay, Status, lock};
use crate::quantities::{Bytes, counted, duration, slots_per_second, thousands};
use crate::streams::Streams;

/// Follows a solve and tells about it.
pub(super) struct Reporter<'a> {
    state: Mutex<State>,
    display: ProgressDisplay<'a>,
}

struct State {
    started: Instant,
    estimate: TimeEstimate,
    goal: Goal,
    /// Units of the plan, those done before included.
    units: usize,
    done_before: usize,
    finished: usize,
    open_slots: u64,
    finished_slots: u64,
    /// What the units that are not finished were estimated to take.
    estimated_left: Duration,
    /// The same of those that are.
    estimated_finished: Duration,
    bytes: u64,
    /// Bytes of tables that were reduced.
    freed: u64,
    current: Option<Current>,
    /// The unit that was solved and is being written.
    unwritten: Option<Unwritten>,
    /// When the last unit was finished; the start until then.
    finished_at: Instant,
}

/// The unit that is being solved.
struct Current {
    unit: Unit,
    number: usize,
    started: Instant,
    phase: Phase,
}

/// A unit that was solved in some time.
struct Unwritten {
    place: String,
    time: Duration,
}

#[derive(Clone, Copy)]
enum Phase {
    Exits,
    Level(u32),
    Writing,
}

impl<'a> Reporter<'a> {
    /// Begins to count the time.
    pub(super) fn new(plan: &Plan, estimate: TimeEstimate, streams: &'a mut Streams<'_>) -> Self {
        let now = Instant::now();
        let open = plan.open_units().count();
        let state = State {
            started: now,
            estimate,
            goal: plan.goal,
            units: plan.units.len(),
            done_before: plan.units.len() - open,
            finished: 0,
            open_slots: plan.open_slots(),
            finished_slots: 0,
            estimated_left: estimate.of_plan(plan),
            estimated_finished: Duration::ZERO,
            bytes: 0,
            freed: 0,
            current: None,
            unwritten: None,
            finished_at: now,
        };
        Self { state: Mutex::new(state), display: ProgressDisplay::new(plan.open_slots(), streams) }
    }

    /// Does the work, and shows how far it has come.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let status = || {
            let state = lock(&self.state);
            Status { done: state.finished_slots, message: state.message() }
        };
        self.display.during(status, work)
    }

    /// Something happened.
    pub(super) fn tell(&self, event: Progress<'_>) {
        let mut state = lock(&self.state);
        match event {
            Progress::Started(planned) => self.display.line(&state.start(planned)),
            Progress::Unit(UnitProgress::Exits | UnitProgress::Widening) => state.enter(Phase::Exits),
            Progress::Unit(UnitProgress::Level { level, .. }) => state.enter(Phase::Level(level)),
            Progress::Solved(_) => state.solved(),
            Progress::Writing => state.enter(Phase::Writing),
            Progress::Reduced(freed) => state.freed += freed,
            Progress::Finished(planned, bytes) => self.display.line(&state.finish(planned, bytes)),
        }
    }

    /// How many units were finished.
    pub(super) fn finished(&self) -> usize {
        lock(&self.state).finished
    }

    /// What was done, in a line.
    pub(super) fn summary(&self) -> String {
        let state = lock(&self.state);
        let time = state.started.elapsed();
        let peak = machine::peak_memory().map_or(String::new(), |peak| format!("; peak memory {peak}"));
        let freed = match state.freed {
            0 => String::new(),
            freed => format!(", {} free again", Bytes(freed)),
        };
        format!(
            "solved {}, {} slots in {}: {}; {} on disk{freed}{peak}",
            counted(state.finished as u64, "unit"),
            thousands(state.finished_slots),
            duration(time),
            slots_per_second(state.finished_slots, time),
            Bytes(state.bytes)
        )
    }
}

impl State {
    /// Gives the line about the unit that begins.
    fn start(&mut self, planned: &PlannedUnit) -> String {
        let not_finished = usize::from(self.unwritten.is_some());
        let number = self.done_before + self.finished + not_finished + 1;
        let (unit, started) = (planned.unit, Instant::now());
        self.current = Some(Current { unit, number, started, phase: Phase::Exits });
        format!("{}: {} slots", self.place(), thousands(planned.slots))
    }

    fn enter(&mut self, phase: Phase) {
        if let Some(current) = &mut self.current {
            current.phase = phase;
        }
    }

    /// The current unit is solved; it stays the current one until the next begins.
    fn solved(&mut self) {
        let time = self.current.as_ref().map_or(Duration::ZERO, |current| current.started.elapsed());
        self.unwritten = Some(Unwritten { place: self.place(), time });
    }

    /// Gives the line about the unit that was finished.
    fn finish(&mut self, planned: &PlannedUnit, bytes: u64) -> String {
        let Unwritten { place, time } =
            self.unwritten.take().unwrap_or_else(|| Unwritten { place: self.place(), time: Duration::ZERO });
        self.finished += 1;
        self.finished_slots += planned.slots;
        let estimated = self.estimate.of_unit(self.goal, planned);
        self.estimated_finished += estimated;
        self.estimated_left = self.estimated_left.saturating_sub(estimated);
        self.finished_at = Instant::now();
        self.bytes += bytes;
        let (rate, bytes) = (slots_per_second(planned.slots, time), Bytes(bytes));
        let left = match self.open_slots - self.finished_slots {
            0 => String::new(),
            _ => format!("; about {} left", duration(self.time_left())),
        };
        format!("{place}: done in {}, {rate}, {bytes} on disk{left}", duration(time))
    }

    /// Which unit of how many.
    fn place(&self) -> String {
        let current = self.current.as_ref().map(|current| (current.number, format!(", {}", current.unit)));
        let (number, name) = current.unwrap_or_else(|| (self.done_before + self.finished + 1, String::new()));
        format!("unit {} of {}{name}", number.min(self.units), self.units)
    }

    /// Where it is, how fast, and for how long.
    fn message(&self) -> String {
        let phase = match self.current.as_ref().map(|current| current.phase) {
            Some(Phase::Exits) => ", captures".to_owned(),
            Some(Phase::Level(level)) => format!(", level {level}"),
            Some(Phase::Writing) => ", writing".to_owned(),
            None => String::new(),
        };
        let rate = if self.finished > 0 {
            format!("{}, ", slots_per_second(self.finished_slots, self.finished_at - self.started))
        } else {
            String::new()
        };
        format!("{}{phase}; {rate}about {} left", self.place(), duration(self.time_left()))
    }

    /// What is left if the estimate is as wrong as it was until the last finished unit; before there is one, as estimated.
    fn time_left(&self) -> Duration {
        let wrong_by = if self.estimated_finished.is_zero() {
            1.0
        } else {
            (self.finished_at - self.started).div_duration_f64(self.estimated_finished)
        };
        self.estimated_left.mul_f64(wrong_by).saturating_sub(self.finished_at.elapsed())
    }
}
