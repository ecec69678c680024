//! Draws told apart, ultra tables made of them, and a check and a solver of them that are slow and obvious.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use crate::tables::{Values, position_of, slot_of};
use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_ranks::{DrawValue, Rank, Ranks};
use millwright_rules::{Over, Position, Rules, Value};
use millwright_table::{PlaneValues, TableDirectory, WriteOptions};
use millwright_verify::{
    ExpectedDraw, StoredDraw, UltraVerifyReport, VerifyError, VerifyOptions, WrongDraw, ultra,
};

/// The values of the draws of some subspaces, by slot; `None` where there is none.
pub(crate) type Draws = BTreeMap<Subspace, Vec<Option<DrawValue>>>;

/// The values that there are, each with the positions up to symmetry that have it.
pub(crate) fn counts_of(subspace: Subspace, draws: &[Option<DrawValue>]) -> Vec<(DrawValue, u64)> {
    let index = millwright_index::UnitIndex::new(millwright_index::Unit::of(subspace));
    let mut counts: BTreeMap<DrawValue, u64> = BTreeMap::new();
    for (slot, draw) in (0..).zip(draws) {
        let Some(draw) = draw else { continue };
        let (a, c) = index.sets_of_slot(Slot(slot));
        *counts.entry(*draw).or_default() += u64::from(millwright_index::UnitIndex::is_representative(a, c));
    }
    counts.into_iter().collect()
}

pub(crate) fn write_draws_with(
    directory: &TableDirectory,
    ranks: &Ranks,
    subspace: Subspace,
    draws: &[Option<DrawValue>],
    counts: &[(DrawValue, u64)],
) {
    let code = |draw: &Option<DrawValue>| {
        let Some(draw) = draw else { return 0 };
        u16::try_from(counts.iter().position(|(value, _)| value == draw).unwrap() + 1).unwrap()
    };
    let codes: Vec<u16> = draws.iter().map(code).collect();
    let plane = PlaneValues::draws(counts.to_vec(), codes);
    directory.ultra(ranks).write(subspace, &plane, &WriteOptions { level: 1 }).unwrap();
}

pub(crate) fn write_draws(
    directory: &TableDirectory,
    ranks: &Ranks,
    subspace: Subspace,
    draws: &[Option<DrawValue>],
) {
    write_draws_with(directory, ranks, subspace, draws, &counts_of(subspace, draws));
}

pub(crate) fn write_all_draws(directory: &TableDirectory, ranks: &Ranks, draws: &Draws) {
    directory.create().unwrap();
    directory.write_ranks(ranks).unwrap();
    for (&subspace, draws) in draws {
        write_draws(directory, ranks, subspace, draws);
    }
}

/// The rank less that of the subspace, and the depth: Malom's two keys.
type Keys = (i32, i32);

/// Malom's rule: a move is worth the child's keys, corrected if the parent is at home elsewhere, with the first key
/// negated and the second one more; a child that is neither better nor worse than staying is worth nothing.
fn keys_seen_from((key1, key2): Keys, child: Rank, parent: Rank) -> Keys {
    let corrected = key1 + i32::from(child.0) + i32::from(parent.0);
    match (key1, corrected) {
        (_, 0) => (0, 0),
        (0, _) => (-corrected, 1),
        _ if (key1 < 0) == (corrected < 0) => (-corrected, key2 + 1),
        _ => (-corrected, 1 - key2),
    }
}

/// Malom's order: the larger first key; of two equal ones below zero the larger second key, above zero the smaller.
fn better(one: Keys, other: Keys) -> Keys {
    let one_is_better = match (one.0 == other.0, one.0 > 0) {
        (false, _) => one.0 > other.0,
        (true, true) => one.1 < other.1,
        (true, false) => one.1 > other.1,
    };
    if one_is_better { one } else { other }
}

/// What a drawn position is worth by the draws that it can move to; `None` if there are none.
fn best(rules: &Rules, ranks: &Ranks, draws: &Draws, position: &Position) -> Option<Keys> {
    if position.over(rules) == Some(Over::DrawnFullBoard) {
        return Some((0, 0));
    }
    let here = ranks.of(Subspace::of(position)).unwrap();
    let worth = position.moves(rules).into_iter().filter_map(|chosen| {
        let next = position.play_unchecked(chosen);
        if next.mover().total() < 3 {
            return None;
        }
        let subspace = Subspace::of(&next);
        let (value, there) = (draws[&subspace][slot_of(&next)]?, ranks.of(subspace).unwrap());
        let keys = (i32::from(value.rank.0) - i32::from(there.0), i32::from(value.depth));
        Some(keys_seen_from(keys, there, here))
    });
    worth.reduce(better)
}

/// All wrong draws of a subspace, or those in every so manyth slot.
pub(crate) fn wrong_draws(
    (rules, ranks): (&Rules, &Ranks),
    (values, draws): (&Values, &Draws),
    subspace: Subspace,
    every: usize,
) -> Vec<WrongDraw> {
    let here = i32::from(ranks.of(subspace).unwrap().0);
    let mut wrong = Vec::new();
    for (slot, &stored) in (0..).zip(&draws[&subspace]).step_by(every) {
        let is_draw = values[&subspace][usize::try_from(slot).unwrap()] == Value::Draw;
        if !is_draw && stored.is_none() {
            continue;
        }
        let position = position_of(subspace, slot);
        let expected = match best(rules, ranks, draws, &position) {
            _ if !is_draw => ExpectedDraw::NoDraw,
            Some((rank, depth)) => ExpectedDraw::Draw { rank: rank + here, depth },
            None => ExpectedDraw::NoMoveDraws,
        };
        let as_expected = stored
            .map(|DrawValue { rank, depth }| ExpectedDraw::Draw { rank: rank.0.into(), depth: depth.into() });
        if as_expected != Some(expected) {
            let stored = stored.map_or(StoredDraw::NoDraw, StoredDraw::Draw);
            wrong.push(WrongDraw { slot: Slot(slot), position, stored, expected });
        }
    }
    wrong
}

/// Tells all draws of a game apart, unit after unit: at first they all stay, and then each is made the best of what it
/// can move to until nothing changes. After n rounds that is what n plies can bring about.
pub(crate) fn true_draws(graph: &UnitGraph, ranks: &Ranks, values: &Values) -> Draws {
    let mut draws = Draws::new();
    for &unit in graph.units() {
        let subspaces: BTreeSet<Subspace> = graph.planes(unit).map(|plane| unit.subspace(plane)).collect();
        for &subspace in &subspaces {
            let staying = DrawValue::staying(ranks.of(subspace).unwrap());
            let draw = |value: &Value| (*value == Value::Draw).then_some(staying);
            draws.insert(subspace, values[&subspace].iter().map(draw).collect());
        }
        let slots_of = |&subspace: &Subspace| {
            let slots = values[&subspace].iter().enumerate().filter(|(_, value)| **value == Value::Draw);
            slots.map(move |(slot, _)| (subspace, slot)).collect::<Vec<_>>()
        };
        let slots: Vec<(Subspace, usize)> = subspaces.iter().flat_map(slots_of).collect();
        loop {
            let after = |&(subspace, slot): &(Subspace, usize)| {
                let (rank, depth) =
                    best(graph.rules(), ranks, &draws, &position_of(subspace, slot as u64)).unwrap();
                let rank = Rank(i16::try_from(rank).unwrap() + ranks.of(subspace).unwrap().0);
                Some(DrawValue { rank, depth: i16::try_from(depth).unwrap() })
            };
            let next: Vec<Option<DrawValue>> = slots.iter().map(after).collect();
            let mut changed = false;
            for (&(subspace, slot), value) in slots.iter().zip(next) {
                let place = &mut draws.get_mut(&subspace).unwrap()[slot];
                changed |= *place != value;
                *place = value;
            }
            if !changed {
                break;
            }
        }
    }
    draws
}

/// Verifies ultra tables with a number of threads, changing the options as told.
pub(crate) fn try_verify_draws(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    threads: usize,
    change: impl FnOnce(&mut VerifyOptions<'_>),
) -> Result<UltraVerifyReport, VerifyError> {
    let stop = AtomicBool::new(false);
    let mut options = VerifyOptions::new(&stop);
    change(&mut options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| ultra::verify(directory, subspaces, &options, &mut |_| {}))
}

/// The same where nothing goes amiss.
pub(crate) fn verify_draws(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    threads: usize,
    change: impl FnOnce(&mut VerifyOptions<'_>),
) -> UltraVerifyReport {
    try_verify_draws(directory, subspaces, threads, change).unwrap()
}
