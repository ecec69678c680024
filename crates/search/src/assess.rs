//! What can be said about a position, its moves and best play: by tables, by searching down to them, or as an estimate.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use millwright_rules::{Move, Position, Rules};
use millwright_table::{Known, LineEnd, Outcome, ProbeError, RatedMove, Survey, Tablebase};

use crate::evaluation::Evaluation;
use crate::knowledge::{Knowledge, TableKnowledge};
use crate::limits::Limits;
use crate::score::Score;
use crate::searcher::{Answer, Question, Searcher};
use crate::worth::Worth;

/// How much is searched for one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions looked at to prove values where tables are near.
    pub proof_nodes: u64,
    /// Positions looked at for estimates.
    pub estimate_nodes: u64,
    /// The longest that all of it may take.
    pub time: Duration,
}

impl Effort {
    /// Half a second or so.
    pub const USUAL: Self =
        Self { proof_nodes: 200_000, estimate_nodes: 400_000, time: Duration::from_secs(3) };
}

/// Bytes of the transposition table of one answer.
const TABLE_BYTES: u64 = 8 << 20;

/// What can be said about a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// All that is proven, by whatever source. Moves of which nothing is come last, those that look best first.
    pub survey: Survey,
    /// For the player to move.
    pub value: Worth,
    /// Of the moves of the survey, in its order, for the player who makes them.
    pub moves: Vec<Worth>,
    /// Plies that estimates look ahead; 0 if there are none.
    pub depth: u32,
}

/// Best play, as far as anything can be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssessedLine {
    /// What the first position is worth to the player to move.
    pub value: Worth,
    /// The moves.
    pub plies: Vec<AssessedPly>,
    /// Why there are no more; `None` if the moves are those that a search expects, as far as it looked.
    pub end: Option<LineEnd>,
}

/// One move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssessedPly {
    /// Certain to be the best, or expected.
    pub chosen: Move,
    /// For the player who makes it.
    pub worth: Worth,
    /// Whether it alone keeps the result.
    pub only: bool,
    /// The position after it.
    pub next: Position,
}

/// Says what can be said about the positions of a game.
///
/// **Invariants**: what tables know is said as they know it. What is called [`Source::Search`](crate::Source::Search) is
/// what tables would say if they were there.
#[derive(Clone, Copy, Debug)]
pub struct Assessor<'a> {
    tablebase: &'a Tablebase,
    rules: &'a Rules,
    effort: Effort,
}

/// What a search takes a moment for need not be interrupted.
static NOBODY_STOPS_IT: AtomicBool = AtomicBool::new(false);

impl<'a> Assessor<'a> {
    /// Of a game with its numbers of stones, by what a tablebase knows.
    #[must_use]
    pub fn new(tablebase: &'a Tablebase, rules: &'a Rules, effort: Effort) -> Self {
        Self { tablebase, rules, effort }
    }

    /// What can be said about a position and its moves.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn assess(&self, position: &Position) -> Result<Assessment, ProbeError> {
        self.assess_survey(position, self.tablebase.survey(position)?)
    }

    /// The same for whoever has looked the position up before.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn assess_survey(&self, position: &Position, survey: Survey) -> Result<Assessment, ProbeError> {
        let deadline = self.deadline();
        let mut assessment = self.proven_from(position, survey, deadline)?;
        let unknown: Vec<Move> = unknown_moves(&assessment.survey);
        if !unknown.is_empty() {
            let answer = self.estimate(&[*position], &unknown, deadline);
            assessment.add(&answer);
        }
        Ok(assessment)
    }

    /// Best play, at most `limit` plies of it: moves that are certain to be the best, as far as there are any; if there are
    /// none, those that a search expects.
    ///
    /// # Errors
    /// If a table is there and cannot be used.
    pub fn line(&self, position: &Position, limit: usize) -> Result<AssessedLine, ProbeError> {
        let deadline = self.deadline();
        let mut here = *position;
        let mut seen = HashSet::from([here]);
        let mut assessment = self.proven(&here, deadline)?;
        let value = assessment.value;
        let mut plies: Vec<AssessedPly> = Vec::new();
        let end = loop {
            if let Some(over) = here.over(self.rules) {
                break LineEnd::Over(over);
            }
            if plies.len() == limit {
                break LineEnd::Limit;
            }
            let Some(ply) = assessment.best_ply() else {
                if plies.is_empty() && assessment.value == Worth::Unknown {
                    return Ok(self.expected_line(position, limit, deadline));
                }
                let is_missing = assessment.survey.counts().unknown > 0;
                break if is_missing { LineEnd::Unknown } else { LineEnd::PliesUnknown };
            };
            plies.push(ply);
            here = ply.next;
            if !seen.insert(here) {
                break LineEnd::Repetition;
            }
            assessment = self.proven(&here, deadline)?;
        };
        Ok(AssessedLine { value, plies, end: Some(end) })
    }

    fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.effort.time)
    }

    /// What is proven about a position and its moves.
    fn proven(&self, position: &Position, deadline: Option<Instant>) -> Result<Assessment, ProbeError> {
        self.proven_from(position, self.tablebase.survey(position)?, deadline)
    }

    fn proven_from(
        &self,
        position: &Position,
        survey: Survey,
        deadline: Option<Instant>,
    ) -> Result<Assessment, ProbeError> {
        let mut assessment = Assessment::of_survey(survey, position, self.tablebase);
        let missing = unknown_moves(&assessment.survey).len();
        if position.over(self.rules).is_some() || (missing == 0 && assessment.value != Worth::Unknown) {
            return Ok(assessment);
        }
        let knowledge = TableKnowledge::new(self.tablebase).filter(|_| missing > 0);
        let Some(knowledge) = knowledge else {
            assessment.sort();
            return Ok(assessment);
        };
        let mut searcher = Searcher::new(self.rules, Evaluation::default(), TABLE_BYTES);
        // Half for the position, half for its moves.
        let half = self.effort.proof_nodes / 2;
        if assessment.value == Worth::Unknown
            && let Some(known) = Self::prove(&mut searcher, position, &knowledge, half, deadline)
        {
            assessment.value = Worth::searched(known);
        }
        let each = half / missing as u64;
        let moves = assessment.survey.moves.clone();
        for (rated, worth) in moves.iter().zip(&mut assessment.moves) {
            if rated.known.is_none()
                && let Some(known) = Self::prove(&mut searcher, &rated.next, &knowledge, each, deadline)
            {
                *worth = Worth::searched(known.seen_from_parent());
            }
        }
        if let Some(trouble) = knowledge.into_trouble() {
            return Err(trouble);
        }
        assessment.sort();
        Ok(assessment)
    }

    fn prove(
        searcher: &mut Searcher,
        position: &Position,
        knowledge: &dyn Knowledge,
        nodes: u64,
        deadline: Option<Instant>,
    ) -> Option<Known> {
        let limits = Limits { nodes: Some(nodes), time: left(deadline), depth: None };
        searcher.exact(position, Some(knowledge), limits, &NOBODY_STOPS_IT).map(|exact| exact.known)
    }

    /// What a search expects of some moves: as deep as it has looked at all of them.
    fn estimate(&self, positions: &[Position], only: &[Move], deadline: Option<Instant>) -> Answer {
        let limits = Limits { nodes: Some(self.effort.estimate_nodes), time: left(deadline), depth: None };
        let knowledge = TableKnowledge::new(self.tablebase);
        let question = Question {
            only,
            lines: only.len(),
            knowledge: knowledge.as_ref().map(|tables| tables as &dyn Knowledge),
            ..Question::new(positions, limits, &NOBODY_STOPS_IT)
        };
        let mut searcher = Searcher::new(self.rules, Evaluation::default(), TABLE_BYTES);
        let mut whole: Option<Answer> = None;
        let last = searcher.search(&question, &mut |answer| whole = Some(answer.clone()));
        whole.unwrap_or(last)
    }

    /// The moves that a search expects, with what it thinks of them.
    fn expected_line(&self, position: &Position, limit: usize, deadline: Option<Instant>) -> AssessedLine {
        let limits = Limits { nodes: Some(self.effort.estimate_nodes), time: left(deadline), depth: None };
        let knowledge = TableKnowledge::new(self.tablebase);
        let positions = [*position];
        let question = Question {
            knowledge: knowledge.as_ref().map(|tables| tables as &dyn Knowledge),
            ..Question::new(&positions, limits, &NOBODY_STOPS_IT)
        };
        let mut searcher = Searcher::new(self.rules, Evaluation::default(), TABLE_BYTES);
        let answer = searcher.search(&question, &mut |_| {});
        let Some(line) = answer.lines.first() else {
            return AssessedLine { value: Worth::Unknown, plies: Vec::new(), end: Some(LineEnd::Unknown) };
        };
        let mut here = *position;
        let mut plies = Vec::new();
        for (ply, &chosen) in line.turns.iter().take(limit).enumerate() {
            let is_roots = ply.is_multiple_of(2);
            let worth = match line.score {
                Score::Estimate(hundredths) => {
                    Worth::Estimate(if is_roots { hundredths } else { -hundredths })
                }
                // Only of the first move is it proven that it is as good as that.
                decided if ply == 0 => worth_of(decided, answer.depth),
                _ => Worth::Unknown,
            };
            here = here.play_unchecked(chosen);
            plies.push(AssessedPly { chosen, worth, only: false, next: here });
        }
        AssessedLine { value: worth_of(line.score, answer.depth), plies, end: None }
    }
}

impl Assessment {
    /// What tables know and no more: nothing is searched.
    #[must_use]
    pub fn of_survey(survey: Survey, position: &Position, tablebase: &Tablebase) -> Self {
        let value = Worth::of_probe(survey.value, position, tablebase);
        let of_move = |rated: &RatedMove| Worth::of_probe(rated.known, &rated.next, tablebase);
        let moves = survey.moves.iter().map(of_move).collect();
        Self { survey, value, moves, depth: 0 }
    }

    /// Adds what a search has found about moves of which nothing was known.
    fn add(&mut self, answer: &Answer) {
        for line in &answer.lines {
            let Some(chosen) = line.turns.first() else { continue };
            let place = self.survey.moves.iter().position(|rated| rated.chosen == *chosen);
            if let Some(place) = place.filter(|&place| self.moves[place] == Worth::Unknown) {
                self.moves[place] = worth_of(line.score, answer.depth);
            }
        }
        self.depth = answer.depth;
        self.sort();
        if self.value == Worth::Unknown {
            // A draw that is certain is worth 0 at least.
            let looks = |worth: &Worth| match worth {
                Worth::Estimate(hundredths) => Some(*hundredths),
                Worth::Known { known, .. } if known.outcome() == Outcome::Draw => Some(0),
                _ => None,
            };
            self.value = self.moves.iter().filter_map(looks).max().map_or(Worth::Unknown, Worth::Estimate);
        }
    }

    /// The best moves first, and what follows from them for the position.
    fn sort(&mut self) {
        let mut all: Vec<(RatedMove, Worth)> =
            self.survey.moves.iter().copied().zip(self.moves.iter().copied()).collect();
        for (rated, worth) in &mut all {
            rated.known = worth.known();
        }
        all.sort_by_cached_key(|(rated, worth)| {
            let looks = std::cmp::Reverse(worth.estimate());
            (rated.known.is_none(), rated.known.map(Known::best_first), looks, rated.chosen.to_string())
        });
        if self.value == Worth::Unknown
            && let Some(best) = all.first().and_then(|(rated, _)| rated.known)
        {
            let all_are_known = all.iter().all(|(rated, _)| rated.known.is_some());
            if all_are_known {
                self.value = Worth::searched(best);
            } else if best.outcome() == Outcome::Win {
                // An unknown move may win sooner.
                let is_quickest = best.plies() == Some(1);
                let known = if is_quickest { best } else { Known::Outcome(Outcome::Win) };
                self.value = Worth::searched(known);
            }
        }
        let (moves, worths): (Vec<RatedMove>, Vec<Worth>) = all.into_iter().unzip();
        self.survey = Survey { value: self.value.known(), moves };
        self.moves = worths;
    }

    /// The move that is certain to be the best, with what it is worth.
    fn best_ply(&self) -> Option<AssessedPly> {
        let best = *self.survey.best().first().copied()?;
        let place = self.survey.moves.iter().position(|rated| rated.chosen == best.chosen)?;
        // The best move is worth what the position is: whichever is known better says so.
        let is_exact = |worth: &Worth| worth.known().is_some_and(Known::is_exact);
        let worth = Some(self.value).filter(is_exact).unwrap_or(self.moves[place]);
        worth.known()?;
        let only = self.survey.only_move().is_some();
        Some(AssessedPly { chosen: best.chosen, worth, only, next: best.next })
    }
}

/// What a score of a search of some depth says. A win or a loss further away than that may be quicker than it looks.
fn worth_of(score: Score, depth: u32) -> Worth {
    match score {
        Score::Estimate(hundredths) => Worth::Estimate(hundredths),
        Score::Outcome(outcome) => Worth::searched(Known::Outcome(outcome)),
        Score::Decided(value) if value.plies().is_some_and(|plies| u32::from(plies) <= depth) => {
            Worth::searched(Known::Value(value))
        }
        Score::Decided(value) => Worth::searched(Known::Outcome(Known::Value(value).outcome())),
    }
}

fn unknown_moves(survey: &Survey) -> Vec<Move> {
    survey.moves.iter().filter(|rated| rated.known.is_none()).map(|rated| rated.chosen).collect()
}

/// Time until then.
fn left(deadline: Option<Instant>) -> Option<Duration> {
    deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
}
