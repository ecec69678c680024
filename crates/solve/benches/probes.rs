//! How long it takes to look a position up: warm, where its part of the table is in memory, and cold, by a tablebase
//! that has opened nothing yet (what the system itself has cached stays so).
//!
//! `cargo bench -p millwright-solve --bench probes` makes tables of the standard game with four stones each and
//! probes those; with `MILLWRIGHT_DB` set, the tables of the standard game that are there. Targets: under 100
//! microseconds warm, under 5 milliseconds cold.

use std::env;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput};
use millwright_index::{Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::{Game, Position, StoneCount};
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{TableDirectory, Tablebase, WriteOptions};

const CACHE_BYTES: u64 = 256 << 20;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Tables to probe: those that are there, or small ones in a directory that goes with the value.
fn tables() -> (Option<tempfile::TempDir>, TableDirectory) {
    if let Some(db) = env::var_os("MILLWRIGHT_DB") {
        return (None, TableDirectory::new(&PathBuf::from(db), Game::Standard));
    }
    let db = tempfile::tempdir().expect("a directory can be made");
    let directory = TableDirectory::new(db.path(), Game::Standard);
    directory.create().expect("a directory can be made");
    let four = StoneCount::new(4).expect("a game may have four stones");
    let graph = UnitGraph::complete(&Game::Standard.rules().with_stones(four, four));
    let options = UnitOptions::new(&GO_ON);
    let solved = MemoryTables::solve(&graph, &options).expect("nothing is missing");
    for (subspace, values) in solved.iter() {
        directory.write(subspace, values, &WriteOptions::default()).expect("tables can be written");
    }
    (Some(db), directory)
}

/// Positions from all over the tables, the same every time.
fn positions(directory: &TableDirectory, count: usize) -> Vec<Position> {
    let mut subspaces: Vec<Subspace> = directory.contents().expect("the directory can be read").tables;
    subspaces.retain(|subspace| subspace.mover > 0 && subspace.other > 0);
    let mut state = 1_u64;
    let mut roll = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 20) % limit
    };
    let pick = |_| {
        let subspace = subspaces[usize::try_from(roll(subspaces.len() as u64)).expect("an index")];
        let unit = Unit::of(subspace);
        let index = UnitIndex::new(unit);
        index.position_of(unit.plane_of(subspace), Slot(roll(index.slots())))
    };
    (0..count).map(pick).collect()
}

fn main() {
    let (_db, directory) = tables();
    let mut criterion = Criterion::default().configure_from_args();
    let few = positions(&directory, 64);
    let warm = Tablebase::new(directory.clone(), CACHE_BYTES);
    for position in &few {
        let fresh = Tablebase::new(directory.clone(), CACHE_BYTES);
        assert_eq!(warm.probe(position).expect("it is there"), fresh.probe(position).expect("it is there"));
    }

    let mut group = criterion.benchmark_group("probe");
    group.throughput(Throughput::Elements(1));
    let mut next = few.iter().cycle();
    group.bench_function("warm", |bencher| {
        bencher.iter(|| warm.probe(next.next().expect("a cycle does not end")));
    });
    let many = positions(&directory, 4096);
    let mut next = many.iter().cycle();
    group.bench_function("cold", |bencher| {
        bencher.iter(|| {
            let cold = Tablebase::new(directory.clone(), CACHE_BYTES);
            cold.probe(next.next().expect("a cycle does not end"))
        });
    });
    let mut next = few.iter().cycle();
    group.bench_function("warm, with all moves", |bencher| {
        bencher.iter(|| warm.survey(next.next().expect("a cycle does not end")));
    });
    group.finish();
    criterion.final_summary();
}
