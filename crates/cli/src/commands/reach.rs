//! `millwright reach`: which positions can arise from the start.

use std::process::ExitCode;

use anyhow::Context;
use millwright_census::arising::{self, Arises, Arising, Followed};
use millwright_index::{Subspace, UnitGraph};
use millwright_records::RulesFields;
use millwright_rules::{Position, Value};
use millwright_table::Statistics;
use serde::Serialize;

use super::census::Census;
use super::counts::{Counts, SubspaceRecord};
use super::counts_grid;
use crate::args::{ReachArgs, StatsFormat};
use crate::interrupt;
use crate::quantities::{counted, percent, thousands};
use crate::streams::Streams;

/// Decimals of a percentage.
const DECIMALS: u8 = 2;

#[derive(Serialize)]
struct ReachRecord {
    game: &'static str,
    rules: RulesFields,
    subspaces: Vec<ReachedRecord>,
    total: Reached,
}

#[derive(Serialize)]
struct PositionsRecord {
    positions: Vec<PositionRecord>,
}

#[derive(Serialize)]
struct PositionRecord {
    position: String,
    /// Whether it can arise by any play.
    any: bool,
    /// Whether it can if nobody gives away his result.
    keeping: bool,
}

#[derive(Serialize)]
struct ReachedRecord {
    subspace: String,
    #[serde(flatten)]
    reached: Reached,
}

/// What is there of a subspace, or of the game, and what can arise.
#[derive(Clone, Serialize)]
struct Reached {
    /// Every position, whether it can arise or not.
    all: Counts,
    /// Those that can arise by any play.
    any: Counts,
    /// Those that can if nobody gives away his result.
    keeping: Counts,
}

/// Follows all play from the start.
pub(crate) fn run(args: &ReachArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let (directory, rules) = (args.db.directory(&args.rules), args.rules.rules());
    let subspaces: Vec<Subspace> = UnitGraph::complete(&rules).subspaces().collect();
    let positions: Vec<Position> =
        args.positions.iter().map(|text| args.rules.read_position(text)).collect::<anyhow::Result<_>>()?;
    let census = Census { rules: &args.rules, db: &args.db, threads: &args.threads, whole_game: true };
    let found = census.run(&subspaces, streams, |options, progress| {
        arising::count(&directory, &rules, options, progress)
    })?;
    let Some(found) = found else { return Ok(interrupt::exit_code()) };
    if !positions.is_empty() {
        tell_positions(
            &args.positions,
            &positions,
            Followed::open(&directory, &rules)?,
            args.format,
            streams,
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let of_subspace = |(subspace, Arising { all, any, keeping }): (Subspace, Arising)| {
        let counts = |statistics: &Statistics| Counts::of(statistics, subspace, &rules);
        (subspace, Reached { all: counts(&all), any: counts(&any), keeping: counts(&keeping) })
    };
    let mut reached: Vec<(Subspace, Reached)> = found.into_iter().map(of_subspace).collect();
    reached.sort_by_key(|&(subspace, _)| (subspace.total(), subspace));
    let sum = |of: Part| Counts::total(reached.iter().map(|(_, reached)| of(reached)));
    let total =
        Reached { all: sum(|one| &one.all), any: sum(|one| &one.any), keeping: sum(|one| &one.keeping) };
    let game = args.rules.game().name();
    match args.format {
        StatsFormat::Json => {
            let of_subspace = |(subspace, reached): (Subspace, Reached)| ReachedRecord {
                subspace: subspace.to_string(),
                reached,
            };
            let subspaces = reached.into_iter().map(of_subspace).collect();
            streams.json(&ReachRecord { game, rules: RulesFields::from(&rules), subspaces, total })?;
        }
        StatsFormat::Csv => write_csv(&reached, streams)?,
        StatsFormat::Table => write_tables(game, &reached, &total, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells of each position whether it can arise.
fn tell_positions(
    typed: &[String],
    positions: &[Position],
    mut followed: Followed<'_>,
    format: StatsFormat,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let arising = typed.iter().zip(positions).map(|(typed, position)| {
        let arises = followed.arises(position)?;
        Ok((typed.clone(), arises.context("what can arise could not be kept beside the tables")?))
    });
    let arising: Vec<(String, Arises)> = arising.collect::<anyhow::Result<_>>()?;
    let by = |arises: Arises| (arises != Arises::Never, arises == Arises::Keeping);
    match format {
        StatsFormat::Json => {
            let records = arising.into_iter().map(|(position, arises)| {
                let (any, keeping) = by(arises);
                PositionRecord { position, any, keeping }
            });
            streams.json(&PositionsRecord { positions: records.collect() })?;
        }
        StatsFormat::Csv => {
            writeln!(streams.results, "position,any,keeping")?;
            for (position, arises) in arising {
                let (any, keeping) = by(arises);
                writeln!(streams.results, "{position},{any},{keeping}")?;
            }
        }
        StatsFormat::Table => {
            for (position, arises) in arising {
                let words = match arises {
                    Arises::Never => "cannot arise",
                    Arises::ByMistakes => "can arise, but not if nobody gives away his result",
                    Arises::Keeping => "can arise, even if nobody gives away his result",
                };
                writeln!(streams.results, "{position} {words}")?;
            }
        }
    }
    Ok(())
}

fn write_csv(reached: &[(Subspace, Reached)], streams: &mut Streams) -> anyhow::Result<()> {
    let of = |kind: &str| {
        ["positions", "win", "draw", "loss", "max_plies", "longest_position"]
            .map(|name| format!("{kind}_{name}"))
            .join(",")
    };
    writeln!(streams.results, "subspace,{},{},{}", of("all"), of("any"), of("keeping"))?;
    for (subspace, Reached { all, any, keeping }) in reached {
        let fields = |counts: &Counts| {
            let Counts { positions, win, draw, loss, .. } = counts;
            format!("{positions},{win},{draw},{loss},{}", counts.longest_in_csv())
        };
        writeln!(streams.results, "{subspace},{},{},{}", fields(all), fields(any), fields(keeping))?;
    }
    Ok(())
}

/// The movement phase as tables, then the totals of the game.
fn write_tables(
    game: &str,
    reached: &[(Subspace, Reached)],
    total: &Reached,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let moving = || reached.iter().filter(|(subspace, _)| subspace.hands_are_empty());
    let shares = |of: Part| {
        let cells = moving()
            .map(|(subspace, reached)| (*subspace, percent(of(reached).positions, reached.all.positions, 0)));
        counts_grid::grid(&cells.collect::<Vec<_>>())
    };
    for (what, of) in kinds() {
        writeln!(
            streams.results,
            "{game}, hands empty: percent of positions that can arise {what}\n{}",
            shares(of)
        )?;
    }
    let any: Vec<SubspaceRecord> = moving()
        .filter(|(_, reached)| reached.any.positions > 0)
        .map(|(subspace, reached)| SubspaceRecord { subspace: *subspace, counts: reached.any.clone() })
        .collect();
    counts_grid::write(&format!("{game}, what can arise"), &any, streams)?;
    writeln!(streams.results, "{:<11}{} up to symmetry", "positions", thousands(total.all.positions))?;
    for (what, of) in kinds() {
        write_total(what, of(total), total.all.positions, streams)?;
    }
    Ok(())
}

/// A part of what is counted.
type Part = fn(&Reached) -> &Counts;

/// By which play, and what arises by it.
fn kinds() -> [(&'static str, Part); 2] {
    [("by any play", |one| &one.any), ("if nobody gives away his result", |one| &one.keeping)]
}

fn write_total(what: &str, counts: &Counts, all: u64, streams: &mut Streams) -> anyhow::Result<()> {
    let share = |count| format!("{} ({} %)", thousands(count), percent(count, counts.positions, 0));
    writeln!(
        streams.results,
        "\n{:<11}{}, {} %, {what}",
        "can arise",
        thousands(counts.positions),
        percent(counts.positions, all, DECIMALS)
    )?;
    let longest = counts.longest.as_ref().map_or("none".to_owned(), |longest| {
        let outcome = Value::decided(longest.plies).outcome();
        format!("{outcome} in {} at {}", counted(longest.plies.into(), "ply"), longest.position)
    });
    let facts = [("win", share(counts.win)), ("draw", share(counts.draw)), ("loss", share(counts.loss))];
    for (name, fact) in facts.into_iter().chain([("longest", longest)]) {
        writeln!(streams.results, "{name:<11}{fact}")?;
    }
    Ok(())
}
