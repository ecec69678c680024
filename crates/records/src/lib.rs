//! JSON as the commands and the HTTP API write it: one place for both.
//!
//! Every record is made from what was computed elsewhere, and knows its field names and the words for people. Schemas are
//! derived for whoever describes the records to programs.
#![forbid(unsafe_code)]

mod game;
mod games;
mod line;
mod position;
mod rules;
mod statistics;
mod value;

pub use game::{GamePlyRecord, ReplyRecord, WholeGameRecord};
pub use games::{GameRecord, GamesRecord};
pub use line::{LinePlyRecord, LineRecord, end_words};
pub use position::{CountsRecord, MoveRecord, OverRecord, PositionRecord, SideRecord, color_name};
pub use rules::{RulesFields, Stones};
pub use statistics::{PliesRecord, StatisticsRecord, SubspaceRecord, TotalRecord};
pub use value::{DrawRecord, ValueRecord};
