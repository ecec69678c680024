//! Reading a table: everything is checked before it is believed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::{Slot, Subspace};
use millwright_rules::{Rules, Value};
use rayon::prelude::*;

use crate::chunk::{Chunk, ChunkReader};
use crate::code::{NARROW_DRAW, WIDE_DRAW, Width};
use crate::content::Content;
use crate::error::{TableError, TableFault};
use crate::format::{CHUNK_SLOTS, RawHead, RawHeader};
use crate::header::{Head, PlacedEntry};
use crate::outcome::Outcome;
use crate::statistics::{Longest, Statistics};
use crate::stored_bytes::HeadBytes;

/// Chunks that one task reads, one after the other, with the same buffers.
const GROUP_CHUNKS: usize = 16;

/// A table open for reading. Threads may share it.
///
/// The file must not be changed while it is open; if it is, reads give errors, never wrong values.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: File,
    head: Head,
    entries: Vec<PlacedEntry>,
    hash: blake3::Hash,
    file_len: u64,
}

impl Table {
    /// Opens the table of `subspace` under `rules`, whose stone counts do not matter. Reads and checks the
    /// head, and that the file has the length that the head says; the chunks are checked when they are read.
    ///
    /// **Complexity**: two reads, of less than 200 KB for every table of our games.
    ///
    /// # Errors
    /// What is wrong with the file, or whose table it is instead.
    pub fn open(path: &Path, rules: &Rules, subspace: Subspace) -> Result<Self, TableError> {
        let open = || {
            let file = File::open(path).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound => TableFault::Missing,
                _ => TableFault::Io { doing: "open it", source },
            })?;
            let (head, entries, hash, file_len) = read_head(&file)?;
            head.expect(rules, subspace)?;
            Ok(Self { path: path.to_owned(), file, head, entries, hash, file_len })
        };
        open().map_err(|fault| TableError::new(path, fault))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whose values they are.
    #[must_use]
    pub fn subspace(&self) -> Subspace {
        self.head.subspace
    }

    /// How much it holds.
    #[must_use]
    pub fn content(&self) -> Content {
        self.head.content
    }

    /// How many slots it has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.head.slots
    }

    /// How many bytes a slot takes before compression.
    #[must_use]
    pub fn width(&self) -> Width {
        self.head.width
    }

    /// What was counted when it was written.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.head.statistics
    }

    /// The length of the file.
    #[must_use]
    pub fn bytes_on_disk(&self) -> u64 {
        self.file_len
    }

    /// The BLAKE3 of the head, which holds the checksums of all chunks: it stands for the whole file.
    #[must_use]
    pub fn blake3(&self) -> [u8; 32] {
        *self.hash.as_bytes()
    }

    /// The value in a slot.
    ///
    /// **Complexity**: reads and decompresses one chunk; keep [`Table::chunk`] to ask for more.
    ///
    /// # Errors
    /// If there is no such slot, the table holds no plies, or its chunk is damaged or cannot be read.
    pub fn value(&self, slot: Slot) -> Result<Value, TableError> {
        self.require(Content::Plies)?;
        self.chunk_of(slot)?.value(slot).ok_or_else(|| self.no_slot(slot))
    }

    /// Whether a slot is won, drawn or lost.
    ///
    /// **Complexity**: as [`Table::value`].
    ///
    /// # Errors
    /// If there is no such slot, the table holds no values, or its chunk is damaged or cannot be read.
    pub fn outcome(&self, slot: Slot) -> Result<Outcome, TableError> {
        self.chunk_of(slot)?.outcome(slot).ok_or_else(|| self.no_slot(slot))
    }

    fn chunk_of(&self, slot: Slot) -> Result<Chunk, TableError> {
        if slot.0 >= self.head.slots {
            return Err(self.no_slot(slot));
        }
        self.chunk(Chunk::number_of(slot))
    }

    fn no_slot(&self, slot: Slot) -> TableError {
        self.error(TableFault::NoSlot { slot: slot.0, slots: self.head.slots })
    }

    /// Checks that it holds at least so much.
    ///
    /// # Errors
    /// If it has been reduced to less.
    pub fn require(&self, content: Content) -> Result<(), TableError> {
        let found = self.head.content;
        if found >= content { Ok(()) } else { Err(self.error(TableFault::Reduced { found })) }
    }

    /// The chunk of a number: [`Chunk::number_of`] a slot.
    ///
    /// # Errors
    /// If there is no such chunk, the table holds no values, or the chunk is damaged or cannot be read.
    pub fn chunk(&self, number: usize) -> Result<Chunk, TableError> {
        self.require(Content::Outcomes)?;
        if number >= self.head.chunks() {
            let slot = (number as u64).saturating_mul(CHUNK_SLOTS as u64);
            return Err(self.error(TableFault::NoSlot { slot, slots: self.head.slots }));
        }
        self.chunk_reader().and_then(|mut reader| reader.read(number)).map_err(|fault| self.error(fault))
    }

    /// Loads all codes as bytes: plies to the end, 255 for a draw. Every checksum is checked, and every code.
    /// After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, the table is [`Width::Wide`] or holds no plies, or it is damaged or cannot
    /// be read.
    pub fn load_narrow(&self, out: &mut [u8]) -> Result<(), TableError> {
        self.require(Content::Plies)?;
        self.check_plane(out.len())?;
        self.load_with(out, ChunkReader::read_narrow)
    }

    /// Loads all codes as 16-bit numbers: plies to the end, 0xFFFF for a draw, whatever the table's own width.
    /// Every checksum is checked, and every code. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, the table holds no plies, or it is damaged or cannot be read.
    pub fn load_wide(&self, out: &mut [u16]) -> Result<(), TableError> {
        self.require(Content::Plies)?;
        self.check_plane(out.len())?;
        self.load_with(out, ChunkReader::read_wide)
    }

    /// Loads the outcomes of all slots: 0 for a loss, 1 for a win, [`NARROW_DRAW`] for a draw. Checks as much as the
    /// other ways to load. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, the table holds no values, or it is damaged or cannot be read.
    pub fn load_outcomes(&self, out: &mut [u8]) -> Result<(), TableError> {
        self.require(Content::Outcomes)?;
        self.check_plane(out.len())?;
        match self.head.width {
            Width::Narrow => self.load_with(out, |reader, number, out| {
                reader.read_narrow(number, out)?;
                for code in out {
                    *code = if *code == NARROW_DRAW { NARROW_DRAW } else { *code % 2 };
                }
                Ok(())
            }),
            Width::Wide => self.load_with(out, |reader, number, out| {
                let mut wide = vec![0; out.len()];
                reader.read_wide(number, &mut wide)?;
                for (code, &wide) in out.iter_mut().zip(&wide) {
                    *code = if wide == WIDE_DRAW { NARROW_DRAW } else { u8::from(wide % 2 == 1) };
                }
                Ok(())
            }),
        }
    }

    /// Reads the whole file and checks all of it: every checksum, that every chunk decompresses to what it
    /// must, that every code is a value, and that the longest is where the head says.
    ///
    /// # Errors
    /// The damage, or why it cannot be read.
    pub fn check_whole(&self) -> Result<(), TableError> {
        let chunks = self.head.chunks();
        let check = |group: usize| {
            let mut reader = self.chunk_reader()?;
            let mut numbers = GROUP_CHUNKS * group..chunks.min(GROUP_CHUNKS * (group + 1));
            numbers.try_for_each(|number| self.check_chunk(&reader.read(number)?))
        };
        let checked = (0..chunks.div_ceil(GROUP_CHUNKS)).into_par_iter().with_max_len(1).try_for_each(check);
        checked.map_err(|fault| self.error(fault))
    }

    fn check_chunk(&self, chunk: &Chunk) -> Result<(), TableFault> {
        let Some(longest) = self.head.statistics.longest else { return Ok(()) };
        let expected = longest_code(self.head.content, longest);
        match chunk.code(longest.slot) {
            Some(code) if code != expected => {
                Err(TableFault::Longest { slot: longest.slot.0, expected: longest.plies, code })
            }
            _ => Ok(()),
        }
    }

    fn check_plane(&self, found: usize) -> Result<(), TableError> {
        let slots = self.head.slots;
        if found as u64 == slots { Ok(()) } else { Err(self.error(TableFault::PlaneLength { found, slots })) }
    }

    /// Reads all chunks in parallel, each into its part of `out`.
    fn load_with<'a, T: Send>(
        &'a self,
        out: &mut [T],
        read: impl Fn(&mut ChunkReader<'a>, usize, &mut [T]) -> Result<(), TableFault> + Sync,
    ) -> Result<(), TableError> {
        let load = |(group, part): (usize, &mut [T])| {
            let mut reader = self.chunk_reader()?;
            let mut parts = part.chunks_mut(CHUNK_SLOTS).enumerate();
            parts.try_for_each(|(place, part)| read(&mut reader, GROUP_CHUNKS * group + place, part))
        };
        let loaded = out.par_chunks_mut(GROUP_CHUNKS * CHUNK_SLOTS).enumerate().try_for_each(load);
        loaded.map_err(|fault| self.error(fault))
    }

    fn chunk_reader(&self) -> Result<ChunkReader<'_>, TableFault> {
        ChunkReader::new(&self.file, &self.head, &self.entries)
    }

    fn error(&self, fault: TableFault) -> TableError {
        TableError::new(&self.path, fault)
    }
}

/// What stands in the slot of the longest value.
pub(crate) fn longest_code(content: Content, longest: Longest) -> u16 {
    if content == Content::Plies { longest.plies } else { longest.plies % 2 }
}

type ReadHead = (Head, Vec<PlacedEntry>, blake3::Hash, u64);

fn read_head(file: &File) -> Result<ReadHead, TableFault> {
    let HeadBytes { header, bytes, file_len } = HeadBytes::read(file, RawHeader::head_len)?;
    let (raw, hash) = RawHead::parse(header, &bytes)?;
    let (head, entries) = Head::check(raw, file_len)?;
    Ok((head, entries, hash, file_len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Entry;
    use millwright_rules::Game;

    const SUBSPACE: Subspace = Subspace { mover: 1, other: 1, mover_hand: 2, other_hand: 2 };

    /// A file with right hashes whose only chunk is `compressed`.
    fn crafted(compressed: &[u8]) -> (tempfile::TempDir, Table) {
        let longest = Some(Longest { plies: 3, slot: Slot(9) });
        let statistics = Statistics { positions: 46, draws: 45, plies: vec![0, 0, 0, 1], longest };
        let rules = Game::Standard.rules();
        let head = Head::new(&rules, SUBSPACE, &statistics, Content::Plies).unwrap();
        let (mut bytes, _) = head.to_raw(vec![Entry::of(compressed)]).encode();
        bytes.extend(compressed);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("1_1_2_2.mill");
        std::fs::write(&path, bytes).unwrap();
        let table = Table::open(&path, &rules, SUBSPACE).unwrap();
        (directory, table)
    }

    fn compressed(codes: &[u8]) -> Vec<u8> {
        zstd::bulk::compress(codes, 3).unwrap()
    }

    fn plane() -> [u8; 92] {
        let mut codes = [255; 92];
        codes[9] = 3;
        codes
    }

    #[test]
    fn chunks_with_right_checksums_and_wrong_content_are_refused_by_every_way_to_read_them() {
        let bomb = compressed(&vec![0; 100 << 20]);
        let truncated = &compressed(&plane())[..20];
        for content in [
            &compressed(&plane()[..91]),
            &compressed(&[255; 93]),
            b"no zstd".as_slice(),
            &bomb[..900],
            truncated,
        ] {
            let (_directory, table) = crafted(content);
            let faults = [
                table.value(Slot(0)).map(drop),
                table.load_narrow(&mut [0; 92]),
                table.load_wide(&mut [0; 92]),
                table.check_whole(),
            ];
            for fault in faults {
                let fault = fault.unwrap_err().fault;
                assert!(matches!(fault, TableFault::ChunkContent { chunk: 0, expected: 92 }), "{fault}");
            }
        }
    }

    #[test]
    fn codes_deeper_than_the_head_says_are_refused_by_every_way_to_read_them() {
        for strange in [4, 253, 254] {
            let mut codes = plane();
            codes[7] = strange;
            let (_directory, table) = crafted(&compressed(&codes));
            let faults = [
                table.value(Slot(0)).map(drop),
                table.load_narrow(&mut [0; 92]),
                table.load_wide(&mut [0; 92]),
                table.check_whole(),
            ];
            for fault in faults {
                let fault = fault.unwrap_err().fault;
                assert!(matches!(fault, TableFault::Code { slot: 7, plies_below: 4, .. }), "{fault}");
            }
        }
    }

    #[test]
    fn a_longest_value_that_is_not_where_the_head_says_is_noticed_by_the_whole_check() {
        let mut codes = plane();
        codes.swap(9, 10);
        let (_directory, table) = crafted(&compressed(&codes));
        let fault = table.check_whole().unwrap_err().fault;
        assert!(matches!(fault, TableFault::Longest { slot: 9, expected: 3, code: 0xFFFF }), "{fault}");
    }

    #[test]
    fn requests_that_make_no_sense_have_their_own_errors() {
        let (_directory, table) = crafted(&compressed(&plane()));
        table.check_whole().unwrap();
        assert_eq!(table.value(Slot(9)).unwrap(), Value::win(3));
        for slot in [92, 65536, u64::MAX] {
            let fault = table.value(Slot(slot)).unwrap_err().fault;
            assert!(matches!(fault, TableFault::NoSlot { slots: 92, .. }), "{fault}");
        }
        assert!(matches!(table.chunk(1).unwrap_err().fault, TableFault::NoSlot { .. }));
        let fault = table.load_narrow(&mut [0; 91]).unwrap_err().fault;
        assert!(matches!(fault, TableFault::PlaneLength { found: 91, slots: 92 }), "{fault}");
        let fault = table.load_wide(&mut [0; 93]).unwrap_err().fault;
        assert!(matches!(fault, TableFault::PlaneLength { found: 93, slots: 92 }), "{fault}");
    }
}
