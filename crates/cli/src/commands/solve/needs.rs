//! What a solve needs and what there is: the plan that is told, and the refusal of what cannot fit.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};
use millwright_rules::{Rules, StoneCount};
use millwright_solve::ultra::PairedPlan;
use millwright_solve::{DiskNeed, Goal, Inspector, Plan, SolveOptions, TimeEstimate, memory_needed};
use millwright_table::{Content, TableDirectory, WriteOptions};

use crate::args::SolveArgs;
use crate::interrupt;
use crate::machine;
use crate::memory_limits;
use crate::quantities::{Bytes, counted, duration, thousands};
use crate::streams::Streams;
use millwright_index::Extent;

/// A plan with its price.
pub(super) struct Needs<'a> {
    pub(super) plan: &'a Plan,
    /// What its tables take.
    disk: DiskNeed,
    game: &'static str,
    rules: Rules,
    extent: Extent,
    place: PathBuf,
    /// How long it takes.
    pub(super) estimate: TimeEstimate,
    kernel: &'static str,
    /// What the solve may use.
    memory_allowed: Bytes,
    /// What the process may have, whatever is asked for; `None` if nothing says so.
    memory_limit: Option<Bytes>,
    disk_free: Bytes,
}

impl<'a> Needs<'a> {
    /// Looks at the machine.
    pub(super) fn of(args: &SolveArgs, plan: &'a Plan, directory: &TableDirectory) -> anyhow::Result<Self> {
        Self::with_disk(args, plan, plan.disk(), directory)
    }

    /// The same for plies and draws together.
    pub(super) fn of_both(
        args: &SolveArgs,
        plan: &'a PairedPlan,
        directory: &TableDirectory,
    ) -> anyhow::Result<Self> {
        Self::with_disk(args, plan.units(), plan.disk(), directory)
    }

    fn with_disk(
        args: &SolveArgs,
        plan: &'a Plan,
        disk: DiskNeed,
        directory: &TableDirectory,
    ) -> anyhow::Result<Self> {
        let place = directory.path().to_owned();
        let (memory_allowed, limit) = memory_allowed(args)?;
        let disk_free = machine::free_disk(&place)
            .with_context(|| format!("cannot tell how much disk is free for {}", place.display()))?;
        let rules = args.rules.rules();
        Ok(Self {
            plan,
            disk,
            game: args.rules.game().name(),
            rules,
            extent: args.extent(),
            place,
            estimate: TimeEstimate::new(&rules, args.threads.count()),
            kernel: args.kernel.name(),
            memory_allowed,
            memory_limit: limit,
            disk_free,
        })
    }

    /// The plan, a line a fact.
    pub(super) fn text(&self) -> String {
        let plan = self.plan;
        let (units, open) = (plan.units.len() as u64, plan.open_units().count() as u64);
        let slots: u64 = plan.units.iter().map(|unit| unit.slots).sum();
        let memory = match self.memory_if_wide() {
            Bytes(0) => "none".to_owned(),
            _ if plan.goal != Goal::Plies => {
                format!("{}; {} may be used", at_the_peak(plan), self.memory_allowed)
            }
            wide => format!(
                "{}, {wide} if wins are too long for a byte; {} may be used",
                at_the_peak(plan),
                self.memory_allowed
            ),
        };
        let what = format!("{}, {}", self.game, self.extent.describe(&self.rules));
        let lines = [
            (if plan.goal == Goal::Plies { "solve" } else { "draws" }, what),
            ("into", self.place.display().to_string()),
            ("units", format!("{units}, of them {} done", units - open)),
            ("slots", format!("{}, of them {} to solve", thousands(slots), thousands(plan.open_slots()))),
            ("memory", memory),
            ("disk", format!("{}; {} free", self.disk(), self.disk_free)),
            (
                "time",
                format!(
                    "about {} with {} and the {} kernel",
                    duration(self.estimate.of_plan(plan)),
                    counted(self.estimate.threads() as u64, "thread"),
                    self.kernel
                ),
            ),
        ];
        let mut text = String::new();
        for (name, fact) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<8}{fact}");
        }
        text
    }

    /// What is taken at the peak, and in the end where that is less.
    fn disk(&self) -> String {
        let need = self.disk;
        match self.plan.keep.content {
            Content::Plies => format!("{} at most", Bytes(need.peak)),
            _ => format!("{} more at the peak, {} more in the end", Bytes(need.peak), Bytes(need.end)),
        }
    }

    /// The most memory that an open unit takes with two bytes a slot.
    fn memory_if_wide(&self) -> Bytes {
        Bytes(
            self.plan
                .open_units()
                .map(|planned| memory_needed(&self.rules, (planned.unit, &planned.planes), 2))
                .max()
                .unwrap_or(0),
        )
    }

    /// How to do it; from now on a signal stops the work.
    pub(super) fn options<'i>(
        &self,
        args: &SolveArgs,
        inspector: Option<&'i dyn Inspector>,
    ) -> SolveOptions<'i> {
        SolveOptions {
            dispatch: args.kernel,
            memory: self.memory_allowed.0,
            write: WriteOptions { level: args.level },
            stop: interrupt::watch(),
            inspector,
        }
    }

    /// Tells the plan and refuses it if it does not fit.
    pub(super) fn check(&self, streams: &mut Streams) -> anyhow::Result<()> {
        match self.refusal() {
            Some(refusal) => {
                // A plan that cannot be written is nobody's loss.
                let _ = write!(streams.notes, "{}", self.text());
                bail!(refusal)
            }
            None => Ok(()),
        }
    }

    /// What does not fit, and what would; `None` if all is well.
    pub(super) fn refusal(&self) -> Option<String> {
        let memory = self.plan.memory();
        if memory > self.memory_allowed.0 {
            let smaller = self.largest_stones(|plan| plan.memory() <= self.memory_allowed.0);
            let more = needed_memory(memory);
            return Some(format!(
                "this needs {} of memory, but only {} may be used; {smaller}allow more with {}",
                Bytes(memory),
                self.memory_allowed,
                if self.memory_limit.is_some_and(|limit| memory > limit.0) {
                    "ulimit -v or in the control group"
                } else {
                    &more
                }
            ));
        }
        let disk = self.disk.peak;
        if disk > self.disk_free.0 {
            let smaller = self.largest_stones(|plan| plan.disk().peak <= self.disk_free.0);
            return Some(format!(
                "the tables may take {} on disk, but only {} are free for {}; {smaller}free some space or \
                 choose another directory with --db{}",
                Bytes(disk),
                self.disk_free,
                self.place.display(),
                if self.plan.keep.content == Content::Plies {
                    "; --keep wdl and --keep statistics take less"
                } else {
                    ""
                }
            ));
        }
        None
    }

    /// Advice with the largest number of stones for which the plan fits; nothing if there is none.
    fn largest_stones(&self, fits: impl Fn(&Plan) -> bool) -> String {
        if self.plan.goal == Goal::Both {
            return String::new();
        }
        let stones = self.rules.stones;
        let larger = stones.white.max(stones.black);
        let mut smaller = StoneCount::all().rev().filter(|&most| most < larger);
        let fitting = smaller.find_map(|most| {
            let (white, black) = (stones.white.min(most), stones.black.min(most));
            let extent =
                if let Extent::Extended(_) = self.extent { Extent::Extended(most) } else { self.extent };
            let graph = extent.graph(&self.rules.with_stones(white, black));
            fits(&self.plan.restricted_to(&graph)).then_some((white, black))
        });
        match fitting {
            Some((white, black)) if white == black => format!("--stones {white} would fit; or "),
            Some((white, black)) => format!("--stones {white},{black} would fit; or "),
            None => String::new(),
        }
    }
}

/// What a plan usually takes, and the least that it can do with.
fn at_the_peak(plan: &Plan) -> String {
    format!("{} at the peak, {} at least", Bytes(plan.usual_memory()), Bytes(plan.memory()))
}

/// The memory that may be used, and what the process may have whatever is asked for, if something says so.
pub(in crate::commands) fn memory_allowed(args: &SolveArgs) -> anyhow::Result<(Bytes, Option<Bytes>)> {
    let limit = memory_limits::left(machine::cores());
    let wanted = match args.memory {
        Some(memory) => memory,
        None => machine::available_memory()
            .map(|available| Bytes(available.0 / 4 * 3))
            .context("cannot tell how much memory is available; say how much to use with --memory")?,
    };
    Ok((limit.map_or(wanted, |limit| limit.min(wanted)), limit))
}

/// The option that allows so many bytes, rounded up to a tenth of a GiB or to a MiB.
pub(in crate::commands) fn needed_memory(bytes: u64) -> String {
    if bytes < 1 << 30 {
        return format!("--memory {}M", bytes.div_ceil(1 << 20));
    }
    let tenths = (u128::from(bytes) * 10).div_ceil(1 << 30);
    format!("--memory {}.{}G", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_that_is_advised_is_enough() {
        for bytes in [1, 1 << 20, (1 << 20) + 1, 1 << 30, (1 << 30) + 1, 12_345_678_901] {
            let option = needed_memory(bytes);
            let advised: Bytes = option.strip_prefix("--memory ").unwrap().parse().unwrap();
            assert!(advised.0 >= bytes && advised.0 < bytes + (1 << 27), "{bytes}: {option}");
        }
    }
}
