//! The head of a table, checked: raw fields become a [`Head`] only if they agree with each other, with the
//! index and with the length of the file.

use millwright_index::{Subspace, Unit, UnitIndex, orbit_count};
use millwright_rules::Rules;

use crate::code::Code;
use crate::content::Content;
use crate::error::TableFault;
use crate::fingerprint::Fingerprint;
use crate::format::{
    CHUNK_SLOTS, Entry, RawHead, RawHeader, VERSION, chunk_count, chunk_slots, compressed_limit, head_len,
};
use crate::kind::Kind;

/// What a table says about itself, chunks apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head<K> {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) subspace: Subspace,
    pub(crate) slots: u64,
    /// About its codes.
    pub(crate) summary: K,
}

pub(crate) fn must_be(what: &'static str, found: u64, expected: u64) -> Result<(), TableFault> {
    if found == expected { Ok(()) } else { Err(TableFault::Contradiction { what, found, expected }) }
}

impl<K: Kind> Head<K> {
    /// The head of a table that is to be written.
    pub(crate) fn new(
        (rules, ranking): (&Rules, K::Ranking<'_>),
        subspace: Subspace,
        summary: &K,
    ) -> Result<Self, TableFault> {
        let Subspace { mover, other, mover_hand, other_hand } = subspace;
        Subspace::new(mover, other, mover_hand, other_hand).map_err(TableFault::NoSubspace)?;
        let slots = UnitIndex::slots_of(Unit::of(subspace));
        summary.check(subspace, slots)?;
        let fingerprint = K::fingerprint(rules, ranking);
        Ok(Self { fingerprint, subspace, slots, summary: summary.clone() })
    }

    /// Checks what was read. `file_len` is the length of the file.
    pub(crate) fn check(
        raw: RawHead<K::Item>,
        file_len: u64,
    ) -> Result<(Self, Vec<PlacedEntry>), TableFault> {
        let header = &raw.header;
        must_be("bytes that are zero", u64::from(header.zero != [0; 6]), 0)?;
        let [mover, other, mover_hand, other_hand] = header.subspace;
        let subspace = Subspace::new(mover, other, mover_hand, other_hand).map_err(TableFault::NoSubspace)?;
        let slots = UnitIndex::slots_of(Unit::of(subspace));
        must_be("slots", header.slots, slots)?;
        must_be("slots in a chunk", header.chunk_slots.into(), CHUNK_SLOTS as u64)?;
        must_be("positions", header.positions, orbit_count(mover, other))?;
        let summary = K::read(header, raw.items)?;
        let head = Self { fingerprint: Fingerprint(header.fingerprint), subspace, slots, summary };
        must_be("chunks", header.chunks.into(), head.chunks() as u64)?;
        must_be("bytes a slot", header.width.into(), head.summary.width().bytes() as u64)?;
        head.summary.check(subspace, slots)?;
        let entries = head.place(&raw.entries, file_len)?;
        Ok((head, entries))
    }

    /// Where the chunks are: one after the other, from the end of the head to the end of the file.
    fn place(&self, entries: &[Entry], file_len: u64) -> Result<Vec<PlacedEntry>, TableFault> {
        let mut offset = self.len() as u64;
        let mut placed = Vec::with_capacity(entries.len());
        for (number, &entry) in entries.iter().enumerate() {
            let limit = compressed_limit(self.chunk_slots(number) * self.summary.width().bytes()) as u64;
            if entry.len == 0 || u64::from(entry.len) > limit {
                let found = entry.len.into();
                return Err(TableFault::Limit { what: "compressed length of a chunk", found, limit });
            }
            placed.push(PlacedEntry { offset, entry });
            offset += u64::from(entry.len);
        }
        if file_len != offset {
            return Err(TableFault::Length { found: file_len, expected: offset });
        }
        Ok(placed)
    }

    /// Checks that it is the table that somebody asked for.
    pub(crate) fn expect(
        &self,
        (rules, ranking): (&Rules, K::Ranking<'_>),
        subspace: Subspace,
    ) -> Result<(), TableFault> {
        let expected = K::fingerprint(rules, ranking);
        if self.fingerprint != expected {
            return Err(K::foreign(self.fingerprint, expected));
        }
        if self.subspace != subspace {
            return Err(TableFault::OtherSubspace { found: self.subspace, expected: subspace });
        }
        Ok(())
    }

    /// The fields as they are stored.
    pub(crate) fn to_raw(&self, entries: Vec<Entry>) -> RawHead<K::Item> {
        let Subspace { mover, other, mover_hand, other_hand } = self.subspace;
        let items = self.summary.items().to_vec();
        let header = RawHeader {
            version: VERSION,
            metric: self.summary.metric(),
            #[expect(clippy::cast_possible_truncation, reason = "1 or 2")]
            width: self.summary.width().bytes() as u8,
            subspace: [mover, other, mover_hand, other_hand],
            fingerprint: self.fingerprint.0,
            slots: self.slots,
            positions: orbit_count(mover, other),
            draws: self.summary.draws(),
            longest_slot: self.summary.longest().map_or(0, |longest| longest.slot.0),
            #[expect(clippy::cast_possible_truncation, reason = "65,536")]
            chunk_slots: CHUNK_SLOTS as u32,
            chunks: u32::try_from(self.chunks()).expect("at most 9,207"),
            items: u16::try_from(items.len()).expect("checked when it was made"),
            zero: [0; 6],
        };
        RawHead { header, items, entries }
    }

    /// Length in the file.
    pub(crate) fn len(&self) -> usize {
        head_len::<K::Item>(self.summary.items().len(), self.chunks())
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> usize {
        match self.summary.content() {
            Content::Statistics => 0,
            Content::Outcomes | Content::Plies => {
                usize::try_from(chunk_count(self.slots)).expect("at most 9,207")
            }
        }
    }

    /// How many slots a chunk has.
    pub(crate) fn chunk_slots(&self, number: usize) -> usize {
        chunk_slots(self.slots, number)
    }

    /// Checks the codes of a chunk, all or the first.
    pub(crate) fn check_codes<T: Code>(&self, number: usize, codes: &[T]) -> Result<(), TableFault> {
        let first = (number * CHUNK_SLOTS) as u64;
        self.summary.allowed().check(codes, first, |slot, code| self.summary.wrong_code(slot, code))
    }

    /// Checks that the longest value is where the head says, if that slot is one of those that `code_of` knows.
    pub(crate) fn check_longest(&self, code_of: impl Fn(u64) -> Option<u16>) -> Result<(), TableFault> {
        let Some(longest) = self.summary.longest() else { return Ok(()) };
        let (slot, plies) = (longest.slot.0, longest.plies);
        let expected = match self.summary.content() {
            Content::Plies => plies,
            Content::Outcomes | Content::Statistics => plies % 2,
        };
        match code_of(slot) {
            Some(code) if code != expected => Err(TableFault::Longest { slot, expected: plies, code }),
            _ => Ok(()),
        }
    }
}

/// A chunk and where it begins in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedEntry {
    pub(crate) offset: u64,
    pub(crate) entry: Entry,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Strong;
    use crate::statistics::{Longest, Statistics};
    use millwright_index::Slot;
    use millwright_rules::Game;

    fn statistics() -> Statistics {
        let longest = Some(Longest { plies: 2, slot: Slot(91) });
        Statistics { positions: 46, draws: 38, plies: vec![3, 4, 1], longest }
    }

    fn head_of(statistics: Statistics) -> Result<Head<Strong>, TableFault> {
        let summary = Strong { content: Content::Plies, statistics };
        Head::new((&Game::Standard.rules(), ()), "1_1_2_2".parse().unwrap(), &summary)
    }

    fn head() -> Head<Strong> {
        head_of(statistics()).unwrap()
    }

    fn raw() -> RawHead<u64> {
        head().to_raw(vec![Entry::of(b"chunk")])
    }

    #[test]
    fn a_head_round_trips_through_its_raw_form() {
        let file_len = head().len() as u64 + 5;
        let (read, entries) = Head::<Strong>::check(raw(), file_len).unwrap();
        assert_eq!(read, head());
        assert_eq!(entries, [PlacedEntry { offset: file_len - 5, entry: Entry::of(b"chunk") }]);
    }

    #[test]
    fn every_field_that_contradicts_the_others_is_refused() {
        type Change = fn(&mut RawHead<u64>);
        let changes: [(&str, Change); 19] = [
            ("statistics with a chunk", |raw| raw.header.metric = 3),
            ("metric", |raw| raw.header.metric = 4),
            ("zero", |raw| raw.header.zero[3] = 1),
            ("subspace below three", |raw| raw.header.subspace = [1, 1, 1, 1]),
            ("another subspace", |raw| raw.header.subspace = [2, 1, 1, 2]),
            ("slots", |raw| raw.header.slots += 1),
            ("slots in a chunk", |raw| raw.header.chunk_slots = 1 << 15),
            ("chunks", |raw| raw.header.chunks = 2),
            ("width 0", |raw| raw.header.width = 0),
            ("wide without need", |raw| raw.header.width = 2),
            ("positions", |raw| raw.header.positions += 1),
            ("draws", |raw| raw.header.draws -= 1),
            ("overflowing draws", |raw| raw.header.draws = u64::MAX),
            ("histogram", |raw| raw.items[0] += 1),
            ("deepest without positions", |raw| (raw.items[1], raw.items[2]) = (5, 0)),
            ("longest slot", |raw| raw.header.longest_slot = 92),
            ("more plies than counts", |raw| raw.header.items += 1),
            ("empty chunk", |raw| raw.entries[0].len = 0),
            ("long chunk", |raw| raw.entries[0].len = 92 + 1025),
        ];
        for (name, change) in changes {
            let mut wrong = raw();
            change(&mut wrong);
            let file_len = head_len::<u64>(wrong.items.len(), 1) as u64 + u64::from(wrong.entries[0].len);
            let fault = Head::<Strong>::check(wrong, file_len).expect_err(name);
            assert!(!fault.to_string().is_empty(), "{name}");
        }
    }

    #[test]
    fn a_file_that_is_a_byte_too_long_or_short_is_refused() {
        for wrong in [4, 6] {
            let fault = Head::<Strong>::check(raw(), head().len() as u64 + wrong).unwrap_err();
            assert!(matches!(fault, TableFault::Length { .. }), "{fault}");
        }
    }

    #[test]
    fn statistics_that_do_not_add_up_are_not_written() {
        let changes: [fn(&mut Statistics); 5] = [
            |statistics| statistics.positions += 1,
            |statistics| statistics.draws += 1,
            |statistics| statistics.longest = None,
            |statistics| statistics.plies.push(0),
            |statistics| statistics.longest = Some(Longest { plies: 2, slot: Slot(92) }),
        ];
        for change in changes {
            let mut wrong = statistics();
            change(&mut wrong);
            assert!(head_of(wrong.clone()).is_err(), "{wrong:?}");
        }
    }
}
