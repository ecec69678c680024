//! A plan as a table.

use std::fmt::Write as _;

use millwright_solve::tasks::{PlacedFile, Task};

use super::{Outlook, efficiency, name_of};
use crate::quantities::{Bytes, counted, duration, thousands};

/// Tasks, the longest chain, and what clusters would make of them.
pub(super) fn of(outlook: &Outlook) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "path    {}", path(outlook));
    let _ = writeln!(
        text,
        "likely  {} of disk at the peak in the order of solve",
        Bytes(outlook.graph.likely_bytes(outlook.serial_disk))
    );
    let _ = writeln!(
        text,
        "traffic {} read for {} written, {:.1} bytes for one",
        Bytes(sum(outlook, |task| task.reads)),
        Bytes(sum(outlook, |task| task.writes + task.keeps)),
        ratio(sum(outlook, |task| task.reads), sum(outlook, |task| task.writes + task.keeps))
    );
    let _ = writeln!(
        text,
        "\n{:<22} {:>15} {:>10} {:>10} {:>10} {:>7}  writes <- reads",
        "task", "slots", "memory", "disk", "time", "waiting"
    );
    for (task, waiting) in outlook.graph.tasks.iter().zip(&outlook.waiting) {
        let time = if task.is_done { "done".to_owned() } else { duration(task.time) };
        let _ = writeln!(
            text,
            "{:<22} {:>15} {:>10} {:>10} {:>10} {:>7}  {} <- {}",
            name_of(task),
            thousands(task.slots),
            Bytes(task.memory).to_string(),
            Bytes(task.writes + task.keeps).to_string(),
            time,
            waiting,
            files(task.outputs.iter().chain(&task.kept)),
            files(task.inputs.iter())
        );
    }
    text.push_str(&clusters(outlook));
    text
}

fn sum(outlook: &Outlook, of: impl Fn(&Task) -> u64) -> u64 {
    outlook.graph.tasks.iter().filter(|task| !task.is_done).map(of).sum()
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The longest chain in a line.
fn path(outlook: &Outlook) -> String {
    let ends = match (outlook.path.first(), outlook.path.last()) {
        (Some(&first), Some(&last)) => {
            let name = |number: usize| name_of(&outlook.graph.tasks[number]);
            format!(", from {} to {}", name(first), name(last))
        }
        _ => String::new(),
    };
    format!(
        "{} of {} in {}{ends}: no cluster is faster",
        duration(outlook.path_time),
        duration(outlook.serial_time),
        counted(outlook.path.len() as u64, "task"),
    )
}

/// Names with spaces between, or a dash for none; of many the first few.
fn files<'a>(files: impl Iterator<Item = &'a PlacedFile>) -> String {
    const MOST: usize = 12;
    let names: Vec<String> = files.map(ToString::to_string).collect();
    match names.len() {
        0 => "-".to_owned(),
        1..=MOST => names.join(" "),
        count => format!("{} and {} more", names[..3].join(" "), count - 3),
    }
}

/// What clusters of several sizes take.
fn clusters(outlook: &Outlook) -> String {
    if outlook.simulations.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{:>8} {:>6} {:>12} {:>9} {:>11} {:>10}\n",
        "workers", "cores", "time", "speed-up", "efficiency", "disk peak"
    );
    for simulation in &outlook.simulations {
        let (speed_up, share) = efficiency(outlook, simulation);
        let _ = writeln!(
            text,
            "{:>8} {:>6} {:>12} {:>9.2} {:>10.1}% {:>10}",
            simulation.workers,
            outlook.cores,
            duration(simulation.makespan),
            speed_up,
            100.0 * share,
            Bytes(outlook.graph.likely_bytes(simulation.disk_peak)).to_string()
        );
    }
    text
}
