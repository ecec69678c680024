//! `millwright ranks`: which subspaces are better to end in when the game is drawn.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use millwright_index::{Subspace, UnitGraph};
use millwright_ranks::{OutcomeCounts, Ranks};
use millwright_serve::records::RulesFields;
use millwright_table::Trouble;
use serde::Serialize;

use crate::args::{RankRule, RanksArgs, RanksFormat};
use crate::streams::Streams;

/// What the tables say about each subspace; nothing where the rule does not ask.
type Counts = BTreeMap<Subspace, OutcomeCounts>;

#[derive(Serialize)]
struct RanksRecord {
    game: &'static str,
    rules: RulesFields,
    rule: &'static str,
    published_correction: bool,
    /// What a win is worth; a loss is worth the opposite.
    win_rank: i16,
    /// Best first.
    subspaces: Vec<SubspaceRecord>,
}

#[derive(Serialize)]
struct SubspaceRecord {
    subspace: String,
    rank: i16,
    #[serde(flatten)]
    counts: Option<CountsRecord>,
}

#[derive(Serialize)]
struct CountsRecord {
    win: u64,
    draw: u64,
    loss: u64,
}

/// Ranks the subspaces.
pub(crate) fn run(args: &RanksArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    ensure!(
        args.rule == RankRule::Ratio || !args.published_correction,
        "--published-correction is for --rule ratio"
    );
    let graph = args.extent().graph(&args.rules.rules());
    let (ranks, counts) = match args.rule {
        RankRule::Stones => (Ranks::by_stones(&graph), Counts::new()),
        RankRule::Ratio => {
            let counts = counts(args, &graph)?;
            let natural = Ranks::by_ratio(&graph, |subspace| counts.get(&subspace).copied())?;
            (if args.published_correction { natural.published_correction()? } else { natural }, counts)
        }
    };
    match args.format {
        RanksFormat::Secval => write!(streams.results, "{ranks}")?,
        RanksFormat::Json => streams.json(&record(args, &ranks, &counts))?,
        RanksFormat::Text => write_text(args, &ranks, &counts, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What the tables have counted, from their heads alone.
fn counts(args: &RanksArgs, graph: &UnitGraph) -> anyhow::Result<Counts> {
    let directory = args.db.directory(&args.rules);
    let stones = graph.rules().stones;
    let of = |subspace| {
        let table = directory.open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => anyhow!(
                "the table of subspace {subspace} is missing: there is no {}; make it with: {}",
                error.path.display(),
                args.db.solve_command(args.extent(), args.rules.game, stones.white.get(), stones.black.get())
            ),
            _ => error.into(),
        })?;
        let statistics = table.statistics();
        let counts = OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() };
        Ok((subspace, counts))
    };
    graph.subspaces().map(of).collect()
}

fn record(args: &RanksArgs, ranks: &Ranks, counts: &Counts) -> RanksRecord {
    let subspaces = ranks.iter().rev().map(|(subspace, rank)| SubspaceRecord {
        subspace: subspace.to_string(),
        rank: rank.0,
        counts: counts.get(&subspace).map(|&OutcomeCounts { win, draw, loss }| CountsRecord {
            win,
            draw,
            loss,
        }),
    });
    RanksRecord {
        game: args.rules.game.name(),
        rules: RulesFields::from(&args.rules.rules()),
        rule: args.rule.name(),
        published_correction: args.published_correction,
        win_rank: ranks.win().0,
        subspaces: subspaces.collect(),
    }
}

fn write_text(args: &RanksArgs, ranks: &Ranks, counts: &Counts, streams: &mut Streams) -> anyhow::Result<()> {
    let rules = args.rules.rules();
    let what = args.extent().describe(&rules);
    let by = match (args.rule, args.published_correction) {
        (RankRule::Stones, _) => "by stones",
        (RankRule::Ratio, false) => "by ratio",
        (RankRule::Ratio, true) => "by ratio, with the published correction",
    };
    writeln!(streams.results, "{}: {what}, {by}; a win is worth {}\n", args.rules.game, ranks.win())?;
    let columns = if counts.is_empty() { "" } else { "  win % draw % loss %" };
    writeln!(streams.results, "  rank  subspace   {columns}")?;
    for (subspace, rank) in ranks.iter().rev() {
        let shares = counts.get(&subspace).map(shares).unwrap_or_default();
        let line = format!("{rank:>6}  {subspace:<11}{shares}");
        writeln!(streams.results, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Wins, draws and losses in per cent.
#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
fn shares(counts: &OutcomeCounts) -> String {
    let all = (counts.win + counts.draw + counts.loss) as f64;
    let share = |count: u64| 100.0 * count as f64 / all;
    format!(" {:6.2} {:6.2} {:6.2}", share(counts.win), share(counts.draw), share(counts.loss))
}
