//! How far a run has come, beside the tables, so that another can go on where it stopped.
//!
//! `reach/9-9` has what was counted of the game that begins with nine stones each, in `counted.json`, and the marks that
//! wait for their units, each in a file named by its hash. `counted.json` names them and is written last: whatever ends a
//! run, it stands for a whole state. It is believed only if it names the very tables that are there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::{Slot, Subspace};
use millwright_rules::Rules;
use millwright_table::{
    Disk, DiskFile, Longest, REACH, Statistics, TableDirectory, create_directories, read_bytes, read_text,
    write_bytes, write_text,
};
use serde::{Deserialize, Serialize};

use super::packed::Packed;

/// Changes when the meaning of the files does.
const FORMAT: u16 = 1;
const COUNTED: &str = "counted.json";
const LOCK: &str = "lock";
const MARKS: &str = ".marks";
/// The longest text that is read; a game with twelve stones each has 10 MB at most.
const MOST_TEXT: u64 = 1 << 26;
/// The most bytes of marks that are read: two bits a slot, and some.
const MOST_MARKS: u64 = 1 << 31;

/// What can arise of a subspace by any play, and if nobody gives away his result.
pub(super) type Counted = (Statistics, Statistics);

/// What a run has done.
#[derive(Default)]
pub(super) struct State {
    /// What can arise of the subspaces that were counted.
    pub(super) counted: BTreeMap<Subspace, Counted>,
    /// Marks in units whose turn has not come.
    pub(super) waiting: BTreeMap<Subspace, Packed>,
}

/// The files of a run.
pub(super) struct Journal<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    /// The hash of the tables.
    tables: String,
    /// Nobody else writes here.
    _lock: Box<dyn DiskFile>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    format: u16,
    tables: String,
    counted: BTreeMap<String, [StoredStatistics; 2]>,
    /// Marks by the hash in the names of their files.
    waiting: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct StoredStatistics {
    positions: u64,
    draws: u64,
    plies: Vec<u64>,
    longest: Option<(u16, u64)>,
}

impl From<&Statistics> for StoredStatistics {
    fn from(statistics: &Statistics) -> Self {
        let Statistics { positions, draws, plies, longest } = statistics.clone();
        Self { positions, draws, plies, longest: longest.map(|longest| (longest.plies, longest.slot.0)) }
    }
}

impl From<StoredStatistics> for Statistics {
    fn from(StoredStatistics { positions, draws, plies, longest }: StoredStatistics) -> Self {
        let longest = longest.map(|(plies, slot)| Longest { plies, slot: Slot(slot) });
        Self { positions, draws, plies, longest }
    }
}

impl<'a> Journal<'a> {
    /// Opens the files of a run with these tables, and reads how far it came. Nothing was done if there are none to be
    /// believed.
    ///
    /// # Errors
    /// If nothing can be written there, or another run does.
    pub(super) fn open(
        directory: &'a TableDirectory,
        rules: &Rules,
        tables: String,
    ) -> io::Result<(Self, State)> {
        let start = format!("{}-{}", rules.stones.white.get(), rules.stones.black.get());
        let (disk, path) = (directory.disk(), directory.path().join(REACH).join(start));
        create_directories(disk, &path)?;
        let lock = disk.create(&path.join(LOCK))?;
        lock.try_lock(false).map_err(|error| match error {
            TryLockError::WouldBlock => {
                io::Error::new(io::ErrorKind::WouldBlock, "another run is counting there")
            }
            TryLockError::Error(error) => error,
        })?;
        let journal = Self { disk, path, tables, _lock: lock };
        let state = journal.read().unwrap_or_default();
        Ok((journal, state))
    }

    fn read(&self) -> Option<State> {
        let text = read_text(self.disk, &self.path.join(COUNTED), MOST_TEXT).ok()?;
        let stored: Stored = serde_json::from_str(&text).ok()?;
        if stored.format != FORMAT || stored.tables != self.tables {
            return None;
        }
        let counted = stored.counted.into_iter().map(|(subspace, [any, keeping])| {
            let counted: Counted = (any.into(), keeping.into());
            Some((subspace.parse().ok()?, counted))
        });
        let waiting = stored.waiting.into_iter().map(|(subspace, hash)| {
            let subspace = subspace.parse().ok()?;
            let bytes = read_bytes(self.disk, &self.marks(subspace, &hash), MOST_MARKS).ok()?;
            Some((subspace, Packed::from_bytes(&bytes, &hash)?))
        });
        Some(State { counted: counted.collect::<Option<_>>()?, waiting: waiting.collect::<Option<_>>()? })
    }

    /// Where marks are.
    fn marks(&self, subspace: Subspace, hash: &str) -> PathBuf {
        self.path.join(format!("{subspace}-{hash}{MARKS}"))
    }

    /// Writes how far the run has come.
    ///
    /// # Errors
    /// What the system says. What was written before is still there.
    pub(super) fn write(&self, state: &State) -> io::Result<()> {
        let there: BTreeSet<PathBuf> = self.disk.files(&self.path)?.into_iter().collect();
        let mut named = BTreeSet::from([self.path.join(COUNTED), self.path.join(LOCK)]);
        let mut waiting = BTreeMap::new();
        for (&subspace, packed) in &state.waiting {
            let hash = packed.hash().to_hex().to_string();
            let path = self.marks(subspace, &hash);
            if !there.contains(&path) {
                write_bytes(self.disk, &path, &packed.to_bytes())?;
            }
            named.insert(path);
            waiting.insert(subspace.to_string(), hash);
        }
        let counted = state.counted.iter();
        let counted =
            counted.map(|(subspace, (any, keeping))| (subspace.to_string(), [any.into(), keeping.into()]));
        let stored =
            Stored { format: FORMAT, tables: self.tables.clone(), counted: counted.collect(), waiting };
        write_text(self.disk, &self.path.join(COUNTED), &serde_json::to_string(&stored)?)?;
        there.difference(&named).try_for_each(|path| self.disk.remove(path))
    }

    /// Where the files are.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}
