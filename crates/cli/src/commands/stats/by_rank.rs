//! What draws are worth: Gevay and Danner's tables X and XI.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use millwright_ranks::{Rank, Ranks};
use millwright_records::RulesFields;
use millwright_table::{TableDirectory, Trouble};
use serde::Serialize;

use crate::args::{StatsArgs, StatsFormat};
use crate::coverage::Coverage;
use crate::quantities::{percent, thousands};
use crate::streams::Streams;

/// Decimals of a percentage, as in the tables.
const DECIMALS: u8 = 2;

#[derive(Serialize)]
struct DrawsRecord {
    game: &'static str,
    rules: RulesFields,
    extent: String,
    /// The rank of a win; a loss has the opposite.
    win_rank: i16,
    /// Drawn positions up to symmetry.
    draws: u64,
    /// Best for the player to move first.
    ranks: Vec<RankRecord>,
}

/// The draws that end with a rank.
#[derive(Serialize)]
struct RankRecord {
    rank: i16,
    /// The subspaces that have it: those in which best play may end.
    subspaces: Vec<String>,
    positions: u64,
}

/// Totals by rank.
pub(super) fn run(args: &StatsArgs, directory: &TableDirectory, streams: &mut Streams) -> anyhow::Result<()> {
    let (game, rules) = (args.rules.game().name(), args.rules.rules());
    let ranks = directory.read_ranks()?.with_context(|| {
        format!(
            "the draws in {} have not been told apart; make the tables with: millwright solve {game} --ultra",
            directory.path().display()
        )
    })?;
    let coverage = Coverage::of_game(&args.extent, &args.rules, directory);
    let mut positions: BTreeMap<Rank, u64> = BTreeMap::new();
    for subspace in coverage.subspaces(&args.rules, &args.db, directory)? {
        let table = directory.ultra(&ranks).open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => anyhow!(
                "the draws of subspace {subspace} have not been told apart: there is no {}; make it with: millwright \
                 solve {game} --ultra",
                error.path.display()
            ),
            _ => error.into(),
        })?;
        for (value, count) in table.values() {
            *positions.entry(value.rank).or_default() += count;
        }
    }
    let draws = positions.values().sum();
    let record = |(&rank, &positions): (&Rank, &u64)| RankRecord {
        rank: rank.0,
        subspaces: subspaces_of(rank, &ranks),
        positions,
    };
    let records: Vec<RankRecord> = positions.iter().rev().map(record).collect();
    match args.format {
        StatsFormat::Json => streams.json(&DrawsRecord {
            game,
            rules: RulesFields::from(&rules),
            extent: coverage.to_string(),
            win_rank: ranks.win().0,
            draws,
            ranks: records,
        }),
        StatsFormat::Csv => {
            writeln!(streams.results, "rank,subspaces,positions")?;
            for RankRecord { rank, subspaces, positions } in &records {
                writeln!(streams.results, "{rank},{},{positions}", subspaces.join(" "))?;
            }
            Ok(())
        }
        StatsFormat::Table => {
            let what = coverage.describe(&rules);
            writeln!(streams.results, "{game}, {what}: what {} draws are worth", thousands(draws))?;
            writeln!(streams.results, "  rank       positions  percent  best play ends in")?;
            for RankRecord { rank, subspaces, positions } in &records {
                let (count, share) = (thousands(*positions), percent(*positions, draws, DECIMALS));
                let ends =
                    if subspaces.len() > 3 { "one of several".to_owned() } else { subspaces.join(" ") };
                writeln!(streams.results, "{rank:>6}  {count:>14}  {share:>7}  {ends}")?;
            }
            Ok(())
        }
    }
}

fn subspaces_of(rank: Rank, ranks: &Ranks) -> Vec<String> {
    let of_rank = ranks.iter().filter(|&(_, other)| other == rank);
    of_rank.map(|(subspace, _)| subspace.to_string()).collect()
}
