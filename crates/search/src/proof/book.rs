//! The intermediate table of a proof: what was found out about positions of one ply of the opening, as a text.
//!
//! ```text
//! millwright opening book 1
//! rules board orthogonal, placing first, protection capture, double mill one, full board loss
//! stones 9,9
//! ply 8
//! tables 8_8_0_0 8_9_0_0 9_8_0_0 9_9_0_0
//! done yes yes
//! w_a4d7f4d2_b2b6d6f6 + .
//! end 1
//! ```
//!
//! A position is in the short form; the two signs behind it are *White at least draws* and *White at most draws*: proved
//! (`+`), not proved (`-`), not visited (`.`). `done` says whether the claims have been proved of the start: `yes`, `no`, or
//! `not-yet` for a search that was interrupted. The last line has the number of positions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_rules::notation::{Form, parse_position, write_position};
use millwright_rules::{Position, Rules};
use millwright_table::{Disk, Fingerprint, TableFault, read_text, write_text};
use thiserror::Error;

use super::Claim;
use super::claim_table::Key;
use crate::state::State;

/// The first line.
const TITLE: &str = "millwright opening book 1";
/// The longest file that is read: a million positions.
const MOST_BYTES: u64 = 64 << 20;

/// What a proof has found out about positions of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningBook {
    rules: Rules,
    /// Which ply.
    pub ply: u32,
    /// The tables that the proof is from.
    pub tables: Vec<Subspace>,
    /// Whether the claims were proved of the start, in the order of [`Claim::BOTH`]; `None` if that is not known yet.
    pub done: [Option<bool>; 2],
    positions: BTreeMap<Key, [Option<bool>; 2]>,
}

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("{}: {fault}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        fault: TableFault,
    },
    /// A line is not what it should be.
    #[error("{}: line {line} is not {expected}; remove the file and prove again", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What it should be.
        expected: String,
    },
}

impl OpeningBook {
    /// An empty book.
    #[must_use]
    pub fn new(rules: &Rules, ply: u32, tables: Vec<Subspace>) -> Self {
        Self { rules: *rules, ply, tables, done: [None; 2], positions: BTreeMap::new() }
    }

    /// How many positions it has, up to symmetry.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Whether a claim was proved of a position; `None` if it was not looked at.
    #[must_use]
    pub fn get(&self, position: &Position, claim: Claim) -> Option<bool> {
        self.positions.get(&key_of(position)).and_then(|found| found[claim as usize])
    }

    /// Adds what was found out about a claim.
    pub fn add(&mut self, claim: Claim, found: impl IntoIterator<Item = (Position, bool)>) {
        for (position, proved) in found {
            self.positions.entry(key_of(&position)).or_default()[claim as usize] = Some(proved);
        }
    }

    /// What was found out about a claim.
    pub fn of(&self, claim: Claim) -> impl Iterator<Item = (Position, bool)> {
        self.positions.iter().filter_map(move |(key, found)| {
            let (state, turn) = key.state();
            Some((state.position(turn), found[claim as usize]?))
        })
    }

    /// Reads a book for these rules; `None` if there is no file.
    ///
    /// # Errors
    /// If the file is there and cannot be used, or is for other rules.
    pub fn read(disk: &dyn Disk, path: &Path, rules: &Rules) -> Result<Option<Self>, BookError> {
        let text = match read_text(disk, path, MOST_BYTES) {
            Ok(text) => text,
            Err(TableFault::Missing) => return Ok(None),
            Err(fault) => return Err(BookError::File { path: path.to_owned(), fault }),
        };
        let parsed = Self::parse(&text, rules);
        parsed.map(Some).map_err(|(line, expected)| BookError::Line { path: path.to_owned(), line, expected })
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// If the system does not let it.
    pub fn write(&self, disk: &dyn Disk, path: &Path) -> Result<(), BookError> {
        write_text(disk, path, &self.text()).map_err(|source| BookError::File {
            path: path.to_owned(),
            fault: TableFault::Io { doing: "write it", source },
        })
    }

    fn head(rules: &Rules) -> [String; 3] {
        [
            TITLE.to_owned(),
            format!("rules {}", Fingerprint::text_of(rules)),
            format!("stones {}", rules.stones),
        ]
    }

    fn text(&self) -> String {
        let mut text = Self::head(&self.rules).join("\n");
        let tables: Vec<String> = self.tables.iter().map(Subspace::to_string).collect();
        let done =
            self.done.map(|done| DONE[usize::from(done.is_none()) * 2 + usize::from(done == Some(false))]);
        let _ =
            write!(text, "\nply {}\ntables {}\ndone {} {}\n", self.ply, tables.join(" "), done[0], done[1]);
        for (key, found) in &self.positions {
            let (state, turn) = key.state();
            let position = write_position(Form::Short, &state.position(turn));
            let [least, most] = found.map(sign);
            let _ = writeln!(text, "{position} {least} {most}");
        }
        let _ = writeln!(text, "end {}", self.positions.len());
        text
    }

    /// The error is a line and what it should be.
    fn parse(text: &str, rules: &Rules) -> Result<Self, (usize, String)> {
        let mut lines = (1..).zip(text.lines());
        let mut next = |expected: &str| lines.next().ok_or((0, expected.to_owned()));
        for expected in Self::head(rules) {
            let (line, found) = next(&expected)?;
            if found != expected {
                return Err((line, format!("{expected:?}")));
            }
        }
        let field = |(line, found): (usize, &str), name: &str| {
            let rest = found.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            rest.map(str::to_owned).ok_or((line, format!("{name:?} and what belongs to it")))
        };
        let ply_line = next("a ply")?;
        let ply =
            field(ply_line, "ply")?.parse().map_err(|_| (ply_line.0, "a number of plies".to_owned()))?;
        let tables_line = next("tables")?;
        let tables = field(tables_line, "tables")?;
        let tables: Result<Vec<Subspace>, _> = tables.split_whitespace().map(str::parse).collect();
        let tables = tables.map_err(|_| (tables_line.0, "a list of subspaces".to_owned()))?;
        let done_line = next("done")?;
        let done = field(done_line, "done")?;
        let done: Result<Vec<Option<bool>>, ()> = done.split(' ').map(done_of).collect();
        let done: Option<[Option<bool>; 2]> = done.ok().and_then(|done| done.try_into().ok());
        let done = done.ok_or((done_line.0, "done, with yes, no or not-yet twice".to_owned()))?;
        let mut book = Self { rules: *rules, ply, tables, done, positions: BTreeMap::new() };
        loop {
            let (line, found) = next("the number of positions")?;
            if found == format!("end {}", book.positions.len()) {
                return Ok(book);
            }
            let entry =
                book.entry(found).ok_or((line, "a position with two signs, or their number".to_owned()))?;
            book.positions.insert(entry.0, entry.1);
        }
    }

    fn entry(&self, line: &str) -> Option<(Key, [Option<bool>; 2])> {
        let mut words = line.split(' ');
        let position = parse_position(words.next()?, &self.rules).ok()?;
        let found = [sign_of(words.next()?).ok()?, sign_of(words.next()?).ok()?];
        words.next().is_none().then(|| (key_of(&position), found))
    }
}

/// The words for what was proved of the start: yes, no, not yet.
const DONE: [&str; 3] = ["yes", "no", "not-yet"];

/// The error is a word that is none of them.
fn done_of(word: &str) -> Result<Option<bool>, ()> {
    match word {
        "yes" => Ok(Some(true)),
        "no" => Ok(Some(false)),
        "not-yet" => Ok(None),
        _ => Err(()),
    }
}

const fn sign(found: Option<bool>) -> &'static str {
    match found {
        Some(true) => "+",
        Some(false) => "-",
        None => ".",
    }
}

/// The error is a word that is no sign.
fn sign_of(word: &str) -> Result<Option<bool>, ()> {
    match word {
        "+" => Ok(Some(true)),
        "-" => Ok(Some(false)),
        "." => Ok(None),
        _ => Err(()),
    }
}

fn key_of(position: &Position) -> Key {
    Key::new(State::from(position), position.turn())
}
