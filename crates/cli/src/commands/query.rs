//! `millwright query`: what a position and its moves are worth; `millwright value`: the same of the empty board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use millwright_index::Subspace;
use millwright_ranks::Ranks;
use millwright_records::ValueRecord;
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Position, Rules};
use millwright_table::{Known, Outcome, ProbeError, RatedMove, SolveCommand, Survey, Tablebase};
use serde::Serialize;

use crate::args::{DbArgs, Format, QueryArgs, RulesArgs, ValueArgs};
use crate::quantities::counted;
use crate::streams::Streams;

/// Chunks that are kept while the moves of one position are looked up.
const CACHE_BYTES: u64 = 64 << 20;

/// Characters before the moves of the same value, at least.
const HEAD: usize = 12;

/// Characters of moves in a line of text.
const LINE: usize = 84;

#[derive(Serialize)]
struct QueryRecord {
    /// In the short form.
    position: String,
    subspace: String,
    value: ValueRecord,
    moves: Vec<MoveRecord>,
}

/// A move without what can be derived from its name: scripts rely on this shape.
#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    name: String,
    /// For the player who makes it, counted from the position asked about.
    #[serde(flatten)]
    value: ValueRecord,
}

/// Looks the position up.
pub(crate) fn run(args: &QueryArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let position = args.rules.read_position(&args.position)?;
    look_up(&args.rules, &args.db, &position, args.format, streams)
}

/// Looks up the empty board.
pub(crate) fn run_value(args: &ValueArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let start = Position::start(&args.rules.rules());
    look_up(&args.rules, &args.db, &start, args.format, streams)
}

fn look_up(
    rules: &RulesArgs,
    db: &DbArgs,
    position: &Position,
    format: Format,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let tablebase = Tablebase::new(db.directory(rules), CACHE_BYTES);
    let explain = |error| explain(error, position, rules, db);
    let survey = tablebase.survey(position).map_err(explain)?;
    // Without its value there is no answer; the error says what to do.
    let value = survey.value.map_or_else(|| tablebase.probe(position), Ok).map_err(explain)?;
    let ranks = tablebase.ranks().map_err(explain)?;
    let here = Subspace::of(position);
    match format {
        Format::Json => {
            let of_move = |rated: &RatedMove| MoveRecord {
                name: rated.chosen.to_string(),
                value: ValueRecord::new(rated.known, here, ranks),
            };
            streams.json(&QueryRecord {
                position: write_position(Form::Short, position),
                subspace: here.to_string(),
                value: ValueRecord::new(Some(value), here, ranks),
                moves: survey.moves.iter().map(of_move).collect(),
            })?;
        }
        Format::Text => {
            write_text(streams.results, (&rules.rules(), ranks), position, value, &survey)?;
        }
    }
    let unknown = survey.counts().unknown;
    if unknown > 0 {
        let moves = counted(u64::try_from(unknown)?, "move");
        streams.note(&format!("{moves} unknown: the tables are missing, or have statistics only"));
    }
    Ok(ExitCode::SUCCESS)
}

/// A table that is missing or has been reduced, and the command that would make it.
pub(super) fn explain(
    error: ProbeError,
    position: &Position,
    rules: &RulesArgs,
    db: &DbArgs,
) -> anyhow::Error {
    if !error.is_unknown() {
        return error.into();
    }
    // Everything that the position can lead to is made with it.
    let command = SolveCommand::for_position(rules.game().name(), &rules.rules(), position);
    anyhow!("{error}; make it with: {}", db.typed(&command))
}

/// The value as a sentence, then the moves by their value.
pub(super) fn write_text(
    out: &mut dyn Write,
    (rules, ranks): (&Rules, Option<&Ranks>),
    position: &Position,
    value: Known,
    survey: &Survey,
) -> anyhow::Result<()> {
    if let Some(over) = position.over(rules) {
        writeln!(out, "The game is over: {}.", over.words(position.turn()))?;
        return Ok(());
    }
    writeln!(out, "{}.\n", verdict(value, position, ranks))?;
    let head = |rated: &RatedMove| rated.known.map_or("unknown".to_owned(), |known| known.to_string());
    let heads = survey.moves.iter().map(|rated| head(rated).len() + 2);
    let width = heads.max().unwrap_or(0).max(HEAD);
    for group in survey.moves.chunk_by(|one, other| one.known == other.known) {
        let mut head = head(&group[0]);
        let names: Vec<String> = group.iter().map(|rated| rated.chosen.to_string()).collect();
        for line in wrapped(&names) {
            writeln!(out, "{head:<width$}{line}")?;
            head.clear();
        }
    }
    Ok(())
}

/// What a position is worth, as a sentence without its full stop: `White to move wins in 23 plies`.
pub(super) fn verdict(known: Known, position: &Position, ranks: Option<&Ranks>) -> String {
    let verb = match known.outcome() {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    };
    let how = match (known, ranks) {
        (Known::Ranked(draw), Some(ranks)) => {
            let words = draw.words(Subspace::of(position), ranks);
            format!("; {words} (rank {:+}, depth {})", draw.value.rank.0, draw.value.depth)
        }
        (Known::Outcome(Outcome::Win | Outcome::Loss), _) => {
            "; how long it takes has not been kept".to_owned()
        }
        _ => known.plies().map(|plies| format!(" in {}", counted(plies.into(), "ply"))).unwrap_or_default(),
    };
    format!("{} to move {verb}{how}", position.turn())
}

/// The names in lines of at most [`LINE`] characters.
pub(super) fn wrapped(names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        match lines.last_mut().filter(|line| line.len() + 1 + name.len() <= LINE) {
            Some(line) => line.extend([" ", name]),
            None => lines.push(name.clone()),
        }
    }
    lines
}
