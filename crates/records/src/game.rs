//! A whole game with the value of every position, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::position::{OverRecord, TurnRecord};
use crate::rules::Stones;
use crate::value::ValueRecord;
use crate::words::{ColorWord, GameFormWord};

/// A game, move by move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WholeGameRecord {
    /// The name of the game: that of its tag `Variant`, or the one asked for.
    pub game: &'static str,
    /// How many stones it is played with.
    pub stones: Stones,
    /// How many games the text has that was sent.
    pub games: usize,
    /// How it was written: `pgn`, `list`, `playok` or `moves`.
    #[schema(value_type = GameFormWord)]
    pub format: &'static str,
    /// What a PGN tells about it.
    pub tags: BTreeMap<String, String>,
    /// Where it begins, in the short form.
    pub start: String,
    /// What the start is worth to the player to move.
    pub value: ValueRecord,
    /// The moves.
    pub plies: Vec<GamePlyRecord>,
    /// How it has ended by the rules or by those of playing; `null` if it has not.
    pub over: Option<OverRecord>,
    /// As a PGN.
    pub pgn: String,
    /// As a plain list of moves.
    pub list: String,
    /// In the numbers of `PlayOK`.
    pub playok: String,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GamePlyRecord {
    /// The whole turn.
    #[serde(rename = "move")]
    pub name: String,
    /// `white` or `black`.
    #[schema(value_type = ColorWord)]
    pub by: &'static str,
    /// The position after it, in the short form.
    pub position: String,
    /// `!`, `?` and the like.
    pub mark: String,
    /// What is said about it.
    pub comment: String,
    /// What could have been played instead, as it was written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<String>,
    /// What the position after it is worth to the player to move there.
    pub value: ValueRecord,
}

/// A move that a player has chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplyRecord {
    /// Which.
    #[serde(flatten)]
    pub turn: TurnRecord,
    /// The position after it, in the short form.
    pub position: String,
    /// Who makes it.
    #[schema(value_type = ColorWord)]
    pub by: &'static str,
    /// What it is worth to him, counted from before it, as far as it is known without searching.
    pub value: ValueRecord,
    /// What the player did instead of what he usually does, in words; `null` if nothing.
    pub fallback: Option<String>,
}
