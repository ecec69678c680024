//! Puzzles as games that begin where the puzzle does, with the solution and best play after it.

use millwright_play::Play;
use millwright_puzzles::Puzzle;
use millwright_rules::notation::{Comment, Pgn, Remark, TagName};
use millwright_rules::{Game, Move, Rules};
use millwright_search::{Assessor, Effort};
use millwright_table::{Outcome, Tablebase};

use crate::date::Date;
use crate::quantities::counted;

/// Plies of a line that holds a draw: enough to see that it does.
const DRAWN_PLIES: usize = 7;

/// Plies of a line that wins, more than any win takes.
const WON_PLIES: usize = 400;

/// The solution, and best play after it.
pub(super) fn line(rules: &Rules, puzzle: &Puzzle, tablebase: &Tablebase) -> anyhow::Result<Vec<Move>> {
    let limit = if puzzle.value.outcome() == Outcome::Win { WON_PLIES } else { DRAWN_PLIES };
    let next = puzzle.position.play_unchecked(puzzle.solution);
    let line = Assessor::new(tablebase, rules, Effort::USUAL).line(&next, limit - 1)?;
    // Moves that are only expected are none that anybody knows.
    let known = line.plies.iter().filter(|_| line.end.is_some()).map(|ply| ply.chosen);
    Ok([puzzle.solution].into_iter().chain(known).collect())
}

/// What is to be done, as a sentence.
pub(super) fn goal(puzzle: &Puzzle) -> String {
    let turn = puzzle.position.turn();
    match (puzzle.value.outcome(), puzzle.value.plies()) {
        (Outcome::Win, Some(plies)) => {
            format!("{turn} to move wins in {} with one move alone.", counted(plies.into(), "ply"))
        }
        (Outcome::Win, None) => format!("{turn} to move wins with one move alone."),
        (Outcome::Draw | Outcome::Loss, _) => format!("{turn} to move holds the draw with one move alone."),
    }
}

/// A game whose first move is the solution.
pub(super) fn game(
    number: usize,
    (game, rules): (Game, &Rules),
    puzzle: &Puzzle,
    tablebase: &Tablebase,
) -> anyhow::Result<Pgn> {
    let mut play = Play::with_stones(game, rules.stones).starting_at(puzzle.position)?;
    for turn in line(rules, puzzle, tablebase)? {
        // Play may call the game drawn before the line does.
        if play.end().is_some() {
            break;
        }
        play.play(turn)?;
    }
    let mut pgn = play.pgn();
    let level = puzzle.difficulty.level();
    pgn.tags.set(TagName::EVENT, &format!("Puzzle: {}, {level}", puzzle.theme));
    pgn.tags.set(TagName::ROUND, &number.to_string());
    pgn.tags.set(TagName::DATE, &Date::today().to_string());
    pgn.before.push(Remark::Comment(Comment::new(&goal(puzzle))));
    if let Some(solution) = pgn.moves.first_mut() {
        solution.marks.push('!');
    }
    Ok(pgn)
}
