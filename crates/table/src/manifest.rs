//! The list of a game's tables, for people and other programs. It says nothing that the tables do not say,
//! and can be made again from their heads at any time; nothing here reads it.

use serde::Serialize;

use crate::directory::TableDirectory;
use crate::disk::{read_text, write_text};
use crate::error::TableError;
use crate::fingerprint::Fingerprint;
use crate::format::VERSION;
use crate::reader::Table;

/// The name of the manifest within the directory of a game.
pub const MANIFEST: &str = "manifest.json";

/// All tables of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Manifest {
    /// The version of the table format.
    pub format: u16,
    /// The name of the game.
    pub game: String,
    /// The rules in words, as in [`Fingerprint::text_of`].
    pub rules: String,
    /// The tables, by subspace.
    pub tables: Vec<ManifestEntry>,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ManifestEntry {
    /// Its subspace.
    pub subspace: String,
    /// What it holds: `plies`, `outcomes` or `statistics`.
    pub holds: &'static str,
    /// Length of the file.
    pub bytes: u64,
    /// BLAKE3 of its head in hexadecimal, which stands for the whole file.
    pub blake3: String,
    /// Positions up to symmetry that are won.
    pub win: u64,
    /// Those that are drawn.
    pub draw: u64,
    /// Those that are lost.
    pub loss: u64,
    /// The deepest value in plies; null if all are drawn.
    pub max_plies: Option<u16>,
}

impl ManifestEntry {
    fn of(table: &Table) -> Self {
        let statistics = table.statistics();
        Self {
            subspace: table.subspace().to_string(),
            holds: table.content().name(),
            bytes: table.bytes_on_disk(),
            blake3: blake3::Hash::from_bytes(table.blake3()).to_string(),
            win: statistics.win(),
            draw: statistics.draws,
            loss: statistics.loss(),
            max_plies: statistics.max_plies(),
        }
    }
}

impl TableDirectory {
    /// What the manifest of the tables that are here must say. Reads their heads.
    ///
    /// # Errors
    /// If a table is damaged, foreign or cannot be read.
    pub fn manifest(&self) -> Result<Manifest, TableError> {
        let tables = self.contents()?.tables.into_iter();
        let entries = tables.map(|subspace| self.open(subspace).map(|table| ManifestEntry::of(&table)));
        Ok(Manifest {
            format: VERSION,
            game: self.name().to_owned(),
            rules: Fingerprint::text_of(self.rules()),
            tables: entries.collect::<Result<_, _>>()?,
        })
    }

    /// Writes the manifest, one line a table, as safely as a table, unless it says all that already. The same tables
    /// give the same bytes.
    ///
    /// # Errors
    /// As [`TableDirectory::manifest`], or if it cannot be written.
    pub fn write_manifest(&self) -> Result<Manifest, TableError> {
        let manifest = self.manifest()?;
        let path = self.path().join(MANIFEST);
        let text = text_of(&manifest);
        let length = text.len() as u64;
        if read_text(self.disk(), &path, length).is_ok_and(|found| found == text) {
            return Ok(manifest);
        }
        write_text(self.disk(), &path, &text).map_err(|source| TableError::new(&path, source.into()))?;
        Ok(manifest)
    }
}

/// JSON with a line for each table: short enough to read, and lines are what tools compare.
fn text_of(manifest: &Manifest) -> String {
    let lines: Vec<String> = manifest.tables.iter().map(|table| format!("\n    {}", json(table))).collect();
    format!(
        "{{\n  \"format\": {},\n  \"game\": {},\n  \"rules\": {},\n  \"tables\": [{}\n  ]\n}}\n",
        manifest.format,
        json(&manifest.game),
        json(&manifest.rules),
        lines.join(",")
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("names and numbers are always JSON")
}
