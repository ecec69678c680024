//! Writing a sector file, byte for byte as Malom would.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use millwright_index::Subspace;
use millwright_ranks::{LineEnd, RankError, Ranks};
use millwright_rules::{PointSet, Rules};
use millwright_table::{RealDisk, write_text, write_whole};
use rayon::prelude::*;
use thiserror::Error;

use crate::error::{SectorError, SectorFault};
use crate::residual::Successors;
use crate::sector_format::{Entry, SectorFormat};
use crate::sector_index::{Block, Place, SectorIndex};
use crate::source::{Solution, Source, UltraValue};
use crate::variant::{UnknownVariant, Variant};

/// Bytes that are written at once.
const BUFFER_LEN: usize = 1 << 20;

/// Entries that are encoded before they are written: 12 MB of a `.sec2`.
const BATCH_ENTRIES: u32 = 1 << 22;

/// What to write.
#[derive(Clone, Copy, Debug)]
pub struct Sector<'a> {
    /// The rules; how many stones are brought does not matter.
    pub rules: &'a Rules,
    /// Whose values.
    pub subspace: Subspace,
    /// Of which solution.
    pub solution: Solution<'a>,
}

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSector {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub bytes: u64,
    /// How many entries are in its list of exceptions.
    pub exceptions: usize,
}

/// Why a file was not written.
#[derive(Debug, Error)]
pub enum WriteError<E> {
    /// Malom has no such game.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// A rank is missing.
    #[error(transparent)]
    Ranks(#[from] RankError),
    /// The file cannot be written, or a value does not fit in it.
    #[error(transparent)]
    Sector(#[from] SectorError),
    /// A value could not be had.
    #[error("{0}")]
    Source(E),
}

impl Sector<'_> {
    /// The subspaces whose values are needed to write it: its own and those that its moves lead to.
    #[must_use]
    pub fn needed(&self) -> Vec<Subspace> {
        let mut needed = vec![self.subspace];
        self.subspace.for_each_successor(self.rules, |next| needed.push(next));
        needed.sort_unstable();
        needed.dedup();
        needed
    }

    /// The name of its file.
    ///
    /// # Errors
    /// If Malom has no such game.
    pub fn file_name(&self) -> Result<String, UnknownVariant> {
        let variant = Variant::of(self.rules)?;
        Ok(format!("{}.{}", variant.stem(self.subspace), self.solution.format(variant).extension()))
    }

    /// Writes the file to a directory, which must exist. The bytes are the same for any number of threads, and
    /// appear under their name only when they are complete. Work is done in the current thread pool.
    ///
    /// **Memory**: about 16 MB and eight bytes an exception, beside what the source takes.
    ///
    /// # Errors
    /// If Malom has no such game, a value or a rank cannot be had or does not fit, or the system cannot write.
    pub fn write<S: Source>(
        &self,
        directory: &Path,
        source: &S,
    ) -> Result<WrittenSector, WriteError<S::Error>> {
        let format = self.solution.format(Variant::of(self.rules)?);
        let path = directory.join(self.file_name()?);
        let successors = Successors::new(self.rules, self.subspace, &self.solution)?;
        let index = SectorIndex::new(self.subspace);
        let encoder = Encoder { format, index, successors, source };
        let written = write_whole(&path, |file| {
            let mut file = BufWriter::with_capacity(BUFFER_LEN, file);
            file.write_all(&format.header())?;
            let mut exceptions: Vec<Exception> = Vec::new();
            let batch = (BATCH_ENTRIES / index.block_len()).max(1);
            for first in (0..index.blocks()).step_by(batch as usize) {
                let end = index.blocks().min(first.saturating_add(batch));
                let encode = |class| encoder.block(class);
                let blocks: Result<Vec<EncodedBlock>, _> = (first..end).into_par_iter().map(encode).collect();
                for block in blocks? {
                    file.write_all(&block.bytes)?;
                    exceptions.extend(block.exceptions);
                }
            }
            write_list(&mut file, &exceptions)?;
            file.flush()?;
            Ok(exceptions.len())
        });
        let exceptions = written.map_err(|fault: BlockFault<S::Error>| fault.at(&path))?;
        let head = format.header().len() as u64 + index.entries() * format.entry_bytes() as u64;
        Ok(WrittenSector { path, bytes: head + 4 + 8 * exceptions as u64, exceptions })
    }
}

/// Writes the ranks of a game to a directory, under the name that Malom looks for. The lines end as in the
/// published file of the game.
///
/// # Errors
/// If the system cannot write.
pub fn write_secval(directory: &Path, variant: Variant, ranks: &Ranks) -> Result<PathBuf, SectorError> {
    let path = directory.join(variant.secval_name());
    let line_end = match variant {
        Variant::Standard => LineEnd::Lf,
        Variant::Lasker | Variant::Morabaraba => LineEnd::CrLf,
    };
    match write_text(&RealDisk, &path, &ranks.secval(line_end).to_string()) {
        Ok(()) => Ok(path),
        Err(source) => Err(SectorError::new(&path, source.into())),
    }
}

/// An entry whose value is in the list.
struct Exception {
    entry: i32,
    value: i32,
}

fn write_list(file: &mut impl Write, exceptions: &[Exception]) -> io::Result<()> {
    let count = i32::try_from(exceptions.len()).expect("not more than entries, which are below 2^31");
    file.write_all(&count.to_le_bytes())?;
    for Exception { entry, value } in exceptions {
        file.write_all(&entry.to_le_bytes())?;
        file.write_all(&value.to_le_bytes())?;
    }
    Ok(())
}

#[derive(Default)]
struct EncodedBlock {
    bytes: Vec<u8>,
    exceptions: Vec<Exception>,
}

/// Why something was not encoded or written; the file is not known here.
enum BlockFault<E> {
    Source(E),
    Sector(SectorFault),
}

impl<E> From<io::Error> for BlockFault<E> {
    fn from(source: io::Error) -> Self {
        Self::Sector(source.into())
    }
}

impl<E> BlockFault<E> {
    fn at(self, path: &Path) -> WriteError<E> {
        match self {
            Self::Source(error) => WriteError::Source(error),
            Self::Sector(fault) => WriteError::Sector(SectorError::new(path, fault)),
        }
    }
}

struct Encoder<'a, S> {
    format: SectorFormat,
    index: SectorIndex,
    successors: Successors,
    source: &'a S,
}

impl<S: Source> Encoder<'_, S> {
    fn block(&self, class: u32) -> Result<EncodedBlock, BlockFault<S::Error>> {
        let mut encoded = EncodedBlock::default();
        let block = self.index.block(class);
        let first = u64::from(class) * u64::from(self.index.block_len());
        for ((other, place), number) in block.entries().zip(first..) {
            let entry = match place {
                Place::Duplicate(symmetry) => Entry::Duplicate(symmetry),
                Place::Representative => self.representative(&block, other).map_err(BlockFault::Source)?,
            };
            let wrong = |fault| BlockFault::Sector(SectorFault::Entry { entry: number, fault });
            let code = self.format.encode(entry).map_err(wrong)?;
            encoded.bytes.extend(&code.bits.to_le_bytes()[..self.format.entry_bytes()]);
            if let Some(value) = code.listed {
                let entry = i32::try_from(number).expect("the largest subspace has 603 million entries");
                encoded.exceptions.push(Exception { entry, value });
            }
        }
        Ok(encoded)
    }

    fn representative(&self, block: &Block, other: PointSet) -> Result<Entry, S::Error> {
        let position = block.position(other);
        Ok(match self.successors.value(&position, self.source)? {
            UltraValue::Decided { relative, depth } => Entry::Decided { relative, depth },
            UltraValue::Inside => {
                Entry::Inside { residual: self.successors.residual(&position, self.source)? }
            }
        })
    }
}
