//! What a subspace is worth in which a draw ends: its rank.
//!
//! The ultra-strong solution tells draws apart by the subspace that best play stays in for good. Which subspaces
//! are better to end in is not a fact of the game but a choice, and [`Ranks`] is that choice: a number for
//! every subspace, larger for those in which the player to move tends to win against imperfect play. There
//! are two rules to make them, [`Ranks::by_ratio`] and [`Ranks::by_stones`], and the ranks that Gevay and
//! Danner published can be read from their files ([`Ranks::from_str`](std::str::FromStr)).
//!
//! ```
//! use millwright_index::UnitGraph;
//! use millwright_ranks::{Rank, Ranks};
//! use millwright_rules::Game;
//!
//! let ranks = Ranks::by_stones(&UnitGraph::complete(&Game::Standard.rules()));
//! assert_eq!(ranks.of("9_7_0_0".parse()?), Some(Rank(2)));
//! assert_eq!(ranks.win(), Rank(7));
//! # Ok::<(), millwright_index::SubspaceError>(())
//! ```
#![forbid(unsafe_code)]

mod correction;
mod draw_value;
mod kind;
mod ranks;
mod ratio;
mod secval;

pub use correction::CorrectionError;
pub use draw_value::{DrawValue, Gain};
pub use kind::Kind;
pub use ranks::{Rank, RankError, Ranks};
pub use ratio::{OutcomeCounts, RatioError};
pub use secval::{LONGEST_SECVAL, LineEnd, Secval, SecvalError, SecvalFault};
