//! What a solved plane has in it, each orbit counted once.

use millwright_index::{Classes, Plane, Slot, Unit, UnitIndex, expand};
use millwright_rules::{PointSet, Symmetry};
use millwright_table::{Code, Codes, Statistics};
use rayon::prelude::*;

/// Counts a plane of a unit.
#[must_use]
pub fn statistics(unit: Unit, plane: Plane, values: &Codes) -> Statistics {
    debug_assert!(plane == Plane::A || !unit.is_even());
    match values {
        Codes::Narrow(values) => count(unit, values),
        Codes::Wide(values) => count(unit, values),
    }
}

/// Folds over the slots of a plane that stand for their orbit, block by block: `add` values that stand side by side, from a
/// slot on, to what a block begins with, then `merge` with what comes later.
fn fold_orbits<T: Code, A: Send>(
    unit: Unit,
    values: &[T],
    begin: impl Fn() -> A + Sync + Send,
    add: impl Fn(&mut A, &[T], u64) + Sync,
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
        if stabiliser.is_empty() {
            add(&mut counts, values, first);
            return counts;
        }
        for ((value, &set), slot) in values.iter().zip(&sets).zip(first..) {
            let others = expand(set, !stones);
            let stands_for_its_orbit = stabiliser.iter().all(|symmetry| symmetry.apply(others) >= others);
            if stands_for_its_orbit {
                add(&mut counts, std::slice::from_ref(value), slot);
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
    let add = |counts: &mut Vec<u64>, codes: &[u16], _| {
        for &code in codes {
            counts[usize::from(code)] += 1;
        }
    };
    fold_orbits(unit, codes, begin, add, merge)
}

fn count<T: Code>(unit: Unit, codes: &[T]) -> Statistics {
    let add = |statistics: &mut Statistics, codes: &[T], slot| statistics.count_all(codes, Slot(slot));
    fold_orbits(unit, codes, Statistics::default, add, |mut first, later| {
        first.append(&later);
        first
    })
}
