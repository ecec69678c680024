//! `millwright extended`: what the game is worth for every number of stones that the players begin with.

use std::process::ExitCode;

use millwright_rules::{Position, StoneCount};
use millwright_table::{Known, Outcome, Tablebase};
use serde::Serialize;

use crate::args::{ExtendedArgs, StatsFormat};
use crate::streams::Streams;

/// Chunks that are kept: start positions are single slots.
const CACHE_BYTES: u64 = 1 << 20;

#[derive(Serialize)]
struct ExtendedRecord {
    game: &'static str,
    starts: Vec<StartRecord>,
}

#[derive(Serialize)]
struct StartRecord {
    white: u8,
    black: u8,
    /// `None` if it has not been solved.
    outcome: Option<&'static str>,
    plies: Option<u16>,
}

/// Looks up all start positions that have been solved.
pub(crate) fn run(args: &ExtendedArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let tablebase = Tablebase::new(args.db.directory(&args.rules), CACHE_BYTES);
    let rules = args.rules.rules();
    let mut starts = Vec::new();
    for white in StoneCount::all() {
        for black in StoneCount::all() {
            let start = Position::start(&rules.with_stones(white, black));
            let known = match tablebase.probe(&start) {
                Ok(known) => Some(known),
                Err(error) if error.is_unknown() => None,
                Err(error) => return Err(error.into()),
            };
            starts.push((white, black, known));
        }
    }
    match args.format {
        StatsFormat::Json => {
            let record = |&(white, black, known): &(StoneCount, StoneCount, Option<Known>)| StartRecord {
                white: white.get(),
                black: black.get(),
                outcome: known.map(|known| known.outcome().name()),
                plies: known.and_then(Known::plies),
            };
            let starts = starts.iter().map(record).collect();
            streams.json(&ExtendedRecord { game: args.rules.game().name(), starts })?;
        }
        StatsFormat::Csv => {
            writeln!(streams.results, "white,black,outcome,plies")?;
            for (white, black, known) in starts {
                let outcome = known.map_or("", |known| known.outcome().name());
                let plies = known.and_then(Known::plies).map(|plies| plies.to_string()).unwrap_or_default();
                writeln!(streams.results, "{white},{black},{outcome},{plies}")?;
            }
        }
        StatsFormat::Table => {
            writeln!(
                streams.results,
                "{}: value of the start for White; rows White's stones, columns Black's",
                args.rules.game()
            )?;
            write!(streams.results, "  ")?;
            for black in StoneCount::all() {
                write!(streams.results, "{black:>5}")?;
            }
            writeln!(streams.results)?;
            for row in starts.chunks(StoneCount::all().count()) {
                write!(streams.results, "{:>2}", row[0].0)?;
                for (_, _, known) in row {
                    write!(streams.results, "{:>5}", cell(*known))?;
                }
                writeln!(streams.results)?;
            }
            if starts.iter().any(|(_, _, known)| known.is_none()) {
                streams.note("- has not been solved: millwright solve GAME --extended N solves all starts up to N stones");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// As the papers print it: `W23`, `D`, `L12`; `W` alone where the plies have not been kept.
fn cell(known: Option<Known>) -> String {
    let Some(known) = known else { return "-".to_owned() };
    let letter = match known.outcome() {
        Outcome::Win => "W",
        Outcome::Draw => "D",
        Outcome::Loss => "L",
    };
    format!("{letter}{}", known.plies().map(|plies| plies.to_string()).unwrap_or_default())
}
