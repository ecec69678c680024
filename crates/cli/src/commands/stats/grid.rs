//! Statistics for people: tables like those of Gevay and Danner, the mover's stones by the other's.

use std::collections::BTreeSet;

use millwright_index::Subspace;

use super::{Counts, SubspaceRecord};
use crate::quantities::{counted, thousands};
use crate::streams::Streams;

/// Writes the tables, then the totals.
pub(super) fn write(
    game: &str,
    records: &[SubspaceRecord],
    total: &Counts,
    streams: &mut Streams,
) -> anyhow::Result<()> {
    let hands: BTreeSet<(u8, u8)> = records.iter().map(|record| hands(record.subspace)).collect();
    for &in_hand in &hands {
        let records: Vec<&SubspaceRecord> =
            records.iter().filter(|record| hands_are(record, in_hand)).collect();
        let place = match in_hand {
            (0, 0) => String::new(),
            (mover, other) => format!(", {mover} and {other} in hand"),
        };
        let outcomes = grid(&records, |counts| percentages(counts).join(" / "));
        writeln!(streams.results, "{game}{place}: win / draw / loss in percent\n{outcomes}")?;
        let longest = longest_grid(&records);
        writeln!(streams.results, "{game}{place}: plies of the longest win or loss\n{longest}")?;
    }
    write_totals(records.len(), total, streams)
}

fn hands(subspace: Subspace) -> (u8, u8) {
    (subspace.mover_hand, subspace.other_hand)
}

fn hands_are(record: &SubspaceRecord, in_hand: (u8, u8)) -> bool {
    hands(record.subspace) == in_hand
}

/// Plies of the longest win or loss; `N/A` where all positions are drawn.
fn longest_grid(records: &[&SubspaceRecord]) -> String {
    grid(records, |counts| counts.max_plies.map_or("N/A".to_owned(), |plies| plies.to_string()))
}

/// A row for each number of the mover's stones, a column for each number of the other's.
fn grid(records: &[&SubspaceRecord], cell: impl Fn(&Counts) -> String) -> String {
    let rows: BTreeSet<u8> = records.iter().map(|record| record.subspace.mover).collect();
    let columns: BTreeSet<u8> = records.iter().map(|record| record.subspace.other).collect();
    let text = |row, column| {
        let record = records.iter().find(|r| (r.subspace.mover, r.subspace.other) == (row, column));
        record.map_or_else(String::new, |record| cell(&record.counts))
    };
    let widths: Vec<usize> = columns
        .iter()
        .map(|&column| rows.iter().map(|&row| text(row, column).len()).max().unwrap_or(0).max(2))
        .collect();
    let line = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> =
            cells.zip(&widths).map(|(cell, width)| format!("  {cell:>width$}")).collect();
        format!("{head:>2}{}\n", cells.concat().trim_end())
    };
    let mut text_of_grid = line("", &mut columns.iter().map(u8::to_string));
    for row in rows {
        text_of_grid += &line(&row.to_string(), &mut columns.iter().map(|&column| text(row, column)));
    }
    text_of_grid
}

/// Win, draw and loss in percent as the papers give them: `0+` is more than none and rounds to 0.
fn percentages(counts: &Counts) -> [String; 3] {
    [counts.win, counts.draw, counts.loss].map(|count| {
        let doubled = 2 * u128::from(counts.positions).max(1);
        match (200 * u128::from(count) + doubled / 2) / doubled {
            0 if count > 0 => "0+".to_owned(),
            percent => percent.to_string(),
        }
    })
}

fn write_totals(subspaces: usize, total: &Counts, streams: &mut Streams) -> anyhow::Result<()> {
    let [win, draw, loss] = percentages(total);
    let longest = total.longest.as_ref().map_or("none".to_owned(), |longest| {
        format!("{} at {}", counted(longest.plies.into(), "ply"), longest.position)
    });
    for (name, fact) in [
        ("subspaces", subspaces.to_string()),
        ("slots", thousands(total.slots)),
        ("positions", format!("{} up to symmetry", thousands(total.positions))),
        ("win", format!("{} ({win} %)", thousands(total.win))),
        ("draw", format!("{} ({draw} %)", thousands(total.draw))),
        ("loss", format!("{} ({loss} %)", thousands(total.loss))),
        ("longest", longest),
    ] {
        writeln!(streams.results, "{name:<11}{fact}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_and_what_is_all_drawn_can_be_told_apart() {
        let record = |subspace: &str, max_plies| SubspaceRecord {
            subspace: subspace.parse().unwrap(),
            counts: Counts { max_plies, ..Counts::default() },
        };
        let records =
            [record("11_12_0_0", Some(96)), record("12_11_0_0", Some(90)), record("12_12_0_0", None)];
        let text = longest_grid(&records.iter().collect::<Vec<_>>());
        assert_eq!(text, "    11   12\n11       96\n12  90  N/A\n");
    }

    #[test]
    fn percentages_round_half_up_and_tell_little_from_nothing() {
        let of = |win, draw, loss| {
            percentages(&Counts { positions: win + draw + loss, win, draw, loss, ..Counts::default() })
                .join(" / ")
        };
        assert_eq!(of(159, 3_225_409, 29), "0+ / 100 / 0+");
        assert_eq!(of(1, 199, 0), "1 / 100 / 0");
        assert_eq!(of(1, 200, 0), "0+ / 100 / 0");
        assert_eq!(of(0, 0, 7), "0 / 0 / 100");
        assert_eq!(of(u64::MAX / 4, u64::MAX / 4, 0), "50 / 50 / 0");
    }
}
