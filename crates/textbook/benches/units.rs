//! Slots a second on fixed units of the standard game: the fast solver by kernel and threads, and once, before the
//! samples, the textbook solver on the same unit with the ratio of the two.
//!
//! `cargo bench -p millwright-textbook` takes about three minutes on two cores. `millwright bench --textbook always` has
//! the textbook solver on the large units too. Under `cargo test --benches` everything runs once, on small units.

use std::env;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use millwright_index::{Plane, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, Rules};
use millwright_solve::{Dispatch, MemoryTables, SolvedUnit, UnitOptions, solve_unit, statistics};
use millwright_textbook::{self as textbook, Counting};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A unit, and the longest wins or losses that Gevay and Danner found in its subspaces, in plies.
struct Workload {
    unit: (u8, u8),
    longest: &'static [u16],
    /// How the textbook solver does it; not at all where that would take minutes.
    textbook: &'static [Counting],
    /// Whether to sample it with one thread and with the portable kernel too.
    variants: bool,
}

const BOTH: &[Counting] = &[Counting::Unmoves, Counting::Moves];

const WORKLOADS: [Workload; 4] = [
    Workload { unit: (5, 4), longest: &[29, 28], textbook: BOTH, variants: true },
    Workload { unit: (7, 3), longest: &[31, 30], textbook: &[Counting::Unmoves], variants: false },
    Workload { unit: (6, 5), longest: &[163, 162], textbook: &[], variants: false },
    Workload { unit: (6, 6), longest: &[167], textbook: &[], variants: false },
];

/// What `cargo test` runs.
const TRIAL: [Workload; 1] = [Workload { unit: (4, 4), longest: &[9], textbook: BOTH, variants: true }];

static GO_ON: AtomicBool = AtomicBool::new(false);

impl Workload {
    fn unit(&self) -> Unit {
        Unit::of(Subspace { mover: self.unit.0, other: self.unit.1, mover_hand: 0, other_hand: 0 })
    }

    fn name(&self) -> String {
        format!("{}-{}", self.unit.0, self.unit.1)
    }

    /// Slots over its subspaces.
    fn slots(&self) -> u64 {
        UnitIndex::slots_of(self.unit()) * self.longest.len() as u64
    }

    fn assert_right(&self, solved: &SolvedUnit) {
        let longest = solved.planes.iter().map(|(plane, values)| {
            statistics(solved.unit, *plane, values).max_plies().expect("something is decided")
        });
        assert_eq!(longest.collect::<Vec<_>>(), self.longest, "{}", self.name());
    }
}

fn options(dispatch: Dispatch) -> UnitOptions<'static> {
    UnitOptions { dispatch, ..UnitOptions::new(&GO_ON) }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// The two solvers on one unit.
struct Solvers<'a> {
    rules: &'a Rules,
    unit: Unit,
    tables: &'a MemoryTables,
}

impl Solvers<'_> {
    fn fast(&self, dispatch: Dispatch) -> SolvedUnit {
        let solved = solve_unit(
            self.rules,
            (self.unit, self.unit.planes()),
            self.tables,
            &options(dispatch),
            &mut |_| {},
        );
        solved.expect("all that the unit depends on is there")
    }

    fn textbook(&self, counting: Counting) -> SolvedUnit {
        let solved = textbook::solve_unit(self.rules, self.unit, self.tables, counting);
        solved.expect("all that the unit depends on is there")
    }
}

/// One run of the textbook solver takes seconds, and criterion would want ten: one and its ratio must do.
fn compare_with_textbook(workload: &Workload, solvers: &Solvers<'_>, pool: &ThreadPool) {
    let timed = |solve: &dyn Fn() -> SolvedUnit| {
        let start = Instant::now();
        let solved = solve();
        let time = start.elapsed();
        workload.assert_right(&solved);
        time
    };
    let fast = || timed(&|| pool.install(|| solvers.fast(Dispatch::best())));
    let fast = (0..3).map(|_| fast()).min().unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "a rate is shown with few digits")]
    let rate = |time: Duration| workload.slots() as f64 / time.as_secs_f64() / 1e6;
    for &counting in workload.textbook {
        let time = timed(&|| solvers.textbook(counting));
        // A line that cannot be written is nobody's loss.
        let _ = writeln!(
            io::stdout(),
            "{}: textbook, counting {counting:?}: {:.1} million slots/s; all threads {:.1}, {:.1} times as fast",
            workload.name(),
            rate(time),
            rate(fast),
            time.as_secs_f64() / fast.as_secs_f64()
        );
    }
}

fn sample(criterion: &mut Criterion, workload: &Workload, solvers: &Solvers<'_>, all: usize) {
    let mut group = criterion.benchmark_group(workload.name());
    group.throughput(Throughput::Elements(workload.slots()));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    let mut variants = vec![(Dispatch::best(), all)];
    if workload.variants {
        variants.extend([(Dispatch::best(), 1), (Dispatch::Portable, all)]);
    }
    for (dispatch, threads) in variants {
        let pool = pool(threads);
        workload.assert_right(&pool.install(|| solvers.fast(dispatch)));
        let id = BenchmarkId::new(dispatch.name(), format!("threads={threads}"));
        group.bench_function(id, |bencher| pool.install(|| bencher.iter(|| solvers.fast(dispatch))));
    }
    group.finish();
}

fn main() {
    // Cargo says `--bench` when it measures; else it only wants to see everything run.
    let workloads: &[Workload] = if env::args().any(|arg| arg == "--bench") { &WORKLOADS } else { &TRIAL };
    let rules = Game::Standard.rules();
    let all = rayon::current_num_threads();
    let mut criterion = Criterion::default().configure_from_args();
    let units = workloads.iter().map(|workload| workload.unit().subspace(Plane::A));
    let graph = UnitGraph::closure(&rules, units);
    let tables = MemoryTables::solve(&graph, &options(Dispatch::best())).expect("nothing is missing");
    for workload in workloads {
        let solvers = Solvers { rules: &rules, unit: workload.unit(), tables: &tables };
        if !workload.textbook.is_empty() {
            compare_with_textbook(workload, &solvers, &pool(all));
        }
        sample(&mut criterion, workload, &solvers, all);
    }
    criterion.final_summary();
}
