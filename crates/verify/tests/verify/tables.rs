//! Planes of values, tables made of them, and a check of them that is slow and obvious.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Over, Position, Rules, Value};
use millwright_table::{Codes, Longest, PlaneValues, Statistics, TableDirectory, WIDE_DRAW, WriteOptions};
use millwright_verify::{VerifyOptions, VerifyReport, WrongPosition, verify};

/// The values of some subspaces, by slot.
pub(crate) type Values = BTreeMap<Subspace, Vec<Value>>;

pub(crate) fn subspace(text: &str) -> Subspace {
    text.parse().unwrap()
}

pub(crate) fn position_of(subspace: Subspace, slot: u64) -> Position {
    let unit = Unit::of(subspace);
    UnitIndex::new(unit).position_of(unit.plane_of(subspace), Slot(slot))
}

pub(crate) fn slot_of(position: &Position) -> usize {
    let (_, slot) = UnitIndex::new(Unit::of(Subspace::of(position))).slot_of(position);
    usize::try_from(slot.0).unwrap()
}

/// The values of a subspace, each found by its position.
pub(crate) fn values_of(subspace: Subspace, mut value: impl FnMut(&Position) -> Value) -> Vec<Value> {
    let slots = UnitIndex::slots_of(Unit::of(subspace));
    (0..slots).map(|slot| value(&position_of(subspace, slot))).collect()
}

pub(crate) fn statistics_of(subspace: Subspace, values: &[Value]) -> Statistics {
    let index = UnitIndex::new(Unit::of(subspace));
    let mut statistics = Statistics::default();
    for (slot, value) in (0..).map(Slot).zip(values) {
        let (a, c) = index.sets_of_slot(slot);
        if !UnitIndex::is_representative(a, c) {
            continue;
        }
        statistics.positions += 1;
        let Some(plies) = value.plies() else {
            statistics.draws += 1;
            continue;
        };
        let place = usize::from(plies);
        statistics.plies.resize(statistics.plies.len().max(place + 1), 0);
        statistics.plies[place] += 1;
        if statistics.longest.is_none_or(|longest| longest.plies < plies) {
            statistics.longest = Some(Longest { plies, slot });
        }
    }
    statistics
}

pub(crate) fn write_with(
    directory: &TableDirectory,
    subspace: Subspace,
    values: &[Value],
    statistics: Statistics,
) {
    let codes: Vec<u16> = values.iter().map(|value| value.plies().unwrap_or(WIDE_DRAW)).collect();
    let plane = PlaneValues::plies(statistics, Codes::Wide(codes));
    directory.write(subspace, &plane, &WriteOptions { level: 1 }).unwrap();
}

pub(crate) fn write(directory: &TableDirectory, subspace: Subspace, values: &[Value]) {
    write_with(directory, subspace, values, statistics_of(subspace, values));
}

pub(crate) fn write_all(directory: &TableDirectory, values: &Values) {
    directory.create().unwrap();
    for (&subspace, values) in values {
        write(directory, subspace, values);
    }
}

/// What a position is worth by the values of its successors.
pub(crate) fn expected(rules: &Rules, values: &Values, position: &Position) -> Value {
    match position.over(rules) {
        Some(Over::DrawnFullBoard) => return Value::Draw,
        Some(Over::TooFewStones | Over::Blocked) => return Value::loss(0),
        None => {}
    }
    let successors = position.moves(rules).into_iter().map(|chosen| {
        let next = position.play_unchecked(chosen);
        if next.mover().total() < 3 { Value::loss(0) } else { values[&Subspace::of(&next)][slot_of(&next)] }
    });
    successors.map(Value::seen_from_parent).max().unwrap()
}

/// All wrong positions of a subspace, or those in every so manyth slot.
pub(crate) fn wrong_positions(
    rules: &Rules,
    values: &Values,
    subspace: Subspace,
    every: usize,
) -> Vec<WrongPosition> {
    let mut wrong = Vec::new();
    for (slot, &stored) in (0..).zip(&values[&subspace]).step_by(every) {
        let position = position_of(subspace, slot);
        let expected = expected(rules, values, &position);
        if stored != expected {
            wrong.push(WrongPosition { slot: Slot(slot), position, stored, expected });
        }
    }
    wrong
}

/// Verifies with a number of threads, changing the options as told.
pub(crate) fn verify_with(
    directory: &TableDirectory,
    subspaces: &[Subspace],
    threads: usize,
    change: impl FnOnce(&mut VerifyOptions<'_>),
) -> VerifyReport {
    let stop = AtomicBool::new(false);
    let mut options = VerifyOptions::new(&stop);
    change(&mut options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| verify(directory, subspaces, &options, &mut |_| {})).unwrap()
}
