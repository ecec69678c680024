//! Games being played.
//!
//! A [`Play`] is a game so far: where it began, the moves, and whether it has [ended](End). It ends by the rules, or by the
//! draw rules that only players know (section 10 of `docs/rules.md`). A [`Player`] chooses moves by the values of a
//! [`Tablebase`](millwright_table::Tablebase), by searching, or both. A [`Random`] picks one of several equally good
//! moves; its seed repeats the game. A [`Match`] is many games between two players; [`UciEngine`] and [`Client`] let
//! other programs play.
//!
//! ```
//! use millwright_play::{End, Play, Player, Random};
//! use millwright_rules::Game;
//! use millwright_table::{TableDirectory, Tablebase};
//!
//! // Playing at random takes no tables.
//! # let nowhere = tempfile::tempdir()?;
//! let tablebase = Tablebase::new(TableDirectory::new(nowhere.path(), Game::Standard), 1 << 20);
//! let mut random = Random::from_seed(7);
//! let mut play = Play::new(Game::Standard);
//! while play.end().is_none() {
//!     play.play(Player::Random.choose(&play, &tablebase, &mut random)?.chosen)?;
//! }
//! let pgn = play.pgn();
//! assert_eq!(Play::from_pgn(&pgn, &Play::new(Game::Standard))?, play);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod annotate;
mod choose;
mod end;
mod illegal;
mod matches;
mod opening;
mod play;
mod player;
mod random;
mod record;
mod strength;
mod uci;

pub use annotate::{Annotated, annotate};
pub use choose::{Choice, ChooseError, Fallback};
pub use end::{End, QUIET_PLIES, REPETITIONS};
pub use illegal::{IllegalTurn, Reason, why_illegal};
pub use matches::{Contestant, Forfeit, Match, MatchError, Played, Score, Tally, UnknownContestant};
pub use play::Play;
pub use player::{Percent, Player, UnknownPlayer};
pub use random::Random;
pub use record::RecordError;
pub use strength::{BadNodes, Level, Nodes, Strength};
pub use uci::{Client, ClientError, UciEngine};
