//! What comes of each first move: how often the players can go wrong within the next plies.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_rules::{Color, Move, Position};
use millwright_table::{Outcome, RatedMove, Survey, Tablebase};

use crate::error::CensusError;

/// Positions that are looked up together.
const TOGETHER: usize = 1 << 14;

/// A first move, and what comes of it as long as nobody gives away his result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The move.
    pub chosen: Move,
    /// How many moves are the same up to symmetry, itself included.
    pub alike: usize,
    /// For the player who makes it.
    pub outcome: Outcome,
    /// The plies after it, from the second of the game on.
    pub plies: Vec<Danger>,
}

/// All positions before a ply, up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    /// Who makes it.
    pub turn: Color,
    /// How many can arise.
    pub positions: u64,
    /// In how many of them a move gives the result away.
    pub in_danger: u64,
    /// All moves of these positions.
    pub moves: u64,
    /// Those that give the result away: a win for less, a draw for a loss.
    pub wrong: u64,
}

impl FirstMove {
    /// Moves and wrong moves of a player within all plies.
    #[must_use]
    pub fn of(&self, color: Color) -> (u64, u64) {
        let his = self.plies.iter().filter(|danger| danger.turn == color);
        his.fold((0, 0), |(moves, wrong), danger| (moves + danger.moves, wrong + danger.wrong))
    }
}

/// Looks at each first move from an empty board up to symmetry, the best first, and at so many plies after it.
///
/// # Errors
/// If a table is missing, reduced to statistics or cannot be used, or `stop` is raised.
pub fn first_moves(
    tablebase: &Tablebase,
    start: &Position,
    plies: usize,
    stop: &AtomicBool,
) -> Result<Vec<FirstMove>, CensusError> {
    let survey = complete(tablebase, std::slice::from_ref(start))?.swap_remove(0);
    let mut found: Vec<(Position, FirstMove)> = Vec::new();
    for rated in &survey.moves {
        let (after, _) = rated.next.canonical();
        if let Some((_, first)) = found.iter_mut().find(|(known, _)| *known == after) {
            first.alike += 1;
        } else if let Some(outcome) = rated.outcome() {
            let plies = follow(tablebase, after, plies, stop)?;
            found.push((after, FirstMove { chosen: rated.chosen, alike: 1, outcome, plies }));
        }
    }
    Ok(found.into_iter().map(|(_, first)| first).collect())
}

/// Ply after ply from a position, all moves that give nothing away.
fn follow(
    tablebase: &Tablebase,
    from: Position,
    plies: usize,
    stop: &AtomicBool,
) -> Result<Vec<Danger>, CensusError> {
    let mut dangers = Vec::with_capacity(plies);
    let mut before: Vec<Position> = vec![from];
    while dangers.len() < plies && !before.is_empty() {
        let mut danger = Danger { turn: before[0].turn(), positions: 0, in_danger: 0, moves: 0, wrong: 0 };
        let mut after: HashSet<Position> = HashSet::new();
        for positions in before.chunks(TOGETHER) {
            if stop.load(Ordering::Relaxed) {
                return Err(CensusError::Stopped);
            }
            for Survey { moves, .. } in complete(tablebase, positions)? {
                // Best first: a position is worth what its best move is.
                let Some(best) = moves.first().and_then(RatedMove::outcome) else { continue };
                let keeps = |outcome| outcome == Some(best);
                let kept = moves.iter().filter(|rated| keeps(rated.outcome()));
                after.extend(kept.clone().map(|rated| rated.next.canonical().0));
                let wrong = (moves.len() - kept.count()) as u64;
                danger.positions += 1;
                danger.in_danger += u64::from(wrong > 0);
                danger.moves += moves.len() as u64;
                danger.wrong += wrong;
            }
        }
        dangers.push(danger);
        let rules = tablebase.rules();
        before = after.into_iter().filter(|position| position.over(rules).is_none()).collect();
    }
    Ok(dangers)
}

/// All about some positions.
fn complete(tablebase: &Tablebase, positions: &[Position]) -> Result<Vec<Survey>, CensusError> {
    let surveys = tablebase.surveys(positions)?;
    for survey in &surveys {
        for unknown in survey.moves.iter().filter(|rated| rated.known.is_none()) {
            tablebase.probe(&unknown.next)?;
        }
    }
    Ok(surveys)
}
