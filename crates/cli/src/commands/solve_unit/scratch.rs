//! Inputs copied to where reading is fast.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_solve::{BadInputs, TableName};
use millwright_table::{TableDirectory, TableError, TableFault};
use tempfile::TempDir;
use thiserror::Error;

/// A directory of its own with copies of tables. It goes away with the job, unless that is killed.
pub(super) struct Scratch {
    tables: TableDirectory,
    _directory: TempDir,
}

/// Why there are no copies.
#[derive(Debug, Error)]
#[error("cannot copy inputs to {place}: {source}; free some space there, or do without --scratch")]
pub(super) struct ScratchError {
    place: PathBuf,
    source: io::Error,
}

impl Scratch {
    /// Copies tables from a directory to one below `place`, which is made if it is not there.
    pub(super) fn copy(
        place: &Path,
        from: &TableDirectory,
        names: &[TableName],
        stop: &AtomicBool,
    ) -> anyhow::Result<Self> {
        let failed = |source| ScratchError { place: place.to_owned(), source };
        fs::create_dir_all(place).map_err(failed)?;
        let directory = tempfile::Builder::new().prefix("millwright-").tempdir_in(place).map_err(failed)?;
        let tables = TableDirectory::with_rules(directory.path(), from.name(), *from.rules());
        tables.create()?;
        let sources = names.iter().map(|name| from.path().join(name.to_string()));
        let (there, missing): (Vec<PathBuf>, Vec<PathBuf>) = sources.partition(|source| source.is_file());
        if !missing.is_empty() {
            let error = |path| TableError { path, fault: TableFault::Missing };
            return Err(BadInputs { errors: missing.into_iter().map(error).collect() }.into());
        }
        for source in there {
            if stop.load(Ordering::Relaxed) {
                return Err(failed(io::ErrorKind::Interrupted.into()).into());
            }
            let copy = tables.path().join(source.file_name().unwrap_or_default());
            fs::copy(&source, copy).map_err(failed)?;
        }
        Ok(Self { tables, _directory: directory })
    }

    /// The copies.
    pub(super) fn directory(&self) -> &TableDirectory {
        &self.tables
    }
}
