//! `millwright ranks`: which subspaces are better to end in when the game is drawn.

use std::process::ExitCode;

use millwright_ranks::{OutcomeCounts, Ranks};
use millwright_records::RulesFields;
use serde::Serialize;

use crate::args::{RankChoice, RanksArgs, RanksFormat};
use crate::rankings::{Counts, rank};
use crate::streams::Streams;

#[derive(Serialize)]
struct RanksRecord {
    game: &'static str,
    rules: RulesFields,
    /// Which were chosen: `ratio`, `published`, `stones` or a file.
    ranks: String,
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
    let graph = args.extent().graph(&args.rules.rules());
    let stones = graph.rules().stones;
    let command =
        args.db.solve_command(args.extent(), args.rules.game(), stones.white.get(), stones.black.get());
    let (ranks, counts) = rank(&args.ranks, &args.db.directory(&args.rules), &graph, &command)?;
    match args.format {
        RanksFormat::Secval => write!(streams.results, "{ranks}")?,
        RanksFormat::Json => streams.json(&record(args, &ranks, &counts))?,
        RanksFormat::Text => write_text(args, &ranks, &counts, streams)?,
    }
    Ok(ExitCode::SUCCESS)
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
        game: args.rules.game().name(),
        rules: RulesFields::from(&args.rules.rules()),
        ranks: args.ranks.to_string(),
        win_rank: ranks.win().0,
        subspaces: subspaces.collect(),
    }
}

fn write_text(args: &RanksArgs, ranks: &Ranks, counts: &Counts, streams: &mut Streams) -> anyhow::Result<()> {
    let rules = args.rules.rules();
    let what = args.extent().describe(&rules);
    let by = match &args.ranks {
        RankChoice::Stones => "by stones".to_owned(),
        RankChoice::Ratio => "by ratio".to_owned(),
        RankChoice::Published => "by ratio, with the published correction".to_owned(),
        RankChoice::File(path) => format!("as in {}", path.display()),
    };
    writeln!(streams.results, "{}: {what}, {by}; a win is worth {}\n", args.rules.game(), ranks.win())?;
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
