//! What was verified before: a small file beside the tables, so that a run can go on where another stopped.
//!
//! It is believed only as far as it names the very bytes that are there. A table counts as verified if its BLAKE3 is the
//! recorded one, and so are those of all tables that its check reads. These are hashes of heads, and heads hold the
//! checksums of all the rest: whoever skips a table still has to check those. A file that cannot be read, is
//! damaged or is of another game records nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_table::{
    Fingerprint, Kind, Table, TableDirectory, TableFile, VerifyLock, read_text, write_text,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::verifiable::Verifiable;

/// The name of the record within the directory of a game.
pub const RECORD: &str = "verified.json";

/// Changes when the meaning of the file does, or what it takes to be verified.
const FORMAT: u16 = 1;
/// The longest file that is read; a game's record has 3 MB at most.
const LIMIT: u64 = 1 << 26;

/// The record could not be written.
#[derive(Debug, Error)]
#[error("{}: what was verified cannot be remembered for the next time: {source}", path.display())]
pub struct RecordError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// A table and all tables that its check reads, by their BLAKE3 in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verified {
    blake3: String,
    /// For an ultra table, the table that says what is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcomes: Option<String>,
    /// For an ultra table, the fingerprint of rules and ranks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranks: Option<String>,
    successors: BTreeMap<String, String>,
}

impl Verified {
    pub(crate) fn new<'a, K: Kind>(
        table: &TableFile<K>,
        successors: impl IntoIterator<Item = &'a TableFile<K>>,
    ) -> Self {
        let successors =
            successors.into_iter().map(|next| (next.subspace().to_string(), hexadecimal(&next.blake3())));
        Self {
            blake3: hexadecimal(&table.blake3()),
            outcomes: None,
            ranks: None,
            successors: successors.collect(),
        }
    }

    /// What an ultra table depends on beside.
    pub(crate) fn with(self, outcomes: &Table, ranks: Fingerprint) -> Self {
        let (outcomes, ranks) = (hexadecimal(&outcomes.blake3()), hexadecimal(&ranks.0));
        Self { outcomes: Some(outcomes), ranks: Some(ranks), ..self }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    text
}

/// The record of a game.
pub(crate) struct Record {
    directory: TableDirectory,
    path: PathBuf,
    game: String,
    rules: String,
    tables: BTreeMap<Subspace, Verified>,
    ultra_tables: BTreeMap<Subspace, Verified>,
    _lock: VerifyLock,
}

/// The file as it is read.
#[derive(Deserialize)]
struct Stored {
    format: u16,
    game: String,
    rules: String,
    tables: BTreeMap<String, Verified>,
    /// Not in files of before there were any.
    #[serde(default)]
    ultra_tables: BTreeMap<String, Verified>,
}

impl Record {
    /// What the file says that is there; nothing if there is none to be believed.
    pub(crate) fn read(directory: &TableDirectory) -> Self {
        let path = directory.path().join(RECORD);
        let (game, rules) = (directory.name().to_owned(), Fingerprint::text_of(directory.rules()));
        let ours = |stored: &Stored| stored.format == FORMAT && stored.game == game && stored.rules == rules;
        let (tables, ultra_tables) = match read_stored(directory, &path).filter(ours) {
            Some(stored) => (by_subspace(stored.tables), by_subspace(stored.ultra_tables)),
            None => Default::default(),
        };
        let (lock, directory) = (directory.lock_for_verifying(), directory.clone());
        Self { directory, path, game, rules, tables, ultra_tables, _lock: lock }
    }

    /// The tables of a kind.
    fn of<K: Verifiable>(&mut self) -> &mut BTreeMap<Subspace, Verified> {
        if K::RECORDED_AS_ULTRA { &mut self.ultra_tables } else { &mut self.tables }
    }

    /// Whether this very table was verified, with all it depends on.
    pub(crate) fn has<K: Verifiable>(&mut self, subspace: Subspace, verified: &Verified) -> bool {
        self.of::<K>().get(&subspace) == Some(verified)
    }

    /// Remembers a table, or forgets it if something is wrong with it.
    pub(crate) fn set<K: Verifiable>(&mut self, subspace: Subspace, verified: Option<Verified>) {
        match verified {
            Some(verified) => self.of::<K>().insert(subspace, verified),
            None => self.of::<K>().remove(&subspace),
        };
    }

    /// Writes the file: under another name first, so that its own name always stands for a whole one.
    pub(crate) fn write(&self) -> Result<(), RecordError> {
        write_text(self.directory.disk(), &self.path, &self.text())
            .map_err(|source| RecordError { path: self.path.clone(), source })
    }

    /// JSON with a line for each table, in the order of the subspaces.
    fn text(&self) -> String {
        format!(
            "{{\n  \"format\": {FORMAT},\n  \"game\": {},\n  \"rules\": {},\n  \"tables\": {{{}\n  }},\n  \
             \"ultra_tables\": {{{}\n  }}\n}}\n",
            json(&self.game),
            json(&self.rules),
            lines(&self.tables),
            lines(&self.ultra_tables)
        )
    }
}

fn by_subspace<V>(stored: BTreeMap<String, V>) -> BTreeMap<Subspace, V> {
    let parsed = stored.into_iter().filter_map(|(subspace, value)| Some((subspace.parse().ok()?, value)));
    parsed.collect()
}

fn lines(verified: &BTreeMap<Subspace, impl Serialize>) -> String {
    let lines = verified
        .iter()
        .map(|(subspace, verified)| format!("\n    {}: {}", json(&subspace.to_string()), json(verified)));
    lines.collect::<Vec<_>>().join(",")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers are always JSON")
}

fn read_stored(directory: &TableDirectory, path: &Path) -> Option<Stored> {
    let text = read_text(directory.disk(), path, LIMIT).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Game;
    use millwright_table::Strong;
    use std::fs;

    fn some_verified(text: &str) -> Verified {
        let successors = [("3_3_0_0".to_owned(), "ab".to_owned())].into();
        Verified { blake3: text.to_owned(), outcomes: None, ranks: None, successors }
    }

    #[test]
    fn what_was_written_is_read_and_the_bytes_are_the_same_in_any_order() {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        directory.create().unwrap();
        let subspaces: [Subspace; 2] = ["10_3_0_0", "4_3_0_0"].map(|text| text.parse().unwrap());
        let mut texts = Vec::new();
        for order in [[0, 1], [1, 0]] {
            let mut record = Record::read(&directory);
            for place in order {
                record.set::<Strong>(subspaces[place], Some(some_verified(&place.to_string())));
            }
            record.write().unwrap();
            texts.push(fs::read(directory.path().join(RECORD)).unwrap());
        }
        assert_eq!(texts[0], texts[1]);
        let mut record = Record::read(&directory);
        assert!(
            record.has::<Strong>(subspaces[1], &some_verified("1"))
                && !record.has::<Strong>(subspaces[1], &some_verified("0"))
        );
        record.set::<Strong>(subspaces[1], None);
        record.write().unwrap();
        assert!(!Record::read(&directory).has::<Strong>(subspaces[1], &some_verified("1")));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2, "the record and its lock");
    }

    #[test]
    fn a_record_of_another_game_or_a_damaged_one_records_nothing() {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        directory.create().unwrap();
        let mut record = Record::read(&directory);
        record.set::<Strong>("4_3_0_0".parse().unwrap(), Some(some_verified("1")));
        let text = record.text();
        let changed = [
            text.replace("\"format\": 1", "\"format\": 2"),
            text.replace("protection capture", "protection protected"),
            text.replace("standard", "lasker"),
            text[..text.len() / 2].to_owned(),
            String::new(),
        ];
        for text in changed {
            fs::write(directory.path().join(RECORD), text).unwrap();
            assert!(Record::read(&directory).tables.is_empty());
        }
        fs::write(directory.path().join(RECORD), text).unwrap();
        assert_eq!(Record::read(&directory).tables.len(), 1);
    }

    #[test]
    fn a_record_of_before_there_were_ultra_tables_is_read() {
        let db = tempfile::tempdir().unwrap();
        let directory = TableDirectory::new(db.path(), Game::Standard);
        directory.create().unwrap();
        let mut record = Record::read(&directory);
        record.set::<Strong>("4_3_0_0".parse().unwrap(), Some(some_verified("1")));
        let without = record.text().replace(",\n  \"ultra_tables\": {\n  }", "");
        assert!(!without.contains("ultra"), "{without}");
        fs::write(directory.path().join(RECORD), without).unwrap();
        let read = Record::read(&directory);
        assert_eq!((read.tables.len(), read.ultra_tables.len()), (1, 0));
    }

    #[test]
    fn a_directory_that_is_not_there_is_named() {
        let db = tempfile::tempdir().unwrap();
        let record = Record::read(&TableDirectory::new(db.path(), Game::Standard));
        let error = record.write().unwrap_err();
        assert_eq!(error.path, db.path().join("standard").join(RECORD));
    }
}
