//! A disk that fails at operation n.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use millwright_table::{Disk, DiskFile, RealDisk};

/// What happens at the operation that fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Failure {
    /// The power is cut: nothing works any more, and of files that were not synced only a share is left, and
    /// of directories whose names were not, nothing.
    PowerCut { percent_left: u64 },
    /// The process is killed: nothing works any more, but the system keeps what it has.
    Killed,
    /// Only this operation fails; a write has written half.
    Once(io::ErrorKind),
}

/// What it does with files is done on the real disk.
#[derive(Debug)]
pub(crate) struct FailingDisk {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    fail_at: usize,
    failure: Failure,
    operations: usize,
    dead: bool,
    unsynced: BTreeSet<PathBuf>,
    /// Directories whose names a power cut takes away, with all that is in them.
    unsynced_directories: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct FailingFile {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    state: Arc<Mutex<State>>,
}

impl FailingDisk {
    pub(crate) fn new(fail_at: usize, failure: Failure) -> Arc<Self> {
        let state = State {
            fail_at,
            failure,
            operations: 0,
            dead: false,
            unsynced: BTreeSet::new(),
            unsynced_directories: BTreeSet::new(),
        };
        Arc::new(Self { state: Arc::new(Mutex::new(state)) })
    }

    /// How many operations there were.
    pub(crate) fn operations(&self) -> usize {
        self.state.lock().unwrap().operations
    }

    fn operate(&self) -> io::Result<()> {
        self.state.lock().unwrap().operate()
    }

    fn file(&self, path: &Path, file: Box<dyn DiskFile>) -> Box<dyn DiskFile> {
        Box::new(FailingFile { path: path.to_owned(), file, state: Arc::clone(&self.state) })
    }
}

impl State {
    /// Counts an operation; an error if it is the one that fails.
    fn operate(&mut self) -> io::Result<()> {
        if self.dead {
            return Err(io::Error::other("nothing works any more"));
        }
        self.operations += 1;
        if self.operations - 1 != self.fail_at {
            return Ok(());
        }
        match self.failure {
            Failure::Once(kind) => return Err(kind.into()),
            Failure::Killed => self.dead = true,
            Failure::PowerCut { percent_left } => {
                self.dead = true;
                for path in &self.unsynced {
                    let file = File::options().write(true).open(path)?;
                    file.set_len(file.metadata()?.len() * percent_left / 100)?;
                }
                for path in self.unsynced_directories.iter().filter(|path| path.exists()) {
                    fs::remove_dir_all(path)?;
                }
            }
        }
        Err(io::Error::other("the operation that fails"))
    }
}

impl Disk for FailingDisk {
    fn create_directory(&self, path: &Path) -> io::Result<()> {
        self.operate()?;
        RealDisk.create_directory(path)?;
        self.state.lock().unwrap().unsynced_directories.insert(path.to_owned());
        Ok(())
    }

    fn files(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        self.operate()?;
        RealDisk.files(directory)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.operate()?;
        self.state.lock().unwrap().unsynced.insert(path.to_owned());
        Ok(self.file(path, RealDisk.create(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.operate()?;
        Ok(self.file(path, RealDisk.open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.operate()?;
        let mut state = self.state.lock().unwrap();
        if state.unsynced.remove(from) {
            state.unsynced.insert(to.to_owned());
        }
        RealDisk.rename(from, to)
    }

    fn sync_directory(&self, directory: &Path) -> io::Result<()> {
        self.operate()?;
        let is_elsewhere = |made: &PathBuf| made.parent() != Some(directory);
        self.state.lock().unwrap().unsynced_directories.retain(is_elsewhere);
        RealDisk.sync_directory(directory)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.operate()?;
        self.state.lock().unwrap().unsynced.remove(path);
        RealDisk.remove(path)
    }
}

impl DiskFile for FailingFile {
    fn length(&self) -> io::Result<u64> {
        self.state.lock().unwrap().operate()?;
        self.file.length()
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        self.state.lock().unwrap().operate()?;
        self.file.read_at(bytes, offset)
    }

    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        let mut state = self.state.lock().unwrap();
        let operated = state.operate();
        let count = if operated.is_ok() { bytes.len() } else { bytes.len() / 2 };
        if operated.is_ok() || matches!(state.failure, Failure::Once(_)) {
            self.file.write_at(&bytes[..count], offset)?;
        }
        state.unsynced.insert(self.path.clone());
        operated
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.state.lock().unwrap();
        state.operate()?;
        state.unsynced.remove(&self.path);
        self.file.sync()
    }

    fn try_lock(&self, shared: bool) -> Result<(), TryLockError> {
        self.state.lock().unwrap().operate().map_err(TryLockError::Error)?;
        self.file.try_lock(shared)
    }
}
