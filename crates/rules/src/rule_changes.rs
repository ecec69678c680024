//! Rules told by what is different: `board=diagonal,double-mill=two`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::color::ByColor;
use crate::rules::{
    DoubleMill, FullBoard, Placing, Protection, Rules, StoneCount, StoneCountError, UnknownWord,
};

/// Fields of the rules to be set, each at most once; at least one.
///
/// ```
/// use millwright_rules::{Game, RuleChanges};
///
/// let changes: RuleChanges = "double-mill=two,stones=9,8".parse()?;
/// let rules = changes.apply(Game::Morabaraba.rules());
/// assert_eq!(Game::of(&rules).name(), "diagonal-first-capture-two-draw");
/// assert_eq!(rules.stones.to_string(), "9,8");
/// assert_eq!(changes.to_string(), "stones=9,8,double-mill=two");
/// # Ok::<(), millwright_rules::RuleChangesError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleChanges {
    board: Option<Board>,
    stones: Option<ByColor<StoneCount>>,
    placing: Option<Placing>,
    protection: Option<Protection>,
    double_mill: Option<DoubleMill>,
    full_board: Option<FullBoard>,
}

/// Why something does not say what to change.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleChangesError {
    /// A part that is no `field=value`.
    #[error("{text:?} is no rule; write rules like {EXAMPLE}")]
    NoRule {
        /// What was written.
        text: String,
    },
    /// A field that rules do not have.
    #[error(
        "there is no rule {name:?}; the rules are board, stones, placing, protection, double-mill and full-board"
    )]
    NoField {
        /// What was written.
        name: String,
    },
    /// A field that is there before.
    #[error("{name} is given twice")]
    Twice {
        /// Which.
        name: String,
    },
    /// A value that the field does not have.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// Numbers of stones that no game has.
    #[error("stones: {0}")]
    Stones(#[from] StoneCountError),
}

/// All fields, for messages.
const EXAMPLE: &str =
    "board=diagonal,placing=free,protection=protected,double-mill=two,full-board=draw,stones=9";

impl RuleChanges {
    /// The rules with these fields set.
    #[must_use]
    pub fn apply(self, rules: Rules) -> Rules {
        Rules {
            board: self.board.unwrap_or(rules.board),
            stones: self.stones.unwrap_or(rules.stones),
            placing: self.placing.unwrap_or(rules.placing),
            protection: self.protection.unwrap_or(rules.protection),
            double_mill: self.double_mill.unwrap_or(rules.double_mill),
            full_board: self.full_board.unwrap_or(rules.full_board),
        }
    }

    /// The numbers of stones, if they are among them.
    #[must_use]
    pub const fn stones(self) -> Option<ByColor<StoneCount>> {
        self.stones
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleChangesError> {
        let is_new = match name {
            "board" => self.board.replace(value.parse()?).is_none(),
            "stones" => self.stones.replace(value.parse()?).is_none(),
            "placing" => self.placing.replace(value.parse()?).is_none(),
            "protection" => self.protection.replace(value.parse()?).is_none(),
            "double-mill" => self.double_mill.replace(value.parse()?).is_none(),
            "full-board" => self.full_board.replace(value.parse()?).is_none(),
            _ => return Err(RuleChangesError::NoField { name: name.to_owned() }),
        };
        if is_new { Ok(()) } else { Err(RuleChangesError::Twice { name: name.to_owned() }) }
    }
}

/// `field=value`, separated by commas; a number after `stones=9,` is Black's.
impl FromStr for RuleChanges {
    type Err = RuleChangesError;
    fn from_str(text: &str) -> Result<Self, RuleChangesError> {
        let mut changes = Self::default();
        let mut parts = text.split(',').peekable();
        while let Some(part) = parts.next() {
            let no_rule = || RuleChangesError::NoRule { text: part.to_owned() };
            let (name, value) = part.split_once('=').ok_or_else(no_rule)?;
            let black = parts.next_if(|next| name == "stones" && !next.contains('='));
            let value = black.map_or_else(|| value.to_owned(), |black| format!("{value},{black}"));
            changes.set(name, &value)?;
        }
        Ok(changes)
    }
}

/// As [`FromStr`] reads it.
impl fmt::Display for RuleChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, stones, placing, protection, double_mill, full_board } = self;
        let fields = [
            ("board", board.map(|value| value.to_string())),
            ("stones", stones.map(|value| value.to_string())),
            ("placing", placing.map(|value| value.to_string())),
            ("protection", protection.map(|value| value.to_string())),
            ("double-mill", double_mill.map(|value| value.to_string())),
            ("full-board", full_board.map(|value| value.to_string())),
        ];
        let told = fields.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        f.write_str(&told.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn all_fields_of_every_game_are_read_back() {
        for game in Game::every() {
            let Rules { board, stones, placing, protection, double_mill, full_board } = game.rules();
            let text = format!(
                "board={board},stones={stones},placing={placing},protection={protection},\
                 double-mill={double_mill},full-board={full_board}"
            );
            let changes: RuleChanges = text.parse().unwrap();
            assert_eq!((changes.apply(Game::Lasker.rules()), changes.to_string()), (game.rules(), text));
        }
        assert!(EXAMPLE.parse::<RuleChanges>().is_ok());
    }

    #[test]
    fn what_is_left_out_stays() {
        let changed = |text: &str| text.parse::<RuleChanges>().unwrap().apply(Game::Lasker.rules());
        assert_eq!(Game::of(&changed("placing=first")), Game::Standard);
        assert_eq!(changed("placing=first").stones, Game::Lasker.rules().stones);
        assert_eq!(changed("stones=5,4,full-board=draw").stones.to_string(), "5,4");
    }

    #[test]
    fn what_is_no_rule_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "\"\" is no rule; write rules like board="),
            ("diagonal", "\"diagonal\" is no rule"),
            ("board=diagonal,", "\"\" is no rule"),
            ("board=round", "board is orthogonal or diagonal, not \"round\""),
            ("board=", "board is orthogonal or diagonal, not \"\""),
            ("placing=free,placing=first", "placing is given twice"),
            ("colour=white", "there is no rule \"colour\"; the rules are board, stones, "),
            ("stones=2", "stones: a player has 3 to 12 stones, not 2"),
            ("stones=9,8,7", "\"7\" is no rule"),
        ] {
            let error = text.parse::<RuleChanges>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
