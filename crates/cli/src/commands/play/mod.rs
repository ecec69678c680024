//! `millwright play`: a game against the tables, or between them.

mod loaded;
mod order;
mod pgn_file;
mod session;
mod values;

use std::io::{self, BufRead, IsTerminal, Read};
use std::process::ExitCode;

use crate::args::PlayArgs;
use crate::streams::Streams;
use session::Session;

/// Bytes of a line that are read at once: more than anything sensible has.
const LINE_BYTES: u64 = 4096;

/// Plays the game to its end, or to that of the input.
pub(crate) fn run(args: &PlayArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let mut session = Session::new(args)?;
    let stdin = io::stdin();
    let mut input = Input { is_terminal: stdin.is_terminal(), lines: stdin.lock() };
    let played = session.play(&mut input, streams);
    // Whatever happened, what was played is not lost.
    if let Some(path) = &args.save {
        session.save(path)?;
    }
    played?;
    session.say_how_it_ended(streams);
    writeln!(streams.results, "{}", session.pgn())?;
    Ok(ExitCode::SUCCESS)
}

/// What a person types, or what comes through a pipe.
pub(super) struct Input<R> {
    lines: R,
    /// Whether somebody sits there, who is shown the board and asked.
    pub(super) is_terminal: bool,
}

impl<R: BufRead> Input<R> {
    /// The next line without its end; `None` at the end of the input. What is not text is replaced by marks, and is then
    /// not understood.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        (&mut self.lines).take(LINE_BYTES).read_until(b'\n', &mut bytes)?;
        Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}
