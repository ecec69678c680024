//! Iterative deepening, with one thread or more.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use millwright_rules::{Move, Position, Rules};

use crate::evaluation::{Estimate, Evaluation, Horizon, Millwright, Paper};
use crate::generate::Generator;
use crate::knowledge::Knowledge;
use crate::limits::{Control, Limits, MAX_DEPTH};
use crate::score::{self, Score, WIN};
use crate::state::{State, Turn};
use crate::table::TranspositionTable;
use crate::worker::{INFINITE, Node, Shared, Worker};

/// Searches the positions of a game.
///
/// **Invariants**: a search that reaches depth n has the score of a plain minimax of n plies, whatever was searched before
/// and with any number of threads. With one thread and no limit of time the whole answer is the same on every machine.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use millwright_rules::{Game, Position};
/// use millwright_search::{Evaluation, Limits, Question, Searcher};
///
/// let rules = Game::Standard.rules();
/// let mut searcher = Searcher::new(&rules, Evaluation::default(), 1 << 20);
/// let start = [Position::start(&rules)];
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let answer = searcher.search(&Question::new(&start, limits, &AtomicBool::new(false)), &mut |_| {});
/// assert_eq!(answer.depth, 3);
/// assert!(start[0].moves(&rules).contains(&answer.best().unwrap()));
/// ```
#[derive(Debug)]
pub struct Searcher {
    rules: Rules,
    pub(crate) generator: Generator,
    evaluation: Evaluation,
    pub(crate) table: TranspositionTable,
    threads: usize,
}

/// What is asked of a search.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The game so far: its positions since the start or since a stone was placed or taken, the last one now.
    pub positions: &'a [Position],
    /// When to end.
    pub limits: Limits,
    /// Ends the search when it is raised.
    pub stop: &'a AtomicBool,
    /// The turns to look at; all legal ones if there are none.
    pub only: &'a [Move],
    /// How many of the best turns are wanted, each with its line.
    pub lines: usize,
    /// What is known without searching.
    pub knowledge: Option<&'a dyn Knowledge>,
}

impl<'a> Question<'a> {
    /// All turns of the last position, the best of them, by search alone.
    #[must_use]
    pub fn new(positions: &'a [Position], limits: Limits, stop: &'a AtomicBool) -> Self {
        Self { positions, limits, stop, only: &[], lines: 1, knowledge: None }
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best turns, best first; empty if there are no turns.
    pub lines: Vec<Line>,
    /// Plies that all turns have been searched to.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions of which something was known.
    pub table_hits: u64,
    /// How full the transposition table is, in thousandths.
    pub per_mille: u32,
    /// How long it took.
    pub elapsed: Duration,
}

/// A turn with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// For the player to move.
    pub score: Score,
    /// The turns, at least one.
    pub turns: Vec<Move>,
}

impl Answer {
    /// The best turn.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.turns.first()).copied()
    }
}

impl Searcher {
    /// A search with one thread and a transposition table of about `table_bytes`.
    #[must_use]
    pub fn new(rules: &Rules, evaluation: Evaluation, table_bytes: u64) -> Self {
        Self {
            rules: *rules,
            generator: Generator::new(rules),
            evaluation,
            table: TranspositionTable::new(table_bytes),
            threads: 1,
        }
    }

    /// The same with more threads, at least one.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The rules that it plays by.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Forgets what was found out before. It only matters for which of equally good turns comes first.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches, and tells what was found after every depth.
    pub fn search(&mut self, question: &Question<'_>, progress: &mut dyn FnMut(&Answer)) -> Answer {
        self.table.begin_search();
        match self.evaluation {
            Evaluation::Millwright => self.search_with(&Millwright, question, progress),
            Evaluation::Paper => self.search_with(&Paper::new(), question, progress),
        }
    }

    /// What a position looks like without looking ahead, for the player to move, in hundredths of a stone.
    #[must_use]
    pub fn estimate(&self, position: &Position) -> i32 {
        let state = State::from(position);
        match self.evaluation {
            Evaluation::Millwright => Millwright.estimate(&self.generator, state),
            Evaluation::Paper => Paper::new().estimate(&self.generator, state),
        }
    }

    /// How many sequences of `depth` turns the search's own generator finds.
    #[must_use]
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        self.generator.perft(State::from(position), depth)
    }

    fn search_with<E: Horizon>(
        &self,
        horizon: &E,
        question: &Question<'_>,
        progress: &mut dyn FnMut(&Answer),
    ) -> Answer {
        let Some(root) = question.positions.last() else { return Answer::default() };
        let control = Control::new(question.limits, question.stop);
        let shared = Shared {
            generator: &self.generator,
            horizon,
            table: &self.table,
            knowledge: question.knowledge,
            control: &control,
            turn: root.turn(),
            is_played: true,
        };
        let deepest = question.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        thread::scope(|scope| {
            for helper in 1..self.threads {
                let mut deepening = Deepening::new(&shared, question);
                scope.spawn(move || deepening.help(helper, deepest));
            }
            let mut deepening = Deepening::new(&shared, question);
            let answer = deepening.run(deepest, question.lines, progress);
            control.finish();
            answer
        })
    }
}

/// A turn of the root.
#[derive(Clone)]
struct RootTurn {
    turn: Turn,
    score: i32,
    /// What follows, the turn itself first.
    line: Vec<Turn>,
}

/// One thread that searches deeper and deeper.
pub(crate) struct Deepening<'a, E> {
    worker: Worker<'a, E>,
    shared: &'a Shared<'a, E>,
    root: Node,
    /// The best first, as far as is known.
    turns: Vec<RootTurn>,
}

impl<'a, E: Horizon> Deepening<'a, E> {
    pub(crate) fn new(shared: &'a Shared<'a, E>, question: &Question<'_>) -> Self {
        let states: Vec<State> = question.positions.iter().map(State::from).collect();
        let state = states[states.len() - 1];
        let quiet = quiet_plies(question.positions);
        let before = &states[states.len() - 1 - quiet..states.len() - 1];
        let mut worker = Worker::new(shared, before.iter().map(|state| state.packed()).collect());
        worker.enter(state);
        let mut turns = Vec::new();
        if shared.generator.over(state).is_none() {
            shared.generator.for_each(state, |turn| {
                if question.only.is_empty() || question.only.contains(&turn.as_move()) {
                    turns.push(RootTurn { turn, score: 0, line: vec![turn] });
                }
            });
        }
        Self { worker, shared, root: Node { state, ply: 0, quiet }, turns }
    }

    /// Fills the shared table until the main thread is done.
    fn help(&mut self, helper: usize, deepest: u32) {
        // Another order and other depths: threads that do the same find nothing new.
        let turns = self.turns.len().max(1);
        self.turns.rotate_left(helper % turns);
        let mut depth = 1 + u32::try_from(helper % 2).unwrap_or(0);
        while depth <= deepest && !self.turns.is_empty() && !self.worker.is_stopped {
            self.search_from(0, depth);
            depth += 1;
        }
        self.worker.look();
    }

    fn run(&mut self, deepest: u32, lines: usize, progress: &mut dyn FnMut(&Answer)) -> Answer {
        let lines = lines.clamp(1, self.turns.len().max(1));
        let mut answer = self.answer(0, lines);
        for depth in 1..=deepest {
            if self.turns.is_empty() {
                break;
            }
            for place in 0..lines {
                self.search_from(place, depth);
            }
            let is_stopped = self.worker.look() && self.worker.is_stopped;
            let reached = if is_stopped { answer.depth } else { depth };
            answer = self.answer(reached, lines);
            if is_stopped {
                break;
            }
            progress(&answer);
            // A win or a loss within the depth is the quickest there is: deeper searches say the same.
            let plies = WIN - self.turns[0].score.abs();
            if lines == 1 && score::is_decided(self.turns[0].score) && plies <= depth.cast_signed() {
                break;
            }
        }
        answer
    }

    /// Searches the turns from `place` on, and moves the best of them there. If the search is stopped, what it has found so
    /// far stays.
    pub(crate) fn search_from(&mut self, place: usize, depth: u32) {
        let mut alpha = -INFINITE;
        for index in place..self.turns.len() {
            let turn = self.turns[index].turn;
            let child = self.root.after(turn);
            let mut found = INFINITE;
            if index > place {
                found = -self.worker.search(child, depth - 1, -alpha - 1, -alpha);
            }
            if found > alpha && !self.worker.is_stopped {
                found = -self.worker.search(child, depth - 1, -INFINITE, -alpha);
            }
            if self.worker.is_stopped {
                return;
            }
            if found > alpha {
                alpha = found;
                let line = [&[turn], self.worker.line(1)].concat();
                self.turns[place..=index].rotate_right(1);
                self.turns[place] = RootTurn { turn, score: found, line };
            }
        }
    }

    /// The score of the best turn; `None` if the search was stopped, or there is no turn.
    pub(crate) fn best_score(&mut self) -> Option<i32> {
        let is_stopped = self.worker.look();
        self.turns.first().filter(|_| !is_stopped).map(|best| best.score)
    }

    fn answer(&self, depth: u32, lines: usize) -> Answer {
        let control = self.shared.control;
        let line = |root: &RootTurn| Line {
            score: Score::new(root.score),
            turns: root.line.iter().map(|turn| turn.as_move()).collect(),
        };
        Answer {
            lines: self.turns.iter().take(lines).map(line).collect(),
            depth,
            nodes: control.nodes(),
            table_hits: control.table_hits(),
            per_mille: self.shared.table.per_mille(),
            elapsed: control.elapsed(),
        }
    }
}

/// Quiet plies in a row at the end of a list of positions: neither stones nor hands change in number (rule 10.1).
fn quiet_plies(positions: &[Position]) -> usize {
    let counts = |position: &Position| {
        let side = |color| (position.side(color).stones.len(), position.side(color).hand);
        millwright_rules::Color::ALL.map(side)
    };
    positions.windows(2).rev().take_while(|pair| counts(&pair[0]) == counts(&pair[1])).count()
}
