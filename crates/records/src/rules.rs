//! The six fields of a game in the words of `docs/rules.md`, section 2: for tables and for JSON.

use millwright_rules::{ByColor, Rules, StoneCount};
use serde::Serialize;
use utoipa::ToSchema;

use crate::words::{BoardWord, DoubleMillWord, FullBoardWord, PlacingWord, ProtectionWord};

/// The rules of a game, each field as its word.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesFields {
    /// `orthogonal` or `diagonal`.
    #[schema(value_type = BoardWord)]
    pub board: &'static str,
    /// How many stones each player brings.
    pub stones: Stones,
    /// `first` or `free`.
    #[schema(value_type = PlacingWord)]
    pub placing: &'static str,
    /// `capture` or `protected`.
    #[schema(value_type = ProtectionWord)]
    pub protection: &'static str,
    /// `one` or `two`.
    #[schema(value_type = DoubleMillWord)]
    pub double_mill: &'static str,
    /// `loss` or `draw`.
    #[schema(value_type = FullBoardWord)]
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
            board: rules.board.name(),
            stones: rules.stones.into(),
            placing: rules.placing.name(),
            protection: rules.protection.name(),
            double_mill: rules.double_mill.name(),
            full_board: rules.full_board.name(),
        }
    }
}
