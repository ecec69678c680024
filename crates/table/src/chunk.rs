//! One chunk of a table: compressing it, and reading it back without trusting a byte.

use std::fs::File;
use std::io;

use millwright_index::Slot;
use millwright_rules::Value;
use zstd::bulk::Compressor;

use crate::code::{Allowed, PlaneData, Width, value_of, widen};
use crate::content::Content;
use crate::error::TableFault;
use crate::format::CHUNK_SLOTS;
use crate::header::{Head, PlacedEntry};
use crate::outcome::Outcome;
use crate::stored_bytes::ChunkBytes;

/// The bytes of some slots before compression. Planes that are stored as they are need no copy; for others
/// `buffer` holds the bytes.
pub(crate) fn raw_bytes<'a>(data: PlaneData<'a>, width: Width, buffer: &'a mut Vec<u8>) -> &'a [u8] {
    buffer.clear();
    match (data, width) {
        (PlaneData::Narrow(codes), Width::Narrow) => return codes,
        (PlaneData::Narrow(codes), Width::Wide) => {
            buffer.extend(codes.iter().flat_map(|&code| widen(code).to_le_bytes()));
        }
        // The codes are checked: below 254, or the draw, whose low byte is the draw of one byte.
        (PlaneData::Wide(codes), Width::Narrow) => {
            buffer.extend(codes.iter().map(|&code| code.to_le_bytes()[0]));
        }
        (PlaneData::Wide(codes), Width::Wide) => {
            buffer.extend(codes.iter().flat_map(|&code| code.to_le_bytes()));
        }
    }
    buffer
}

/// Compresses one chunk after the other, checking their codes first.
pub(crate) struct ChunkWriter {
    compressor: Compressor<'static>,
    width: Width,
    allowed: Allowed,
    raw: Vec<u8>,
}

impl ChunkWriter {
    pub(crate) fn new(head: &Head, level: i32) -> io::Result<Self> {
        let compressor = Compressor::new(level)?;
        Ok(Self { compressor, width: head.width, allowed: head.allowed(), raw: Vec::new() })
    }

    /// The compressed bytes of chunk `number`, whose codes are `data`.
    pub(crate) fn compress(&mut self, number: usize, data: PlaneData<'_>) -> Result<Vec<u8>, TableFault> {
        check_codes(self.allowed, number, data)?;
        Ok(self.compressor.compress(raw_bytes(data, self.width, &mut self.raw))?)
    }
}

fn check_codes(allowed: Allowed, number: usize, data: PlaneData<'_>) -> Result<(), TableFault> {
    match allowed.first_stranger(data) {
        None => Ok(()),
        Some(place) => Err(TableFault::Code {
            slot: (number * CHUNK_SLOTS + place) as u64,
            code: data.code(place),
            plies_below: allowed.plies_below,
        }),
    }
}

/// Reads one chunk after the other.
pub(crate) struct ChunkReader<'a> {
    head: &'a Head,
    bytes: ChunkBytes<'a>,
    /// For codes of one byte that are asked for as two.
    narrow: Vec<u8>,
}

impl<'a> ChunkReader<'a> {
    pub(crate) fn new(
        file: &'a File,
        head: &'a Head,
        entries: &'a [PlacedEntry],
    ) -> Result<Self, TableFault> {
        Ok(Self { head, bytes: ChunkBytes::new(file, entries)?, narrow: Vec::new() })
    }

    /// Reads chunk `number` of a narrow table into `out`, which has as many places as the chunk has slots.
    fn narrow(&mut self, number: usize, out: &mut [u8]) -> Result<(), TableFault> {
        self.bytes.read(number, out)?;
        check_codes(self.head.allowed(), number, PlaneData::Narrow(out))
    }

    /// Reads chunk `number` of a wide table.
    fn wide(&mut self, number: usize, out: &mut [u16]) -> Result<(), TableFault> {
        self.bytes.read_codes(number, out)?;
        check_codes(self.head.allowed(), number, PlaneData::Wide(out))
    }

    /// Reads chunk `number` as codes of one byte.
    pub(crate) fn read_narrow(&mut self, number: usize, out: &mut [u8]) -> Result<(), TableFault> {
        match self.head.width {
            Width::Narrow => self.narrow(number, out),
            Width::Wide => Err(TableFault::TooDeep { deepest: self.head.allowed().plies_below - 1 }),
        }
    }

    /// Reads chunk `number` as codes of two bytes.
    pub(crate) fn read_wide(&mut self, number: usize, out: &mut [u16]) -> Result<(), TableFault> {
        if self.head.width == Width::Wide {
            return self.wide(number, out);
        }
        let mut codes = std::mem::take(&mut self.narrow);
        codes.resize(out.len(), 0);
        let read = self.narrow(number, &mut codes);
        for (wide, &code) in out.iter_mut().zip(&codes) {
            *wide = widen(code);
        }
        self.narrow = codes;
        read
    }

    /// Reads chunk `number` in its own width.
    pub(crate) fn read(&mut self, number: usize) -> Result<Chunk, TableFault> {
        let slots = self.head.chunk_slots(number);
        let codes = match self.head.width {
            Width::Narrow => {
                let mut codes = vec![0; slots];
                self.narrow(number, &mut codes)?;
                Codes::Narrow(codes.into())
            }
            Width::Wide => {
                let mut codes = vec![0; slots];
                self.wide(number, &mut codes)?;
                Codes::Wide(codes.into())
            }
        };
        Ok(Chunk { number, content: self.head.content, codes })
    }
}

/// Some values of a table that are stored together, decompressed and checked.
#[derive(Clone, Debug)]
pub struct Chunk {
    number: usize,
    content: Content,
    codes: Codes,
}

#[derive(Clone, Debug)]
enum Codes {
    Narrow(Box<[u8]>),
    Wide(Box<[u16]>),
}

impl Chunk {
    /// The number of the chunk that holds a slot.
    #[must_use]
    pub fn number_of(slot: Slot) -> usize {
        usize::try_from(slot.0 / CHUNK_SLOTS as u64).unwrap_or(usize::MAX)
    }

    /// The value in a slot; `None` if it is in another chunk, or the table holds no plies.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        if self.content == Content::Plies { self.code(slot).map(value_of) } else { None }
    }

    /// Whether a slot is won, drawn or lost; `None` if it is in another chunk.
    #[must_use]
    pub fn outcome(&self, slot: Slot) -> Option<Outcome> {
        self.code(slot).map(Outcome::of_code)
    }

    pub(crate) fn code(&self, slot: Slot) -> Option<u16> {
        if Self::number_of(slot) != self.number {
            return None;
        }
        let place = usize::try_from(slot.0 % CHUNK_SLOTS as u64).ok()?;
        match &self.codes {
            Codes::Narrow(codes) => codes.get(place).copied().map(widen),
            Codes::Wide(codes) => codes.get(place).copied(),
        }
    }

    /// How much memory it takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let codes = match &self.codes {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => 2 * codes.len(),
        };
        codes + size_of::<Self>()
    }
}
