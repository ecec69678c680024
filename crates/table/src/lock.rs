//! Who is at work in a directory: locks, which the system takes back from a process however it ends.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};

use crate::directory::TableDirectory;
use crate::disk::{DiskFile, finished_name};
use crate::error::{TableError, TableFault};

/// Locked by whoever makes tables here.
pub(crate) const MAKING: &str = "solve.lock";
/// Locked by all who verify tables here.
pub(crate) const VERIFYING: &str = "verify.lock";
/// What was verified; written by those who verify.
pub(crate) const RECORD: &str = "verified.json";

/// The right to make and remove tables in a directory, until it is dropped. Whoever has it looks at what is there
/// first: what somebody saw before he had it may have changed.
#[derive(Debug)]
pub struct WriteLock<'a> {
    directory: &'a TableDirectory,
    _file: Box<dyn DiskFile>,
}

/// Says that the tables of single units are being made in a directory, until it is dropped. Any number may have it at once,
/// on any machines, but nobody has it while somebody has a [`WriteLock`].
///
/// Nothing depends on it but peace: tables are written under names of their own and renamed, and whoever makes the same one
/// writes the same bytes.
#[derive(Debug)]
pub struct UnitLock {
    is_locked: bool,
    _file: Box<dyn DiskFile>,
}

impl UnitLock {
    /// Whether the system could lock at all. Some file systems that machines share cannot.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }
}

/// Says that tables are being verified in a directory, until it is dropped.
#[derive(Debug)]
pub struct VerifyLock {
    _file: Option<Box<dyn DiskFile>>,
}

impl TableDirectory {
    /// Takes the right to make tables here. Makes the directory if it is not there.
    ///
    /// # Errors
    /// If somebody else has it, or the directory or the lock file cannot be made.
    pub fn lock(&self) -> Result<WriteLock<'_>, TableError> {
        let (file, locked) = self.try_making(false)?;
        locked.map_err(|source| {
            TableError::new(&self.path().join(MAKING), TableFault::Io { doing: "lock it", source })
        })?;
        Ok(WriteLock { directory: self, _file: file })
    }

    /// The same where the system may be unable to lock, as some file systems are that machines share. There the caller knows
    /// that nobody else is at work.
    ///
    /// # Errors
    /// If somebody else has it, or the directory or the lock file cannot be made.
    pub fn lock_where_possible(&self) -> Result<WriteLock<'_>, TableError> {
        let (file, _) = self.try_making(false)?;
        Ok(WriteLock { directory: self, _file: file })
    }

    /// Says that the tables of a unit are being made here. Makes the directory if it is not there.
    ///
    /// # Errors
    /// If somebody has the right to make all tables here, or the directory or the lock file cannot be made.
    pub fn lock_for_unit(&self) -> Result<UnitLock, TableError> {
        let (file, locked) = self.try_making(true)?;
        Ok(UnitLock { is_locked: locked.is_ok(), _file: file })
    }

    /// The lock of those who make tables, and what came of locking it: what the system says if it cannot.
    fn try_making(&self, shared: bool) -> Result<(Box<dyn DiskFile>, io::Result<()>), TableError> {
        self.create()?;
        let path = self.path().join(MAKING);
        let io_error =
            |source| TableError::new(&path, TableFault::Io { doing: "make the lock file", source });
        let file = self.disk().create(&path).map_err(io_error)?;
        match file.try_lock(shared) {
            Ok(()) => Ok((file, Ok(()))),
            Err(TryLockError::WouldBlock) => Err(TableError::new(self.path(), TableFault::Busy)),
            Err(TryLockError::Error(source)) => Ok((file, Err(source))),
        }
    }

    /// Says that tables are being verified here. Who is alone in that removes what killed ones have left of their
    /// record; where nothing can be written there is nothing to be said.
    #[must_use]
    pub fn lock_for_verifying(&self) -> VerifyLock {
        let lock = || {
            let path = self.path().join(VERIFYING);
            let alone = self.disk().create(&path).ok().filter(|file| file.try_lock(false).is_ok());
            if alone.is_some() {
                // What stays is found by its name the next time.
                let _ = self.contents().and_then(|contents| self.remove_all(of_record(&contents.leftovers)));
            }
            drop(alone);
            self.disk().create(&path).ok().filter(|file| file.try_lock(true).is_ok())
        };
        VerifyLock { _file: lock() }
    }

    fn remove_all<'a>(&self, mut paths: impl Iterator<Item = &'a PathBuf>) -> Result<(), TableError> {
        paths.try_for_each(|path| self.disk().remove(path).map_err(|source| removing(path, source)))
    }
}

impl WriteLock<'_> {
    /// Where tables may be made.
    #[must_use]
    pub fn directory(&self) -> &TableDirectory {
        self.directory
    }

    /// Removes what killed runs left half-written, and makes the manifest say what is there.
    ///
    /// # Errors
    /// If the directory cannot be read, a file cannot be removed, or a table is bad.
    pub fn tidy(&self) -> Result<(), TableError> {
        self.clean_leftovers()?;
        self.directory.write_manifest()?;
        Ok(())
    }

    /// Removes what killed runs left half-written, and says what it was. A record of what was verified that is being
    /// written right now stays.
    ///
    /// # Errors
    /// If the directory cannot be read or a file cannot be removed.
    pub fn clean_leftovers(&self) -> Result<Vec<PathBuf>, TableError> {
        let mut leftovers = self.directory.contents()?.leftovers;
        if of_record(&leftovers).next().is_some() {
            let lock = self.directory.disk().create(&self.directory.path().join(VERIFYING));
            if !lock.is_ok_and(|lock| lock.try_lock(false).is_ok()) {
                leftovers.retain(|path| !is_of_record(path));
            }
        }
        self.directory.remove_all(leftovers.iter())?;
        Ok(leftovers)
    }

    /// Removes a table that will be made again, if there is one.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self, path: &Path) -> Result<(), TableError> {
        match self.directory.disk().remove(path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(removing(path, source)),
            _ => Ok(()),
        }
    }
}

/// Those that were to become records of what was verified.
fn of_record(leftovers: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    leftovers.iter().filter(|path| is_of_record(path))
}

fn is_of_record(path: &Path) -> bool {
    path.file_name().and_then(|name| finished_name(name.to_str()?)) == Some(RECORD)
}

fn removing(path: &Path, source: std::io::Error) -> TableError {
    TableError::new(path, TableFault::Io { doing: "remove it", source })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use millwright_rules::Game;

    use super::*;

    fn directory(db: &Path) -> TableDirectory {
        TableDirectory::new(db, Game::Standard)
    }

    fn touch(directory: &TableDirectory, name: &str) -> PathBuf {
        let path = directory.path().join(name);
        fs::write(&path, name).unwrap();
        path
    }

    #[test]
    fn one_at_a_time_makes_tables() {
        let db = tempfile::tempdir().unwrap();
        let directory = directory(db.path());
        let lock = directory.lock().unwrap();
        assert!(matches!(directory.lock().unwrap_err().fault, TableFault::Busy));
        drop(lock);
        directory.lock().unwrap();
    }

    #[test]
    fn several_make_units_at_once_and_nobody_makes_all_tables_meanwhile() {
        let db = tempfile::tempdir().unwrap();
        let directory = directory(db.path());
        let units = [directory.lock_for_unit().unwrap(), directory.lock_for_unit().unwrap()];
        assert!(units.iter().all(UnitLock::is_locked));
        assert!(matches!(directory.lock().unwrap_err().fault, TableFault::Busy));
        assert!(matches!(directory.lock_where_possible().unwrap_err().fault, TableFault::Busy));
        drop(units);
        let all = directory.lock().unwrap();
        assert!(matches!(directory.lock_for_unit().unwrap_err().fault, TableFault::Busy));
        drop(all);
        directory.lock_where_possible().unwrap();
    }

    #[test]
    fn leftovers_of_a_record_go_unless_somebody_is_verifying() {
        let db = tempfile::tempdir().unwrap();
        let directory = directory(db.path());
        let lock = directory.lock().unwrap();
        let table = touch(&directory, "4_4_0_0.mill.7.partial");
        let record = touch(&directory, "verified.json.7.partial");
        let verifying = directory.lock_for_verifying();
        assert!(table.exists() && !record.exists(), "who verifies alone removes what is of the record");
        touch(&directory, "verified.json.8.partial");
        let another = directory.lock_for_verifying();
        assert_eq!(lock.clean_leftovers().unwrap(), [table]);
        assert!(directory.path().join("verified.json.8.partial").exists());
        drop((verifying, another));
        assert_eq!(lock.clean_leftovers().unwrap().len(), 1);
        assert_eq!(directory.contents().unwrap(), crate::Contents::default());
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_verified_without_a_lock() {
        let db = tempfile::tempdir().unwrap();
        drop(directory(&db.path().join("nowhere")).lock_for_verifying());
        assert!(!db.path().join("nowhere").exists());
    }
}
