//! A position, its value and its moves, as JSON.

use millwright_index::Subspace;
use millwright_play::End;
use millwright_ranks::Ranks;
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Color, Move, Position, Rules, sentence};
use millwright_search::{Assessment, Worth};
use millwright_table::{RatedMove, Survey};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::Stones;
use crate::value::ValueRecord;
use crate::words::{BoardWord, ColorWord, EndWord};

/// A position and all there is to say about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionRecord {
    /// The name of the game.
    pub game: &'static str,
    /// How many stones it is played with.
    pub stones: Stones,
    /// `orthogonal` or `diagonal`.
    #[schema(value_type = BoardWord)]
    pub board: &'static str,
    /// In the short form.
    #[schema(example = "w_a1d1.7_d6f4.7")]
    pub position: String,
    /// The position that stands for this one and all that are the same when the board is turned or mirrored, or its inner and
    /// outer ring swapped; in the short form.
    pub canonical: String,
    /// As a Sanmill FEN.
    pub fen: String,
    /// As an MFEN.
    pub mfen: String,
    /// `white` or `black`.
    #[schema(value_type = ColorWord)]
    pub turn: &'static str,
    /// What White has.
    pub white: SideRecord,
    /// What Black has.
    pub black: SideRecord,
    /// Mover on board, other on board, mover in hand, other in hand.
    pub subspace: String,
    /// If the game is over, how.
    pub over: Option<OverRecord>,
    /// For the player to move.
    pub value: ValueRecord,
    /// How many moves are how good.
    pub counts: CountsRecord,
    /// All legal moves, best first.
    pub moves: Vec<MoveRecord>,
}

/// What a player has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideRecord {
    /// The points on which his stones are.
    pub points: Vec<String>,
    /// Stones still to be placed.
    pub hand: u8,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OverRecord {
    /// How.
    #[schema(value_type = EndWord)]
    pub reason: &'static str,
    /// `white` or `black`; `null` for a draw.
    #[schema(value_type = Option<ColorWord>)]
    pub winner: Option<&'static str>,
    /// As a sentence.
    pub words: String,
}

/// How many moves win, draw and lose.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountsRecord {
    /// Moves that win.
    pub win: usize,
    /// Moves that draw.
    pub draw: usize,
    /// Moves that lose.
    pub loss: usize,
    /// Moves of which nothing is known.
    pub unknown: usize,
    /// Whether the first move alone keeps the result.
    pub only_move: bool,
}

/// A move: a whole turn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnRecord {
    /// As it is written.
    #[serde(rename = "move")]
    #[schema(example = "a1-a4xd7")]
    pub name: String,
    /// Where the stone stood; `null` if it comes from the hand.
    pub from: Option<String>,
    /// Where it goes.
    pub to: String,
    /// The stones that it takes.
    pub takes: Vec<String>,
}

impl From<Move> for TurnRecord {
    fn from(turn: Move) -> Self {
        Self {
            name: turn.to_string(),
            from: turn.from.map(|point| point.to_string()),
            to: turn.to.to_string(),
            takes: turn.taken.iter().map(|point| point.to_string()).collect(),
        }
    }
}

/// A move and what it is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveRecord {
    /// Which.
    #[serde(flatten)]
    pub turn: TurnRecord,
    /// The position after it, in the short form.
    pub position: String,
    /// Whether no other is better: `false` also where that is not known.
    pub best: bool,
    /// For the player who makes it, counted from the position asked about.
    #[serde(flatten)]
    pub value: ValueRecord,
}

/// `white` or `black`.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl PositionRecord {
    /// Of a position that has been looked up.
    #[must_use]
    pub fn new(
        (game, rules): (&'static str, &Rules),
        position: &Position,
        assessment: &Assessment,
        ranks: Option<&Ranks>,
    ) -> Self {
        let survey = &assessment.survey;
        let here = Subspace::of(position);
        let best: Vec<Move> = survey.best().iter().map(|rated| rated.chosen).collect();
        let of_move = |(rated, &worth): (&RatedMove, &Worth)| {
            MoveRecord::new((rated, worth), best.contains(&rated.chosen), here, ranks)
        };
        let side = |color| {
            let side = position.side(color);
            SideRecord {
                points: side.stones.iter().map(|point| point.to_string()).collect(),
                hand: side.hand,
            }
        };
        Self {
            game,
            stones: rules.stones.into(),
            board: rules.board.name(),
            position: write_position(Form::Short, position),
            canonical: write_position(Form::Short, &position.canonical().0),
            fen: write_position(Form::Fen, position),
            mfen: write_position(Form::Mfen, position),
            turn: color_name(position.turn()),
            white: side(Color::White),
            black: side(Color::Black),
            subspace: here.to_string(),
            over: position
                .over(rules)
                .map(|over| OverRecord::from(End::Over { over, mover: position.turn() })),
            value: ValueRecord::new(assessment.value, here, ranks),
            counts: CountsRecord::of(survey),
            moves: survey.moves.iter().zip(&assessment.moves).map(of_move).collect(),
        }
    }
}

/// A position among many: what it is worth, and if that was asked for, what its moves are.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BriefRecord {
    /// In the short form.
    pub position: String,
    /// The position that stands for this one and all that are the same up to symmetry.
    pub canonical: String,
    /// Mover on board, other on board, mover in hand, other in hand.
    pub subspace: String,
    /// If the game is over, how.
    pub over: Option<OverRecord>,
    /// For the player to move.
    pub value: ValueRecord,
    /// How many moves are how good.
    pub counts: CountsRecord,
    /// The moves that no other can surpass, by name.
    pub best: Vec<String>,
    /// All legal moves, best first, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveRecord>>,
}

impl BriefRecord {
    /// Of a whole record, with its moves or without.
    #[must_use]
    pub fn new(whole: PositionRecord, with_moves: bool) -> Self {
        let best = whole.moves.iter().filter(|record| record.best).map(|record| record.turn.name.clone());
        Self {
            best: best.collect(),
            moves: with_moves.then_some(whole.moves),
            position: whole.position,
            canonical: whole.canonical,
            subspace: whole.subspace,
            over: whole.over,
            value: whole.value,
            counts: whole.counts,
        }
    }
}

impl From<End> for OverRecord {
    fn from(end: End) -> Self {
        Self { reason: end.name(), winner: end.winner().map(color_name), words: sentence(&end.to_string()) }
    }
}

impl CountsRecord {
    fn of(survey: &Survey) -> Self {
        let counts = survey.counts();
        Self {
            win: counts.win,
            draw: counts.draw,
            loss: counts.loss,
            unknown: counts.unknown,
            only_move: survey.only_move().is_some(),
        }
    }
}

impl MoveRecord {
    /// Of a move from a position in subspace `here`.
    #[must_use]
    pub fn new(
        (rated, worth): (&RatedMove, Worth),
        best: bool,
        here: Subspace,
        ranks: Option<&Ranks>,
    ) -> Self {
        Self {
            turn: rated.chosen.into(),
            position: write_position(Form::Short, &rated.next),
            best,
            value: ValueRecord::new(worth, here, ranks),
        }
    }
}
