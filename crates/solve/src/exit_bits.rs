//! Which exits there are where. A plane can have so many different ones; for every few slots there is a bit for each.

use std::ops::Range;

use rayon::prelude::*;
use rayon::slice::ChunksMut;

/// Slots of a part of a block at the least. Most levels have no exits in most parts, which are then not searched for any.
const PART: usize = 2048;

/// Where there are many different exits parts are larger, with so many slots for each bit at least: there are few bits beside
/// them.
const SLOTS_FOR_A_BIT: usize = 2;

/// The exits of a plane, block by block and part by part.
pub(crate) struct ExitBits {
    words: Vec<u64>,
    block_len: usize,
    shape: Shape,
}

/// How the words of a block lie.
#[derive(Clone, Copy)]
struct Shape {
    /// Slots of a part, as a power of two.
    log_slots: u32,
    /// Words of a part.
    part: usize,
    /// Words of a block.
    block: usize,
}

impl Shape {
    fn of(block_len: usize, exits: usize) -> Self {
        let slots = PART.max(SLOTS_FOR_A_BIT * exits).next_power_of_two();
        let part = exits.div_ceil(64);
        Self { log_slots: slots.ilog2(), part, block: part * block_len.div_ceil(slots) }
    }

    fn slots(self) -> usize {
        1 << self.log_slots
    }
}

impl ExitBits {
    /// What it takes for a block of so many slots and so many exits.
    pub(crate) fn bytes_of_block(block_len: usize, exits: usize) -> u64 {
        (Shape::of(block_len, exits).block * size_of::<u64>()) as u64
    }

    /// None yet, of so many different ones.
    pub(crate) fn none(blocks: usize, block_len: usize, exits: usize) -> Self {
        let shape = Shape::of(block_len, exits);
        Self { words: vec![0; blocks * shape.block], block_len, shape }
    }

    /// Groups of so many blocks, each to be changed by one thread.
    pub(crate) fn groups_mut(&mut self, blocks: usize) -> (ChunksMut<'_, u64>, Blocks) {
        (self.words.par_chunks_mut(blocks * self.shape.block), Blocks(self.shape))
    }

    /// Which exits there are in any block.
    pub(crate) fn all(&self) -> Vec<u64> {
        let mut all = vec![0; self.shape.part];
        for part in self.words.chunks_exact(self.shape.part) {
            for (word, more) in all.iter_mut().zip(part) {
                *word |= more;
            }
        }
        all
    }

    /// The slots of a block among which an exit is.
    #[inline]
    pub(crate) fn parts_with(&self, block: usize, exit: usize) -> impl Iterator<Item = Range<usize>> {
        let parts = self.words[block * self.shape.block..][..self.shape.block].chunks_exact(self.shape.part);
        let (block_len, len) = (self.block_len, self.shape.slots());
        let slots = move |part: usize| part * len..block_len.min((part + 1) * len);
        parts.enumerate().filter(move |(_, part)| has_bit(part, exit)).map(move |(part, _)| slots(part))
    }
}

/// Finds the blocks of a group.
#[derive(Clone, Copy)]
pub(crate) struct Blocks(Shape);

impl Blocks {
    /// One block after the other.
    pub(crate) fn of(self, group: &mut [u64]) -> impl Iterator<Item = BlockExitBits<'_>> {
        group.chunks_exact_mut(self.0.block).map(move |words| BlockExitBits { words, shape: self.0 })
    }
}

/// The exits of a block.
pub(crate) struct BlockExitBits<'a> {
    words: &'a mut [u64],
    shape: Shape,
}

impl BlockExitBits<'_> {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// A slot has this exit.
    #[inline]
    pub(crate) fn set(&mut self, slot: usize, exit: usize) {
        self.words[(slot >> self.shape.log_slots) * self.shape.part + exit / 64] |= 1 << (exit % 64);
    }

    /// The cells of each part, given those of all slots, and its bits.
    pub(crate) fn parts<'s, T>(
        &'s mut self,
        cells: &'s [T],
    ) -> impl Iterator<Item = (&'s [T], &'s mut [u64])> {
        cells.chunks(self.shape.slots()).zip(self.words.chunks_exact_mut(self.shape.part))
    }
}

/// Sets a bit of many.
#[inline]
pub(crate) fn set_bit(bits: &mut [u64], bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

/// Whether a bit of many is set.
#[inline]
pub(crate) fn has_bit(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// The last bit that is set.
pub(crate) fn last_bit(bits: &[u64]) -> Option<usize> {
    let (place, word) = bits.iter().enumerate().rfind(|(_, word)| **word != 0)?;
    Some(64 * place + word.ilog2() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_is_in_the_part_of_its_slot_and_nowhere_else() {
        // Few exits, and so many that parts are larger.
        for (exits, part) in [(130, PART), (5000, 16_384)] {
            let (blocks, block_len) = (3, 2 * part + 5);
            let mut bits = ExitBits::none(blocks, block_len, exits);
            let (groups, each) = bits.groups_mut(2);
            groups.enumerate().for_each(|(group, words)| {
                for (place, mut block) in each.of(words).enumerate() {
                    if (group, place) == (0, 1) {
                        block.set(part - 1, 129);
                        block.set(2 * part, 129);
                        block.set(block_len - 1, 64);
                    }
                }
            });
            let found = |block, exit| -> Vec<(usize, usize)> {
                bits.parts_with(block, exit).map(|slots| (slots.start, slots.end)).collect()
            };
            assert_eq!(found(1, 129), [(0, part), (2 * part, block_len)]);
            assert_eq!(found(1, 64), [(2 * part, block_len)]);
            assert!([found(0, 129), found(1, 0), found(2, 64)].iter().all(Vec::is_empty));
            assert_eq!(bits.all()[..3], [0, 1, 2]);
            assert_eq!(last_bit(&bits.all()), Some(129));
        }
    }
}
