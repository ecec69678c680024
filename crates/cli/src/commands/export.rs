//! `millwright export`: tables as files that other programs read.

use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};
use millwright_index::{Subspace, UnitGraph};
use millwright_malom::{
    Sector, SectorIndex, Solution, StrongPlanes, UltraPlanes, Variant, WrittenSector, write_secval,
};
use millwright_ranks::Ranks;
use millwright_table::{RealDisk, TableDirectory, TableError, Trouble, create_directories};

use crate::args::ExportArgs;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;
use millwright_index::Extent;

/// What writing a file takes beside the tables: entries that wait to be written, twice over.
const WRITER_BYTES: u64 = 32 << 20;

/// Header, length of the list and some exceptions: what a file takes beside its entries, generously.
const FRAME_BYTES: u64 = 4 << 10;

/// Writes the files of Malom, which is the only format there is.
pub(crate) fn run(args: &ExportArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    let variant = Variant::of(&rules).with_context(|| format!("cannot export {}", args.rules.game()))?;
    let directory = args.db.directory(&args.rules);
    let ranks = if args.strong { None } else { Some(ranks(args, &directory)?) };
    let solution = ranks.as_ref().map_or(Solution::Strong, Solution::Ranked);
    let subspaces = wanted(args, &directory)?;
    check_disk(args, &subspaces, solution.format(variant).entry_bytes() as u64)?;
    let place = args.out.display();
    create_directories(&RealDisk, &args.out).with_context(|| format!("cannot make the directory {place}"))?;
    let pool = machine::thread_pool(args.threads.count())?;
    let mut bytes = 0;
    for &subspace in &subspaces {
        let sector = Sector { rules: &rules, subspace, solution };
        check_memory(args, &directory, &sector, ranks.as_ref())?;
        let written = pool.install(|| write(args, &directory, &sector, ranks.as_ref()))?;
        streams.note(&format!("{}: {} bytes", written.path.display(), thousands(written.bytes)));
        bytes += written.bytes;
    }
    if let Some(ranks) = &ranks {
        let path = write_secval(&args.out, variant, ranks)?;
        streams.note(&format!("{}: the ranks", path.display()));
    }
    let files = counted(subspaces.len() as u64, "file");
    streams.note(&format!("wrote {files}, {}, into {place}", Bytes(bytes)));
    Ok(ExitCode::SUCCESS)
}

/// The ranks by which the draws of the tables are told apart.
fn ranks(args: &ExportArgs, directory: &TableDirectory) -> anyhow::Result<Ranks> {
    directory.read_ranks()?.ok_or_else(|| {
        anyhow!(
            "the draws in {} have not been told apart: solve {} with --ultra first, or export wins, draws and \
             losses only with --strong",
            directory.path().display(),
            args.rules.game()
        )
    })
}

fn write(
    args: &ExportArgs,
    directory: &TableDirectory,
    sector: &Sector<'_>,
    ranks: Option<&Ranks>,
) -> anyhow::Result<WrittenSector> {
    let needed = sector.needed();
    Ok(match ranks {
        None => sector.write(&args.out, &StrongPlanes::load(directory, needed)?)?,
        Some(ranks) => sector.write(&args.out, &UltraPlanes::load(directory, ranks, &needed)?)?,
    })
}

/// The subspaces to export: the one given, those of the game with so many stones, or all there are.
fn wanted(args: &ExportArgs, directory: &TableDirectory) -> anyhow::Result<Vec<Subspace>> {
    let there = |directory: &TableDirectory| -> Result<Vec<Subspace>, TableError> {
        let contents = directory.contents()?;
        Ok(if args.strong { contents.tables } else { contents.ultra_tables })
    };
    let mut subspaces: Vec<Subspace> = match (args.subspace, args.rules.typed_stones()) {
        (Some(subspace), _) => vec![subspace],
        (None, Some(_)) => UnitGraph::complete(&args.rules.rules()).subspaces().collect(),
        (None, None) => there(directory)?,
    };
    ensure!(
        !subspaces.is_empty(),
        "there are no tables in {}; make some with: {}",
        directory.path().display(),
        args.db.solve_command(Extent::Complete, args.rules.game(), 4, 4)
    );
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    Ok(subspaces)
}

/// Refuses what cannot fit before anything is written.
fn check_disk(args: &ExportArgs, subspaces: &[Subspace], entry_bytes: u64) -> anyhow::Result<()> {
    let bytes_of = |&subspace: &Subspace| SectorIndex::new(subspace).entries() * entry_bytes + FRAME_BYTES;
    let needed: u64 = subspaces.iter().map(bytes_of).sum();
    let place = args.out.display();
    let free = machine::free_disk(&args.out)
        .with_context(|| format!("cannot find out how much is free in {place}"))?;
    ensure!(needed <= free.0, "the files take {}, but only {free} are free in {place}", Bytes(needed));
    Ok(())
}

/// Refuses what cannot be held in memory; names tables that are missing.
fn check_memory(
    args: &ExportArgs,
    directory: &TableDirectory,
    sector: &Sector<'_>,
    ranks: Option<&Ranks>,
) -> anyhow::Result<()> {
    let mut needed = WRITER_BYTES;
    for subspace in sector.needed() {
        let explain = |error: TableError| explain(args, sector.subspace, subspace, error);
        let table = directory.open(subspace).map_err(explain)?;
        needed += table.slots() * table.width().bytes() as u64;
        if let Some(ranks) = ranks {
            needed += 2 * directory.ultra(ranks).open(subspace).map_err(explain)?.slots();
        }
    }
    if let Some(available) = machine::available_memory() {
        ensure!(
            needed <= available.0,
            "to export {} takes {} of memory, but only {available} are available",
            sector.subspace,
            Bytes(needed)
        );
    }
    Ok(())
}

/// Says what a missing table is needed for, and how to make it.
fn explain(args: &ExportArgs, exported: Subspace, needed: Subspace, error: TableError) -> anyhow::Error {
    if error.trouble() != Trouble::Missing {
        return error.into();
    }
    let Subspace { mover, other, mover_hand, other_hand } = exported;
    let (white, black) = (mover + mover_hand, other + other_hand);
    let make = args.db.solve_command(Extent::Complete, args.rules.game(), white, black);
    anyhow!(
        "to export {exported}, the table of subspace {needed} is needed: there is no {}; make it with: {make}{}",
        error.path.display(),
        if args.strong { "" } else { " --ultra" }
    )
}
