//! `millwright export`: tables as files that other programs read.

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use millwright_index::{Subspace, UnitGraph};
use millwright_malom::{Sector, SectorIndex, Solution, StrongPlanes, Variant};
use millwright_table::{TableDirectory, Trouble};

use crate::args::ExportArgs;
use crate::extent::Extent;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// What writing a file takes beside the tables: entries that wait to be written, twice over.
const WRITER_BYTES: u64 = 32 << 20;

/// Writes the files of Malom, which is the only format there is.
pub(crate) fn run(args: &ExportArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    if !args.strong {
        bail!("only the strong solution can be exported so far: add --strong");
    }
    let rules = args.rules.rules();
    Variant::of(&rules).with_context(|| format!("cannot export {}", args.rules.game))?;
    let directory = args.db.directory(&args.rules);
    let subspaces = wanted(args, &directory)?;
    check_disk(args, &subspaces)?;
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the directory {}", args.out.display()))?;
    let pool = machine::thread_pool(args.threads.count())?;
    let mut bytes = 0;
    for &subspace in &subspaces {
        let sector = Sector { rules: &rules, subspace, solution: Solution::Strong };
        check_memory(args, &directory, &sector)?;
        let written = pool.install(|| {
            let planes = StrongPlanes::load(&directory, sector.needed())?;
            anyhow::Ok(sector.write(&args.out, &planes)?)
        })?;
        streams.note(&format!("{}: {} bytes", written.path.display(), thousands(written.bytes)));
        bytes += written.bytes;
    }
    let files = counted(subspaces.len() as u64, "file");
    streams.note(&format!("wrote {files}, {}, into {}", Bytes(bytes), args.out.display()));
    Ok(ExitCode::SUCCESS)
}

/// The subspaces to export: the one given, those of the game with so many stones, or all there are.
fn wanted(args: &ExportArgs, directory: &TableDirectory) -> anyhow::Result<Vec<Subspace>> {
    let mut subspaces: Vec<Subspace> = match (args.subspace, args.rules.stones) {
        (Some(subspace), _) => vec![subspace],
        (None, Some(_)) => UnitGraph::complete(&args.rules.rules()).subspaces().collect(),
        (None, None) => directory.contents()?.tables,
    };
    ensure!(
        !subspaces.is_empty(),
        "there are no tables in {}; make some with: {}",
        directory.path().display(),
        args.db.solve_command(Extent::Complete, args.rules.game, 4, 4)
    );
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    Ok(subspaces)
}

/// Refuses what cannot fit before anything is written.
fn check_disk(args: &ExportArgs, subspaces: &[Subspace]) -> anyhow::Result<()> {
    let needed: u64 = subspaces.iter().map(|&subspace| SectorIndex::new(subspace).entries() + 4).sum();
    let free = machine::free_disk(&args.out)
        .with_context(|| format!("cannot find out how much is free in {}", args.out.display()))?;
    ensure!(
        needed <= free.0,
        "the files take {}, but only {free} are free in {}",
        Bytes(needed),
        args.out.display()
    );
    Ok(())
}

/// Refuses what cannot be held in memory; names tables that are missing.
fn check_memory(args: &ExportArgs, directory: &TableDirectory, sector: &Sector<'_>) -> anyhow::Result<()> {
    let mut needed = WRITER_BYTES;
    for subspace in sector.needed() {
        let table = directory.open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => {
                let Subspace { mover, other, mover_hand, other_hand } = sector.subspace;
                let make = args.db.solve_command(
                    Extent::Complete,
                    args.rules.game,
                    mover + mover_hand,
                    other + other_hand,
                );
                anyhow!(
                    "to export {}, the table of subspace {subspace} is needed: there is no {}; make it with: {make}",
                    sector.subspace,
                    error.path.display()
                )
            }
            _ => error.into(),
        })?;
        needed += table.slots() * table.width().bytes() as u64;
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
