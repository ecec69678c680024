//! Why tables could not be verified: something other than a wrong value.

use std::path::PathBuf;

use millwright_index::Subspace;
use millwright_ranks::RankError;
use millwright_rules::Rules;
use millwright_table::{TableDirectory, TableError};
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A table that is to be verified is not there.
    #[error("the table of subspace {subspace} is missing: there is no {}; make it with: {command}", path.display())]
    Missing {
        /// Which subspace.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
        /// The command that makes it.
        command: String,
    },
    /// A table is not there that the moves of another lead to.
    #[error(
        "subspace {of} cannot be verified without subspace {subspace}, to which its moves lead: there is no {}; make it with: {command}",
        path.display()
    )]
    MissingSuccessor {
        /// Which subspace was to be verified.
        of: Subspace,
        /// Whose table is missing.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
        /// The command that makes it.
        command: String,
    },
    /// An ultra table is not there that is to be verified, or to which the moves of another lead.
    #[error(
        "the draws of subspace {of} cannot be verified without the ultra table of subspace {subspace}: there is no {}; make it with: {command}",
        path.display()
    )]
    MissingUltra {
        /// Which subspace was to be verified.
        of: Subspace,
        /// Whose ultra table is missing.
        subspace: Subspace,
        /// The file that would have it.
        path: PathBuf,
        /// The command that makes it.
        command: String,
    },
    /// There are ultra tables and no ranks.
    #[error(
        "nobody knows by which ranks the draws were told apart: there is no {}; tell them apart again with: {command} --force",
        path.display()
    )]
    NoRanks {
        /// The file that would have them.
        path: PathBuf,
        /// The command that tells draws apart.
        command: String,
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

/// The command that makes the table of a subspace.
pub(crate) fn command(directory: &TableDirectory, subspace: Subspace) -> String {
    let (game, rules) = (directory.name(), directory.rules());
    if !subspace.hands_are_empty() {
        return format!("millwright solve {game}");
    }
    let stones = if fits(rules, subspace) {
        String::new()
    } else {
        format!(" --stones {}", subspace.mover.max(subspace.other))
    };
    format!("millwright solve {game} --movement{stones}")
}

/// The command that makes the ultra table of a subspace, by the ranks of those that are there.
pub(crate) fn ultra_command(directory: &TableDirectory, subspace: Subspace) -> String {
    format!("{} --ultra --ranks {}", command(directory, subspace), directory.ranks_path().display())
}

/// Whether a game with the rules' own stones has the subspace.
fn fits(rules: &Rules, subspace: Subspace) -> bool {
    let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
    let within = |mover, other| subspace.mover <= mover && subspace.other <= other;
    within(white, black) || within(black, white)
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Game;
    use std::path::Path;

    #[test]
    fn the_command_is_the_shortest_that_makes_the_table() {
        let directory = TableDirectory::new(Path::new("db"), Game::Standard);
        let command = |text: &str| command(&directory, text.parse().unwrap());
        assert_eq!(command("4_3_0_0"), "millwright solve standard --movement");
        assert_eq!(command("4_10_0_0"), "millwright solve standard --movement --stones 10");
        assert_eq!(command("4_3_0_2"), "millwright solve standard");
    }
}
