//! `millwright query`: what a position and its moves are worth; `millwright value`: the same of the empty board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use millwright_index::Subspace;
use millwright_ranks::Ranks;
use millwright_records::{Stones, ValueRecord};
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Position, Rules};
use millwright_search::{Assessment, Assessor, Effort, Score, Source, Worth};
use millwright_table::{Known, Outcome, ProbeError, RatedMove, SolveCommand, Tablebase};
use serde::Serialize;

use super::query_lines;
use crate::args::{DbArgs, Format, QueryArgs, RulesArgs, ValueArgs};
use crate::quantities::counted;
use crate::small_games;
use crate::streams::Streams;

/// Chunks that are kept while the moves of one position are looked up.
pub(super) const CACHE_BYTES: u64 = 64 << 20;

/// What is typed for positions that standard input has, one a line.
const STANDARD_INPUT: &str = "-";

/// Characters before the moves of the same value, at least.
const HEAD: usize = 12;

/// Characters of moves in a line of text.
const LINE: usize = 84;

#[derive(Serialize)]
pub(super) struct QueryRecord {
    /// In the short form.
    position: String,
    subspace: String,
    value: ValueRecord,
    moves: Vec<MoveRecord>,
}

/// The same for whoever does not know which game was asked about.
#[derive(Serialize)]
struct StartRecord {
    game: &'static str,
    stones: Stones,
    #[serde(flatten)]
    start: QueryRecord,
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

impl QueryRecord {
    /// Of a position that has been looked up.
    pub(super) fn new(position: &Position, assessment: &Assessment, ranks: Option<&Ranks>) -> Self {
        let here = Subspace::of(position);
        let of_move = |(rated, &worth): (&RatedMove, &Worth)| MoveRecord {
            name: rated.chosen.to_string(),
            value: ValueRecord::new(worth, here, ranks),
        };
        Self {
            position: write_position(Form::Short, position),
            subspace: here.to_string(),
            value: ValueRecord::new(assessment.value, here, ranks),
            moves: assessment.survey.moves.iter().zip(&assessment.moves).map(of_move).collect(),
        }
    }
}

/// Looks the position up, or all that standard input has.
pub(crate) fn run(args: &QueryArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    if args.position == STANDARD_INPUT {
        return query_lines::run(args, streams);
    }
    let position = args.rules.read_position(&args.position)?;
    look_up(&args.rules, &args.db, &position, args.format, streams)
}

/// Looks up the empty board.
pub(crate) fn run_value(args: &ValueArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let start = Position::start(&args.rules.rules());
    look_up(&args.rules, &args.db, &start, args.format, streams)
}

/// The empty board and its moves as JSON, if tables have them all.
pub(super) fn json_of_start(rules: &RulesArgs, db: &DbArgs) -> anyhow::Result<Option<String>> {
    let (tablebase, game) = (Tablebase::new(db.directory(rules), CACHE_BYTES), rules.rules());
    let start = Position::start(&game);
    let survey = tablebase.survey(&start)?;
    if !survey.is_complete() {
        return Ok(None);
    }
    let assessment = Assessor::new(&tablebase, &game, Effort::USUAL).assess_survey(&start, survey)?;
    let record = StartRecord {
        game: rules.game().name(),
        stones: game.stones.into(),
        start: QueryRecord::new(&start, &assessment, tablebase.ranks()?),
    };
    Ok(Some(serde_json::to_string(&record)?))
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
    if tablebase.survey(position).map_err(explain)?.value.is_none() {
        small_games::add_if_missing(&tablebase, position, streams)?;
    }
    let game = rules.rules();
    let assessment = Assessor::new(&tablebase, &game, Effort::USUAL).assess(position).map_err(explain)?;
    let ranks = tablebase.ranks().map_err(explain)?;
    match format {
        Format::Json => streams.json(&QueryRecord::new(position, &assessment, ranks))?,
        Format::Text => write_text(streams.results, (&game, ranks), position, &assessment)?,
    }
    note_what_is_missing(&tablebase, &assessment, position, explain, streams);
    Ok(ExitCode::SUCCESS)
}

/// Where something is not known: which table is missing, and the command that makes it.
fn note_what_is_missing(
    tablebase: &Tablebase,
    assessment: &Assessment,
    position: &Position,
    explain: impl Fn(ProbeError) -> anyhow::Error,
    streams: &mut Streams,
) {
    let unknown = assessment.survey.counts().unknown;
    match tablebase.probe(position) {
        Err(error) if assessment.value.known().is_none() => {
            streams.note(&explain(error).to_string());
        }
        _ if unknown > 0 => {
            let moves = counted(unknown as u64, "move");
            streams.note(&format!("{moves} unknown: the tables are missing, or have statistics only"));
        }
        _ => {}
    }
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
    anyhow!("{error}; {}make it with: {}", db.meant(), db.typed(&command))
}

/// The value as a sentence, then the moves by their value.
pub(super) fn write_text(
    out: &mut dyn Write,
    (rules, ranks): (&Rules, Option<&Ranks>),
    position: &Position,
    assessment: &Assessment,
) -> anyhow::Result<()> {
    if let Some(over) = position.over(rules) {
        writeln!(out, "The game is over: {}.", over.words(position.turn()))?;
        return Ok(());
    }
    let verdict = match assessment.value {
        Worth::Known { known, source } => verdict((known, source), position, ranks),
        Worth::Estimate(_) | Worth::Unknown => estimate(assessment, position),
    };
    writeln!(out, "{verdict}.\n")?;
    let moves: Vec<(String, String)> = (assessment.survey.moves.iter().zip(&assessment.moves))
        .map(|(rated, &worth)| (head(worth), rated.chosen.to_string()))
        .collect();
    let width = moves.iter().map(|(head, _)| head.len() + 2).max().unwrap_or(0).max(HEAD);
    for group in moves.chunk_by(|one, other| one.0 == other.0) {
        let mut head = group[0].0.clone();
        let names: Vec<String> = group.iter().map(|(_, name)| name.clone()).collect();
        for line in wrapped(&names) {
            writeln!(out, "{head:<width$}{line}")?;
            head.clear();
        }
    }
    Ok(())
}

/// What stands before moves that are worth the same.
pub(super) fn head(worth: Worth) -> String {
    match worth {
        Worth::Known { known, source } => format!("{known}{}", by(source)),
        Worth::Estimate(hundredths) => Score::Estimate(hundredths).to_string(),
        Worth::Unknown => "unknown".to_owned(),
    }
}

/// What is said behind a value that no table has.
const fn by(source: Source) -> &'static str {
    match source {
        Source::Search => ", by search",
        Source::Table | Source::Memory | Source::Estimate => "",
    }
}

/// What a position looks like that nobody knows, as a sentence without its full stop.
fn estimate(assessment: &Assessment, position: &Position) -> String {
    let unknown = "Unknown: no table has this position".to_owned();
    let Some(hundredths) = assessment.value.estimate() else { return unknown };
    let ahead = counted(assessment.depth.into(), "ply");
    let stones = f64::from(hundredths) / 100.0;
    format!(
        "{unknown}. An estimate, looking {ahead} ahead: {} to move has about {stones:+.2} stones",
        position.turn()
    )
}

/// What a position is worth, as a sentence without its full stop: `White to move wins in 23 plies`.
pub(super) fn verdict(
    (known, source): (Known, Source),
    position: &Position,
    ranks: Option<&Ranks>,
) -> String {
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
        (Known::Outcome(Outcome::Win | Outcome::Loss), _) if source == Source::Search => {
            return format!("{} to move {verb}, by search; how long it takes is not known", position.turn());
        }
        (Known::Outcome(Outcome::Win | Outcome::Loss), _) => {
            "; how long it takes has not been kept".to_owned()
        }
        _ => known.plies().map(|plies| format!(" in {}", counted(plies.into(), "ply"))).unwrap_or_default(),
    };
    format!("{} to move {verb}{how}{}", position.turn(), by(source))
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
