//! `millwright import`: files of other programs as tables, or compared with tables.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use millwright_index::{Subspace, UnitGraph};
use millwright_malom::{Layout, OrbitIndex, SectorFile, Solution, StrongPlane, Variant};
use millwright_ranks::Ranks;
use millwright_solve::lock;
use millwright_table::{PlaneData, TableDirectory, Trouble, WriteOptions};

use crate::args::ImportArgs;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// The exit code if something differs.
const DIFFERENCES: u8 = 1;

/// A file to read.
struct Found {
    subspace: Subspace,
    path: PathBuf,
    strong: bool,
}

/// Reads the files of Malom, which is the only format there is.
pub(crate) fn run(args: &ImportArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let variant =
        Variant::of(&args.rules.rules()).with_context(|| format!("cannot import {}", args.rules.game))?;
    let files = files(args, variant)?;
    let ranks = if files.iter().all(|file| file.strong) { None } else { Some(read_ranks(args, variant)?) };
    let reader = Reader { variant, ranks };
    let directory = args.db.directory(&args.rules);
    if args.check {
        check(args, &directory, &files, &reader, streams)
    } else {
        import(args, &directory, &files, &reader, streams)
    }
}

/// What it takes to understand a file.
struct Reader {
    variant: Variant,
    /// There if a file needs them.
    ranks: Option<Ranks>,
}

impl Reader {
    fn read(&self, file: &Found) -> anyhow::Result<StrongPlane> {
        let solution = match &self.ranks {
            Some(ranks) if !file.strong => Solution::Ranked(ranks),
            _ => Solution::Strong,
        };
        let mut sector = SectorFile::open(&file.path, solution.layout(self.variant), file.subspace)?;
        check_memory(&sector)?;
        Ok(StrongPlane::read(&mut sector, &solution)?)
    }
}

/// Refuses what cannot be held in memory: two bytes a slot, and as much again for a table to compare with.
fn check_memory(sector: &SectorFile) -> anyhow::Result<()> {
    let needed = 4 * OrbitIndex::new(sector.subspace()).slots();
    if let Some(available) = machine::available_memory() {
        ensure!(
            needed <= available.0,
            "to read {} takes {} of memory, but only {available} are available",
            sector.path().display(),
            Bytes(needed)
        );
    }
    Ok(())
}

/// Writes a table for each file.
fn import(
    args: &ImportArgs,
    directory: &TableDirectory,
    files: &[Found],
    reader: &Reader,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    directory.create()?;
    let _lock = lock(directory)?;
    let pool = machine::thread_pool(args.threads.count())?;
    let there = directory.contents()?.tables;
    let mut written = 0;
    for file in files {
        if there.contains(&file.subspace) && !args.force {
            streams.note(&format!("{} is there already; --force overwrites it", file.subspace));
            continue;
        }
        let plane = reader.read(file)?;
        let options = WriteOptions { level: args.level };
        let (statistics, codes) = (plane.statistics, PlaneData::Wide(&plane.codes));
        pool.install(|| directory.write(file.subspace, statistics, codes, &options))?;
        written += 1;
    }
    directory.write_manifest()?;
    writeln!(streams.results, "{} written into {}", counted(written, "table"), directory.path().display())?;
    Ok(ExitCode::SUCCESS)
}

/// Compares each file with the table that is there.
fn check(
    args: &ImportArgs,
    directory: &TableDirectory,
    files: &[Found],
    reader: &Reader,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let pool = machine::thread_pool(args.threads.count())?;
    let (mut compared, mut different) = (0, 0_u64);
    for file in files {
        let subspace = file.subspace;
        let table = match directory.open(subspace) {
            Err(error) if error.trouble() == Trouble::Missing => {
                streams.note(&format!("{subspace} has no table to compare with"));
                continue;
            }
            table => table?,
        };
        let plane = reader.read(file)?;
        let mut codes = vec![0; plane.codes.len()];
        pool.install(|| table.load_wide(&mut codes))?;
        let wrong = plane.differences(&codes);
        let positions = thousands(plane.statistics.positions);
        let verdict =
            if wrong == 0 { "all the same".to_owned() } else { format!("{} differ", thousands(wrong)) };
        writeln!(streams.results, "{subspace}: {positions} positions, {verdict}")?;
        compared += 1;
        different += u64::from(wrong > 0);
    }
    ensure!(compared > 0, "there is no table in {} to compare with", directory.path().display());
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENCES) })
}

/// The files to read, fewest stones first: the one given, those of the game with so many stones that are there,
/// or all there are. A subspace that has both kinds is read from its strong file, which is smaller.
fn files(args: &ImportArgs, variant: Variant) -> anyhow::Result<Vec<Found>> {
    let place = args.from.display();
    let entries = fs::read_dir(&args.from).with_context(|| format!("cannot read the directory {place}"))?;
    let wanted = args.rules.stones.map(|_| UnitGraph::complete(&args.rules.rules()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read the directory {place}"))?.path();
        let Some((subspace, strong)) = path.file_name().and_then(|name| parse_name(name.to_str()?, variant))
        else {
            continue;
        };
        let asked_for = args.subspace.is_none_or(|wanted| wanted == subspace)
            && wanted.as_ref().is_none_or(|graph| graph.contains(subspace));
        if asked_for {
            found.push(Found { subspace, path, strong });
        }
    }
    ensure!(!found.is_empty(), "there are no such files of Malom in {place}: they are named like {}", {
        let example = Subspace { mover: 3, other: 3, mover_hand: 0, other_hand: 0 };
        format!("{}.{}", variant.stem(example), Layout::ranked(variant).extension())
    });
    found.sort_by_key(|file| (file.subspace.total(), file.subspace, !file.strong));
    found.dedup_by_key(|file| file.subspace);
    Ok(found)
}

/// The subspace of `std_3_3_0_0.sec`, and whether it is a strong file.
fn parse_name(name: &str, variant: Variant) -> Option<(Subspace, bool)> {
    let (stem, extension) = name.split_once('.')?;
    let strong = match extension {
        _ if extension == Layout::Strong.extension() => true,
        _ if extension == Layout::ranked(variant).extension() => false,
        _ => return None,
    };
    let subspace = stem.strip_prefix(variant.prefix())?.strip_prefix('_')?.parse().ok()?;
    Some((subspace, strong))
}

fn read_ranks(args: &ImportArgs, variant: Variant) -> anyhow::Result<Ranks> {
    let path = args.ranks.clone().unwrap_or_else(|| args.from.join(variant.secval_name()));
    let place = path.display();
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read the ranks in {place}"))?;
    text.parse().with_context(|| format!("{place} has no ranks"))
}
