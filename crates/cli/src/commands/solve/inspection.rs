//! `solve --verify-sample`: some values of each table, derived again while all that they follow from is there.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use millwright_index::Subspace;
use millwright_rules::notation::{Form, write_position};
use millwright_solve::{Goal, Inspector};
use millwright_table::TableDirectory;
use millwright_verify::{Findings, VerifyError, VerifyOptions, Wrong, ultra, verify};

use crate::machine;
use crate::quantities::{counted, thousands};

/// Looks at some slots of every table.
#[derive(Debug)]
pub(in crate::commands) struct Inspection<'a> {
    directory: &'a TableDirectory,
    sample: u64,
    seed: u64,
    tables: AtomicU64,
    slots: AtomicU64,
}

impl<'a> Inspection<'a> {
    /// So many slots of each, others in every run.
    pub(in crate::commands) fn new(directory: &'a TableDirectory, sample: u64) -> Self {
        Self {
            directory,
            sample,
            seed: machine::any_seed(),
            tables: AtomicU64::new(0),
            slots: AtomicU64::new(0),
        }
    }

    /// What was looked at, in a line.
    pub(in crate::commands) fn summary(&self) -> String {
        let [tables, slots] = [&self.tables, &self.slots].map(|count| count.load(Ordering::Relaxed));
        let seed = self.seed;
        format!(
            "verified {} slots of a sample (--seed {seed}) of {}",
            thousands(slots),
            counted(tables, "table")
        )
    }

    /// Counts what was looked at; an error where something is wrong.
    fn judge<S: Display, E: Display, C>(
        &self,
        found: Result<Findings<Wrong<S, E>, C>, VerifyError>,
    ) -> Result<(), String> {
        let found = found.map_err(|error| error.to_string())?;
        self.tables.fetch_add(found.subspaces.len() as u64, Ordering::Relaxed);
        self.slots.fetch_add(found.checked(), Ordering::Relaxed);
        for report in &found.subspaces {
            if let Some(Wrong { slot, position, stored, expected }) = report.first_wrong.first() {
                let (wrong, checked) = (thousands(report.wrong), thousands(report.checked));
                let position = write_position(Form::Short, position);
                return Err(format!(
                    "{}: {wrong} of {checked} slots of a sample (--seed {}) are wrong, the first of them {position} \
                     slot {}: stored {stored}, expected {expected}",
                    report.subspace, self.seed, slot.0
                ));
            }
        }
        Ok(())
    }
}

impl Inspector for Inspection<'_> {
    fn inspect(&self, goal: Goal, subspaces: &[Subspace]) -> Result<(), String> {
        // A sample takes less time than it would cost to solve the unit again.
        let never = AtomicBool::new(false);
        let options = VerifyOptions {
            sample: Some(self.sample),
            seed: self.seed,
            list: 1,
            ..VerifyOptions::new(&never)
        };
        if goal != Goal::Draws {
            self.judge(verify(self.directory, subspaces, &options, &mut |_| {}))?;
        }
        if goal != Goal::Plies {
            self.judge(ultra::verify(self.directory, subspaces, &options, &mut |_| {}))?;
        }
        Ok(())
    }
}
