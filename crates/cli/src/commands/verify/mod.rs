//! `millwright verify`: every stored value derived again from its successors.

mod progress;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use millwright_index::Subspace;
use millwright_rules::notation::{Form, write_position};
use millwright_table::TableDirectory;
use millwright_verify::{SubspaceReport, VerifyError, VerifyOptions, VerifyReport, verify};

use self::progress::Reporter;
use crate::args::VerifyArgs;
use crate::coverage::Coverage;
use crate::extent::Extent;
use crate::interrupt;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// The exit code if something differs.
const DIFFERENCES: u8 = 1;

/// Checks what is there.
pub(crate) fn run(args: &VerifyArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let directory = args.db.directory(&args.rules);
    let subspaces = wanted(args, &directory)?;
    let pool = machine::thread_pool(args.threads.count())?;
    let stop = interrupt::watch()?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let options = VerifyOptions {
        sample: args.sample,
        seed,
        resume: !args.again,
        memory: machine::available_memory().map(|available| available.0),
        ..VerifyOptions::new(stop)
    };
    let reporter = Reporter::new(&subspaces, args.sample, streams);
    let work = || verify(&directory, &subspaces, &options, &mut |event| reporter.tell(event));
    let report = reporter.during(|| pool.install(work)).map_err(|error| explain(error, args))?;
    let summary = reporter.summary(&report, args.sample.map(|_| seed));
    if let Some(error) = &report.not_recorded {
        streams.note(&error.to_string());
    }
    write_differences(&report, streams)?;
    if !report.reduced.is_empty() {
        let reduced = counted(report.reduced.len() as u64, "subspace");
        let why = "the depths of their positions, or of those that their moves lead to, have not been kept";
        ensure!(
            report.stopped || !report.subspaces.is_empty(),
            "nothing can be verified of {reduced}: {why}; solve again with --keep tables"
        );
        streams.note(&format!("{reduced} skipped: {why}"));
    }
    if report.stopped {
        streams
            .note(&format!("{summary} before it was interrupted; the same command goes on where it stopped"));
        return Ok(if report.is_correct() { interrupt::exit_code() } else { ExitCode::from(DIFFERENCES) });
    }
    if report.subspaces.iter().all(|report| report.verified_before) {
        let all = counted(report.subspaces.len() as u64, "subspace");
        writeln!(streams.results, "{all} verified before and unchanged; --again checks them again")?;
        return Ok(ExitCode::SUCCESS);
    }
    if report.is_correct() {
        writeln!(streams.results, "{summary}: all correct")?;
        return Ok(ExitCode::SUCCESS);
    }
    let wrong = report.subspaces.iter().filter(|report| !report.is_correct()).count() as u64;
    writeln!(streams.results, "{summary}: {} wrong", counted(wrong, "table"))?;
    Ok(ExitCode::from(DIFFERENCES))
}

/// The subspaces to verify: the one given, those of as much of the game as was typed, or all there are.
fn wanted(args: &VerifyArgs, directory: &TableDirectory) -> anyhow::Result<Vec<Subspace>> {
    if let Some(subspace) = args.subspace {
        return Ok(vec![subspace]);
    }
    let nothing_typed = args.rules.stones.is_none() && args.extent.typed().is_none();
    let coverage = if nothing_typed {
        Coverage::Tables
    } else {
        Coverage::of_game(&args.extent, &args.rules, directory)
    };
    coverage.subspaces(&args.rules, &args.db, directory)
}

/// A seed that is another one every time.
fn any_seed() -> u64 {
    // Short enough to be typed.
    RandomState::new().build_hasher().finish() >> 40
}

/// The error with the command or the option that helps.
fn explain(error: VerifyError, args: &VerifyArgs) -> anyhow::Error {
    let make = |subspace: Subspace| {
        let (game, stones) = (args.rules.game, args.rules.rules().stones);
        let command = if subspace.hands_are_empty() {
            args.db.solve_command(Extent::Movement, game, subspace.mover, subspace.other)
        } else {
            let extent = args.extent.typed().unwrap_or(Extent::Complete);
            args.db.solve_command(extent, game, stones.white.get(), stones.black.get())
        };
        format!("make it with: {command}")
    };
    match error {
        VerifyError::Missing { subspace, path, .. } => anyhow!(
            "the table of subspace {subspace} is missing: there is no {}; {}",
            path.display(),
            make(subspace)
        ),
        VerifyError::MissingSuccessor { of, subspace, path, .. } => anyhow!(
            "subspace {of} cannot be verified without subspace {subspace}, to which its moves lead: there is \
             no {}; {}",
            path.display(),
            make(subspace)
        ),
        VerifyError::Memory { subspace, needed, limit } => anyhow!(
            "verifying subspace {subspace} needs {} of memory, but only {} are available; look at some \
             positions only with --sample 1000000",
            Bytes(needed),
            Bytes(limit)
        ),
        error => error.into(),
    }
}

/// The first wrong positions of every table that has any.
fn write_differences(report: &VerifyReport, streams: &mut Streams) -> anyhow::Result<()> {
    for SubspaceReport { subspace, checked, wrong, first_wrong, statistics, .. } in &report.subspaces {
        if *wrong > 0 {
            let (wrong, checked) = (thousands(*wrong), thousands(*checked));
            writeln!(
                streams.results,
                "{subspace}: {wrong} of {checked} slots are wrong, the first of them:"
            )?;
        }
        for wrong in first_wrong {
            let position = write_position(Form::Short, &wrong.position);
            let (slot, stored, expected) = (wrong.slot.0, wrong.stored, wrong.expected);
            writeln!(streams.results, "  {position} slot {slot}: stored {stored}, expected {expected}")?;
        }
        if let Some(mismatch) = statistics {
            writeln!(streams.results, "{subspace}: the statistics are wrong: {mismatch}")?;
        }
    }
    Ok(())
}
