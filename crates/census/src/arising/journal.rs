//! What a run has found, beside the tables, so that another can go on where it stopped.
//!
//! `reach/9-9` has what was counted of the game that begins with nine stones each, in `counted.json`, and marks, each in a
//! file named by its hash: those of subspaces that were counted, and those that wait for their units. `counted.json` names them and
//! is written last: whatever ends a run, it stands for a whole state. It is believed only if it names the very tables that are
//! there.

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
use crate::CensusError;

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
    /// The names of the marks in them, where something can arise and it could be kept.
    pub(super) marked: BTreeMap<Subspace, String>,
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
    /// Marks in subspaces that were counted, by the hash in the names of their files.
    marked: BTreeMap<String, String>,
    /// Marks in those that were not.
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
        let (disk, path) = (directory.disk(), path_of(directory, rules));
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
        let stored = Stored::read(self.disk, &self.path).filter(|stored| stored.tables == self.tables)?;
        let counted = stored.counted.into_iter().map(|(subspace, [any, keeping])| {
            let counted: Counted = (any.into(), keeping.into());
            Some((subspace.parse().ok()?, counted))
        });
        let marked = stored.marked.into_iter().map(|(subspace, hash)| {
            let subspace = subspace.parse().ok()?;
            self.disk.open(&marks(&self.path, subspace, &hash)).ok()?;
            Some((subspace, hash))
        });
        let waiting = stored.waiting.into_iter().map(|(subspace, hash)| {
            let subspace = subspace.parse().ok()?;
            Some((subspace, read_marks(self.disk, &self.path, subspace, &hash)?))
        });
        Some(State {
            counted: counted.collect::<Option<_>>()?,
            marked: marked.collect::<Option<_>>()?,
            waiting: waiting.collect::<Option<_>>()?,
        })
    }

    /// Writes the marks of a subspace that was counted. They are kept when the state is written that has their name.
    ///
    /// # Errors
    /// What the system says.
    pub(super) fn write_marks(&self, subspace: Subspace, packed: &Packed) -> io::Result<String> {
        let hash = packed.hash().to_hex().to_string();
        write_bytes(self.disk, &marks(&self.path, subspace, &hash), &packed.to_bytes())?;
        Ok(hash)
    }

    /// Writes how far the run has come.
    ///
    /// # Errors
    /// What the system says. What was written before is still there.
    pub(super) fn write(&self, state: &State) -> io::Result<()> {
        let there: BTreeSet<PathBuf> = self.disk.files(&self.path)?.into_iter().collect();
        let mut named = BTreeSet::from([self.path.join(COUNTED), self.path.join(LOCK)]);
        named.extend(state.marked.iter().map(|(&subspace, hash)| marks(&self.path, subspace, hash)));
        let mut waiting = BTreeMap::new();
        for (&subspace, packed) in &state.waiting {
            let hash = packed.hash().to_hex().to_string();
            let path = marks(&self.path, subspace, &hash);
            if !there.contains(&path) {
                self.write_marks(subspace, packed)?;
            }
            named.insert(path);
            waiting.insert(subspace.to_string(), hash);
        }
        let counted = state.counted.iter();
        let counted =
            counted.map(|(subspace, (any, keeping))| (subspace.to_string(), [any.into(), keeping.into()]));
        let marked = state.marked.iter().map(|(subspace, hash)| (subspace.to_string(), hash.clone()));
        let stored = Stored {
            format: FORMAT,
            tables: self.tables.clone(),
            counted: counted.collect(),
            marked: marked.collect(),
            waiting,
        };
        write_text(self.disk, &self.path.join(COUNTED), &serde_json::to_string(&stored)?)?;
        there.difference(&named).try_for_each(|path| self.disk.remove(path))
    }

    /// Where the files are.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Stored {
    fn read(disk: &dyn Disk, path: &Path) -> Option<Self> {
        let text = read_text(disk, &path.join(COUNTED), MOST_TEXT).ok()?;
        let stored: Self = serde_json::from_str(&text).ok()?;
        (stored.format == FORMAT).then_some(stored)
    }
}

/// Where the files of a game are.
fn path_of(directory: &TableDirectory, rules: &Rules) -> PathBuf {
    let start = format!("{}-{}", rules.stones.white.get(), rules.stones.black.get());
    directory.path().join(REACH).join(start)
}

/// The file of some marks.
fn marks(path: &Path, subspace: Subspace, hash: &str) -> PathBuf {
    path.join(format!("{subspace}-{hash}{MARKS}"))
}

fn read_marks(disk: &dyn Disk, path: &Path, subspace: Subspace, hash: &str) -> Option<Packed> {
    Packed::from_bytes(&read_bytes(disk, &marks(path, subspace, hash), MOST_MARKS).ok()?, hash)
}

/// What runs have found so far, to be asked about.
pub(super) struct Found<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    stored: Option<Stored>,
}

impl<'a> Found<'a> {
    /// What was found with these tables.
    pub(super) fn read(directory: &'a TableDirectory, rules: &Rules, tables: &str) -> Self {
        let (disk, path) = (directory.disk(), path_of(directory, rules));
        let stored = Stored::read(disk, &path).filter(|stored| stored.tables == tables);
        Self { disk, path, stored }
    }

    /// The marks of a subspace, of no slots where nothing of it can arise; `None` if it was not counted.
    ///
    /// # Errors
    /// If it was, and the marks are not what they were.
    pub(super) fn marks(&self, subspace: Subspace) -> Result<Option<Packed>, CensusError> {
        let name = subspace.to_string();
        let counted = self.stored.as_ref().and_then(|stored| Some((stored, stored.counted.get(&name)?)));
        let Some((stored, [any, _])) = counted else { return Ok(None) };
        if any.positions == 0 {
            return Ok(Some(Packed::new(&[])?));
        }
        let packed =
            stored.marked.get(&name).and_then(|hash| read_marks(self.disk, &self.path, subspace, hash));
        packed.map(Some).ok_or_else(|| CensusError::Marks { subspace, path: self.path.clone() })
    }
}
