//! What is typed to rank subspaces.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use millwright_rules::StoneCount;

use super::{DbArgs, RulesArgs};
use millwright_index::Extent;

/// Rank the subspaces of a game: which are better to end in when the game is drawn
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright ranks standard --stones 3
  millwright ranks standard --stones 3 --format secval > standard-3.secval
  millwright ranks lasker --ranks stones --format json

Ranks are for the player to move: the larger, the better; 0 is neither good nor bad.
  ratio      many won positions: counted in the tables of the whole game, which millwright solve GAME makes
  published  the same with the change that Gevay and Danner made by hand to the standard game: 9_8_0_0 is lower
  stones     more stones than the opponent: needs no tables
The secval form is what Malom reads; a file in that form can be given as well.")]
pub(crate) struct RanksArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Rank the game for all numbers of stones from 3 to N, of White and of Black
    #[arg(long, value_name = "N", conflicts_with = "stones")]
    extended: Option<StoneCount>,
    /// What makes a subspace good: ratio, published, stones, or a file of ranks
    #[arg(long, value_name = "RANKS", default_value = "ratio")]
    pub(crate) ranks: RankChoice,
    #[command(flatten)]
    pub(crate) db: DbArgs,
    /// How to print them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: RanksFormat,
}

impl RanksArgs {
    /// How much to rank.
    pub(crate) fn extent(&self) -> Extent {
        self.extended.map_or(Extent::Complete, Extent::Extended)
    }
}

/// Which ranks: what makes a subspace good to end in when the game is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RankChoice {
    /// Many won positions.
    Ratio,
    /// The same with the change that Gevay and Danner made by hand to the standard game.
    Published,
    /// More stones than the opponent.
    Stones,
    /// As a file has them, in the form of Malom.
    File(PathBuf),
}

impl RankChoice {
    /// Whether the ranks are counted from the statistics of all subspaces.
    pub(crate) fn is_counted(&self) -> bool {
        match self {
            Self::Ratio | Self::Published => true,
            Self::Stones | Self::File(_) => false,
        }
    }
}

impl FromStr for RankChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "ratio" => Self::Ratio,
            "published" => Self::Published,
            "stones" => Self::Stones,
            path => Self::File(path.into()),
        })
    }
}

/// As it is typed.
impl fmt::Display for RankChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ratio => f.write_str("ratio"),
            Self::Published => f.write_str("published"),
            Self::Stones => f.write_str("stones"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// How ranks are printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RanksFormat {
    #[default]
    Text,
    Json,
    Secval,
}
