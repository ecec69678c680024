//! The head of an ultra table: raw fields and the list of values, checked.

use millwright_index::{Subspace, Unit, UnitIndex, orbit_count};
use millwright_ranks::{DrawValue, Rank, Ranks};
use millwright_rules::Rules;

use crate::error::TableFault;
use crate::fingerprint::Fingerprint;
use crate::format::{
    CHUNK_SLOTS, ENTRY_LEN, Entry, Fields, HASH_LEN, HEADER_LEN, RawHeader, VERSION, chunk_count,
    chunk_slots, compressed_limit,
};
use crate::header::{PlacedEntry, must_be};

/// What the metric field says.
pub(super) const METRIC: u8 = 4;

/// Length of a value in the list: rank, depth and count.
const VALUE_LEN: usize = 2 + 2 + 8;

/// Bytes a slot.
pub(super) const SLOT_BYTES: usize = 2;

/// What an ultra table says about itself, chunks apart.
///
/// **Invariants**: values are ascending and each has positions; there are at most 65,534 of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UltraHead {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) subspace: Subspace,
    pub(crate) slots: u64,
    pub(crate) values: Vec<(DrawValue, u64)>,
}

impl UltraHead {
    pub(crate) fn new(
        (rules, ranks): (&Rules, &Ranks),
        subspace: Subspace,
        values: &[(DrawValue, u64)],
    ) -> Result<Self, TableFault> {
        let slots = UnitIndex::slots_of(Unit::of(subspace));
        let fingerprint = Fingerprint::of_ranked(rules, ranks);
        let head = Self { fingerprint, subspace, slots, values: values.to_vec() };
        head.check_values()?;
        Ok(head)
    }

    fn check_values(&self) -> Result<(), TableFault> {
        let limit = u64::from(u16::MAX) - 1;
        if self.values.len() as u64 > limit {
            return Err(TableFault::Limit {
                what: "values of draws",
                found: self.values.len() as u64,
                limit,
            });
        }
        if !self.values.is_sorted_by(|(one, _), (other, _)| one < other) {
            return Err(TableFault::ValueOrder);
        }
        let draws = self.values.iter().try_fold(0_u64, |sum, &(_, count)| sum.checked_add(count));
        let positions = orbit_count(self.subspace.mover, self.subspace.other);
        if self.values.iter().any(|&(_, count)| count == 0) || draws.is_none_or(|draws| draws > positions) {
            let found = draws.unwrap_or(u64::MAX);
            return Err(TableFault::Limit { what: "positions with a rank", found, limit: positions });
        }
        Ok(())
    }

    /// Drawn positions.
    fn draws(&self) -> u64 {
        self.values.iter().map(|&(_, count)| count).sum()
    }

    /// Length in the file.
    pub(crate) fn len(&self) -> usize {
        head_len(self.values.len(), self.chunks())
    }

    pub(crate) fn chunks(&self) -> usize {
        usize::try_from(chunk_count(self.slots)).expect("at most 9,207")
    }

    pub(crate) fn chunk_slots(&self, number: usize) -> usize {
        chunk_slots(self.slots, number)
    }

    /// The bytes of the head.
    pub(crate) fn encode(&self, entries: &[Entry]) -> (Vec<u8>, blake3::Hash) {
        let Subspace { mover, other, mover_hand, other_hand } = self.subspace;
        let header = RawHeader {
            version: VERSION,
            metric: METRIC,
            #[expect(clippy::cast_possible_truncation, reason = "2")]
            width: SLOT_BYTES as u8,
            subspace: [mover, other, mover_hand, other_hand],
            fingerprint: self.fingerprint.0,
            slots: self.slots,
            positions: orbit_count(mover, other),
            draws: self.draws(),
            longest_slot: 0,
            #[expect(clippy::cast_possible_truncation, reason = "65,536")]
            chunk_slots: CHUNK_SLOTS as u32,
            chunks: u32::try_from(self.chunks()).expect("at most 9,207"),
            plies: u16::try_from(self.values.len()).expect("checked when it was made"),
            zero: [0; 6],
        };
        let mut bytes = Vec::with_capacity(self.len());
        bytes.extend(header.encode());
        for (value, count) in &self.values {
            bytes.extend(value.rank.0.to_le_bytes());
            bytes.extend(value.depth.to_le_bytes());
            bytes.extend(count.to_le_bytes());
        }
        for entry in entries {
            bytes.extend(entry.len.to_le_bytes());
            bytes.extend(entry.checksum);
        }
        let hash = blake3::hash(&bytes);
        bytes.extend(hash.as_bytes());
        (bytes, hash)
    }

    /// The length of the head that begins with these fields: below 2 MiB whatever the bytes.
    pub(crate) fn len_of(header: &RawHeader) -> Result<usize, TableFault> {
        must_be("what it holds", header.metric.into(), METRIC.into())?;
        header.head_len()?;
        Ok(head_len(usize::from(header.plies), header.chunks as usize))
    }

    /// Reads a head of exactly [`UltraHead::len_of`] bytes and checks it. `file_len` is the length of the file.
    pub(crate) fn parse(
        header: &RawHeader,
        bytes: &[u8],
        file_len: u64,
    ) -> Result<(Self, Vec<PlacedEntry>, blake3::Hash), TableFault> {
        let (content, stored) = bytes.split_last_chunk::<HASH_LEN>().ok_or(TableFault::HeadHash)?;
        let hash = blake3::hash(content);
        if hash.as_bytes() != stored {
            return Err(TableFault::HeadHash);
        }
        let mut fields = Fields(&content[HEADER_LEN..]);
        let value = |_| {
            let rank = Rank(i16::from_le_bytes(fields.take()));
            let depth = i16::from_le_bytes(fields.take());
            (DrawValue { rank, depth }, u64::from_le_bytes(fields.take()))
        };
        let values: Vec<(DrawValue, u64)> = (0..header.plies).map(value).collect();
        let entry = |_| Entry { len: u32::from_le_bytes(fields.take()), checksum: fields.take() };
        let entries: Vec<Entry> = (0..header.chunks).map(entry).collect();
        let [mover, other, mover_hand, other_hand] = header.subspace;
        let subspace = Subspace::new(mover, other, mover_hand, other_hand).map_err(TableFault::NoSubspace)?;
        let slots = UnitIndex::slots_of(Unit::of(subspace));
        must_be("slots", header.slots, slots)?;
        must_be("slots in a chunk", header.chunk_slots.into(), CHUNK_SLOTS as u64)?;
        must_be("chunks", header.chunks.into(), chunk_count(slots))?;
        must_be("bytes a slot", header.width.into(), SLOT_BYTES as u64)?;
        must_be("positions", header.positions, orbit_count(mover, other))?;
        must_be("bytes that are zero", u64::from(header.zero != [0; 6]) + header.longest_slot, 0)?;
        let head = Self { fingerprint: Fingerprint(header.fingerprint), subspace, slots, values };
        head.check_values()?;
        must_be("draws", header.draws, head.draws())?;
        let placed = head.place(&entries, file_len)?;
        Ok((head, placed, hash))
    }

    fn place(&self, entries: &[Entry], file_len: u64) -> Result<Vec<PlacedEntry>, TableFault> {
        let mut offset = self.len() as u64;
        let mut placed = Vec::with_capacity(entries.len());
        for (number, &entry) in entries.iter().enumerate() {
            let limit = compressed_limit(self.chunk_slots(number) * SLOT_BYTES) as u64;
            if entry.len == 0 || u64::from(entry.len) > limit {
                let found = entry.len.into();
                return Err(TableFault::Limit { what: "compressed length of a chunk", found, limit });
            }
            placed.push(PlacedEntry { offset, entry });
            offset += u64::from(entry.len);
        }
        if file_len == offset {
            Ok(placed)
        } else {
            Err(TableFault::Length { found: file_len, expected: offset })
        }
    }

    /// Checks that it is the table that somebody asked for.
    pub(crate) fn expect(
        &self,
        (rules, ranks): (&Rules, &Ranks),
        subspace: Subspace,
    ) -> Result<(), TableFault> {
        if self.fingerprint != Fingerprint::of_ranked(rules, ranks) {
            return Err(TableFault::OtherRanks);
        }
        if self.subspace != subspace {
            return Err(TableFault::OtherSubspace { found: self.subspace, expected: subspace });
        }
        Ok(())
    }
}

fn head_len(values: usize, chunks: usize) -> usize {
    HEADER_LEN + values * VALUE_LEN + chunks * ENTRY_LEN + HASH_LEN
}
