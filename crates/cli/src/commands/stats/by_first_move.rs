//! How often one can go wrong after each first move.

use std::process::ExitCode;

use anyhow::ensure;
use millwright_census::CensusError;
use millwright_census::danger::{Danger, FirstMove, first_moves};
use millwright_records::RulesFields;
use millwright_rules::{Color, Position};
use millwright_table::{Outcome, Tablebase};
use serde::Serialize;

use super::in_lower_case;
use crate::args::{StatsArgs, StatsFormat};
use crate::commands::query::explain;
use crate::interrupt;
use crate::machine;
use crate::quantities::{percent, thousands};
use crate::streams::Streams;

/// Decimals of a percentage.
const DECIMALS: u8 = 1;

/// Chunks that are kept.
const CACHE_BYTES: u64 = 256 << 20;

#[derive(Serialize)]
struct FirstMovesRecord {
    game: &'static str,
    rules: RulesFields,
    first_moves: Vec<FirstMoveRecord>,
}

#[derive(Serialize)]
struct FirstMoveRecord {
    #[serde(rename = "move")]
    name: String,
    /// Moves that are the same up to symmetry, itself included.
    alike: usize,
    outcome: &'static str,
    plies: Vec<DangerRecord>,
}

/// The positions before a ply.
#[derive(Serialize)]
struct DangerRecord {
    ply: usize,
    #[serde(serialize_with = "in_lower_case")]
    turn: Color,
    positions: u64,
    in_danger: u64,
    moves: u64,
    wrong: u64,
}

impl From<&FirstMove> for FirstMoveRecord {
    fn from(first: &FirstMove) -> Self {
        let of_ply = |(danger, ply): (&Danger, usize)| {
            let Danger { turn, positions, in_danger, moves, wrong } = *danger;
            DangerRecord { ply, turn, positions, in_danger, moves, wrong }
        };
        Self {
            name: first.chosen.to_string(),
            alike: first.alike,
            outcome: word(first.outcome),
            plies: first.plies.iter().zip(2..).map(of_ply).collect(),
        }
    }
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Follows the play from every first move, the one first after which Black goes wrong most easily.
pub(super) fn run(args: &StatsArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let (game, rules) = (args.rules.game().name(), args.rules.rules());
    ensure!(
        args.extent.typed().is_none(),
        "--by first-move is about the opening of one game: leave out --movement and --extended"
    );
    let tablebase = Tablebase::new(args.db.directory(&args.rules), CACHE_BYTES);
    let pool = machine::thread_pool(args.threads.count())?;
    let start = Position::start(&rules);
    let found = pool.install(|| first_moves(&tablebase, &start, args.plies.into(), interrupt::watch()));
    let mut found = match found {
        Ok(found) => found,
        Err(CensusError::Stopped) => return Ok(interrupt::exit_code()),
        Err(CensusError::Probe(error)) => {
            return Err(explain(error, &start, &args.rules, &args.db));
        }
        Err(error) => return Err(error.into()),
    };
    // Shares compared as fractions; of equal ones the name decides.
    found.sort_by(|one, other| {
        let (of_one, of_other) = (one.of(Color::Black), other.of(Color::Black));
        let key = |(moves, _): (u64, u64), (_, wrong): (u64, u64)| u128::from(moves) * u128::from(wrong);
        key(of_one, of_other)
            .cmp(&key(of_other, of_one))
            .then_with(|| one.chosen.to_string().cmp(&other.chosen.to_string()))
    });
    match args.format {
        StatsFormat::Json => streams.json(&FirstMovesRecord {
            game,
            rules: RulesFields::from(&rules),
            first_moves: found.iter().map(FirstMoveRecord::from).collect(),
        })?,
        StatsFormat::Csv => write_csv(&found, streams)?,
        StatsFormat::Table => {
            writeln!(
                streams.results,
                "{game}: what one can do wrong after each first move, if nobody has so far"
            )?;
            write_table(&found, streams)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_csv(found: &[FirstMove], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "move,alike,outcome,ply,turn,positions,in_danger,moves,wrong")?;
    for FirstMoveRecord { name, alike, outcome, plies } in found.iter().map(FirstMoveRecord::from) {
        for DangerRecord { ply, turn, positions, in_danger, moves, wrong } in plies {
            let turn = turn.to_string().to_lowercase();
            writeln!(
                streams.results,
                "{name},{alike},{outcome},{ply},{turn},{positions},{in_danger},{moves},{wrong}"
            )?;
        }
    }
    Ok(())
}

fn write_table(found: &[FirstMove], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(
        streams.results,
        "move  alike  for White  ply  made by     positions  of these where one can err %  wrong moves %"
    )?;
    for first in found {
        let outcome = word(first.outcome);
        for (danger, ply) in first.plies.iter().zip(2..) {
            let name = if ply == 2 { first.chosen.to_string() } else { String::new() };
            let (alike, outcome) =
                if ply == 2 { (first.alike.to_string(), outcome) } else { (String::new(), "") };
            writeln!(
                streams.results,
                "{name:<5} {alike:>5}  {outcome:<9}  {ply:>3}  {:<7} {:>13}  {:>28}  {:>13}",
                danger.turn.to_string(),
                thousands(danger.positions),
                percent(danger.in_danger, danger.positions, DECIMALS),
                percent(danger.wrong, danger.moves, DECIMALS),
            )?;
        }
        for color in [Color::Black, Color::White] {
            let (moves, wrong) = first.of(color);
            writeln!(
                streams.results,
                "{:<29}{:<7} {:>13}  {:>28}  {:>13}",
                "",
                color.to_string(),
                "all",
                "",
                percent(wrong, moves, DECIMALS)
            )?;
        }
    }
    Ok(())
}
