//! The second stage of `millwright solve --ultra`: draws told apart.

use std::process::ExitCode;

use anyhow::bail;
use millwright_index::UnitGraph;
use millwright_ranks::Ranks;
use millwright_solve::{Plan, ultra};
use millwright_table::{TableDirectory, WriteLock};
use rayon::ThreadPool;

use super::finish;
use super::needs::Needs;
use crate::args::SolveArgs;
use crate::commands::solve::progress::Reporter;
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
    needs.check(streams)?;
    // A plan that cannot be written is nobody's loss.
    let _ = write!(streams.notes, "{}", needs.text());
    let open = plan.open_units().count() as u64;
    let reporter = Reporter::new(&plan, needs.estimate, streams);
    let options = needs.options(args);
    let work = || ultra::solve(lock, &plan, &ranks, &options, &mut |event| reporter.tell(event));
    let solved = reporter.during(|| pool.install(work));
    let (summary, finished) = (reporter.summary(), reporter.finished());
    finish(solved, &summary, (finished, open), streams)
}

/// A directory has one ranking: tables of two would contradict each other.
fn check_that_no_others_are_there(
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
