//! Best play, as JSON.

use millwright_index::Subspace;
use millwright_ranks::Ranks;
use millwright_rules::Position;
use millwright_rules::notation::{Form, write_position};
use millwright_search::AssessedLine;
use millwright_table::LineEnd;
use serde::Serialize;
use utoipa::ToSchema;

use crate::position::{TurnRecord, color_name};
use crate::value::ValueRecord;
use crate::words::ColorWord;

/// Best play from a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineRecord {
    /// In the short form.
    pub position: String,
    /// For the player to move.
    pub value: ValueRecord,
    /// The moves.
    pub line: Vec<LinePlyRecord>,
    /// Why there are no more, in words.
    pub ends: String,
}

/// One move of a line.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinePlyRecord {
    /// Which.
    #[serde(flatten)]
    pub turn: TurnRecord,
    /// Whether it alone keeps the result.
    pub only: bool,
    /// Who makes it.
    #[schema(value_type = ColorWord)]
    pub by: &'static str,
    /// The position after it, in the short form.
    pub position: String,
    /// For the player who makes it, counted from before it.
    pub value: ValueRecord,
    /// The same once more, beside the other fields.
    #[serde(flatten)]
    pub flat: ValueRecord,
}

impl LineRecord {
    /// Of best play from a position.
    #[must_use]
    pub fn new(position: &Position, line: &AssessedLine, ranks: Option<&Ranks>) -> Self {
        let mut here = *position;
        let mut plies = Vec::with_capacity(line.plies.len());
        for ply in &line.plies {
            let value = ValueRecord::new(ply.worth, Subspace::of(&here), ranks);
            plies.push(LinePlyRecord {
                turn: ply.chosen.into(),
                only: ply.only,
                by: color_name(here.turn()),
                position: write_position(Form::Short, &ply.next),
                flat: value.clone(),
                value,
            });
            here = ply.next;
        }
        Self {
            position: write_position(Form::Short, position),
            value: ValueRecord::new(line.value, Subspace::of(position), ranks),
            line: plies,
            ends: end_words(line.end, &here),
        }
    }
}

/// Why a line ends at `last`, in words; `None` for a line that is only expected.
#[must_use]
pub fn end_words(end: Option<LineEnd>, last: &Position) -> String {
    let Some(end) = end else {
        return "these moves are expected, not known: no table has them".to_owned();
    };
    match end {
        LineEnd::Over(over) => format!("the game is over: {}", over.words(last.turn())),
        LineEnd::Repetition => "this position occurred before: best play goes round in circles".to_owned(),
        LineEnd::Limit => "the line goes on".to_owned(),
        LineEnd::Unknown => "what comes next is unknown: no table has it".to_owned(),
        LineEnd::PliesUnknown => {
            "which move is the best is unknown: the tables have win, draw and loss only".to_owned()
        }
    }
}
