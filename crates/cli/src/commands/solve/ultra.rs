//! The second stage of `millwright solve --ultra`: draws told apart.

use std::process::ExitCode;

use anyhow::bail;
use millwright_index::UnitGraph;
use millwright_ranks::Ranks;
use millwright_solve::ultra::PairedPlan;
use millwright_solve::{Plan, ultra};
use millwright_table::{TableDirectory, WriteLock};
use rayon::ThreadPool;

use super::needs::Needs;
use super::perform;
use crate::args::SolveArgs;
use crate::quantities::counted;
use crate::rankings::rank;
use crate::streams::Streams;

/// Tells apart the draws of the strong tables, which must all be there.
pub(super) fn run(
    args: &SolveArgs,
    lock: &WriteLock<'_>,
    graph: &UnitGraph,
    pool: &ThreadPool,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let directory = lock.directory();
    // The strong tables have just been made: none is missing.
    let (ranks, _) = rank(&args.ranks, directory, graph, "the same command")?;
    check_that_no_others_are_there(args, directory, &ranks)?;
    let plan = pool.install(|| Plan::ultra(directory, graph, &ranks, args.force))?;
    if plan.is_finished() {
        let all = counted(plan.units.len() as u64, "unit");
        let place = directory.path().display();
        writeln!(streams.results, "no draws to tell apart: {all} in {place}, all there and sound")?;
        return Ok(ExitCode::SUCCESS);
    }
    let needs = Needs::of(args, &plan, directory)?;
    perform(&needs, (args, directory), pool, streams, |options, progress| {
        ultra::solve(lock, &plan, &ranks, options, progress)
    })
}

/// Solves and tells draws apart unit by unit, and keeps the statistics of both. Ranks that are counted have been: the
/// statistics of all subspaces are there.
pub(super) fn run_paired(
    args: &SolveArgs,
    lock: &WriteLock<'_>,
    graph: &UnitGraph,
    pool: &ThreadPool,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let directory = lock.directory();
    let (ranks, _) = rank(&args.ranks, directory, graph, "the same command")?;
    check_that_no_others_are_there(args, directory, &ranks)?;
    let plan =
        pool.install(|| PairedPlan::new(directory, graph, Some(&ranks), &args.keeping(), args.force))?;
    if plan.is_finished() {
        lock.tidy()?;
        let all = counted(plan.units().units.len() as u64, "unit");
        let place = directory.path().display();
        writeln!(streams.results, "nothing to solve and no draws to tell apart: {all} in {place}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let needs = Needs::of_both(args, &plan, directory)?;
    perform(&needs, (args, directory), pool, streams, |options, progress| {
        ultra::solve_paired(lock, &plan, &ranks, options, progress)
    })
}

/// What solving and telling draws apart unit by unit would take, as far as it can be told.
pub(super) fn plan_paired(
    args: &SolveArgs,
    directory: &TableDirectory,
    graph: &UnitGraph,
    pool: &ThreadPool,
) -> anyhow::Result<PairedPlan> {
    // Ranks that are counted are not known before.
    let ranks = directory.read_ranks()?;
    Ok(pool.install(|| PairedPlan::new(directory, graph, ranks.as_ref(), &args.keeping(), args.force))?)
}

/// A directory has one ranking: tables of two would contradict each other.
pub(in crate::commands) fn check_that_no_others_are_there(
    args: &SolveArgs,
    directory: &TableDirectory,
    ranks: &Ranks,
) -> anyhow::Result<()> {
    let others = directory.read_ranks()?.filter(|there| there != ranks);
    if others.is_some() && !args.force && !directory.contents()?.ultra_tables.is_empty() {
        bail!(
            "the draws in {} were told apart by other ranks; use another directory with --db, or make them again \
             with --force",
            directory.path().display()
        );
    }
    Ok(())
}
