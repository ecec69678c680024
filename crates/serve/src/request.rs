//! What is asked: game, stones, position.

use std::ops::RangeInclusive;
use std::str::FromStr;

use millwright_index::Subspace;
use millwright_rules::notation::parse_position;
use millwright_rules::{ByColor, Game, Position, Rules, StoneCount};
use millwright_table::{ProbeError, SolveCommand};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::limits;

/// A position of a game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PositionQuery {
    /// The position, in any notation; `start` is the empty board.
    #[param(required = true, example = "w_a1d1.7_d6f4.7")]
    pub(crate) p: Option<String>,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    #[param(example = "9")]
    pub(crate) stones: Option<String>,
}

/// A game with its numbers of stones.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StonesQuery {
    /// Stones for each player, 3 to 12: one number for both or White's,Black's. The game's own if left out.
    pub(crate) stones: Option<String>,
}

/// A parameter that has to be there.
pub(crate) fn needed<'a>(name: &'static str, sent: Option<&'a str>) -> Result<&'a str, ApiError> {
    sent.ok_or(ApiError::NoParameter(name))
}

/// A parameter that is a number, if it is there.
pub(crate) fn number<T: FromStr>(name: &'static str, sent: Option<&str>) -> Result<Option<T>, ApiError> {
    let read = |text: &str| text.parse().map_err(|_| ApiError::NoNumber { name, found: text.to_owned() });
    sent.map(read).transpose()
}

/// A number that was asked for, if it is one of those that can be.
pub(crate) fn in_range(
    name: &'static str,
    found: usize,
    range: RangeInclusive<usize>,
) -> Result<usize, ApiError> {
    if range.contains(&found) {
        return Ok(found);
    }
    Err(ApiError::Number { name, least: *range.start(), most: *range.end(), found })
}

/// A named game and the stones it is played with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) game: Game,
    pub(crate) rules: Rules,
}

impl Asked {
    /// The game with a name.
    pub(crate) fn new(game: &str, stones: Option<&str>) -> Result<Self, ApiError> {
        let game: Game = game.parse()?;
        let rules = match stones {
            None => game.rules(),
            Some(text) => {
                let stones: ByColor<StoneCount> = text.parse()?;
                game.rules().with_stones(stones.white, stones.black)
            }
        };
        Ok(Self { game, rules })
    }

    /// What a client is told about a probe that failed.
    pub(crate) fn trouble(&self, error: ProbeError, position: &Position) -> ApiError {
        match error {
            ProbeError::Missing { subspace, .. } => self.missing(subspace, "is not here", position),
            ProbeError::Reduced { subspace, .. } => self.missing(subspace, "has statistics only", position),
            error @ ProbeError::Table(_) => ApiError::of_probe(error),
        }
    }

    fn missing(&self, subspace: Subspace, why: &'static str, position: &Position) -> ApiError {
        let command = SolveCommand::for_position(self.game.name(), &self.rules, position);
        ApiError::Missing { subspace, why, command, position: None }
    }

    /// Reads a position of the game.
    pub(crate) fn position(&self, text: &str) -> Result<Position, ApiError> {
        if text.len() > limits::POSITION_BYTES {
            return Err(ApiError::LongPosition { found: text.len() });
        }
        parse_position(text, &self.rules).map_err(|source| ApiError::Position { game: self.game, source })
    }
}
