//! The files of Malom, the solver of Gevay and Danner.
//!
//! Their databases are published, and several programs read them. A [`SectorFile`] reads one; a [`Sector`] is
//! written byte for byte as Malom would, from our own values ([`Source`]). The bytes are described in
//! `sector_format.rs`, the numbering of positions in `sector_index.rs`, and what else is in the files in `residual.rs`.
//!
//! **Invariants**: no bytes make a reader panic or ask for more memory than the file is long; what is written is
//! a function of the values alone, never of threads; a file has its name only when it is complete.
#![forbid(unsafe_code)]

mod error;
mod import;
mod orbit;
mod planes;
mod reader;
mod residual;
mod sector_format;
mod sector_index;
mod source;
mod variant;
mod writer;

pub use error::{EntryFault, SectorError, SectorFault};
pub use import::{ImportError, differences, read_strong, read_ultra};
pub use orbit::{Orbit, OrbitIndex};
pub use planes::{NoValue, StrongPlanes, UltraPlanes};
pub use reader::SectorFile;
pub use sector_format::{Entry, RankBits, SectorFormat};
pub use sector_index::{Block, Place, SectorIndex};
pub use source::{Solution, Source, UltraValue};
pub use variant::{UnknownVariant, Variant};
pub use writer::{Sector, WriteError, WrittenSector, write_secval};
