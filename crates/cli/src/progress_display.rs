//! Long work made visible: a bar on a terminal, a line now and then elsewhere.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::streams::Streams;

/// How often the bar is drawn.
const REDRAW: Duration = Duration::from_millis(250);
/// Where there is no terminal, how long it may be silent.
const SILENCE: Duration = Duration::from_secs(30);
/// How often somebody looks whether it has been silent for so long.
const LOOK: Duration = Duration::from_secs(1);

/// How far some work has come.
pub(crate) struct Status {
    /// What is done of the display's total.
    pub(crate) done: u64,
    /// Where it is, how fast, how long it will take.
    pub(crate) message: String,
}

/// Shows how some work goes on.
pub(crate) struct ProgressDisplay<'a> {
    kind: Kind<'a>,
}

enum Kind<'a> {
    Bar(ProgressBar),
    Lines { notes: Mutex<Notes<'a>>, silence: Duration, look: Duration },
}

struct Notes<'a> {
    stream: &'a mut (dyn Write + Send),
    last_line: Instant,
}

impl<'a> ProgressDisplay<'a> {
    /// For work of so many parts, whatever they are. Shows nothing yet.
    pub(crate) fn new(total: u64, streams: &'a mut Streams<'_>) -> Self {
        let kind = if streams.notes_to_terminal {
            Kind::Bar(bar(total))
        } else {
            let notes = Notes { stream: streams.notes, last_line: Instant::now() };
            Kind::Lines { notes: Mutex::new(notes), silence: SILENCE, look: LOOK }
        };
        Self { kind }
    }

    /// Does the work and shows its status meanwhile. Nothing of a bar is left at the end.
    pub(crate) fn during<T>(&self, status: impl Fn() -> Status + Send, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let pause = match &self.kind {
                Kind::Bar(_) => REDRAW,
                Kind::Lines { look, .. } => *look,
            };
            let show = move || {
                while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    self.show(&status);
                }
                if let Kind::Bar(bar) = &self.kind {
                    bar.finish_and_clear();
                }
            };
            // Where no thread can be had for it, the work goes on unseen.
            let _ = thread::Builder::new().spawn_scoped(scope, show);
            let result = work();
            drop(working);
            result
        })
    }

    /// Writes a line where there is no bar.
    pub(crate) fn line(&self, text: &str) {
        if let Kind::Lines { notes, .. } = &self.kind {
            lock(notes).write(text);
        }
    }

    fn show(&self, status: impl Fn() -> Status) {
        match &self.kind {
            Kind::Bar(bar) => {
                let Status { done, message } = status();
                bar.update(|state| state.set_pos(done));
                bar.set_message(message);
            }
            Kind::Lines { notes, silence, .. } => {
                // Not while the notes are locked: who tells the status may be about to write a line.
                if lock(notes).last_line.elapsed() >= *silence {
                    let message = status().message;
                    lock(notes).write(&message);
                }
            }
        }
    }
}

impl Notes<'_> {
    /// A line that cannot be written is nobody's loss.
    fn write(&mut self, text: &str) {
        let _ = writeln!(self.stream, "{text}");
        self.last_line = Instant::now();
    }
}

/// A thread that panicked while it held the lock has left nothing worse than half a line.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("[{bar:30}] {percent:>3}% {msg} ({elapsed} so far)")
        .map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("=> "));
    ProgressBar::new(total).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_broken_while_the_work_goes_on_and_not_after_it() {
        let mut written = Vec::new();
        let notes = Notes { stream: &mut written, last_line: Instant::now() };
        let (silence, look) = (Duration::from_millis(20), Duration::from_millis(5));
        let display = ProgressDisplay { kind: Kind::Lines { notes: Mutex::new(notes), silence, look } };
        let status = || Status { done: 1, message: "half way".to_owned() };
        let result = display.during(status, || {
            display.line("begun");
            thread::sleep(Duration::from_millis(500));
            display.line("done");
            7
        });
        assert_eq!(result, 7);
        let text = String::from_utf8(written).unwrap();
        assert!(text.starts_with("begun\nhalf way\n") && text.ends_with("half way\ndone\n"), "{text}");
    }

    #[test]
    fn who_tells_the_status_may_write_lines_meanwhile() {
        let mut written = Vec::new();
        let notes = Notes { stream: &mut written, last_line: Instant::now() };
        let (silence, look) = (Duration::ZERO, Duration::from_millis(1));
        let display = ProgressDisplay { kind: Kind::Lines { notes: Mutex::new(notes), silence, look } };
        let status = || {
            display.line("in between");
            Status { done: 1, message: "half way".to_owned() }
        };
        display.during(status, || thread::sleep(Duration::from_millis(50)));
        assert!(String::from_utf8(written).unwrap().starts_with("in between\nhalf way\n"));
    }
}
