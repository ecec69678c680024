//! What was counted before: a file beside the tables, so that a run can go on where another stopped.
//!
//! It is believed as far as it names the very tables that were looked at. A file that cannot be read, or is damaged, has
//! nothing.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_table::{CHOICE, Disk, TableDirectory, read_text, write_text};
use serde::{Deserialize, Serialize};

use super::Choice;

/// Changes when the meaning of the file does.
const FORMAT: u16 = 1;
/// The longest text that is read; a game with twelve stones each has 10 MB at most.
const MOST_TEXT: u64 = 1 << 26;

/// The counts in the file.
pub(super) struct Kept<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    stored: Stored,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    format: u16,
    counted: BTreeMap<String, Counted>,
}

#[derive(Serialize, Deserialize)]
struct Counted {
    /// The hash of the subspace's table and of those that its moves lead to.
    tables: String,
    choice: Choice,
}

impl<'a> Kept<'a> {
    /// Reads the file.
    pub(super) fn read(directory: &'a TableDirectory) -> Self {
        let (disk, path) = (directory.disk(), directory.path().join(CHOICE));
        let text = read_text(disk, &path, MOST_TEXT).ok();
        let stored = text.and_then(|text| serde_json::from_str(&text).ok());
        let stored = stored.filter(|stored: &Stored| stored.format == FORMAT);
        Self { disk, path, stored: stored.unwrap_or(Stored { format: FORMAT, counted: BTreeMap::new() }) }
    }

    /// What was counted of a subspace, if the tables were these.
    pub(super) fn of(&self, subspace: Subspace, tables: &str) -> Option<&Choice> {
        let counted = self.stored.counted.get(&subspace.to_string())?;
        (counted.tables == tables).then_some(&counted.choice)
    }

    /// Keeps what was counted of a subspace.
    ///
    /// # Errors
    /// What the system says. What was kept before is still there.
    pub(super) fn keep(&mut self, subspace: Subspace, tables: String, choice: Choice) -> io::Result<()> {
        self.stored.counted.insert(subspace.to_string(), Counted { tables, choice });
        write_text(self.disk, &self.path, &serde_json::to_string(&self.stored)?)
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
