//! `millwright query`: what a position and its moves are worth; `millwright value`: the same of the empty board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use millwright_index::Subspace;
use millwright_ranks::Ranks;
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Color, Move, Position, Rules};
use millwright_table::{Known, Outcome, ProbeError, Tablebase};
use serde::Serialize;

use crate::args::{DbArgs, Format, QueryArgs, RulesArgs, ValueArgs};
use crate::commands::moves::explain_over;
use crate::draw_words::{ends_in, words};
use crate::extent::Extent;
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

#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    name: String,
    /// For the player who makes it, counted from the position asked about.
    #[serde(flatten)]
    value: ValueRecord,
}

#[derive(Serialize)]
struct ValueRecord {
    outcome: &'static str,
    plies: Option<u16>,
    /// For draws that have been told apart.
    #[serde(flatten)]
    draw: Option<DrawRecord>,
}

/// What a draw is worth to the player to move in the position asked about.
#[derive(Serialize)]
struct DrawRecord {
    rank: i16,
    /// The generalised depth in plies.
    depth: i16,
    /// The subspace in which best play ends, seen by the player to move; `None` if several have its rank.
    ends_in: Option<String>,
    words: String,
}

impl ValueRecord {
    /// Of a position in a subspace, or of one of its moves.
    fn new(known: Known, here: Subspace, ranks: Option<&Ranks>) -> Self {
        let draw = match (known, ranks) {
            (Known::Ranked(draw), Some(ranks)) => Some(DrawRecord {
                rank: draw.value.rank.0,
                depth: draw.value.depth,
                ends_in: ends_in(draw, here, ranks).map(|subspace| subspace.to_string()),
                words: words(draw, here, ranks),
            }),
            _ => None,
        };
        Self { outcome: known.outcome().name(), plies: known.plies(), draw }
    }
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
    let value = tablebase.probe(position).map_err(explain)?;
    let moves = tablebase.probe_moves(position).map_err(explain)?;
    let ranks = tablebase.ranks().map_err(explain)?;
    let here = Subspace::of(position);
    match format {
        Format::Json => {
            let of_move = |&(turn, known): &(Move, Known)| MoveRecord {
                name: turn.to_string(),
                value: ValueRecord::new(known, here, ranks),
            };
            streams.json(&QueryRecord {
                position: write_position(Form::Short, position),
                subspace: here.to_string(),
                value: ValueRecord::new(value, here, ranks),
                moves: moves.iter().map(of_move).collect(),
            })?;
        }
        Format::Text => {
            write_text(streams.results, (&rules.rules(), ranks), position, value, &moves)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A missing table, and the command that would make it.
pub(super) fn explain(
    error: ProbeError,
    position: &Position,
    rules: &RulesArgs,
    db: &DbArgs,
) -> anyhow::Error {
    let ProbeError::Missing { .. } = error else { return error.into() };
    // Everything that the position can lead to is made with it.
    let command = if Subspace::of(position).hands_are_empty() {
        let [white, black] = Color::ALL.map(|color| position.side(color).stones.len());
        db.solve_command(Extent::Movement, rules.game, white, black)
    } else {
        let [white, black] = Color::ALL.map(|color| rules.rules().stones_of(color));
        db.solve_command(Extent::Complete, rules.game, white, black)
    };
    anyhow!("{error}; make it with: {command}")
}

/// The value as a sentence, then the moves by their value.
pub(super) fn write_text(
    out: &mut dyn Write,
    (rules, ranks): (&Rules, Option<&Ranks>),
    position: &Position,
    value: Known,
    moves: &[(Move, Known)],
) -> anyhow::Result<()> {
    if let Some(over) = position.over(rules) {
        let reason = explain_over(over, position);
        writeln!(out, "{}{}.", reason[..1].to_uppercase(), &reason[1..])?;
        return Ok(());
    }
    let verb = match value.outcome() {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    };
    let verdict = match value.plies() {
        Some(plies) => format!("{verb} in {}", counted(plies.into(), "ply")),
        None => verb.to_owned(),
    };
    let draw = match (value, ranks) {
        (Known::Ranked(draw), Some(ranks)) => {
            let words = words(draw, Subspace::of(position), ranks);
            format!("; {words} (rank {:+}, depth {})", draw.value.rank.0, draw.value.depth)
        }
        _ => String::new(),
    };
    writeln!(out, "{} to move {verdict}{draw}.\n", position.turn())?;
    let heads = moves.iter().map(|(_, known)| known.to_string().len() + 2);
    let width = heads.max().unwrap_or(0).max(HEAD);
    for group in moves.chunk_by(|(_, one), (_, other)| one == other) {
        let mut head = group[0].1.to_string();
        let names: Vec<String> = group.iter().map(|(turn, _)| turn.to_string()).collect();
        for line in wrapped(&names) {
            writeln!(out, "{head:<width$}{line}")?;
            head.clear();
        }
    }
    Ok(())
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
