//! Games as they are written down, and back.

use millwright_rules::notation::{
    Form, GameResult, MoveList, NotationError, Pgn, PgnMove, TagName, variant_of_game, write_position,
};
use millwright_rules::{Position, SetupError};
use thiserror::Error;

use crate::end::End;
use crate::illegal::IllegalTurn;
use crate::play::Play;

/// Why something written down is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// A tag is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It begins with something that is no position of the game.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// A move is not legal.
    #[error("ply {ply}, in {before}: {illegal}")]
    Illegal {
        /// Which move, counted from 1.
        ply: usize,
        /// The position before it, in the short form.
        before: Position,
        /// The rule that it breaks.
        illegal: IllegalTurn,
    },
}

impl Play {
    /// The game with the tags that tell which game it is, where it begins and how it ended. Those that a game has always
    /// are there too, unknown.
    #[must_use]
    pub fn pgn(&self) -> Pgn {
        let mut pgn = Pgn::default();
        for (name, unknown) in [
            (TagName::EVENT, "?"),
            (TagName::SITE, "?"),
            (TagName::DATE, "????.??.??"),
            (TagName::ROUND, "?"),
            (TagName::WHITE, "?"),
            (TagName::BLACK, "?"),
        ] {
            pgn.tags.set(name, unknown);
        }
        pgn.set_result(self.end().map_or(GameResult::Open, End::result));
        pgn.tags.set(TagName::VARIANT, variant_of_game(self.game()));
        if self.rules().stones != self.game().rules().stones {
            pgn.tags.set(TagName::STONES, &self.rules().stones.to_string());
        }
        pgn.tags.set(TagName::PLY_COUNT, &self.moves().len().to_string());
        if let Some(end) = self.end() {
            pgn.tags.set(TagName::TERMINATION, end.name());
        }
        if *self.start() != Position::start(self.rules()) {
            pgn.tags.set(TagName::SET_UP, "1");
            pgn.tags.set(TagName::FEN, &write_position(Form::Fen, self.start()));
        }
        pgn.moves = self.moves().iter().copied().map(PgnMove::from).collect();
        pgn
    }

    /// The moves and the ending as a list.
    #[must_use]
    pub fn move_list(&self) -> MoveList {
        MoveList::from(&self.pgn())
    }

    /// The game of a PGN: the game of its tag `Variant`, or that of `default`; the stones of its tag `Stones`, or those of
    /// `default` where it is the same game; from the position of its tag `FEN`, or the empty board.
    ///
    /// Comments, marks and the like stay with the PGN. A resignation is taken over; other results are those that follow
    /// from the moves, whatever the PGN says.
    ///
    /// # Errors
    /// What is wrong with the tags, or the first move that is not legal.
    pub fn from_pgn(pgn: &Pgn, default: &Self) -> Result<Self, RecordError> {
        let game = pgn.game()?.unwrap_or(default.game());
        let usual = if game == default.game() { default.rules().stones } else { game.rules().stones };
        let play = Self::with_stones(game, pgn.stones()?.unwrap_or(usual));
        let start = pgn.start(play.rules())?;
        play.starting_at(start)?.and_then(pgn)
    }

    /// The game of a list of moves, from where `start` begins.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn from_move_list(list: MoveList, start: &Self) -> Result<Self, RecordError> {
        let play = Self::with_stones(start.game(), start.rules().stones);
        play.starting_at(*start.start())?.and_then(&Pgn::from(list))
    }

    /// Makes the moves of a PGN, whatever its tags say, and takes over a resignation.
    fn and_then(mut self, pgn: &Pgn) -> Result<Self, RecordError> {
        for (ply, made) in (1..).zip(&pgn.moves) {
            let before = *self.position();
            self.play(made.chosen).map_err(|illegal| RecordError::Illegal { ply, before, illegal })?;
        }
        let resigned = pgn.tags.get(&TagName::TERMINATION) == Some("resignation");
        if let (true, GameResult::Win(winner)) = (resigned, pgn.result) {
            self.resign(winner.opponent());
        }
        Ok(self)
    }
}
