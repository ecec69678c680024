//! `millwright solve`: every position of a game, solved and stored.

mod inspection;
mod needs;
mod progress;
mod prospect;
mod ultra;

use std::process::ExitCode;

use anyhow::{anyhow, bail};
use millwright_index::UnitGraph;
use millwright_solve::{Inspector, MemoryError, Plan, Progress, SolveError, SolveOptions, solve};
use millwright_table::TableDirectory;
use rayon::ThreadPool;

pub(super) use self::inspection::Inspection;
use self::needs::Needs;
pub(super) use self::needs::{memory_allowed, needed_memory};
use self::progress::Reporter;
pub(super) use self::prospect::Prospect;
pub(super) use self::ultra::check_that_no_others_are_there;
use crate::args::{Keep, SolveArgs, SolveCommandArgs};
use crate::failure::DIFFERENCES;
use crate::interrupt;
use crate::machine;
use crate::quantities::{Bytes, counted};
use crate::streams::Streams;

/// Plans, and solves what is not there yet.
pub(crate) fn run(args: &SolveCommandArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    if args.plan {
        Prospect::new(&args.solve, streams)?.tell(&args.solve, streams)?;
        return Ok(ExitCode::SUCCESS);
    }
    let args = &args.solve;
    let directory = args.db.directory(&args.rules);
    let graph = graph_of(args)?;
    let pool = machine::thread_pool(args.threads.count())?;
    if !directory.path().exists() {
        // What cannot fit is refused before anything is made.
        let plan = make_plan(&directory, &graph, args, &pool, streams)?;
        Needs::of(args, &plan, &directory)?.check(streams)?;
    }
    // Nobody else makes or removes tables from here on: what is planned for is what is there.
    let lock = directory.lock()?;
    let plan = make_plan(&directory, &graph, args, &pool, streams)?;
    let is_paired = args.ultra && args.keep == Keep::Statistics;
    // Ranks that are counted need the statistics of all subspaces. What they were counted from stays: it may be needed.
    if is_paired && (!args.ranks.is_counted() || plan.open_units().next().is_none()) {
        return ultra::run_paired(args, &lock, &graph, &pool, streams);
    }
    if plan.is_finished() {
        lock.tidy()?;
        let all = counted(plan.units.len() as u64, "unit");
        let place = directory.path().display();
        let nothing = format!("nothing to solve: {all} in {place}, all there and sound");
        if args.ultra {
            streams.note(&nothing);
            return ultra::run(args, &lock, &graph, &pool, streams);
        }
        writeln!(streams.results, "{nothing}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let needs = Needs::of(args, &plan, &directory)?;
    let code = perform(&needs, (args, &directory), &pool, streams, |options, progress| {
        solve(&lock, &plan, options, progress)
    })?;
    let is_solved = code == ExitCode::SUCCESS;
    if is_paired && is_solved {
        return ultra::run_paired(args, &lock, &graph, &pool, streams);
    }
    if args.ultra && is_solved {
        return ultra::run(args, &lock, &graph, &pool, streams);
    }
    Ok(code)
}

/// The units that are to be solved, if what was typed makes sense.
pub(super) fn graph_of(args: &SolveArgs) -> anyhow::Result<UnitGraph> {
    let graph = args.extent().graph(&args.rules.rules());
    if let Some(foreign) = args.keeping().tables.iter().find(|&&subspace| !graph.contains(subspace)) {
        bail!(
            "--keep-tables: {foreign} is no subspace of what is solved; stats lists those of a solved game"
        );
    }
    if args.ultra && args.keep == Keep::Wdl {
        bail!(
            "--keep wdl keeps nothing that tells draws apart; --ultra goes with --keep tables or --keep statistics"
        );
    }
    Ok(graph)
}

/// Refuses what does not fit; else tells the plan, does the work, shows how far it has come and says how it ended.
fn perform(
    needs: &Needs<'_>,
    (args, directory): (&SolveArgs, &TableDirectory),
    pool: &ThreadPool,
    streams: &mut Streams,
    work: impl FnOnce(&SolveOptions<'_>, &mut dyn FnMut(Progress<'_>)) -> Result<(), SolveError> + Send,
) -> anyhow::Result<ExitCode> {
    needs.check(streams)?;
    // A plan that cannot be written is nobody's loss.
    let _ = write!(streams.notes, "{}", needs.text());
    let open = needs.plan.open_units().count() as u64;
    let reporter = Reporter::new(needs.plan, needs.estimate, streams);
    let inspection = args.verify_sample.map(|sample| Inspection::new(directory, sample));
    let options = needs.options(args, inspection.as_ref().map(|inspection| inspection as &dyn Inspector));
    let solved = reporter.during(|| pool.install(|| work(&options, &mut |event| reporter.tell(event))));
    let (summary, finished) = (reporter.summary(), reporter.finished());
    let code = finish(solved, &summary, (finished, open), streams)?;
    if let Some(inspection) = inspection {
        streams.note(&inspection.summary());
    }
    Ok(code)
}

/// Says how a solve ended, with its summary and how many units it finished of those that were open.
fn finish(
    solved: Result<(), SolveError>,
    summary: &str,
    (finished, open): (usize, u64),
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    match solved {
        Ok(()) => {
            writeln!(streams.results, "{summary}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(SolveError::Stopped) => {
            streams.note(&format!(
                "interrupted with {finished} of {} solved; the same command goes on where it stopped",
                counted(open, "unit")
            ));
            Ok(interrupt::exit_code())
        }
        Err(SolveError::Rejected(wrong)) => {
            writeln!(streams.results, "{wrong}")?;
            streams.note(
                "the tables of this unit were removed, and nothing follows from them; the same command solves it again",
            );
            Ok(ExitCode::from(DIFFERENCES))
        }
        Err(SolveError::Memory(MemoryError::Limit { unit, needed, given })) => Err(anyhow!(
            "unit {unit} needs {} of memory, but only {} may be used: its wins are so long that they take two \
             bytes each; allow more with {}",
            Bytes(needed),
            Bytes(given),
            needed_memory(needed)
        )),
        Err(SolveError::Memory(MemoryError::Refused { unit, needed })) => Err(anyhow!(
            "unit {unit} needs {} of memory, but the system does not give so much; end other programs or allow more \
             with ulimit -v",
            Bytes(needed)
        )),
        Err(error) => Err(error.into()),
    }
}

/// Finds out what is there, which takes a while if it is much.
fn make_plan(
    directory: &TableDirectory,
    graph: &UnitGraph,
    args: &SolveArgs,
    pool: &ThreadPool,
    streams: &mut Streams,
) -> anyhow::Result<Plan> {
    let there = directory.contents()?.tables.iter().filter(|&&subspace| graph.contains(subspace)).count();
    if there > 0 {
        let place = directory.path().display();
        streams.note(&format!("checking {} in {place}", counted(there as u64, "table")));
    }
    Ok(pool.install(|| Plan::new(directory, graph, args.keeping(), args.force))?)
}
