//! `millwright bench`: how fast the solver is on this machine, next to a textbook solver.

mod measure;

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use millwright_index::{Plane, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, Rules, StoneCount};
use millwright_solve::{MemoryTables, UnitOptions, memory_needed, solve_unit};
use millwright_textbook::{self as textbook, Counting};
use rayon::ThreadPool;
use serde::Serialize;

use self::measure::{Memory, Speed, timed, watched};
use crate::args::{BenchArgs, Format, Textbook, UnitName};
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// `--textbook auto` leaves larger units out: at a million slots a second or two they take a minute and more.
const MOST_TEXTBOOK_SLOTS: u64 = 25_000_000;

/// The same where both players place, and the textbook needs one pass.
const MOST_TEXTBOOK_PLACING_SLOTS: u64 = 60_000_000;

/// The memory for frontier lists: more than the levels of a unit that is quickly solved can fill.
const LIST_BYTES: u64 = 1 << 30;

/// Bytes a slot that the textbook solver holds: a state, a place in each queue, and those may double as they grow.
const TEXTBOOK_BYTES: u64 = 2 + 8 + 8;

/// Nobody raises it: an interrupted measurement is of no use, so Ctrl-C may end the process.
static GO_ON: AtomicBool = AtomicBool::new(false);

#[derive(Serialize)]
struct BenchRecord {
    game: &'static str,
    threads: usize,
    kernel: &'static str,
    units: Vec<UnitRecord>,
}

#[derive(Serialize)]
struct UnitRecord {
    unit: String,
    /// Of all subspaces that are stored.
    slots: u64,
    one_thread: Speed,
    all_threads: Speed,
    /// How many times as fast all threads are as one.
    scaling: f64,
    /// The textbook solver, as Gevay and Danner's figures 1 and 2 have it.
    textbook: Option<Yardstick>,
    /// The same with counters filled by each position's own moves.
    counting_moves: Option<Yardstick>,
    /// What the process held before all threads began, and the most while they worked.
    held_bytes: Option<u64>,
    peak_bytes: Option<u64>,
    /// What the solver says that it needs beside what was held, frontier lists apart.
    estimated_bytes: u64,
    /// Whether all runs had the same values.
    same_values: bool,
}

/// The speed of another solver on the same unit.
#[derive(Serialize)]
struct Yardstick {
    #[serde(flatten)]
    speed: Speed,
    /// How many times as fast all threads are.
    ratio: f64,
}

/// Measures every unit that was asked for.
pub(crate) fn run(args: &BenchArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let bench = Bench::new(args)?;
    bench.check_memory(&args.units)?;
    let prerequisites = &bench.prerequisites;
    streams.note(&format!(
        "solving {} that these depend on, {} slots, in memory",
        counted(prerequisites.units().len() as u64, "unit"),
        thousands(prerequisites.slots())
    ));
    let tables = bench.pool.install(|| MemoryTables::solve(prerequisites, &bench.options))?;
    let mut record = BenchRecord {
        game: Game::Standard.name(),
        threads: bench.pool.current_num_threads(),
        kernel: bench.options.dispatch.name(),
        units: Vec::new(),
    };
    for &unit in &args.units {
        let slots = slots_over_subspaces(unit.0);
        streams.note(&format!("measuring {unit}, {} slots", thousands(slots)));
        record.units.push(bench.measure(unit, slots, &tables)?);
    }
    match args.format {
        Format::Json => streams.json(&record)?,
        Format::Text => write!(streams.results, "{}", text(&record))?,
    }
    let differing: Vec<&str> =
        record.units.iter().filter(|unit| !unit.same_values).map(|unit| unit.unit.as_str()).collect();
    if differing.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    streams
        .note(&format!("the values of {} differ from run to run; please report this", differing.join(", ")));
    Ok(ExitCode::from(1))
}

/// What all measurements share.
struct Bench {
    rules: Rules,
    /// All that the units depend on.
    prerequisites: UnitGraph,
    options: UnitOptions<'static>,
    one: ThreadPool,
    pool: ThreadPool,
    textbook: Textbook,
}

impl Bench {
    fn new(args: &BenchArgs) -> anyhow::Result<Self> {
        let rules = Game::Standard.rules().with_stones(StoneCount::MAX, StoneCount::MAX);
        let mut seeds: Vec<Subspace> = Vec::new();
        for &UnitName(unit) in &args.units {
            for plane in Plane::BOTH {
                unit.subspace(plane).for_each_successor(&rules, |next| {
                    if Unit::of(next) != unit {
                        seeds.push(next);
                    }
                });
            }
        }
        Ok(Self {
            rules,
            prerequisites: UnitGraph::closure(&rules, seeds),
            options: UnitOptions { list_bytes: LIST_BYTES, ..UnitOptions::new(&GO_ON) },
            one: machine::thread_pool(1)?,
            pool: machine::thread_pool(args.threads.count())?,
            textbook: args.textbook,
        })
    }

    fn runs_textbook(&self, unit: Unit) -> bool {
        match self.textbook {
            Textbook::Auto if hands_are_empty(unit) => slots_over_subspaces(unit) <= MOST_TEXTBOOK_SLOTS,
            Textbook::Auto => slots_over_subspaces(unit) <= MOST_TEXTBOOK_PLACING_SLOTS,
            Textbook::Always => true,
            Textbook::Never => false,
        }
    }

    /// Refuses what cannot fit.
    fn check_memory(&self, units: &[UnitName]) -> anyhow::Result<()> {
        let for_textbook = |&UnitName(unit): &UnitName| {
            if self.runs_textbook(unit) { slots_over_subspaces(unit) * TEXTBOOK_BYTES } else { 0 }
        };
        let measured = units.iter().map(|name| fast_bytes(&self.rules, name.0).max(for_textbook(name)));
        let before = self.prerequisites.units().iter().map(|&unit| fast_bytes(&self.rules, unit));
        let largest = measured.chain(before).max().unwrap_or(0);
        let needed = Bytes(self.prerequisites.slots() + largest);
        if let Some(available) = machine::available_memory() {
            ensure!(
                needed <= available,
                "these units and what they depend on need {needed} of memory, but {available} are available; \
                 try smaller ones with --units"
            );
        }
        Ok(())
    }

    fn measure(&self, name: UnitName, slots: u64, tables: &MemoryTables) -> anyhow::Result<UnitRecord> {
        let unit = name.0;
        let fast = |pool: &ThreadPool| {
            pool.install(|| {
                timed(slots, || {
                    solve_unit(&self.rules, (unit, unit.planes()), tables, &self.options, &mut |_| {})
                })
            })
        };
        // Tables of symmetries that all solvers share are made at their first use: not on anybody's clock.
        let _ = UnitIndex::new(unit);
        let (all, Memory { held, peak }) = watched(|| fast(&self.pool));
        let (all_threads, values) = all?;
        let (one_thread, values_of_one) = fast(&self.one)?;
        let mut same_values = values_of_one == values;
        let mut yardstick = |counting| {
            if !self.runs_textbook(unit) {
                return Ok(None);
            }
            let solve = || {
                if hands_are_empty(unit) {
                    textbook::solve_unit(&self.rules, unit, tables, counting)
                } else {
                    textbook::place_unit(&self.rules, (unit, unit.planes()), tables)
                }
            };
            let (speed, its_values) = timed(slots, solve)?;
            same_values &= its_values == values;
            anyhow::Ok(Some(Yardstick { speed, ratio: all_threads.over(speed) }))
        };
        let textbook = yardstick(Counting::Unmoves)?;
        // Where all place there is nothing to count.
        let counting_moves = if hands_are_empty(unit) { yardstick(Counting::Moves)? } else { None };
        Ok(UnitRecord {
            unit: name.to_string(),
            slots,
            one_thread,
            all_threads,
            scaling: all_threads.over(one_thread),
            textbook,
            counting_moves,
            held_bytes: held.map(|bytes| bytes.0),
            peak_bytes: peak.map(|bytes| bytes.0),
            estimated_bytes: memory_needed(&self.rules, unit, 1),
            same_values,
        })
    }
}

/// Slots over the subspaces of a unit: an even one has one.
fn slots_over_subspaces(unit: Unit) -> u64 {
    UnitIndex::slots_of(unit) * if unit.is_even() { 1 } else { 2 }
}

fn hands_are_empty(unit: Unit) -> bool {
    unit.subspace(Plane::A).hands_are_empty()
}

/// What the fast solver takes for a unit, frontier lists included: four bytes a slot of both planes at most.
fn fast_bytes(rules: &Rules, unit: Unit) -> u64 {
    memory_needed(rules, unit, 1) + LIST_BYTES.min(8 * UnitIndex::slots_of(unit))
}

/// A table for people.
fn text(record: &BenchRecord) -> String {
    let threads = counted(record.threads as u64, "thread");
    let optional = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let bytes = |bytes: Option<u64>| optional(bytes.map(|bytes| Bytes(bytes).to_string()));
    let speed = |yardstick: &Option<Yardstick>| optional(yardstick.as_ref().map(|it| it.speed.in_millions()));
    let ratio = |yardstick: &Option<Yardstick>| {
        optional(yardstick.as_ref().map(|yardstick| format!("{:.1}", yardstick.ratio)))
    };
    let header = [
        "unit",
        "slots",
        "1 thread",
        &threads,
        "scaling",
        "textbook",
        "ratio",
        "by moves",
        "ratio",
        "memory",
        "estimated",
    ];
    let mut rows = vec![header.map(str::to_owned)];
    for unit in &record.units {
        let taken = unit.peak_bytes.zip(unit.held_bytes).map(|(peak, held)| peak.saturating_sub(held));
        rows.push([
            unit.unit.clone(),
            thousands(unit.slots),
            unit.one_thread.in_millions(),
            unit.all_threads.in_millions(),
            format!("{:.2}", unit.scaling),
            speed(&unit.textbook),
            ratio(&unit.textbook),
            speed(&unit.counting_moves),
            ratio(&unit.counting_moves),
            bytes(taken),
            bytes(Some(unit.estimated_bytes)),
        ]);
    }
    let widths: Vec<usize> =
        (0..header.len()).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 11]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    let table: String = rows.iter().map(line).collect();
    let peak = bytes(record.units.iter().filter_map(|unit| unit.peak_bytes).max());
    format!(
        "{}, kernel {}; million slots a second\n{table}\
         peak memory {peak}, with all that the units depend on\n",
        record.game, record.kernel
    )
}
