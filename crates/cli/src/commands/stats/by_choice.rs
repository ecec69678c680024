//! How forgiving positions are: how many of their moves keep what they are worth.

use std::process::ExitCode;

use millwright_census::choice::{self, Choice, Keeping};
use millwright_index::Subspace;
use millwright_records::RulesFields;
use millwright_table::TableDirectory;
use serde::Serialize;

use crate::args::{StatsArgs, StatsFormat};
use crate::commands::census::Census;
use crate::coverage::Coverage;
use crate::interrupt;
use crate::quantities::{percent, thousands};
use crate::streams::Streams;

/// Decimals of a percentage.
const DECIMALS: u8 = 1;

#[derive(Serialize)]
struct ChoicesRecord {
    game: &'static str,
    rules: RulesFields,
    extent: String,
    subspaces: Vec<ChoiceRecord>,
    total: ChoiceRecord,
}

#[derive(Serialize)]
struct ChoiceRecord {
    /// Not in the total.
    #[serde(skip_serializing_if = "Option::is_none")]
    subspace: Option<String>,
    win: KeepingRecord,
    draw: KeepingRecord,
    /// Lost positions: no move keeps anything.
    loss: u64,
}

/// Positions of one worth.
#[derive(Serialize)]
struct KeepingRecord {
    positions: u64,
    /// Positions in which one move alone keeps it.
    only_move: u64,
    /// All moves of these positions.
    moves: u64,
    /// Those that keep what the position is worth.
    keeping: u64,
    /// Those that lose.
    losing: u64,
    /// At place n, positions with n moves that keep it.
    by_keeping: Vec<u64>,
}

impl From<&Keeping> for KeepingRecord {
    fn from(keeping: &Keeping) -> Self {
        Self {
            positions: keeping.total(),
            only_move: keeping.only_move(),
            moves: keeping.moves,
            keeping: keeping.keeping_moves(),
            losing: keeping.losing,
            by_keeping: keeping.positions.clone(),
        }
    }
}

impl ChoiceRecord {
    fn new(subspace: Option<Subspace>, choice: &Choice) -> Self {
        Self {
            subspace: subspace.map(|subspace| subspace.to_string()),
            win: (&choice.won).into(),
            draw: (&choice.drawn).into(),
            loss: choice.lost,
        }
    }
}

/// Counts the moves of every position.
pub(super) fn run(
    args: &StatsArgs,
    directory: &TableDirectory,
    streams: &mut Streams,
) -> anyhow::Result<ExitCode> {
    let (game, rules) = (args.rules.game().name(), args.rules.rules());
    let coverage = Coverage::of_game(&args.extent, &args.rules, directory);
    let subspaces = coverage.subspaces(&args.rules, &args.db, directory)?;
    let census = Census { rules: &args.rules, db: &args.db, threads: &args.threads, whole_game: false };
    let found = census.run(&subspaces, streams, |options, progress| {
        choice::count(directory, &subspaces, options, progress)
    })?;
    let Some(found) = found else { return Ok(interrupt::exit_code()) };
    let mut choices: Vec<(Subspace, Choice)> = found.into_iter().collect();
    choices.sort_by_key(|&(subspace, _)| (subspace.total(), subspace));
    let mut total = Choice::default();
    for (_, choice) in &choices {
        total.add(choice);
    }
    match args.format {
        StatsFormat::Json => streams.json(&ChoicesRecord {
            game,
            rules: RulesFields::from(&rules),
            extent: coverage.to_string(),
            subspaces: choices
                .iter()
                .map(|(subspace, choice)| ChoiceRecord::new(Some(*subspace), choice))
                .collect(),
            total: ChoiceRecord::new(None, &total),
        })?,
        StatsFormat::Csv => write_csv(&choices, streams)?,
        StatsFormat::Table => {
            writeln!(
                streams.results,
                "{game}, {}: moves that keep what a position is worth",
                coverage.describe(&rules)
            )?;
            write_table(&choices, &total, streams)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_csv(choices: &[(Subspace, Choice)], streams: &mut Streams) -> anyhow::Result<()> {
    let of = |kind: &str| {
        ["positions", "only_move", "moves", "keeping", "losing"]
            .map(|name| format!("{kind}_{name}"))
            .join(",")
    };
    writeln!(streams.results, "subspace,{},{},loss_positions", of("win"), of("draw"))?;
    for (subspace, choice) in choices {
        let fields = |keeping: &Keeping| {
            let KeepingRecord { positions, only_move, moves, keeping, losing, .. } = keeping.into();
            format!("{positions},{only_move},{moves},{keeping},{losing}")
        };
        let (won, drawn) = (fields(&choice.won), fields(&choice.drawn));
        writeln!(streams.results, "{subspace},{won},{drawn},{}", choice.lost)?;
    }
    Ok(())
}

/// A line for each subspace, the total last.
fn write_table(choices: &[(Subspace, Choice)], total: &Choice, streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(
        streams.results,
        "                     won, of these    moves    drawn, of these    moves    moves"
    )?;
    writeln!(
        streams.results,
        "subspace        positions only-move % keep %  positions only-move % keep %   lose %"
    )?;
    let lines = choices.iter().map(|(subspace, choice)| (subspace.to_string(), choice));
    for (name, Choice { won, drawn, .. }) in lines.chain([("all".to_owned(), total)]) {
        let cells = |keeping: &Keeping| {
            let (positions, moves) = (keeping.total(), keeping.moves);
            format!(
                "{:>14} {:>9} {:>8}",
                thousands(positions),
                percent(keeping.only_move(), positions, DECIMALS),
                percent(keeping.keeping_moves(), moves, DECIMALS)
            )
        };
        let losing = percent(drawn.losing, drawn.moves, DECIMALS);
        writeln!(streams.results, "{name:<10} {} {} {losing:>8}", cells(won), cells(drawn))?;
    }
    Ok(())
}
