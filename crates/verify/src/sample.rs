//! A check of some slots only, which reads the few chunks it needs instead of whole tables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Over, Position, Rules, Value};
use millwright_table::{Known, Table, TableError};
use rayon::prelude::*;

use crate::error::VerifyError;
use crate::report::{SubspaceReport, TableReport, WrongPosition};

/// Samples that are looked at together: their successors are then sorted, and each chunk is read once.
const BATCH: usize = 1 << 14;

/// Which slots of a subspace to look at.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    /// How many; all if there are no more.
    pub(crate) slots: u64,
    /// What the choice depends on, besides the subspace.
    pub(crate) seed: u64,
    /// How many wrong positions to list.
    pub(crate) list: usize,
}

/// A position that was chosen, and the best of its successors so far.
struct Chosen {
    slot: Slot,
    position: Position,
    best: Option<Value>,
}

impl Chosen {
    fn add(&mut self, successor: Value) {
        self.best = self.best.max(Some(successor.seen_from_parent()));
    }

    fn expected(&self, rules: &Rules) -> Value {
        match (self.best, self.position.over(rules)) {
            (Some(best), _) => best,
            (None, Some(Over::DrawnFullBoard)) => Value::Draw,
            (None, _) => Value::loss(0),
        }
    }
}

/// A value that is needed, and for which of the chosen positions; sorted, those of a chunk are together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Need {
    pub(crate) subspace: Subspace,
    pub(crate) slot: Slot,
    pub(crate) by: usize,
    /// The position's own value, or else that of a successor.
    pub(crate) own: bool,
}

impl Sample {
    /// Chooses some slots of a subspace and gives them to `check`, so many at once, in order. `None` if the stop flag
    /// was raised.
    pub(crate) fn run<W, C>(
        self,
        subspace: Subspace,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(u64),
        mut check: impl FnMut(&[Slot], &mut TableReport<W, C>) -> Result<(), VerifyError>,
    ) -> Result<Option<TableReport<W, C>>, VerifyError> {
        let all = UnitIndex::slots_of(Unit::of(subspace));
        let mut report = TableReport::empty(subspace, all);
        let slots: Vec<Slot> = self.choose(subspace, all).into_iter().map(Slot).collect();
        for slots in slots.chunks(BATCH) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            check(slots, &mut report)?;
            report.checked += slots.len() as u64;
            progress(report.checked);
        }
        Ok(Some(report))
    }

    /// Puts a wrong position into a report.
    pub(crate) fn note<W, C>(self, report: &mut TableReport<W, C>, wrong: W) {
        report.wrong += 1;
        if report.first_wrong.len() < self.list {
            report.first_wrong.push(wrong);
        }
    }

    /// Different slots, all choices being as likely (Floyd's algorithm).
    fn choose(self, subspace: Subspace, slots: u64) -> BTreeSet<u64> {
        let Subspace { mover, other, mover_hand, other_hand } = subspace;
        let mut random =
            Random(self.seed ^ u64::from(u32::from_le_bytes([mover, other, mover_hand, other_hand])) << 32);
        let mut chosen = BTreeSet::new();
        for last in slots.saturating_sub(self.slots)..slots {
            let slot = random.below(last + 1);
            if !chosen.insert(slot) {
                chosen.insert(last);
            }
        }
        chosen
    }

    /// Looks at some slots of a subspace; `tables` has its table and all that its moves lead to.
    pub(crate) fn check_slots(
        self,
        rules: &Rules,
        subspace: Subspace,
        slots: &[Slot],
        tables: &BTreeMap<Subspace, Table>,
        report: &mut SubspaceReport,
    ) -> Result<(), VerifyError> {
        let unit = Unit::of(subspace);
        let index = UnitIndex::new(unit);
        let position_of = |slot| index.position_of(unit.plane_of(subspace), slot);
        let chosen = slots.iter().map(|&slot| Chosen { slot, position: position_of(slot), best: None });
        let mut chosen: Vec<Chosen> = chosen.collect();
        let mut needs = Vec::new();
        for (by, chosen) in chosen.iter_mut().enumerate() {
            needs.push(Need { subspace, slot: chosen.slot, by, own: true });
            let position = chosen.position;
            position.for_each_move(rules, |found| {
                let next = position.play_unchecked(found);
                if next.mover().total() < 3 {
                    chosen.add(Value::loss(0));
                } else {
                    let subspace = Subspace::of(&next);
                    let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(&next);
                    needs.push(Need { subspace, slot, by, own: false });
                }
            });
        }
        if let Some(need) = needs.iter().find(|need| !tables.contains_key(&need.subspace)) {
            return Err(VerifyError::Strayed { from: subspace, to: need.subspace });
        }
        let mut stored = vec![Value::Draw; chosen.len()];
        let read = |subspace: Subspace, number, needs: &[Need]| {
            let table = &tables[&subspace];
            let chunk = table.chunk(number)?;
            let value = |need: &Need| match chunk.known(need.slot) {
                Some(Known::Value(value)) => Ok(value),
                // Asked for the error that says what is wrong.
                _ => table.plies()?.value(need.slot),
            };
            needs.iter().map(value).collect()
        };
        for (need, value) in read_all(needs, read)? {
            if need.own {
                stored[need.by] = value;
            } else {
                chosen[need.by].add(value);
            }
        }
        for (chosen, stored) in chosen.iter().zip(stored) {
            let expected = chosen.expected(rules);
            if stored != expected {
                let Chosen { slot, position, .. } = *chosen;
                self.note(report, WrongPosition { slot, position, stored, expected });
            }
        }
        Ok(())
    }
}

/// The values of all needs. Every chunk is read once: `read` gets its number and what is needed of it.
pub(crate) fn read_all<V: Send>(
    mut needs: Vec<Need>,
    read: impl Fn(Subspace, usize, &[Need]) -> Result<Vec<V>, TableError> + Sync,
) -> Result<Vec<(Need, V)>, TableError> {
    needs.sort_unstable();
    let chunk_of = |need: &Need| (need.subspace, millwright_table::chunk_of(need.slot));
    let by_chunk: Vec<&[Need]> = needs.chunk_by(|one, two| chunk_of(one) == chunk_of(two)).collect();
    let read = |needs: &&[Need]| {
        let (subspace, number) = chunk_of(&needs[0]);
        read(subspace, number, needs)
    };
    let values = by_chunk.par_iter().map(read).collect::<Result<Vec<_>, TableError>>()?;
    Ok(needs.iter().copied().zip(values.into_iter().flatten()).collect())
}

/// `SplitMix64`, which needs no more than a counter.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`; which ones are a little likelier does not show below 2^40.
    fn below(&mut self, limit: u64) -> u64 {
        u64::try_from((u128::from(self.next()) * u128::from(limit)) >> 64).expect("below the limit")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(slots: u64, seed: u64, of: u64) -> BTreeSet<u64> {
        Sample { slots, seed, list: 0 }.choose("3_3_0_0".parse().unwrap(), of)
    }

    #[test]
    fn a_sample_has_as_many_different_slots_as_asked_for_and_at_most_all() {
        assert_eq!(chosen(10, 1, 1000).len(), 10);
        assert_eq!(chosen(999, 1, 1000).len(), 999);
        assert_eq!(chosen(5000, 1, 1000), (0..1000).collect());
        assert!(chosen(10, 1, 1000).iter().all(|&slot| slot < 1000));
        assert_eq!(chosen(10, 1, 1000), chosen(10, 1, 1000));
        assert_ne!(chosen(10, 1, 1000), chosen(10, 2, 1000));
    }

    #[test]
    fn every_slot_is_chosen_about_as_often() {
        let mut counts = [0_u32; 20];
        for seed in 0..2000 {
            for slot in chosen(5, seed, 20) {
                counts[usize::try_from(slot).unwrap()] += 1;
            }
        }
        assert!(counts.iter().all(|count| (400..600).contains(count)), "{counts:?}");
    }
}
