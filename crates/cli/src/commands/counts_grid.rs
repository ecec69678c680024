//! Statistics for people: tables like those of Gevay and Danner, the mover's stones by the other's.

use std::collections::BTreeSet;

use millwright_index::Subspace;

use super::counts::{Counts, SubspaceRecord};
use crate::quantities::percent;
use crate::streams::Streams;

/// Writes the tables, two for each pair of hands.
pub(super) fn write(game: &str, records: &[SubspaceRecord], streams: &mut Streams) -> anyhow::Result<()> {
    let hands: BTreeSet<(u8, u8)> = records.iter().map(|record| hands(record.subspace)).collect();
    for &in_hand in &hands {
        let records: Vec<&SubspaceRecord> =
            records.iter().filter(|record| hands_are(record, in_hand)).collect();
        let place = match in_hand {
            (0, 0) => String::new(),
            (mover, other) => format!(", {mover} and {other} in hand"),
        };
        let outcomes = counts_table(&records, outcomes);
        writeln!(streams.results, "{game}{place}: win / draw / loss in percent\n{outcomes}")?;
        let longest = longest_grid(&records);
        writeln!(streams.results, "{game}{place}: plies of the longest win or loss\n{longest}")?;
    }
    Ok(())
}

fn hands(subspace: Subspace) -> (u8, u8) {
    (subspace.mover_hand, subspace.other_hand)
}

fn hands_are(record: &SubspaceRecord, in_hand: (u8, u8)) -> bool {
    hands(record.subspace) == in_hand
}

/// Plies of the longest win or loss; `N/A` where all positions are drawn.
fn longest_grid(records: &[&SubspaceRecord]) -> String {
    counts_table(records, |counts| counts.max_plies.map_or("N/A".to_owned(), |plies| plies.to_string()))
}

fn counts_table(records: &[&SubspaceRecord], cell: impl Fn(&Counts) -> String) -> String {
    grid(&records.iter().map(|record| (record.subspace, cell(&record.counts))).collect::<Vec<_>>())
}

/// A row for each number of the mover's stones, a column for each number of the other's. The subspaces differ in these alone.
pub(super) fn grid(cells: &[(Subspace, String)]) -> String {
    let rows: BTreeSet<u8> = cells.iter().map(|(subspace, _)| subspace.mover).collect();
    let columns: BTreeSet<u8> = cells.iter().map(|(subspace, _)| subspace.other).collect();
    let text = |row, column| {
        let cell = cells.iter().find(|(subspace, _)| (subspace.mover, subspace.other) == (row, column));
        cell.map_or_else(String::new, |(_, cell)| cell.clone())
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

/// Win, draw and loss in percent.
fn outcomes(counts: &Counts) -> String {
    [counts.win, counts.draw, counts.loss].map(|count| percent(count, counts.positions, 0)).join(" / ")
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
}
