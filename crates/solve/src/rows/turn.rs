//! Turning a plane round: from blocks of one player's classes to blocks of the other's.
//!
//! A *tile* has both players' stones off the middle ring fixed, while those in the ring vary. One symmetry takes the fixed
//! stones of the player who was the key to where they are in his representatives, and with them the whole tile: its rows
//! are gathered from as many blocks, and its cells put where they belong by one table. Only where the fixed stones have
//! symmetries of their own does it depend on the ring's stones which one it is; then every row is looked up.

use std::sync::LazyLock;

use millwright_index::{ClassId, Classes, PointOrder, binomial, compress_bits, expand_bits};
use millwright_rules::{PointSet, Symmetry};
use rayon::prelude::*;

use super::PADDING;
use super::lanes::{LANE_OF, LANES};
use super::shape::{Row, RowShapes};
use crate::cell::Cell;
use crate::kernels::{Dispatch, Kernel, Vector, Work};

const ORDER: PointOrder = PointOrder::MiddleFirst;
const RING: u32 = 0xFF;
/// Off the middle ring.
const HIGH_POINTS: u32 = 0xFFFF;
/// The most cells of a tile: 8! / (2! 3! 3!) = 560. A power of two, so that no place is outside.
const TILE: usize = 1024;

/// The stones off the middle ring, taken to where they are smallest.
#[derive(Clone, Copy, Debug)]
struct Settled {
    high: u16,
    /// A symmetry that takes them there, if there is but one.
    symmetry: Option<Symmetry>,
}

/// By all sets off the middle ring. Made by one thread: others wait for it, and one that waits for its own part of the work
/// may be given a task meanwhile that needs all of it.
static SETTLED: LazyLock<Vec<Settled>> = LazyLock::new(|| {
    let settle = |high: u32| {
        let image = |symmetry: Symmetry| ORDER.bits(symmetry.apply(ORDER.set(high << 8))) >> 8;
        let smallest = Symmetry::all().map(image).min().unwrap_or(high);
        let mut ways = Symmetry::all().filter(|&symmetry| image(symmetry) == smallest);
        let (first, second) = (ways.next(), ways.next());
        let symmetry = if second.is_none() { first } else { None };
        Settled { high: u16::try_from(smallest).expect("sixteen points"), symmetry }
    };
    (0..=HIGH_POINTS).map(settle).collect()
});

/// Where the cells of tiles go, for every symmetry and every number of stones in the ring.
#[derive(Debug)]
pub(crate) struct TileTables {
    /// By symmetry, then by the number of the new key's stones and of the other's.
    tables: Vec<TileTable>,
}

/// One symmetry and one number of stones of each.
#[derive(Debug, Default)]
struct TileTable {
    /// For every set of the new key's stones and, in it, every lane of the other's: the place in the tile.
    places: Vec<u16>,
    /// The column of that place: the lane of the new key's stones in the row of the other's.
    columns: Vec<u8>,
    /// For the same: which of all sets of the other's stones it is.
    others: Vec<u8>,
    row_len: usize,
}

/// How many lanes `count` stones have beside `taken` others in the ring.
fn lanes(taken: usize, count: usize) -> usize {
    binomial(8 - taken, count) as usize
}

impl TileTables {
    fn get() -> &'static Self {
        static TABLES: LazyLock<TileTables> = LazyLock::new(|| {
            let tables = Symmetry::all().flat_map(|symmetry| {
                (0..=8)
                    .flat_map(move |keys| (0..=8).map(move |others| TileTable::new(symmetry, keys, others)))
            });
            TileTables { tables: tables.collect() }
        });
        &TABLES
    }

    #[inline]
    fn of(&self, symmetry: Symmetry, keys: usize, others: usize) -> &TileTable {
        &self.tables[(usize::from(symmetry.number()) * 9 + keys) * 9 + others]
    }
}

impl TileTable {
    fn new(symmetry: Symmetry, keys: usize, others: usize) -> Self {
        if keys + others > 8 {
            return Self::default();
        }
        let row_len = lanes(keys, others);
        let (mut places, mut columns, mut all_others) = (Vec::new(), Vec::new(), Vec::new());
        for &key in &LANES[8][keys] {
            let key_image = image_in_ring(symmetry, key);
            for &numbered in &LANES[8 - keys][others] {
                let other = expand_bits(numbered.into(), RING & !u32::from(key));
                let other_image = image_in_ring(symmetry, u8::try_from(other).expect("eight points"));
                let column =
                    LANE_OF[compress_bits(key_image.into(), RING & !u32::from(other_image)) as usize];
                let place = usize::from(LANE_OF[usize::from(other_image)]) * lanes(others, keys)
                    + usize::from(column);
                places.push(u16::try_from(place).expect("a tile has at most 560 cells"));
                columns.push(column);
                all_others.push(LANE_OF[other as usize]);
            }
        }
        Self { places, columns, others: all_others, row_len }
    }
}

/// Where a symmetry takes a set of points of the middle ring.
fn image_in_ring(symmetry: Symmetry, set: u8) -> u8 {
    u8::try_from(ORDER.bits(symmetry.apply(ORDER.set(set.into())))).expect("the ring goes to itself")
}

/// Consecutive classes of the new key with the same stones off the middle ring.
struct SuperBlock<'a, T> {
    high: u32,
    keys: &'a [PointSet],
    to: &'a mut [T],
}

/// Turns `from`, in blocks of the classes of `c` stones, into blocks of the classes of `a` stones. `from` is read a vector
/// beyond its end.
pub(crate) fn turn_plane<T: Cell>(
    (a, c): (u8, u8),
    dispatch: Dispatch,
    from: &[T],
    to: &mut [T],
    stopped: impl Fn() -> bool + Sync,
) {
    let turn = Turn::new(a, c, from);
    let mut rest = to;
    let mut blocks = Vec::new();
    for keys in Classes::of(a).representatives().chunk_by(|one, next| high_of(*one) == high_of(*next)) {
        let (to, later) = rest.split_at_mut(keys.len() * turn.block_len);
        rest = later;
        blocks.push(SuperBlock { high: high_of(keys[0]), keys, to });
    }
    blocks.into_par_iter().for_each(|block| {
        if !stopped() {
            dispatch.run(TurnSuperBlock { turn: &turn, block });
        }
    });
}

fn high_of(set: PointSet) -> u32 {
    ORDER.bits(set) >> 8
}

/// What all blocks have in common.
struct Turn<'a, T> {
    a: usize,
    block_len: usize,
    there_len: usize,
    shapes: RowShapes,
    shapes_there: RowShapes,
    there: &'static Classes,
    /// By settled stones off the ring: the first of the old key's classes that has them.
    first_class: Vec<u32>,
    from: &'a [T],
    tables: &'static TileTables,
}

impl<'a, T: Cell> Turn<'a, T> {
    fn new(a: u8, c: u8, from: &'a [T]) -> Self {
        let there = Classes::of(c);
        let mut first_class = vec![u32::MAX; 1 << 16];
        for (number, &set) in (0..).zip(there.representatives()) {
            let first = &mut first_class[high_of(set) as usize];
            *first = (*first).min(number);
        }
        let (points, points_there) = (24 - u32::from(a), 24 - u32::from(c));
        let len = |points: u32, size: u8| binomial(points as usize, usize::from(size)) as usize;
        let turn = Self {
            a: a.into(),
            block_len: len(points, c),
            there_len: len(points_there, a),
            shapes: RowShapes::new(points, c.into()),
            shapes_there: RowShapes::new(points_there, a.into()),
            there,
            first_class,
            from,
            tables: TileTables::get(),
        };
        assert!(
            from.len() >= there.representatives().len() * turn.there_len + PADDING,
            "the plane is padded"
        );
        turn
    }

    /// Where a tile's first row begins.
    #[inline(always)]
    fn tile_at<K: Kernel>(&self, kernel: K, high: u32, others_high: u32, low_count: usize) -> Option<TileAt> {
        let Settled { high: settled, symmetry } = SETTLED[others_high as usize];
        let symmetry = symmetry?;
        let image = ORDER.bits(symmetry.apply(ORDER.set(high << 8))) >> 8;
        let numbered = kernel.compress(image, !u32::from(settled) & HIGH_POINTS);
        let start =
            self.shapes_there.of(8 - u32::try_from(low_count).expect("at most 8")).starts[numbered as usize];
        let class = self.first_class[usize::from(settled)];
        Some(TileAt { symmetry, first: class as usize * self.there_len + start as usize })
    }
}

/// A tile that one symmetry takes where it is.
struct TileAt {
    symmetry: Symmetry,
    /// Its first cell.
    first: usize,
}

struct TurnSuperBlock<'a, 'p, T> {
    turn: &'a Turn<'p, T>,
    block: SuperBlock<'a, T>,
}

impl<T: Cell> Work for TurnSuperBlock<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let turn = self.turn;
        let high = self.block.high;
        let keys = turn.a - high.count_ones() as usize;
        let free = !high & HIGH_POINTS;
        let shape = turn.shapes.of(u32::try_from(8 - keys).expect("at most 8"));
        let mut tile = [T::default(); TILE];
        for (number, row) in shape.rows.iter().enumerate() {
            let others_high = kernel.expand(row.high, free);
            let others = usize::from(row.low_count);
            let Some(at) = turn.tile_at(kernel, high, others_high, others) else {
                self.look_rows_up(kernel, row, others_high);
                continue;
            };
            let (rows, row_len) = (lanes(0, others), lanes(others, keys));
            copy_rows::<T, K::Long>(turn.from, at.first, turn.there_len, (rows, row_len), &mut tile);
            if let Some(next) = shape.rows.get(number + 1) {
                let others = usize::from(next.low_count);
                if let Some(at) = turn.tile_at(kernel, high, kernel.expand(next.high, free), others) {
                    for row in 0..lanes(0, others) {
                        kernel.prefetch(turn.from, at.first + row * turn.there_len);
                    }
                }
            }
            let table = turn.tables.of(at.symmetry, keys, others);
            for (&key, to) in self.block.keys.iter().zip(self.block.to.chunks_exact_mut(turn.block_len)) {
                let lane = usize::from(LANE_OF[(ORDER.bits(key) & RING) as usize]);
                let places = &table.places[lane * table.row_len..][..table.row_len];
                for (cell, &place) in to[row.start as usize..][..table.row_len].iter_mut().zip(places) {
                    *cell = tile[usize::from(place) % TILE];
                }
            }
        }
    }
}

/// Copies the rows of a tile, one after the other.
#[inline(always)]
fn copy_rows<T: Cell, V: Vector>(
    from: &[T],
    first: usize,
    stride: usize,
    (rows, row_len): (usize, usize),
    tile: &mut [T; TILE],
) {
    for row in 0..rows {
        let mut done = 0;
        while done < row_len {
            V::load(from, first + row * stride + done).store(tile, row * row_len + done);
            done += V::cells::<T>();
        }
    }
}

/// The most sets of some of eight points.
const MOST_LANES: usize = 70;

impl<T: Cell> TurnSuperBlock<'_, '_, T> {
    /// A tile whose fixed stones have symmetries of their own: which one applies depends on the others' stones in the ring,
    /// so every row of it may be elsewhere.
    #[inline(always)]
    fn look_rows_up<K: Kernel>(&mut self, kernel: K, row: &Row, others_high: u32) {
        let turn = self.turn;
        let (high, settled) = (self.block.high, u32::from(SETTLED[others_high as usize].high));
        let others = usize::from(row.low_count);
        let keys = turn.a - high.count_ones() as usize;
        let starts = &turn.shapes_there.of(8 - u32::from(row.low_count)).starts;
        let first_others = ORDER.set(others_high << 8 | u32::from(LANES[8][others][0]));

        // By the others' stones in the ring: where the row begins, and the columns in it.
        let mut rows: [(usize, &[u8]); MOST_LANES] = [(0, &[]); MOST_LANES];
        let mut of_symmetry: [Option<(usize, &[u8])>; 16] = [None; 16];
        for (row, (ClassId(class), symmetry)) in
            rows[..lanes(0, others)].iter_mut().zip(turn.there.find_from(first_others))
        {
            let found = &mut of_symmetry[usize::from(symmetry.number())];
            if found.is_none() {
                let image = ORDER.bits(symmetry.apply(ORDER.set(high << 8))) >> 8;
                let numbered = kernel.compress(image, !settled & HIGH_POINTS);
                let columns = turn.tables.of(symmetry, keys, others).columns.as_slice();
                *found = Some((starts[numbered as usize] as usize, columns));
            }
            let Some((start, columns)) = *found else { continue };
            *row = (class as usize * turn.there_len + start, columns);
            kernel.prefetch(turn.from, row.0);
        }

        let table = turn.tables.of(Symmetry::IDENTITY, keys, others);
        for (&key, to) in self.block.keys.iter().zip(self.block.to.chunks_exact_mut(turn.block_len)) {
            let lane = usize::from(LANE_OF[(ORDER.bits(key) & RING) as usize]);
            let places = lane * table.row_len..(lane + 1) * table.row_len;
            let to = &mut to[row.start as usize..][..table.row_len];
            for ((cell, &other), place) in to.iter_mut().zip(&table.others[places.clone()]).zip(places) {
                let (first, columns) = rows[usize::from(other)];
                *cell = turn.from[first + usize::from(columns[place])];
            }
        }
    }
}
