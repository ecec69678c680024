//! The stored form of solved subspaces.
//!
//! A table holds all values of one [`Subspace`](millwright_index::Subspace), one value a slot, in one file:
//! [`write_table`] makes it, [`Table`] reads it. The bytes are described in `docs/table-format.md`. A
//! [`TableDirectory`] is where the tables of a game are, and a [`Tablebase`] finds the values of positions there.
//!
//! **Invariants**: a table's bytes are a function of its values, the rules and the compression level, never
//! of threads or interruptions; no bytes make a reader panic, give a wrong value or allocate more than a chunk
//! and a head need.
//!
//! ```
//! use millwright_index::Slot;
//! use millwright_rules::{Game, Value};
//! use millwright_table::{Codes, Known, PlaneValues, Statistics, Table, WriteOptions, write_table};
//!
//! # let directory = tempfile::tempdir()?;
//! // One stone against one, with two in hand each: 92 slots for 46 positions up to symmetry.
//! let (rules, subspace) = (Game::Standard.rules(), "1_1_2_2".parse()?);
//! let statistics = Statistics { positions: 46, draws: 46, plies: vec![], longest: None };
//! let plane = PlaneValues::plies(statistics, Codes::Narrow(vec![255; 92]));
//! let written = write_table(directory.path(), (&rules, ()), subspace, &plane, &WriteOptions::default())?;
//! let table = Table::open(&written.path, &rules, subspace)?;
//! assert_eq!(table.known(Slot(91))?, Known::Value(Value::Draw));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod chunk;
mod code;
mod compare;
mod content;
mod directory;
mod disk;
mod draw_prober;
mod draw_words;
mod error;
mod fingerprint;
mod format;
mod header;
mod kept_tables;
mod kind;
mod known;
mod line;
mod lock;
mod manifest;
mod memory;
mod outcome;
mod plane_values;
mod reader;
mod solve_command;
mod statistics;
mod stored_bytes;
mod survey;
mod table_cache;
mod tablebase;
mod writer;

pub use chunk::Chunk;
pub use code::{Code, Codes, NARROW_DEEPEST, NARROW_DRAW, WIDE_DEEPEST, WIDE_DRAW, Width};
pub use compare::{ChangedPosition, CompareError, Comparison, Difference, GamePair, Listing};
pub use content::Content;
pub use directory::{BOOK, CHOICE, Contents, REACH, TableDirectory, Tables};
pub use disk::{
    Disk, DiskFile, Growing, RealDisk, create_directories, read_bytes, read_stream, read_text,
    unfinished_name, write_bytes, write_text, write_whole,
};
pub use error::{TableError, TableFault, Trouble};
pub use fingerprint::Fingerprint;
pub use format::{CHUNK_SLOTS, VERSION, chunk_of};
pub use kind::{Kind, Strong, Ultra};
pub use known::{Known, RankedDraw, SurveyKey};
pub use line::{Line, LineEnd, LinePly};
pub use lock::{UnitLock, VerifyLock, WriteLock};
pub use manifest::{MANIFEST, Manifest, ManifestEntry};
pub use memory::can_be_had;
pub use outcome::Outcome;
pub use plane_values::PlaneValues;
pub use reader::{Holds, OutcomesTable, PliesTable, Table, TableFile, UltraTable};
pub use solve_command::SolveCommand;
pub use statistics::{Longest, Statistics, turn_in};
pub use survey::{MoveCounts, RatedMove, Survey};
pub use table_cache::{CacheCounts, ProbeLimits, TableCache};
pub use tablebase::{DrawsInMemory, InMemory, ProbeError, Tablebase};
pub use writer::{WriteOptions, WrittenTable, write_table};
