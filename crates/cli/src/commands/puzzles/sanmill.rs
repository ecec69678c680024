//! Puzzles as the app Sanmill imports them: a file of JSON with the ending `.sanmill_puzzles`.

use anyhow::bail;
use millwright_puzzles::{Puzzle, Theme};
use millwright_records::color_name;
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Game, Move, PointSet, Rules};
use millwright_table::Tablebase;
use serde::Serialize;

use super::pgn::{goal, line};

/// The version of the form.
const FORMAT: &str = "1.0";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    format_version: &'static str,
    puzzle_count: usize,
    puzzles: Vec<Entry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    id: String,
    title: String,
    description: String,
    category: &'static str,
    difficulty: &'static str,
    initial_position: String,
    solutions: [Solution; 1],
    tags: [&'static str; 1],
    is_custom: bool,
    author: &'static str,
    version: u8,
    rule_variant_id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Solution {
    moves: Vec<Step>,
    is_optimal: bool,
}

/// Sanmill takes stones in steps of their own.
#[derive(Serialize)]
struct Step {
    notation: String,
    side: &'static str,
}

/// All puzzles in one file.
pub(super) fn file(
    (game, rules): (Game, &Rules),
    puzzles: &[Puzzle],
    tablebase: &Tablebase,
) -> anyhow::Result<File> {
    let rule_variant_id = variant(game)?;
    let entry = |(number, puzzle): (usize, &Puzzle)| {
        let level = puzzle.difficulty.level();
        let position = write_position(Form::Short, &puzzle.position);
        let steps = steps(puzzle, &line(rules, puzzle, tablebase)?);
        anyhow::Ok(Entry {
            id: format!("millwright_{rule_variant_id}_{position}"),
            title: format!("{number}: {}, {level}", puzzle.theme),
            description: goal(puzzle),
            category: category(puzzle.theme),
            // Its levels have the names of ours.
            difficulty: level.name(),
            initial_position: write_position(Form::Fen, &puzzle.position),
            solutions: [Solution { moves: steps, is_optimal: true }],
            tags: [puzzle.theme.name()],
            is_custom: true,
            author: "Millwright",
            version: 1,
            rule_variant_id,
        })
    };
    let entries = (1..).zip(puzzles).map(entry).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(File { format_version: FORMAT, puzzle_count: entries.len(), puzzles: entries })
}

/// What Sanmill calls the rules of a game.
fn variant(game: Game) -> anyhow::Result<&'static str> {
    Ok(match game {
        Game::Standard => "standard_9mm",
        Game::Morabaraba => "morabaraba",
        other => bail!("Sanmill has no puzzles of {other}; --format json and pgn have all games"),
    })
}

const fn category(theme: Theme) -> &'static str {
    match theme {
        Theme::Win => "winGame",
        Theme::Draw => "defend",
        Theme::Take => "capturePieces",
    }
}

/// The moves of a line, each capture behind its move.
fn steps(puzzle: &Puzzle, line: &[Move]) -> Vec<Step> {
    let mut turn = puzzle.position.turn();
    let mut steps = Vec::new();
    for chosen in line {
        let side = color_name(turn);
        let quiet = Move { taken: PointSet::EMPTY, ..*chosen };
        steps.push(Step { notation: quiet.to_string(), side });
        steps.extend(chosen.taken.iter().map(|point| Step { notation: format!("x{point}"), side }));
        turn = turn.opponent();
    }
    steps
}
