//! `millwright board`: a position drawn, and written in every notation.

use std::process::ExitCode;

use millwright_rules::Color;
use millwright_rules::notation::{Form, write_position};

use crate::args::BoardArgs;
use crate::board_drawing::{BoardDrawing, mark};
use crate::streams::Streams;

/// Draws the position.
pub(crate) fn run(args: &BoardArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    let position = args.rules.read_position(&args.position)?;
    let out = &mut streams.results;
    writeln!(out, "{}", BoardDrawing::new(rules.board, &position))?;
    for color in Color::ALL {
        let side = position.side(color);
        let (mark, on_board) = (mark(color), side.stones.len());
        writeln!(out, "{color} {mark}  {on_board:>2} on the board, {:>2} in hand", side.hand)?;
    }
    match position.over(&rules) {
        None => writeln!(out, "{} to move\n", position.turn())?,
        Some(over) => writeln!(
            out,
            "{} to move, but the game is over: {}\n",
            position.turn(),
            over.words(position.turn())
        )?,
    }
    for (name, form) in [("short", Form::Short), ("FEN", Form::Fen), ("MFEN", Form::Mfen)] {
        writeln!(out, "{name:<6} {}", write_position(form, &position))?;
    }
    Ok(ExitCode::SUCCESS)
}
