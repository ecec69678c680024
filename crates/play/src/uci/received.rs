//! The position that an engine is asked about.

use millwright_rules::notation::parse_position;
use millwright_rules::{ByColor, Game, Move, PointSet, Rules, StoneCount};

use crate::play::Play;

/// A game so far, and perhaps half a turn: the stone has been moved, and what it takes has not been told.
#[derive(Clone, Debug)]
pub(super) struct Received {
    pub(super) play: Play,
    /// The half turn, with what it has taken so far.
    pub(super) half: Option<Move>,
}

impl Received {
    /// The empty board.
    pub(super) fn start(game: Game, stones: ByColor<StoneCount>) -> Self {
        Self { play: Play::with_stones(game, stones), half: None }
    }

    /// The position of a `position` command.
    ///
    /// # Errors
    /// Why it is none, as one line.
    pub(super) fn read(game: Game, rules: &Rules, start: &str, moves: &[&str]) -> Result<Self, String> {
        let start = if start == "startpos" { "start" } else { start };
        let position = parse_position(start, rules).map_err(|error| error.to_string())?;
        let play = Play::with_stones(game, rules.stones).starting_at(position);
        let mut received = Self { play: play.map_err(|error| error.to_string())?, half: None };
        for token in moves {
            received.make(token)?;
        }
        Ok(received)
    }

    /// Makes a turn, or a part of one: `a1-a4` and then `xd7`.
    fn make(&mut self, token: &str) -> Result<(), String> {
        let whole = match self.half {
            None => token.to_owned(),
            Some(half) if token.starts_with(['x', 'X']) => format!("{half}{token}"),
            Some(half) => return Err(format!("{half} closes a mill and must say what it takes")),
        };
        let chosen: Move = whole.parse().map_err(|error| format!("{error}"))?;
        if self.play.position().moves(self.play.rules()).contains(&chosen) {
            self.half = None;
            return self.play.play(chosen).map_err(|error| error.to_string());
        }
        if self.completions(chosen).is_empty() {
            return self.play.play(chosen).map_err(|error| error.to_string());
        }
        self.half = Some(chosen);
        Ok(())
    }

    /// The legal turns that begin with half a turn.
    fn completions(&self, half: Move) -> Vec<Move> {
        let mut moves = self.play.position().moves(self.play.rules());
        moves.retain(|turn| {
            (turn.from, turn.to) == (half.from, half.to) && turn.taken.contains_all(half.taken)
        });
        moves
    }

    /// The turns that may be made now: all legal ones, or those that complete the half turn.
    pub(super) fn turns(&self) -> Vec<Move> {
        match self.half {
            None => self.play.position().moves(self.play.rules()),
            Some(half) => self.completions(half),
        }
    }

    /// What is said of a turn where what it takes is a turn of its own: the next part.
    pub(super) fn next_part(&self, turn: Move) -> String {
        match self.half {
            None => Move { taken: PointSet::EMPTY, ..turn }.to_string(),
            Some(half) => {
                (turn.taken - half.taken).iter().next().map_or_else(String::new, |point| format!("x{point}"))
            }
        }
    }
}
