//! Marks put away until their unit has its turn: two bits a slot, compressed.

use std::io;

/// Slots in a byte.
const IN_A_BYTE: usize = 4;
const BITS: usize = 8 / IN_A_BYTE;
const MASK: u8 = (1 << BITS) - 1;

/// The lowest two bits of some marks. Where nearly all or nearly none are marked they take next to nothing.
pub(crate) struct Packed {
    slots: usize,
    compressed: Vec<u8>,
}

impl Packed {
    /// Packs the lowest two bits of each mark.
    ///
    /// # Errors
    /// If memory cannot be had for the compression.
    pub(crate) fn new(marks: &[u8]) -> io::Result<Self> {
        let bytes: Vec<u8> = marks
            .chunks(IN_A_BYTE)
            .map(|marks| marks.iter().rev().fold(0, |byte, mark| byte << BITS | mark & MASK))
            .collect();
        Ok(Self { slots: marks.len(), compressed: zstd::bulk::compress(&bytes, 1)? })
    }

    /// The marks again.
    ///
    /// # Errors
    /// If memory cannot be had.
    pub(crate) fn unpack(&self) -> io::Result<Vec<u8>> {
        let bytes = zstd::bulk::decompress(&self.compressed, self.slots.div_ceil(IN_A_BYTE))?;
        let mut marks = Vec::with_capacity(bytes.len() * IN_A_BYTE);
        for byte in bytes {
            marks.extend((0..IN_A_BYTE).map(|place| byte >> (place * BITS) & MASK));
        }
        marks.truncate(self.slots);
        Ok(marks)
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.compressed.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_back_as_they_were() {
        for len in [0, 1, 3, 4, 5, 1000, 4099] {
            let marks: Vec<u8> =
                (0..len).map(|place: u32| (place.wrapping_mul(2_654_435_761) >> 30) as u8).collect();
            assert_eq!(Packed::new(&marks).unwrap().unpack().unwrap(), marks);
        }
    }
}
