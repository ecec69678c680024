//! What is kept of tables, within limits: open files and decompressed chunks, of one tablebase or of many.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use millwright_index::Subspace;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::chunk::StoredChunk;
use crate::kind::{Kind, Strong, Ultra};
use crate::reader::TableFile;

/// What may be held on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeLimits {
    /// Decompressed chunks of both kinds of tables, in bytes.
    pub cache_bytes: u64,
    /// Open tables of each kind. A thread at work may have one more open for a moment.
    pub open_tables: usize,
}

impl ProbeLimits {
    /// As many bytes of chunks, and as many open tables as every system allows: extended games have more than
    /// 4,000 tables, while some systems let a process open 256 files. With their heads, up to 300 KB each,
    /// these take 38 MB at most.
    #[must_use]
    pub const fn new(cache_bytes: u64) -> Self {
        Self { cache_bytes, open_tables: 128 }
    }
}

/// How well a cache did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Chunks that were there.
    pub hits: u64,
    /// Chunks that had to be read.
    pub misses: u64,
    /// Bytes of chunks that are there now.
    pub bytes: u64,
    /// Tables that are open now, of both kinds.
    pub open_tables: usize,
}

/// Open tables and decompressed chunks. Tablebases may share it, and then the limits are those of all together:
/// what was used last by any of them stays.
#[derive(Debug)]
pub struct TableCache {
    owners: AtomicU64,
    strong: OpenTables<Strong>,
    ultra: OpenTables<Ultra>,
    chunks: Cache<ChunkKey, Arc<StoredChunk>, ByBytes>,
}

/// Open tables of one kind.
pub(crate) type OpenTables<K> = Cache<(Owner, Subspace), Arc<TableFile<K>>>;

/// Whose tables of one kind they are: those of one directory, as long as nobody opens it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Owner(u64);

/// Which chunk of which table of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChunkKey {
    owner: Owner,
    subspace: Subspace,
    number: usize,
}

impl ChunkKey {
    pub(crate) fn new(owner: Owner, subspace: Subspace, number: usize) -> Self {
        Self { owner, subspace, number }
    }
}

impl TableCache {
    /// Keeps nothing yet.
    #[must_use]
    pub fn new(limits: ProbeLimits) -> Self {
        let chunks = usize::try_from(limits.cache_bytes >> 16).unwrap_or(usize::MAX).clamp(1, 1 << 16);
        Self {
            owners: AtomicU64::new(0),
            strong: Cache::new(limits.open_tables),
            ultra: Cache::new(limits.open_tables),
            chunks: Cache::with_weighter(chunks, limits.cache_bytes, ByBytes),
        }
    }

    /// Keeps so many bytes of chunks from now on.
    pub fn set_cache_bytes(&self, bytes: u64) {
        self.chunks.set_capacity(bytes);
    }

    /// How it does.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        CacheCounts {
            hits: self.chunks.hits(),
            misses: self.chunks.misses(),
            bytes: self.chunks.weight(),
            open_tables: self.strong.len() + self.ultra.len(),
        }
    }

    pub(crate) fn chunks(&self) -> &Cache<ChunkKey, Arc<StoredChunk>, ByBytes> {
        &self.chunks
    }

    pub(crate) fn strong(&self) -> &OpenTables<Strong> {
        &self.strong
    }

    pub(crate) fn ultra(&self) -> &OpenTables<Ultra> {
        &self.ultra
    }

    pub(crate) fn new_owner(&self) -> Owner {
        Owner(self.owners.fetch_add(1, Ordering::Relaxed))
    }

    /// Lets go of all that an owner has.
    pub(crate) fn forget<K: Kind>(&self, owner: Owner) {
        K::kept(self).retain(|(other, _), _| *other != owner);
        self.chunks.retain(|key, _| key.owner != owner);
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ByBytes;

impl Weighter<ChunkKey, Arc<StoredChunk>> for ByBytes {
    fn weight(&self, _key: &ChunkKey, chunk: &Arc<StoredChunk>) -> u64 {
        chunk.bytes() as u64
    }
}
