//! What is listed about a position.

use millwright_index::Slot;
use millwright_ranks::Rank;
use millwright_rules::PointSet;
use millwright_table::Outcome;

/// One position that stands for its orbit, and what is listed about it. Whoever is to move and what is in hand is the same for
/// all of a subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Where it is in its table.
    pub slot: Slot,
    /// The mover's stones.
    pub mover: PointSet,
    /// The other's stones.
    pub other: PointSet,
    /// For the player to move.
    pub outcome: Outcome,
    /// To the end; `None` for a draw, and where they have not been kept.
    pub plies: Option<u16>,
    /// What a draw is worth to the player to move, where draws have been told apart.
    pub rank: Option<Rank>,
    /// Its moves, if they are listed.
    pub choice: Option<Choice>,
}

/// The moves of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Legal moves.
    pub moves: u16,
    /// Those that keep the outcome: win, draw or loss, however long it takes.
    pub keeping: u16,
}

impl Choice {
    /// Whether one move alone keeps the outcome, and there are others.
    #[must_use]
    pub const fn is_only_move(self) -> bool {
        self.keeping == 1 && self.moves > 1
    }
}

/// Which columns there are: position, value, plies and rank always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// No more.
    Values,
    /// The moves and those that keep the outcome, too.
    Moves,
}
