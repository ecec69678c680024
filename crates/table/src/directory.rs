//! Where the tables of a game are: `DB/GAME/SUBSPACE.mill`.

use std::fs;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_ranks::{DrawValue, LineEnd, Ranks};
use millwright_rules::{Game, Rules};

use crate::content::Content;
use crate::disk::{Disk, RealDisk, finished_name, write_whole};
use crate::error::{TableError, TableFault};
use crate::manifest::MANIFEST;
use crate::reader::Table;
use crate::statistics::Statistics;
use crate::ultra::{UltraMeta, UltraTable, write_ultra_table};
use crate::writer::{Stored, TableMeta, WriteOptions, WrittenTable, write_table};

/// How the names of tables end.
const EXTENSION: &str = ".mill";
/// How the names of ultra tables end.
const ULTRA_EXTENSION: &str = ".ultra";
/// The ranks by which the draws in the ultra tables were told apart.
const RANKS: &str = "ranks.secval";

/// Files that stand beside the tables and are neither read nor written here: the lock of a solve, and what was
/// verified.
const COMPANIONS: [&str; 2] = ["solve.lock", "verified.json"];

/// The name of the table of a subspace: `4_3_0_2.mill`.
pub(crate) fn file_name(subspace: Subspace) -> String {
    format!("{subspace}{EXTENSION}")
}

/// The name of the ultra table of a subspace: `4_3_0_2.ultra`.
pub(crate) fn ultra_file_name(subspace: Subspace) -> String {
    format!("{subspace}{ULTRA_EXTENSION}")
}

/// The directory that holds the tables of one game.
#[derive(Clone, Debug)]
pub struct TableDirectory {
    path: PathBuf,
    name: String,
    rules: Rules,
}

/// What is in a directory, each list in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The subspaces that have a file with the name of a table. Whether it is one shows when it is opened.
    pub tables: Vec<Subspace>,
    /// The same for ultra tables.
    pub ultra_tables: Vec<Subspace>,
    /// Files that were being written when something stopped it.
    pub leftovers: Vec<PathBuf>,
    /// All else but the manifest and what solving and verifying keep beside the tables: nobody reads or removes it.
    pub foreign: Vec<PathBuf>,
}

impl TableDirectory {
    /// The directory of a named game in a database directory. Nothing need exist yet.
    #[must_use]
    pub fn new(db: &Path, game: Game) -> Self {
        Self::with_rules(db, game.name(), game.rules())
    }

    /// The directory `db/name` for any rules.
    #[must_use]
    pub fn with_rules(db: &Path, name: &str, rules: Rules) -> Self {
        Self { path: db.join(name), name: name.to_owned(), rules }
    }

    /// The directory itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The file of a subspace's table, whether it is there or not.
    #[must_use]
    pub fn path_of(&self, subspace: Subspace) -> PathBuf {
        self.path.join(file_name(subspace))
    }

    /// Makes the directory if it is not there.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn create(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.path).map_err(|source| self.io_error("make this directory", source))
    }

    /// Opens the table of a subspace.
    ///
    /// # Errors
    /// If it is missing ([`crate::Trouble::Missing`]), damaged, foreign or cannot be read.
    pub fn open(&self, subspace: Subspace) -> Result<Table, TableError> {
        Table::open(&self.path_of(subspace), &self.rules, subspace)
    }

    /// Writes the table of a subspace: [`write_table`].
    ///
    /// # Errors
    /// As [`write_table`].
    pub fn write<'a>(
        &self,
        subspace: Subspace,
        statistics: Statistics,
        stored: impl Into<Stored<'a>>,
        options: &WriteOptions,
    ) -> Result<WrittenTable, TableError> {
        let meta = TableMeta { rules: self.rules, subspace, statistics };
        write_table(&self.path, &meta, stored, options)
    }

    /// Replaces the table of a subspace by one that holds no more than this, with the same statistics, and gives the
    /// length of the file. A table that holds no more is left as it is.
    ///
    /// **Memory**: a byte for each slot where outcomes are kept.
    ///
    /// # Errors
    /// As [`TableDirectory::open`] and [`write_table`].
    ///
    /// # Panics
    /// If a plane has more slots than memory has bytes.
    pub fn reduce(&self, subspace: Subspace, to: Content, options: &WriteOptions) -> Result<u64, TableError> {
        let table = self.open(subspace)?;
        if table.content() <= to {
            return Ok(table.bytes_on_disk());
        }
        let statistics = table.statistics().clone();
        let mut outcomes = Vec::new();
        let stored = match to {
            Content::Statistics => Stored::Nothing,
            Content::Outcomes | Content::Plies => {
                outcomes.resize(usize::try_from(table.slots()).expect("a plane fits in memory"), 0);
                table.load_outcomes(&mut outcomes)?;
                Stored::Outcomes(&outcomes)
            }
        };
        Ok(self.write(subspace, statistics, stored, options)?.bytes)
    }

    /// The file of a subspace's ultra table, whether it is there or not.
    #[must_use]
    pub fn ultra_path_of(&self, subspace: Subspace) -> PathBuf {
        self.path.join(ultra_file_name(subspace))
    }

    /// Opens the ultra table of a subspace.
    ///
    /// # Errors
    /// If it is missing, damaged, foreign (made with other ranks, perhaps) or cannot be read.
    pub fn open_ultra(&self, ranks: &Ranks, subspace: Subspace) -> Result<UltraTable, TableError> {
        UltraTable::open(&self.ultra_path_of(subspace), (&self.rules, ranks), subspace)
    }

    /// Writes the ultra table of a subspace: [`write_ultra_table`].
    ///
    /// # Errors
    /// As [`write_ultra_table`].
    pub fn write_ultra(
        &self,
        ranks: &Ranks,
        subspace: Subspace,
        (values, codes): (&[(DrawValue, u64)], &[u16]),
        options: &WriteOptions,
    ) -> Result<WrittenTable, TableError> {
        write_ultra_table(
            &self.path,
            &UltraMeta { rules: &self.rules, ranks, subspace, values },
            codes,
            options,
        )
    }

    /// The file of the ranks by which the draws here were told apart, whether it is there or not.
    #[must_use]
    pub fn ranks_path(&self) -> PathBuf {
        self.path.join(RANKS)
    }

    /// The ranks by which the draws here were told apart; `None` if there are none.
    ///
    /// # Errors
    /// If the file cannot be read, or is no file of ranks.
    pub fn read_ranks(&self) -> Result<Option<Ranks>, TableError> {
        let path = self.ranks_path();
        match fs::read_to_string(&path) {
            Ok(text) => {
                let ranks = text.parse().map_err(|error| TableError::new(&path, TableFault::Ranks(error)))?;
                Ok(Some(ranks))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(TableError::new(&path, TableFault::Io { doing: "read it", source })),
        }
    }

    /// Writes the ranks by which the draws here are told apart, as safely as a table.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn write_ranks(&self, ranks: &Ranks) -> Result<(), TableError> {
        let path = self.ranks_path();
        let text = ranks.secval(LineEnd::Lf).to_string();
        write_whole(&RealDisk, &path, |file| Ok(RealDisk.write_at(file, 0, text.as_bytes())?))
            .map_err(|fault| TableError::new(&path, fault))
    }

    /// What is there; nothing if the directory does not exist.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn contents(&self) -> Result<Contents, TableError> {
        let reading = |source| self.io_error("read this directory", source);
        let mut contents = Contents::default();
        let entries = match fs::read_dir(&self.path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(contents),
            Err(error) => return Err(reading(error)),
        };
        for entry in entries {
            let path = entry.map_err(reading)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_ours = |name: &str| {
                let is_table = subspace_of(name, EXTENSION).is_some();
                is_table || subspace_of(name, ULTRA_EXTENSION).is_some() || name == MANIFEST || name == RANKS
            };
            if let Some(subspace) = subspace_of(name, EXTENSION) {
                contents.tables.push(subspace);
            } else if let Some(subspace) = subspace_of(name, ULTRA_EXTENSION) {
                contents.ultra_tables.push(subspace);
            } else if finished_name(name).is_some_and(is_ours) {
                contents.leftovers.push(path);
            } else if !is_ours(name) && !COMPANIONS.contains(&name) {
                contents.foreign.push(path);
            }
        }
        contents.tables.sort_unstable();
        contents.ultra_tables.sort_unstable();
        contents.leftovers.sort_unstable();
        contents.foreign.sort_unstable();
        Ok(contents)
    }

    /// Removes what killed runs left half-written, and says what it was. Only for when no other process
    /// writes here: its unfinished file would go, and its write would fail.
    ///
    /// # Errors
    /// If the directory cannot be read or a file cannot be removed.
    pub fn clean_leftovers(&self) -> Result<Vec<PathBuf>, TableError> {
        let leftovers = self.contents()?.leftovers;
        for path in &leftovers {
            fs::remove_file(path)
                .map_err(|source| TableError::new(path, TableFault::Io { doing: "remove it", source }))?;
        }
        Ok(leftovers)
    }

    fn io_error(&self, doing: &'static str, source: std::io::Error) -> TableError {
        TableError::new(&self.path, TableFault::Io { doing, source })
    }
}

/// The subspace whose table has this name.
fn subspace_of(name: &str, extension: &str) -> Option<Subspace> {
    name.strip_suffix(extension)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_leftovers_and_foreign_files_are_told_apart() {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        assert_eq!(directory.contents().unwrap(), Contents::default());
        directory.create().unwrap();
        let names = [
            "4_3_0_0.mill",
            "12_3_0_0.mill",
            "3_3_0_0.mill.77.partial",
            "manifest.json.1.partial",
            "manifest.json",
            "notes.txt",
            "notes.txt.1.partial",
            "04_3_0_0.mill",
            "2_3_0_0.mill",
            "4_4_0_0.ultra",
            "4_4_0_0.ultra.9.partial",
            "ranks.secval",
        ];
        for name in names {
            fs::write(directory.path().join(name), name).unwrap();
        }
        let contents = directory.contents().unwrap();
        let file_names = |paths: &[PathBuf]| -> Vec<String> {
            paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect()
        };
        assert_eq!(contents.tables, ["4_3_0_0", "12_3_0_0"].map(|text| text.parse().unwrap()));
        assert_eq!(
            file_names(&contents.leftovers),
            ["3_3_0_0.mill.77.partial", "4_4_0_0.ultra.9.partial", "manifest.json.1.partial"]
        );
        assert_eq!(contents.ultra_tables, ["4_4_0_0".parse().unwrap()]);
        assert_eq!(
            file_names(&contents.foreign),
            ["04_3_0_0.mill", "2_3_0_0.mill", "notes.txt", "notes.txt.1.partial"]
        );
        assert_eq!(directory.clean_leftovers().unwrap(), contents.leftovers);
        assert_eq!(directory.contents().unwrap(), Contents { leftovers: vec![], ..contents });
    }
}
