//! What is known about a position and all its moves.

use millwright_rules::{Move, Position};

use crate::known::Known;
use crate::outcome::Outcome;

/// A position and its moves, best first.
///
/// **Order**: by [`SurveyKey`](crate::SurveyKey), smallest first; moves with the same key in the order of their texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// For the player to move; `None` if it is not known.
    pub value: Option<Known>,
    /// All legal moves.
    pub moves: Vec<RatedMove>,
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub chosen: Move,
    /// The position after it.
    pub next: Position,
    /// For the player who makes it, counted from before it; `None` if it is not known.
    pub known: Option<Known>,
}

/// How many moves win, draw and lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// Moves that win.
    pub win: usize,
    /// Moves that draw.
    pub draw: usize,
    /// Moves that lose.
    pub loss: usize,
    /// Moves of which nothing is known.
    pub unknown: usize,
}

impl RatedMove {
    /// Win, draw or loss for the player who makes it, if that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.known.map(Known::outcome)
    }
}

impl MoveCounts {
    /// How many have an outcome.
    #[must_use]
    pub const fn of(self, outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win => self.win,
            Outcome::Draw => self.draw,
            Outcome::Loss => self.loss,
        }
    }
}

impl Survey {
    pub(crate) fn new(value: Option<Known>, mut moves: Vec<RatedMove>) -> Self {
        moves.sort_by_cached_key(|rated| {
            // What is known comes first.
            (rated.known.is_none(), rated.known.map(Known::best_first), rated.chosen.to_string())
        });
        Self { value, moves }
    }

    /// Whether the values of the position and of all its moves are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.value.is_some() && self.moves.iter().all(|rated| rated.known.is_some())
    }

    /// How many moves win, draw and lose.
    #[must_use]
    pub fn counts(&self) -> MoveCounts {
        let mut counts = MoveCounts::default();
        for rated in &self.moves {
            *match rated.outcome() {
                Some(Outcome::Win) => &mut counts.win,
                Some(Outcome::Draw) => &mut counts.draw,
                Some(Outcome::Loss) => &mut counts.loss,
                None => &mut counts.unknown,
            } += 1;
        }
        counts
    }

    /// The move that alone keeps the result: every other one turns a win into something less, or a draw into a loss.
    /// `None` where several do, where nothing can be lost, and where a move is unknown.
    #[must_use]
    pub fn only_move(&self) -> Option<&RatedMove> {
        let counts = self.counts();
        let best = self.moves.first()?;
        let outcome = best.known?.outcome();
        let alone = counts.of(outcome) == 1 && counts.unknown == 0 && self.moves.len() > 1;
        (alone && outcome != Outcome::Loss).then_some(best)
    }
}
