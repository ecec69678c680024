//! Gasser's proof: the value of a game from a few tables of its movement phase (Solving Nine Men's Morris, section 5).
//!
//! Two searches of the whole opening answer yes or no. *White at least draws*: whatever is not in the tables counts as lost
//! for White. *White at most draws*: it counts as won for him. If both are proved, the game is a draw. A bit says of each
//! position of a table whether it is good enough, so that the tables that matter fit in memory.

mod book;
mod claim_table;
mod outcome_bits;
mod prover;

pub use book::{BookError, OpeningBook};
pub use outcome_bits::{BitsError, OutcomeBits};
pub use prover::{Leaves, ProofProgress, Prover, ProverOptions, TableLeaves};

use millwright_rules::Color;
use millwright_table::Outcome;

/// What is to be proved about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// White wins or draws.
    WhiteAtLeastDraws,
    /// Black wins or draws.
    WhiteAtMostDraws,
}

impl Claim {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::WhiteAtLeastDraws, Self::WhiteAtMostDraws];

    /// The player who does not lose if it is true.
    #[must_use]
    pub const fn holder(self) -> Color {
        match self {
            Self::WhiteAtLeastDraws => Color::White,
            Self::WhiteAtMostDraws => Color::Black,
        }
    }

    /// The claim that a player does not lose.
    #[must_use]
    pub const fn of_holder(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteAtLeastDraws,
            Color::Black => Self::WhiteAtMostDraws,
        }
    }

    /// In words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WhiteAtLeastDraws => "White at least draws",
            Self::WhiteAtMostDraws => "White at most draws",
        }
    }

    /// Whether an outcome for the player to move fulfils it.
    pub(crate) fn is_fulfilled(self, outcome: Outcome, turn: Color) -> bool {
        let unwanted = if turn == self.holder() { Outcome::Loss } else { Outcome::Win };
        outcome != unwanted
    }
}

/// What a search for one claim has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visited {
    /// Positions of the intermediate ply of which the claim was proved.
    pub proved: u64,
    /// Positions of the intermediate ply of which it could not be proved.
    pub not_proved: u64,
}
