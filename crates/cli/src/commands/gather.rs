//! `millwright gather`: what many jobs have made becomes what `solve` would have left.

use std::process::ExitCode;

use anyhow::bail;
use millwright_index::{Subspace, UnitGraph};
use millwright_table::{Kind, TableError, Tables};

use crate::args::GatherArgs;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// Tables that are not as they should be are named up to this number.
const MOST_NAMED: usize = 10;

/// Checks that all is there, and writes the manifest.
pub(crate) fn run(args: &GatherArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let directory = args.db.directory(&args.rules);
    let graph = args.extent().graph(&args.rules.rules());
    if !directory.path().is_dir() {
        bail!("there is no {}; solve the units first", directory.path().display());
    }
    let lock = directory.lock_where_possible()?;
    let mut bad = bad_tables(&directory.strong(), &graph);
    if args.ultra {
        match directory.read_ranks()? {
            Some(ranks) => bad.extend(bad_tables(&directory.ultra(&ranks), &graph)),
            None => bail!("there is no {}", directory.ranks_path().display()),
        }
    }
    if !bad.is_empty() {
        let named: Vec<String> = bad
            .iter()
            .take(MOST_NAMED)
            .map(|error| format!("{}: {}", error.path.display(), error.fault))
            .collect();
        let more = bad.len() - named.len();
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        bail!("{} not there or bad: {}{more}", counted(bad.len() as u64, "table"), named.join("; "));
    }
    let leftovers = lock.clean_leftovers()?.len() as u64;
    if leftovers > 0 {
        streams.note(&format!("removed {} of killed jobs", counted(leftovers, "half-written file")));
    }
    let manifest = directory.write_manifest()?;
    let of_game = manifest.tables.len() as u64;
    let bytes = manifest.tables.iter().map(|table| table.bytes).sum();
    let positions = manifest.tables.iter().map(|table| table.win + table.draw + table.loss).sum();
    writeln!(
        streams.results,
        "gathered {} with {} positions in {}: {} on disk",
        counted(of_game, "table"),
        thousands(positions),
        directory.path().display(),
        Bytes(bytes)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The tables of a game that cannot be opened.
fn bad_tables<K: Kind>(tables: &Tables<'_, K>, graph: &UnitGraph) -> Vec<TableError> {
    graph.subspaces().filter_map(|subspace: Subspace| tables.open(subspace).err()).collect()
}
