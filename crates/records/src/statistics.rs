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
    /// The longest win in plies; `null` if nothing is won.
    pub longest_win: Option<u16>,
    /// The longest loss in plies; `null` if nothing is lost.
    pub longest_loss: Option<u16>,
}

impl TotalRecord {
    fn of(statistics: &Statistics) -> Self {
        // Wins take an odd number of plies.
        let longest = |parity: usize| {
            let mut counted = statistics.plies.iter().enumerate().rev();
            let found = counted.find(|&(plies, &positions)| plies % 2 == parity && positions > 0);
            found.and_then(|(plies, _)| u16::try_from(plies).ok())
        };
        Self {
            positions: statistics.positions,
            win: statistics.win(),
            draw: statistics.draws,
            loss: statistics.loss(),
            longest_win: longest(1),
            longest_loss: longest(0),
        }
    }

    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
        self.longest_win = self.longest_win.max(other.longest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
    }
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
            total: TotalRecord::of(statistics),
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
        for record in &subspaces {
            total.add(&record.total);
        }
        Self { game, subspaces, total }
    }
}
