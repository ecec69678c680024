//! One chunk of a table: compressing it, and reading it back without trusting a byte.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use millwright_index::Slot;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use crate::code::{Code, Codes, Places, Width, value_of, widen_all};
use crate::content::Content;
use crate::disk::DiskFile;
use crate::error::TableFault;
use crate::format::{CHUNK_SLOTS, chunk_of};
use crate::header::{Head, PlacedEntry};
use crate::kind::{Kind, Strong};
use crate::known::Known;
use crate::outcome::Outcome;
use crate::stored_bytes::ChunkBytes;

/// Values repeat in long stretches. Shorter matches cost more than they save, and every one takes its time to read.
const SHORTEST_MATCH: u32 = 7;

/// From this level on the compressor itself tries what matches are worth.
const SEARCHING_LEVEL: i32 = 13;

/// Compresses one chunk after the other, checking their codes first.
pub(crate) struct ChunkWriter<'a, K> {
    head: &'a Head<K>,
    codes: &'a Codes,
    compressor: Compressor<'static>,
    raw: Vec<u8>,
}

impl<'a, K: Kind> ChunkWriter<'a, K> {
    pub(crate) fn new(head: &'a Head<K>, codes: &'a Codes, level: i32) -> io::Result<Self> {
        let mut compressor = Compressor::new(level)?;
        if level < SEARCHING_LEVEL {
            compressor.set_parameter(CParameter::MinMatch(SHORTEST_MATCH))?;
        }
        Ok(Self { head, codes, compressor, raw: Vec::new() })
    }

    /// The compressed bytes of chunk `number`.
    pub(crate) fn compress(&mut self, number: usize) -> Result<Vec<u8>, TableFault> {
        let begin = number * CHUNK_SLOTS;
        let range = begin..begin + self.head.chunk_slots(number);
        match self.codes {
            Codes::Narrow(codes) => self.head.check_codes(number, &codes[range.clone()])?,
            Codes::Wide(codes) => self.head.check_codes(number, &codes[range.clone()])?,
        }
        let raw = self.codes.raw_bytes(range, self.head.summary.width(), &mut self.raw);
        Ok(self.compressor.compress(raw)?)
    }
}

/// Reads one chunk after the other.
pub(crate) struct ChunkReader<'a, K> {
    head: &'a Head<K>,
    bytes: ChunkBytes<'a>,
    /// For codes of one byte that are asked for as two.
    narrow: Vec<u8>,
}

impl<'a, K: Kind> ChunkReader<'a, K> {
    pub(crate) fn new(file: &'a dyn DiskFile, head: &'a Head<K>, entries: &'a [PlacedEntry]) -> Self {
        Self { head, bytes: ChunkBytes::new(file, entries), narrow: Vec::new() }
    }

    /// Reads chunk `number` into `out`, which has as many places as the chunk has slots.
    pub(crate) fn read<T: Code>(&mut self, number: usize, out: &mut [T]) -> Result<(), TableFault> {
        match (self.head.summary.width(), T::places(out)) {
            (Width::Narrow, Places::Narrow(out)) => {
                self.bytes.read(number, out)?;
                self.head.check_codes(number, out)
            }
            (Width::Wide, Places::Wide(out)) => {
                self.bytes.read_codes(number, out)?;
                self.head.check_codes(number, out)
            }
            (Width::Narrow, Places::Wide(out)) => {
                let mut codes = std::mem::take(&mut self.narrow);
                codes.resize(out.len(), 0);
                self.read(number, &mut codes)?;
                widen_all(&codes, out);
                self.narrow = codes;
                Ok(())
            }
            (Width::Wide, Places::Narrow(_)) => {
                Err(TableFault::TooDeep { deepest: self.head.summary.allowed().below - 1 })
            }
        }
    }

    /// Reads chunk `number` in its own width.
    pub(crate) fn chunk(&mut self, number: usize) -> Result<Chunk<K>, TableFault> {
        let codes = match self.head.summary.width() {
            Width::Narrow => {
                let codes = self.bytes.read_new(number, self.head.chunk_slots(number))?;
                self.head.check_codes(number, &codes)?;
                Codes::Narrow(codes)
            }
            Width::Wide => {
                let mut codes = vec![0; self.head.chunk_slots(number)];
                self.read(number, &mut codes)?;
                Codes::Wide(codes)
            }
        };
        let stored = StoredChunk { number, content: self.head.summary.content(), codes };
        Ok(Chunk { stored: Arc::new(stored), kind: PhantomData })
    }
}

/// Some codes of a table that are stored together, decompressed and checked. Clones share them.
#[derive(Clone, Debug)]
pub struct Chunk<K> {
    stored: Arc<StoredChunk>,
    kind: PhantomData<K>,
}

/// A chunk, whatever its codes stand for.
#[derive(Debug)]
pub(crate) struct StoredChunk {
    number: usize,
    content: Content,
    codes: Codes,
}

impl StoredChunk {
    pub(crate) fn bytes(&self) -> usize {
        self.codes.bytes() + size_of::<Self>()
    }
}

impl<K> Chunk<K> {
    /// What was a chunk of this kind before.
    pub(crate) fn of_stored(stored: Arc<StoredChunk>) -> Self {
        Self { stored, kind: PhantomData }
    }

    pub(crate) fn into_stored(self) -> Arc<StoredChunk> {
        self.stored
    }

    /// The code of a slot, widened; `None` if it is in another chunk.
    pub(crate) fn code(&self, slot: Slot) -> Option<u16> {
        if chunk_of(slot) != self.stored.number {
            return None;
        }
        self.stored.codes.code(usize::try_from(slot.0 % CHUNK_SLOTS as u64).ok()?)
    }

    /// How much memory it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.stored.bytes()
    }
}

impl Chunk<Strong> {
    /// What is known about a slot; `None` if it is in another chunk.
    #[must_use]
    pub fn known(&self, slot: Slot) -> Option<Known> {
        let code = self.code(slot)?;
        match self.stored.content {
            Content::Plies => Some(Known::Value(value_of(code))),
            Content::Outcomes => Some(Known::Outcome(Outcome::of_code(code))),
            Content::Statistics => None,
        }
    }

    /// What is known about all its slots, in their order.
    pub fn all_known(&self) -> impl Iterator<Item = Known> {
        let has_plies = self.stored.content == Content::Plies;
        self.stored.codes.iter().map(move |code| {
            if has_plies { Known::Value(value_of(code)) } else { Known::Outcome(Outcome::of_code(code)) }
        })
    }
}
