//! How forgiving positions are: how many of their moves keep what they are worth.

mod kept;

use std::collections::{BTreeMap, BTreeSet};

use millwright_index::{Subspace, Unit};
use millwright_rules::Rules;
use millwright_table::{Outcome, TableDirectory};
use millwright_walk::{Asker, Keyed, MovesByGrade, Planes, Tally, bytes_needed, reaches, wanted};
use serde::{Deserialize, Serialize};

use self::kept::Kept;
use crate::error::finished;
use crate::values::Opened;
use crate::{CensusError, CensusOptions, Progress};

/// Positions of one worth, up to symmetry, by how many of their moves keep it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeping {
    /// At place n, how many positions have n moves that keep what they are worth.
    pub positions: Vec<u64>,
    /// Moves of all of them.
    pub moves: u64,
    /// Those after which the mover has lost.
    pub losing: u64,
}

impl Keeping {
    /// How many positions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.positions.iter().sum()
    }

    /// Those in which one move alone keeps what they are worth.
    #[must_use]
    pub fn only_move(&self) -> u64 {
        self.positions.get(1).copied().unwrap_or(0)
    }

    /// Moves that keep what the positions are worth.
    #[must_use]
    pub fn keeping_moves(&self) -> u64 {
        (0..).zip(&self.positions).map(|(moves, positions): (u64, &u64)| moves * positions).sum()
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.positions.resize(self.positions.len().max(other.positions.len()), 0);
        self.positions.iter_mut().zip(&other.positions).for_each(|(sum, more)| *sum += more);
        self.moves += other.moves;
        self.losing += other.losing;
    }

    fn count(&mut self, moves: OfPosition) {
        if self.positions.len() <= moves.keeping {
            self.positions.resize(moves.keeping + 1, 0);
        }
        self.positions[moves.keeping] += 1;
        self.moves += moves.moves;
        self.losing += moves.losing;
    }
}

/// The moves of one position.
#[derive(Clone, Copy)]
struct OfPosition {
    moves: u64,
    keeping: usize,
    losing: u64,
}

/// What is counted over a subspace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Won positions.
    pub won: Keeping,
    /// Drawn ones. One whose game is over, on a full board, has no move.
    pub drawn: Keeping,
    /// Lost ones: no move keeps anything.
    pub lost: u64,
}

impl Choice {
    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.won.add(&other.won);
        self.drawn.add(&other.drawn);
        self.lost += other.lost;
    }
}

/// Counts over some subspaces, whose tables must be there with all that their moves lead to. Work is done in the current
/// thread pool. What is counted is kept beside the tables, and not counted again as long as these are the same; where it cannot be
/// kept, `progress` hears why.
///
/// # Errors
/// If a table is missing, damaged or reduced, the memory does not suffice, or the stop flag was raised.
pub fn count(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    options: &CensusOptions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<BTreeMap<Subspace, Choice>, CensusError> {
    // What is missing is better known before hours of work than after.
    let opened = Opened::new(directory, subspaces.iter().copied())?;
    let mut run = Run { rules: directory.rules(), options, progress, kept: Some(Kept::read(directory)) };
    let mut counted = run.counted_before(&opened, subspaces);
    let mut by_unit: BTreeMap<((u8, u8), Unit), Vec<Subspace>> = BTreeMap::new();
    for &subspace in subspaces.iter().filter(|subspace| !counted.contains_key(subspace)) {
        let unit = Unit::of(subspace);
        by_unit.entry((unit.order(), unit)).or_default().push(subspace);
    }
    for of_unit in by_unit.into_values() {
        let opened = Opened::new(directory, of_unit.iter().copied())?;
        counted.extend(run.unit(&opened, &of_unit)?);
    }
    Ok(counted)
}

struct Run<'a> {
    rules: &'a Rules,
    options: &'a CensusOptions<'a>,
    progress: &'a mut dyn FnMut(Progress),
    /// Where what is counted is kept, if it can be.
    kept: Option<Kept<'a>>,
}

impl Run<'_> {
    /// What need not be counted again.
    fn counted_before(&mut self, opened: &Opened, subspaces: &[Subspace]) -> BTreeMap<Subspace, Choice> {
        let of = |&subspace: &Subspace| {
            let choice = self.kept.as_ref()?.of(subspace, &opened.hash_around(self.rules, subspace))?;
            Some((subspace, choice.clone()))
        };
        let counted: BTreeMap<Subspace, Choice> = subspaces.iter().filter_map(of).collect();
        if !counted.is_empty() {
            (self.progress)(Progress::CountedBefore { subspaces: counted.keys().copied().collect() });
        }
        counted
    }

    fn unit(
        &mut self,
        opened: &Opened,
        subspaces: &[Subspace],
    ) -> Result<Vec<(Subspace, Choice)>, CensusError> {
        let mut choices = Vec::new();
        let mut planes = Planes::new();
        for &subspace in subspaces {
            self.options.check_stop()?;
            (self.progress)(Progress::Started { subspace, slots: opened.table(subspace).slots() });
            let reaches = reaches(self.rules, subspace);
            let wanted: BTreeSet<Keyed> = wanted(subspace, &reaches);
            self.options.check_memory(subspace, bytes_needed(&wanted, 1))?;
            opened.load(&mut planes, &wanted, grade)?;
            let tally = Tally::new(self.rules, subspace, &reaches, &planes, LOSS);
            let mut looked = |slots| (self.progress)(Progress::Looked { subspace, slots });
            let choice = finished(subspace, tally.run(&Counter, self.options.stop, &mut looked))?;
            self.keep(opened, subspace, &choice);
            choices.push((subspace, choice));
            (self.progress)(Progress::Finished { subspace });
        }
        Ok(choices)
    }

    /// Keeps what was counted of a subspace.
    fn keep(&mut self, opened: &Opened, subspace: Subspace, choice: &Choice) {
        if let Some(kept) = &mut self.kept
            && let Err(source) = kept.keep(subspace, opened.hash_around(self.rules, subspace), choice.clone())
        {
            (self.progress)(Progress::Unkept { path: kept.path().to_owned(), source });
            self.kept = None;
        }
    }
}

/// What positions are worth, as they are counted.
const DRAW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;

const fn grade(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => DRAW,
        Outcome::Win => WIN,
        Outcome::Loss => LOSS,
    }
}

/// Counts the moves of every position.
struct Counter;

impl Asker for Counter {
    type Found = Choice;

    fn nothing(&self) -> Choice {
        Choice::default()
    }

    #[inline]
    fn asks(&self, value: u8) -> bool {
        value != LOSS
    }

    #[inline]
    fn pass(&self, _value: u8, choice: &mut Choice) {
        choice.lost += 1;
    }

    #[inline]
    fn hear(&self, value: u8, moves: MovesByGrade, choice: &mut Choice) {
        let [to_draws, to_wins, to_losses] = moves;
        let (of_worth, keeping) =
            if value == WIN { (&mut choice.won, to_losses) } else { (&mut choice.drawn, to_draws) };
        of_worth.count(OfPosition {
            moves: moves.iter().map(|&moves| u64::from(moves)).sum(),
            keeping: keeping as usize,
            losing: to_wins.into(),
        });
    }

    fn append(&self, choice: &mut Choice, later: Choice) {
        choice.add(&later);
    }
}
