//! What is typed to solve a game on several machines.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{ValueEnum, value_parser};
use millwright_index::{Extent, Subspace, SubspaceError};
use millwright_solve::tasks::Order;

use super::{DbArgs, ExtentArgs, RulesArgs, SolveArgs};

/// More workers than any cluster has.
const MAX_WORKERS: u64 = 1 << 20;

/// Tell what a solve takes, unit by unit, and what a cluster would make of it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright plan standard --movement --stones 4
  millwright plan standard --stones 4 --format json > plan.json
  millwright plan lasker --stones 3 --ultra --format dot > plan.dot
  millwright plan lasker --extended 12 --keep statistics --workers 1024 --cores 16 --overhead 5

First what `solve --plan` tells. Then every unit: slots, memory, bytes on disk, seconds, how many other tasks
wait for it, and the tables that it writes and reads; then the longest chain of units.
With --workers a cluster is simulated, for 1, 2, 4, ... and N machines with --cores each: whoever is free takes
the task with the longest way to the end before it. In JSON it is what the workflow in cluster/ reads.
The disk of a task is estimated generously, peaks as they are likely, time by what other units took.")]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlanFormat,
    /// Simulate up to so many machines
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=MAX_WORKERS))]
    pub(crate) workers: Option<u64>,
    /// Cores of each machine [default: as --threads]
    #[arg(long, value_name = "C", value_parser = value_parser!(u64).range(1..=1024))]
    cores: Option<u64>,
    /// What a scheduler takes for each task, in seconds
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds, requires = "workers")]
    pub(crate) overhead: Duration,
    /// Which of the tasks that could begin comes first
    #[arg(long, value_enum, default_value_t, requires = "workers")]
    order: PlanOrder,
}

impl PlanArgs {
    /// Threads that work on a unit.
    pub(crate) fn cores(&self) -> usize {
        let typed = self.cores.and_then(|cores| usize::try_from(cores).ok());
        typed.unwrap_or_else(|| self.solve.threads.count())
    }

    /// Who comes first.
    pub(crate) fn order(&self) -> Order {
        match self.order {
            PlanOrder::Path => Order::Path,
            PlanOrder::Solve => Order::List,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "write seconds, from 0 to 86400".to_owned())
}

/// How a plan is printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    #[default]
    Table,
    Json,
    Dot,
}

/// Which task comes first.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum PlanOrder {
    /// The one with the longest way to the end before it
    #[default]
    Path,
    /// The one that `solve` would do first
    Solve,
}

/// Solve exactly one unit, as a job of a cluster
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright solve-unit standard 3_3_0_0 --movement --stones 3 --db unit
  millwright solve-unit standard ranks --movement --stones 3 --db unit --ultra --ranks stones
  millwright solve-unit standard 3_3_0_0 --movement --stones 3 --db unit --ultra --scratch .
  millwright solve-unit lasker 3_3_0_0 --movement --stones 3 --db work --keep statistics --kept-in unit

Reads the tables that the moves of the unit lead to, which must be in DIR, and writes those of the unit: the
same bytes as `solve`. `plan` lists units and inputs. All inputs are read whole and checked first; what is
missing or damaged is named. A table appears under its name when it is complete. Any number of these commands may
work in one directory, on any machines; doing a unit again is harmless, and what is there already is not done again.
With --ultra its draws are told apart, by the ranks that the word `ranks` in place of a unit has written.
With --keep and --kept-in the whole tables go to DIR and what stays of them to another directory, so that those in
DIR can be dropped when no unit needs them.

Exit codes for schedulers: 0 done; 75 not done, but the same command may succeed later or with more memory (memory,
disk full, input or output, another solve at work); 130 interrupted, may be repeated; 1 with --verify-sample, a value is
wrong; 2 repeating will not help (inputs missing or damaged, wrong options).")]
pub(crate) struct SolveUnitArgs {
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
    /// The unit, by one of its subspaces like `4_3_0_0`; or `ranks`
    pub(crate) unit: UnitOrRanks,
    /// Where what stays of the tables goes, with --keep wdl or statistics; ranks are there too
    #[arg(long, value_name = "DIR", requires = "keep")]
    pub(crate) kept_in: Option<PathBuf>,
    /// Copy the inputs to a directory in this one first, if DIR is slow; it is removed in the end
    #[arg(long, value_name = "DIR")]
    pub(crate) scratch: Option<PathBuf>,
}

/// What is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitOrRanks {
    /// The unit of a subspace.
    Unit(Subspace),
    /// The ranks of all subspaces.
    Ranks,
}

impl FromStr for UnitOrRanks {
    type Err = SubspaceError;

    fn from_str(text: &str) -> Result<Self, SubspaceError> {
        if text == "ranks" { Ok(Self::Ranks) } else { text.parse().map(Self::Unit) }
    }
}

/// Finish what many jobs have made: check that all tables are there, write the manifest
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright gather standard --movement --stones 3 --db unit
  millwright gather standard --movement --stones 3 --ultra --db unit

When all units of a game have been solved one by one. Reads the head of every table, names those that are missing or
bad, removes what killed jobs left half-written, and writes the manifest: then the directory is what `solve` would
have left. Nobody else may be at work in it.")]
pub(crate) struct GatherArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    extent: ExtentArgs,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// The tables that tell draws apart must be there, too
    #[arg(long)]
    pub(crate) ultra: bool,
}

impl GatherArgs {
    /// How much was solved.
    pub(crate) fn extent(&self) -> Extent {
        self.extent.typed().unwrap_or(Extent::Complete)
    }
}
