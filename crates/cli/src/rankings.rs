//! The ranks that were chosen.

use std::collections::BTreeMap;
use std::fs::File;

use anyhow::{Context, anyhow};
use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::{LONGEST_SECVAL, OutcomeCounts, Ranks};
use millwright_table::{TableDirectory, Trouble, read_stream};

use crate::args::RankChoice;

/// What the tables say about each subspace; nothing where the choice does not ask.
pub(crate) type Counts = BTreeMap<Subspace, OutcomeCounts>;

/// The ranks of all subspaces of a game, and what they were made from. `command` makes tables that are missing.
pub(crate) fn rank(
    choice: &RankChoice,
    directory: &TableDirectory,
    graph: &UnitGraph,
    command: &str,
) -> anyhow::Result<(Ranks, Counts)> {
    let by_ratio = || {
        let counts = counts(directory, graph, command)?;
        let ranks = Ranks::by_ratio(graph, |subspace| counts.get(&subspace).copied())?;
        Ok::<_, anyhow::Error>((ranks, counts))
    };
    let (ranks, counts) = match choice {
        RankChoice::Stones => (Ranks::by_stones(graph), Counts::new()),
        RankChoice::Ratio => by_ratio()?,
        RankChoice::Published => {
            let (ranks, counts) = by_ratio()?;
            (ranks.published_correction()?, counts)
        }
        RankChoice::File(path) => {
            let read = || read_stream(File::open(path)?, LONGEST_SECVAL);
            let text = read().with_context(|| {
                format!(
                    "cannot read the ranks in {}; choose ratio, published, stones or a file",
                    path.display()
                )
            })?;
            (text.parse().with_context(|| format!("{} has no ranks", path.display()))?, Counts::new())
        }
    };
    ranks.check(graph)?;
    Ok((ranks, counts))
}

/// What the tables have counted, from their heads alone.
fn counts(directory: &TableDirectory, graph: &UnitGraph, command: &str) -> anyhow::Result<Counts> {
    let of = |subspace| {
        let table = directory.open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => anyhow!(
                "the table of subspace {subspace} is missing: there is no {}; make it with: {command}",
                error.path.display(),
            ),
            _ => error.into(),
        })?;
        let statistics = table.statistics();
        let counts = OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() };
        Ok((subspace, counts))
    };
    graph.subspaces().map(of).collect()
}
