//! What is known about a position and all its moves.

use millwright_rules::{Move, Position};

use crate::known::{Known, Range};
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
    /// Of a position worth `value` and its moves, in any order.
    #[must_use]
    pub fn new(value: Option<Known>, mut moves: Vec<RatedMove>) -> Self {
        moves.sort_by_cached_key(|rated| {
            // What is known comes first.
            (rated.known.is_none(), rated.known.map(Known::best_first), rated.chosen.to_string())
        });
        let mut survey = Self { value, moves };
        if let Some(Known::Outcome(_)) = value {
            // Where the best move is certain, the position is worth what it is.
            let best = survey.best().first().and_then(|best| best.known);
            survey.value = best.filter(|known| known.is_exact()).or(value);
        }
        survey
    }

    /// Whether the values of the position and of all its moves are known, with the plies that they take.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let mut all = self.moves.iter().map(|rated| rated.known).chain([self.value]);
        all.all(|known| known.is_some_and(Known::is_exact))
    }

    /// The moves that are certain to be the best, in their order: no other can be better, whatever is not known about it.
    /// Empty where that cannot be said: a win whose length is unknown may be quicker or slower than another.
    ///
    /// Draws count as the same unless all of them have been told apart.
    #[must_use]
    pub fn best(&self) -> Vec<&RatedMove> {
        let told_apart = self.draws_are_told_apart();
        let mut ranged: Vec<(&RatedMove, Range)> =
            self.moves.iter().map(|rated| (rated, Range::of(rated.known, told_apart))).collect();
        let Some(mut low) = ranged.iter().map(|(_, range)| range.worst).max() else { return Vec::new() };
        let mut high = ranged.iter().map(|(_, range)| range.best).max().unwrap_or(low);
        if !ranged.iter().all(|(_, range)| range.is_exact()) {
            // The best move is worth what the position is.
            let own = Range::of(self.value, told_apart);
            (low, high) = (low.max(own.worst), high.min(own.best));
        }
        ranged.retain(|(_, range)| range.best >= low);
        if ranged.len() > 1 {
            ranged.retain(|(_, range)| range.worst >= high);
        }
        ranged.into_iter().map(|(rated, _)| rated).collect()
    }

    /// Whether every draw among the moves has its rank.
    fn draws_are_told_apart(&self) -> bool {
        let is_plain = |known: Known| known.outcome() == Outcome::Draw && !matches!(known, Known::Ranked(_));
        !self.moves.iter().filter_map(|rated| rated.known).any(is_plain)
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

#[cfg(test)]
mod tests {
    use millwright_ranks::{DrawValue, Rank};
    use millwright_rules::{Game, Value};

    use super::*;
    use crate::known::RankedDraw;

    const WIN: Option<Known> = Some(Known::Outcome(Outcome::Win));
    const LOSS: Option<Known> = Some(Known::Outcome(Outcome::Loss));
    const DRAW: Option<Known> = Some(Known::Value(Value::Draw));

    #[expect(clippy::unnecessary_wraps, reason = "as surveys have it")]
    fn win(plies: u16) -> Option<Known> {
        Some(Known::Value(Value::win(plies)))
    }

    #[expect(clippy::unnecessary_wraps, reason = "as surveys have it")]
    fn loss(plies: u16) -> Option<Known> {
        Some(Known::Value(Value::loss(plies)))
    }

    #[expect(clippy::unnecessary_wraps, reason = "as surveys have it")]
    fn ranked(rank: i16) -> Option<Known> {
        Some(Known::Ranked(RankedDraw::new(DrawValue { rank: Rank(rank), depth: 2 }, Rank(0))))
    }

    /// The best of moves that are worth this, by the place that they are given in.
    fn best<const N: usize>(value: Option<Known>, moves: [Option<Known>; N]) -> Vec<usize> {
        let start = Position::start(&Game::Standard.rules());
        let legal = start.moves(&Game::Standard.rules());
        let rated = |(place, known): (usize, Option<Known>)| RatedMove {
            chosen: legal[place],
            next: start.play_unchecked(legal[place]),
            known,
        };
        let survey = Survey::new(value, moves.into_iter().enumerate().map(rated).collect());
        let place = |rated: &&RatedMove| legal.iter().position(|chosen| *chosen == rated.chosen).unwrap();
        let mut best: Vec<usize> = survey.best().iter().map(place).collect();
        best.sort_unstable();
        best
    }

    #[test]
    fn a_move_is_the_best_where_no_other_can_be_better() {
        assert_eq!(best(win(5), [win(7), win(5), DRAW, win(5)]), [1, 3]);
        assert_eq!(best(loss(8), [loss(8), loss(2)]), [0]);
        assert_eq!(best(DRAW, [loss(2), DRAW, DRAW]), [1, 2]);
        // Nothing but a win in one is better than an unknown move.
        assert_eq!(best(None, [win(1), None]), [0]);
        assert_eq!(best(None, [win(3), None]), [0; 0]);
        assert_eq!(best(None, []), [0; 0]);
    }

    #[test]
    fn a_known_slow_win_is_not_called_better_than_one_of_unknown_length() {
        assert_eq!(best(WIN, [win(9), WIN]), [0; 0]);
        assert_eq!(best(WIN, [WIN, WIN, DRAW]), [0; 0]);
        assert_eq!(best(LOSS, [loss(8), LOSS]), [0; 0]);
        // But the only win is the best move, however long it takes, and no win is quicker than one in a ply.
        assert_eq!(best(WIN, [WIN, win(1)]), [1]);
        assert_eq!(best(WIN, [DRAW, WIN, LOSS]), [1]);
        assert_eq!(best(LOSS, [LOSS]), [0]);
    }

    #[test]
    fn the_value_of_the_position_tells_which_move_it_is() {
        assert_eq!(best(win(9), [win(9), WIN]), [0]);
        assert_eq!(best(win(9), [win(11), WIN, DRAW]), [1]);
        assert_eq!(best(win(9), [win(11), WIN, WIN]), [0; 0]);
        assert_eq!(best(win(3), [win(5), None]), [1]);
        assert_eq!(best(loss(4), [loss(2), LOSS]), [1]);
        assert_eq!(best(DRAW, [DRAW, None]), [0]);
    }

    #[test]
    fn draws_are_the_same_unless_all_are_told_apart() {
        assert_eq!(best(ranked(3), [ranked(3), ranked(-2), LOSS]), [0]);
        assert_eq!(best(ranked(3), [ranked(3), DRAW]), [0, 1]);
    }
}
