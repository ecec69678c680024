//! `millwright verify`: every stored value derived again from its successors.

mod findings;
mod progress;

use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use millwright_index::Subspace;
use millwright_table::{SolveCommand, TableDirectory};
use millwright_verify::{Findings, VerifyError, VerifyOptions, VerifyReport, ultra, verify};

use self::findings::{Verdict, write_findings};
use self::progress::Reporter;
use crate::args::VerifyArgs;
use crate::coverage::Coverage;
use crate::failure::DIFFERENCES;
use crate::interrupt;
use crate::machine;
use crate::quantities::{Bytes, counted};
use crate::streams::Streams;
use millwright_index::Extent;

/// Which tables of a subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tables {
    /// Plies to the end.
    Plies,
    /// Draws told apart.
    Ultra,
}

impl Tables {
    /// What one of them is called. Everybody has tables of plies: the subspace stands for its own.
    const fn noun(self) -> &'static str {
        match self {
            Self::Plies => "subspace",
            Self::Ultra => "ultra table",
        }
    }
}

/// Checks what is there: first the tables of plies, then the ultra tables, which depend on them.
pub(crate) fn run(args: &VerifyArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let directory = args.db.directory(&args.rules);
    let subspaces = wanted(args, &directory)?;
    let ultra_tables = wanted_ultra(args, &directory, &subspaces)?;
    let pool = machine::thread_pool(args.threads.count())?;
    let seed = args.seed.unwrap_or_else(machine::any_seed);
    let options = VerifyOptions {
        sample: args.sample,
        seed,
        resume: !args.again,
        memory: machine::available_memory().map(|available| available.0),
        ..VerifyOptions::new(interrupt::watch())
    };
    let told_seed = args.sample.map(|_| seed);

    let reporter = Reporter::new(Tables::Plies, &subspaces, args.sample, streams);
    let work = || verify(&directory, &subspaces, &options, &mut |event| reporter.tell(&event));
    let report = reporter.during(|| pool.install(work)).map_err(|error| explain(error, args))?;
    let summary = reporter.summary(&report, told_seed);
    let verdict = write_findings(Tables::Plies, &report, &summary, streams)?;
    note_reduced(&report, !ultra_tables.is_empty(), streams)?;
    if report.stopped || ultra_tables.is_empty() {
        return Ok(exit_code(verdict));
    }

    let reporter = Reporter::new(Tables::Ultra, &ultra_tables, args.sample, streams);
    let work = || ultra::verify(&directory, &ultra_tables, &options, &mut |event| reporter.tell(&event));
    let report = reporter.during(|| pool.install(work)).map_err(|error| explain(error, args))?;
    let summary = reporter.summary(&report, told_seed);
    let ultra_verdict = write_findings(Tables::Ultra, &report, &summary, streams)?;
    note_reduced_ultra(&report, streams);
    Ok(exit_code(verdict.max(ultra_verdict)))
}

fn exit_code(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::Correct => ExitCode::SUCCESS,
        Verdict::Stopped => interrupt::exit_code(),
        Verdict::Wrong => ExitCode::from(DIFFERENCES),
    }
}

/// Says what could not be verified. If that is all there is, it is an error.
fn note_reduced(report: &VerifyReport, ultra_follows: bool, streams: &mut Streams) -> anyhow::Result<()> {
    if report.reduced.is_empty() {
        return Ok(());
    }
    let reduced = counted(report.reduced.len() as u64, "subspace");
    let why = "the depths of their positions, or of those that their moves lead to, have not been kept";
    ensure!(
        report.stopped || ultra_follows || !report.subspaces.is_empty(),
        "nothing can be verified of {reduced}: {why}; solve again with --keep tables"
    );
    streams.note(&format!("{reduced} skipped: {why}"));
    Ok(())
}

fn note_reduced_ultra<W, C>(report: &Findings<W, C>, streams: &mut Streams) {
    if !report.reduced.is_empty() {
        let reduced = counted(report.reduced.len() as u64, Tables::Ultra.noun());
        streams.note(&format!("{reduced} skipped: which positions are drawn has not been kept"));
    }
}

/// The ultra tables that are there: of these subspaces, or all if all tables are to be verified.
fn wanted_ultra(
    args: &VerifyArgs,
    directory: &TableDirectory,
    subspaces: &[Subspace],
) -> anyhow::Result<Vec<Subspace>> {
    let mut there = directory.contents()?.ultra_tables;
    if !wants_all(args) {
        there.retain(|subspace| subspaces.contains(subspace));
    }
    Ok(there)
}

/// Whether nothing says which tables to verify.
fn wants_all(args: &VerifyArgs) -> bool {
    args.subspace.is_none() && args.rules.typed_stones().is_none() && args.extent.typed().is_none()
}

/// The subspaces to verify: the one given, those of as much of the game as was typed, or all there are.
fn wanted(args: &VerifyArgs, directory: &TableDirectory) -> anyhow::Result<Vec<Subspace>> {
    if let Some(subspace) = args.subspace {
        return Ok(vec![subspace]);
    }
    let coverage = if wants_all(args) {
        Coverage::Tables
    } else {
        Coverage::of_game(&args.extent, &args.rules, directory)
    };
    coverage.subspaces(&args.rules, &args.db, directory)
}

/// The error with the command or the option that helps.
fn explain(error: VerifyError, args: &VerifyArgs) -> anyhow::Error {
    let command = |subspace| {
        let extent = args.extent.typed().unwrap_or(Extent::Complete);
        args.db.typed(&SolveCommand::for_subspace(
            args.rules.game().name(),
            &args.rules.rules(),
            extent,
            subspace,
        ))
    };
    match &error {
        VerifyError::Missing { subspace, .. } | VerifyError::MissingSuccessor { subspace, .. } => {
            anyhow!("{error}; make it with: {}", command(*subspace))
        }
        VerifyError::MissingUltra { subspace, .. } => {
            let ranks = args.db.directory(&args.rules).ranks_path();
            anyhow!("{error}; make it with: {} --ultra --ranks {}", command(*subspace), ranks.display())
        }
        VerifyError::Memory { subspace, needed, limit } => anyhow!(
            "verifying subspace {subspace} needs {} of memory, but only {} are available; look at some \
             positions only with --sample 1000000",
            Bytes(*needed),
            Bytes(*limit)
        ),
        _ => error.into(),
    }
}
