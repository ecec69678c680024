//! Any values and any bytes.

use std::fs;

use millwright_index::{Slot, Subspace};
use millwright_malom::{
    Entry, NoValue, OrbitIndex, RankBits, Sector, SectorFile, SectorFormat, Solution, Source, UltraValue,
    Variant,
};
use millwright_ranks::{Rank, Ranks};
use millwright_rules::Game;
use proptest::prelude::*;

use crate::values::entries;

const FORMATS: [SectorFormat; 4] = [
    SectorFormat::Strong,
    SectorFormat::Ranked { rank_bits: RankBits::Twelve },
    SectorFormat::Ranked { rank_bits: RankBits::Fourteen },
    SectorFormat::StoneDifference,
];

/// One stone against one with two in hand each: 92 entries.
fn subspace() -> Subspace {
    "1_1_2_2".parse().unwrap()
}

/// Decided values by slot.
struct Decided(Vec<(i32, i32)>);

impl Source for Decided {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        let value = usize::try_from(slot.0).ok().and_then(|place| self.0.get(place));
        let decided = |&(relative, depth): &(i32, i32)| UltraValue::Decided { relative, depth };
        value.map(decided).ok_or(NoValue::NotLoaded { subspace, slot })
    }
}

fn depths() -> impl Strategy<Value = i32> {
    prop_oneof![-3000..3000, -600..600, any::<i32>()]
}

proptest! {
    #[test]
    fn decided_values_come_back_however_deep(
        values in prop::collection::vec((prop_oneof![-2048_i32..0, 1_i32..2048], depths()), 92),
    ) {
        let game = Game::Standard.rules();
        let mut needed = vec![subspace()];
        subspace().for_each_successor(&game, |next| needed.push(next));
        needed.sort();
        needed.dedup();
        let ranks = Ranks::new(Rank(3000), needed.into_iter().map(|subspace| (subspace, Rank(0)))).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let sector = Sector { rules: &game, subspace: subspace(), solution: Solution::Ranked(&ranks) };
        let source = Decided(values);
        let written = sector.write(directory.path(), &source).unwrap();
        let format = SectorFormat::ranked(Variant::Standard);
        let mut file = SectorFile::open(&written.path, format, subspace()).unwrap();
        let orbits = OrbitIndex::new(subspace());
        let mut compared = 0;
        for (position, entry) in entries(&mut file) {
            let slot = orbits.find(&position).slot;
            if let Entry::Decided { relative, depth } = entry {
                prop_assert_eq!(source.value(subspace(), slot), Ok(UltraValue::Decided { relative, depth }));
                compared += 1;
            }
        }
        prop_assert_eq!(compared, 46);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        format in prop::sample::select(FORMATS.to_vec()),
        bytes in prop::collection::vec(any::<u8>(), 92 * 3),
        list in prop::collection::vec((-2_i32..94, any::<i32>()), 0..4),
        said in prop_oneof![Just(None), any::<i32>().prop_map(Some)],
    ) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("any");
        let mut content = match format {
            SectorFormat::Strong => Vec::new(),
            _ => header_of(format),
        };
        content.extend(&bytes[..92 * format.entry_bytes()]);
        let count = said.unwrap_or(i32::try_from(list.len()).unwrap());
        content.extend(count.to_le_bytes());
        for (entry, value) in &list {
            content.extend(entry.to_le_bytes());
            content.extend(value.to_le_bytes());
        }
        fs::write(&path, content).unwrap();
        // Whatever it says: a file of random bytes is hardly ever good, but it is always read to an end.
        if let Ok(mut file) = SectorFile::open(&path, format, subspace()) {
            prop_assert_eq!(file.exceptions(), list.len());
            let mut visited = 0;
            let read = file.for_each(|_, _| visited += 1);
            prop_assert_eq!(read.is_ok(), visited == 92);
        }
    }
}

fn header_of(format: SectorFormat) -> Vec<u8> {
    let mut header = vec![0; 64];
    let (bytes, bits, flag) = match format {
        SectorFormat::StoneDifference => (2, 6, 1),
        SectorFormat::Ranked { rank_bits: RankBits::Twelve } => (3, 12, 0),
        SectorFormat::Ranked { rank_bits: RankBits::Fourteen } | SectorFormat::Strong => (3, 14, 0),
    };
    (header[0], header[4], header[8], header[12]) = (2, bytes, bits, flag);
    header
}
