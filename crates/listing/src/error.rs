//! Why positions cannot be listed.

use std::io;
use std::path::PathBuf;

use millwright_index::Subspace;
use millwright_table::{TableError, Trouble};
use thiserror::Error;

/// Why positions cannot be listed.
#[derive(Debug, Error)]
pub enum ListingError {
    /// The table of the subspace is not there.
    #[error("the table of subspace {subspace} is missing: there is no {}", path.display())]
    Missing {
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// Its table has been reduced to statistics.
    #[error("the values of subspace {subspace} have not been kept: {} has statistics only", path.display())]
    NoValues {
        /// Which subspace.
        subspace: Subspace,
        /// The file that had them.
        path: PathBuf,
    },
    /// Its table has been reduced to outcomes, and plies are asked for.
    #[error(
        "the plies of subspace {subspace} have not been kept: {} has win, draw and loss only",
        path.display()
    )]
    NoPlies {
        /// Which subspace.
        subspace: Subspace,
        /// The file that had them.
        path: PathBuf,
    },
    /// A rank is asked for, and draws have not been told apart.
    #[error("the draws of subspace {subspace} have not been told apart: there is no {}", path.display())]
    NoRanks {
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have the ranks.
        path: PathBuf,
    },
    /// A rank is asked for, and the ultra table has been reduced to statistics.
    #[error("the ranks of subspace {subspace} have not been kept: {} has statistics only", path.display())]
    RanksDropped {
        /// Which subspace.
        subspace: Subspace,
        /// The file that had them.
        path: PathBuf,
    },
    /// It takes more memory than there is.
    #[error("this takes {needed} bytes of memory, but only {available} are available")]
    Memory {
        /// What it takes.
        needed: u64,
        /// What can be had.
        available: u64,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What was listed cannot be written.
    #[error("cannot write the positions: {0}")]
    Write(#[from] io::Error),
    /// Somebody asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

impl ListingError {
    /// The subspace of a table that has less than it takes; `None` if that is not what is wrong.
    #[must_use]
    pub const fn lacking(&self) -> Option<Subspace> {
        match self {
            Self::Missing { subspace, .. }
            | Self::NoValues { subspace, .. }
            | Self::NoPlies { subspace, .. }
            | Self::NoRanks { subspace, .. }
            | Self::RanksDropped { subspace, .. } => Some(*subspace),
            Self::Memory { .. } | Self::Table(_) | Self::Write(_) | Self::Stopped => None,
        }
    }

    /// Of a table that cannot be opened or has no values.
    pub(crate) fn of_table(subspace: Subspace, error: TableError) -> Self {
        match error.trouble() {
            Trouble::Missing => Self::Missing { subspace, path: error.path },
            Trouble::Reduced => Self::NoValues { subspace, path: error.path },
            _ => Self::Table(error),
        }
    }
}
