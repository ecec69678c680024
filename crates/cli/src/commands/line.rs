//! `millwright line`: best play for both sides.

use std::process::ExitCode;

use millwright_ranks::Ranks;
use millwright_records::{LineRecord, end_words};
use millwright_rules::{Color, Position, sentence};
use millwright_search::{AssessedLine, AssessedPly, Assessor, Effort, Worth};
use millwright_table::Tablebase;

use super::query::{explain, head, verdict};
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
    let game = args.rules.rules();
    let line = Assessor::new(&tablebase, &game, Effort::USUAL)
        .line(&position, args.plies.into())
        .map_err(explain)?;
    let ranks = tablebase.ranks().map_err(explain)?;
    match args.format {
        Format::Json => streams.json(&LineRecord::new(&position, &line, ranks))?,
        Format::Text => write_text(&position, &line, ranks, streams)?,
    }
    if let (None, Err(error)) = (line.value.known(), tablebase.probe(&position)) {
        streams.note(&explain(error).to_string());
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(
    position: &Position,
    line: &AssessedLine,
    ranks: Option<&Ranks>,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    match line.value {
        Worth::Known { known, source } if !line.plies.is_empty() => {
            writeln!(streams.results, "{}.\n", verdict((known, source), position, ranks))?;
        }
        Worth::Estimate(_) => {
            let turn = position.turn();
            let worth = head(line.value);
            writeln!(
                streams.results,
                "Unknown: no table has this position. An estimate: {turn} to move, {worth} stones.\n"
            )?;
        }
        Worth::Known { .. } | Worth::Unknown => {}
    }
    let named = |ply: &AssessedPly| format!("{}{}", ply.chosen, if ply.only { "!" } else { "" });
    let width = line.plies.iter().map(|ply| named(ply).len()).max().unwrap_or(0);
    let (mut last, mut number) = (position, 1);
    for (place, ply) in line.plies.iter().enumerate() {
        let before = match last.turn() {
            Color::White => format!("{number:>3}."),
            Color::Black if place == 0 => format!("{number:>3}. ..."),
            Color::Black => String::new(),
        };
        if last.turn() == Color::Black {
            number += 1;
        }
        writeln!(
            streams.results,
            "{before:<9}{:<6} {:<width$}  {}",
            last.turn(),
            named(ply),
            head(ply.worth)
        )?;
        last = &ply.next;
    }
    writeln!(streams.results, "{}", sentence(&end_words(line.end, last)))?;
    Ok(())
}
