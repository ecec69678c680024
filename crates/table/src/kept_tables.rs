//! Tables of one kind that stay open, and chunks of them that stay decompressed, within limits.

use std::sync::Arc;

use millwright_index::{Slot, Subspace};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::chunk::Chunk;
use crate::directory::Tables;
use crate::error::TableError;
use crate::format::chunk_of;
use crate::kind::Kind;
use crate::reader::TableFile;

/// What a tablebase may hold on to, and once more the same for ultra tables if there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeLimits {
    /// Decompressed chunks, in bytes.
    pub cache_bytes: u64,
    /// Open tables. A thread at work may have one more open for a moment.
    pub open_tables: usize,
}

impl ProbeLimits {
    /// As many bytes of chunks, and as many open tables as every system allows: extended games have more than
    /// 4,000 tables, while some systems let a process open 256 files. With their heads, up to 200 KB each,
    /// these take 25 MB at most.
    #[must_use]
    pub const fn new(cache_bytes: u64) -> Self {
        Self { cache_bytes, open_tables: 128 }
    }
}

/// What was used lately. Threads may share it.
#[derive(Debug)]
pub(crate) struct KeptTables<K> {
    tables: Cache<Subspace, Arc<TableFile<K>>>,
    chunks: Cache<(Subspace, usize), Arc<Chunk<K>>, ByBytes>,
}

impl<K: Kind> KeptTables<K> {
    /// Nothing yet.
    pub(crate) fn new(limits: ProbeLimits) -> Self {
        let chunks = usize::try_from(limits.cache_bytes >> 16).unwrap_or(usize::MAX).clamp(1, 1 << 16);
        Self {
            tables: Cache::new(limits.open_tables),
            chunks: Cache::with_weighter(chunks, limits.cache_bytes, ByBytes),
        }
    }

    /// How many tables are open now.
    pub(crate) fn open_tables(&self) -> usize {
        self.tables.len()
    }

    /// A table, opened if it is not open.
    pub(crate) fn table(
        &self,
        tables: &Tables<'_, K>,
        subspace: Subspace,
    ) -> Result<Arc<TableFile<K>>, TableError> {
        self.tables.get_or_insert_with(&subspace, || tables.open(subspace).map(Arc::new))
    }

    /// The chunk with a slot. One that is kept needs no open table.
    pub(crate) fn chunk(
        &self,
        tables: &Tables<'_, K>,
        subspace: Subspace,
        slot: Slot,
    ) -> Result<Arc<Chunk<K>>, TableError> {
        let number = chunk_of(slot);
        let read = || self.table(tables, subspace)?.chunk(number).map(Arc::new);
        self.chunks.get_or_insert_with(&(subspace, number), read)
    }
}

#[derive(Clone, Debug)]
struct ByBytes;

impl<K> Weighter<(Subspace, usize), Arc<Chunk<K>>> for ByBytes {
    fn weight(&self, _key: &(Subspace, usize), chunk: &Arc<Chunk<K>>) -> u64 {
        chunk.bytes() as u64
    }
}
