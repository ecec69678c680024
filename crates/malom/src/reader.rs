//! Reading a sector file from its first entry to its last; nothing in it is believed unchecked.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_rules::{Position, Symmetry};

use crate::error::{SectorError, SectorFault};
use crate::sector_format::{Code, Entry, HEADER_LEN, SectorFormat};
use crate::sector_index::{Place, SectorIndex};

/// Bytes that are read at once.
const BUFFER_LEN: usize = 1 << 18;
/// Bytes of the header that tell which file it is; the rest is zero.
const TELLING_LEN: usize = 13;

/// A sector file whose header, length and list of exceptions have been checked.
///
/// **Memory**: eight bytes an exception; a file that says it has more than it can have is refused first.
#[derive(Debug)]
pub struct SectorFile {
    path: PathBuf,
    file: File,
    format: SectorFormat,
    index: SectorIndex,
    /// Entry and value, by entry.
    exceptions: Vec<(u32, i32)>,
}

impl SectorFile {
    /// Opens the file of `subspace`. Reads its header and its list of exceptions; the entries are checked when
    /// they are read.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn open(path: &Path, format: SectorFormat, subspace: Subspace) -> Result<Self, SectorError> {
        let open = || {
            let opening = |source: io::Error| match source.kind() {
                io::ErrorKind::NotFound => SectorFault::Missing,
                _ => SectorFault::Io { doing: "open it", source },
            };
            // A pipe would be waited for, and a device read, for ever.
            if !fs::metadata(path).map_err(opening)?.is_file() {
                return Err(SectorFault::NotAFile);
            }
            let file = File::open(path).map_err(opening)?;
            let index = SectorIndex::new(subspace);
            let exceptions = check_frame(&file, format, &index)?;
            Ok(Self { path: path.to_owned(), file, format, index, exceptions })
        };
        open().map_err(|fault| SectorError::new(path, fault))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whose entries they are.
    #[must_use]
    pub fn subspace(&self) -> Subspace {
        self.index.subspace()
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index.entries()
    }

    /// How many of them are in the list of exceptions.
    #[must_use]
    pub fn exceptions(&self) -> usize {
        self.exceptions.len()
    }

    /// Calls `visit` for every entry with its position, in order.
    ///
    /// **Memory**: a buffer of 256 KiB.
    ///
    /// # Errors
    /// If the file cannot be read, an entry makes no sense, or one is a duplicate where the numbering says
    /// otherwise.
    pub fn for_each(&mut self, visit: impl FnMut(&Position, Entry)) -> Result<(), SectorError> {
        self.read_entries(visit).map_err(|fault| SectorError::new(&self.path, fault))
    }

    fn read_entries(&mut self, mut visit: impl FnMut(&Position, Entry)) -> Result<(), SectorFault> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.format.header().len() as u64)).map_err(reading)?;
        let mut bytes = BufReader::with_capacity(BUFFER_LEN, file);
        let mut exceptions = self.exceptions.iter().copied().peekable();
        let mut number = 0_u64;
        for block in self.index.all_blocks() {
            for (other, place) in block.entries() {
                let mut buffer = [0; 4];
                bytes.read_exact(&mut buffer[..self.format.entry_bytes()]).map_err(reading)?;
                let bits = u32::from_le_bytes(buffer);
                let listed = exceptions.next_if(|&(entry, _)| u64::from(entry) == number);
                if listed.is_some() && !self.format.is_listed(bits) {
                    return Err(SectorFault::Unused { entry: number });
                }
                let code = Code { bits, listed: listed.map(|(_, value)| value) };
                let wrong = |fault| SectorFault::Entry { entry: number, fault };
                let entry = self.format.decode(code).map_err(wrong)?;
                check_place(number, entry, place)?;
                visit(&block.position(other), entry);
                number += 1;
            }
        }
        Ok(())
    }
}

fn reading(source: io::Error) -> SectorFault {
    SectorFault::Io { doing: "read it", source }
}

fn check_place(number: u64, entry: Entry, place: Place) -> Result<(), SectorFault> {
    let found: Option<Symmetry> = match entry {
        Entry::Duplicate(symmetry) => Some(symmetry),
        Entry::Decided { .. } | Entry::Inside { .. } => None,
    };
    let expected = match place {
        Place::Duplicate(symmetry) => Some(symmetry),
        Place::Representative => None,
    };
    if found == expected { Ok(()) } else { Err(SectorFault::Duplicate { entry: number, found, expected }) }
}

/// Checks all but the entries, and gives the list of exceptions.
fn check_frame(
    mut file: &File,
    format: SectorFormat,
    index: &SectorIndex,
) -> Result<Vec<(u32, i32)>, SectorFault> {
    let found = file.metadata().map_err(reading)?.len();
    let (header, entries) = (format.header(), index.entries());
    let list = header.len() as u64 + entries * format.entry_bytes() as u64;
    let length = |listed: i64| SectorFault::Length {
        found,
        entries,
        listed,
        expected: list.saturating_add(4).saturating_add(listed.unsigned_abs().saturating_mul(8)),
    };
    if found < list + 4 {
        return Err(length(0));
    }
    check_header(file, &header)?;
    file.seek(SeekFrom::Start(list)).map_err(reading)?;
    let mut number = [0; 4];
    file.read_exact(&mut number).map_err(reading)?;
    let listed = i32::from_le_bytes(number);
    let count = match u64::try_from(listed) {
        Ok(count) if count <= entries && found == list + 4 + 8 * count => count,
        _ => return Err(length(i64::from(listed))),
    };
    read_list(BufReader::new(file), count, entries)
}

fn check_header(mut file: &File, expected: &[u8]) -> Result<(), SectorFault> {
    if expected.is_empty() {
        return Ok(());
    }
    let mut found = [0; HEADER_LEN];
    file.read_exact(&mut found).map_err(reading)?;
    if found == expected {
        return Ok(());
    }
    let mut telling = [0; TELLING_LEN];
    telling.copy_from_slice(&found[..TELLING_LEN]);
    Err(SectorFault::Header { expected: ".sec2", found: telling })
}

fn read_list(mut bytes: impl Read, count: u64, entries: u64) -> Result<Vec<(u32, i32)>, SectorFault> {
    let mut list = Vec::new();
    let mut before = -1_i64;
    for number in 0..usize::try_from(count).unwrap_or(usize::MAX) {
        let mut pair = [[0; 4]; 2];
        for field in &mut pair {
            bytes.read_exact(field).map_err(reading)?;
        }
        let [entry, value] = pair.map(i32::from_le_bytes);
        match u32::try_from(entry) {
            Ok(place) if i64::from(entry) > before && u64::from(place) < entries => list.push((place, value)),
            _ => return Err(SectorFault::List { number, entry, before, entries }),
        }
        before = i64::from(entry);
    }
    Ok(list)
}
