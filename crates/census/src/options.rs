//! How to count, and how far it is.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::Subspace;

use crate::CensusError;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct CensusOptions<'a> {
    /// Raised when the work is no longer wanted.
    pub stop: &'a AtomicBool,
    /// The most bytes that may be in memory at once; `None` for no limit.
    pub memory: Option<u64>,
}

impl CensusOptions<'_> {
    pub(crate) fn check_stop(&self) -> Result<(), CensusError> {
        if self.stop.load(Ordering::Relaxed) { Err(CensusError::Stopped) } else { Ok(()) }
    }

    /// Whether so much memory may be used.
    pub(crate) fn check_memory(&self, subspace: Subspace, needed: u64) -> Result<(), CensusError> {
        match self.memory {
            Some(limit) if needed > limit => Err(CensusError::Memory { subspace, needed, limit }),
            _ => Ok(()),
        }
    }
}

/// What is told while counting.
#[derive(Debug)]
pub enum Progress {
    /// Another run has counted some, which is not done again.
    CountedBefore {
        /// Which.
        subspaces: Vec<Subspace>,
    },
    /// What is counted from now on cannot be kept for another run.
    Unkept {
        /// Where it would be.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A subspace begins.
    Started {
        /// Which.
        subspace: Subspace,
        /// How many slots it has.
        slots: u64,
    },
    /// More of its slots have been looked at.
    Looked {
        /// Which.
        subspace: Subspace,
        /// How many by now.
        slots: u64,
    },
    /// All of its slots have been counted.
    Finished {
        /// Which.
        subspace: Subspace,
    },
}
