//! How the sets of a block are cut into rows.

use millwright_index::binomial;

/// One row: all sets with these high points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The high points, numbered from the first one.
    pub(crate) high: u32,
    /// How many low points its sets have.
    pub(crate) low_count: u8,
    /// Its first slot.
    pub(crate) start: u32,
}

/// A row among those with as many low points: its high points and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowOf {
    pub(crate) high: u32,
    pub(crate) number: u32,
}

/// The sets of `size` points among `points`, in rows.
///
/// **Invariants**: rows are in the order of their high points, and of their slots; the row with `low_count` low points has
/// `binomial(low, low_count)` slots, and together they are all slots of a block.
#[derive(Debug)]
pub(crate) struct RowShape {
    pub(crate) low: u32,
    pub(crate) high: u32,
    /// How many slots there are.
    pub(crate) slots: usize,
    pub(crate) rows: Vec<Row>,
    /// By high points: the first slot of the row; some slot of the block where there is no such row.
    pub(crate) starts: Vec<u32>,
    /// By high points: the number of the row; some row where there is no such one.
    pub(crate) numbers: Vec<u32>,
    /// By how many low points.
    by_count: Vec<Vec<RowOf>>,
    /// By high point, then by how many low points: the rows without the point.
    without: Vec<Vec<Vec<RowOf>>>,
}

impl RowShape {
    /// The sets of `size` points among `points`, the lowest `low` of which are the low ones.
    pub(crate) fn new(points: u32, size: u32, low: u32) -> Self {
        let high = points.checked_sub(low).expect("low points are points");
        let (mut starts, mut numbers) = (vec![0; 1 << high], vec![0; 1 << high]);
        let mut rows = Vec::new();
        let mut by_count = vec![Vec::new(); low as usize + 1];
        let mut start = 0;
        for set in 0..1_u32 << high {
            let Some(low_count) = size.checked_sub(set.count_ones()).filter(|&count| count <= low) else {
                continue;
            };
            let number = u32::try_from(rows.len()).expect("fewer rows than sets");
            starts[set as usize] = start;
            numbers[set as usize] = number;
            by_count[low_count as usize].push(RowOf { high: set, number });
            rows.push(Row { high: set, low_count: u8::try_from(low_count).expect("at most 24"), start });
            start += binomial(low as usize, low_count as usize);
        }
        Self { low, high, slots: start as usize, rows, starts, numbers, by_count, without: Vec::new() }
    }

    /// Lists the rows without each high point, too.
    fn with_lists(mut self) -> Self {
        let without = |point: u32, rows: &Vec<RowOf>| -> Vec<RowOf> {
            rows.iter().copied().filter(|row| row.high >> point & 1 == 0).collect()
        };
        let lists = |point| self.by_count.iter().map(|rows| without(point, rows)).collect();
        self.without = (0..self.high).map(lists).collect();
        self
    }

    /// How many slots a row with so many low points has.
    #[inline]
    pub(crate) fn row_len(&self, low_count: u32) -> usize {
        binomial(self.low as usize, low_count as usize) as usize
    }

    /// The rows by how many low points they have, but for those with a high point.
    pub(crate) fn rows_without(&self, high_point: Option<u32>) -> &[Vec<RowOf>] {
        match high_point {
            None => &self.by_count,
            Some(point) => &self.without[point as usize],
        }
    }
}

/// The shapes of a unit's blocks with the free points of the middle ring as low points, by how many those are.
#[derive(Debug)]
pub(crate) struct RowShapes {
    by_low: Vec<Option<RowShape>>,
}

impl RowShapes {
    /// For blocks with `points` free points, `size` of them taken by C.
    pub(crate) fn new(points: u32, size: u32) -> Self {
        let shape = |low: u32| {
            let high = points.checked_sub(low)?;
            (high <= 16).then(|| RowShape::new(points, size, low).with_lists())
        };
        Self { by_low: (0..=8).map(shape).collect() }
    }

    /// The shape of blocks with so many free points in the middle ring.
    #[inline]
    pub(crate) fn of(&self, low: u32) -> &RowShape {
        self.by_low[low as usize].as_ref().expect("a block has at most 16 points off the middle ring")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    #[test]
    fn rows_hold_the_sets_of_a_block_in_order() {
        for (points, size) in [(17, 6), (16, 7), (12, 12), (12, 3), (20, 2), (24, 1), (21, 0), (18, 9)] {
            let layout = Layout::of_sets(points, size);
            for low in 0..=8.min(points) {
                let shape = RowShape::new(points.into(), size.into(), low.into());
                let mut slot = 0;
                for row in &shape.rows {
                    assert_eq!(row.start as usize, slot);
                    assert_eq!(shape.starts[row.high as usize], row.start);
                    for _ in 0..shape.row_len(row.low_count.into()) {
                        assert_eq!(layout.sets[slot] >> low, row.high);
                        slot += 1;
                    }
                }
                assert_eq!(slot, layout.block_len());
            }
        }
    }
}
