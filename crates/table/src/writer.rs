//! Writing a table: compressed in parallel, in bounded memory, and never half under its own name.

use std::ops::Range;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_rules::Rules;
use rayon::prelude::*;

use crate::chunk::ChunkWriter;
use crate::code::PlaneData;
use crate::content::Content;
use crate::directory::file_name;
use crate::disk::{Disk, RealDisk, write_whole};
use crate::error::{TableError, TableFault};
use crate::format::{CHUNK_SLOTS, Entry};
use crate::header::Head;
use crate::reader::longest_code;
use crate::statistics::Statistics;

/// What a table says about its values.
#[derive(Clone, Debug)]
pub struct TableMeta {
    /// The rules. Their stone counts do not matter: see [`crate::Fingerprint`].
    pub rules: Rules,
    /// Whose values they are.
    pub subspace: Subspace,
    /// What was counted.
    pub statistics: Statistics,
}

/// The values that a table is to hold.
#[derive(Clone, Copy, Debug)]
pub enum Stored<'a> {
    /// Plies to the end of every slot.
    Plies(PlaneData<'a>),
    /// For every slot 0 if it is lost, 1 if it is won, [`crate::NARROW_DRAW`] if it is drawn.
    Outcomes(&'a [u8]),
    /// None.
    Nothing,
}

impl<'a> From<PlaneData<'a>> for Stored<'a> {
    fn from(plane: PlaneData<'a>) -> Self {
        Self::Plies(plane)
    }
}

impl<'a> Stored<'a> {
    const fn content(self) -> Content {
        match self {
            Self::Plies(_) => Content::Plies,
            Self::Outcomes(_) => Content::Outcomes,
            Self::Nothing => Content::Statistics,
        }
    }

    /// The codes that go into the file.
    const fn plane(self) -> PlaneData<'a> {
        match self {
            Self::Plies(plane) => plane,
            Self::Outcomes(codes) => PlaneData::Narrow(codes),
            Self::Nothing => PlaneData::Narrow(&[]),
        }
    }
}

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The level of compression, 1 to 19: higher takes longer and makes smaller files, which are read as fast.
    pub level: i32,
}

impl WriteOptions {
    pub(crate) fn check(self) -> Result<(), TableFault> {
        if (1..=19).contains(&self.level) { Ok(()) } else { Err(TableFault::Level { found: self.level }) }
    }
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { level: 3 }
    }
}

/// A finished table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTable {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub bytes: u64,
    /// The BLAKE3 of its head, which holds the checksums of all the rest: it stands for the whole file.
    pub blake3: [u8; 32],
}

/// Writes the table of a subspace to a directory, which must exist, under the name that the subspace gives.
///
/// A plane has a code for every slot in the order of the index; what is in duplicate slots does not matter as
/// long as it is a draw or not deeper than the deepest value. The file is the same for any number of threads,
/// and for narrow and wide planes with the same values. It appears under its name only when it is complete and
/// on the disk; a file that had the name is replaced. Work is done in the current thread pool.
///
/// **Memory**: the compressed bytes of 128 chunks a thread at most (8 MiB for narrow planes); the plane is not copied.
///
/// # Errors
/// If the statistics contradict each other or the index, the plane has the wrong length or holds a code that
/// the statistics exclude, or the system cannot write. No file is left in any of these cases, except when the
/// very last step fails, which makes the name durable.
pub fn write_table<'a>(
    directory: &Path,
    meta: &TableMeta,
    stored: impl Into<Stored<'a>>,
    options: &WriteOptions,
) -> Result<WrittenTable, TableError> {
    write_table_to(&RealDisk, directory, meta, stored.into(), options)
}

/// [`write_table`] on any disk.
pub(crate) fn write_table_to<D: Disk + Sync>(
    disk: &D,
    directory: &Path,
    meta: &TableMeta,
    stored: Stored<'_>,
    options: &WriteOptions,
) -> Result<WrittenTable, TableError> {
    let path = directory.join(file_name(meta.subspace));
    let write = || {
        let head = checked_head(meta, stored, options)?;
        write_whole(disk, &path, |file| write_content(disk, file, &head, stored.plane(), options.level))
    };
    match write() {
        Ok((bytes, hash)) => Ok(WrittenTable { path, bytes, blake3: *hash.as_bytes() }),
        Err(fault) => Err(TableError { path, fault }),
    }
}

fn checked_head(meta: &TableMeta, stored: Stored<'_>, options: &WriteOptions) -> Result<Head, TableFault> {
    options.check()?;
    let head = Head::new(&meta.rules, meta.subspace, &meta.statistics, stored.content())?;
    if head.content == Content::Statistics {
        return Ok(head);
    }
    let plane = stored.plane();
    if plane.len() as u64 != head.slots {
        return Err(TableFault::PlaneLength { found: plane.len(), slots: head.slots });
    }
    if let Some(longest) = meta.statistics.longest {
        let slot = longest.slot.0;
        let code = plane.code(usize::try_from(slot).expect("below the length of the plane"));
        if code != longest_code(head.content, longest) {
            return Err(TableFault::Longest { slot, expected: longest.plies, code });
        }
    }
    Ok(head)
}

/// Chunks that one task compresses, one after the other, with the same compressor. Their number is fixed, so
/// that whatever a compressor remembers is the same for any number of threads.
pub(crate) const GROUP_CHUNKS: usize = 16;

/// Compressed chunks that follow each other.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) bytes: Vec<u8>,
    pub(crate) entries: Vec<Entry>,
}

fn write_content<D: Disk + Sync>(
    disk: &D,
    file: &mut D::File,
    head: &Head,
    plane: PlaneData<'_>,
    level: i32,
) -> Result<(u64, blake3::Hash), TableFault> {
    let compress = |chunks| compress_chunks(head, plane, level, chunks);
    let (entries, end) = write_chunks(disk, file, head.len(), head.chunks(), compress)?;
    let (bytes, hash) = head.to_raw(entries).encode();
    disk.write_at(file, 0, &bytes)?;
    Ok((end, hash))
}

/// Writes all chunks behind a head of this length; gives their entries and where the last one ends.
pub(crate) fn write_chunks<D: Disk + Sync>(
    disk: &D,
    file: &mut D::File,
    head_len: usize,
    chunks: usize,
    compress: impl Fn(Range<usize>) -> Result<Vec<Group>, TableFault> + Sync,
) -> Result<(Vec<Entry>, u64), TableFault> {
    let mut entries = Vec::with_capacity(chunks);
    let mut offset = head_len as u64;
    // One batch is written while the next is being compressed.
    let batch_chunks = 4 * rayon::current_num_threads() * GROUP_CHUNKS;
    let mut compressed: Vec<Group> = Vec::new();
    let mut begin = 0;
    loop {
        let end = chunks.min(begin + batch_chunks);
        let (written, next) =
            rayon::join(|| write_groups(disk, file, &mut offset, &compressed), || compress(begin..end));
        written?;
        entries.extend(compressed.iter().flat_map(|group| &group.entries));
        compressed = next?;
        if compressed.is_empty() {
            break;
        }
        begin = end;
    }
    Ok((entries, offset))
}

fn write_groups<D: Disk>(
    disk: &D,
    file: &mut D::File,
    offset: &mut u64,
    groups: &[Group],
) -> Result<(), TableFault> {
    for group in groups {
        disk.write_at(file, *offset, &group.bytes)?;
        *offset += group.bytes.len() as u64;
    }
    Ok(())
}

fn compress_chunks(
    head: &Head,
    plane: PlaneData<'_>,
    level: i32,
    chunks: Range<usize>,
) -> Result<Vec<Group>, TableFault> {
    let firsts: Vec<usize> = chunks.clone().step_by(GROUP_CHUNKS).collect();
    let compress = |first: usize| {
        let mut writer = ChunkWriter::new(head, level)?;
        let mut group = Group::default();
        for number in first..chunks.end.min(first + GROUP_CHUNKS) {
            let begin = number * CHUNK_SLOTS;
            let bytes = writer.compress(number, plane.part(begin..begin + head.chunk_slots(number)))?;
            group.entries.push(Entry::of(&bytes));
            group.bytes.extend(bytes);
        }
        Ok(group)
    };
    firsts.into_par_iter().with_max_len(1).map(compress).collect()
}
