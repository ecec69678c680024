//! Where a command writes.

use std::io::Write;

use serde::Serialize;

/// The two outputs of a command. Whatever a script would read is a result; whatever only a person reads is a
/// note.
pub(crate) struct Streams<'a> {
    /// The answer to what was asked: stdout.
    pub(crate) results: &'a mut dyn Write,
    /// Progress, hints, explanations: stderr.
    pub(crate) notes: &'a mut (dyn Write + Send),
    /// Whether a person reads the notes as they come, so that a progress bar makes sense.
    pub(crate) notes_to_terminal: bool,
    /// Whether results go to a terminal, so that a progress bar would get between them.
    pub(crate) results_to_terminal: bool,
}

impl Streams<'_> {
    /// Writes one JSON document as the result.
    pub(crate) fn json(&mut self, record: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(record)?;
        writeln!(self.results, "{text}")?;
        Ok(())
    }

    /// Says something to the person at the terminal, in a conversation; a line of its own.
    pub(crate) fn say(&mut self, text: &str) {
        let _ = writeln!(self.notes, "{text}");
    }

    /// Writes one line for the person at the terminal. Notes that cannot be written are nobody's loss.
    pub(crate) fn note(&mut self, text: &str) {
        let _ = writeln!(self.notes, "note: {text}");
    }
}
