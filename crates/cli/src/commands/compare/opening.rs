//! What changes before every ply of the opening: Loewer's figure 27 is the sum.

use std::collections::BTreeMap;

use millwright_index::{OpeningPly, Subspace, UnitGraph};
use millwright_rules::{Color, Game, StoneCount};
use millwright_table::Comparison;
use serde::Serialize;

use super::{Counts, aligned};
use crate::commands::stats::in_lower_case;
use crate::quantities::thousands;
use crate::streams::Streams;

/// The opening of a game with so many stones for each player.
#[derive(Serialize)]
pub(super) struct OpeningRecord {
    stones: u8,
    plies: Vec<PlyRecord>,
    total: Counts,
    /// The first ply before which something is different, if there is one.
    first: FirstPlies,
}

/// The positions before a ply.
#[derive(Serialize)]
struct PlyRecord {
    ply: u8,
    /// Who makes it.
    #[serde(serialize_with = "in_lower_case")]
    turn: Color,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct FirstPlies {
    other_depth: Option<u8>,
    other_outcome: Option<u8>,
    reversed: Option<u8>,
}

impl OpeningRecord {
    /// The largest opening with as many stones for both players that was compared whole; `None` if there is none, or if in one
    /// of the games hands do not tell how many plies have been made.
    pub(super) fn find([from, to]: [Game; 2], compared: &[(Subspace, Comparison)]) -> Option<Self> {
        OpeningPly::all(&to.rules())?;
        let compared: BTreeMap<Subspace, &Comparison> =
            compared.iter().map(|(subspace, comparison)| (*subspace, comparison)).collect();
        StoneCount::all().filter_map(|stones| Self::with_stones(from, stones, &compared)).next_back()
    }

    fn with_stones(
        game: Game,
        stones: StoneCount,
        compared: &BTreeMap<Subspace, &Comparison>,
    ) -> Option<Self> {
        let rules = game.rules().with_stones(stones, stones);
        let graph = UnitGraph::complete(&rules);
        let mut total = Comparison::default();
        let mut first = FirstPlies { other_depth: None, other_outcome: None, reversed: None };
        let mut plies = Vec::new();
        for ply in OpeningPly::all(&rules)? {
            let mut of_ply = Comparison::default();
            for subspace in graph.subspaces().filter(|&subspace| ply.has(subspace)) {
                of_ply += **compared.get(&subspace)?;
            }
            let note = |first: &mut Option<u8>, is_there: bool| {
                if is_there {
                    first.get_or_insert(ply.number);
                }
            };
            note(&mut first.other_depth, of_ply.other_depth() > 0);
            note(&mut first.other_outcome, of_ply.changed() > 0);
            note(&mut first.reversed, of_ply.reversed() > 0);
            total += of_ply;
            plies.push(PlyRecord { ply: ply.number, turn: ply.turn, counts: (&of_ply).into() });
        }
        Some(Self { stones: stones.get(), plies, total: (&total).into(), first })
    }

    /// A row for each ply, and what comes first.
    pub(super) fn write(&self, streams: &mut Streams) -> anyhow::Result<()> {
        let names = ["ply", "to move"].into_iter().chain(Counts::NAMES);
        let mut rows = vec![names.map(|name| name.replace("_to_", "->").replace('_', " ")).collect()];
        for PlyRecord { ply, turn, counts } in &self.plies {
            let numbers = counts.numbers().map(thousands);
            rows.push([ply.to_string(), turn.to_string()].into_iter().chain(numbers).collect());
        }
        let numbers = self.total.numbers().map(thousands);
        rows.push(["all".to_owned(), String::new()].into_iter().chain(numbers).collect());
        writeln!(streams.results, "\nthe opening with {} stones each, before every ply", self.stones)?;
        write!(streams.results, "{}", aligned(&rows))?;
        let first = |ply: Option<u8>| ply.map_or("none".to_owned(), |ply| format!("ply {ply}"));
        let FirstPlies { other_depth, other_outcome, reversed } = self.first;
        writeln!(
            streams.results,
            "first with another depth: {}; with another outcome: {}; reversed, from win to loss or back: {}",
            first(other_depth),
            first(other_outcome),
            first(reversed)
        )?;
        Ok(())
    }
}
