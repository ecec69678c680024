//! How many positions are won, drawn and lost, as JSON.

use millwright_index::Subspace;
use millwright_rules::Rules;
use millwright_rules::notation::{Form, write_position};
use millwright_table::Statistics;
use serde::Serialize;
use utoipa::ToSchema;

/// The subspaces of a game that are known.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatisticsRecord {
    /// The name of the game.
    pub game: &'static str,
    /// By their numbers of stones.
    pub subspaces: Vec<SubspaceRecord>,
    /// Of them all.
    pub total: TotalRecord,
}

/// What is counted over several subspaces.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct TotalRecord {
    /// Positions up to symmetry.
    pub positions: u64,
    /// Won by the player to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost by the player to move.
    pub loss: u64,
}

/// What is counted over one subspace. Every orbit of symmetric positions counts once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SubspaceRecord {
    /// Mover on board, other on board, mover in hand, other in hand.
    #[schema(example = "3_3_0_0")]
    pub subspace: String,
    /// How many there are.
    #[serde(flatten)]
    pub total: TotalRecord,
    /// The longest win or loss; `null` if all positions are drawn.
    pub max_plies: Option<u16>,
    /// A position that has it, in the short form.
    pub longest: Option<String>,
    /// How many positions take how long, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Vec<PliesRecord>>,
}

/// How many positions are decided in so many plies.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PliesRecord {
    /// Odd for wins, even for losses.
    pub plies: usize,
    /// How many.
    pub positions: u64,
}

impl SubspaceRecord {
    /// Of a subspace, without how many positions take how long.
    #[must_use]
    pub fn new(subspace: Subspace, statistics: &Statistics, rules: &Rules) -> Self {
        let longest = statistics.longest.map(|longest| longest.position(subspace, rules));
        Self {
            subspace: subspace.to_string(),
            total: TotalRecord {
                positions: statistics.positions,
                win: statistics.win(),
                draw: statistics.draws,
                loss: statistics.loss(),
            },
            max_plies: statistics.max_plies(),
            longest: longest.map(|position| write_position(Form::Short, &position)),
            plies: None,
        }
    }

    /// The same with how many positions take how long.
    #[must_use]
    pub fn with_plies(self, statistics: &Statistics) -> Self {
        let counted = statistics.plies.iter().copied().enumerate().filter(|&(_, positions)| positions > 0);
        let plies = counted.map(|(plies, positions)| PliesRecord { plies, positions }).collect();
        Self { plies: Some(plies), ..self }
    }
}

impl StatisticsRecord {
    /// Of subspaces of a game.
    #[must_use]
    pub fn new(game: &'static str, subspaces: Vec<SubspaceRecord>) -> Self {
        let mut total = TotalRecord::default();
        for TotalRecord { positions, win, draw, loss } in subspaces.iter().map(|record| &record.total) {
            total.positions += positions;
            total.win += win;
            total.draw += draw;
            total.loss += loss;
        }
        Self { game, subspaces, total }
    }
}
