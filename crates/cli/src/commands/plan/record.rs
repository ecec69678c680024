//! A plan as JSON, for the workflow in `cluster/` and other programs.

use std::time::Duration;

use millwright_records::RulesFields;
use millwright_solve::tasks::{Place, PlacedFile, Simulation, Task};
use serde::Serialize;

use super::{Outlook, efficiency, name_of};
use crate::args::PlanArgs;

#[derive(Serialize)]
pub(super) struct PlanRecord {
    game: &'static str,
    rules: RulesFields,
    extent: String,
    arguments: ArgumentsRecord,
    /// Threads that work on a unit.
    cores: usize,
    /// All open tasks, one after the other.
    seconds: f64,
    critical_path: PathRecord,
    /// As is likely, one task after the other in the order of `solve`.
    disk_peak_bytes: u64,
    tasks: Vec<TaskRecord>,
    workers: Vec<WorkersRecord>,
}

/// What to type: after `solve-unit` and `gather`, and after `solve-unit` alone.
#[derive(Serialize)]
struct ArgumentsRecord {
    game: Vec<String>,
    /// With `--kept-in`.
    keeping: Vec<String>,
    level: i32,
    /// The choice of ranks; null without `--ultra`.
    ranks: Option<String>,
}

#[derive(Serialize)]
struct PathRecord {
    seconds: f64,
    tasks: Vec<String>,
}

#[derive(Serialize)]
struct TaskRecord {
    task: String,
    /// `plies`, `draws`, `ranks`, or `statistics` where units are solved once more for their draws.
    step: &'static str,
    /// Null for ranks.
    unit: Option<String>,
    /// Where its tables are, and its inputs: `db`, `work` or `first`.
    place: &'static str,
    /// Where what stays of them goes; null if they stay.
    kept_in: Option<&'static str>,
    /// Files with their places, like `db/5_4_0_0.mill`.
    inputs: Vec<String>,
    outputs: Vec<String>,
    kept: Vec<String>,
    /// How much of a table is kept there: `plies` for all.
    keeps: &'static str,
    /// Whether outputs can go when all who read them are done.
    temporary: bool,
    slots: u64,
    memory_bytes: u64,
    memory_if_wide_bytes: u64,
    read_bytes: u64,
    written_bytes: u64,
    kept_bytes: u64,
    seconds: f64,
    /// How many others cannot begin before it is done.
    waiting: usize,
    done: bool,
}

#[derive(Serialize)]
struct WorkersRecord {
    workers: usize,
    seconds: f64,
    speed_up: f64,
    efficiency: f64,
    disk_peak_bytes: u64,
}

/// All of it.
pub(super) fn of(args: &PlanArgs, outlook: &Outlook) -> PlanRecord {
    let tasks = &outlook.graph.tasks;
    PlanRecord {
        game: args.solve.rules.game().name(),
        rules: RulesFields::from(&args.solve.rules.rules()),
        extent: args.solve.extent().to_string(),
        arguments: ArgumentsRecord {
            game: args.solve.typed_game(),
            keeping: args.solve.typed_keeping(),
            level: args.solve.level,
            ranks: args.solve.ultra.then(|| args.solve.ranks.to_string()),
        },
        cores: outlook.cores,
        seconds: milliseconds(outlook.serial_time),
        critical_path: PathRecord {
            seconds: milliseconds(outlook.path_time),
            tasks: outlook.path.iter().map(|&number| name_of(&tasks[number])).collect(),
        },
        disk_peak_bytes: outlook.graph.likely_bytes(outlook.serial_disk),
        tasks: tasks
            .iter()
            .zip(&outlook.waiting)
            .map(|(task, &waiting)| record(outlook, task, waiting))
            .collect(),
        workers: outlook.simulations.iter().map(|simulation| workers(outlook, simulation)).collect(),
    }
}

fn record(outlook: &Outlook, task: &Task, waiting: usize) -> TaskRecord {
    let (place, kept_in) = outlook.graph.layout.places(task.step);
    let names = |files: &[PlacedFile]| files.iter().map(ToString::to_string).collect();
    TaskRecord {
        task: name_of(task),
        step: task.step.name(),
        unit: task.unit.map(|unit| unit.to_string()),
        place: place.name(),
        kept_in: kept_in.map(Place::name),
        inputs: names(&task.inputs),
        outputs: names(&task.outputs),
        kept: names(&task.kept),
        keeps: task.kept_content.name(),
        temporary: task.is_temporary,
        slots: task.slots,
        memory_bytes: task.memory,
        memory_if_wide_bytes: task.memory_if_wide,
        read_bytes: task.reads,
        written_bytes: task.writes,
        kept_bytes: task.keeps,
        seconds: milliseconds(task.time),
        waiting,
        done: task.is_done,
    }
}

fn workers(outlook: &Outlook, simulation: &Simulation) -> WorkersRecord {
    let (speed_up, share) = efficiency(outlook, simulation);
    WorkersRecord {
        workers: simulation.workers,
        seconds: milliseconds(simulation.makespan),
        speed_up: rounded(speed_up, 100.0),
        efficiency: rounded(share, 10_000.0),
        disk_peak_bytes: outlook.graph.likely_bytes(simulation.disk_peak),
    }
}

/// Seconds to the millisecond: more digits would say more than is known.
fn milliseconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64(), 1000.0)
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}
