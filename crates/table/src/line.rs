//! Best play for both sides.

use std::collections::HashSet;

use millwright_rules::{Move, Over, Position};

use crate::known::Known;
use crate::survey::RatedMove;
use crate::tablebase::{ProbeError, Tablebase};

/// Best play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the first position is worth to the player to move.
    pub value: Option<Known>,
    /// The moves.
    pub plies: Vec<LinePly>,
    /// Why there are no more.
    pub end: LineEnd,
}

/// One move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePly {
    /// The best move; of several that are equally good the first by its text.
    pub chosen: Move,
    /// What it is worth to the player who makes it.
    pub known: Known,
    /// Whether it alone keeps the result.
    pub only: bool,
    /// The position after it.
    pub next: Position,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Over(Over),
    /// The last position occurs in the line before: nobody gets further.
    Repetition,
    /// As many plies as were asked for.
    Limit,
    /// No further move is certain to be the best: a table is missing, or has statistics only.
    Unknown,
    /// No further move is certain to be the best: several win, or all lose, and how long that takes has not been kept.
    PliesUnknown,
}

impl Tablebase {
    /// Best play for both sides, at most `limit` plies of it: moves that are certain to be the best ([`crate::Survey::best`]), as far
    /// as there are any. Where a position would occur again, the game is drawn and the line ends.
    ///
    /// **Complexity**: a [`Tablebase::survey`] for each ply.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn line(&self, position: &Position, limit: usize) -> Result<Line, ProbeError> {
        let mut seen = HashSet::from([*position]);
        let mut plies: Vec<LinePly> = Vec::new();
        let mut survey = self.survey(position)?;
        let value = survey.value;
        let mut here = *position;
        let end = loop {
            if let Some(over) = here.over(self.rules()) {
                break LineEnd::Over(over);
            }
            if plies.len() == limit {
                break LineEnd::Limit;
            }
            let best = survey.best().first().copied().copied();
            // The best move is worth what the position is: whichever is known better says so.
            let worth = |best: &RatedMove| survey.value.filter(|known| known.is_exact()).or(best.known);
            let Some((best, known)) = best.and_then(|best| Some((best, worth(&best)?))) else {
                let is_missing = survey.counts().unknown > 0;
                break if is_missing { LineEnd::Unknown } else { LineEnd::PliesUnknown };
            };
            plies.push(LinePly {
                chosen: best.chosen,
                known,
                only: survey.only_move().is_some(),
                next: best.next,
            });
            here = best.next;
            if !seen.insert(here) {
                break LineEnd::Repetition;
            }
            survey = self.survey(&here)?;
        };
        Ok(Line { value, plies, end })
    }
}
