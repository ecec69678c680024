//! `millwright compare`: how outcomes change from one game to another.

mod opening;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{anyhow, ensure};
use millwright_index::{Subspace, Unit, UnitGraph, UnitIndex};
use millwright_rules::notation::{Form, write_position};
use millwright_rules::{Game, Value};
use millwright_table::{
    ChangedPosition, CompareError, Comparison, Difference, GamePair, Listing, Outcome, SolveCommand,
    TableDirectory,
};
use serde::Serialize;

use self::opening::OpeningRecord;
use crate::args::{CompareArgs, StatsFormat};
use crate::machine;
use crate::progress_display::{ProgressDisplay, Status};
use crate::quantities::thousands;
use crate::streams::Streams;
use millwright_index::Extent;

#[derive(Serialize)]
struct CompareRecord {
    from: &'static str,
    to: &'static str,
    subspaces: Vec<SubspaceRecord>,
    total: Counts,
    /// Only if the tables of a whole opening were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningRecord>,
    /// Only if a list was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<Vec<ListedRecord>>,
}

#[derive(Serialize)]
struct SubspaceRecord {
    subspace: String,
    #[serde(flatten)]
    counts: Counts,
}

/// What is counted. Every orbit of symmetric positions counts once.
#[derive(Serialize)]
struct Counts {
    positions: u64,
    win_to_draw: u64,
    win_to_loss: u64,
    draw_to_win: u64,
    draw_to_loss: u64,
    loss_to_win: u64,
    loss_to_draw: u64,
    unchanged: u64,
    /// Of those unchanged: decided in another number of plies.
    other_depth: u64,
}

#[derive(Serialize)]
struct ListedRecord {
    /// In the short form.
    position: String,
    subspace: String,
    from: ValueRecord,
    to: ValueRecord,
}

#[derive(Serialize)]
struct ValueRecord {
    outcome: &'static str,
    plies: Option<u16>,
}

/// What came of it.
struct Compared {
    subspaces: Vec<(Subspace, Comparison)>,
    total: Comparison,
    listed: Vec<ChangedPosition>,
}

/// Compares what both games have.
pub(crate) fn run(args: &CompareArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let [from, to] = [args.from, args.to].map(|game| TableDirectory::new(&args.db.db, game));
    let pair = GamePair::new(&from, &to)?;
    let subspaces = wanted(args, &pair)?;
    machine::start_threads()?;
    let compared = compare(args, &pair, &subspaces, streams)?;
    match (args.format, args.list) {
        (StatsFormat::Json, list) => {
            let subspaces = compared.subspaces.iter().map(|(subspace, comparison)| SubspaceRecord {
                subspace: subspace.to_string(),
                counts: comparison.into(),
            });
            streams.json(&CompareRecord {
                from: args.from.name(),
                to: args.to.name(),
                subspaces: subspaces.collect(),
                total: (&compared.total).into(),
                opening: OpeningRecord::find([args.from, args.to], &compared.subspaces),
                listed: list.map(|_| compared.listed.iter().map(ListedRecord::from).collect()),
            })?;
        }
        (StatsFormat::Csv, None) => write_csv(&compared.subspaces, streams)?,
        (StatsFormat::Csv, Some(_)) => write_listed_csv(&compared.listed, streams)?,
        (StatsFormat::Table, list) => {
            write_tables(args, &compared, streams)?;
            if let Some(kind) = list {
                write_list(kind.into(), &compared, streams)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The subspaces to compare: the one given, those of the movement phase with so many stones, or all that both
/// games have; by their stones.
fn wanted(args: &CompareArgs, pair: &GamePair) -> anyhow::Result<Vec<Subspace>> {
    let mut subspaces: Vec<Subspace> = match (args.subspace, args.stones) {
        (Some(subspace), _) => vec![subspace],
        (None, Some(stones)) => {
            let rules = args.from.rules().with_stones(stones.white, stones.black);
            UnitGraph::movement(&rules).subspaces().collect()
        }
        (None, None) => pair.common_subspaces()?,
    };
    ensure!(
        !subspaces.is_empty(),
        "{} and {} have no table in common in {}; make some with: {} and {}",
        args.from,
        args.to,
        args.db.db.display(),
        args.db.solve_command(Extent::Movement, args.from, 4, 4),
        args.db.solve_command(Extent::Movement, args.to, 4, 4)
    );
    subspaces.sort_by_key(|&subspace| (subspace.total(), subspace));
    Ok(subspaces)
}

/// Compares one subspace after the other and shows how it goes on.
fn compare(
    args: &CompareArgs,
    pair: &GamePair,
    subspaces: &[Subspace],
    streams: &mut Streams,
) -> anyhow::Result<Compared> {
    let slots = |&subspace: &Subspace| UnitIndex::slots_of(Unit::of(subspace));
    let all: u64 = subspaces.iter().map(slots).sum();
    let done = AtomicU64::new(0);
    let status = || {
        let done = done.load(Ordering::Relaxed);
        Status { done, message: format!("{} of {} slots compared", thousands(done), thousands(all)) }
    };
    let work = || {
        let (total, listed) = (Comparison::default(), Vec::new());
        let mut compared = Compared { subspaces: Vec::new(), total, listed };
        for subspace in subspaces {
            let listing = args.list.map(|kind| Listing {
                difference: kind.into(),
                limit: usize::try_from(args.limit).unwrap_or(usize::MAX) - compared.listed.len(),
            });
            let (comparison, listed) =
                pair.compare(*subspace, listing).map_err(|error| explain(error, args))?;
            compared.subspaces.push((*subspace, comparison));
            compared.total += comparison;
            compared.listed.extend(listed);
            done.fetch_add(slots(subspace), Ordering::Relaxed);
        }
        Ok(compared)
    };
    ProgressDisplay::new(all, streams).during(status, work)
}

/// A missing table, and the command that would make it.
fn explain(error: CompareError, args: &CompareArgs) -> anyhow::Error {
    let CompareError::Missing { game, subspace, .. } = &error else { return error.into() };
    let game: Game = if game == args.from.name() { args.from } else { args.to };
    let command = if let Some(stones) = args.stones {
        args.db.solve_command(Extent::Movement, game, stones.white.get(), stones.black.get())
    } else {
        let (name, rules) = (game.name(), game.rules());
        args.db.typed(&SolveCommand::for_subspace(name, &rules, Extent::Complete, *subspace))
    };
    anyhow!("{error}; make it with: {command}")
}

impl From<&Comparison> for Counts {
    fn from(comparison: &Comparison) -> Self {
        use Outcome::{Draw, Loss, Win};
        Self {
            positions: comparison.positions(),
            win_to_draw: comparison.count(Win, Draw),
            win_to_loss: comparison.count(Win, Loss),
            draw_to_win: comparison.count(Draw, Win),
            draw_to_loss: comparison.count(Draw, Loss),
            loss_to_win: comparison.count(Loss, Win),
            loss_to_draw: comparison.count(Loss, Draw),
            unchanged: comparison.unchanged(),
            other_depth: comparison.other_depth(),
        }
    }
}

impl Counts {
    const NAMES: [&'static str; 9] = [
        "positions",
        "win_to_draw",
        "win_to_loss",
        "draw_to_win",
        "draw_to_loss",
        "loss_to_win",
        "loss_to_draw",
        "unchanged",
        "other_depth",
    ];

    /// In the order of [`Counts::NAMES`].
    fn numbers(&self) -> [u64; 9] {
        [
            self.positions,
            self.win_to_draw,
            self.win_to_loss,
            self.draw_to_win,
            self.draw_to_loss,
            self.loss_to_win,
            self.loss_to_draw,
            self.unchanged,
            self.other_depth,
        ]
    }
}

impl From<&ChangedPosition> for ListedRecord {
    fn from(changed: &ChangedPosition) -> Self {
        let value = |value: Value| ValueRecord { outcome: value.outcome(), plies: value.plies() };
        Self {
            position: write_position(Form::Short, &changed.position),
            subspace: Subspace::of(&changed.position).to_string(),
            from: value(changed.from),
            to: value(changed.to),
        }
    }
}

fn write_csv(subspaces: &[(Subspace, Comparison)], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "subspace,{}", Counts::NAMES.join(","))?;
    for (subspace, comparison) in subspaces {
        let numbers = Counts::from(comparison).numbers().map(|number| number.to_string());
        writeln!(streams.results, "{subspace},{}", numbers.join(","))?;
    }
    Ok(())
}

fn write_listed_csv(listed: &[ChangedPosition], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "position,subspace,from,from_plies,to,to_plies")?;
    let plies = |value: &ValueRecord| value.plies.map_or(String::new(), |plies| plies.to_string());
    for ListedRecord { position, subspace, from, to } in listed.iter().map(ListedRecord::from) {
        let (from_plies, to_plies) = (plies(&from), plies(&to));
        writeln!(
            streams.results,
            "{position},{subspace},{},{from_plies},{},{to_plies}",
            from.outcome, to.outcome
        )?;
    }
    Ok(())
}

/// A row for each subspace and for the total, then the total as a matrix.
fn write_tables(args: &CompareArgs, compared: &Compared, streams: &mut Streams) -> anyhow::Result<()> {
    let names = ["subspace"].into_iter().chain(Counts::NAMES).map(|name| name.replace("_to_", "->"));
    let mut rows = vec![names.map(|name| name.replace('_', " ")).collect::<Vec<String>>()];
    let all = compared.subspaces.iter().map(|(subspace, comparison)| (subspace.to_string(), comparison));
    for (name, comparison) in all.chain([("total".to_owned(), &compared.total)]) {
        let numbers = Counts::from(comparison).numbers().map(thousands);
        rows.push([name].into_iter().chain(numbers).collect());
    }
    let (from, to) = (args.from, args.to);
    writeln!(streams.results, "{from} -> {to}: positions up to symmetry, outcomes for the player to move")?;
    writeln!(streams.results, "{}", aligned(&rows))?;
    let mut matrix = vec![vec![format!("{from} \\ {to}")]];
    matrix[0].extend(Outcome::ALL.map(|outcome| outcome.name().to_owned()));
    for before in Outcome::ALL {
        let counts = Outcome::ALL.map(|after| thousands(compared.total.count(before, after)));
        matrix.push([before.name().to_owned()].into_iter().chain(counts).collect());
    }
    write!(streams.results, "{}", aligned(&matrix))?;
    if let Some(opening) = OpeningRecord::find([from, to], &compared.subspaces) {
        opening.write(streams)?;
    }
    Ok(())
}

/// Names to the left, numbers to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let numbers = row[1..].iter().zip(1..).map(|(cell, column)| format!("  {cell:>0$}", width(column)));
        let cells: Vec<String> = [format!("{:<1$}", row[0], width(0))].into_iter().chain(numbers).collect();
        cells.concat() + "\n"
    };
    rows.iter().map(line).collect()
}

fn write_list(difference: Difference, compared: &Compared, streams: &mut Streams) -> anyhow::Result<()> {
    let name = match difference {
        Difference::Reversed => "reversed",
        Difference::Changed => "changed",
    };
    let (shown, all) = (compared.listed.len() as u64, difference.count(&compared.total));
    writeln!(streams.results, "\n{name}: {} of {}", thousands(shown), thousands(all))?;
    for ChangedPosition { position, from, to } in &compared.listed {
        let position = write_position(Form::Short, position);
        writeln!(streams.results, "{position}  {from} -> {to}")?;
    }
    Ok(())
}
