//! Reading a table: everything is checked before it is believed.

use std::path::{Path, PathBuf};

use millwright_index::{Slot, Subspace};
use millwright_ranks::DrawValue;
use millwright_rules::{Rules, Value};
use rayon::prelude::*;

use crate::chunk::{Chunk, ChunkReader};
use crate::code::{Code, Codes, NARROW_DRAW, Width, value_of};
use crate::content::Content;
use crate::disk::{Disk, DiskFile, RealDisk, open_file};
use crate::error::{TableError, TableFault};
use crate::format::{CHUNK_SLOTS, GROUP_CHUNKS, RawHead, RawHeader, chunk_of};
use crate::header::{Head, PlacedEntry};
use crate::kind::{Kind, Strong, Ultra};
use crate::known::Known;
use crate::plane_values::PlaneValues;
use crate::statistics::Statistics;
use crate::stored_bytes::HeadBytes;

/// A table of some kind open for reading. Threads may share it.
///
/// The file must not be changed while it is open; if it is, reads give errors, never wrong values.
#[derive(Debug)]
pub struct TableFile<K> {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    head: Head<K>,
    entries: Vec<PlacedEntry>,
    hash: blake3::Hash,
    file_len: u64,
}

/// A table of the strong solution.
pub type Table = TableFile<Strong>;
/// A table that tells draws apart.
pub type UltraTable = TableFile<Ultra>;

impl<K: Kind> TableFile<K> {
    /// Opens the table of `subspace` under `rules`, whose stone counts do not matter, and with the ranks that tell
    /// draws apart if it does. Reads and checks the head, and that the file has the length that the head says; the
    /// chunks are checked when they are read.
    ///
    /// **Complexity**: two reads, of less than 200 KB for every table of our games.
    ///
    /// # Errors
    /// What is wrong with the file, or whose table it is instead.
    pub fn open_ranked(
        path: &Path,
        by: (&Rules, K::Ranking<'_>),
        subspace: Subspace,
    ) -> Result<Self, TableError> {
        Self::open_on(&RealDisk, path, by, subspace)
    }

    /// [`TableFile::open_ranked`] on any disk.
    pub(crate) fn open_on(
        disk: &dyn Disk,
        path: &Path,
        by: (&Rules, K::Ranking<'_>),
        subspace: Subspace,
    ) -> Result<Self, TableError> {
        let open = || {
            let file = open_file(disk, path)?;
            let HeadBytes { header, bytes, file_len } = HeadBytes::read(&*file, |header: &RawHeader| {
                if K::has_metric(header.metric) {
                    header.head_len::<K::Item>()
                } else {
                    Err(TableFault::Metric { found: header.metric })
                }
            })?;
            let (raw, hash) = RawHead::parse(header, &bytes)?;
            let (head, entries) = Head::check(raw, file_len)?;
            head.expect(by, subspace)?;
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

    /// What the head says about its values.
    #[must_use]
    pub fn summary(&self) -> &K {
        &self.head.summary
    }

    /// How much it holds.
    #[must_use]
    pub fn content(&self) -> Content {
        self.head.summary.content()
    }

    /// How many slots it has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.head.slots
    }

    /// How many bytes a slot takes before compression.
    #[must_use]
    pub fn width(&self) -> Width {
        self.head.summary.width()
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

    /// The chunk of a number: [`chunk_of`] a slot.
    ///
    /// # Errors
    /// If there is no such chunk, the table holds no values, or the chunk is damaged or cannot be read.
    pub fn chunk(&self, number: usize) -> Result<Chunk<K>, TableError> {
        self.require(Content::Outcomes)?;
        if number >= self.head.chunks() {
            return Err(self.no_slot(Slot((number as u64).saturating_mul(CHUNK_SLOTS as u64))));
        }
        self.chunk_reader().chunk(number).map_err(|fault| self.error(fault))
    }

    /// Reads the whole file and checks all of it: every checksum, that every chunk decompresses to what it
    /// must, that every code is a value, and that the longest is where the head says.
    ///
    /// # Errors
    /// The damage, or why it cannot be read.
    pub fn check_whole(&self) -> Result<(), TableError> {
        let chunks = self.head.chunks();
        let check = |group: usize| {
            let mut reader = self.chunk_reader();
            let mut numbers = GROUP_CHUNKS * group..chunks.min(GROUP_CHUNKS * (group + 1));
            numbers.try_for_each(|number| {
                let chunk = reader.chunk(number)?;
                self.head.check_longest(|slot| chunk.code(Slot(slot)))
            })
        };
        let checked = (0..chunks.div_ceil(GROUP_CHUNKS)).into_par_iter().with_max_len(1).try_for_each(check);
        checked.map_err(|fault| self.error(fault))
    }

    /// The code of a slot, widened.
    fn code(&self, slot: Slot) -> Result<u16, TableError> {
        self.chunk_with(slot)?.code(slot).ok_or_else(|| self.no_slot(slot))
    }

    fn chunk_with(&self, slot: Slot) -> Result<Chunk<K>, TableError> {
        if slot.0 >= self.head.slots {
            return Err(self.no_slot(slot));
        }
        self.chunk(chunk_of(slot))
    }

    fn no_slot(&self, slot: Slot) -> TableError {
        self.error(TableFault::NoSlot { slot: slot.0, slots: self.head.slots })
    }

    /// Checks that it holds at least so much.
    fn require(&self, content: Content) -> Result<(), TableError> {
        let found = self.content();
        if found >= content { Ok(()) } else { Err(self.error(TableFault::Reduced { found })) }
    }

    /// Reads all chunks in parallel, each into its part of `out`.
    fn load_with<'a, T: Send>(
        &'a self,
        out: &mut [T],
        read: impl Fn(&mut ChunkReader<'a, K>, usize, &mut [T]) -> Result<(), TableFault> + Sync,
    ) -> Result<(), TableError> {
        let (found, slots) = (out.len(), self.head.slots);
        if found as u64 != slots {
            return Err(self.error(TableFault::PlaneLength { found, slots }));
        }
        let load = |(group, part): (usize, &mut [T])| {
            let mut reader = self.chunk_reader();
            let mut parts = part.chunks_mut(CHUNK_SLOTS).enumerate();
            parts.try_for_each(|(place, part)| read(&mut reader, GROUP_CHUNKS * group + place, part))
        };
        let loaded = out.par_chunks_mut(GROUP_CHUNKS * CHUNK_SLOTS).enumerate().try_for_each(load);
        loaded.map_err(|fault| self.error(fault))
    }

    /// All codes, in the width that they are stored in.
    fn read_codes(&self) -> Result<Codes, TableError> {
        match self.width() {
            Width::Narrow => self.filled().map(Codes::Narrow),
            Width::Wide => self.filled().map(Codes::Wide),
        }
    }

    fn filled<T: Code>(&self) -> Result<Vec<T>, TableError> {
        let mut codes = vec![T::default(); usize::try_from(self.slots()).expect("a plane fits in memory")];
        self.load_with(&mut codes, ChunkReader::read)?;
        Ok(codes)
    }

    fn chunk_reader(&self) -> ChunkReader<'_, K> {
        ChunkReader::new(&*self.file, &self.head, &self.entries)
    }

    fn error(&self, fault: TableFault) -> TableError {
        TableError::new(&self.path, fault)
    }
}

/// What a table of the strong solution has been left with.
#[derive(Clone, Copy, Debug)]
pub enum Holds<'a> {
    /// Plies to the end.
    Plies(PliesTable<'a>),
    /// Win, draw and loss alone.
    Outcomes(OutcomesTable<'a>),
    /// No values.
    Statistics,
}

/// A table that holds plies to the end.
#[derive(Clone, Copy, Debug)]
pub struct PliesTable<'a>(&'a Table);

/// A table that holds outcomes at least.
#[derive(Clone, Copy, Debug)]
pub struct OutcomesTable<'a>(&'a Table);

impl Table {
    /// Opens the table of `subspace` under `rules`: see [`TableFile::open_ranked`].
    ///
    /// # Errors
    /// As there.
    pub fn open(path: &Path, rules: &Rules, subspace: Subspace) -> Result<Self, TableError> {
        Self::open_ranked(path, (rules, ()), subspace)
    }

    /// What was counted when it was written.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.head.summary.statistics
    }

    /// What is left of its values.
    #[must_use]
    pub fn holds(&self) -> Holds<'_> {
        match self.content() {
            Content::Plies => Holds::Plies(PliesTable(self)),
            Content::Outcomes => Holds::Outcomes(OutcomesTable(self)),
            Content::Statistics => Holds::Statistics,
        }
    }

    /// Its plies, for whoever can do nothing with less.
    ///
    /// # Errors
    /// If it has been reduced.
    pub fn plies(&self) -> Result<PliesTable<'_>, TableError> {
        self.require(Content::Plies).map(|()| PliesTable(self))
    }

    /// Its outcomes, for whoever can do nothing with statistics.
    ///
    /// # Errors
    /// If only statistics are left.
    pub fn outcomes(&self) -> Result<OutcomesTable<'_>, TableError> {
        self.require(Content::Outcomes).map(|()| OutcomesTable(self))
    }

    /// What is known about a slot.
    ///
    /// **Complexity**: reads and decompresses one chunk; keep [`TableFile::chunk`] to ask for more.
    ///
    /// # Errors
    /// If there is no such slot, the table holds no values, or its chunk is damaged or cannot be read.
    pub fn known(&self, slot: Slot) -> Result<Known, TableError> {
        self.chunk_with(slot)?.known(slot).ok_or_else(|| self.no_slot(slot))
    }
}

impl PliesTable<'_> {
    /// The value in a slot.
    ///
    /// **Complexity**: as [`Table::known`].
    ///
    /// # Errors
    /// If there is no such slot, or its chunk is damaged or cannot be read.
    pub fn value(self, slot: Slot) -> Result<Value, TableError> {
        self.0.code(slot).map(value_of)
    }

    /// Loads all codes in one width or the other: plies to the end, or [`Code::DRAW`]. Every checksum is checked, and
    /// every code. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, or places too narrow for the table, or the table is damaged or cannot be
    /// read.
    pub fn load<T: Code>(self, out: &mut [T]) -> Result<(), TableError> {
        self.0.load_with(out, ChunkReader::read)
    }

    /// All values, in the width in which they are stored. Checks as much as [`PliesTable::load`].
    ///
    /// # Errors
    /// If the table is damaged or cannot be read.
    pub fn read(self) -> Result<PlaneValues<Strong>, TableError> {
        Ok(PlaneValues::plies(self.0.statistics().clone(), self.0.read_codes()?))
    }
}

impl OutcomesTable<'_> {
    /// Loads the outcomes of all slots: 0 for a loss, 1 for a win, [`NARROW_DRAW`] for a draw. Checks as much as
    /// [`PliesTable::load`]. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, or the table is damaged or cannot be read.
    pub fn load(self, out: &mut [u8]) -> Result<(), TableError> {
        fn outcome<T: Code>(code: T) -> u8 {
            if code == T::DRAW { NARROW_DRAW } else { u8::from(code.into() % 2 == 1) }
        }
        match self.0.width() {
            Width::Narrow => self.0.load_with(out, |reader, number, out| {
                reader.read(number, out)?;
                for code in out {
                    *code = outcome(*code);
                }
                Ok(())
            }),
            Width::Wide => self.0.load_with(out, |reader, number, out| {
                let mut wide = vec![0_u16; out.len()];
                reader.read(number, &mut wide)?;
                for (code, wide) in out.iter_mut().zip(wide) {
                    *code = outcome(wide);
                }
                Ok(())
            }),
        }
    }

    /// The outcomes of all slots.
    ///
    /// # Errors
    /// If the table is damaged or cannot be read.
    ///
    /// # Panics
    /// If a plane has more slots than memory has bytes.
    pub fn read(self) -> Result<PlaneValues<Strong>, TableError> {
        let mut outcomes = vec![0; usize::try_from(self.0.slots()).expect("a plane fits in memory")];
        self.load(&mut outcomes)?;
        Ok(PlaneValues::outcomes(self.0.statistics().clone(), outcomes))
    }
}

impl UltraTable {
    /// The values that draws have, ascending, each with the number of positions up to symmetry that have it.
    #[must_use]
    pub fn values(&self) -> &[(DrawValue, u64)] {
        &self.head.summary.values
    }

    /// What the draw in a slot is worth; `None` if it is not drawn.
    ///
    /// **Complexity**: reads and decompresses one chunk; keep [`TableFile::chunk`] to ask for more.
    ///
    /// # Errors
    /// If there is no such slot, or its chunk is damaged or cannot be read.
    pub fn draw(&self, slot: Slot) -> Result<Option<DrawValue>, TableError> {
        Ok(self.head.summary.value_of(self.code(slot)?))
    }

    /// What the draw in a slot of one of its chunks is worth; `None` if it is not drawn, or in another chunk.
    #[must_use]
    pub fn draw_in(&self, chunk: &Chunk<Ultra>, slot: Slot) -> Option<DrawValue> {
        self.head.summary.value_of(chunk.code(slot)?)
    }

    /// Loads all codes: 0 for a slot that is not drawn, else one more than the place of its value. Checks as much as
    /// [`PliesTable::load`]. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, only statistics are left, or the table is damaged or cannot be read.
    pub fn load(&self, out: &mut [u16]) -> Result<(), TableError> {
        self.require(Content::Plies)?;
        self.load_with(out, ChunkReader::read)
    }

    /// All codes and what they stand for.
    ///
    /// # Errors
    /// If only statistics are left, or the table is damaged or cannot be read.
    pub fn read(&self) -> Result<PlaneValues<Ultra>, TableError> {
        self.require(Content::Plies)?;
        Ok(PlaneValues::new(self.head.summary.clone(), self.read_codes()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Entry;
    use crate::statistics::Longest;
    use millwright_rules::Game;

    const SUBSPACE: Subspace = Subspace { mover: 1, other: 1, mover_hand: 2, other_hand: 2 };

    /// A file with right hashes whose only chunk is `compressed`.
    fn crafted(compressed: &[u8]) -> (tempfile::TempDir, Table) {
        let longest = Some(Longest { plies: 3, slot: Slot(9) });
        let statistics = Statistics { positions: 46, draws: 45, plies: vec![0, 0, 0, 1], longest };
        let rules = Game::Standard.rules();
        let summary = Strong { content: Content::Plies, statistics };
        let head = Head::new((&rules, ()), SUBSPACE, &summary).unwrap();
        let (mut bytes, _) = head.to_raw(vec![Entry::of(compressed)]).encode();
        bytes.extend(compressed);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("1_1_2_2.mill");
        std::fs::write(&path, bytes).unwrap();
        let table = Table::open(&path, &rules, SUBSPACE).unwrap();
        (directory, table)
    }

    fn load<T: Code>(table: &Table, places: usize) -> Result<(), TableError> {
        table.plies().unwrap().load(&mut vec![T::default(); places])
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
                table.known(Slot(0)).map(drop),
                load::<u8>(&table, 92),
                load::<u16>(&table, 92),
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
                table.known(Slot(0)).map(drop),
                load::<u8>(&table, 92),
                load::<u16>(&table, 92),
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
        assert_eq!(table.known(Slot(9)).unwrap(), Known::Value(Value::win(3)));
        for slot in [92, 65536, u64::MAX] {
            let fault = table.known(Slot(slot)).unwrap_err().fault;
            assert!(matches!(fault, TableFault::NoSlot { slots: 92, .. }), "{fault}");
        }
        assert!(matches!(table.chunk(1).unwrap_err().fault, TableFault::NoSlot { .. }));
        let fault = load::<u8>(&table, 91).unwrap_err().fault;
        assert!(matches!(fault, TableFault::PlaneLength { found: 91, slots: 92 }), "{fault}");
        let fault = load::<u16>(&table, 93).unwrap_err().fault;
        assert!(matches!(fault, TableFault::PlaneLength { found: 93, slots: 92 }), "{fault}");
    }
}
