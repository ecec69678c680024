//! `millwright query GAME -`: positions from standard input, one a line, answered with one JSON document a line.

use std::io::{self, BufRead, BufReader, Read};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use millwright_rules::Position;
use millwright_search::{Assessor, Effort};
use millwright_solve::is_small;
use millwright_table::{ProbeError, Survey, Tablebase};
use rayon::prelude::*;
use serde::Serialize;

use super::query::{CACHE_BYTES, QueryRecord};
use crate::args::QueryArgs;
use crate::failure::ERROR;
use crate::interrupt;
use crate::machine;
use crate::quantities::{counted, thousands};
use crate::small_games::{self, Draws};
use crate::streams::Streams;

/// Lines that are answered together: chunks that they have in common are read once. They take some 200 MB.
const BATCH: usize = 1 << 17;

/// How long a batch waits for one more line. Who asks line by line waits so long for each answer.
const PAUSE: Duration = Duration::from_millis(5);

/// How often somebody looks whether the program is to end, while no line comes.
const LOOK: Duration = Duration::from_millis(100);

/// More bytes than a position has in any notation.
const LONGEST_LINE: usize = 4096;

/// A line that is no position.
#[derive(Serialize)]
struct UnreadableRecord {
    /// From 1.
    line: u64,
    error: String,
}

/// A line, or why it is none.
type Line = Result<String, String>;

/// Answers all lines. The exit code tells whether each was a position.
pub(super) fn run(args: &QueryArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let stop = interrupt::watch();
    machine::start_threads()?;
    let lines = lines_of(BufReader::with_capacity(1 << 16, io::stdin()))?;
    let mut answers = Answers::new(args);
    loop {
        let batch = next_batch(&lines, || stop.load(Ordering::Relaxed))?;
        if stop.load(Ordering::Relaxed) {
            return Ok(interrupt::exit_code());
        }
        if batch.is_empty() {
            break;
        }
        answers.answer(&batch, streams)?;
    }
    let Answers { lines, unreadable, unknown, .. } = answers;
    if unknown > 0 {
        streams.note(&format!("no table knows all about {}", counted(unknown, "position")));
    }
    if unreadable == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let lines = counted(lines, "line");
    streams.note(&format!("no positions in {} of {lines}; their answers say why", thousands(unreadable)));
    Ok(ExitCode::from(ERROR))
}

/// Lines as they come, read by a thread of its own.
fn lines_of(input: impl BufRead + Send + 'static) -> anyhow::Result<Receiver<io::Result<Line>>> {
    let (sender, lines) = sync_channel(BATCH);
    let read = move || read_lines(input, &sender);
    thread::Builder::new().spawn(read).context("cannot start a thread that reads standard input")?;
    Ok(lines)
}

/// Reads until the end, or until nobody listens any more.
fn read_lines(mut input: impl BufRead, lines: &SyncSender<io::Result<Line>>) {
    loop {
        let line = read_line(&mut input).transpose();
        let Some(line) = line else { return };
        let has_failed = line.is_err();
        if lines.send(line).is_err() || has_failed {
            return;
        }
    }
}

/// The next line; `None` at the end. No more of it is kept than a position can have.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("the line has more than {LONGEST_LINE} bytes"))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| "the line is no UTF-8 text".to_owned())))
}

/// Lines that can be answered together, at least one; none at the end, or where the program is to end.
fn next_batch(lines: &Receiver<io::Result<Line>>, stops: impl Fn() -> bool) -> anyhow::Result<Vec<Line>> {
    let mut batch = Vec::new();
    while batch.len() < BATCH && !stops() {
        match lines.recv_timeout(if batch.is_empty() { LOOK } else { PAUSE }) {
            Ok(line) => batch.push(line.context("cannot read standard input")?),
            Err(RecvTimeoutError::Timeout) if batch.is_empty() => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(batch)
}

/// Answers, and what they have come to.
struct Answers<'a> {
    args: &'a QueryArgs,
    tablebase: Tablebase,
    has_small_games: bool,
    lines: u64,
    unreadable: u64,
    unknown: u64,
}

impl<'a> Answers<'a> {
    fn new(args: &'a QueryArgs) -> Self {
        let tablebase = Tablebase::new(args.db.directory(&args.rules), CACHE_BYTES);
        Self { args, tablebase, has_small_games: false, lines: 0, unreadable: 0, unknown: 0 }
    }

    /// Answers some lines, each with one.
    fn answer(&mut self, batch: &[Line], streams: &mut Streams) -> anyhow::Result<()> {
        let read = |line: &Line| {
            let text = line.as_ref().map_err(Clone::clone)?;
            self.args.rules.read_position(text).map_err(|error| format!("{error:#}"))
        };
        let positions: Vec<Result<Position, String>> = batch.par_iter().map(read).collect();
        let asked: Vec<Position> =
            positions.iter().filter_map(|position| position.as_ref().ok().copied()).collect();
        let surveys = self.surveys(&asked, streams)?;
        self.unknown += surveys.iter().filter(|survey| !survey.is_complete()).count() as u64;

        let rules = self.args.rules.rules();
        let assessor = Assessor::new(&self.tablebase, &rules, Effort::USUAL);
        let ranks = self.tablebase.ranks()?;
        let record = |(position, survey): (Position, Survey)| -> anyhow::Result<String> {
            let assessment = assessor.assess_survey(&position, survey)?;
            Ok(serde_json::to_string(&QueryRecord::new(&position, &assessment, ranks))?)
        };
        let records = asked.into_par_iter().zip(surveys).map(record).collect::<anyhow::Result<Vec<_>>>()?;

        let mut records = records.into_iter();
        let mut text = String::new();
        for position in &positions {
            self.lines += 1;
            match position {
                Ok(_) => text.extend(records.next()),
                Err(error) => {
                    self.unreadable += 1;
                    let record = UnreadableRecord { line: self.lines, error: error.clone() };
                    text += &serde_json::to_string(&record)?;
                }
            }
            text.push('\n');
        }
        streams.results.write_all(text.as_bytes())?;
        streams.results.flush()?;
        Ok(())
    }

    /// What tables know; small games are solved in memory when the first of them is asked for and not known.
    fn surveys(&mut self, positions: &[Position], streams: &mut Streams) -> anyhow::Result<Vec<Survey>> {
        let surveys = self.look_up(positions)?;
        let is_missed =
            |(position, survey): (&Position, &Survey)| is_small(position) && !survey.is_complete();
        if self.has_small_games || !positions.iter().zip(&surveys).any(is_missed) {
            return Ok(surveys);
        }
        small_games::add(&self.tablebase, Draws::Plain, interrupt::watch(), streams)?;
        self.has_small_games = true;
        Ok(self.look_up(positions)?)
    }

    fn look_up(&self, positions: &[Position]) -> Result<Vec<Survey>, ProbeError> {
        self.tablebase.surveys(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut input = input;
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn every_line_is_one_whatever_it_ends_with() {
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"a\nb"), [text("a\n"), text("b")]);
        assert_eq!(lines(b"a\r\n\nb\n"), [text("a\r\n"), text("\n"), text("b\n")]);
        assert_eq!(lines(b"\xff\nb")[1], text("b"));
        assert!(lines(b"\xff\nb")[0].is_err());
    }

    #[test]
    fn a_long_line_is_one_line_and_the_next_is_read() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 10 * LONGEST_LINE] {
            let input = ["x".repeat(length), "b".to_owned()].join("\n");
            let lines = lines(input.as_bytes());
            assert_eq!((lines.len(), lines[0].is_ok()), (2, length <= LONGEST_LINE), "{length}");
            assert_eq!(lines[1], Ok("b".to_owned()));
        }
    }

    #[test]
    fn a_batch_is_what_has_come_and_the_last_one_is_empty() {
        let lines = lines_of(&b"a\nb\nc\n"[..]).unwrap();
        assert_eq!(next_batch(&lines, || false).unwrap().len(), 3);
        assert_eq!(next_batch(&lines, || false).unwrap(), []);
        let (_sender, silent) = sync_channel(1);
        assert_eq!(next_batch(&silent, || true).unwrap(), []);
    }
}
