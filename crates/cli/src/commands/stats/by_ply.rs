//! The opening, ply by ply: Loewer's tables 4 and 9.

use anyhow::{Context, ensure};
use millwright_index::OpeningPly;
use millwright_records::RulesFields;
use millwright_rules::Color;
use millwright_table::TableDirectory;
use serde::Serialize;

use super::{SubspaceRecord, in_lower_case, read, write_totals};
use crate::args::{StatsArgs, StatsFormat};
use crate::commands::counts::Counts;
use crate::coverage::Coverage;
use crate::quantities::{percent, thousands};
use crate::streams::Streams;
use millwright_index::Extent;

/// The opening of a game: always of the whole game.
const COVERAGE: Coverage = Coverage::Extent(Extent::Complete);

/// Decimals of a percentage, as in Loewer's table 4.
const DECIMALS: u8 = 2;

#[derive(Serialize)]
struct OpeningRecord {
    game: &'static str,
    rules: RulesFields,
    extent: String,
    opening: Vec<PlyRecord>,
    /// Of the whole game, the movement phase included.
    total: Counts,
}

/// The positions before a ply. Win, draw and loss are the mover's.
#[derive(Serialize)]
struct PlyRecord {
    ply: u8,
    /// Who makes it.
    #[serde(serialize_with = "in_lower_case")]
    turn: Color,
    subspaces: usize,
    white_win: u64,
    black_win: u64,
    #[serde(flatten)]
    counts: Counts,
}

impl PlyRecord {
    fn of(ply: OpeningPly, records: &[SubspaceRecord]) -> Self {
        let of_ply: Vec<&Counts> =
            records.iter().filter(|record| ply.has(record.subspace)).map(|record| &record.counts).collect();
        let counts = Counts::total(of_ply.iter().copied());
        let (white_win, black_win) = match ply.turn {
            Color::White => (counts.win, counts.loss),
            Color::Black => (counts.loss, counts.win),
        };
        Self { ply: ply.number, turn: ply.turn, subspaces: of_ply.len(), white_win, black_win, counts }
    }
}

/// Totals by ply of the opening.
pub(super) fn run(args: &StatsArgs, directory: &TableDirectory, streams: &mut Streams) -> anyhow::Result<()> {
    let (game, rules) = (args.rules.game().name(), args.rules.rules());
    ensure!(
        args.extent.typed().is_none(),
        "--by ply is about the opening of one game: leave out --movement and --extended"
    );
    let plies = OpeningPly::all(&rules).with_context(|| {
        format!(
            "{game} cannot be counted by ply of the opening: with stones in hand a player may also move, so they do \
             not tell how many plies have been made"
        )
    })?;
    let records = read(&args.rules, &args.db, COVERAGE, directory)?;
    let opening: Vec<PlyRecord> = plies.into_iter().map(|ply| PlyRecord::of(ply, &records)).collect();
    let total = Counts::total(records.iter().map(|record| &record.counts));
    match args.format {
        StatsFormat::Json => {
            let (rules, extent) = (RulesFields::from(&rules), COVERAGE.to_string());
            streams.json(&OpeningRecord { game, rules, extent, opening, total })
        }
        StatsFormat::Csv => write_csv(&opening, streams),
        StatsFormat::Table => {
            write_table(game, &opening, streams)?;
            write_totals(&COVERAGE.describe(&rules), records.len(), &total, streams)
        }
    }
}

fn write_table(game: &str, opening: &[PlyRecord], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(streams.results, "{game}, the opening: outcomes in percent, plies of the longest win or loss")?;
    writeln!(streams.results, "ply  to move       positions  White wins    draw  Black wins  longest")?;
    for PlyRecord { ply, turn, white_win, black_win, counts, .. } in opening {
        let turn = turn.to_string();
        let positions = thousands(counts.positions);
        let [white, draw, black] =
            [*white_win, counts.draw, *black_win].map(|count| percent(count, counts.positions, DECIMALS));
        let longest = counts.max_plies.map_or("N/A".to_owned(), |plies| plies.to_string());
        writeln!(
            streams.results,
            "{ply:>3}  {turn:<7}  {positions:>14}  {white:>10}  {draw:>6}  {black:>10}  {longest:>7}"
        )?;
    }
    writeln!(streams.results)?;
    Ok(())
}

fn write_csv(opening: &[PlyRecord], streams: &mut Streams) -> anyhow::Result<()> {
    writeln!(
        streams.results,
        "ply,turn,subspaces,slots,positions,win,draw,loss,white_win,black_win,max_plies,longest_position"
    )?;
    for PlyRecord { ply, turn, subspaces, white_win, black_win, counts } in opening {
        let turn = turn.to_string().to_lowercase();
        let Counts { slots, positions, win, draw, loss, .. } = counts;
        let longest = counts.longest_in_csv();
        writeln!(
            streams.results,
            "{ply},{turn},{subspaces},{slots},{positions},{win},{draw},{loss},{white_win},{black_win},{longest}"
        )?;
    }
    Ok(())
}
