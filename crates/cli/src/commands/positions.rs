//! `millwright positions`: positions of a subspace in bulk.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use millwright_index::Extent;
use millwright_listing::{Amount, Columns, LineFormat, Listing, ListingError, Request, Run, Selection};
use millwright_ranks::Rank;
use millwright_table::{SolveCommand, write_whole};

use crate::args::{PositionsArgs, PositionsFormat};
use crate::interrupt;
use crate::machine;
use crate::progress_display::{ProgressDisplay, Status};
use crate::quantities::{Bytes, counted, duration, thousands};
use crate::streams::Streams;

/// Lists them.
pub(crate) fn run(args: &PositionsArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let selection = Selection::new(args.value, args.rank.map(Rank), args.longest, args.only_move)?;
    ensure!(
        args.format != PositionsFormat::Parquet || args.out.is_some(),
        "Parquet is written to a file: name it with --out FILE"
    );
    let seed = args.seed.unwrap_or_else(machine::any_seed);
    let columns = if args.moves || args.only_move { Columns::Moves } else { Columns::Values };
    let amount = match (args.sample, args.limit) {
        (Some(size), _) => Amount::Sample { size: usize::try_from(size)?, seed },
        (None, Some(limit)) => Amount::First(limit),
        (None, None) => Amount::All,
    };
    let request = Request { subspace: args.subspace, selection, columns, amount };
    let directory = args.db.directory(&args.rules);
    let explain = |error| explain(error, args);
    let listing = Listing::open(&directory, &args.rules.rules(), request).map_err(explain)?;
    let pool = machine::thread_pool(args.threads.count())?;
    let looked_at = AtomicU64::new(0);
    let memory = machine::available_memory().map(|available| available.0);
    let run = Run { pool: &pool, stop: interrupt::watch(), looked_at: &looked_at, memory };

    let started = Instant::now();
    let status = || {
        let done = looked_at.load(Ordering::Relaxed);
        let message = format!("{} of {} slots", thousands(done), thousands(listing.slots()));
        Status { done, message }
    };
    // A bar would get between the lines on a terminal.
    let shows_bar = args.out.is_some() || !streams.results_to_terminal;
    let mut nowhere = io::sink();
    let mut notes = Streams {
        results: &mut nowhere,
        notes: &mut *streams.notes,
        notes_to_terminal: streams.notes_to_terminal && shows_bar,
        results_to_terminal: false,
    };
    let display = ProgressDisplay::new(listing.slots(), &mut notes);
    let written = display.during(status, || match &args.out {
        Some(path) => write_file(&listing, args.format, run, path),
        None => listing.write_lines(line_format(args.format), run, streams.results),
    });
    drop(display);
    let written = match written {
        Err(ListingError::Stopped) => return Ok(interrupt::exit_code()),
        Err(ListingError::Write(error)) => {
            let place = args.out.as_deref().map_or("the positions".into(), Path::to_string_lossy);
            return Err(error).with_context(|| format!("cannot write {place}"));
        }
        written => written.map_err(explain)?,
    };
    let sampled = args.sample.map_or(String::new(), |_| format!(" of a sample (--seed {seed})"));
    let all = thousands(listing.positions());
    let time = duration(started.elapsed());
    streams.note(&format!("{}{sampled} of {all} in {}, {time}", counted(written, "position"), args.subspace));
    Ok(ExitCode::SUCCESS)
}

/// The form of lines; Parquet, which has none, has been refused where there is no file.
const fn line_format(format: PositionsFormat) -> LineFormat {
    match format {
        PositionsFormat::Text | PositionsFormat::Parquet => LineFormat::Text,
        PositionsFormat::Csv => LineFormat::Csv,
        PositionsFormat::Json => LineFormat::Json,
    }
}

/// Writes a file that is whole or not there.
fn write_file(
    listing: &Listing<'_>,
    format: PositionsFormat,
    run: Run<'_>,
    path: &Path,
) -> Result<u64, ListingError> {
    write_whole(path, |out| match format {
        PositionsFormat::Parquet => listing.write_parquet(run, out),
        _ => listing.write_lines(line_format(format), run, out),
    })
}

/// What is missing, and the command that would make it.
fn explain(error: ListingError, args: &PositionsArgs) -> anyhow::Error {
    if let ListingError::Memory { needed, available } = error {
        let (needed, available) = (Bytes(needed), Bytes(available));
        return anyhow!("this takes {needed} of memory, but only {available} are available");
    }
    let Some(subspace) = error.lacking() else { return error.into() };
    let (game, rules) = (args.rules.game(), args.rules.rules());
    let command = SolveCommand::for_subspace(game.name(), &rules, Extent::Complete, subspace);
    let ultra = match error {
        ListingError::NoRanks { .. } | ListingError::RanksDropped { .. } => " --ultra",
        _ => "",
    };
    anyhow!("{error}; make it with: {}{ultra}", args.db.typed(&command))
}
