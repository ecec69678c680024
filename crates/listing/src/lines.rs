//! Rows as lines: text for people, CSV, and JSON, one object a line.

use std::sync::LazyLock;

use millwright_index::Subspace;
use millwright_rules::{Color, Point, PointSet};
use millwright_table::Outcome;

use crate::row::{Choice, Columns, Row};

/// A form that has a line for each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFormat {
    /// For people: the position, then its value in words.
    Text,
    /// Comma-separated, the names of the columns first; what is not known is empty.
    Csv,
    /// One object a line; what is not known is `null`.
    Json,
}

/// Writes the short form of positions of one subspace.
#[derive(Clone, Debug)]
pub(crate) struct ShortForm {
    turn: Color,
    /// What follows after the stones of the mover and the other: a dot and the stones in hand, if there are any.
    mover_hand: String,
    other_hand: String,
}

impl ShortForm {
    pub(crate) fn new(subspace: Subspace, turn: Color) -> Self {
        let hand = |stones: u8| if stones == 0 { String::new() } else { format!(".{stones}") };
        Self { turn, mover_hand: hand(subspace.mover_hand), other_hand: hand(subspace.other_hand) }
    }

    /// Appends the position of a row.
    #[inline]
    pub(crate) fn append(&self, row: &Row, out: &mut Vec<u8>) {
        let (mover, other) = ((row.mover, &self.mover_hand), (row.other, &self.other_hand));
        let (white, black) = match self.turn {
            Color::White => (mover, other),
            Color::Black => (other, mover),
        };
        out.push(if self.turn == Color::White { b'w' } else { b'b' });
        for (stones, hand) in [white, black] {
            out.push(b'_');
            append_points(stones, out);
            out.extend_from_slice(hand.as_bytes());
        }
    }
}

/// The labels of the points of one ring, one after the other.
#[derive(Clone, Copy, Default)]
struct Labels {
    length: u8,
    text: [u8; 16],
}

/// For each ring, the labels of all its sets of points.
static LABELS: LazyLock<[[Labels; 256]; 3]> = LazyLock::new(|| {
    std::array::from_fn(|ring| {
        std::array::from_fn(|set| {
            let bits = u32::try_from(set << (8 * ring)).expect("24 bits at most");
            let text: String = PointSet::from_bits_truncated(bits).iter().map(Point::label).collect();
            let mut labels = Labels { length: u8::try_from(text.len()).expect("16 at most"), text: [0; 16] };
            labels.text[..text.len()].copy_from_slice(text.as_bytes());
            labels
        })
    })
});

/// Appends the labels of points in the order of their numbers, ring by ring.
#[inline]
fn append_points(points: PointSet, out: &mut Vec<u8>) {
    for (ring, byte) in LABELS.iter().zip(points.bits().to_le_bytes()) {
        let labels = &ring[usize::from(byte)];
        // Copied as a whole, which is quicker, and cut.
        let length = out.len() + usize::from(labels.length);
        out.extend_from_slice(&labels.text);
        out.truncate(length);
    }
}

/// Rows as lines.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    format: LineFormat,
    columns: Columns,
    position: ShortForm,
}

impl Lines {
    pub(crate) fn new(format: LineFormat, columns: Columns, position: ShortForm) -> Self {
        Self { format, columns, position }
    }

    /// What comes before all rows.
    pub(crate) fn header(&self) -> &'static str {
        match (self.format, self.columns) {
            (LineFormat::Csv, Columns::Values) => "position,value,plies,rank\n",
            (LineFormat::Csv, Columns::Moves) => "position,value,plies,rank,moves,keeping\n",
            (LineFormat::Text | LineFormat::Json, _) => "",
        }
    }

    /// The lines of rows.
    pub(crate) fn encode(&self, rows: &[Row]) -> Vec<u8> {
        // Longer than most lines: what does not fit makes it grow.
        let length = if self.format == LineFormat::Json { 112 } else { 64 };
        let mut out = Vec::with_capacity(rows.len() * length);
        match self.format {
            LineFormat::Text => rows.iter().for_each(|row| self.append_text(row, &mut out)),
            LineFormat::Csv => rows.iter().for_each(|row| self.append_csv(row, &mut out)),
            LineFormat::Json => rows.iter().for_each(|row| self.append_json(row, &mut out)),
        }
        out
    }

    fn append_text(&self, row: &Row, out: &mut Vec<u8>) {
        self.position.append(row, out);
        out.extend_from_slice(b"  ");
        out.extend_from_slice(row.outcome.name().as_bytes());
        if let Some(plies) = row.plies {
            out.extend_from_slice(b" in ");
            append_number(plies, out);
        }
        if let Some(rank) = row.rank {
            out.extend_from_slice(b" ");
            append_signed(rank.0, true, out);
        }
        if let Some(Choice { moves, keeping }) = row.choice {
            out.extend_from_slice(b"  kept by ");
            append_number(keeping, out);
            out.extend_from_slice(b" of ");
            append_number(moves, out);
        }
        out.push(b'\n');
    }

    fn append_csv(&self, row: &Row, out: &mut Vec<u8>) {
        self.position.append(row, out);
        out.push(b',');
        out.extend_from_slice(row.outcome.name().as_bytes());
        out.push(b',');
        if let Some(plies) = row.plies {
            append_number(plies, out);
        }
        out.push(b',');
        if let Some(rank) = row.rank {
            append_signed(rank.0, false, out);
        }
        if let Some(Choice { moves, keeping }) = row.choice {
            for number in [moves, keeping] {
                out.push(b',');
                append_number(number, out);
            }
        }
        out.push(b'\n');
    }

    /// No character of a position or an outcome needs to be escaped.
    fn append_json(&self, row: &Row, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"position\":\"");
        self.position.append(row, out);
        out.extend_from_slice(match row.outcome {
            Outcome::Win => b"\",\"value\":\"win\",\"plies\":".as_slice(),
            Outcome::Draw => b"\",\"value\":\"draw\",\"plies\":",
            Outcome::Loss => b"\",\"value\":\"loss\",\"plies\":",
        });
        match row.plies {
            Some(plies) => append_number(plies, out),
            None => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"rank\":");
        match row.rank {
            Some(rank) => append_signed(rank.0, false, out),
            None => out.extend_from_slice(b"null"),
        }
        if let Some(Choice { moves, keeping }) = row.choice {
            out.extend_from_slice(b",\"moves\":");
            append_number(moves, out);
            out.extend_from_slice(b",\"keeping\":");
            append_number(keeping, out);
        }
        out.extend_from_slice(b"}\n");
    }
}

/// A rank, with a plus where it is wanted and there is something to gain.
fn append_signed(number: i16, plus: bool, out: &mut Vec<u8>) {
    if number < 0 {
        out.push(b'-');
    } else if plus {
        out.push(b'+');
    }
    append_number(number.unsigned_abs(), out);
}

/// The digits of a number; what `write!` does takes several times as long.
#[inline]
fn append_number(number: u16, out: &mut Vec<u8>) {
    let mut left = number;
    let mut digits = [b'0'; 5];
    let mut begin = digits.len();
    loop {
        begin -= 1;
        digits[begin] += u8::try_from(left % 10).expect("a digit");
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[begin..]);
}

#[cfg(test)]
mod tests {
    use millwright_index::Slot;
    use millwright_ranks::Rank;
    use millwright_rules::{Position, Side};

    use super::*;

    #[test]
    fn numbers_are_written_as_usual() {
        for number in 0..=u16::MAX {
            let mut out = Vec::new();
            append_number(number, &mut out);
            assert_eq!(out, number.to_string().into_bytes());
        }
        for number in [i16::MIN, -70, -1, 0, 1, 12, i16::MAX] {
            let [mut plain, mut plus] = [Vec::new(), Vec::new()];
            append_signed(number, false, &mut plain);
            append_signed(number, true, &mut plus);
            assert_eq!((plain, plus), (number.to_string().into_bytes(), format!("{number:+}").into_bytes()));
        }
    }

    fn row(mover: u32, other: u32) -> Row {
        let [mover, other] = [mover, other].map(PointSet::from_bits_truncated);
        let (slot, outcome) = (Slot(0), Outcome::Draw);
        Row { slot, mover, other, outcome, plies: None, rank: None, choice: None }
    }

    #[test]
    fn positions_are_written_in_the_short_form() {
        let subspace: Subspace = "3_4_0_2".parse().unwrap();
        for turn in Color::ALL {
            for bits in (0..1_u32 << 24).step_by(4099) {
                let row = row(bits, !bits & 0x5A_5A5A);
                let side = |stones, hand| Side { stones, hand };
                let position = Position::from_sides_unchecked(
                    side(row.mover, subspace.mover_hand),
                    side(row.other, subspace.other_hand),
                    turn,
                );
                let mut out = Vec::new();
                ShortForm::new(subspace, turn).append(&row, &mut out);
                assert_eq!(String::from_utf8(out).unwrap(), position.to_string());
            }
        }
    }

    #[test]
    fn each_form_has_its_line() {
        let short = ShortForm::new("1_1_2_2".parse().unwrap(), Color::White);
        let line = |format, row: Row| {
            let columns = if row.choice.is_some() { Columns::Moves } else { Columns::Values };
            String::from_utf8(Lines::new(format, columns, short.clone()).encode(&[row])).unwrap()
        };
        let won = Row { outcome: Outcome::Win, plies: Some(143), ..row(1, 2) };
        let drawn = Row { rank: Some(Rank(-7)), choice: Some(Choice { moves: 17, keeping: 1 }), ..row(1, 2) };
        assert_eq!(line(LineFormat::Text, won), "w_a4.2_a7.2  win in 143\n");
        assert_eq!(line(LineFormat::Text, drawn), "w_a4.2_a7.2  draw -7  kept by 1 of 17\n");
        assert_eq!(line(LineFormat::Csv, won), "w_a4.2_a7.2,win,143,\n");
        assert_eq!(line(LineFormat::Csv, drawn), "w_a4.2_a7.2,draw,,-7,17,1\n");
        assert_eq!(
            line(LineFormat::Json, won),
            "{\"position\":\"w_a4.2_a7.2\",\"value\":\"win\",\"plies\":143,\"rank\":null}\n"
        );
        assert_eq!(
            line(LineFormat::Json, drawn),
            "{\"position\":\"w_a4.2_a7.2\",\"value\":\"draw\",\"plies\":null,\"rank\":-7,\"moves\":17,\"keeping\":1}\n"
        );
    }
}
