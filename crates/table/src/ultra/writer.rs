//! Writing an ultra table: as safely as any table.

use std::ops::Range;
use std::path::Path;

use millwright_index::Subspace;
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::Rules;
use rayon::prelude::*;

use super::head::{SLOT_BYTES, UltraHead};
use crate::directory::ultra_file_name;
use crate::disk::{Disk, RealDisk, write_whole};
use crate::error::{TableError, TableFault};
use crate::format::{CHUNK_SLOTS, Entry};
use crate::writer::{GROUP_CHUNKS, Group, WriteOptions, WrittenTable, write_chunks};

/// What an ultra table says about its values.
#[derive(Clone, Copy, Debug)]
pub struct UltraMeta<'a> {
    /// The rules. Their stone counts do not matter.
    pub rules: &'a Rules,
    /// The ranks that the draws were told apart by.
    pub ranks: &'a Ranks,
    /// Whose draws they are.
    pub subspace: Subspace,
    /// The values that there are, ascending, each with the number of positions up to symmetry that have it.
    pub values: &'a [(DrawValue, u64)],
}

/// Writes the ultra table of a subspace to a directory, which must exist, under the name that the subspace gives.
/// `codes` has a code for every slot: 0 if it is not drawn, else one more than the place of its value.
///
/// The file is the same for any number of threads. It appears under its name only when it is complete and on the disk.
///
/// # Errors
/// If values or codes are not as they should be, or the system cannot write.
pub fn write_ultra_table(
    directory: &Path,
    meta: &UltraMeta<'_>,
    codes: &[u16],
    options: &WriteOptions,
) -> Result<WrittenTable, TableError> {
    let path = directory.join(ultra_file_name(meta.subspace));
    let write = || {
        options.check()?;
        let head = UltraHead::new((meta.rules, meta.ranks), meta.subspace, meta.values)?;
        if codes.len() as u64 != head.slots {
            return Err(TableFault::PlaneLength { found: codes.len(), slots: head.slots });
        }
        write_whole(&RealDisk, &path, |file| {
            let compress = |chunks: Range<usize>| compress_chunks(&head, codes, options.level, chunks);
            let (entries, end) = write_chunks(&RealDisk, file, head.len(), head.chunks(), compress)?;
            let (bytes, hash) = head.encode(&entries);
            RealDisk.write_at(file, 0, &bytes)?;
            Ok((end, hash))
        })
    };
    match write() {
        Ok((bytes, hash)) => Ok(WrittenTable { path, bytes, blake3: *hash.as_bytes() }),
        Err(fault) => Err(TableError { path, fault }),
    }
}

fn compress_chunks(
    head: &UltraHead,
    codes: &[u16],
    level: i32,
    chunks: Range<usize>,
) -> Result<Vec<Group>, TableFault> {
    let firsts: Vec<usize> = chunks.clone().step_by(GROUP_CHUNKS).collect();
    let compress = |first: usize| {
        let mut compressor = zstd::bulk::Compressor::new(level)?;
        let mut group = Group::default();
        let mut raw = Vec::with_capacity(CHUNK_SLOTS * SLOT_BYTES);
        for number in first..chunks.end.min(first + GROUP_CHUNKS) {
            let codes = &codes[number * CHUNK_SLOTS..][..head.chunk_slots(number)];
            check_codes(head, number, codes)?;
            raw.clear();
            raw.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
            let bytes = compressor.compress(&raw)?;
            group.entries.push(Entry::of(&bytes));
            group.bytes.extend(bytes);
        }
        Ok(group)
    };
    firsts.into_par_iter().with_max_len(1).map(compress).collect()
}

/// Every code must have a value.
pub(super) fn check_codes(head: &UltraHead, number: usize, codes: &[u16]) -> Result<(), TableFault> {
    let values = head.values.len();
    match codes.iter().position(|&code| usize::from(code) > values) {
        None => Ok(()),
        Some(place) => Err(TableFault::UltraCode {
            slot: (number * CHUNK_SLOTS + place) as u64,
            code: codes[place],
            values,
        }),
    }
}
