//! Marks put away until their unit has its turn: two bits a slot, compressed.

use std::io;

/// Slots in a byte.
const IN_A_BYTE: usize = 4;
const BITS: usize = 8 / IN_A_BYTE;
const MASK: u8 = (1 << BITS) - 1;

/// The lowest two bits of some marks. Where nearly all or nearly none are marked they take next to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    slots: u64,
    compressed: Vec<u8>,
    hash: blake3::Hash,
}

impl Packed {
    /// Packs the lowest two bits of each mark.
    ///
    /// # Errors
    /// If memory cannot be had for the compression.
    pub(super) fn new(marks: &[u8]) -> io::Result<Self> {
        let bytes: Vec<u8> = marks
            .chunks(IN_A_BYTE)
            .map(|marks| marks.iter().rev().fold(0, |byte, mark| byte << BITS | mark & MASK))
            .collect();
        Ok(Self::compressed(marks.len() as u64, zstd::bulk::compress(&bytes, 1)?))
    }

    fn compressed(slots: u64, compressed: Vec<u8>) -> Self {
        let hash = blake3::Hasher::new().update(&slots.to_le_bytes()).update(&compressed).finalize();
        Self { slots, compressed, hash }
    }

    /// The marks again.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub(super) fn unpack(&self) -> io::Result<Vec<u8>> {
        let slots = usize::try_from(self.slots).expect("planes have less than 2^32 slots");
        let bytes = zstd::bulk::decompress(&self.compressed, slots.div_ceil(IN_A_BYTE))?;
        let mut marks = Vec::with_capacity(bytes.len() * IN_A_BYTE);
        for byte in bytes {
            marks.extend((0..IN_A_BYTE).map(|place| byte >> (place * BITS) & MASK));
        }
        marks.truncate(slots);
        Ok(marks)
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.compressed.len() as u64
    }

    /// A name that no other marks have.
    pub(super) fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// As they stand in a file, where their hash is known.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [&self.slots.to_le_bytes()[..], &self.compressed].concat()
    }

    /// Read from a file; `None` if these are not the marks with this hash.
    pub(super) fn from_bytes(bytes: &[u8], hash: &str) -> Option<Self> {
        let (slots, compressed) = bytes.split_first_chunk()?;
        let packed = Self::compressed(u64::from_le_bytes(*slots), compressed.to_vec());
        (packed.hash.to_hex().as_str() == hash).then_some(packed)
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
        for count in [0, 1, 3, 4, 5, 1000, 4099] {
            let packed = Packed::new(&marks(count)).unwrap();
            assert_eq!(packed.unpack().unwrap(), marks(count));
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
