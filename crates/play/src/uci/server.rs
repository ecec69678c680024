//! Our engine, as other programs drive it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use millwright_rules::{Color, Move, Value};
use millwright_search::{Answer, Limits, Question, Score, Searcher, TableKnowledge};
use millwright_table::{Outcome, TableDirectory, Tablebase};

use super::command::{Command, Go};
use super::options::{Changed, Dialect, Options};
use super::received::Received;

/// Chunks of tables that are kept.
const CACHE_BYTES: u64 = 256 << 20;
/// The score of a proven win of which the length is not known, in hundredths of a stone.
const UNTIMED: i32 = 20_000;

/// An engine that is told lines and answers with lines.
///
/// **Invariants**: every `go` is answered by exactly one `bestmove`, whatever is sent in between: by `(none)` where there
/// is no legal turn. Dropped, it answers what it was asked.
#[derive(Debug)]
pub struct UciEngine<W: Write + Send + 'static> {
    out: Output<W>,
    options: Options,
    received: Received,
    /// Made when it is first needed; with the thread while that thinks.
    searcher: Option<Searcher>,
    tablebase: Option<Arc<Tablebase>>,
    thinking: Option<Thinking>,
    /// What was found out before is to be forgotten.
    forget: bool,
    /// The searcher is of another game, or has another size.
    renew: bool,
}

/// A thread that thinks.
#[derive(Debug)]
struct Thinking {
    infinite: bool,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Searcher>,
}

/// Lines from several threads, none within another.
#[derive(Debug)]
struct Output<W> {
    to: Arc<Mutex<W>>,
    /// Raised when nobody listens any more.
    is_closed: Arc<AtomicBool>,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self { to: Arc::clone(&self.to), is_closed: Arc::clone(&self.is_closed) }
    }
}

impl<W: Write> Output<W> {
    fn say(&self, text: &str) {
        let mut out = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }
}

impl<W: Write + Send + 'static> UciEngine<W> {
    /// An engine that writes to `out` and finds tables in `db`, if it is not empty.
    pub fn new(out: W, db: PathBuf) -> Self {
        let options = Options::new(db);
        let received = Received::start(options.game, options.rules().stones);
        let out = Output { to: Arc::new(Mutex::new(out)), is_closed: Arc::default() };
        Self {
            out,
            options,
            received,
            searcher: None,
            tablebase: None,
            thinking: None,
            forget: false,
            renew: false,
        }
    }

    /// Does what a line says; breaks when there is nothing more to be said.
    pub fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::read(line) {
            Command::Uci => self.introduce(),
            Command::IsReady => self.out.say("readyok"),
            Command::NewGame => self.forget = true,
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Position { start, moves } => self.set_position(start, &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::Quit => return ControlFlow::Break(()),
            Command::Nothing => {}
            Command::Unknown => {
                let shown: String = line.trim().chars().filter(|c| !c.is_control()).take(60).collect();
                self.complain(&format!("not understood: {shown}"));
            }
        }
        if self.out.is_closed.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn introduce(&self) {
        self.out.say(&format!("id name Millwright {}", env!("CARGO_PKG_VERSION")));
        self.out.say("id author the Millwright developers");
        self.options.lines().iter().for_each(|line| self.out.say(line));
        self.out.say("uciok");
    }

    fn complain(&self, what: &str) {
        self.out.say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match self.options.set(name, value) {
            Ok(Changed::Nothing) => {}
            Ok(changed) => {
                // What thinks goes on as it is; the next one is made anew.
                (self.renew, self.tablebase) = (true, None);
                if changed == Changed::Game {
                    self.received = Received::start(self.options.game, self.options.rules().stones);
                }
            }
            Err(error) => self.complain(&error),
        }
    }

    fn set_position(&mut self, start: &str, moves: &[&str]) {
        match Received::read(self.options.game, &self.options.rules(), start, moves) {
            Ok(received) if received.half.is_some() && self.options.dialect == Dialect::Standard => {
                self.complain("the last turn closes a mill and must say what it takes");
            }
            Ok(received) => self.received = received,
            Err(error) => self.complain(&error),
        }
    }

    fn go(&mut self, go: &Go<'_>) {
        self.stop();
        let mut only = self.received.turns();
        if !go.only.is_empty() {
            let asked: Vec<Move> = go.only.iter().filter_map(|text| text.parse().ok()).collect();
            let wanted: Vec<Move> = only.iter().copied().filter(|turn| asked.contains(turn)).collect();
            if wanted.is_empty() {
                self.complain("none of the turns to search is legal; all are searched");
            } else {
                only = wanted;
            }
        }
        let player = usize::from(self.received.play.position().turn() == Color::Black);
        let thought = Thought {
            out: self.out.clone(),
            received: self.received.clone(),
            only,
            limits: go.limits(player),
            lines: self.options.lines,
            infinite: go.infinite,
            dialect: self.options.dialect,
            tablebase: self.tablebase(),
            stop: Arc::default(),
        };
        let renew = std::mem::take(&mut self.renew);
        let mut searcher = self.searcher.take().filter(|_| !renew).unwrap_or_else(|| {
            let Options { evaluation, hash_mib, threads, .. } = self.options;
            Searcher::new(&self.options.rules(), evaluation, hash_mib << 20).with_threads(threads)
        });
        if std::mem::take(&mut self.forget) {
            searcher.clear();
        }
        let stop = Arc::clone(&thought.stop);
        let thread = thread::spawn(move || {
            thought.think(&mut searcher);
            searcher
        });
        self.thinking = Some(Thinking { infinite: go.infinite, stop, thread });
    }

    /// The tables, if there are any.
    fn tablebase(&mut self) -> Option<Arc<Tablebase>> {
        let Options { db, game, .. } = &self.options;
        if self.tablebase.is_none() && !db.as_os_str().is_empty() {
            self.tablebase = Some(Arc::new(Tablebase::new(TableDirectory::new(db, *game), CACHE_BYTES)));
        }
        self.tablebase.clone()
    }

    /// Ends the thought, which then answers.
    fn stop(&mut self) {
        if let Some(Thinking { stop, thread, .. }) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
            thread.thread().unpark();
            // A thread that panicked has lost its searcher: there will be a new one.
            self.searcher = thread.join().ok();
        }
    }

    /// Whether there is nothing to wait for: it does not think, or only until it is stopped.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.thinking.as_ref().is_none_or(|thinking| thinking.infinite || thinking.thread.is_finished())
    }

    /// Waits until the thought has come to its end by itself; `go infinite` has none.
    pub fn wait(&mut self) {
        if let Some(Thinking { thread, .. }) = self.thinking.take() {
            self.searcher = thread.join().ok();
        }
    }
}

impl<W: Write + Send + 'static> Drop for UciEngine<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a thread thinks about.
struct Thought<W> {
    out: Output<W>,
    received: Received,
    only: Vec<Move>,
    limits: Limits,
    lines: usize,
    infinite: bool,
    dialect: Dialect,
    tablebase: Option<Arc<Tablebase>>,
    stop: Arc<AtomicBool>,
}

impl<W: Write> Thought<W> {
    fn think(&self, searcher: &mut Searcher) {
        let play = &self.received.play;
        let knowledge = self.tablebase.as_deref().and_then(TableKnowledge::new);
        let question = Question {
            only: &self.only,
            lines: self.lines,
            knowledge: knowledge.as_ref().map(|tables| tables as _),
            ..Question::new(play.positions(), self.limits, &self.stop)
        };
        // Where there is no legal turn, none is to be chosen from all.
        let answer = if self.only.is_empty() {
            Answer::default()
        } else {
            searcher.search(&question, &mut |answer| self.tell(answer))
        };
        if let Some(trouble) = knowledge.as_ref().and_then(TableKnowledge::trouble) {
            self.out.say(&format!("info string {trouble}"));
        }
        while self.infinite
            && !self.stop.load(Ordering::Relaxed)
            && !self.out.is_closed.load(Ordering::Relaxed)
        {
            thread::park_timeout(Duration::from_millis(50));
        }
        let best = answer.best();
        let named = match (best, self.dialect) {
            (None, _) => "(none)".to_owned(),
            (Some(turn), Dialect::Standard) => turn.to_string(),
            (Some(turn), Dialect::Sanmill) => self.received.next_part(turn),
        };
        match (self.dialect, answer.lines.first()) {
            (Dialect::Sanmill, Some(line)) => {
                let info = self.info(&answer, 1, line);
                self.out.say(&format!("{info} bestmove {named}"));
            }
            _ => self.out.say(&format!("bestmove {named}")),
        }
    }

    fn tell(&self, answer: &Answer) {
        // In the other dialect the last line says it all.
        if self.dialect == Dialect::Standard {
            for (number, line) in (1..).zip(&answer.lines) {
                self.out.say(&self.info(answer, number, line));
            }
        }
    }

    fn info(&self, answer: &Answer, number: usize, line: &millwright_search::Line) -> String {
        let Answer { depth, nodes, table_hits, per_mille, elapsed, .. } = answer;
        let is_whites = self.received.play.position().turn() == Color::White;
        let score = match self.dialect {
            Dialect::Sanmill if !is_whites => score_words(line.score, -1),
            _ => score_words(line.score, 1),
        };
        let rate = u128::from(*nodes) * 1_000_000 / elapsed.as_micros().max(1);
        let turns: Vec<String> = line.turns.iter().map(Move::to_string).collect();
        format!(
            "info depth {depth} multipv {number} score {score} nodes {nodes} nps {rate} hashfull {per_mille} \
             tbhits {table_hits} time {} pv {}",
            elapsed.as_millis(),
            turns.join(" ")
        )
    }
}

/// A score as the protocol has it: wins and losses count turns of the winner.
fn score_words(score: Score, sign: i32) -> String {
    match score {
        Score::Decided(Value::Win(plies)) => format!("mate {}", sign * (i32::from(plies) + 1) / 2),
        Score::Decided(Value::Loss(plies)) => format!("mate {}", -sign * (i32::from(plies) / 2)),
        Score::Outcome(Outcome::Win) => format!("cp {}", sign * UNTIMED),
        Score::Outcome(Outcome::Loss) => format!("cp {}", -sign * UNTIMED),
        Score::Estimate(hundredths) => format!("cp {}", sign * hundredths),
        Score::Decided(Value::Draw) | Score::Outcome(Outcome::Draw) => "cp 0".to_owned(),
    }
}
