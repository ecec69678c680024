//! Writing a table: compressed in parallel, in bounded memory, and never half under its own name.

use std::ops::Range;
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_rules::Rules;
use rayon::prelude::*;

use crate::chunk::ChunkWriter;
use crate::code::Codes;
use crate::content::Content;
use crate::directory::file_name;
use crate::disk::{Disk, DiskFile, RealDisk, write_whole_on};
use crate::error::{TableError, TableFault};
use crate::format::{Entry, GROUP_CHUNKS};
use crate::header::Head;
use crate::kind::Kind;
use crate::plane_values::PlaneValues;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The level of compression, 1 to 19: higher takes longer and makes smaller files, which are read as fast.
    pub level: i32,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self { level: 1 }
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

/// Writes the table of a subspace to a directory, which must exist, under the name that subspace and kind give. The
/// stone counts of the rules do not matter: see [`crate::Fingerprint`].
///
/// A plane has a code for every slot in the order of the index; what is in duplicate slots does not matter as
/// long as it is a code that the table may hold. The file is the same for any number of threads,
/// and for narrow and wide planes with the same values. It appears under its name only when it is complete and
/// on the disk; a file that had the name is replaced. Work is done in the current thread pool.
///
/// **Memory**: the compressed bytes of 128 chunks a thread at most (8 MiB for narrow planes); the plane is not copied.
///
/// # Errors
/// If the summary contradicts itself or the index, the plane has the wrong length or holds a code that
/// the summary excludes, or the system cannot write. No file is left in any of these cases, except when the
/// very last step fails, which makes the name durable.
pub fn write_table<K: Kind>(
    directory: &Path,
    by: (&Rules, K::Ranking<'_>),
    subspace: Subspace,
    plane: &PlaneValues<K>,
    options: &WriteOptions,
) -> Result<WrittenTable, TableError> {
    write_table_on(&RealDisk, directory, by, subspace, plane, options)
}

/// [`write_table`] on any disk.
pub(crate) fn write_table_on<K: Kind>(
    disk: &dyn Disk,
    directory: &Path,
    by: (&Rules, K::Ranking<'_>),
    subspace: Subspace,
    plane: &PlaneValues<K>,
    options: &WriteOptions,
) -> Result<WrittenTable, TableError> {
    let path = directory.join(file_name::<K>(subspace));
    let write = || {
        let head = checked_head(by, subspace, plane, options)?;
        write_whole_on(disk, &path, |file| write_content(file, &head, plane.codes(), options.level))
    };
    match write() {
        Ok((bytes, hash)) => Ok(WrittenTable { path, bytes, blake3: *hash.as_bytes() }),
        Err(fault) => Err(TableError { path, fault }),
    }
}

fn checked_head<K: Kind>(
    by: (&Rules, K::Ranking<'_>),
    subspace: Subspace,
    plane: &PlaneValues<K>,
    options: &WriteOptions,
) -> Result<Head<K>, TableFault> {
    if !(1..=19).contains(&options.level) {
        return Err(TableFault::Level { found: options.level });
    }
    let head = Head::new(by, subspace, plane.summary())?;
    if head.summary.content() == Content::Statistics {
        return Ok(head);
    }
    let (codes, slots) = (plane.codes(), head.slots);
    if codes.len() as u64 != slots {
        return Err(TableFault::PlaneLength { found: codes.len(), slots });
    }
    head.check_longest(|slot| codes.code(usize::try_from(slot).ok()?))?;
    Ok(head)
}

/// Compressed chunks that follow each other.
#[derive(Default)]
struct Group {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

fn write_content<K: Kind>(
    file: &mut dyn DiskFile,
    head: &Head<K>,
    codes: &Codes,
    level: i32,
) -> Result<(u64, blake3::Hash), TableFault> {
    let chunks = head.chunks();
    let mut entries = Vec::with_capacity(chunks);
    let mut offset = head.len() as u64;
    // One batch is written while the next is being compressed.
    let batch_chunks = 4 * rayon::current_num_threads() * GROUP_CHUNKS;
    let mut compressed: Vec<Group> = Vec::new();
    let mut begin = 0;
    loop {
        let end = chunks.min(begin + batch_chunks);
        let (written, next) = rayon::join(
            || write_groups(file, &mut offset, &compressed),
            || compress_chunks(head, codes, level, begin..end),
        );
        written?;
        entries.extend(compressed.iter().flat_map(|group| &group.entries));
        compressed = next?;
        if compressed.is_empty() {
            break;
        }
        begin = end;
    }
    let (bytes, hash) = head.to_raw(entries).encode();
    file.write_at(&bytes, 0)?;
    Ok((offset, hash))
}

fn write_groups(file: &mut dyn DiskFile, offset: &mut u64, groups: &[Group]) -> Result<(), TableFault> {
    for group in groups {
        file.write_at(&group.bytes, *offset)?;
        *offset += group.bytes.len() as u64;
    }
    Ok(())
}

fn compress_chunks<K: Kind>(
    head: &Head<K>,
    codes: &Codes,
    level: i32,
    chunks: Range<usize>,
) -> Result<Vec<Group>, TableFault> {
    let firsts: Vec<usize> = chunks.clone().step_by(GROUP_CHUNKS).collect();
    let compress = |first: usize| {
        let mut writer = ChunkWriter::new(head, codes, level)?;
        let mut group = Group::default();
        for number in first..chunks.end.min(first + GROUP_CHUNKS) {
            let bytes = writer.compress(number)?;
            group.entries.push(Entry::of(&bytes));
            group.bytes.extend(bytes);
        }
        Ok(group)
    };
    firsts.into_par_iter().with_max_len(1).map(compress).collect()
}
