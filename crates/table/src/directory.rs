//! Where the tables of a game are: `DB/GAME/SUBSPACE.mill`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use millwright_index::Subspace;
use millwright_ranks::{LONGEST_SECVAL, LineEnd, Ranks};
use millwright_rules::{Game, Rules};

use crate::content::Content;
use crate::disk::{Disk, RealDisk, create_directories, finished_name, read_text, write_text};
use crate::error::{TableError, TableFault};
use crate::kind::{Kind, Strong, Ultra};
use crate::lock::{MAKING, RECORD, VERIFYING};
use crate::manifest::MANIFEST;
use crate::plane_values::PlaneValues;
use crate::reader::{Table, TableFile};
use crate::writer::{WriteOptions, WrittenTable, write_table_on};

/// The ranks by which the draws in the ultra tables were told apart.
const RANKS: &str = "ranks.secval";

/// The opening book that a proof leaves beside the tables.
pub const BOOK: &str = "opening.book";

/// What a count of positions that can arise leaves beside the tables, a directory.
pub const REACH: &str = "reach";

/// What a count of moves that keep leaves beside the tables.
pub const CHOICE: &str = "choice.json";

/// What stands beside the tables: locks, what was verified, what was counted, and the opening book.
const COMPANIONS: [&str; 6] = [MAKING, VERIFYING, RECORD, BOOK, REACH, CHOICE];

/// The name of the table of a subspace: `4_3_0_2.mill`, or `4_3_0_2.ultra`.
pub(crate) fn file_name<K: Kind>(subspace: Subspace) -> String {
    format!("{subspace}{}", K::EXTENSION)
}

/// The subspace whose table has this name.
fn subspace_of<K: Kind>(name: &str) -> Option<Subspace> {
    name.strip_suffix(K::EXTENSION)?.parse().ok()
}

/// The directory that holds the tables of one game.
#[derive(Clone, Debug)]
pub struct TableDirectory {
    path: PathBuf,
    name: String,
    rules: Rules,
    disk: Arc<dyn Disk>,
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
        Self { path: db.join(name), name: name.to_owned(), rules, disk: Arc::new(RealDisk) }
    }

    /// The same directory on another disk.
    #[must_use]
    pub fn on(self, disk: Arc<dyn Disk>) -> Self {
        Self { disk, ..self }
    }

    /// What its files are on.
    #[must_use]
    pub fn disk(&self) -> &dyn Disk {
        &*self.disk
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

    /// The tables of the strong solution.
    #[must_use]
    pub fn strong(&self) -> Tables<'_, Strong> {
        Tables { directory: self, ranking: () }
    }

    /// The tables that tell draws apart by these ranks.
    #[must_use]
    pub fn ultra<'a>(&'a self, ranks: &'a Ranks) -> Tables<'a, Ultra> {
        Tables { directory: self, ranking: ranks }
    }

    /// The file of a subspace's table, whether it is there or not.
    #[must_use]
    pub fn path_of(&self, subspace: Subspace) -> PathBuf {
        self.path.join(file_name::<Strong>(subspace))
    }

    /// The file of a subspace's ultra table, whether it is there or not.
    #[must_use]
    pub fn ultra_path_of(&self, subspace: Subspace) -> PathBuf {
        self.path.join(file_name::<Ultra>(subspace))
    }

    /// Says that a file here will be read soon: [`Disk::will_read`].
    pub fn will_read(&self, path: &Path) {
        self.disk.will_read(path);
    }

    /// When files here last came or went; `None` if there is no such directory. Tables and ranks are written under another
    /// name and renamed, so whatever happens to one shows.
    #[must_use]
    pub fn changed(&self) -> Option<SystemTime> {
        fs::metadata(&self.path).and_then(|directory| directory.modified()).ok()
    }

    /// Makes the directory if it is not there.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn create(&self) -> Result<(), TableError> {
        create_directories(&*self.disk, &self.path)
            .map_err(|source| self.io_error("make this directory", source))
    }

    /// Opens the table of a subspace: [`Tables::open`].
    ///
    /// # Errors
    /// As there.
    pub fn open(&self, subspace: Subspace) -> Result<Table, TableError> {
        self.strong().open(subspace)
    }

    /// Writes the table of a subspace: [`Tables::write`].
    ///
    /// # Errors
    /// As there.
    pub fn write(
        &self,
        subspace: Subspace,
        plane: &PlaneValues<Strong>,
        options: &WriteOptions,
    ) -> Result<WrittenTable, TableError> {
        self.strong().write(subspace, plane, options)
    }

    /// Takes from the table of a subspace what it need not hold: [`Tables::reduce`].
    ///
    /// # Errors
    /// As there.
    pub fn reduce(&self, subspace: Subspace, to: Content, options: &WriteOptions) -> Result<u64, TableError> {
        self.strong().reduce(subspace, to, options)
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
        let read = || {
            let text = read_text(self.disk(), &path, LONGEST_SECVAL)?;
            text.parse().map_err(TableFault::Ranks)
        };
        match read() {
            Ok(ranks) => Ok(Some(ranks)),
            Err(TableFault::Missing) => Ok(None),
            Err(fault) => Err(TableError::new(&path, fault)),
        }
    }

    /// Writes the ranks by which the draws here are told apart, as safely as a table.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn write_ranks(&self, ranks: &Ranks) -> Result<(), TableError> {
        let path = self.ranks_path();
        let text = ranks.secval(LineEnd::Lf).to_string();
        write_text(self.disk(), &path, &text).map_err(|source| TableError::new(&path, source.into()))
    }

    /// What is there; nothing if the directory does not exist.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn contents(&self) -> Result<Contents, TableError> {
        let reading = |source| self.io_error("read this directory", source);
        let mut contents = Contents::default();
        let files = match self.disk.files(&self.path) {
            Ok(files) => files,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(contents),
            Err(error) => return Err(reading(error)),
        };
        for path in files {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_ours = |name: &str| {
                let is_table = subspace_of::<Strong>(name).or(subspace_of::<Ultra>(name)).is_some();
                is_table || name == MANIFEST || name == RANKS || COMPANIONS.contains(&name)
            };
            if let Some(subspace) = subspace_of::<Strong>(name) {
                contents.tables.push(subspace);
            } else if let Some(subspace) = subspace_of::<Ultra>(name) {
                contents.ultra_tables.push(subspace);
            } else if finished_name(name).is_some_and(is_ours) {
                contents.leftovers.push(path);
            } else if !is_ours(name) {
                contents.foreign.push(path);
            }
        }
        contents.tables.sort_unstable();
        contents.ultra_tables.sort_unstable();
        contents.leftovers.sort_unstable();
        contents.foreign.sort_unstable();
        Ok(contents)
    }

    fn io_error(&self, doing: &'static str, source: std::io::Error) -> TableError {
        TableError::new(&self.path, TableFault::Io { doing, source })
    }
}

/// The tables of one kind in a directory.
#[derive(Debug)]
pub struct Tables<'a, K: Kind> {
    directory: &'a TableDirectory,
    ranking: K::Ranking<'a>,
}

impl<'a, K: Kind> Tables<'a, K> {
    /// Where they are.
    #[must_use]
    pub fn directory(&self) -> &'a TableDirectory {
        self.directory
    }

    /// What their codes depend on beside the rules.
    #[must_use]
    pub fn ranking(&self) -> K::Ranking<'a> {
        self.ranking
    }

    /// The subspaces that have a file with the name of such a table, in order.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn subspaces(&self) -> Result<Vec<Subspace>, TableError> {
        self.directory.contents().map(K::among)
    }

    /// The file of a subspace's table, whether it is there or not.
    #[must_use]
    pub fn path_of(&self, subspace: Subspace) -> PathBuf {
        self.directory.path.join(file_name::<K>(subspace))
    }

    /// Opens the table of a subspace.
    ///
    /// # Errors
    /// If it is missing ([`crate::Trouble::Missing`]), damaged, foreign (made with other ranks, perhaps) or cannot be
    /// read.
    pub fn open(&self, subspace: Subspace) -> Result<TableFile<K>, TableError> {
        let by = (&self.directory.rules, self.ranking);
        TableFile::open_on(self.directory.disk(), &self.path_of(subspace), by, subspace)
    }

    /// Writes the table of a subspace: [`crate::write_table`].
    ///
    /// # Errors
    /// As [`crate::write_table`].
    pub fn write(
        &self,
        subspace: Subspace,
        plane: &PlaneValues<K>,
        options: &WriteOptions,
    ) -> Result<WrittenTable, TableError> {
        let by = (&self.directory.rules, self.ranking);
        write_table_on(self.directory.disk(), &self.directory.path, by, subspace, plane, options)
    }

    /// Replaces the table of a subspace by one that holds no more than this, with the same statistics, and gives the
    /// length of the file. A table that holds no more is left as it is.
    ///
    /// **Memory**: a byte for each slot where outcomes are kept.
    ///
    /// # Errors
    /// As [`Tables::open`] and [`crate::write_table`].
    pub fn reduce(&self, subspace: Subspace, to: Content, options: &WriteOptions) -> Result<u64, TableError> {
        let table = self.open(subspace)?;
        match K::reduced(&table, to)? {
            None => Ok(table.bytes_on_disk()),
            Some(reduced) => Ok(self.write(subspace, &reduced, options)?.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
            "verified.json",
            "verified.json.5.partial",
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
            [
                "3_3_0_0.mill.77.partial",
                "4_4_0_0.ultra.9.partial",
                "manifest.json.1.partial",
                "verified.json.5.partial"
            ]
        );
        assert_eq!(contents.ultra_tables, ["4_4_0_0".parse().unwrap()]);
        assert_eq!(
            file_names(&contents.foreign),
            ["04_3_0_0.mill", "2_3_0_0.mill", "notes.txt", "notes.txt.1.partial"]
        );
        assert_eq!(directory.lock().unwrap().clean_leftovers().unwrap(), contents.leftovers);
        assert_eq!(directory.contents().unwrap(), Contents { leftovers: vec![], ..contents });
    }
}
