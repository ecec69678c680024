//! What tables say about the moves of a game, written into it: values, signs, better moves.

use millwright_rules::notation::{Comment, Pgn, PgnMove, Remark, Variation};
use millwright_rules::{ByColor, Color, Move, Position};
use millwright_search::{Assessor, Effort};
use millwright_table::{Known, Outcome, ProbeError, RatedMove, Survey, Tablebase};

use crate::play::Play;

/// Plies of a better line at the most.
const LINE_PLIES: usize = 8;

/// A win that takes so many plies more than it had to, or a loss so many fewer, is worth a sign.
const SLOW_PLIES: u16 = 10;

/// What annotating a game has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Annotated {
    /// Moves that threw a win or a draw away.
    pub mistakes: ByColor<usize>,
    /// Moves of which nothing could be said: no table has them.
    pub unknown: usize,
}

/// Writes what tables know into a game, move by move: a comment with the value for the player who made it; signs, unless the move
/// has some; where there was a better move, that move in the comment and best play as a variation. All that the game had stays,
/// and what is there already is not written again.
///
/// | sign | the move |
/// |---|---|
/// | `??` | loses what was won |
/// | `?` | draws what was won, or loses what was drawn |
/// | `?!` | takes a win ten plies longer or more, loses as much sooner, or gives a better draw away |
/// | `!` | alone keeps the result |
///
/// `play` is the game of `pgn`, as [`Play::from_pgn`] makes it.
///
/// # Errors
/// If a table cannot be used.
pub fn annotate(pgn: &mut Pgn, play: &Play, tablebase: &Tablebase) -> Result<Annotated, ProbeError> {
    let mut annotated = Annotated::default();
    let first = play.start().turn();
    for (ply, (made, position)) in pgn.moves.iter_mut().zip(play.positions()).enumerate() {
        let survey = tablebase.survey(position)?;
        let chosen = survey.moves.iter().find(|rated| rated.chosen == made.chosen);
        let Some((chosen, known)) = chosen.and_then(|chosen| Some((chosen, chosen.known?))) else {
            annotated.unknown += 1;
            continue;
        };
        let better = better_move(&survey, chosen);
        let sign = sign(&survey, chosen, better);
        if matches!(sign, Some("?" | "??")) {
            annotated.mistakes[position.turn()] += 1;
        }
        let words = match better.filter(|_| sign.is_some_and(|sign| sign != "!")) {
            Some((better, worth)) => {
                let line = line(tablebase, play, position, better)?;
                add(made, Remark::Variation(variation(first, ply, &line)));
                format!("{}; {better} {}", words(known), words_of_better(worth, known))
            }
            None => words(known),
        };
        add_comment(made, &words);
        if made.marks.is_empty() && !made.nags.iter().any(|nag| nag.marks().is_some()) {
            made.marks.push_str(sign.unwrap_or_default());
        }
    }
    Ok(annotated)
}

/// The best move, if it is better than the one chosen.
fn better_move(survey: &Survey, chosen: &RatedMove) -> Option<(Move, Known)> {
    let best = survey.best().first().copied().copied().or_else(|| survey.moves.first().copied())?;
    let (best_known, known) = (best.known?, chosen.known?);
    (best_known.best_first() < known.best_first()).then_some((best.chosen, best_known))
}

/// What a move deserves.
fn sign(survey: &Survey, chosen: &RatedMove, better: Option<(Move, Known)>) -> Option<&'static str> {
    let known = chosen.known?;
    let Some((_, best)) = better else {
        return survey.only_move().is_some_and(|only| only.chosen == chosen.chosen).then_some("!");
    };
    match (best.outcome(), known.outcome()) {
        (Outcome::Win, Outcome::Loss) => Some("??"),
        (Outcome::Win, Outcome::Draw) | (Outcome::Draw, Outcome::Loss) => Some("?"),
        (Outcome::Draw, _) => Some("?!"),
        _ => {
            let plies = best.plies().zip(known.plies());
            let lost = plies.map_or(0, |(best, made)| best.abs_diff(made));
            (lost >= SLOW_PLIES).then_some("?!")
        }
    }
}

/// What a move is worth to the player who makes it.
fn words(known: Known) -> String {
    let verb = match known.outcome() {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    };
    known.plies().map_or_else(|| verb.to_owned(), |plies| format!("{verb} in {plies}"))
}

/// The same of a better move; of two draws that it is the better one.
fn words_of_better(better: Known, made: Known) -> String {
    match (better.outcome(), made.outcome()) {
        (Outcome::Draw, Outcome::Draw) => "is the better draw".to_owned(),
        _ => words(better),
    }
}

/// A better move, and best play after it as far as it is known.
fn line(
    tablebase: &Tablebase,
    play: &Play,
    position: &Position,
    better: Move,
) -> Result<Vec<Move>, ProbeError> {
    let next = position.play_unchecked(better);
    let line = Assessor::new(tablebase, play.rules(), Effort::USUAL).line(&next, LINE_PLIES - 1)?;
    // Moves that are only expected are none that anybody knows.
    let known = line.plies.iter().filter(|_| line.end.is_some()).map(|ply| ply.chosen);
    Ok([better].into_iter().chain(known).collect())
}

/// Moves in the place of the one made at `ply`, counted from 0, of a game in which `first` begins.
fn variation(first: Color, ply: usize, moves: &[Move]) -> Variation {
    let skipped = usize::from(first == Color::Black);
    let mut words = Vec::with_capacity(2 * moves.len());
    for (at, turn) in (ply + skipped..).zip(moves) {
        let number = 1 + at / 2;
        match at % 2 {
            0 => words.push(format!("{number}.")),
            _ if words.is_empty() => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(turn.to_string());
    }
    words.join(" ").parse().expect("moves and their numbers have no parentheses")
}

fn add_comment(made: &mut PgnMove, text: &str) {
    let remark = Remark::Comment(Comment::new(text));
    if !made.remarks.contains(&remark) {
        // Before what else is said: it is about the move itself.
        made.remarks.insert(0, remark);
    }
}

fn add(made: &mut PgnMove, remark: Remark) {
    if !made.remarks.contains(&remark) {
        made.remarks.push(remark);
    }
}
