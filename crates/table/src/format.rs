//! The layout of a table file, byte by byte: `docs/table-format.md` is its description, this file is its
//! implementation. `header.rs` says what the fields must satisfy.

use millwright_index::Slot;
use millwright_ranks::{DrawValue, Rank};

use crate::error::TableFault;

/// The version of the format that this crate writes and reads.
pub const VERSION: u16 = 2;

/// Slots in a chunk; the last chunk of a table may have fewer.
///
/// A chunk is what one probe reads and decompresses: 5 to 20 KB from disk, below 0.1 ms. Chunks of a quarter
/// make the files 2 to 5 % larger; longer ones make them no smaller.
pub const CHUNK_SLOTS: usize = 1 << 16;

/// Chunks that one task compresses or reads, one after the other, with the same buffers. Their number is fixed, so
/// that whatever a compressor remembers is the same for any number of threads.
pub(crate) const GROUP_CHUNKS: usize = 16;

/// Not text in any encoding, and broken by a transfer that takes it for text.
pub(crate) const MAGIC: [u8; 8] = *b"\x89MILL\r\n\x1a";
/// Length of the fixed fields.
pub(crate) const HEADER_LEN: usize = 80;
/// Length of an entry of the chunk directory.
pub(crate) const ENTRY_LEN: usize = 4 + CHECKSUM_LEN;
/// Length of a chunk's checksum.
pub(crate) const CHECKSUM_LEN: usize = 16;
/// Length of the hash at the end of the head.
pub(crate) const HASH_LEN: usize = 32;
/// No table has more chunks: the largest plane, 8 stones against 8, has 9,207.
pub(crate) const CHUNKS_LIMIT: u32 = 1 << 14;

/// Where a head with so many items `I` in its list ends and the chunks begin.
pub(crate) fn head_len<I: Item>(items: usize, chunks: usize) -> usize {
    HEADER_LEN + items * I::LEN + chunks * ENTRY_LEN + HASH_LEN
}

/// What the list in a head consists of.
pub trait Item: Copy {
    /// Its length in the file.
    const LEN: usize;
    /// Takes it off the front of some bytes.
    fn take(fields: &mut Fields<'_>) -> Self;
    /// Puts it behind some bytes.
    fn put(self, bytes: &mut Vec<u8>);
}

/// A count of the histogram.
impl Item for u64 {
    const LEN: usize = 8;

    fn take(fields: &mut Fields<'_>) -> Self {
        Self::from_le_bytes(fields.take())
    }

    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
}

/// What a draw is worth, and how many positions have that.
impl Item for (DrawValue, u64) {
    const LEN: usize = 2 + 2 + 8;

    fn take(fields: &mut Fields<'_>) -> Self {
        let rank = Rank(i16::from_le_bytes(fields.take()));
        let depth = i16::from_le_bytes(fields.take());
        (DrawValue { rank, depth }, u64::from_le_bytes(fields.take()))
    }

    fn put(self, bytes: &mut Vec<u8>) {
        let (value, count) = self;
        bytes.extend(value.rank.0.to_le_bytes());
        bytes.extend(value.depth.to_le_bytes());
        bytes.extend(count.to_le_bytes());
    }
}

/// The longest that a chunk of `raw` bytes may be when compressed. Bytes that cannot be compressed grow by
/// less than this (zstd adds 3 bytes a block and at most 18 a frame).
pub(crate) fn compressed_limit(raw: usize) -> usize {
    raw + 1024
}

/// The number of the chunk that holds a slot.
#[must_use]
pub fn chunk_of(slot: Slot) -> usize {
    usize::try_from(slot.0 / CHUNK_SLOTS as u64).unwrap_or(usize::MAX)
}

/// How many slots a chunk has.
pub(crate) fn chunk_slots(slots: u64, number: usize) -> usize {
    let first = number as u64 * CHUNK_SLOTS as u64;
    usize::try_from(slots.saturating_sub(first)).unwrap_or(CHUNK_SLOTS).min(CHUNK_SLOTS)
}

/// How many chunks hold so many slots.
pub(crate) fn chunk_count(slots: u64) -> u64 {
    slots.div_ceil(CHUNK_SLOTS as u64)
}

/// The fixed fields as they stand in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawHeader {
    pub(crate) version: u16,
    pub(crate) metric: u8,
    pub(crate) width: u8,
    pub(crate) subspace: [u8; 4],
    pub(crate) fingerprint: [u8; 16],
    pub(crate) slots: u64,
    pub(crate) positions: u64,
    pub(crate) draws: u64,
    pub(crate) longest_slot: u64,
    pub(crate) chunk_slots: u32,
    pub(crate) chunks: u32,
    pub(crate) items: u16,
    pub(crate) zero: [u8; 6],
}

impl RawHeader {
    /// Reads the fields, and checks no more than what tells that they are these fields at all.
    pub(crate) fn parse(bytes: &[u8; HEADER_LEN]) -> Result<Self, TableFault> {
        let mut fields = Fields(bytes);
        if fields.take() != MAGIC {
            return Err(TableFault::NotATable);
        }
        let version = u16::from_le_bytes(fields.take());
        if version != VERSION {
            return Err(TableFault::Version { found: version });
        }
        let [metric, width] = fields.take();
        Ok(Self {
            version,
            metric,
            width,
            subspace: fields.take(),
            fingerprint: fields.take(),
            slots: u64::from_le_bytes(fields.take()),
            positions: u64::from_le_bytes(fields.take()),
            draws: u64::from_le_bytes(fields.take()),
            longest_slot: u64::from_le_bytes(fields.take()),
            chunk_slots: u32::from_le_bytes(fields.take()),
            chunks: u32::from_le_bytes(fields.take()),
            items: u16::from_le_bytes(fields.take()),
            zero: fields.take(),
        })
    }

    pub(crate) fn encode(&self) -> [u8; HEADER_LEN] {
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend(MAGIC);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend([self.metric, self.width]);
        bytes.extend(self.subspace);
        bytes.extend(self.fingerprint);
        for field in [self.slots, self.positions, self.draws, self.longest_slot] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(self.chunk_slots.to_le_bytes());
        bytes.extend(self.chunks.to_le_bytes());
        bytes.extend(self.items.to_le_bytes());
        bytes.extend(self.zero);
        let mut header = [0; HEADER_LEN];
        header.copy_from_slice(&bytes);
        header
    }

    /// The length of the head, if a table can have such a one: below 2 MiB whatever the bytes.
    pub(crate) fn head_len<I: Item>(&self) -> Result<usize, TableFault> {
        if self.chunks > CHUNKS_LIMIT {
            return Err(TableFault::Limit {
                what: "chunks",
                found: self.chunks.into(),
                limit: CHUNKS_LIMIT.into(),
            });
        }
        Ok(head_len::<I>(usize::from(self.items), self.chunks as usize))
    }
}

/// Takes fields off the front of some bytes.
pub struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    /// The next `N` bytes.
    ///
    /// # Panics
    /// If there are none left: the caller has checked the length of the whole.
    pub(crate) fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().expect("the length of the whole was checked");
        self.0 = rest;
        *field
    }
}

/// A chunk as the directory has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Compressed length in bytes.
    pub(crate) len: u32,
    /// The first bytes of the BLAKE3 of the compressed bytes.
    pub(crate) checksum: [u8; CHECKSUM_LEN],
}

impl Entry {
    /// The entry of a compressed chunk.
    pub(crate) fn of(compressed: &[u8]) -> Self {
        let len = u32::try_from(compressed.len()).expect("a chunk is short");
        Self { len, checksum: checksum(compressed) }
    }
}

/// The checksum of a compressed chunk.
pub(crate) fn checksum(compressed: &[u8]) -> [u8; CHECKSUM_LEN] {
    let hash = blake3::hash(compressed);
    let mut first = [0; CHECKSUM_LEN];
    first.copy_from_slice(&hash.as_bytes()[..CHECKSUM_LEN]);
    first
}

/// All that comes before the chunks: fixed fields, list of items, chunk directory, and the hash of these three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawHead<I> {
    pub(crate) header: RawHeader,
    pub(crate) items: Vec<I>,
    pub(crate) entries: Vec<Entry>,
}

impl<I: Item> RawHead<I> {
    /// Reads a head of exactly [`RawHeader::head_len`] bytes whose fixed fields are `header`.
    ///
    /// # Errors
    /// If it is not what its hash says.
    pub(crate) fn parse(header: RawHeader, bytes: &[u8]) -> Result<(Self, blake3::Hash), TableFault> {
        let (content, stored) = bytes.split_last_chunk::<HASH_LEN>().ok_or(TableFault::HeadHash)?;
        let hash = blake3::hash(content);
        if hash.as_bytes() != stored {
            return Err(TableFault::HeadHash);
        }
        let mut fields = Fields(&content[HEADER_LEN..]);
        let items = (0..header.items).map(|_| I::take(&mut fields)).collect();
        let entry = |_| Entry { len: u32::from_le_bytes(fields.take()), checksum: fields.take() };
        let entries = (0..header.chunks).map(entry).collect();
        Ok((Self { header, items, entries }, hash))
    }

    pub(crate) fn encode(&self) -> (Vec<u8>, blake3::Hash) {
        let mut bytes = Vec::with_capacity(head_len::<I>(self.items.len(), self.entries.len()));
        bytes.extend(self.header.encode());
        for item in &self.items {
            item.put(&mut bytes);
        }
        for entry in &self.entries {
            bytes.extend(entry.len.to_le_bytes());
            bytes.extend(entry.checksum);
        }
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        (bytes, hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> RawHead<u64> {
        let header = RawHeader {
            version: VERSION,
            metric: 1,
            width: 1,
            subspace: [4, 3, 2, 1],
            fingerprint: *b"0123456789abcdef",
            slots: 0x0102_0304_0506_0708,
            positions: 10,
            draws: 7,
            longest_slot: 5,
            chunk_slots: 65536,
            chunks: 2,
            items: 2,
            zero: [0; 6],
        };
        let entries = vec![Entry::of(b"first"), Entry::of(b"second")];
        RawHead { header, items: vec![1, 2], entries }
    }

    #[test]
    fn a_head_round_trips_and_has_the_documented_length_and_places() {
        let head = sample();
        let (bytes, hash) = head.encode();
        assert_eq!(bytes.len(), 80 + 2 * 8 + 2 * 20 + 32);
        assert_eq!(bytes[..12], *b"\x89MILL\r\n\x1a\x02\x00\x01\x01");
        assert_eq!(bytes[32..40], [8, 7, 6, 5, 4, 3, 2, 1]);
        let header = RawHeader::parse(bytes.first_chunk().unwrap()).unwrap();
        assert_eq!(header.head_len::<u64>().unwrap(), bytes.len());
        assert_eq!(RawHead::parse(header, &bytes).unwrap(), (head, hash));
    }

    #[test]
    fn no_fields_ask_for_a_head_of_more_than_one_or_two_megabytes() {
        let mut header = sample().header;
        (header.items, header.chunks) = (u16::MAX, CHUNKS_LIMIT);
        assert!(header.head_len::<u64>().unwrap() < 1 << 20);
        assert!(header.head_len::<(DrawValue, u64)>().unwrap() < 2 << 20);
        header.chunks += 1;
        assert!(matches!(header.head_len::<u64>(), Err(TableFault::Limit { what: "chunks", .. })));
    }

    #[test]
    fn chunks_cover_the_slots_and_the_last_may_be_short() {
        for slots in [1, 65535, 65536, 65537, 603_332_730] {
            let count = usize::try_from(chunk_count(slots)).unwrap();
            assert_eq!((0..count).map(|number| chunk_slots(slots, number) as u64).sum::<u64>(), slots);
            assert!(chunk_slots(slots, count - 1) > 0 && chunk_slots(slots, count) == 0);
        }
    }
}
