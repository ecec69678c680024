//! Draws of small games that were told apart, compressed: they are asked for seldom, and memory is for what is asked for often.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use millwright_solve::ultra::{DrawCodes, SmallDraws};
use millwright_table::DrawsInMemory;
use zstd::bulk::{Compressor, Decompressor};

/// Slots that are compressed together: a draw is looked up in some microseconds.
const BLOCK_SLOTS: usize = 4096;

/// What draws of small games are worth.
#[derive(Debug)]
pub(crate) struct PackedDraws {
    ranks: Ranks,
    planes: BTreeMap<Subspace, Plane>,
    bytes: Box<[u8]>,
}

#[derive(Debug)]
struct Plane {
    values: Vec<DrawValue>,
    code_bytes: usize,
    slots: usize,
    /// Where its blocks begin, and where the last one ends.
    bounds: Box<[usize]>,
}

/// What a thread needs to look draws up.
struct Workspace {
    decompressor: Decompressor<'static>,
    block: Vec<u8>,
}

thread_local! {
    static WORKSPACE: RefCell<Option<Workspace>> = const { RefCell::new(None) };
}

impl PackedDraws {
    /// # Errors
    /// If there is no memory to compress them.
    pub(crate) fn of(draws: &SmallDraws) -> io::Result<Self> {
        let mut compressor = Compressor::new(1)?;
        let (mut bytes, mut planes) = (Vec::new(), BTreeMap::new());
        for (subspace, values, codes) in draws.planes() {
            let (raw, code_bytes) = match codes {
                DrawCodes::Bytes(codes) => (codes.clone(), 1),
                DrawCodes::Words(codes) => (codes.iter().flat_map(|code| code.to_le_bytes()).collect(), 2),
            };
            let mut bounds = vec![bytes.len()];
            for block in raw.chunks(BLOCK_SLOTS * code_bytes) {
                bytes.extend(compressor.compress(block)?);
                bounds.push(bytes.len());
            }
            let slots = raw.len() / code_bytes;
            let plane =
                Plane { values: values.to_vec(), code_bytes, slots, bounds: bounds.into_boxed_slice() };
            planes.insert(subspace, plane);
        }
        Ok(Self { ranks: draws.ranks().clone(), planes, bytes: bytes.into_boxed_slice() })
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self) -> u64 {
        let blocks: usize = self.planes.values().map(|plane| plane.bounds.len()).sum();
        (self.bytes.len() + blocks * size_of::<usize>()) as u64
    }

    /// The code of a slot.
    fn code(&self, plane: &Plane, slot: usize) -> usize {
        let block = slot / BLOCK_SLOTS;
        let packed = &self.bytes[plane.bounds[block]..plane.bounds[block + 1]];
        let at = slot % BLOCK_SLOTS * plane.code_bytes;
        WORKSPACE.with_borrow_mut(|kept| {
            let Workspace { decompressor, block } = kept.get_or_insert_with(|| Workspace {
                decompressor: Decompressor::new().expect("a thread has some memory"),
                block: Vec::with_capacity(2 * BLOCK_SLOTS),
            });
            block.clear();
            decompressor.decompress_to_buffer(packed, block).expect("what was compressed here can be read");
            match plane.code_bytes {
                1 => usize::from(block[at]),
                _ => usize::from(u16::from_le_bytes([block[at], block[at + 1]])),
            }
        })
    }
}

impl DrawsInMemory for PackedDraws {
    fn draw(&self, subspace: Subspace, slot: Slot) -> Option<DrawValue> {
        let plane = self.planes.get(&subspace)?;
        let slot = usize::try_from(slot.0).ok().filter(|&slot| slot < plane.slots)?;
        // 0 is not drawn.
        plane.values.get(self.code(plane, slot).checked_sub(1)?).copied()
    }

    fn ranks(&self) -> &Ranks {
        &self.ranks
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use millwright_index::UnitGraph;
    use millwright_rules::{Game, StoneCount};
    use millwright_solve::{MemoryTables, UnitOptions};

    use super::*;

    #[test]
    fn every_draw_is_worth_what_it_was_before_it_was_packed() {
        let stop = AtomicBool::new(false);
        let options = UnitOptions::new(&stop);
        let graph = UnitGraph::extended(&Game::Lasker.rules(), StoneCount::new(3).unwrap());
        let tables = MemoryTables::solve(&graph, &options).unwrap();
        let draws = SmallDraws::solve(&graph, &tables, &options).unwrap();
        let packed = PackedDraws::of(&draws).unwrap();
        assert_eq!(packed.ranks(), draws.ranks());
        let (mut told, mut others) = (0, 0);
        for (subspace, values) in tables.iter() {
            for slot in (0..values.codes().len() as u64).map(Slot) {
                let expected = draws.draw(subspace, slot);
                assert_eq!(packed.draw(subspace, slot), expected, "{subspace} {slot:?}");
                *(if expected.is_some() { &mut told } else { &mut others }) += 1;
            }
            assert_eq!(packed.draw(subspace, Slot(values.codes().len() as u64)), None);
        }
        assert!(told > 500 && others > 1_000, "{told} {others}");
        assert_eq!(packed.draw("9_9_0_0".parse().unwrap(), Slot(0)), None);
    }
}
