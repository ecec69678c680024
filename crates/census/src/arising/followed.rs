//! What a run has found about single positions.

use millwright_index::{Subspace, Unit, UnitIndex};
use millwright_rules::{Position, Rules};
use millwright_table::TableDirectory;

use super::journal::Found;
use super::packed::Packed;
use super::{ANY, KEEPING, open_all};
use crate::CensusError;
use crate::values::hash_of;

/// How a position can arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arises {
    /// By no play at all.
    Never,
    /// Only after somebody gave away his result.
    ByMistakes,
    /// Even if nobody does.
    Keeping,
}

/// How single positions can arise, as a run has found.
pub struct Followed<'a> {
    found: Found<'a>,
    /// What is marked in the subspace that was asked about last.
    last: Option<(Subspace, Packed)>,
}

impl<'a> Followed<'a> {
    /// What was found of a game.
    ///
    /// # Errors
    /// If a table is missing, damaged or reduced.
    pub fn open(directory: &'a TableDirectory, rules: &Rules) -> Result<Self, CensusError> {
        let tables = hash_of(&open_all(directory, rules)?);
        Ok(Self { found: Found::read(directory, rules, &tables), last: None })
    }

    /// How a position can arise, in its colours or, once all stones are placed, in the others; `None` if the game has not been
    /// followed so far, or nothing could be kept.
    ///
    /// # Errors
    /// If what was found is damaged, or memory cannot be had.
    pub fn arises(&mut self, position: &Position) -> Result<Option<Arises>, CensusError> {
        let subspace = Subspace::of(position);
        if self.last.as_ref().is_none_or(|(last, _)| *last != subspace) {
            self.last = self.found.marks(subspace)?.map(|marks| (subspace, marks));
        }
        let Some((_, marks)) = &self.last else { return Ok(None) };
        let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(position);
        let bits = marks.at(slot.0)?.unwrap_or(0);
        Ok(Some(match (bits & ANY != 0, bits & KEEPING != 0) {
            (_, true) => Arises::Keeping,
            (true, false) => Arises::ByMistakes,
            (false, false) => Arises::Never,
        }))
    }
}
