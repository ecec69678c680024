//! Reading an ultra table: everything is checked before it is believed.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::Rules;
use rayon::prelude::*;

use super::head::UltraHead;
use super::writer::check_codes;
use crate::chunk::Chunk;
use crate::error::{TableError, TableFault};
use crate::format::CHUNK_SLOTS;
use crate::header::PlacedEntry;
use crate::stored_bytes::{ChunkBytes, HeadBytes};

/// Chunks that one task reads, one after the other, with the same buffers.
const GROUP_CHUNKS: usize = 16;

/// An ultra table open for reading. Threads may share it.
#[derive(Debug)]
pub struct UltraTable {
    path: PathBuf,
    file: File,
    head: UltraHead,
    entries: Vec<PlacedEntry>,
    hash: blake3::Hash,
    file_len: u64,
}

impl UltraTable {
    /// Opens the ultra table of `subspace` under `rules` with `ranks`. Reads and checks the head, and that the file has
    /// the length that the head says; the chunks are checked when they are read.
    ///
    /// # Errors
    /// What is wrong with the file, or whose table it is instead.
    pub fn open(
        path: &Path,
        (rules, ranks): (&Rules, &Ranks),
        subspace: Subspace,
    ) -> Result<Self, TableError> {
        let open = || {
            let file = File::open(path).map_err(|source| match source.kind() {
                io::ErrorKind::NotFound => TableFault::Missing,
                _ => TableFault::Io { doing: "open it", source },
            })?;
            let (head, entries, hash, file_len) = read_head(&file)?;
            head.expect((rules, ranks), subspace)?;
            Ok(Self { path: path.to_owned(), file, head, entries, hash, file_len })
        };
        open().map_err(|fault| TableError::new(path, fault))
    }

    /// Whose draws they are.
    #[must_use]
    pub fn subspace(&self) -> Subspace {
        self.head.subspace
    }

    /// How many slots it has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.head.slots
    }

    /// The values that draws have, ascending, each with the number of positions up to symmetry that have it.
    #[must_use]
    pub fn values(&self) -> &[(DrawValue, u64)] {
        &self.head.values
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

    /// The value in a slot; `None` if it is not drawn.
    ///
    /// **Complexity**: reads and decompresses one chunk.
    ///
    /// # Errors
    /// If there is no such slot, or its chunk is damaged or cannot be read.
    pub fn value(&self, slot: Slot) -> Result<Option<DrawValue>, TableError> {
        let slots = self.head.slots;
        if slot.0 >= slots {
            return Err(self.error(TableFault::NoSlot { slot: slot.0, slots }));
        }
        let codes = self.chunk(Chunk::number_of(slot))?;
        let place = usize::try_from(slot.0 % CHUNK_SLOTS as u64).unwrap_or(usize::MAX);
        Ok(codes.get(place).and_then(|&code| self.value_of_code(code)))
    }

    /// What a code of this table stands for; `None` for a slot that is not drawn, and for what is no code.
    #[must_use]
    pub fn value_of_code(&self, code: u16) -> Option<DrawValue> {
        let place = usize::from(code).checked_sub(1)?;
        self.head.values.get(place).map(|&(value, _)| value)
    }

    /// The codes of a chunk, decompressed and checked.
    ///
    /// # Errors
    /// If there is no such chunk, or it is damaged or cannot be read.
    pub fn chunk(&self, number: usize) -> Result<Vec<u16>, TableError> {
        if number >= self.head.chunks() {
            let slot = (number as u64).saturating_mul(CHUNK_SLOTS as u64);
            return Err(self.error(TableFault::NoSlot { slot, slots: self.head.slots }));
        }
        let mut codes = vec![0; self.head.chunk_slots(number)];
        let read = ChunkReader::new(self).and_then(|mut reader| reader.read(number, &mut codes));
        read.map_err(|fault| self.error(fault))?;
        Ok(codes)
    }

    /// Loads all codes. Every checksum is checked, and every code. After an error `out` holds anything.
    ///
    /// # Errors
    /// If `out` has not one place a slot, or the table is damaged or cannot be read.
    pub fn load(&self, out: &mut [u16]) -> Result<(), TableError> {
        let slots = self.head.slots;
        if out.len() as u64 != slots {
            return Err(self.error(TableFault::PlaneLength { found: out.len(), slots }));
        }
        let load = |(group, part): (usize, &mut [u16])| {
            let mut reader = ChunkReader::new(self)?;
            let mut parts = part.chunks_mut(CHUNK_SLOTS).enumerate();
            parts.try_for_each(|(place, part)| reader.read(GROUP_CHUNKS * group + place, part))
        };
        let loaded = out.par_chunks_mut(GROUP_CHUNKS * CHUNK_SLOTS).enumerate().try_for_each(load);
        loaded.map_err(|fault| self.error(fault))
    }

    /// Reads the whole file and checks all of it.
    ///
    /// # Errors
    /// The damage, or why it cannot be read.
    pub fn check_whole(&self) -> Result<(), TableError> {
        let check = |number: usize| self.chunk(number).map(drop);
        (0..self.head.chunks()).into_par_iter().try_for_each(check)
    }

    fn error(&self, fault: TableFault) -> TableError {
        TableError::new(&self.path, fault)
    }
}

/// Reads one chunk after the other.
struct ChunkReader<'a> {
    head: &'a UltraHead,
    bytes: ChunkBytes<'a>,
}

impl<'a> ChunkReader<'a> {
    fn new(table: &'a UltraTable) -> Result<Self, TableFault> {
        Ok(Self { head: &table.head, bytes: ChunkBytes::new(&table.file, &table.entries)? })
    }

    fn read(&mut self, number: usize, out: &mut [u16]) -> Result<(), TableFault> {
        self.bytes.read_codes(number, out)?;
        check_codes(self.head, number, out)
    }
}

fn read_head(file: &File) -> Result<(UltraHead, Vec<PlacedEntry>, blake3::Hash, u64), TableFault> {
    let HeadBytes { header, bytes, file_len } = HeadBytes::read(file, UltraHead::len_of)?;
    let (head, entries, hash) = UltraHead::parse(&header, &bytes, file_len)?;
    Ok((head, entries, hash, file_len))
}
