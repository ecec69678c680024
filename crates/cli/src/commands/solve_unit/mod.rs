//! `millwright solve-unit`: exactly one unit, as a job of a cluster.

mod scratch;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use millwright_index::{Subspace, Unit, UnitGraph};
use millwright_ranks::Ranks;
use millwright_solve::{
    BadInputs, Goal, Inspector, MemoryError, Outputs, PlannedUnit, SolveError, SolveOptions, check_inputs,
    inputs_of, is_done, solve_one,
};
use millwright_table::{TableDirectory, TableError, TableFault, WriteOptions};
use rayon::ThreadPool;

use self::scratch::Scratch;
use super::solve::{Inspection, check_that_no_others_are_there, graph_of, memory_allowed, needed_memory};
use crate::args::{Keep, SolveUnitArgs, UnitOrRanks};
use crate::failure::{DIFFERENCES, MayPass};
use crate::interrupt;
use crate::machine;
use crate::quantities::{Bytes, counted, duration, slots_per_second, thousands};
use crate::rankings::rank;
use crate::streams::Streams;

/// Solves a unit, or ranks all subspaces.
pub(crate) fn run(args: &SolveUnitArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    interrupt::trying_again_helps();
    let graph = graph_of(&args.solve)?;
    if (args.solve.keep == Keep::Tables) == args.kept_in.is_some() {
        bail!(
            "--kept-in and --keep wdl or --keep statistics go together: whole tables to --db, what stays there"
        );
    }
    let places = Places::new(args);
    let code = match args.unit {
        UnitOrRanks::Ranks => make_ranks(args, &graph, &places, streams),
        UnitOrRanks::Unit(subspace) if graph.planes(Unit::of(subspace)).next().is_none() => Err(anyhow!(
            "{subspace} is no unit of this game; millwright plan with the same options lists all"
        )),
        UnitOrRanks::Unit(subspace) => Job::new(args, &graph, &places, subspace)?.run(streams),
    };
    code.map_err(told_whether_it_may_pass)
}

/// Where the tables of a job are.
struct Places {
    /// Whole tables.
    whole: TableDirectory,
    /// What stays of them, if that is elsewhere.
    kept: Option<TableDirectory>,
}

impl Places {
    fn new(args: &SolveUnitArgs) -> Self {
        let (db, rules) = (&args.solve.db, &args.solve.rules);
        let kept = args.kept_in.as_ref().map(|path| TableDirectory::new(path, rules.game()));
        Self { whole: db.directory(rules), kept }
    }

    /// Where files are that stay.
    fn staying(&self) -> &TableDirectory {
        self.kept.as_ref().unwrap_or(&self.whole)
    }
}

/// Ranks all subspaces from the statistics that stay, or by stones, or as a file says.
fn make_ranks(
    args: &SolveUnitArgs,
    graph: &UnitGraph,
    places: &Places,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    if !args.solve.ultra {
        bail!("ranks tell draws apart: add --ultra");
    }
    let directory = places.staying();
    let _lock = directory.lock_for_unit()?;
    let (ranks, _) = rank(&args.solve.ranks, directory, graph, "solve-unit for its unit")?;
    check_that_no_others_are_there(&args.solve, directory, &ranks)?;
    directory.write_ranks(&ranks)?;
    let all = counted(ranks.iter().count() as u64, "subspace");
    writeln!(streams.results, "ranked {all} in {}", directory.ranks_path().display())?;
    Ok(ExitCode::SUCCESS)
}

/// A unit to be solved.
struct Job<'a> {
    args: &'a SolveUnitArgs,
    graph: &'a UnitGraph,
    places: &'a Places,
    planned: PlannedUnit,
    goal: Goal,
    /// Where draws are told apart.
    ranks: Option<Ranks>,
    pool: ThreadPool,
}

impl<'a> Job<'a> {
    fn new(
        args: &'a SolveUnitArgs,
        graph: &'a UnitGraph,
        places: &'a Places,
        subspace: Subspace,
    ) -> anyhow::Result<Self> {
        let goal = if args.solve.ultra { Goal::Draws } else { Goal::Plies };
        let planned = PlannedUnit::new(graph, Unit::of(subspace), goal);
        let ranks = args.solve.ultra.then(|| read_ranks(places.staying(), graph)).transpose()?;
        let pool = machine::thread_pool(args.solve.threads.count())?;
        Ok(Self { args, graph, places, planned, goal, ranks, pool })
    }

    fn run(&self, streams: &mut Streams) -> anyhow::Result<ExitCode> {
        let unit = self.planned.unit;
        let staying = self.places.staying();
        let locks = [self.places.whole.lock_for_unit()?, staying.lock_for_unit()?];
        if locks.iter().any(|lock| !lock.is_locked()) {
            streams.note("this file system has no locks: nobody may run solve here meanwhile");
        }
        let outputs = Outputs {
            whole: &self.places.whole,
            kept: self.places.kept.as_ref().map(|kept| (kept, self.args.solve.keeping().of(&self.planned))),
        };
        let there = || self.pool.install(|| is_done(&outputs, &self.planned, self.ranks.as_ref()));
        if !self.args.solve.force && there()? {
            let place = self.places.whole.path().display();
            writeln!(streams.results, "nothing to solve: unit {unit} in {place} is there and sound")?;
            return Ok(ExitCode::SUCCESS);
        }
        let memory = self.memory()?;
        let names = inputs_of(self.graph, unit, self.goal);
        let stop = interrupt::watch();
        let scratch = match &self.args.scratch {
            Some(path) => Some(Scratch::copy(path, &self.places.whole, &names, stop)?),
            None => None,
        };
        let inputs = scratch.as_ref().map_or(&self.places.whole, Scratch::directory);
        let checked = self.pool.install(|| check_inputs(inputs, self.ranks.as_ref(), &names));
        let bytes = checked.map_err(|bad| self.in_their_places(bad))?;
        let slots = thousands(self.planned.slots);
        streams.note(&format!("unit {unit}: {slots} slots, {} of inputs, all sound", Bytes(bytes)));
        let options = SolveOptions {
            dispatch: self.args.solve.kernel,
            memory: memory.0,
            write: WriteOptions { level: self.args.solve.level },
            stop,
            inspector: None,
        };
        let begun = Instant::now();
        let work = || solve_one(inputs, &outputs, &self.planned, self.ranks.as_ref(), &options, &mut |_| {});
        match self.pool.install(work) {
            Ok(bytes) => {
                let time = begun.elapsed();
                let peak =
                    machine::peak_memory().map_or(String::new(), |peak| format!("; peak memory {peak}"));
                writeln!(
                    streams.results,
                    "solved unit {unit}, {slots} slots in {}: {}; {} on disk{peak}",
                    duration(time),
                    slots_per_second(self.planned.slots, time),
                    Bytes(bytes)
                )?;
                self.inspect(streams)
            }
            Err(SolveError::Stopped) => {
                streams.note("interrupted; the same command does it again");
                Ok(interrupt::exit_code())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The memory that may be used, if it is enough.
    fn memory(&self) -> anyhow::Result<Bytes> {
        let (allowed, _) = memory_allowed(&self.args.solve)?;
        let (unit, needed, given) = (self.planned.unit, self.planned.memory, allowed.0);
        if needed > given {
            return Err(SolveError::Memory(MemoryError::Limit { unit, needed, given }).into());
        }
        Ok(allowed)
    }

    /// What is wrong with inputs, by the names that people know them by and not those of copies.
    fn in_their_places(&self, mut bad: BadInputs) -> BadInputs {
        for TableError { path, .. } in &mut bad.errors {
            if let Some(name) = path.file_name() {
                *path = self.places.whole.path().join(name);
            }
        }
        bad
    }

    /// With `--verify-sample`: some values of the tables that were written, derived again.
    fn inspect(&self, streams: &mut Streams) -> anyhow::Result<ExitCode> {
        let Some(sample) = self.args.solve.verify_sample else { return Ok(ExitCode::SUCCESS) };
        let inspection = Inspection::new(&self.places.whole, sample);
        let subspaces: Vec<Subspace> = self.planned.subspaces().collect();
        match self.pool.install(|| inspection.inspect(self.goal, &subspaces)) {
            Ok(()) => {
                streams.note(&inspection.summary());
                Ok(ExitCode::SUCCESS)
            }
            Err(wrong) => {
                writeln!(streams.results, "{wrong}")?;
                self.remove_tables()?;
                streams.note("the tables of this unit were removed");
                Ok(ExitCode::from(DIFFERENCES))
            }
        }
    }

    /// So that nothing follows from tables that are wrong.
    fn remove_tables(&self) -> anyhow::Result<()> {
        for directory in [Some(&self.places.whole), self.places.kept.as_ref()].into_iter().flatten() {
            for subspace in self.planned.subspaces() {
                let path = match self.goal {
                    Goal::Plies => directory.path_of(subspace),
                    Goal::Draws | Goal::Both => directory.ultra_path_of(subspace),
                };
                std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(())
    }
}

/// The ranks by which draws are told apart, which must be there.
fn read_ranks(directory: &TableDirectory, graph: &UnitGraph) -> anyhow::Result<Ranks> {
    let ranks = directory.read_ranks()?.with_context(|| {
        format!(
            "there is no {}; write it first with the word ranks in place of the unit",
            directory.ranks_path().display()
        )
    })?;
    ranks.check(graph)?;
    Ok(ranks)
}

/// The error, marked if the same command may succeed when it is tried again.
fn told_whether_it_may_pass(error: anyhow::Error) -> anyhow::Error {
    let of_table = |error: &TableError| match &error.fault {
        TableFault::Busy => true,
        TableFault::Io { source, .. } => {
            use std::io::ErrorKind::{NotADirectory, PermissionDenied, ReadOnlyFilesystem};
            !matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem | NotADirectory)
        }
        _ => false,
    };
    let may_pass = match error.downcast_ref::<SolveError>() {
        Some(SolveError::Memory(_)) => true,
        Some(SolveError::Table(error)) => of_table(error),
        Some(_) => false,
        None => {
            error.downcast_ref::<TableError>().is_some_and(of_table)
                || error.downcast_ref::<BadInputs>().is_some_and(BadInputs::may_pass)
                || error.is::<scratch::ScratchError>()
        }
    };
    let error = match error.downcast_ref::<SolveError>() {
        Some(SolveError::Memory(MemoryError::Limit { unit, needed, given })) => anyhow!(
            "unit {unit} needs {} of memory, but only {} may be used; allow more with {}",
            Bytes(*needed),
            Bytes(*given),
            needed_memory(*needed)
        ),
        _ => error,
    };
    if may_pass { error.context(MayPass) } else { error }
}
