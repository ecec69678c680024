//! JSON as the commands and the HTTP API write it: one place for both.
//!
//! Every record is made from what was computed elsewhere, and knows its field names and the words for people. Schemas are
//! derived for whoever describes the records to programs.
#![forbid(unsafe_code)]

mod game;
mod games;
mod line;
mod position;
mod puzzle;
mod rules;
mod statistics;
mod value;
pub mod words;

pub use game::{GamePlyRecord, ReplyRecord, WholeGameRecord};
pub use games::{GameRecord, GameTitle, GamesRecord, RestRecord, SolvedRecord, SolvingRecord, SolvingState};
pub use line::{LinePlyRecord, LineRecord, end_words};
pub use position::{
    BriefRecord, CountsRecord, MoveRecord, OverRecord, PositionRecord, SideRecord, TurnRecord, color_name,
};
pub use puzzle::{PuzzleRecord, PuzzlesRecord};
pub use rules::{RulesFields, Stones};
pub use statistics::{PliesRecord, StatisticsRecord, SubspaceRecord, TotalRecord};
pub use value::{DrawRecord, ValueRecord};
