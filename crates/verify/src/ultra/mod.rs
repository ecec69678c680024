//! Ultra tables: is every draw worth the best of the draws that can be moved to?
//!
//! # What is checked
//!
//! For every slot of an ultra table, duplicates included:
//!
//! - it has a value if and only if the table of plies says that it is drawn;
//! - its value, as what is gained over staying in the subspace for good, is the best over all moves to drawn positions
//!   of the successor's value seen from here ([`DrawValue::seen_from_parent`](millwright_ranks::DrawValue)),
//!   generalised depth included: more is better, a gain the sooner, a setback the later. Moves to decided positions
//!   lose and do not count. A drawn position without moves is a full board: it stays.
//!
//! And each value in the head must occur as often as it says, each orbit counted once. A successor counts as drawn if
//! its ultra table has a value for it. The check of that table says whether that is so.
//!
//! # Why looking one ply ahead is enough
//!
//! Suppose three things. The tables of plies are right. Every slot passes, of some ultra tables and of all that their
//! moves lead to. The ranks of a subspace and of its swap are opposite where play can stay ([`Ranks::check`]). *Then
//! every rank is the true one*: neither player can do better, whatever the other does.
//!
//! Units lead to units solved before, never back. So the ranks that the exits of a unit lead to may be taken as true.
//! If play cannot stay in the unit, no line of moves comes back to where it was, and the rest follows move by move. If
//! it can, the ranks are opposite: along a move inside the unit a value changes sides, and its depth grows by one. There:
//!
//! - *A gain is got.* A player has one, by k with depth d, and plays the best move. Then the opponent stands at a
//!   setback by k with depth d - 1. Whatever he does leads to a gain by more than k, or by k with a depth of d - 2 at
//!   most. Gains can grow only so often. There are finitely many depths, so they can fall only so often. Sooner or later
//!   somebody leaves the unit, and the gain is k or more. Positions in a circle cannot promise each other a gain: the
//!   depth of each would have to be less than that of the one before.
//! - *No more is got.* Let the opponent play his best moves. Then a position is never worth more to the player than the
//!   one before: his own moves lead to its value at most. If play leaves the unit, it does so for at most that value. If
//!   it stays for good, nothing is gained. So a position that is worth k > 0 or nothing is worth no more than that. Seen
//!   by the opponent, a setback is no smaller and no larger than it says.
//!
//! The depth is then the true one as well. Given the ranks, one player makes it as small and the other as large as he can
//! on the way out of the unit. By the same two arguments neither can do better than the stored depth.
//!
//! [`Ranks::check`]: millwright_ranks::Ranks::check

mod check;
mod grades;
mod sample;

use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::Ranks;
use millwright_table::{TableDirectory, Ultra};

use crate::error::VerifyError;
use crate::report::{UltraReport, UltraVerifyReport};
use crate::run::{Progress, VerifyOptions, check_that_all_are_there, verify_tables};

/// Verifies the ultra tables of some subspaces: every draw against the draws that its moves lead to, whose ultra tables
/// must be there too. What is drawn the tables of plies say; [`verify`](crate::verify()) tells whether they are right, and
/// the head of this module what follows if they are. As there, the report is the same for any number of threads.
///
/// **Memory**: two bytes for every slot of a subspace, of its swap and of all that captures and placing lead to, and one
/// more for each of its own.
///
/// # Errors
/// If a table or the ranks are missing, damaged, foreign or cannot be read, or the memory does not suffice. Wrong
/// values are no errors; they are in the report, and so are subspaces of which only statistics have been kept.
pub fn verify(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    options: &VerifyOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_, UltraReport>),
) -> Result<UltraVerifyReport, VerifyError> {
    if subspaces.is_empty() {
        return Ok(UltraVerifyReport::default());
    }
    check_that_all_are_there::<Ultra>(directory, subspaces)?;
    let ranks = read_ranks(directory, subspaces)?;
    verify_tables(&directory.ultra(&ranks), subspaces, options, progress)
}

/// The ranks by which the draws were told apart, if they are ranks for these subspaces.
fn read_ranks(directory: &TableDirectory, subspaces: &[Subspace]) -> Result<Ranks, VerifyError> {
    let path = directory.ranks_path();
    let Some(ranks) = directory.read_ranks()? else {
        return Err(VerifyError::NoRanks { path });
    };
    let graph = UnitGraph::closure(directory.rules(), subspaces.iter().copied());
    ranks.check(&graph).map_err(|source| VerifyError::Ranks { path, source })?;
    Ok(ranks)
}
