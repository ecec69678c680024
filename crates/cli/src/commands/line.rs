//! `millwright line`: best play for both sides.

use std::process::ExitCode;

use millwright_ranks::Ranks;
use millwright_records::{LineRecord, end_words};
use millwright_rules::{Color, Position, sentence};
use millwright_table::{Line, Tablebase};

use super::query::{explain, verdict};
use crate::args::{Format, LineArgs};
use crate::small_games;
use crate::streams::Streams;

/// Chunks that are kept: a line wanders through several tables.
const CACHE_BYTES: u64 = 64 << 20;

/// Prints the line.
pub(crate) fn run(args: &LineArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let position = args.rules.read_position(&args.position)?;
    let tablebase = Tablebase::new(args.db.directory(&args.rules), CACHE_BYTES);
    let explain = |error| explain(error, &position, &args.rules, &args.db);
    small_games::add_if_missing(&tablebase, &position, streams)?;
    // Without its value there is no best play; the error says what to do.
    tablebase.probe(&position).map_err(explain)?;
    let line = tablebase.line(&position, args.plies.into()).map_err(explain)?;
    let ranks = tablebase.ranks().map_err(explain)?;
    match args.format {
        Format::Json => streams.json(&LineRecord::new(&position, &line, ranks))?,
        Format::Text => write_text(&position, &line, ranks, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(
    position: &Position,
    line: &Line,
    ranks: Option<&Ranks>,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    if let Some(value) = line.value.filter(|_| !line.plies.is_empty()) {
        writeln!(streams.results, "{}.\n", verdict(value, position, ranks))?;
    }
    let named =
        |ply: &millwright_table::LinePly| format!("{}{}", ply.chosen, if ply.only { "!" } else { "" });
    let width = line.plies.iter().map(|ply| named(ply).len()).max().unwrap_or(0);
    let (mut last, mut number) = (position, 1);
    for (place, ply) in line.plies.iter().enumerate() {
        let head = match last.turn() {
            Color::White => format!("{number:>3}."),
            Color::Black if place == 0 => format!("{number:>3}. ..."),
            Color::Black => String::new(),
        };
        if last.turn() == Color::Black {
            number += 1;
        }
        writeln!(streams.results, "{head:<9}{:<6} {:<width$}  {}", last.turn(), named(ply), ply.known)?;
        last = &ply.next;
    }
    writeln!(streams.results, "{}", sentence(&end_words(line.end, last)))?;
    Ok(())
}
