//! Tables of one kind that stay open, and chunks of them that stay decompressed.

use std::marker::PhantomData;
use std::sync::Arc;

use millwright_index::{Slot, Subspace};

use crate::chunk::Chunk;
use crate::directory::Tables;
use crate::error::TableError;
use crate::format::chunk_of;
use crate::kind::Kind;
use crate::reader::TableFile;
use crate::table_cache::{ChunkKey, Owner, TableCache};

/// What was used lately of the tables of one kind in one directory. Threads may share it.
#[derive(Debug)]
pub(crate) struct KeptTables<K: Kind> {
    cache: Arc<TableCache>,
    owner: Owner,
    kind: PhantomData<K>,
}

impl<K: Kind> KeptTables<K> {
    /// Nothing yet.
    pub(crate) fn new(cache: Arc<TableCache>) -> Self {
        let owner = cache.new_owner();
        Self { cache, owner, kind: PhantomData }
    }

    /// How many tables are open now.
    pub(crate) fn open_tables(&self) -> usize {
        K::kept(&self.cache).iter().filter(|((owner, _), _)| *owner == self.owner).count()
    }

    /// A table, opened if it is not open.
    pub(crate) fn table(
        &self,
        tables: &Tables<'_, K>,
        subspace: Subspace,
    ) -> Result<Arc<TableFile<K>>, TableError> {
        let open = || tables.open(subspace).map(Arc::new);
        K::kept(&self.cache).get_or_insert_with(&(self.owner, subspace), open)
    }

    /// The chunk with a slot. One that is kept needs no open table.
    pub(crate) fn chunk(
        &self,
        tables: &Tables<'_, K>,
        subspace: Subspace,
        slot: Slot,
    ) -> Result<Chunk<K>, TableError> {
        let number = chunk_of(slot);
        let key = ChunkKey::new(self.owner, subspace, number);
        let read = || Ok(self.table(tables, subspace)?.chunk(number)?.into_stored());
        self.cache.chunks().get_or_insert_with(&key, read).map(Chunk::of_stored)
    }
}

impl<K: Kind> Drop for KeptTables<K> {
    /// Nobody asks for them any more: files that were replaced are closed, and memory is there for others.
    fn drop(&mut self) {
        self.cache.forget::<K>(self.owner);
    }
}
