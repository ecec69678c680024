//! What drawn positions are worth, from the ultra tables of a game.

use std::sync::Arc;

use millwright_index::{Slot, Subspace};
use millwright_ranks::{DrawValue, Ranks};

use crate::content::Content;
use crate::directory::TableDirectory;
use crate::error::{TableError, Trouble};
use crate::kept_tables::KeptTables;
use crate::kind::Ultra;
use crate::table_cache::TableCache;

/// Finds what draws are worth. Threads may share it.
#[derive(Debug)]
pub(crate) struct DrawProber {
    directory: TableDirectory,
    ranks: Ranks,
    kept: KeptTables<Ultra>,
}

impl DrawProber {
    /// For the ultra tables of a directory; `None` if there are none.
    pub(crate) fn open(
        directory: &TableDirectory,
        cache: Arc<TableCache>,
    ) -> Result<Option<Self>, TableError> {
        let Some(ranks) = directory.read_ranks()? else { return Ok(None) };
        Ok(Some(Self { directory: directory.clone(), ranks, kept: KeptTables::new(cache) }))
    }

    pub(crate) fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// What the draw in a slot is worth; `None` if its ultra table is missing or has nothing but statistics, or the slot is
    /// not drawn.
    pub(crate) fn value(&self, subspace: Subspace, slot: Slot) -> Result<Option<DrawValue>, TableError> {
        let tables = self.directory.ultra(&self.ranks);
        let table = match self.kept.table(&tables, subspace) {
            Ok(table) => table,
            Err(error) if error.trouble() == Trouble::Missing => return Ok(None),
            Err(error) => return Err(error),
        };
        match table.content() {
            Content::Statistics => return Ok(None),
            Content::Outcomes | Content::Plies => {}
        }
        let chunk = self.kept.chunk(&tables, subspace, slot)?;
        Ok(table.draw_in(&chunk, slot))
    }
}
