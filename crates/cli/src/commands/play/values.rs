//! What positions are worth in a game that is being played.

use std::sync::atomic::AtomicBool;

use millwright_rules::Position;
use millwright_solve::is_small;
use millwright_table::Tablebase;

use crate::args::{DbArgs, RulesArgs};
use crate::small_games::{self, Draws};
use crate::streams::Streams;

/// Chunks that are kept during a game.
const CACHE_BYTES: u64 = 256 << 20;

/// The tables of a game; where those of a small one are missing, they are solved when they are first needed.
pub(super) struct Values {
    tablebase: Tablebase,
    draws: Draws,
}

impl Values {
    /// Of the tables that are there. Opens nothing yet. Whether draws of small games are told apart is up to who plays.
    pub(super) fn new(rules: &RulesArgs, db: &DbArgs, draws: Draws) -> Self {
        Self { tablebase: Tablebase::new(db.directory(rules), CACHE_BYTES), draws }
    }

    /// The tablebase as it is.
    pub(super) fn known(&self) -> &Tablebase {
        &self.tablebase
    }

    /// The tablebase, with whatever can be known about a position and its moves.
    pub(super) fn about(&self, position: &Position, streams: &mut Streams) -> anyhow::Result<&Tablebase> {
        let is_new = self.tablebase.in_memory().is_none();
        if is_new && is_small(position) && !self.tablebase.survey(position)?.is_complete() {
            // Signals are not watched: at the prompt, Ctrl-C is to end the program.
            small_games::add(&self.tablebase, self.draws, &AtomicBool::new(false), streams)?;
        }
        Ok(&self.tablebase)
    }
}
