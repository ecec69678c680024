//! What is typed to rank subspaces.

use clap::ValueEnum;
use millwright_rules::StoneCount;

use super::{DbArgs, RulesArgs};
use crate::extent::Extent;

/// Rank the subspaces of a game: which are better to end in when the game is drawn
#[derive(clap::Args)]
#[command(after_help = "Examples:
  millwright ranks standard --stones 3
  millwright ranks standard --stones 3 --format secval > standard-3.secval
  millwright ranks lasker --rule stones --format json

Ranks are for the player to move: the larger, the better; 0 is neither good nor bad. The ratio rule counts wins
and draws in the tables of the whole game: make them with millwright solve GAME. The stones rule needs none.
The secval form is what Malom reads. The published ranks of the standard game are those of the ratio rule
with one correction, made by hand: --published-correction.")]
pub(crate) struct RanksArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Rank the game for all numbers of stones from 3 to N, of White and of Black
    #[arg(long, value_name = "N", conflicts_with = "stones")]
    extended: Option<StoneCount>,
    /// What makes a subspace good: many won positions, or more stones than the opponent
    #[arg(long, value_enum, default_value_t)]
    pub(crate) rule: RankRule,
    /// Lower `9_8_0_0` as Gevay and Danner did in the standard game
    #[arg(long)]
    pub(crate) published_correction: bool,
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

/// What makes a subspace good.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RankRule {
    #[default]
    Ratio,
    Stones,
}

impl RankRule {
    /// As it is typed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ratio => "ratio",
            Self::Stones => "stones",
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
