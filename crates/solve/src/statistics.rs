//! What a solved plane has in it, each orbit counted once.

use millwright_index::{Classes, Plane, Slot, Unit, UnitIndex, expand};
use millwright_rules::{PointSet, Symmetry};
use millwright_table::{Codes, Longest, Statistics};
use rayon::prelude::*;

use crate::cell::Cell;

/// Counts a plane of a unit.
#[must_use]
pub fn statistics(unit: Unit, plane: Plane, values: &Codes) -> Statistics {
    debug_assert!(plane == Plane::A || !unit.is_even());
    match values {
        Codes::Narrow(values) => count(unit, values),
        Codes::Wide(values) => count(unit, values),
    }
}

#[derive(Clone, Default)]
struct Counts {
    draws: u64,
    plies: Vec<u64>,
    longest: Option<Longest>,
}

impl Counts {
    fn add<T: Cell>(&mut self, value: T, slot: u64) {
        if value == T::MAX {
            self.draws += 1;
            return;
        }
        let plies = value.get();
        if plies as usize >= self.plies.len() {
            self.plies.resize(plies as usize + 1, 0);
        }
        self.plies[plies as usize] += 1;
        let plies = u16::try_from(plies).expect("values are at most 16 bits wide");
        if self.longest.is_none_or(|longest| plies > longest.plies) {
            self.longest = Some(Longest { plies, slot: Slot(slot) });
        }
    }

    /// `later` has the larger slots.
    fn merge(mut self, later: &Self) -> Self {
        self.draws += later.draws;
        if later.plies.len() > self.plies.len() {
            self.plies.resize(later.plies.len(), 0);
        }
        for (count, more) in self.plies.iter_mut().zip(&later.plies) {
            *count += more;
        }
        self.longest = match (self.longest, later.longest) {
            (Some(first), Some(second)) if second.plies > first.plies => Some(second),
            (first, second) => first.or(second),
        };
        self
    }
}

/// Folds over the slots of a plane that stand for their orbit, block by block: `add` to what a block begins with, then
/// `merge` with what comes later.
fn fold_orbits<T: Cell, A: Send>(
    unit: Unit,
    values: &[T],
    begin: impl Fn() -> A + Sync + Send,
    add: impl Fn(&mut A, T, u64) + Sync,
    merge: impl Fn(A, A) -> A + Sync + Send,
) -> A {
    let index = UnitIndex::new(unit);
    let block_len = index.block_len() as usize;
    let sets: Vec<PointSet> = PointSet::subsets(24 - unit.a(), unit.c()).collect();
    let of_block = |mut counts: A, (block, values): (usize, &[T])| {
        let stones = index.classes().representatives()[block];
        let stabiliser: Vec<Symmetry> =
            Classes::stabiliser(stones).filter(|&symmetry| symmetry != Symmetry::IDENTITY).collect();
        let first = (block * block_len) as u64;
        for ((&value, &set), slot) in values.iter().zip(&sets).zip(first..) {
            let stands_for_its_orbit = stabiliser.is_empty() || {
                let others = expand(set, !stones);
                stabiliser.iter().all(|symmetry| symmetry.apply(others) >= others)
            };
            if stands_for_its_orbit {
                add(&mut counts, value, slot);
            }
        }
        counts
    };
    values.par_chunks(block_len).enumerate().fold(&begin, of_block).reduce(&begin, merge)
}

/// How many positions up to symmetry have each code.
pub(crate) fn count_codes(unit: Unit, codes: &[u16]) -> Vec<u64> {
    let begin = || vec![0_u64; 1 << 16];
    let merge = |mut sum: Vec<u64>, more: Vec<u64>| {
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        sum
    };
    fold_orbits(unit, codes, begin, |counts, code, _| counts[usize::from(code)] += 1, merge)
}

fn count<T: Cell>(unit: Unit, values: &[T]) -> Statistics {
    let counts = fold_orbits(unit, values, Counts::default, Counts::add, |first, later| first.merge(&later));
    let positions = counts.draws + counts.plies.iter().sum::<u64>();
    Statistics { positions, draws: counts.draws, plies: counts.plies, longest: counts.longest }
}
