//! What can be wrong with the files of Malom.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use millwright_rules::Symmetry;
use thiserror::Error;

/// Something is wrong with a file.
#[derive(Debug)]
pub struct SectorError {
    /// Which file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: SectorFault,
}

impl SectorError {
    pub(crate) fn new(path: &Path, fault: SectorFault) -> Self {
        Self { path: path.to_owned(), fault }
    }
}

impl fmt::Display for SectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

// The fault is part of the message, so it is not told again as the source.
impl std::error::Error for SectorError {}

/// What is wrong with a file, whichever it is.
#[derive(Debug, Error)]
pub enum SectorFault {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// A pipe, a device or a directory.
    #[error("this is no file")]
    NotAFile,
    /// The system said no.
    #[error("cannot {doing}: {source}")]
    Io {
        /// What was to be done.
        doing: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// Not the header that such a file has.
    #[error("the header is not that of a {expected} file: {found:02x?}")]
    Header {
        /// What was expected.
        expected: &'static str,
        /// The bytes that tell: the first thirteen.
        found: [u8; 13],
    },
    /// The file is shorter or longer than its entries and its list.
    #[error(
        "the file has {found} bytes, but with {entries} entries and {listed} exceptions it has {expected}"
    )]
    Length {
        /// Length of the file.
        found: u64,
        /// Entries of the subspace.
        entries: u64,
        /// Exceptions that it says it has.
        listed: i64,
        /// The length that it should have.
        expected: u64,
    },
    /// The list of exceptions is not in order, or names entries that there are not.
    #[error("exception {number} is for entry {entry}, which is not after {before} and below {entries}")]
    List {
        /// Its number, from 0.
        number: usize,
        /// The entry that it is for.
        entry: i32,
        /// The entry of the exception before it; -1 for the first.
        before: i64,
        /// Entries of the subspace.
        entries: u64,
    },
    /// An exception for an entry that does not refer to the list.
    #[error("there is an exception for entry {entry}, which does not refer to the list")]
    Unused {
        /// Which.
        entry: u64,
    },
    /// An entry that makes no sense.
    #[error("entry {entry}: {fault}")]
    Entry {
        /// Which.
        entry: u64,
        /// What is wrong with it.
        fault: EntryFault,
    },
    /// An entry that is a duplicate and should not be, or the other way round.
    #[error("entry {entry} {}, but by the numbering it {}", describe(*found), describe(*expected))]
    Duplicate {
        /// Which.
        entry: u64,
        /// The symmetry that it has, if it is a duplicate.
        found: Option<Symmetry>,
        /// The symmetry that it should have.
        expected: Option<Symmetry>,
    },
}

fn describe(symmetry: Option<Symmetry>) -> String {
    match symmetry {
        None => "stands for its orbit".to_owned(),
        Some(symmetry) => format!("is a duplicate by symmetry {}", symmetry.number()),
    }
}

/// What the system says while a file is being written.
impl From<io::Error> for SectorFault {
    fn from(source: io::Error) -> Self {
        Self::Io { doing: "write it", source }
    }
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryFault {
    /// A rank beyond the bits that there are.
    #[error("the relative rank {relative} does not fit: the largest is {largest}")]
    Rank {
        /// The rank.
        relative: i32,
        /// The largest that fits.
        largest: i32,
    },
    /// A decided entry with the rank of a draw that stays.
    #[error("a decided entry has the relative rank 0")]
    ZeroRank,
    /// A residual count beyond all measure.
    #[error("the residual count {residual} does not fit")]
    Residual {
        /// The count.
        residual: u32,
    },
    /// A strong file has wins at odd plies and losses at even ones, and nothing else.
    #[error("rank {relative} in {depth} plies is neither a win in an odd number nor a loss in an even one")]
    NotStrong {
        /// The rank.
        relative: i32,
        /// The plies.
        depth: i32,
    },
    /// A duplicate by the symmetry that does nothing.
    #[error("a duplicate by the identity is itself")]
    IdentityDuplicate,
    /// A draw that stays, with a depth that is neither a residual count nor a symmetry.
    #[error("{depth} is neither a residual count nor a symmetry")]
    Depth {
        /// What is there.
        depth: i32,
    },
    /// It refers to the list of exceptions, and the list does not have it.
    #[error("it refers to the list of exceptions, which does not have it")]
    NotListed,
    /// More bits than an entry has.
    #[error("{bits:#x} has more bits than an entry")]
    Bits {
        /// The bits.
        bits: u32,
    },
}
