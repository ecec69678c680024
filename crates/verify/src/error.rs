//! Why tables could not be verified: something other than a wrong value.

use std::path::PathBuf;

use millwright_index::Subspace;
use millwright_ranks::RankError;
use millwright_table::TableError;
use thiserror::Error;

/// Why there is no report. Which command makes what is missing is for whoever knows what was asked.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A table that is to be verified is not there.
    #[error("the table of subspace {subspace} is missing: there is no {}", path.display())]
    Missing {
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// A table is not there that the moves of another lead to.
    #[error(
        "subspace {of} cannot be verified without subspace {subspace}, to which its moves lead: there is no {}",
        path.display()
    )]
    MissingSuccessor {
        /// Which subspace was to be verified.
        of: Subspace,
        /// Whose table is missing.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// An ultra table is not there that is to be verified, or to which the moves of another lead.
    #[error(
        "the draws of subspace {of} cannot be verified without the ultra table of subspace {subspace}: there is no {}",
        path.display()
    )]
    MissingUltra {
        /// Which subspace was to be verified.
        of: Subspace,
        /// Whose ultra table is missing.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
    },
    /// There are ultra tables and no ranks.
    #[error(
        "nobody knows by which ranks the draws were told apart: there is no {}; tell them apart again with solve --ultra --force",
        path.display()
    )]
    NoRanks {
        /// The file that would have them.
        path: PathBuf,
    },
    /// Ranks that are not those of the game.
    #[error("{}: {source}", path.display())]
    Ranks {
        /// The file that has them.
        path: PathBuf,
        /// What is wrong with them.
        source: RankError,
    },
    /// An ultra table by other ranks.
    #[error(
        "{}: its draws were told apart by other rules or other ranks than those in {}; tell them apart again with solve --ultra --force, or put back their ranks",
        path.display(),
        ranks.display()
    )]
    OtherRanks {
        /// The ultra table.
        path: PathBuf,
        /// The file that has the ranks.
        ranks: PathBuf,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// More memory than may be used.
    #[error(
        "verifying subspace {subspace} needs {needed} bytes of memory, but only {limit} may be used; allow more or take a sample"
    )]
    Memory {
        /// Which subspace.
        subspace: Subspace,
        /// What it takes.
        needed: u64,
        /// What may be used.
        limit: u64,
    },
    /// The move generator and the numbers of stones contradict each other: a fault of this program.
    #[error(
        "a move leads from subspace {from} to {to}, which the numbers of stones exclude; please report this"
    )]
    Strayed {
        /// Where the move begins.
        from: Subspace,
        /// Where it leads.
        to: Subspace,
    },
}
