//! What was found, as results.

use std::fmt::Display;

use millwright_rules::notation::{Form, write_position};
use millwright_verify::{Findings, TableReport, Wrong};

use super::Tables;
use crate::quantities::{counted, thousands};
use crate::streams::Streams;

/// How it ended, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// Nothing is wrong.
    Correct,
    /// Nothing is wrong with what was verified before it was interrupted.
    Stopped,
    /// Something is wrong.
    Wrong,
}

/// Writes what is wrong, and a line that sums up.
pub(super) fn write_findings<S: Display, E: Display, C: Display>(
    tables: Tables,
    report: &Findings<Wrong<S, E>, C>,
    summary: &str,
    streams: &mut Streams,
) -> anyhow::Result<Verdict> {
    if let Some(error) = &report.not_recorded {
        streams.note(&error.to_string());
    }
    for report in &report.subspaces {
        write_differences(tables, report, streams)?;
    }
    let verdict = if !report.is_correct() {
        Verdict::Wrong
    } else if report.stopped {
        Verdict::Stopped
    } else {
        Verdict::Correct
    };
    if report.stopped {
        streams
            .note(&format!("{summary} before it was interrupted; the same command goes on where it stopped"));
    } else if report.subspaces.is_empty() {
        // What could not be verified is told elsewhere.
    } else if report.subspaces.iter().all(|report| report.verified_before) {
        let all = counted(report.subspaces.len() as u64, tables.noun());
        writeln!(streams.results, "{all} verified before and unchanged; --again checks them again")?;
    } else if verdict == Verdict::Correct {
        writeln!(streams.results, "{summary}: all correct")?;
    } else {
        let wrong = report.subspaces.iter().filter(|report| !report.is_correct()).count() as u64;
        writeln!(streams.results, "{summary}: {} wrong", counted(wrong, "table"))?;
    }
    Ok(verdict)
}

/// The first wrong positions of a table, if it has any, and what is wrong in its head.
fn write_differences<S: Display, E: Display, C: Display>(
    tables: Tables,
    report: &TableReport<Wrong<S, E>, C>,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let name = match tables {
        Tables::Plies => report.subspace.to_string(),
        Tables::Ultra => format!("ultra table {}", report.subspace),
    };
    if report.wrong > 0 {
        let (wrong, checked) = (thousands(report.wrong), thousands(report.checked));
        writeln!(streams.results, "{name}: {wrong} of {checked} slots are wrong, the first of them:")?;
    }
    for Wrong { slot, position, stored, expected } in &report.first_wrong {
        let position = write_position(Form::Short, position);
        writeln!(streams.results, "  {position} slot {}: stored {stored}, expected {expected}", slot.0)?;
    }
    if let Some(mismatch) = &report.statistics {
        writeln!(streams.results, "{name}: the statistics are wrong: {mismatch}")?;
    }
    Ok(())
}
