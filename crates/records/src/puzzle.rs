//! A puzzle, as JSON.

use millwright_index::Subspace;
use millwright_puzzles::Puzzle;
use millwright_ranks::Ranks;
use millwright_rules::Rules;
use millwright_rules::notation::{Form, write_position};
use millwright_search::Worth;
use millwright_table::Tablebase;
use serde::Serialize;
use utoipa::ToSchema;

use crate::position::{TurnRecord, color_name};
use crate::rules::Stones;
use crate::value::ValueRecord;
use crate::words::{ColorWord, LevelWord, ThemeWord};

/// Puzzles that were drawn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzlesRecord {
    /// None is the same as another, up to symmetry and colour.
    pub puzzles: Vec<PuzzleRecord>,
}

/// A position in which one move alone is right.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PuzzleRecord {
    /// The name of the game.
    pub game: &'static str,
    /// How many stones it is played with.
    pub stones: Stones,
    /// In the short form.
    pub position: String,
    /// As a Sanmill FEN.
    pub fen: String,
    /// Who is to find it.
    #[schema(value_type = ColorWord)]
    pub turn: &'static str,
    /// What is to be found.
    #[schema(value_type = ThemeWord)]
    pub theme: &'static str,
    /// How hard it is.
    #[schema(value_type = LevelWord)]
    pub difficulty: &'static str,
    /// Wrong moves that look about as good as the right one.
    pub plausible: usize,
    /// Plies to see: to the end of the win, or until the last of the other moves has lost.
    pub depth: u16,
    /// Whether an engine without tables would make another move at first sight.
    pub engine_errs: bool,
    /// What the position is worth to the player to move.
    pub value: ValueRecord,
    /// The one right move.
    pub solution: TurnRecord,
}

impl PuzzleRecord {
    /// Of a puzzle that was drawn from a tablebase.
    #[must_use]
    pub fn new(
        (game, rules): (&'static str, &Rules),
        puzzle: &Puzzle,
        tablebase: &Tablebase,
        ranks: Option<&Ranks>,
    ) -> Self {
        let position = &puzzle.position;
        let worth = Worth::of_probe(Some(puzzle.value), position, tablebase);
        Self {
            game,
            stones: rules.stones.into(),
            position: write_position(Form::Short, position),
            fen: write_position(Form::Fen, position),
            turn: color_name(position.turn()),
            theme: puzzle.theme.name(),
            difficulty: puzzle.difficulty.level().name(),
            plausible: puzzle.difficulty.plausible,
            depth: puzzle.difficulty.depth,
            engine_errs: puzzle.difficulty.engine_errs,
            value: ValueRecord::new(worth, Subspace::of(position), ranks),
            solution: puzzle.solution.into(),
        }
    }
}
