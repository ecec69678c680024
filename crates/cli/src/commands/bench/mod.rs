//! `millwright bench`: how fast the solver is on this machine, next to a textbook solver.

mod measure;
mod prepared;

use std::process::ExitCode;

use anyhow::ensure;
use millwright_index::{Plane, Unit, UnitIndex};
use millwright_ranks::Ranks;
use millwright_rules::Game;
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{Dispatch, MemoryTables};
use millwright_textbook::{self as textbook, Counting};
use rayon::ThreadPool;
use serde::Serialize;

use self::measure::{Memory, Speed, timed, watched};
use self::prepared::{Wanted, solve};
use crate::args::{BenchArgs, Format, Textbook, UnitName};
use crate::failure::DIFFERENCES;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// `--textbook auto` leaves larger units out: at a million slots a second or two they take a minute and more.
const MOST_TEXTBOOK_SLOTS: u64 = 25_000_000;

/// The same where both players place, and the textbook needs one pass.
const MOST_TEXTBOOK_PLACING_SLOTS: u64 = 60_000_000;

/// Bytes a slot that the textbook solver holds: a state, a place in each queue, and those may double as they grow.
const TEXTBOOK_BYTES: u64 = 2 + 8 + 8;

#[derive(Serialize)]
struct BenchRecord {
    /// Of units that do not name another.
    game: &'static str,
    threads: usize,
    kernel: &'static str,
    units: Vec<UnitRecord>,
}

#[derive(Serialize)]
struct UnitRecord {
    unit: String,
    game: String,
    /// Whether draws were told apart.
    draws: bool,
    /// Of all subspaces that are stored.
    slots: u64,
    one_thread: Speed,
    all_threads: Speed,
    /// How many times as fast all threads are as one.
    scaling: f64,
    /// One thread with the portable kernel, and how many times as fast one thread is with the other.
    portable: Yardstick,
    /// The textbook solver, as Gevay and Danner's figures 1 and 2 have it, and how many times as fast all threads are.
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
    ratio: f64,
}

/// Measures every unit that was asked for.
pub(crate) fn run(args: &BenchArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let bench = Bench {
        kernel: args.kernel,
        one: machine::thread_pool(1)?,
        pool: machine::thread_pool(args.threads.count())?,
        textbook: args.textbook,
    };
    let wanted = Wanted::by_game(&args.units);
    bench.check_memory(&wanted)?;
    let mut records: Vec<(UnitName, UnitRecord)> = Vec::new();
    for wanted in &wanted {
        records.extend(bench.game(wanted, streams)?);
    }
    // In the order in which they were asked for.
    records.sort_by_key(|(name, _)| args.units.iter().position(|wanted| wanted == name));
    let record = BenchRecord {
        game: Game::Standard.name(),
        threads: bench.pool.current_num_threads(),
        kernel: bench.kernel.name(),
        units: records.into_iter().map(|(_, record)| record).collect(),
    };
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
    Ok(ExitCode::from(DIFFERENCES))
}

/// What all measurements share.
struct Bench {
    kernel: Dispatch,
    one: ThreadPool,
    pool: ThreadPool,
    textbook: Textbook,
}

impl Bench {
    fn runs_textbook(&self, name: UnitName) -> bool {
        // It knows no unit in which players both place and slide, and no draws told apart.
        let knows = !name.draws && (name.is_movement() || name.nobody_slides());
        let most = if name.is_movement() { MOST_TEXTBOOK_SLOTS } else { MOST_TEXTBOOK_PLACING_SLOTS };
        match self.textbook {
            Textbook::Auto => knows && slots_over_subspaces(name.unit) <= most,
            Textbook::Always => knows,
            Textbook::Never => false,
        }
    }

    /// Refuses what cannot fit.
    fn check_memory(&self, wanted: &[Wanted]) -> anyhow::Result<()> {
        let for_textbook = |name: UnitName| {
            if self.runs_textbook(name) { slots_over_subspaces(name.unit) * TEXTBOOK_BYTES } else { 0 }
        };
        let needed = Bytes(wanted.iter().map(|wanted| wanted.bytes(for_textbook)).max().unwrap_or(0));
        if let Some(available) = machine::available_memory() {
            ensure!(
                needed <= available,
                "these units and what they depend on need {needed} of memory, but {available} are available; \
                 try smaller ones with --units"
            );
        }
        Ok(())
    }

    /// Measures the units of one game.
    fn game(&self, wanted: &Wanted, streams: &mut Streams) -> anyhow::Result<Vec<(UnitName, UnitRecord)>> {
        streams.note(&format!(
            "solving {} that these depend on, {} slots, in memory",
            counted(wanted.prerequisites.units().len() as u64, "unit"),
            thousands(wanted.prerequisites.slots())
        ));
        let tables = self.pool.install(|| wanted.tables(self.kernel))?;
        let draws = self.pool.install(|| wanted.draws(&tables, self.kernel))?;
        let mut records = Vec::new();
        for &name in &wanted.units {
            streams.note(&format!("measuring {name}, {} slots", thousands(slots_over_subspaces(name.unit))));
            records.push((name, self.measure(wanted, name, &tables, draws.as_ref())?));
        }
        Ok(records)
    }

    fn measure(
        &self,
        wanted: &Wanted,
        name: UnitName,
        tables: &MemoryTables,
        draws: Option<&(Ranks, MemoryDraws<'_>)>,
    ) -> anyhow::Result<UnitRecord> {
        let (unit, slots) = (name.unit, slots_over_subspaces(name.unit));
        let fast = |pool: &ThreadPool, kernel: Dispatch| {
            pool.install(|| timed(slots, || solve(&wanted.rules, name, tables, draws, kernel)))
        };
        // Tables of symmetries that all solvers share are made at their first use: not on anybody's clock.
        let _ = UnitIndex::new(unit);
        let (all, Memory { held, peak }) = watched(|| fast(&self.pool, self.kernel));
        let (all_threads, values) = all?;
        let (one_thread, values_of_one) = fast(&self.one, self.kernel)?;
        let (portable, values_of_portable) = fast(&self.one, Dispatch::Portable)?;
        let mut same_values = values_of_one == values && values_of_portable == values;
        let mut yardstick = |counting| {
            if !self.runs_textbook(name) {
                return Ok(None);
            }
            let solve = || {
                if name.is_movement() {
                    textbook::solve_unit(&wanted.rules, unit, tables, counting)
                } else {
                    textbook::place_unit(&wanted.rules, (unit, unit.planes()), tables)
                }
            };
            let (speed, its_values) = timed(slots, solve)?;
            same_values &= its_values == values;
            anyhow::Ok(Some(Yardstick { speed, ratio: all_threads.over(speed) }))
        };
        let textbook = yardstick(Counting::Unmoves)?;
        // Where all place there is nothing to count.
        let counting_moves = if name.is_movement() { yardstick(Counting::Moves)? } else { None };
        Ok(UnitRecord {
            unit: name.to_string(),
            game: name.game.name().to_owned(),
            draws: name.draws,
            slots,
            one_thread,
            all_threads,
            scaling: all_threads.over(one_thread),
            portable: Yardstick { speed: portable, ratio: one_thread.over(portable) },
            textbook,
            counting_moves,
            held_bytes: held.map(|bytes| bytes.0),
            peak_bytes: peak.map(|bytes| bytes.0),
            estimated_bytes: wanted.estimate(unit, name.draws),
            same_values,
        })
    }
}

impl UnitName {
    fn is_movement(self) -> bool {
        self.unit.subspace(Plane::A).hands_are_empty()
    }

    /// Whether all players must place.
    fn nobody_slides(self) -> bool {
        let rules = self.game.rules();
        !Plane::BOTH.into_iter().any(|plane| self.unit.subspace(plane).may_slide(&rules))
    }
}

/// Slots over the subspaces of a unit: an even one has one.
fn slots_over_subspaces(unit: Unit) -> u64 {
    UnitIndex::slots_of(unit) * if unit.is_even() { 1 } else { 2 }
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
        "portable",
        "ratio",
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
            unit.portable.speed.in_millions(),
            format!("{:.1}", unit.portable.ratio),
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
    let line = |row: &[String; 13]| {
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
