//! Which tables a command reads: those of an extent of the game, or all that are there.

use std::fmt;

use anyhow::ensure;
use millwright_index::Subspace;
use millwright_rules::{Position, Rules};
use millwright_table::TableDirectory;

use crate::args::{DbArgs, ExtentArgs, RulesArgs};
use millwright_index::Extent;

/// Which tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// Those of so much of the game, and no others: the tables of more stones, or of other starts, share the directory.
    Extent(Extent),
    /// Every table that is there.
    Tables,
}

impl Coverage {
    /// What was typed. If it leaves that open: the whole game if it has been solved; else its movement phase
    /// if the number of stones was typed, and every table if it was not.
    pub(crate) fn of_game(extent: &ExtentArgs, rules: &RulesArgs, directory: &TableDirectory) -> Self {
        match extent.typed() {
            Some(extent) => Self::Extent(extent),
            None if is_solved(&rules.rules(), directory) => Self::Extent(Extent::Complete),
            None if rules.typed_stones().is_some() => Self::Extent(Extent::Movement),
            None => Self::Tables,
        }
    }

    /// The whole game if it has been solved, else every table.
    pub(crate) fn of_tables(rules: &Rules, directory: &TableDirectory) -> Self {
        if is_solved(rules, directory) { Self::Extent(Extent::Complete) } else { Self::Tables }
    }

    /// The subspaces it comprises, whether they have a table or not.
    pub(crate) fn subspaces(
        self,
        rules: &RulesArgs,
        db: &DbArgs,
        directory: &TableDirectory,
    ) -> anyhow::Result<Vec<Subspace>> {
        let subspaces = match self {
            Self::Extent(extent) => extent.graph(&rules.rules()).subspaces().collect(),
            Self::Tables => directory.contents()?.tables,
        };
        ensure!(
            !subspaces.is_empty(),
            "there are no tables in {}; {}make some with: {}",
            directory.path().display(),
            db.meant(),
            db.solve_command(Extent::Movement, rules.game(), 4, 4)
        );
        Ok(subspaces)
    }

    /// In words, for a game with these rules.
    pub(crate) fn describe(self, rules: &Rules) -> String {
        match self {
            Self::Extent(extent) => extent.describe(rules),
            Self::Tables => "every table that is there".to_owned(),
        }
    }
}

/// As in JSON: `movement`, `complete`, `extended 5`, `tables`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extent(extent) => extent.fmt(f),
            Self::Tables => f.write_str("tables"),
        }
    }
}

/// Whether the whole game has been solved: the empty board is solved last.
fn is_solved(rules: &Rules, directory: &TableDirectory) -> bool {
    directory.path_of(Subspace::of(&Position::start(rules))).exists()
}
