//! `millwright stats`: how many positions are won, drawn and lost, and how deep.

mod grid;

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use millwright_index::{Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::notation::{Form, write_position};
use millwright_table::{Table, TableDirectory, Trouble};
use serde::Serialize;

use crate::args::{StatsArgs, StatsFormat};
use crate::extent::Extent;
use crate::rules_fields::RulesFields;
use crate::streams::Streams;

#[derive(Serialize)]
struct StatsRecord {
    game: &'static str,
    rules: RulesFields,
    subspaces: Vec<SubspaceRecord>,
    total: Counts,
}

/// What a table says about its subspace.
#[derive(Serialize)]
struct SubspaceRecord {
    #[serde(serialize_with = "as_text")]
    subspace: Subspace,
    #[serde(flatten)]
    counts: Counts,
}

/// What is counted. Every orbit of symmetric positions counts once.
#[derive(Clone, Default, Serialize)]
struct Counts {
    slots: u64,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// The longest win or loss; `None` if all positions are drawn.
    max_plies: Option<u16>,
    /// How many positions are decided in so many plies, where there are any: losses have an even number.
    plies: BTreeMap<usize, u64>,
    /// A position with the longest win or loss.
    longest: Option<LongestRecord>,
}

#[derive(Clone, Serialize)]
struct LongestRecord {
    plies: u16,
    /// In the short form.
    position: String,
}

fn as_text<S: serde::Serializer>(subspace: &Subspace, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(subspace)
}

/// Counts what is there.
pub(crate) fn run(args: &StatsArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let (game, rules) = (args.rules.game, args.rules.rules());
    let directory = args.db.directory(&args.rules);
    let subspaces = wanted(args, &directory)?;
    let mut records = Vec::new();
    for subspace in subspaces {
        let table = directory.open(subspace).map_err(|error| match error.trouble() {
            Trouble::Missing => anyhow!(
                "the table of subspace {subspace} is missing: there is no {}; make it with: {}",
                error.path.display(),
                args.db.solve_command(
                    Extent::Movement,
                    game,
                    rules.stones.white.get(),
                    rules.stones.black.get()
                )
            ),
            _ => error.into(),
        })?;
        records.push(SubspaceRecord { subspace, counts: Counts::of(&table) });
    }
    let total = Counts::total(&records);
    match args.format {
        StatsFormat::Json => streams.json(&StatsRecord {
            game: game.name(),
            rules: RulesFields::from(&rules),
            subspaces: records,
            total,
        })?,
        StatsFormat::Csv => write_csv(&records, streams)?,
        StatsFormat::Table => grid::write(game.name(), &records, &total, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The subspaces to count, by their stones: all that have a table, or those of the movement phase if the
/// number of stones was given.
fn wanted(args: &StatsArgs, directory: &TableDirectory) -> anyhow::Result<Vec<Subspace>> {
    let mut subspaces: Vec<Subspace> = match args.rules.stones {
        Some(_) => UnitGraph::movement(&args.rules.rules()).subspaces().collect(),
        None => directory.contents()?.tables,
    };
    ensure!(
        !subspaces.is_empty(),
        "there are no tables in {}; make some with: {}",
        directory.path().display(),
        args.db.solve_command(Extent::Movement, args.rules.game, 4, 4)
    );
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    Ok(subspaces)
}

impl Counts {
    fn of(table: &Table) -> Self {
        let statistics = table.statistics();
        let (subspace, unit) = (table.subspace(), Unit::of(table.subspace()));
        let longest = statistics.longest.map(|longest| {
            let position = UnitIndex::new(unit).position_of(unit.plane_of(subspace), longest.slot);
            LongestRecord { plies: longest.plies, position: write_position(Form::Short, &position) }
        });
        Self {
            slots: table.slots(),
            positions: statistics.positions,
            win: statistics.win(),
            draw: statistics.draws,
            loss: statistics.loss(),
            max_plies: statistics.max_plies(),
            plies: statistics.plies.iter().copied().enumerate().filter(|&(_, count)| count > 0).collect(),
            longest,
        }
    }

    fn total(records: &[SubspaceRecord]) -> Self {
        let mut total = Self::default();
        for SubspaceRecord { counts, .. } in records {
            total.slots += counts.slots;
            total.positions += counts.positions;
            total.win += counts.win;
            total.draw += counts.draw;
            total.loss += counts.loss;
            for (&plies, count) in &counts.plies {
                *total.plies.entry(plies).or_default() += count;
            }
            // The first of those with the same number.
            if counts.max_plies > total.max_plies {
                total.max_plies = counts.max_plies;
                total.longest.clone_from(&counts.longest);
            }
        }
        total
    }
}

fn write_csv(records: &[SubspaceRecord], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "subspace,slots,positions,win,draw,loss,max_plies,longest_position")?;
    for SubspaceRecord { subspace, counts } in records {
        let Counts { slots, positions, win, draw, loss, .. } = counts;
        let (plies, position) =
            counts.longest.as_ref().map_or((String::new(), ""), |l| (l.plies.to_string(), &l.position));
        writeln!(streams.results, "{subspace},{slots},{positions},{win},{draw},{loss},{plies},{position}")?;
    }
    Ok(())
}
