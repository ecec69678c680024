//! What all table files have in common: a head, and chunks that are compressed and checked one by one.

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
/// **Memory**: a compressed and a decompressed chunk, whatever the file says.
pub(crate) struct ChunkBytes<'a> {
    file: &'a dyn DiskFile,
    entries: &'a [PlacedEntry],
    decompressor: Decompressor<'static>,
    compressed: Vec<u8>,
    raw: Vec<u8>,
}

impl<'a> ChunkBytes<'a> {
    pub(crate) fn new(file: &'a dyn DiskFile, entries: &'a [PlacedEntry]) -> Result<Self, TableFault> {
        let decompressor =
            Decompressor::new().map_err(|source| TableFault::Io { doing: "decompress it", source })?;
        Ok(Self { file, entries, decompressor, compressed: Vec::new(), raw: Vec::new() })
    }

    /// Reads chunk `number`, which must have exactly the bytes of `out`.
    pub(crate) fn read(&mut self, number: usize, out: &mut [u8]) -> Result<(), TableFault> {
        self.fetch(number)?;
        decompress(&mut self.decompressor, number, &self.compressed, out)
    }

    /// Reads chunk `number` as codes of two bytes, as many as `out` has places.
    pub(crate) fn read_codes(&mut self, number: usize, out: &mut [u16]) -> Result<(), TableFault> {
        self.fetch(number)?;
        self.raw.resize(size_of_val(out), 0);
        decompress(&mut self.decompressor, number, &self.compressed, &mut self.raw)?;
        for (code, bytes) in out.iter_mut().zip(self.raw.as_chunks().0) {
            *code = u16::from_le_bytes(*bytes);
        }
        Ok(())
    }

    /// Reads the compressed bytes and checks that they are those that were written.
    fn fetch(&mut self, number: usize) -> Result<(), TableFault> {
        let PlacedEntry { offset, entry } = self.entries[number];
        // The length is below a limit: the head was checked.
        self.compressed.resize(entry.len as usize, 0);
        self.file
            .read_at(&mut self.compressed, offset)
            .map_err(|source| TableFault::Io { doing: "read it", source })?;
        if checksum(&self.compressed) != entry.checksum {
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
