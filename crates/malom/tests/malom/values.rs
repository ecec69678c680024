//! Values in memory, to write files from.

use std::collections::BTreeMap;
use std::path::PathBuf;

use millwright_index::{Slot, Subspace};
use millwright_malom::{Entry, NoValue, OrbitIndex, SectorFile, Source, UltraValue};
use millwright_rules::Position;

/// Folds numbers as the hashes beside the published counts do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Fnv {
    pub(crate) fn new() -> Self {
        Self(1_469_598_103_934_665_603)
    }

    pub(crate) fn add(&mut self, number: i32) {
        self.0 = (self.0 ^ u64::from(number.cast_unsigned())).wrapping_mul(1_099_511_628_211);
    }

    pub(crate) fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

pub(crate) fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// What the hashes of ultra-strong files are made of: rank and depth, (0, 0) for a draw that stays and (-2, 0) for
/// a duplicate.
pub(crate) fn keys(entry: Entry) -> (i32, i32) {
    match entry {
        Entry::Decided { relative, depth } => (relative, depth),
        Entry::Inside { .. } => (0, 0),
        Entry::Duplicate(_) => (-2, 0),
    }
}

/// The entries of a file, in order.
pub(crate) fn entries(file: &mut SectorFile) -> Vec<(Position, Entry)> {
    let mut entries = Vec::new();
    file.for_each(|position, entry| entries.push((*position, entry))).unwrap();
    entries
}

fn place(slot: Slot) -> usize {
    usize::try_from(slot.0).unwrap()
}

/// Values by slot of our own numbering.
#[derive(Default)]
pub(crate) struct Values(BTreeMap<Subspace, Vec<Option<UltraValue>>>);

impl Values {
    /// Adds what a file says, without its residual counts and duplicates.
    pub(crate) fn add(&mut self, file: &mut SectorFile) {
        let subspace = file.subspace();
        let orbits = OrbitIndex::new(subspace);
        let mut values = vec![None; place(Slot(orbits.slots()))];
        for (position, entry) in entries(file) {
            let value = match entry {
                Entry::Decided { relative, depth } => UltraValue::Decided { relative, depth },
                Entry::Inside { .. } => UltraValue::Inside,
                Entry::Duplicate(_) => continue,
            };
            assert_eq!(values[place(orbits.find(&position).slot)].replace(value), None);
        }
        self.0.insert(subspace, values);
    }
}

impl Source for Values {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        let value = self.0.get(&subspace).and_then(|values| *values.get(place(slot))?);
        value.ok_or(NoValue::NotLoaded { subspace, slot })
    }
}
