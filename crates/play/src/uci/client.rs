//! Engines of others, as we drive them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Move, PointSet, Position};
use thiserror::Error;

use crate::play::Play;

/// The longest that an engine may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);
/// Bytes of a line that are looked at: an engine that says more without end is not listened to.
const LINE_BYTES: u64 = 1 << 16;
/// Lines that wait to be looked at.
const LINES: usize = 1024;

/// Another program that plays, as a process of its own.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The names of what can be set, in small letters.
    options: Vec<String>,
}

/// What an engine did wrong. It loses the game for it.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The command does not run.
    #[error("cannot be started: {0}")]
    Start(#[source] std::io::Error),
    /// It ended while it was expected to answer.
    #[error("has ended by itself")]
    Ended,
    /// It did not answer in time.
    #[error("did not answer {what} within {} s", limit.as_secs_f32())]
    Silent {
        /// What it was asked.
        what: &'static str,
        /// How long it had.
        limit: Duration,
    },
    /// It named something that is no turn.
    #[error("answered {0:?}, which is no turn")]
    NoTurn(String),
    /// It named a turn that breaks the rules.
    #[error("played {0}, which is not legal here")]
    Illegal(String),
}

impl Client {
    /// Starts an engine by its command, words separated by blanks, and waits until it is ready.
    ///
    /// # Errors
    /// If it does not start, does not answer, or speaks another language.
    pub fn start(command: &str) -> Result<Self, ClientError> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(ClientError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Ended);
        };
        let (sender, lines) = mpsc::sync_channel(LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut bytes = Vec::new();
                let read = (&mut output).take(LINE_BYTES).read_until(b'\n', &mut bytes);
                let is_over = read.is_err() || bytes.is_empty();
                if is_over || sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { child, input, lines, options: Vec::new() };
        client.greet()?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), ClientError> {
        self.say("uci")?;
        let limit = Instant::now() + GREETING;
        loop {
            let line = self.line("uci", GREETING, limit)?;
            let line = line.trim();
            if line == "uciok" {
                break;
            }
            if let Some(name) = line.strip_prefix("option name ") {
                let name = name.split(" type ").next().unwrap_or(name);
                self.options.push(name.trim().to_ascii_lowercase());
            }
        }
        Ok(())
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn begin(&mut self, play: &Play) -> Result<(), ClientError> {
        for (name, value) in
            [("Game", play.game().name().to_owned()), ("Stones", play.rules().stones.to_string())]
        {
            if self.options.contains(&name.to_ascii_lowercase()) {
                self.say(&format!("setoption name {name} value {value}"))?;
            }
        }
        self.say("ucinewgame")?;
        self.say("isready")?;
        let limit = Instant::now() + GREETING;
        while self.line("isready", GREETING, limit)?.trim() != "readyok" {}
        Ok(())
    }

    /// Asks for a turn, with so many nodes and at most so much time. An engine that says what it takes apart is asked until
    /// the turn is whole.
    ///
    /// # Errors
    /// What it did wrong.
    pub fn choose(&mut self, play: &Play, nodes: Option<u64>, limit: Duration) -> Result<Move, ClientError> {
        let start = if *play.start() == Position::start(play.rules()) {
            "startpos".to_owned()
        } else {
            format!("fen {}", write_position(Form::Fen, play.start()))
        };
        let mut made: Vec<String> = play.moves().iter().map(Move::to_string).collect();
        let legal = play.position().moves(play.rules());
        let mut so_far = String::new();
        loop {
            let moves = if made.is_empty() { String::new() } else { format!(" moves {}", made.join(" ")) };
            self.say(&format!("position {start}{moves}"))?;
            // An engine that is given no nodes is given half of the time that it has at most.
            let half = limit.as_millis() / 2;
            self.say(
                &nodes.map_or_else(|| format!("go movetime {half}"), |nodes| format!("go nodes {nodes}")),
            )?;
            let token = self.best_move(limit)?;
            so_far.push_str(&token);
            let turn: Move = so_far.parse().map_err(|_| ClientError::NoTurn(so_far.clone()))?;
            if legal.contains(&turn) {
                return Ok(turn);
            }
            let is_half = |whole: &Move| {
                (whole.from, whole.to) == (turn.from, turn.to)
                    && whole.taken != PointSet::EMPTY
                    && whole.taken.contains_all(turn.taken)
            };
            if !legal.iter().any(is_half) {
                return Err(ClientError::Illegal(so_far));
            }
            made.push(token);
        }
    }

    /// The word after the next `bestmove`, wherever in its line.
    fn best_move(&mut self, within: Duration) -> Result<String, ClientError> {
        let limit = Instant::now() + within;
        loop {
            let line = self.line("go", within, limit)?;
            let mut words = line.split_whitespace().skip_while(|&word| word != "bestmove");
            if words.next().is_some() {
                return Ok(words.next().unwrap_or_default().to_owned());
            }
        }
    }

    fn say(&mut self, line: &str) -> Result<(), ClientError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| ClientError::Ended)
    }

    fn line(&self, what: &'static str, within: Duration, limit: Instant) -> Result<String, ClientError> {
        let left = limit.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => ClientError::Silent { what, limit: within },
            RecvTimeoutError::Disconnected => ClientError::Ended,
        })
    }
}

/// An engine that is no longer needed is asked to end, and made to after a moment.
impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say("quit");
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
