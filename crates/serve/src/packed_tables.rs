//! Small games that were solved, in one piece of memory that goes back to the system when it is no longer needed.

use std::collections::BTreeMap;

use millwright_index::{Slot, Subspace};
use millwright_rules::Value;
use millwright_solve::MemoryTables;
use millwright_table::{Codes, InMemory, NARROW_DRAW, Statistics, WIDE_DRAW};

/// The values of small games. Planes of all sizes, made by many threads, leave an allocator with holes; one large buffer
/// does not.
#[derive(Debug)]
pub(crate) struct PackedTables {
    bytes: Box<[u8]>,
    planes: BTreeMap<Subspace, Plane>,
}

#[derive(Debug)]
struct Plane {
    /// Where its codes begin.
    offset: usize,
    slots: usize,
    is_wide: bool,
    statistics: Statistics,
}

impl PackedTables {
    pub(crate) fn of(tables: &MemoryTables) -> Self {
        let length = usize::try_from(tables.bytes()).expect("what is in memory can be counted");
        let mut bytes = Vec::with_capacity(length);
        let mut planes = BTreeMap::new();
        for (subspace, values) in tables.iter() {
            let offset = bytes.len();
            let (slots, is_wide) = match values.codes() {
                Codes::Narrow(codes) => {
                    bytes.extend_from_slice(codes);
                    (codes.len(), false)
                }
                Codes::Wide(codes) => {
                    bytes.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
                    (codes.len(), true)
                }
            };
            planes
                .insert(subspace, Plane { offset, slots, is_wide, statistics: values.statistics().clone() });
        }
        Self { bytes: bytes.into_boxed_slice(), planes }
    }

    /// The memory that all values take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }
}

impl InMemory for PackedTables {
    fn value(&self, subspace: Subspace, slot: Slot) -> Option<Value> {
        let plane = self.planes.get(&subspace)?;
        let at = usize::try_from(slot.0).ok().filter(|&at| at < plane.slots)?;
        let (code, draw) = if plane.is_wide {
            let code = self.bytes[plane.offset + 2 * at..].first_chunk()?;
            (u16::from_le_bytes(*code), WIDE_DRAW)
        } else {
            (u16::from(self.bytes[plane.offset + at]), u16::from(NARROW_DRAW))
        };
        Some(match code {
            code if code == draw => Value::Draw,
            plies if plies % 2 == 1 => Value::win(plies),
            plies => Value::loss(plies),
        })
    }

    fn statistics(&self, subspace: Subspace) -> Option<&Statistics> {
        self.planes.get(&subspace).map(|plane| &plane.statistics)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use millwright_index::UnitGraph;
    use millwright_rules::{Game, StoneCount};
    use millwright_solve::UnitOptions;

    use super::*;

    #[test]
    fn every_value_is_what_it_was_before_it_was_packed() {
        let stop = AtomicBool::new(false);
        let graph = UnitGraph::extended(&Game::Standard.rules(), StoneCount::new(3).unwrap());
        let tables = MemoryTables::solve(&graph, &UnitOptions::new(&stop)).unwrap();
        let packed = PackedTables::of(&tables);
        assert_eq!(packed.bytes(), tables.bytes());
        let mut compared = 0;
        for (subspace, values) in tables.iter() {
            assert_eq!(InMemory::statistics(&packed, subspace), Some(values.statistics()));
            let mut slot = Slot(0);
            while let Some(value) = values.value(slot) {
                assert_eq!(packed.value(subspace, slot), Some(value), "{subspace} {slot:?}");
                slot = Slot(slot.0 + 1);
                compared += 1;
            }
            assert_eq!(packed.value(subspace, slot), None);
        }
        assert!(compared > 10_000, "{compared}");
        assert_eq!(packed.value("9_9_0_0".parse().unwrap(), Slot(0)), None);
    }
}
