//! Why nothing was counted.

use std::path::PathBuf;

use millwright_index::Subspace;
use millwright_table::{ProbeError, TableError};
use millwright_walk::Ended;
use thiserror::Error;

/// Why there is no count. Which command makes what is missing is for whoever knows what was asked.
#[derive(Debug, Error)]
pub enum CensusError {
    /// A table is not there.
    #[error("the table of subspace {subspace} is missing: there is no {}", path.display())]
    Missing {
        /// Whose table.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// A table has statistics alone, or no depths.
    #[error("{}: the values have not been kept; solve with --keep tables", path.display())]
    Reduced {
        /// The table.
        path: PathBuf,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value is not known, or its table cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The values of a unit do not fit.
    #[error("subspace {subspace} takes {needed} bytes of memory, {limit} may be used")]
    Memory {
        /// Which subspace.
        subspace: Subspace,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes that may be used.
        limit: u64,
    },
    /// A move led to a subspace to which none should.
    #[error("a move leads from subspace {from} to {to}, which the rules do not have: please report this")]
    Strayed {
        /// From where.
        from: Subspace,
        /// To where.
        to: Subspace,
    },
    /// What can arise could not be put away.
    #[error("marks on positions could not be compressed in memory: {0}")]
    Pack(#[from] std::io::Error),
    /// What was found before is gone or damaged.
    #[error("what can arise in subspace {subspace} is no longer known: remove {} and count again", path.display())]
    Marks {
        /// Of which subspace.
        subspace: Subspace,
        /// The directory that has it.
        path: PathBuf,
    },
    /// The stop flag was raised.
    #[error("stopped before everything was counted")]
    Stopped,
}

/// What came of something that went to its end.
pub(crate) fn finished<F>(from: Subspace, ended: Ended<F>) -> Result<F, CensusError> {
    match ended {
        Ended::Done(found) => Ok(found),
        Ended::Stopped => Err(CensusError::Stopped),
        Ended::Strayed(to) => Err(CensusError::Strayed { from, to }),
    }
}
