//! What drawn positions are worth, from the ultra tables of a game.

use std::sync::Arc;

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Ranks};
use quick_cache::sync::Cache;

use crate::chunk::Chunk;
use crate::directory::TableDirectory;
use crate::error::{TableError, Trouble};
use crate::format::chunk_of;
use crate::kind::Ultra;
use crate::reader::UltraTable;
use crate::tablebase::{ByBytes, ProbeLimits};

/// Finds what draws are worth. Threads may share it.
#[derive(Debug)]
pub(crate) struct DrawProber {
    directory: TableDirectory,
    ranks: Ranks,
    tables: Cache<Subspace, Arc<UltraTable>>,
    chunks: Cache<(Subspace, usize), Arc<Chunk<Ultra>>, ByBytes>,
}

impl DrawProber {
    /// For the ultra tables of a directory; `None` if there are none.
    pub(crate) fn open(directory: &TableDirectory, limits: ProbeLimits) -> Result<Option<Self>, TableError> {
        let Some(ranks) = directory.read_ranks()? else { return Ok(None) };
        let chunks = usize::try_from(limits.cache_bytes >> 17).unwrap_or(usize::MAX).clamp(1, 1 << 16);
        Ok(Some(Self {
            directory: directory.clone(),
            ranks,
            tables: Cache::new(limits.open_tables),
            chunks: Cache::with_weighter(chunks, limits.cache_bytes, ByBytes),
        }))
    }

    pub(crate) fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// What the draw in a slot is worth; `None` if its ultra table is missing, or the slot is not drawn.
    pub(crate) fn value(&self, subspace: Subspace, slot: Slot) -> Result<Option<DrawValue>, TableError> {
        let open = || self.directory.ultra(&self.ranks).open(subspace).map(Arc::new);
        let table = match self.tables.get_or_insert_with(&subspace, open) {
            Ok(table) => table,
            Err(error) if error.trouble() == Trouble::Missing => return Ok(None),
            Err(error) => return Err(error),
        };
        let number = chunk_of(slot);
        let read = || table.chunk(number).map(Arc::new);
        let chunk = self.chunks.get_or_insert_with(&(subspace, number), read)?;
        Ok(table.draw_in(&chunk, slot))
    }
}
