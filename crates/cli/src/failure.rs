//! What is said when a command cannot do what was asked: one line, and exit code 2, or 75 where that may change.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

/// The exit code of everything that went wrong.
pub(crate) const ERROR: u8 = 2;

/// The exit code if something differs: all was done, and the result is bad news.
pub(crate) const DIFFERENCES: u8 = 1;

/// The exit code of a job that may succeed when it is tried again: `EX_TEMPFAIL` in `sysexits.h`, which schedulers know.
pub(crate) const TRY_AGAIN: u8 = 75;

/// Put around an error that may pass, so that the exit code tells.
#[derive(Debug)]
pub(crate) struct MayPass;

impl fmt::Display for MayPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this may pass")
    }
}

/// Why there is no result.
pub(crate) enum Failure {
    /// What was typed is no command; or it asks for help, which clap reports the same way.
    Usage(clap::Error),
    /// The command was understood, and failed.
    Command(anyhow::Error),
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Command(error)
    }
}

impl Failure {
    /// Says it, and gives the exit code for it.
    pub(crate) fn report(&self, results: &mut dyn Write, notes: &mut dyn Write) -> ExitCode {
        let line = match self {
            Self::Usage(error) if !error.use_stderr() => match show_help(error, results) {
                Ok(()) => return ExitCode::SUCCESS,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
                Err(error) => format!("cannot write the help: {error}"),
            },
            Self::Usage(error) => usage_line(error),
            Self::Command(error) if is_broken_pipe(error) => return ExitCode::SUCCESS,
            Self::Command(error) => with_causes(error),
        };
        // If even this cannot be written, the exit code still tells.
        let _ = writeln!(notes, "error: {}", printable(&line));
        match self {
            Self::Command(error) if error.is::<MayPass>() => ExitCode::from(TRY_AGAIN),
            _ => ExitCode::from(ERROR),
        }
    }
}

/// The error and its causes, each told once: some errors tell their cause themselves.
fn with_causes(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if line.is_empty() {
            line = cause;
        } else if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

/// Help and version, coloured by clap where stdout is a terminal.
fn show_help(error: &clap::Error, results: &mut dyn Write) -> io::Result<()> {
    error.print()?;
    results.flush()
}

/// Whoever read our results has had enough (`millwright ... | head`): nothing to complain about.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

/// Clap's error without the usage, on one line, and where to read more.
fn usage_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let (usage, facts): (Vec<&str>, Vec<&str>) = rendered
        .split("\n\n")
        .map(str::trim)
        .filter(|paragraph| !paragraph.starts_with("For more information"))
        .partition(|paragraph| paragraph.starts_with("Usage:"));
    let facts: Vec<String> = facts
        .iter()
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|paragraph| !paragraph.is_empty())
        .collect();
    let facts = facts.join("; ").trim_start_matches("error: ").replace("tip: ", "");
    // A wrong value is explained by what is listed beside it; for the rest the usage line helps.
    match usage.first().filter(|_| error.kind() != ErrorKind::InvalidSubcommand) {
        Some(usage) => format!("{facts}; {}", usage.replacen("Usage:", "usage:", 1)),
        None => format!("{facts}; --help says more"),
    }
}

/// The text with everything escaped that would break the line or talk to the terminal.
fn printable(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for character in line.chars() {
        if character.is_control() {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_is_silent_however_deep_it_lies() {
        let error = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing");
        let mut notes = Vec::new();
        let code = Failure::from(error).report(&mut io::sink(), &mut notes);
        assert_eq!((code, notes), (ExitCode::SUCCESS, Vec::new()));
    }

    #[test]
    fn what_may_pass_has_an_exit_code_of_its_own() {
        let mut notes = Vec::new();
        let error = anyhow::anyhow!("no room").context(MayPass);
        assert_eq!(Failure::from(error).report(&mut io::sink(), &mut notes), ExitCode::from(75));
        assert_eq!(String::from_utf8(notes).unwrap(), "error: this may pass: no room\n");
    }

    #[test]
    fn a_cause_that_was_told_is_not_told_again() {
        let cause = anyhow::anyhow!("no room");
        assert_eq!(
            with_causes(&cause.context("cannot write: no room").context("sorry")),
            "sorry: cannot write: no room"
        );
    }

    #[test]
    fn an_error_is_one_line_with_its_causes_and_no_control_characters() {
        let error = anyhow::anyhow!("bad\nthing \u{1b}[31m").context("while trying");
        let mut notes = Vec::new();
        let code = Failure::from(error).report(&mut io::sink(), &mut notes);
        assert_eq!(code, ExitCode::from(2));
        assert_eq!(String::from_utf8(notes).unwrap(), "error: while trying: bad\\nthing \\u{1b}[31m\n");
    }
}
