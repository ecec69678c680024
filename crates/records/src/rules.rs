//! The six fields of a game in the words of `docs/rules.md`, section 2: for tables and for JSON.

use millwright_rules::{ByColor, DoubleMill, FullBoard, Placing, Protection, Rules, StoneCount};
use serde::Serialize;
use utoipa::ToSchema;

/// The rules of a game, each field as its word.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesFields {
    /// `orthogonal` or `diagonal`.
    pub board: String,
    /// How many stones each player brings.
    pub stones: Stones,
    /// `first` or `free`.
    pub placing: &'static str,
    /// `capture` or `protected`.
    pub protection: &'static str,
    /// `one` or `two`.
    pub double_mill: &'static str,
    /// `loss` or `draw`.
    pub full_board: &'static str,
}

/// How many stones each player brings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Stones {
    /// White's.
    pub white: u8,
    /// Black's.
    pub black: u8,
}

impl From<ByColor<StoneCount>> for Stones {
    fn from(stones: ByColor<StoneCount>) -> Self {
        Self { white: stones.white.get(), black: stones.black.get() }
    }
}

impl std::fmt::Display for Stones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}, {}", self.white, self.black))
    }
}

impl From<&Rules> for RulesFields {
    fn from(rules: &Rules) -> Self {
        Self {
            board: rules.board.to_string(),
            stones: rules.stones.into(),
            placing: match rules.placing {
                Placing::First => "first",
                Placing::Free => "free",
            },
            protection: match rules.protection {
                Protection::Capture => "capture",
                Protection::Protected => "protected",
            },
            double_mill: match rules.double_mill {
                DoubleMill::One => "one",
                DoubleMill::Two => "two",
            },
            full_board: match rules.full_board {
                FullBoard::Loss => "loss",
                FullBoard::Draw => "draw",
            },
        }
    }
}
