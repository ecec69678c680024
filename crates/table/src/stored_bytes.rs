//! What all table files have in common: a head, and chunks that are compressed and checked one by one.

use std::cell::RefCell;

use zstd::bulk::Decompressor;

use crate::disk::DiskFile;
use crate::error::TableFault;
use crate::format::{HEADER_LEN, RawHeader, checksum};
use crate::header::PlacedEntry;

/// The head of a file before anything but its fixed fields is believed.
pub(crate) struct HeadBytes {
    pub(crate) header: RawHeader,
    /// All of it, the fixed fields included.
    pub(crate) bytes: Vec<u8>,
    pub(crate) file_len: u64,
}

impl HeadBytes {
    /// Reads the head of a file, whose length follows from its fixed fields.
    pub(crate) fn read(
        file: &dyn DiskFile,
        head_len: impl FnOnce(&RawHeader) -> Result<usize, TableFault>,
    ) -> Result<Self, TableFault> {
        let reading = |source| TableFault::Io { doing: "read it", source };
        let file_len = file.length().map_err(reading)?;
        if file_len == 0 {
            return Err(TableFault::Empty);
        }
        if file_len < HEADER_LEN as u64 {
            return Err(TableFault::Truncated { found: file_len });
        }
        let mut fixed = [0; HEADER_LEN];
        file.read_at(&mut fixed, 0).map_err(reading)?;
        let header = RawHeader::parse(&fixed)?;
        let head_len = head_len(&header)?;
        if file_len < head_len as u64 {
            return Err(TableFault::Truncated { found: file_len });
        }
        let mut bytes = vec![0; head_len];
        file.read_at(&mut bytes, 0).map_err(reading)?;
        // What was checked must be what is hashed, even if somebody writes to the file right now.
        if bytes[..HEADER_LEN] != fixed {
            return Err(TableFault::HeadHash);
        }
        Ok(Self { header, bytes, file_len })
    }
}

/// Reads the bytes of one chunk after the other.
///
/// **Memory**: a decompressing context and a compressed and a decompressed chunk for each thread, whatever the file says.
/// They stay with the thread: to make them anew for every chunk takes as long as to read it.
pub(crate) struct ChunkBytes<'a> {
    file: &'a dyn DiskFile,
    entries: &'a [PlacedEntry],
}

/// What a thread needs to read chunks.
struct Workspace {
    decompressor: Decompressor<'static>,
    compressed: Vec<u8>,
    raw: Vec<u8>,
}

thread_local! {
    static WORKSPACE: RefCell<Option<Workspace>> = const { RefCell::new(None) };
}

impl Workspace {
    fn new() -> Result<Self, TableFault> {
        let decompressor =
            Decompressor::new().map_err(|source| TableFault::Io { doing: "decompress it", source })?;
        Ok(Self { decompressor, compressed: Vec::new(), raw: Vec::new() })
    }

    /// Lends this thread's own; reading a chunk reads no other.
    fn lend<T>(work: impl FnOnce(&mut Self) -> Result<T, TableFault>) -> Result<T, TableFault> {
        WORKSPACE.with_borrow_mut(|kept| match kept {
            Some(workspace) => work(workspace),
            None => work(kept.insert(Self::new()?)),
        })
    }
}

impl<'a> ChunkBytes<'a> {
    pub(crate) fn new(file: &'a dyn DiskFile, entries: &'a [PlacedEntry]) -> Self {
        Self { file, entries }
    }

    /// Reads chunk `number`, which must have exactly the bytes of `out`.
    pub(crate) fn read(&self, number: usize, out: &mut [u8]) -> Result<(), TableFault> {
        Workspace::lend(|workspace| {
            self.fetch(number, &mut workspace.compressed)?;
            decompress(&mut workspace.decompressor, number, &workspace.compressed, out)
        })
    }

    /// Reads chunk `number`, which must have exactly `len` bytes, into memory of its own. Nothing is written there before.
    pub(crate) fn read_new(&self, number: usize, len: usize) -> Result<Vec<u8>, TableFault> {
        Workspace::lend(|workspace| {
            self.fetch(number, &mut workspace.compressed)?;
            let mut out = Vec::with_capacity(len);
            match workspace.decompressor.decompress_to_buffer(&workspace.compressed, &mut out) {
                Ok(found) if found == len => Ok(out),
                _ => Err(TableFault::ChunkContent { chunk: number, expected: len }),
            }
        })
    }

    /// Reads chunk `number` as codes of two bytes, as many as `out` has places.
    pub(crate) fn read_codes(&self, number: usize, out: &mut [u16]) -> Result<(), TableFault> {
        Workspace::lend(|workspace| {
            self.fetch(number, &mut workspace.compressed)?;
            workspace.raw.resize(size_of_val(out), 0);
            decompress(&mut workspace.decompressor, number, &workspace.compressed, &mut workspace.raw)?;
            for (code, bytes) in out.iter_mut().zip(workspace.raw.as_chunks().0) {
                *code = u16::from_le_bytes(*bytes);
            }
            Ok(())
        })
    }

    /// Reads the compressed bytes and checks that they are those that were written.
    fn fetch(&self, number: usize, compressed: &mut Vec<u8>) -> Result<(), TableFault> {
        let PlacedEntry { offset, entry } = self.entries[number];
        // The length is below a limit: the head was checked.
        compressed.resize(entry.len as usize, 0);
        self.file
            .read_at(compressed, offset)
            .map_err(|source| TableFault::Io { doing: "read it", source })?;
        if checksum(compressed) != entry.checksum {
            return Err(TableFault::ChunkChecksum { chunk: number });
        }
        Ok(())
    }
}

fn decompress(
    decompressor: &mut Decompressor<'_>,
    number: usize,
    compressed: &[u8],
    out: &mut [u8],
) -> Result<(), TableFault> {
    match decompressor.decompress_to_buffer(compressed, out) {
        Ok(len) if len == out.len() => Ok(()),
        _ => Err(TableFault::ChunkContent { chunk: number, expected: out.len() }),
    }
}
