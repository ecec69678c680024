//! `millwright stats`: how many positions are won, drawn and lost, and how deep.

mod by_choice;
mod by_first_move;
mod by_ply;
mod by_rank;

use std::process::ExitCode;

use anyhow::anyhow;
use millwright_index::Subspace;
use millwright_records::RulesFields;
use millwright_rules::{Color, Value};
use millwright_table::{TableDirectory, Trouble};
use serde::Serialize;

use super::counts::{Counts, SubspaceRecord};
use super::counts_grid;
use crate::args::{DbArgs, Grouping, RulesArgs, StatsArgs, StatsFormat};
use crate::coverage::Coverage;
use crate::quantities::{counted, percent, thousands};
use crate::streams::Streams;
use millwright_index::Extent;

#[derive(Serialize)]
struct StatsRecord {
    game: &'static str,
    rules: RulesFields,
    /// What is counted: `complete`, `movement`, `extended N`, or all `tables` there are.
    extent: String,
    subspaces: Vec<SubspaceRecord>,
    total: Counts,
}

/// Counts what is there.
pub(crate) fn run(args: &StatsArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let directory = args.db.directory(&args.rules);
    match args.by {
        Grouping::Subspace => {
            let coverage = Coverage::of_game(&args.extent, &args.rules, &directory);
            let records = read(&args.rules, &args.db, coverage, &directory)?;
            write(args, coverage, records, streams)?;
        }
        Grouping::Ply => by_ply::run(args, &directory, streams)?,
        Grouping::Rank => by_rank::run(args, &directory, streams)?,
        Grouping::FirstMove => return by_first_move::run(args, streams),
        Grouping::Choice => return by_choice::run(args, &directory, streams),
    }
    Ok(ExitCode::SUCCESS)
}

/// A player as JSON names him.
pub(crate) fn in_lower_case<S: serde::Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&color.to_string().to_lowercase())
}

/// The statistics of a game as JSON: of the whole game if it has been solved, else of every table that is there.
pub(crate) fn json_of_game(rules: &RulesArgs, db: &DbArgs) -> anyhow::Result<String> {
    let directory = db.directory(rules);
    let coverage = Coverage::of_tables(&rules.rules(), &directory);
    let subspaces = read(rules, db, coverage, &directory)?;
    let total = Counts::total(subspaces.iter().map(|record| &record.counts));
    let (game, fields) = (rules.game().name(), RulesFields::from(&rules.rules()));
    let record = StatsRecord { game, rules: fields, extent: coverage.to_string(), subspaces, total };
    Ok(serde_json::to_string(&record)?)
}

/// What the tables say, by the stones of their subspaces.
fn read(
    game: &RulesArgs,
    db: &DbArgs,
    coverage: Coverage,
    directory: &TableDirectory,
) -> anyhow::Result<Vec<SubspaceRecord>> {
    let rules = game.rules();
    let missing = |subspace: Subspace, path: &std::path::Path| {
        let extent = match coverage {
            Coverage::Extent(extent) => extent,
            Coverage::Tables => Extent::Movement,
        };
        let (white, black) = (rules.stones.white.get(), rules.stones.black.get());
        anyhow!(
            "the table of subspace {subspace} is missing: there is no {}; make it with: {}",
            path.display(),
            db.solve_command(extent, game.game(), white, black)
        )
    };
    let mut subspaces = coverage.subspaces(game, db, directory)?;
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    let of_table = |subspace| {
        let table = directory.open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => missing(subspace, &error.path),
            _ => error.into(),
        })?;
        Ok(SubspaceRecord { subspace, counts: Counts::of(table.statistics(), subspace, &rules) })
    };
    subspaces.into_iter().map(of_table).collect()
}

fn write(
    args: &StatsArgs,
    coverage: Coverage,
    subspaces: Vec<SubspaceRecord>,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let (game, rules) = (args.rules.game().name(), args.rules.rules());
    let total = Counts::total(subspaces.iter().map(|record| &record.counts));
    match args.format {
        StatsFormat::Json => {
            let (rules, extent) = (RulesFields::from(&rules), coverage.to_string());
            streams.json(&StatsRecord { game, rules, extent, subspaces, total })
        }
        StatsFormat::Csv => write_csv(&subspaces, streams),
        StatsFormat::Table => {
            counts_grid::write(game, &subspaces, streams)?;
            write_totals(&coverage.describe(&rules), subspaces.len(), &total, streams)
        }
    }
}

/// The totals for people, a line a fact.
fn write_totals(extent: &str, subspaces: usize, total: &Counts, streams: &mut Streams) -> anyhow::Result<()> {
    let share = |count| format!("{} ({} %)", thousands(count), percent(count, total.positions, 0));
    let longest = total.longest.as_ref().map_or("none".to_owned(), |longest| {
        let outcome = Value::decided(longest.plies).outcome();
        format!("{outcome} in {} at {}", counted(longest.plies.into(), "ply"), longest.position)
    });
    for (name, fact) in [
        ("counted", extent.to_owned()),
        ("subspaces", subspaces.to_string()),
        ("slots", thousands(total.slots)),
        ("positions", format!("{} up to symmetry", thousands(total.positions))),
        ("win", share(total.win)),
        ("draw", share(total.draw)),
        ("loss", share(total.loss)),
        ("longest", longest),
    ] {
        writeln!(streams.results, "{name:<11}{fact}")?;
    }
    Ok(())
}

fn write_csv(records: &[SubspaceRecord], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "subspace,slots,positions,win,draw,loss,max_plies,longest_position")?;
    for SubspaceRecord { subspace, counts } in records {
        let Counts { slots, positions, win, draw, loss, .. } = counts;
        let longest = counts.longest_in_csv();
        writeln!(streams.results, "{subspace},{slots},{positions},{win},{draw},{loss},{longest}")?;
    }
    Ok(())
}
