//! A file that a game is saved in.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use millwright_rules::notation::Pgn;

/// A file of our own: one that was there before is never touched.
pub(super) struct PgnFile {
    path: PathBuf,
    /// Whether it was written by us.
    ours: bool,
}

impl PgnFile {
    /// A file that is not there yet, in a directory that is.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        if path.exists() {
            bail!("{} is there already; choose another name", path.display());
        }
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(missing) = directory.filter(|directory| !directory.is_dir()) {
            bail!("cannot save {}: there is no directory {}", path.display(), missing.display());
        }
        Ok(Self { path: path.to_owned(), ours: false })
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game, over what was written before.
    pub(super) fn write(&mut self, pgn: &Pgn) -> anyhow::Result<()> {
        let text = format!("{pgn}\n");
        let create = || -> io::Result<()> { File::create_new(&self.path)?.write_all(text.as_bytes()) };
        let written = if self.ours { fs::write(&self.path, &text) } else { create() };
        written.with_context(|| format!("cannot save {}", self.path.display()))?;
        self.ours = true;
        Ok(())
    }
}
