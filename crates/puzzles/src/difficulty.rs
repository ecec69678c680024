//! How hard a right move is to find.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use millwright_rules::{Move, Position, Rules};
use millwright_search::{Answer, Evaluation, Limits, Question, Score, Searcher};
use millwright_table::{Outcome, Survey};
use thiserror::Error;

/// Positions that are looked at to find out which moves look good: what somebody who plays well sees at once.
const NODES: u64 = 10_000;

/// Bytes of the transposition table of such a look.
const TABLE_BYTES: u64 = 1 << 20;

/// A wrong move is plausible if it looks no worse than the right one by so many hundredths of a stone.
const PLAUSIBLE: i32 = 50;

/// What makes a puzzle hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Wrong moves that look about as good as the right one to a search that knows no tables.
    pub plausible: usize,
    /// Plies to see: to the end of the win, or until the last of the other moves has lost. 0 where tables do not say.
    pub depth: u16,
    /// Whether that search would make another move.
    pub engine_errs: bool,
}

/// Difficulty in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// It looks right, and the end is near.
    Beginner,
    /// One of the above less so.
    Easy,
    /// Some moves look as good, or it takes some plies to see.
    Medium,
    /// Both.
    Hard,
    /// Much looks as good, and it takes many plies to see.
    Expert,
    /// So much that nobody sees it.
    Master,
}

/// A word that is no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the difficulties are {}, not {name:?}", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel {
    /// What was asked for.
    pub name: String,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Master];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel { name: name.to_owned() })
    }
}

impl Difficulty {
    /// Of finding the one right move of a position. With the same position it is always the same.
    pub(crate) fn of(rules: &Rules, position: &Position, survey: &Survey, right: Move) -> Self {
        let answer = look(rules, position, survey.moves.len());
        let looks = |wanted: Move| {
            let line = answer.lines.iter().find(|line| line.turns.first() == Some(&wanted));
            line.map(|line| number(line.score))
        };
        let of_right = looks(right).unwrap_or(i32::MIN);
        let is_plausible = |chosen: Move| looks(chosen).is_some_and(|score| score >= of_right - PLAUSIBLE);
        let wrong = || survey.moves.iter().map(|rated| rated.chosen).filter(|&chosen| chosen != right);
        Self {
            plausible: wrong().filter(|&chosen| is_plausible(chosen)).count(),
            depth: depth(survey),
            engine_errs: answer.best() != Some(right),
        }
    }

    /// In a word.
    #[must_use]
    pub fn level(self) -> Level {
        let looks = self.plausible.min(4);
        let plies = [1, 5, 11, 25].into_iter().filter(|&most| self.depth > most).count();
        let points = looks + plies + if self.engine_errs { 2 } else { 0 };
        Level::ALL[points / 2]
    }
}

/// How far one has to look: to the end of a win; where a draw is held, until the last of the other moves has lost.
fn depth(survey: &Survey) -> u16 {
    match survey.value {
        Some(value) if value.outcome() == Outcome::Win => value.plies().unwrap_or(0),
        _ => survey.moves.iter().filter_map(|rated| rated.known?.plies()).max().unwrap_or(0),
    }
}

/// What a short search without tables thinks of all moves: as deep as it has looked at all of them.
fn look(rules: &Rules, position: &Position, moves: usize) -> Answer {
    let never = AtomicBool::new(false);
    let positions = [*position];
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let question = Question { lines: moves, ..Question::new(&positions, limits, &never) };
    let mut searcher = Searcher::new(rules, Evaluation::default(), TABLE_BYTES);
    let mut whole = None;
    let last = searcher.search(&question, &mut |answer| whole = Some(answer.clone()));
    whole.unwrap_or(last)
}

/// A score as a number: larger is better, and what is decided lies beyond all estimates.
fn number(score: Score) -> i32 {
    const DECIDED: i32 = 100_000;
    match score {
        Score::Estimate(hundredths) => hundredths,
        Score::Outcome(Outcome::Win) => DECIDED,
        Score::Outcome(Outcome::Draw) => 0,
        Score::Outcome(Outcome::Loss) => -DECIDED,
        Score::Decided(value) => {
            let plies = i32::from(value.plies().unwrap_or(0));
            // A quick win is best, a slow loss the least bad; no two of them look the same.
            match plies % 2 {
                1 => 3 * DECIDED - PLAUSIBLE * plies,
                _ => -3 * DECIDED + PLAUSIBLE * plies,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hard_is_a_higher_level() {
        let level = |plausible, depth, engine_errs| Difficulty { plausible, depth, engine_errs }.level();
        assert_eq!(level(0, 1, false), Level::Beginner);
        assert_eq!(level(0, 7, false), Level::Easy);
        assert_eq!(level(2, 13, false), Level::Medium);
        assert_eq!(level(99, 201, true), Level::Master);
        for plausible in 0..8 {
            for depth in 0..40 {
                let here = level(plausible, depth, false);
                assert!(level(plausible + 1, depth, false) >= here);
                assert!(level(plausible, depth + 1, false) >= here);
                assert!(level(plausible, depth, true) > here);
            }
        }
    }

    #[test]
    fn every_level_is_read_as_it_is_written() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("tricky".parse::<Level>().is_err());
    }
}
