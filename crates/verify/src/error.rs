//! Why tables could not be verified: something other than a wrong value.

use std::path::PathBuf;

use millwright_index::Subspace;
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
