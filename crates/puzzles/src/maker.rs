//! Puzzles, drawn from tables.

use std::collections::{BTreeSet, HashSet};

use millwright_index::{Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_play::Random;
use millwright_rules::{Color, Position, Rules};
use millwright_table::{ProbeError, Survey, Tablebase, turn_in};
use rayon::prelude::*;
use thiserror::Error;

use crate::difficulty::{Difficulty, Level};
use crate::puzzle::Puzzle;
use crate::theme::Theme;

/// Makes puzzles of one theme, one batch of positions after the other.
#[derive(Debug)]
pub struct Maker<'a> {
    tablebase: &'a Tablebase,
    rules: Rules,
    theme: Theme,
    level: Option<Level>,
    /// Those that have values; each is as likely to be drawn from.
    subspaces: Vec<Subspace>,
    random: Random,
    /// What was made, up to symmetry and colour.
    seen: HashSet<Position>,
}

/// Why there are no puzzles.
#[derive(Debug, Error)]
pub enum MakerError {
    /// There is nothing to draw from.
    #[error("no table of this game has values")]
    NoTables,
    /// A table cannot be used.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

impl<'a> Maker<'a> {
    /// Draws from what a tablebase knows of a game with its stones: tables on disk, and what was solved in memory. With a level, only
    /// puzzles as hard as that.
    ///
    /// # Errors
    /// If nothing is known, or the directory cannot be read.
    pub fn new(
        tablebase: &'a Tablebase,
        rules: &Rules,
        (theme, level): (Theme, Option<Level>),
        seed: u64,
    ) -> Result<Self, MakerError> {
        let contents = tablebase.directory().contents().map_err(ProbeError::from)?;
        let on_disk: BTreeSet<Subspace> = contents.tables.into_iter().collect();
        let is_known = |subspace: &Subspace| on_disk.contains(subspace) || tablebase.asks_memory(*subspace);
        let subspaces: Vec<Subspace> = UnitGraph::complete(rules).subspaces().filter(is_known).collect();
        if subspaces.is_empty() {
            return Err(MakerError::NoTables);
        }
        // Each theme draws positions of its own: the same seed does not make one position a puzzle of two.
        let random = Random::from_seed(seed.wrapping_mul(Theme::ALL.len() as u64).wrapping_add(theme as u64));
        Ok(Self { tablebase, rules: *rules, theme, level, subspaces, random, seen: HashSet::new() })
    }

    /// Draws so many positions and gives the puzzles among them that were not made before.
    ///
    /// **Complexity**: a probe for each position and each of its moves, by all threads; ten thousand positions searched for
    /// each puzzle.
    ///
    /// # Errors
    /// If a table cannot be used.
    pub fn draw(&mut self, positions: usize) -> Result<Vec<Puzzle>, MakerError> {
        let drawn: Vec<Position> = (0..positions).filter_map(|_| self.position()).collect();
        let surveys = self.tablebase.surveys(&drawn)?;
        let mut found = Vec::new();
        for (position, survey) in drawn.into_iter().zip(surveys) {
            if let Some(solution) = self.theme.solution(&survey)
                && self.seen.insert(up_to_symmetry_and_colour(&position))
            {
                found.push((position, survey, solution));
            }
        }
        let rate = |(position, survey, solution): (Position, Survey, _)| {
            let value = survey.value?;
            let difficulty = Difficulty::of(&self.rules, &position, &survey, solution);
            Some(Puzzle { position, theme: self.theme, solution, value, difficulty, survey })
        };
        let is_wanted = |puzzle: &Puzzle| self.level.is_none_or(|level| puzzle.difficulty.level() == level);
        Ok(found.into_par_iter().filter_map(rate).filter(is_wanted).collect())
    }

    /// A position of some subspace, any of them being as likely as every other; `None` where it is none of the game.
    fn position(&mut self) -> Option<Position> {
        let subspace = self.subspaces[self.random.below(self.subspaces.len())];
        let unit = Unit::of(subspace);
        let index = UnitIndex::new(unit);
        let slot = Slot(self.random.below_u64(index.slots()));
        let drawn = index.position_of(unit.plane_of(subspace), slot);
        let turn = turn_in(subspace, &self.rules);
        let position = Position::from_sides_unchecked(drawn.mover(), drawn.other(), turn);
        position.setup().check(&self.rules).is_ok().then_some(position)
    }
}

/// What sixteen boards and two colours share.
fn up_to_symmetry_and_colour(position: &Position) -> Position {
    Position::from_sides_unchecked(position.mover(), position.other(), Color::White).canonical().0
}
