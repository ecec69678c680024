//! `millwright plan`: what a solve takes, unit by unit, and what a cluster would make of it.

mod dot;
mod record;
mod text;

use std::process::ExitCode;
use std::time::Duration;

use millwright_solve::tasks::{
    Job, Order, Simulation, Task, TaskGraph, critical_path, simulate, waiting_for,
};

use super::solve::Prospect;
use crate::args::{PlanArgs, PlanFormat};
use crate::streams::Streams;

/// The tasks, and what follows from them.
struct Outlook {
    graph: TaskGraph,
    /// For each task, how many others cannot begin before it is done.
    waiting: Vec<usize>,
    /// The tasks of the longest chain, first to last.
    path: Vec<usize>,
    /// How long that takes.
    path_time: Duration,
    /// How long all open tasks take, one after the other.
    serial_time: Duration,
    /// The peak of disk for one worker in the order of `solve`.
    serial_disk: u64,
    cores: usize,
    simulations: Vec<Simulation>,
}

impl Outlook {
    fn new(graph: TaskGraph, args: &PlanArgs) -> Self {
        let (jobs, open) = graph.jobs(args.overhead);
        let mut waiting = vec![0; graph.tasks.len()];
        for (&place, count) in open.iter().zip(waiting_for(&jobs)) {
            waiting[place] = count;
        }
        let path = critical_path(&jobs);
        let time_of = |number: &usize| jobs[*number].time;
        let numbers = args.workers.map(numbers_up_to).unwrap_or_default();
        Self {
            waiting,
            path_time: path.iter().map(time_of).sum(),
            path: path.iter().map(|&number| open[number]).collect(),
            serial_time: jobs.iter().map(|job| job.time).sum(),
            serial_disk: simulate(&jobs, 1, Order::List).disk_peak,
            cores: args.cores(),
            simulations: simulations(&jobs, &numbers, args.order()),
            graph,
        }
    }
}

fn simulations(jobs: &[Job], numbers: &[usize], order: Order) -> Vec<Simulation> {
    numbers.iter().map(|&workers| simulate(jobs, workers, order)).collect()
}

/// 1, 2, 4 and so on, and the number itself.
fn numbers_up_to(most: u64) -> Vec<usize> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut numbers: Vec<usize> = std::iter::successors(Some(1_usize), |number| number.checked_mul(2))
        .take_while(|&number| number < most)
        .collect();
    numbers.push(most);
    numbers
}

/// What a task is called: `plies/5_4_0_0`, or `ranks`.
fn name_of(task: &Task) -> String {
    match task.unit {
        Some(unit) => format!("{}/{unit}", task.step.name()),
        None => task.step.name().to_owned(),
    }
}

/// How much of so many workers' time is used.
fn efficiency(outlook: &Outlook, simulation: &Simulation) -> (f64, f64) {
    let speed_up = if simulation.makespan.is_zero() {
        1.0
    } else {
        outlook.serial_time.div_duration_f64(simulation.makespan)
    };
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    let workers = simulation.workers as f64;
    (speed_up, speed_up / workers)
}

/// Tells the plan.
pub(crate) fn run(args: &PlanArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let prospect = Prospect::new(&args.solve, streams)?;
    let outlook = Outlook::new(prospect.tasks(&args.solve, args.cores()), args);
    match args.format {
        PlanFormat::Table => {
            prospect.tell(&args.solve, streams)?;
            write!(streams.results, "{}", text::of(&outlook))?;
        }
        PlanFormat::Json => streams.json(&record::of(args, &outlook))?,
        PlanFormat::Dot => write!(streams.results, "{}", dot::of(&outlook))?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_and_end_with_the_one_that_was_typed() {
        assert_eq!(numbers_up_to(1), [1]);
        assert_eq!(numbers_up_to(2), [1, 2]);
        assert_eq!(numbers_up_to(8), [1, 2, 4, 8]);
        assert_eq!(numbers_up_to(10), [1, 2, 4, 8, 10]);
        assert_eq!(numbers_up_to(1024).len(), 11);
    }
}
