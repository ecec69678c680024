//! `millwright puzzles`: positions with one right move.

mod pgn;
mod sanmill;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};
use millwright_index::Extent;
use millwright_puzzles::{Maker, MakerError, Puzzle};
use millwright_records::PuzzleRecord;
use millwright_solve::SMALL;
use millwright_table::Tablebase;

use crate::args::{PuzzlesArgs, PuzzlesFormat};
use crate::interrupt;
use crate::machine;
use crate::quantities::{counted, thousands};
use crate::small_games::{self, Draws};
use crate::streams::Streams;

/// Chunks that are kept: positions are looked up all over the tables.
const CACHE_BYTES: u64 = 256 << 20;

/// Positions that are drawn together: chunks that they have in common are read once.
const BATCH: usize = 4_096;

/// Positions that are drawn for each puzzle at the most, and in any case.
const DRAWN_FOR_EACH: usize = 2_000;
const DRAWN_AT_LEAST: usize = 200_000;

/// Makes them and writes them.
pub(crate) fn run(args: &PuzzlesArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let stop = interrupt::watch();
    machine::start_threads()?;
    let seed = args.seed.unwrap_or_else(machine::any_seed);
    let tablebase = Tablebase::new(args.db.directory(&args.rules), CACHE_BYTES);
    if tablebase.directory().contents()?.tables.is_empty() {
        streams.note(&format!("there are no tables: solving all games with up to {SMALL} stones each"));
        small_games::solve(&tablebase, Draws::Plain, stop)?;
    }
    let game = args.rules.rules();
    let mut maker = Maker::new(&tablebase, &game, (args.theme, args.difficulty), seed)
        .map_err(|error| explain(error, args))?;
    let wanted = usize::try_from(args.count).context("fewer puzzles")?;
    let most = wanted.saturating_mul(DRAWN_FOR_EACH).max(DRAWN_AT_LEAST);
    let (mut puzzles, mut drawn) = (Vec::with_capacity(wanted), 0);
    while puzzles.len() < wanted && drawn < most {
        if stop.load(Ordering::Relaxed) {
            return Ok(interrupt::exit_code());
        }
        puzzles.extend(maker.draw(BATCH).map_err(|error| explain(error, args))?);
        drawn += BATCH;
    }
    puzzles.truncate(wanted);
    write(args, &puzzles, &tablebase, streams)?;
    if args.seed.is_none() {
        streams.note(&format!("--seed {seed} makes the same puzzles again"));
    }
    if puzzles.len() < wanted {
        let found = counted(puzzles.len() as u64, "puzzle");
        streams.note(&format!("only {found} in {} positions that were drawn", thousands(drawn as u64)));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(
    args: &PuzzlesArgs,
    puzzles: &[Puzzle],
    tablebase: &Tablebase,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let (game, rules) = (args.rules.game(), args.rules.rules());
    match args.format {
        PuzzlesFormat::Json => {
            let ranks = tablebase.ranks()?;
            for puzzle in puzzles {
                let record = PuzzleRecord::new((game.name(), &rules), puzzle, tablebase, ranks);
                writeln!(streams.results, "{}", serde_json::to_string(&record)?)?;
            }
        }
        PuzzlesFormat::Pgn => {
            for (number, puzzle) in (1..).zip(puzzles) {
                writeln!(streams.results, "{}\n", pgn::game(number, (game, &rules), puzzle, tablebase)?)?;
            }
        }
        PuzzlesFormat::Sanmill => streams.json(&sanmill::file((game, &rules), puzzles, tablebase)?)?,
    }
    Ok(())
}

fn explain(error: MakerError, args: &PuzzlesArgs) -> anyhow::Error {
    let MakerError::NoTables = error else { return error.into() };
    let stones = args.rules.rules().stones;
    let (white, black) = (stones.white.get(), stones.black.get());
    let command = args.db.solve_command(Extent::Complete, args.rules.game(), white, black);
    anyhow!("{error}; {}make some with: {command}", args.db.meant())
}
