//! What a position or a move is worth, as JSON.

use millwright_index::Subspace;
use millwright_ranks::Ranks;
use millwright_search::{Source, Worth};
use millwright_table::Known;
use serde::Serialize;
use utoipa::ToSchema;

use crate::words::{OutcomeWord, SourceWord, UNKNOWN};

/// What a position is worth to the player to move, or a move to the player who makes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ValueRecord {
    /// `win`, `draw`, `loss` or `unknown`.
    #[schema(value_type = OutcomeWord)]
    pub outcome: &'static str,
    /// To the end; `null` for a draw and where they are not known.
    pub plies: Option<u16>,
    /// Where that comes from: `table`, `memory` (a small game that was solved), `search` (a search down to tables or to the
    /// end of the game: as sure as a table) or `estimate`, with which `outcome` is `unknown`; `null` if nothing can be said.
    #[schema(value_type = Option<SourceWord>)]
    pub source: Option<&'static str>,
    /// What it looks like, in hundredths of a stone, for the same player; only there if `source` is `estimate`. No value:
    /// who has less may win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub estimate: Option<i32>,
    /// For draws that have been told apart.
    #[serde(flatten)]
    #[schema(value_type = DrawRecord)]
    pub draw: Option<DrawRecord>,
}

/// What a draw is worth to the player to move in the position asked about. The description calls its fields optional:
/// they are there or not, all together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawRecord {
    /// Of the subspace in which best play ends: larger is better.
    #[schema(required = false)]
    pub rank: i16,
    /// The generalised depth in plies.
    #[schema(required = false)]
    pub depth: i16,
    /// The subspace in which best play ends, seen by the player to move; `null` if several have its rank.
    pub ends_in: Option<String>,
    /// For people.
    #[schema(required = false)]
    pub words: String,
}

impl ValueRecord {
    /// Of a position in subspace `here`, or of one of its moves.
    #[must_use]
    pub fn new(worth: Worth, here: Subspace, ranks: Option<&Ranks>) -> Self {
        let known = worth.known();
        let draw = match (known, ranks) {
            (Some(Known::Ranked(draw)), Some(ranks)) => Some(DrawRecord {
                rank: draw.value.rank.0,
                depth: draw.value.depth,
                ends_in: draw.ends_in(here, ranks).map(|subspace| subspace.to_string()),
                words: draw.words(here, ranks),
            }),
            _ => None,
        };
        let outcome = known.map_or(UNKNOWN, |known| known.outcome().name());
        Self {
            outcome,
            plies: known.and_then(Known::plies),
            source: worth.source().map(Source::name),
            estimate: worth.estimate(),
            draw,
        }
    }
}
