//! `millwright engine`: plays for other programs, by the protocol of chess players.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use millwright_play::UciEngine;

use crate::args::EngineArgs;
use crate::streams::Streams;

/// Bytes of a line that are read at once: more than a game of a thousand plies has.
const LINE_BYTES: u64 = 1 << 20;

/// How often it is looked whether the engine is done.
const GLANCE: Duration = Duration::from_millis(20);

/// What happens while the engine runs.
enum Event {
    /// A line came.
    Line(String),
    /// No more will come.
    End,
    /// The engine says something.
    Said(Vec<u8>),
}

/// Sends on what is written.
struct Saying(Sender<Event>);

impl Write for Saying {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(Event::Said(bytes.to_vec())).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Obeys until there is nothing more to be said.
pub(crate) fn run(args: &EngineArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let (sender, events) = mpsc::channel();
    let mut engine = UciEngine::new(Saying(sender.clone()), args.db.db.clone());
    thread::spawn(move || read_lines(&sender));
    let mut is_ending = false;
    while !(is_ending && engine.is_done()) {
        match events.recv_timeout(GLANCE) {
            Ok(Event::Said(bytes)) => say(&bytes, streams)?,
            Ok(Event::Line(line)) if engine.obey(&line).is_break() => break,
            // What was asked with a limit is thought about to its end, so that questions can come through a pipe.
            Ok(Event::End) => is_ending = true,
            Ok(Event::Line(_)) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // Dropped, it answers what it was asked.
    drop(engine);
    for event in events.try_iter() {
        if let Event::Said(bytes) = event {
            say(&bytes, streams)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn say(bytes: &[u8], streams: &mut Streams) -> anyhow::Result<()> {
    streams.results.write_all(bytes)?;
    streams.results.flush()?;
    Ok(())
}

/// Sends every line of the standard input.
fn read_lines(sender: &Sender<Event>) {
    let mut input = BufReader::new(io::stdin());
    loop {
        let mut bytes = Vec::new();
        let read = (&mut input).take(LINE_BYTES).read_until(b'\n', &mut bytes);
        let is_over = read.is_err() || bytes.is_empty();
        let event =
            if is_over { Event::End } else { Event::Line(String::from_utf8_lossy(&bytes).into_owned()) };
        if sender.send(event).is_err() || is_over {
            break;
        }
    }
}
