//! `millwright oracle`: a tiny game solved by the slow, obvious method.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use millwright_oracle::{Solution, State, Value};
use millwright_records::Stones;
use millwright_rules::{ByColor, Color, PointSet, Rules, Setup};
use serde::Serialize;

use crate::args::{Format, OracleArgs};
use crate::quantities::thousands;
use crate::streams::Streams;

/// The most stones a player may have: four each take half a gigabyte and 20 seconds, five ten times that.
const MAX_STONES: u8 = 4;

#[derive(Serialize)]
struct OracleRecord {
    game: &'static str,
    stones: Stones,
    /// Of the start, for White.
    value: ValueRecord,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct ValueRecord {
    outcome: &'static str,
    plies: Option<u16>,
}

/// What the positions are worth to whoever is to move, each counted once up to symmetry.
#[derive(Default, Serialize)]
struct Counts {
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// Plies of the longest win; `None` if there is no win.
    longest_win: Option<u16>,
}

/// Solves the game.
pub(crate) fn run(args: &OracleArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let (game, rules) = (args.rules.game(), args.rules.rules());
    let ByColor { white, black } = rules.stones;
    let estimate = thousands(estimated_positions(&rules));
    ensure!(
        white.get().max(black.get()) <= MAX_STONES,
        "{game} with {white} and {black} stones has about {estimate} positions up to symmetry, and the oracle \
         keeps them all in memory: it takes at most {MAX_STONES} stones a player (try --stones {MAX_STONES})"
    );
    streams.note(&format!(
        "solving {game} with {white} and {black} stones: about {estimate} positions up to symmetry"
    ));
    let start = State::start(&rules);
    let solution = Solution::up_to_symmetry(&rules, [start]);
    let value =
        solution.value(&start).context("the oracle has no value for the start; please report this")?;
    let record = OracleRecord {
        game: game.name(),
        stones: rules.stones.into(),
        value: ValueRecord { outcome: outcome(value), plies: value.plies() },
        counts: Counts::of(&solution),
    };
    match args.format {
        Format::Json => streams.json(&record)?,
        Format::Text => write_text(&record, streams)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_text(record: &OracleRecord, streams: &mut Streams) -> anyhow::Result<()> {
    let value = match (record.value.outcome, record.value.plies) {
        (outcome, Some(plies)) => format!("{outcome} for White in {plies} plies"),
        (outcome, None) => outcome.to_owned(),
    };
    let longest = record.counts.longest_win.map_or("none".to_owned(), |plies| format!("{plies} plies"));
    let Counts { positions, win, draw, loss, .. } = record.counts;
    for (name, fact) in [
        ("start", value),
        ("positions", format!("{} up to symmetry", thousands(positions))),
        ("win", thousands(win)),
        ("draw", thousands(draw)),
        ("loss", thousands(loss)),
        ("longest win", longest),
    ] {
        writeln!(streams.results, "{name:<12} {fact}")?;
    }
    Ok(())
}

impl Counts {
    fn of(solution: &Solution) -> Self {
        let mut counts = Self::default();
        for (_, value) in solution.iter() {
            counts.positions += 1;
            match value {
                Value::Win(plies) => {
                    counts.win += 1;
                    counts.longest_win = counts.longest_win.max(Some(plies));
                }
                Value::Draw => counts.draw += 1,
                Value::Loss(_) => counts.loss += 1,
            }
        }
        counts
    }
}

const fn outcome(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    }
}

/// How many positions the game has, give or take: all placements of all numbers of stones that the rules
/// accept, a sixteenth of them for symmetry. Some of those never arise. Like the oracle, it counts a position
/// and the same one with the colours exchanged as one.
fn estimated_positions(rules: &Rules) -> u64 {
    let mut subspaces = BTreeSet::new();
    let counts = |color| {
        let most = rules.stones_of(color);
        (0..=most).flat_map(move |on_board| (0..=most - on_board).map(move |hand| (on_board, hand)))
    };
    for (white, white_hand) in counts(Color::White) {
        for (black, black_hand) in counts(Color::Black) {
            // Which points the stones stand on makes no difference to the rules.
            let first = lowest_points(white);
            let stones = ByColor { white: first, black: lowest_points(white + black) - first };
            let hands = ByColor { white: white_hand, black: black_hand };
            for turn in Color::ALL {
                if (Setup { stones, hands, turn }).check(rules).is_ok() {
                    let side = |color| (stones[color].len(), hands[color]);
                    subspaces.insert((side(turn), side(turn.opponent())));
                }
            }
        }
    }
    let placements =
        subspaces.iter().map(|((mover, _), (other, _))| choose(24, *mover) * choose(24 - mover, *other));
    placements.sum::<u64>().div_ceil(16)
}

/// The set of the `count` points with the lowest numbers.
fn lowest_points(count: u8) -> PointSet {
    PointSet::from_bits_truncated((1 << count) - 1)
}

/// The number of ways to choose `size` of `points`.
fn choose(points: u8, size: u8) -> u64 {
    let (points, size) = (u64::from(points), u64::from(size));
    (0..size).fold(1, |ways, chosen| ways * (points - chosen) / (chosen + 1))
}

#[cfg(test)]
mod tests {
    use millwright_rules::{Game, StoneCount};

    use super::*;

    #[test]
    fn the_estimate_is_near_the_truth_where_that_is_known() {
        for game in [Game::Standard, Game::LaskerWmd, Game::Morabaraba] {
            let rules = game.rules().with_stones(StoneCount::MIN, StoneCount::MIN);
            let estimate = estimated_positions(&rules);
            let truth =
                u64::try_from(Solution::up_to_symmetry(&rules, [State::start(&rules)]).len()).unwrap();
            assert!(truth < 2 * estimate && estimate < 2 * truth, "{game}: {estimate} for {truth}");
        }
    }
}
