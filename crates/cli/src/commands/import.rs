//! `millwright import`: files of other programs as tables, or compared with tables.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use millwright_index::{Subspace, UnitGraph};
use millwright_malom::{
    OrbitIndex, SectorFile, SectorFormat, Solution, Variant, differences, read_strong, read_ultra,
};
use millwright_ranks::{LONGEST_SECVAL, Ranks};
use millwright_table::{
    PlaneValues, Strong, TableDirectory, TableError, Trouble, Ultra, WriteOptions, read_stream,
};

use crate::args::ImportArgs;
use crate::failure::DIFFERENCES;
use crate::machine;
use crate::quantities::{Bytes, counted, thousands};
use crate::streams::Streams;

/// A file to read.
struct Found {
    subspace: Subspace,
    path: PathBuf,
    strong: bool,
}

/// What a file says: who wins, and, if it tells, what draws are worth.
struct Planes {
    strong: PlaneValues<Strong>,
    ultra: Option<PlaneValues<Ultra>>,
}

/// Reads the files of Malom, which is the only format there is.
pub(crate) fn run(args: &ImportArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let variant =
        Variant::of(&args.rules.rules()).with_context(|| format!("cannot import {}", args.rules.game()))?;
    let files = files(args, variant)?;
    let ranks = if files.iter().all(|file| file.strong) { None } else { Some(read_ranks(args, variant)?) };
    let reader = Reader { variant, ranks, strong_only: args.strong };
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
    strong_only: bool,
}

impl Reader {
    fn read(&self, file: &Found) -> anyhow::Result<Planes> {
        let ranks = self.ranks.as_ref().filter(|_| !file.strong);
        let solution = ranks.map_or(Solution::Strong, Solution::Ranked);
        let mut sector = SectorFile::open(&file.path, solution.format(self.variant), file.subspace)?;
        check_memory(&sector)?;
        let strong = read_strong(&mut sector, &solution)?;
        let ultra = match ranks {
            Some(ranks) if !self.strong_only => Some(read_ultra(&mut sector, ranks)?),
            _ => None,
        };
        Ok(Planes { strong, ultra })
    }

    /// The ranks by which draws will be told apart; `None` if they will not.
    fn draws_by(&self) -> Option<&Ranks> {
        self.ranks.as_ref().filter(|_| !self.strong_only)
    }
}

/// Refuses what cannot be held in memory: two bytes a slot for who wins and two for what draws are worth, and two for
/// a table to compare with.
fn check_memory(sector: &SectorFile) -> anyhow::Result<()> {
    let needed = 6 * OrbitIndex::new(sector.subspace()).slots();
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

/// Writes the tables of each file.
fn import(
    args: &ImportArgs,
    directory: &TableDirectory,
    files: &[Found],
    reader: &Reader,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let lock = directory.lock()?;
    lock.clean_leftovers()?;
    take_ranks(directory, reader)?;
    let pool = machine::thread_pool(args.threads.count())?;
    let options = WriteOptions { level: args.level };
    let there = directory.contents()?;
    let mut written = 0;
    for file in files {
        let subspace = file.subspace;
        let draws_by = reader.draws_by().filter(|_| !file.strong);
        let write_strong = args.force || !there.tables.contains(&subspace);
        let write_ultra = draws_by.is_some() && (args.force || !there.ultra_tables.contains(&subspace));
        if !write_strong && !write_ultra {
            streams.note(&format!("{subspace} is there already; --force overwrites it"));
            continue;
        }
        let planes = reader.read(file)?;
        if write_strong {
            pool.install(|| directory.write(subspace, &planes.strong, &options))?;
            written += 1;
        }
        if let (Some(ranks), Some(ultra), true) = (draws_by, &planes.ultra, write_ultra) {
            pool.install(|| directory.ultra(ranks).write(subspace, ultra, &options))?;
            written += 1;
        }
    }
    directory.write_manifest()?;
    writeln!(streams.results, "{} written into {}", counted(written, "table"), directory.path().display())?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the ranks of the files those of the directory, unless it has others.
fn take_ranks(directory: &TableDirectory, reader: &Reader) -> anyhow::Result<()> {
    let Some(ranks) = reader.draws_by() else { return Ok(()) };
    match directory.read_ranks()? {
        None => directory.write_ranks(ranks)?,
        Some(there) => ensure!(
            there == *ranks,
            "the draws in {} are told apart by other ranks; import into another directory, or wins, draws and \
             losses only with --strong",
            directory.path().display()
        ),
    }
    Ok(())
}

/// Compares each file with the tables that are there.
fn check(
    args: &ImportArgs,
    directory: &TableDirectory,
    files: &[Found],
    reader: &Reader,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let pool = machine::thread_pool(args.threads.count())?;
    let (mut compared, mut different) = (0_u64, 0);
    for file in files {
        let subspace = file.subspace;
        let Some(table) = if_there(directory.open(subspace))? else {
            streams.note(&format!("{subspace} has no table to compare with"));
            continue;
        };
        let planes = reader.read(file)?;
        let there = pool.install(|| table.plies()?.read())?;
        let wrong = differences(subspace, |slot| planes.strong.value(slot), |slot| there.value(slot));
        let positions = thousands(planes.strong.statistics().positions);
        writeln!(streams.results, "{subspace}: {positions} positions, {}", verdict(wrong))?;
        compared += 1;
        different += wrong;
        let (Some(ultra), Some(ranks)) = (planes.ultra, reader.draws_by()) else { continue };
        let Some(table) = if_there(directory.ultra(ranks).open(subspace))? else {
            streams.note(&format!("{subspace} has no table of draws to compare with"));
            continue;
        };
        let there = pool.install(|| table.read())?;
        let wrong = differences(subspace, |slot| ultra.draw(slot), |slot| there.draw(slot));
        let draws = thousands(planes.strong.statistics().draws);
        writeln!(streams.results, "{subspace}: {draws} draws by rank and depth, {}", verdict(wrong))?;
        different += wrong;
    }
    ensure!(compared > 0, "there is no table in {} to compare with", directory.path().display());
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENCES) })
}

fn verdict(different: u64) -> String {
    if different == 0 { "all the same".to_owned() } else { format!("{} differ", thousands(different)) }
}

/// The table; `None` if there is none.
fn if_there<T>(opened: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match opened {
        Ok(table) => Ok(Some(table)),
        Err(error) if error.trouble() == Trouble::Missing => Ok(None),
        Err(error) => Err(error),
    }
}

/// The files to read, fewest stones first: the one given, those of the game with so many stones that are there,
/// or all there are. Of a subspace that has both kinds, the one that says all that is asked for.
fn files(args: &ImportArgs, variant: Variant) -> anyhow::Result<Vec<Found>> {
    let place = args.from.display();
    let entries = fs::read_dir(&args.from).with_context(|| format!("cannot read the directory {place}"))?;
    let wanted = args.rules.typed_stones().map(|_| UnitGraph::complete(&args.rules.rules()));
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
        format!("{}.{}", variant.stem(example), SectorFormat::ranked(variant).extension())
    });
    found.sort_by_key(|file| (file.subspace.total(), file.subspace, file.strong != args.strong));
    found.dedup_by_key(|file| file.subspace);
    Ok(found)
}

/// The subspace of `std_3_3_0_0.sec`, and whether it is a strong file.
fn parse_name(name: &str, variant: Variant) -> Option<(Subspace, bool)> {
    let (stem, extension) = name.split_once('.')?;
    let strong = match extension {
        _ if extension == SectorFormat::Strong.extension() => true,
        _ if extension == SectorFormat::ranked(variant).extension() => false,
        _ => return None,
    };
    let subspace = stem.strip_prefix(variant.prefix())?.strip_prefix('_')?.parse().ok()?;
    Some((subspace, strong))
}

fn read_ranks(args: &ImportArgs, variant: Variant) -> anyhow::Result<Ranks> {
    let path = args.ranks.clone().unwrap_or_else(|| args.from.join(variant.secval_name()));
    let place = path.display();
    let read = || read_stream(File::open(&path)?, LONGEST_SECVAL);
    let text = read().with_context(|| format!("cannot read the ranks in {place}"))?;
    text.parse().with_context(|| format!("{place} has no ranks"))
}
