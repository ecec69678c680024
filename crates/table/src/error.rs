//! What can be wrong with a table: the fault says what, the error says which file and what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::{Subspace, SubspaceError};
use millwright_ranks::SecvalError;
use thiserror::Error;

use crate::content::Content;
use crate::fingerprint::Fingerprint;
use crate::format::VERSION;

/// Something is wrong with a table file.
#[derive(Debug)]
pub struct TableError {
    /// Which file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: TableFault,
}

/// What kind of trouble it is, for callers that go on differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// There is no such file.
    Missing,
    /// The file is not, or no longer, what was once written.
    Damaged,
    /// A table, but not the one that was asked for.
    Foreign,
    /// The table has been reduced, and what was asked for is gone.
    Reduced,
    /// The system could not read or write.
    System,
    /// The system has no more open files or memory to give just now; later it may.
    Exhausted,
    /// The caller asked for something that makes no sense.
    Request,
}

impl TableError {
    pub(crate) fn new(path: &Path, fault: TableFault) -> Self {
        Self { path: path.to_owned(), fault }
    }

    /// What kind of trouble it is.
    #[must_use]
    pub fn trouble(&self) -> Trouble {
        self.fault.trouble()
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)?;
        match self.fault.advice() {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

// The fault is part of the message, so it is not told again as the source.
impl std::error::Error for TableError {}

/// What is wrong with a table, whichever file it is in.
#[derive(Debug, Error)]
pub enum TableFault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// A pipe, a device or a directory, which cannot be read as a table.
    #[error("this is no file")]
    NotAFile,
    /// Somebody else makes tables here.
    #[error("another solve or import is at work in this directory")]
    Busy,
    /// The system said no.
    #[error("cannot {doing}: {source}")]
    Io {
        /// What was to be done.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// An empty file.
    #[error("the file is empty")]
    Empty,
    /// The file ends before its head does.
    #[error("the file ends after {found} bytes, before the end of its head")]
    Truncated {
        /// Length of the file.
        found: u64,
    },
    /// Other bytes than a table begins with.
    #[error("this is no table")]
    NotATable,
    /// A version that this program does not know.
    #[error(
        "format version {found} is not supported (expected {VERSION}); solve again or use another millwright"
    )]
    Version {
        /// What the file says.
        found: u16,
    },
    /// Values of another kind, or of one that this program does not know.
    #[error("a table with values of kind {found} is not looked for here")]
    Metric {
        /// What the file says.
        found: u8,
    },
    /// The table holds less than what was asked for.
    #[error("the table has {found}")]
    Reduced {
        /// What it holds.
        found: Content,
    },
    /// The head has changed since it was written.
    #[error("the head is damaged: its hash is not the one stored")]
    HeadHash,
    /// The file is shorter or longer than its chunks.
    #[error("the file has {found} bytes, but its chunks end at {expected}")]
    Length {
        /// Length of the file.
        found: u64,
        /// What the head says.
        expected: u64,
    },
    /// A field is not what it must be.
    #[error("{what}: {found}, but it must be {expected}")]
    Contradiction {
        /// Which field.
        what: &'static str,
        /// What is there.
        found: u64,
        /// What should be there.
        expected: u64,
    },
    /// A field is out of range.
    #[error("{what}: {found}, which is out of range (at most {limit})")]
    Limit {
        /// Which field.
        what: &'static str,
        /// What is there.
        found: u64,
        /// The most that there can be.
        limit: u64,
    },
    /// The histogram ends with a depth that nothing has.
    #[error("no position has the depth that is said to be the deepest")]
    EmptyDeepest,
    /// Stone counts that no subspace has.
    #[error("no subspace: {0}")]
    NoSubspace(SubspaceError),
    /// A table of another game.
    #[error("the table is for the rules {found}, not {expected}")]
    OtherRules {
        /// Whose it is.
        found: Fingerprint,
        /// Whose it should be.
        expected: Fingerprint,
    },
    /// Draws told apart by other ranks.
    #[error("its draws were told apart by other rules or other ranks")]
    OtherRanks,
    /// A table of another subspace.
    #[error("the table is for the subspace {found}, not {expected}")]
    OtherSubspace {
        /// Whose it is.
        found: Subspace,
        /// Whose it should be.
        expected: Subspace,
    },
    /// A chunk has changed since it was written.
    #[error("chunk {chunk} is damaged: its checksum is not the one stored")]
    ChunkChecksum {
        /// Which chunk, from 0.
        chunk: usize,
    },
    /// A chunk has the right checksum and is still not what a chunk must be.
    #[error("chunk {chunk} does not decompress to {expected} bytes")]
    ChunkContent {
        /// Which chunk, from 0.
        chunk: usize,
        /// Its length before compression.
        expected: usize,
    },
    /// A slot holds something that is neither a draw nor a depth that the table has.
    #[error("slot {slot} holds the code {code}, which is neither a draw nor below {plies_below} plies")]
    Code {
        /// Which slot.
        slot: u64,
        /// What it holds, widened.
        code: u16,
        /// One more than the deepest value.
        plies_below: u16,
    },
    /// The values of draws are not ascending.
    #[error("the values of draws are not in order")]
    ValueOrder,
    /// A value of draws that nothing has.
    #[error("no position has one of the values that draws are said to have")]
    EmptyValue,
    /// A slot holds something that stands for no value.
    #[error("slot {slot} holds the code {code}, but there are {values} values")]
    UltraCode {
        /// Which slot.
        slot: u64,
        /// What it holds.
        code: u16,
        /// How many values there are.
        values: usize,
    },
    /// The file of ranks is not one.
    #[error("{0}")]
    Ranks(SecvalError),
    /// The slot of the longest value holds something else.
    #[error("slot {slot} is said to have the longest value, {expected} plies, but holds the code {code}")]
    Longest {
        /// Which slot.
        slot: u64,
        /// What it should hold.
        expected: u16,
        /// What it holds, widened.
        code: u16,
    },
    /// A slot that the subspace does not have.
    #[error("there is no slot {slot} among {slots}")]
    NoSlot {
        /// Which slot.
        slot: u64,
        /// How many there are.
        slots: u64,
    },
    /// A plane of the wrong length.
    #[error("a plane of {found} slots was given where the subspace has {slots}")]
    PlaneLength {
        /// Length of the plane.
        found: usize,
        /// Slots of the subspace.
        slots: u64,
    },
    /// Values too deep for one byte were asked for in one byte.
    #[error("values go up to {deepest} plies, which does not fit in one byte")]
    TooDeep {
        /// The deepest value.
        deepest: u16,
    },
    /// A compression level that is not offered.
    #[error("there is no compression level {found}; levels go from 1 to 19")]
    Level {
        /// What was asked for.
        found: i32,
    },
}

/// What the system says while a file is being written.
impl From<io::Error> for TableFault {
    fn from(source: io::Error) -> Self {
        Self::Io { doing: "write it", source }
    }
}

impl TableFault {
    /// What kind of trouble it is.
    #[must_use]
    pub fn trouble(&self) -> Trouble {
        match self {
            Self::Missing => Trouble::Missing,
            Self::Io { source, .. } if is_exhausted(source) => Trouble::Exhausted,
            Self::Io { .. } | Self::Busy => Trouble::System,
            Self::OtherRules { .. }
            | Self::OtherRanks
            | Self::OtherSubspace { .. }
            | Self::Version { .. }
            | Self::Metric { .. } => Trouble::Foreign,
            Self::Reduced { .. } => Trouble::Reduced,
            Self::NoSlot { .. } | Self::PlaneLength { .. } | Self::TooDeep { .. } | Self::Level { .. } => {
                Trouble::Request
            }
            Self::NotAFile
            | Self::Empty
            | Self::Truncated { .. }
            | Self::NotATable
            | Self::HeadHash
            | Self::Length { .. }
            | Self::Contradiction { .. }
            | Self::Limit { .. }
            | Self::EmptyDeepest
            | Self::NoSubspace(_)
            | Self::ChunkChecksum { .. }
            | Self::ChunkContent { .. }
            | Self::Code { .. }
            | Self::ValueOrder
            | Self::EmptyValue
            | Self::UltraCode { .. }
            | Self::Ranks(_)
            | Self::Longest { .. } => Trouble::Damaged,
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> Option<&'static str> {
        if let Self::Io { source, .. } = self {
            return match source.kind() {
                _ if is_exhausted(source) => {
                    Some("allow more open files (ulimit -n) or more memory, or ask for less at a time")
                }
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    Some("free some space or choose another directory, then run the same command again")
                }
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    Some("allow access to it or choose another directory")
                }
                io::ErrorKind::NotFound => Some("make the directory first"),
                _ => None,
            };
        }
        match (self, self.trouble()) {
            (Self::Busy, _) => Some("wait for it or stop it first"),
            (Self::Version { .. }, _) => Some("solve again with --force, or use the millwright that made it"),
            (_, Trouble::Reduced) => Some("solve again with --keep tables"),
            (_, Trouble::Missing) => Some("solve it first, or choose the directory that has it"),
            (_, Trouble::Damaged) => Some("delete it or run solve with --force"),
            (_, Trouble::Foreign) => Some("put it where it belongs, delete it, or run solve with --force"),
            _ => None,
        }
    }
}

/// Whether the system refused because the process, or all of them, have too many files open or no memory is left.
fn is_exhausted(error: &io::Error) -> bool {
    /// The numbers of `ENFILE` and `EMFILE`, the same on all systems of the Unix family; there is no kind for them.
    const TOO_MANY_FILES: [i32; 2] = [23, 24];
    let is_files = |number: i32| cfg!(unix) && TOO_MANY_FILES.contains(&number);
    error.kind() == io::ErrorKind::OutOfMemory || error.raw_os_error().is_some_and(is_files)
}
