//! What was counted over positions and their moves: which of them can arise, and how forgiving they are.

use std::collections::BTreeMap;

use millwright_index::Subspace;
use millwright_rules::{Game, Rules};
use serde::Deserialize;

use crate::results::Counts;

/// Which positions of a whole game can arise from the empty board.
#[derive(Debug)]
pub(crate) struct Arising {
    pub(crate) game: Game,
    pub(crate) rules: Rules,
    pub(crate) subspaces: BTreeMap<Subspace, ArisingCounts>,
    pub(crate) total: ArisingCounts,
}

/// Positions up to symmetry.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct ArisingCounts {
    /// All.
    pub(crate) all: Counts,
    /// Those that can arise by any play.
    pub(crate) any: Counts,
    /// Those that can if nobody gives away his result.
    pub(crate) keeping: Counts,
}

impl ArisingCounts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.all.add(&other.all);
        self.any.add(&other.any);
        self.keeping.add(&other.keeping);
    }

    /// What cannot be; `None` if all can.
    pub(crate) fn trouble(&self) -> Option<String> {
        let parts = [&self.all, &self.any, &self.keeping];
        let sums = parts.into_iter().find_map(Counts::trouble);
        let [all, any, keeping] = parts.map(|counts| counts.positions);
        let too_many = (any > all || keeping > any).then(|| {
            format!("of {all} positions {any} can arise, {keeping} if nobody gives away his result")
        });
        sums.or(too_many)
    }
}

/// How many moves keep what the positions of a game are worth.
#[derive(Debug)]
pub(crate) struct Choices {
    pub(crate) game: Game,
    pub(crate) rules: Rules,
    pub(crate) subspaces: BTreeMap<Subspace, Choice>,
    pub(crate) total: Choice,
}

/// The won and the drawn positions.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Choice {
    pub(crate) win: OfWorth,
    pub(crate) draw: OfWorth,
}

/// Positions of one worth.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct OfWorth {
    pub(crate) positions: u64,
    /// Those in which one move alone keeps it.
    pub(crate) only_move: u64,
    /// All moves of them.
    pub(crate) moves: u64,
    /// Those that keep it.
    pub(crate) keeping: u64,
    /// Those that lose.
    pub(crate) losing: u64,
}

impl OfWorth {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.only_move += other.only_move;
        self.moves += other.moves;
        self.keeping += other.keeping;
        self.losing += other.losing;
    }

    fn trouble(&self) -> Option<String> {
        let Self { positions, only_move, moves, keeping, losing } = *self;
        let wrong = only_move > positions || keeping > moves || losing > moves - keeping.min(moves);
        wrong
            .then(|| format!("{only_move} of {positions} positions, {keeping} and {losing} of {moves} moves"))
    }
}

impl Choice {
    pub(crate) fn add(&mut self, other: &Self) {
        self.win.add(&other.win);
        self.draw.add(&other.draw);
    }

    /// What cannot be; `None` if all can.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.win.trouble().or_else(|| self.draw.trouble())
    }
}
