//! Marks that nobody makes at the moment: two bits a slot, compressed.

use std::io;

use rayon::prelude::*;

/// Slots in a byte.
const IN_A_BYTE: usize = 4;
const BITS: usize = 8 / IN_A_BYTE;
const MASK: u8 = (1 << BITS) - 1;
/// Slots that are compressed together: pieces for all threads, and not much to read for one slot.
const PIECE: usize = 1 << 22;

/// The lowest two bits of some marks. Where nearly all or nearly none are marked they take next to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    slots: u64,
    pieces: Vec<Vec<u8>>,
    hash: blake3::Hash,
}

impl Packed {
    /// Packs the lowest two bits of each mark.
    ///
    /// # Errors
    /// If memory cannot be had for the compression.
    pub(super) fn new(marks: &[u8]) -> io::Result<Self> {
        let pack = |marks: &[u8]| {
            let of_four = |marks: &[u8]| marks.iter().rev().fold(0, |byte, mark| byte << BITS | mark & MASK);
            zstd::bulk::compress(&marks.chunks(IN_A_BYTE).map(of_four).collect::<Vec<u8>>(), 1)
        };
        Ok(Self::of(marks.len() as u64, marks.par_chunks(PIECE).map(pack).collect::<Result<_, _>>()?))
    }

    fn of(slots: u64, pieces: Vec<Vec<u8>>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&slots.to_le_bytes());
        for piece in &pieces {
            hasher.update(&(piece.len() as u64).to_le_bytes()).update(piece);
        }
        Self { slots, pieces, hash: hasher.finalize() }
    }

    /// The marks again.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub(super) fn unpack(&self) -> io::Result<Vec<u8>> {
        let mut marks = vec![0; usize::try_from(self.slots).expect("planes have less than 2^32 slots")];
        let unpack = |(marks, piece): (&mut [u8], &Vec<u8>)| {
            let bytes = zstd::bulk::decompress(piece, PIECE / IN_A_BYTE)?;
            for (marks, byte) in marks.chunks_mut(IN_A_BYTE).zip(bytes) {
                for (place, mark) in marks.iter_mut().enumerate() {
                    *mark = byte >> (place * BITS) & MASK;
                }
            }
            Ok(())
        };
        marks.par_chunks_mut(PIECE).zip(&self.pieces).try_for_each(unpack).map(|()| marks)
    }

    /// The mark of one slot; `None` if there is no such slot.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub(super) fn at(&self, slot: u64) -> io::Result<Option<u8>> {
        let Some(slot) = usize::try_from(slot).ok().filter(|_| slot < self.slots) else { return Ok(None) };
        let Some(piece) = self.pieces.get(slot / PIECE) else { return Ok(None) };
        let bytes = zstd::bulk::decompress(piece, PIECE / IN_A_BYTE)?;
        Ok(bytes.get(slot % PIECE / IN_A_BYTE).map(|byte| byte >> (slot % IN_A_BYTE * BITS) & MASK))
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len() as u64).sum()
    }

    /// A name that no other marks have.
    pub(super) fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// As they stand in a file, where their hash is known: the number of slots, then each piece after its length.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.slots.to_le_bytes().to_vec();
        for piece in &self.pieces {
            bytes.extend_from_slice(&(piece.len() as u64).to_le_bytes());
            bytes.extend_from_slice(piece);
        }
        bytes
    }

    /// Read from a file; `None` if these are not the marks with this hash.
    pub(super) fn from_bytes(bytes: &[u8], hash: &str) -> Option<Self> {
        let (slots, mut rest) = bytes.split_first_chunk()?;
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk()?;
            let (piece, after) =
                after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            pieces.push(piece.to_vec());
            rest = after;
        }
        Some(Self::of(u64::from_le_bytes(*slots), pieces))
            .filter(|packed| packed.hash.to_hex().as_str() == hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(count: u32) -> Vec<u8> {
        (0..count).map(|place| (place.wrapping_mul(2_654_435_761) >> 30) as u8).collect()
    }

    #[test]
    fn marks_come_back_as_they_were() {
        for count in [0, 1, 3, 4, 5, 1000, 4099, 4_194_304, 4_194_305, 9_000_001] {
            let (marks, packed) = (marks(count), Packed::new(&marks(count)).unwrap());
            assert_eq!(packed.unpack().unwrap(), marks);
            for slot in [0_u32, 1, 4_194_303, 4_194_304, 9_000_000] {
                assert_eq!(
                    packed.at(slot.into()).unwrap(),
                    marks.get(slot as usize).copied(),
                    "{slot} of {count}"
                );
            }
            let hash = packed.hash().to_hex();
            assert_eq!(Packed::from_bytes(&packed.to_bytes(), &hash), Some(packed));
        }
    }

    #[test]
    fn marks_that_were_changed_are_not_taken() {
        let packed = Packed::new(&marks(1000)).unwrap();
        let (bytes, hash) = (packed.to_bytes(), packed.hash().to_hex());
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert_eq!(Packed::from_bytes(&changed, &hash), None);
            assert_eq!(Packed::from_bytes(&bytes[..place], &hash), None);
        }
    }
}
