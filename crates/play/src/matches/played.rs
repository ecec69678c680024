//! A game of a match.

use millwright_rules::notation::{GameResult, Pgn, TagName};
use millwright_rules::{ByColor, Color};

use super::Match;
use super::tally::Score;
use crate::end::End;
use crate::play::Play;

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which one, counted from 1.
    pub number: u32,
    /// The moves.
    pub play: Play,
    /// Who lost it for another reason than the moves.
    pub forfeit: Option<Forfeit>,
    /// The colour of the first player.
    pub first: Color,
    names: ByColor<String>,
    of: String,
}

/// Why a game was lost that had not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost it.
    pub color: Color,
    /// Why, without a full stop.
    pub reason: String,
}

/// The name of how such a game ended.
const FORFEITED: &str = "forfeit";

impl Played {
    pub(super) fn new(of: &Match, number: u32, play: Play, forfeit: Option<Forfeit>) -> Self {
        let names = ByColor {
            white: of.player(number, Color::White).to_string(),
            black: of.player(number, Color::Black).to_string(),
        };
        Self { number, play, forfeit, first: of.first_is(number), names, of: of.to_string() }
    }

    /// How it ended.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match &self.forfeit {
            Some(forfeit) => GameResult::Win(forfeit.color.opponent()),
            None => self.play.end().map_or(GameResult::Open, End::result),
        }
    }

    /// What it is to the first player.
    #[must_use]
    pub fn score(&self) -> Score {
        Score::of(self.result(), self.first)
    }

    /// As it is saved.
    #[must_use]
    pub fn pgn(&self) -> Pgn {
        let mut pgn = self.play.pgn();
        pgn.tags.set(TagName::EVENT, "Millwright match");
        pgn.tags.set(TagName::ROUND, &self.number.to_string());
        pgn.tags.set(TagName::WHITE, &self.names.white);
        pgn.tags.set(TagName::BLACK, &self.names.black);
        pgn.tags.set(TagName::MATCH, &self.of);
        if let Some(forfeit) = &self.forfeit {
            pgn.set_result(self.result());
            pgn.tags.set(TagName::TERMINATION, FORFEITED);
            pgn.tags.set(TagName::FORFEIT, &format!("{} {}", forfeit.color, forfeit.reason));
        }
        pgn
    }

    /// The number and the score of a saved game; `None` if it is not of this match, or not played by the rules.
    #[must_use]
    pub fn of_saved(pgn: &Pgn, of: &Match) -> Option<(u32, Score)> {
        if pgn.tags.get(&TagName::MATCH) != Some(&of.to_string()) {
            return None;
        }
        let number: u32 = pgn.tags.get(&TagName::ROUND)?.parse().ok()?;
        let play = Play::from_pgn(pgn, &Play::with_stones(of.game, of.stones)).ok()?;
        let is_forfeit = pgn.tags.get(&TagName::TERMINATION) == Some(FORFEITED);
        let result = if is_forfeit { pgn.result } else { play.end()?.result() };
        Some((number, Score::of(result, of.first_is(number))))
    }
}
