//! The head of a table, checked: raw fields become a [`Head`] only if they agree with each other, with the
//! index and with the length of the file.

use millwright_index::{Slot, Subspace, Unit, UnitIndex, orbit_count};
use millwright_rules::Rules;

use crate::code::{Allowed, WIDE_DEEPEST, Width};
use crate::content::Content;
use crate::error::TableFault;
use crate::fingerprint::Fingerprint;
use crate::format::{
    CHUNK_SLOTS, Entry, RawHead, RawHeader, VERSION, chunk_count, chunk_slots, compressed_limit, head_len,
};
use crate::statistics::{Longest, Statistics};

/// What a table says about itself, chunks apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) subspace: Subspace,
    pub(crate) content: Content,
    pub(crate) slots: u64,
    pub(crate) width: Width,
    pub(crate) statistics: Statistics,
}

/// Outcomes take a byte however deep the values were.
fn width_of(content: Content, deepest: Option<u16>) -> Width {
    if content == Content::Plies { Width::for_deepest(deepest) } else { Width::Narrow }
}

fn chunks_of(content: Content, slots: u64) -> u64 {
    if content == Content::Statistics { 0 } else { chunk_count(slots) }
}

pub(crate) fn must_be(what: &'static str, found: u64, expected: u64) -> Result<(), TableFault> {
    if found == expected { Ok(()) } else { Err(TableFault::Contradiction { what, found, expected }) }
}

impl Head {
    /// The head of a table that is to be written.
    pub(crate) fn new(
        rules: &Rules,
        subspace: Subspace,
        statistics: &Statistics,
        content: Content,
    ) -> Result<Self, TableFault> {
        let Subspace { mover, other, mover_hand, other_hand } = subspace;
        Subspace::new(mover, other, mover_hand, other_hand).map_err(TableFault::NoSubspace)?;
        let head = Self {
            fingerprint: Fingerprint::of(rules),
            subspace,
            content,
            slots: UnitIndex::slots_of(Unit::of(subspace)),
            width: width_of(content, statistics.max_plies()),
            statistics: statistics.clone(),
        };
        head.check_statistics()?;
        Ok(head)
    }

    fn check_statistics(&self) -> Result<(), TableFault> {
        let Statistics { positions, draws, ref plies, longest } = self.statistics;
        must_be("positions", positions, orbit_count(self.subspace.mover, self.subspace.other))?;
        let decided = plies.iter().try_fold(draws, |sum, &count| sum.checked_add(count));
        must_be("sum of the histogram", decided.unwrap_or(u64::MAX), positions)?;
        if plies.last() == Some(&0) {
            return Err(TableFault::EmptyDeepest);
        }
        if plies.len() > usize::from(WIDE_DEEPEST) + 1 {
            let limit = u64::from(WIDE_DEEPEST) + 1;
            return Err(TableFault::Limit { what: "plies", found: plies.len() as u64, limit });
        }
        let deepest = longest.map_or(0, |longest| u64::from(longest.plies) + 1);
        must_be("plies of the longest value plus one", deepest, plies.len() as u64)?;
        if let Some(Longest { slot, .. }) = longest
            && slot.0 >= self.slots
        {
            return Err(TableFault::Limit {
                what: "slot of the longest value",
                found: slot.0,
                limit: self.slots - 1,
            });
        }
        Ok(())
    }

    /// Checks what was read. `file_len` is the length of the file.
    pub(crate) fn check(raw: RawHead, file_len: u64) -> Result<(Self, Vec<PlacedEntry>), TableFault> {
        let header = &raw.header;
        let content = Content::of_metric(header.metric).ok_or(TableFault::Metric { found: header.metric })?;
        must_be("bytes that are zero", u64::from(header.zero != [0; 6]), 0)?;
        let [mover, other, mover_hand, other_hand] = header.subspace;
        let subspace = Subspace::new(mover, other, mover_hand, other_hand).map_err(TableFault::NoSubspace)?;
        let slots = UnitIndex::slots_of(Unit::of(subspace));
        must_be("slots", header.slots, slots)?;
        must_be("slots in a chunk", header.chunk_slots.into(), CHUNK_SLOTS as u64)?;
        must_be("chunks", header.chunks.into(), chunks_of(content, slots))?;
        let longest =
            header.plies.checked_sub(1).map(|plies| Longest { plies, slot: Slot(header.longest_slot) });
        if longest.is_none() {
            must_be("slot of the longest value where all is drawn", header.longest_slot, 0)?;
        }
        let width = width_of(content, header.plies.checked_sub(1));
        must_be("bytes a slot", header.width.into(), width.bytes() as u64)?;
        let (positions, draws) = (header.positions, header.draws);
        let statistics = Statistics { positions, draws, plies: raw.plies, longest };
        let fingerprint = Fingerprint(header.fingerprint);
        let head = Self { fingerprint, subspace, content, slots, width, statistics };
        head.check_statistics()?;
        let entries = head.place(&raw.entries, file_len)?;
        Ok((head, entries))
    }

    /// Where the chunks are: one after the other, from the end of the head to the end of the file.
    fn place(&self, entries: &[Entry], file_len: u64) -> Result<Vec<PlacedEntry>, TableFault> {
        let mut offset = self.len() as u64;
        let mut placed = Vec::with_capacity(entries.len());
        for (number, &entry) in entries.iter().enumerate() {
            let limit = compressed_limit(self.chunk_bytes(number)) as u64;
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
    pub(crate) fn expect(&self, rules: &Rules, subspace: Subspace) -> Result<(), TableFault> {
        let expected = Fingerprint::of(rules);
        if self.fingerprint != expected {
            return Err(TableFault::OtherRules { found: self.fingerprint, expected });
        }
        if self.subspace != subspace {
            return Err(TableFault::OtherSubspace { found: self.subspace, expected: subspace });
        }
        Ok(())
    }

    /// The fields as they are stored.
    pub(crate) fn to_raw(&self, entries: Vec<Entry>) -> RawHead {
        let statistics = &self.statistics;
        let Subspace { mover, other, mover_hand, other_hand } = self.subspace;
        let header = RawHeader {
            version: VERSION,
            metric: self.content.metric(),
            #[expect(clippy::cast_possible_truncation, reason = "1 or 2")]
            width: self.width.bytes() as u8,
            subspace: [mover, other, mover_hand, other_hand],
            fingerprint: self.fingerprint.0,
            slots: self.slots,
            positions: statistics.positions,
            draws: statistics.draws,
            longest_slot: statistics.longest.map_or(0, |longest| longest.slot.0),
            #[expect(clippy::cast_possible_truncation, reason = "65,536")]
            chunk_slots: CHUNK_SLOTS as u32,
            chunks: u32::try_from(self.chunks()).expect("at most 9,207"),
            plies: self.depths(),
            zero: [0; 6],
        };
        RawHead { header, plies: statistics.plies.clone(), entries }
    }

    /// Length in the file.
    pub(crate) fn len(&self) -> usize {
        head_len(self.statistics.plies.len(), self.chunks())
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> usize {
        usize::try_from(chunks_of(self.content, self.slots)).expect("at most 9,207")
    }

    /// How many slots a chunk has.
    pub(crate) fn chunk_slots(&self, number: usize) -> usize {
        chunk_slots(self.slots, number)
    }

    /// The length of a chunk before compression.
    pub(crate) fn chunk_bytes(&self, number: usize) -> usize {
        self.chunk_slots(number) * self.width.bytes()
    }

    /// The codes that its slots may hold.
    pub(crate) fn allowed(&self) -> Allowed {
        let depths = self.depths();
        Allowed { plies_below: if self.content == Content::Plies { depths } else { depths.min(2) } }
    }

    /// One more than the deepest value; 0 if all are draws.
    fn depths(&self) -> u16 {
        self.statistics.max_plies().map_or(0, |deepest| deepest + 1)
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
    use millwright_rules::Game;

    fn statistics() -> Statistics {
        let longest = Some(Longest { plies: 2, slot: Slot(91) });
        Statistics { positions: 46, draws: 38, plies: vec![3, 4, 1], longest }
    }

    fn head() -> Head {
        Head::new(&Game::Standard.rules(), "1_1_2_2".parse().unwrap(), &statistics(), Content::Plies).unwrap()
    }

    fn raw() -> RawHead {
        head().to_raw(vec![Entry::of(b"chunk")])
    }

    #[test]
    fn a_head_round_trips_through_its_raw_form() {
        let file_len = head().len() as u64 + 5;
        let (read, entries) = Head::check(raw(), file_len).unwrap();
        assert_eq!(read, head());
        assert_eq!(entries, [PlacedEntry { offset: file_len - 5, entry: Entry::of(b"chunk") }]);
    }

    #[test]
    fn every_field_that_contradicts_the_others_is_refused() {
        type Change = fn(&mut RawHead);
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
            ("histogram", |raw| raw.plies[0] += 1),
            ("deepest without positions", |raw| (raw.plies[1], raw.plies[2]) = (5, 0)),
            ("longest slot", |raw| raw.header.longest_slot = 92),
            ("more plies than counts", |raw| raw.header.plies += 1),
            ("empty chunk", |raw| raw.entries[0].len = 0),
            ("long chunk", |raw| raw.entries[0].len = 92 + 1025),
        ];
        for (name, change) in changes {
            let mut wrong = raw();
            change(&mut wrong);
            let file_len = head_len(wrong.plies.len(), 1) as u64 + u64::from(wrong.entries[0].len);
            let fault = Head::check(wrong, file_len).expect_err(name);
            assert!(!fault.to_string().is_empty(), "{name}");
        }
    }

    #[test]
    fn a_file_that_is_a_byte_too_long_or_short_is_refused() {
        for wrong in [4, 6] {
            let fault = Head::check(raw(), head().len() as u64 + wrong).unwrap_err();
            assert!(matches!(fault, TableFault::Length { .. }), "{fault}");
        }
    }

    #[test]
    fn statistics_that_do_not_add_up_are_not_written() {
        let rules = Game::Standard.rules();
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
            assert!(
                Head::new(&rules, "1_1_2_2".parse().unwrap(), &wrong, Content::Plies).is_err(),
                "{wrong:?}"
            );
        }
    }
}
