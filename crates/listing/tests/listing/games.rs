//! Small games solved into tables, and their positions as they are listed.

use std::sync::atomic::{AtomicBool, AtomicU64};

use millwright_index::{Subspace, UnitGraph};
use millwright_listing::{Amount, Columns, LineFormat, Listing, ListingError, Request, Row, Run, Selection};
use millwright_ranks::Ranks;
use millwright_rules::{Game, Rules, StoneCount};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{TableDirectory, WriteOptions};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tempfile::TempDir;

/// A whole game in tables of its own.
pub(crate) struct Solved {
    pub(crate) graph: UnitGraph,
    pub(crate) directory: TableDirectory,
    pub(crate) ranks: Option<Ranks>,
    _db: TempDir,
}

/// Whether draws are told apart, by stones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Draws {
    Plain,
    ToldApart,
}

pub(crate) fn solved(game: Game, white: u8, black: u8, draws: Draws) -> Solved {
    let [white, black] = [white, black].map(|stones| StoneCount::new(stones).unwrap());
    let graph = UnitGraph::complete(&game.rules().with_stones(white, black));
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let tables = MemoryTables::solve(&graph, &options).unwrap();
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    directory.create().unwrap();
    for (subspace, plane) in tables.iter() {
        directory.write(subspace, plane, &WriteOptions::default()).unwrap();
    }
    let ranks = (draws == Draws::ToldApart).then(|| Ranks::by_stones(&graph));
    if let Some(ranks) = &ranks {
        let draws = MemoryDraws::solve(&graph, ranks, &tables, &options).unwrap();
        directory.write_ranks(ranks).unwrap();
        for subspace in graph.subspaces() {
            let plane = draws.of(subspace).unwrap();
            directory.ultra(ranks).write(subspace, plane, &WriteOptions::default()).unwrap();
        }
    }
    Solved { graph, directory, ranks, _db: db }
}

pub(crate) fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Everything that is known about all positions of a subspace.
pub(crate) fn all_of(subspace: Subspace) -> Request {
    Request { subspace, selection: Selection::default(), columns: Columns::Values, amount: Amount::All }
}

/// Does something with a listing.
pub(crate) fn with_run<T>(threads: usize, work: impl FnOnce(Run<'_>) -> T) -> T {
    let (pool, stop, looked_at) = (pool(threads), AtomicBool::new(false), AtomicU64::new(0));
    work(Run { pool: &pool, stop: &stop, looked_at: &looked_at, memory: Some(1 << 30) })
}

impl Solved {
    pub(crate) fn rules(&self) -> &Rules {
        self.graph.rules()
    }

    pub(crate) fn open(&self, request: Request) -> Result<Listing<'_>, ListingError> {
        Listing::open(&self.directory, self.rules(), request)
    }

    /// The rows of a listing.
    pub(crate) fn rows(&self, request: Request) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut take = |found: &[Row]| {
            rows.extend_from_slice(found);
            Ok(())
        };
        let listing = self.open(request).unwrap();
        with_run(2, |run| listing.for_each_rows(run, &mut take)).unwrap();
        rows
    }

    /// The text of a listing.
    pub(crate) fn text(&self, request: Request, format: LineFormat, threads: usize) -> String {
        let mut out = Vec::new();
        let listing = self.open(request).unwrap();
        let written = with_run(threads, |run| listing.write_lines(format, run, &mut out)).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(written, text.lines().count() as u64 - u64::from(format == LineFormat::Csv));
        text
    }
}
