//! `millwright moves`: the legal turns of a position.

use std::process::ExitCode;

use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Move, Over, Position, Rules};
use serde::Serialize;

use crate::args::{Format, MovesArgs};
use crate::streams::Streams;

#[derive(Serialize)]
struct MovesRecord {
    game: &'static str,
    /// In the short form.
    position: String,
    /// Why there is no move, if there is none.
    over: Option<&'static str>,
    moves: Vec<String>,
}

/// Lists the turns.
pub(crate) fn run(args: &MovesArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    let position = args.rules.read_position(&args.position)?;
    let (over, moves) = (position.over(&rules), sorted_moves(&position, &rules));
    match args.format {
        Format::Json => streams.json(&MovesRecord {
            game: args.rules.game().name(),
            position: write_position(Form::Short, &position),
            over: over.map(Over::name),
            moves: moves.iter().map(Move::to_string).collect(),
        })?,
        Format::Text => {
            for found in moves {
                writeln!(streams.results, "{found}")?;
            }
            if let Some(over) = over {
                streams.note(&format!("no turns: the game is over: {}", over.words(position.turn())));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// All legal turns in the order of their names, which depends on no generator.
pub(super) fn sorted_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = position.moves(rules);
    moves.sort_by_cached_key(Move::to_string);
    moves
}
