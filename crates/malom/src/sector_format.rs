//! How entries are stored: the bytes of `.sec` and `.sec2` files.
//!
//! ```text
//! .sec    entry: 1 byte                                         list of exceptions
//! .sec2   header: 64 bytes      entry: 2 or 3 bytes, LE         list of exceptions
//!
//! header      i32 version = 2, i32 bytes an entry, i32 bits of the rank, i8 stone-difference flag, zeros
//! .sec entry  0..=178  plies to the end      179  see the list     180..=194  duplicate, symmetry + 180
//!             195..=255  drawn, 255 - residual count
//! .sec2 entry low bits: relative rank, signed; high bits: depth, signed; the smallest depth: see the list
//!             rank 0: depth >= 0 is the residual count of a draw that stays here, depth < 0 is a
//!             duplicate, -1 - symmetry
//! list        i32 length, then i32 entry and i32 value for each, by entry
//! ```
//! All numbers are little-endian. In the list, a `.sec` has plies, or a residual count with a minus sign; a `.sec2`
//! has the depth or the residual count.

use millwright_rules::Symmetry;

use crate::error::EntryFault;
use crate::variant::Variant;

/// Length of the header of a `.sec2`.
pub(crate) const HEADER_LEN: usize = 64;
/// The version of the format.
const VERSION: i32 = 2;

/// The most plies in a byte of a `.sec`.
const DEEPEST_BYTE: i32 = 178;
/// Stands for a value in the list.
const LISTED_BYTE: u8 = 179;
/// Symmetry 0; the identity is never needed.
const FIRST_DUPLICATE_BYTE: u8 = 180;
/// Residual count 60; from here on bytes are draws.
const FIRST_DRAW_BYTE: u8 = 195;

/// One entry of a sector file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Best play ends the game or the stay in this unit.
    Decided {
        /// The rank of where it ends less that of the subspace; never 0. In a strong file 1 for a win, -1
        /// for a loss.
        relative: i32,
        /// Plies to the end; for draws, plies in worse subspaces less those in better ones.
        depth: i32,
    },
    /// Best play stays where it is.
    Inside {
        /// What was left of Malom's counter of successors. It says nothing about the game.
        residual: u32,
    },
    /// A duplicate; this symmetry takes it to the entry that stands for its orbit.
    Duplicate(Symmetry),
}

/// An entry as a number, and what the list of exceptions says if that is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub(crate) bits: u32,
    pub(crate) listed: Option<i32>,
}

/// Which kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SectorFormat {
    /// `.sec`: wins, draws and losses with their depth.
    Strong,
    /// `.sec2`: ranks of a `.secval` and depths, in three bytes.
    Ranked {
        /// How many bits the relative rank has.
        rank_bits: RankBits,
    },
    /// `.sec2` with stone differences for ranks, in two bytes.
    StoneDifference,
}

/// How many of the 24 bits of a ranked entry are the relative rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankBits {
    /// In the standard game, which has few ranks and deep draws.
    Twelve,
    /// In the other games.
    Fourteen,
}

/// What the layouts of `.sec2` files differ in.
#[derive(Clone, Copy, Debug)]
struct Fields {
    entry_bytes: usize,
    rank_bits: u32,
    stone_difference: bool,
}

impl Fields {
    fn depth_bits(self) -> u32 {
        8 * u32::try_from(self.entry_bytes).expect("2 or 3") - self.rank_bits
    }

    /// The smallest depth: it stands for the list.
    fn listed(self) -> i32 {
        -(1 << (self.depth_bits() - 1))
    }

    fn largest_depth(self) -> i32 {
        -1 - self.listed()
    }

    fn largest_rank(self) -> i32 {
        (1 << (self.rank_bits - 1)) - 1
    }

    fn pack(self, rank: i32, depth: i32) -> u32 {
        let mask = |bits: u32| (1_u32 << bits) - 1;
        (rank.cast_unsigned() & mask(self.rank_bits))
            | (depth.cast_unsigned() & mask(self.depth_bits())) << self.rank_bits
    }

    /// Rank and depth.
    fn unpack(self, bits: u32) -> (i32, i32) {
        let signed = |bits: u32, width: u32| (bits << (32 - width)).cast_signed() >> (32 - width);
        (signed(bits, self.rank_bits), signed(bits >> self.rank_bits, self.depth_bits()))
    }
}

impl SectorFormat {
    /// The format of a variant's `.sec2` files.
    #[must_use]
    pub const fn ranked(variant: Variant) -> Self {
        let rank_bits = match variant {
            Variant::Standard => RankBits::Twelve,
            Variant::Lasker | Variant::Morabaraba => RankBits::Fourteen,
        };
        Self::Ranked { rank_bits }
    }

    /// How the names of files end.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Strong => "sec",
            Self::Ranked { .. } | Self::StoneDifference => "sec2",
        }
    }

    /// Bytes an entry.
    #[must_use]
    pub const fn entry_bytes(self) -> usize {
        match self {
            Self::Strong => 1,
            Self::StoneDifference => 2,
            Self::Ranked { .. } => 3,
        }
    }

    /// `None` for a `.sec`, which has no fields.
    fn fields(self) -> Option<Fields> {
        let rank_bits = match self {
            Self::Strong => return None,
            Self::Ranked { rank_bits: RankBits::Twelve } => 12,
            Self::Ranked { rank_bits: RankBits::Fourteen } => 14,
            Self::StoneDifference => 6,
        };
        let stone_difference = self == Self::StoneDifference;
        Some(Fields { entry_bytes: self.entry_bytes(), rank_bits, stone_difference })
    }

    /// What stands before the entries.
    pub(crate) fn header(self) -> Vec<u8> {
        let Some(fields) = self.fields() else { return Vec::new() };
        let number = |number: usize| u8::try_from(number).expect("a small number");
        let mut header = vec![0; HEADER_LEN];
        header[..4].copy_from_slice(&VERSION.to_le_bytes());
        header[4] = number(fields.entry_bytes);
        header[8..12].copy_from_slice(&fields.rank_bits.to_le_bytes());
        header[12] = u8::from(fields.stone_difference);
        header
    }

    /// An entry as it is stored.
    pub(crate) fn encode(self, entry: Entry) -> Result<Code, EntryFault> {
        match self.fields() {
            None => encode_strong(entry),
            Some(fields) => encode_fields(fields, entry),
        }
    }

    /// Whether a stored entry refers to the list.
    pub(crate) fn is_listed(self, bits: u32) -> bool {
        match self.fields() {
            None => bits == u32::from(LISTED_BYTE),
            Some(fields) => fields.unpack(bits).1 == fields.listed(),
        }
    }

    /// The entry that is stored as `bits`, with what the list says if it refers to it. Bits beyond the
    /// length of an entry must be zero.
    pub(crate) fn decode(self, code: Code) -> Result<Entry, EntryFault> {
        match self.fields() {
            None => decode_strong(code),
            Some(fields) => decode_fields(fields, code),
        }
    }
}

fn encode_strong(entry: Entry) -> Result<Code, EntryFault> {
    let byte = |byte: u8| Ok(Code { bits: u32::from(byte), listed: None });
    let listed = |value| Ok(Code { bits: u32::from(LISTED_BYTE), listed: Some(value) });
    match entry {
        Entry::Decided { relative, depth } => {
            if depth < 0 || relative != if depth % 2 == 1 { 1 } else { -1 } {
                return Err(EntryFault::NotStrong { relative, depth });
            }
            match u8::try_from(depth) {
                Ok(plies) if depth <= DEEPEST_BYTE => byte(plies),
                _ => listed(depth),
            }
        }
        Entry::Inside { residual } => match u8::try_from(residual) {
            Ok(residual) if residual <= u8::MAX - FIRST_DRAW_BYTE => byte(u8::MAX - residual),
            _ => listed(-i32::try_from(residual).map_err(|_| EntryFault::Residual { residual })?),
        },
        Entry::Duplicate(symmetry) if symmetry == Symmetry::IDENTITY => Err(EntryFault::IdentityDuplicate),
        Entry::Duplicate(symmetry) => byte(FIRST_DUPLICATE_BYTE + symmetry.number()),
    }
}

fn decode_strong(code: Code) -> Result<Entry, EntryFault> {
    let plies = |depth: i32| Entry::Decided { relative: if depth % 2 == 1 { 1 } else { -1 }, depth };
    let byte = u8::try_from(code.bits).map_err(|_| EntryFault::Bits { bits: code.bits })?;
    Ok(match (byte, code.listed) {
        (LISTED_BYTE, None) => return Err(EntryFault::NotListed),
        (LISTED_BYTE, Some(value)) if value >= 0 => plies(value),
        (LISTED_BYTE, Some(value)) => Entry::Inside { residual: value.unsigned_abs() },
        (FIRST_DRAW_BYTE.., _) => Entry::Inside { residual: u32::from(u8::MAX - byte) },
        (FIRST_DUPLICATE_BYTE.., _) => Entry::Duplicate(Symmetry::new(byte - FIRST_DUPLICATE_BYTE)),
        _ => plies(i32::from(byte)),
    })
}

fn encode_fields(fields: Fields, entry: Entry) -> Result<Code, EntryFault> {
    let code = |rank: i32, depth: i32| {
        let fits = (fields.listed() + 1..=fields.largest_depth()).contains(&depth);
        let stored = if fits { depth } else { fields.listed() };
        Ok(Code { bits: fields.pack(rank, stored), listed: (!fits).then_some(depth) })
    };
    match entry {
        Entry::Decided { relative: 0, .. } => Err(EntryFault::ZeroRank),
        Entry::Decided { relative, depth } => {
            let largest = fields.largest_rank();
            if !(-1 - largest..=largest).contains(&relative) {
                return Err(EntryFault::Rank { relative, largest });
            }
            code(relative, depth)
        }
        Entry::Inside { residual } => {
            code(0, i32::try_from(residual).map_err(|_| EntryFault::Residual { residual })?)
        }
        Entry::Duplicate(symmetry) if symmetry == Symmetry::IDENTITY => Err(EntryFault::IdentityDuplicate),
        Entry::Duplicate(symmetry) => code(0, -1 - i32::from(symmetry.number())),
    }
}

fn decode_fields(fields: Fields, code: Code) -> Result<Entry, EntryFault> {
    if code.bits >> (fields.rank_bits + fields.depth_bits()) != 0 {
        return Err(EntryFault::Bits { bits: code.bits });
    }
    let (rank, stored) = fields.unpack(code.bits);
    let depth = match code.listed {
        _ if stored != fields.listed() => stored,
        Some(depth) => depth,
        None => return Err(EntryFault::NotListed),
    };
    if rank != 0 {
        return Ok(Entry::Decided { relative: rank, depth });
    }
    match u32::try_from(depth) {
        Ok(residual) => Ok(Entry::Inside { residual }),
        Err(_) => match depth {
            -15..=-1 => Ok(Entry::Duplicate(Symmetry::new((-1 - depth).unsigned_abs().to_le_bytes()[0]))),
            _ => Err(EntryFault::Depth { depth }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMATS: [SectorFormat; 4] = [
        SectorFormat::Strong,
        SectorFormat::Ranked { rank_bits: RankBits::Twelve },
        SectorFormat::Ranked { rank_bits: RankBits::Fourteen },
        SectorFormat::StoneDifference,
    ];

    #[test]
    fn every_pattern_of_bits_is_an_entry_that_is_stored_as_these_bits_or_is_refused() {
        for format in FORMATS {
            let mut refused = 0_u32;
            for bits in 0..1_u32 << (8 * format.entry_bytes()) {
                // So deep that it cannot be stored without the list.
                let listed = format.is_listed(bits).then_some(5000);
                match format.decode(Code { bits, listed }) {
                    Ok(entry) => assert_eq!(format.encode(entry), Ok(Code { bits, listed }), "{entry:?}"),
                    Err(EntryFault::Depth { depth }) => {
                        assert!(depth < -15);
                        refused += 1;
                    }
                    Err(fault) => panic!("{format:?} {bits:#x}: {fault}"),
                }
            }
            let duplicates = 15;
            let depths = format.fields().map_or(0, |fields| fields.largest_depth().unsigned_abs());
            assert_eq!(refused, depths.saturating_sub(duplicates), "{format:?}");
        }
    }

    #[test]
    fn entries_that_no_file_can_hold_are_refused() {
        let strong = |relative, depth| SectorFormat::Strong.encode(Entry::Decided { relative, depth });
        assert!(strong(1, 3).is_ok() && strong(-1, 4).is_ok());
        for (relative, depth) in [(1, 4), (-1, 3), (2, 3), (0, 2), (1, -1)] {
            assert_eq!(strong(relative, depth), Err(EntryFault::NotStrong { relative, depth }));
        }
        for format in FORMATS {
            let identity = format.encode(Entry::Duplicate(Symmetry::IDENTITY));
            assert_eq!(identity, Err(EntryFault::IdentityDuplicate));
            let residual = u32::MAX;
            assert_eq!(format.encode(Entry::Inside { residual }), Err(EntryFault::Residual { residual }));
        }
        let twelve = SectorFormat::ranked(Variant::Standard);
        let rank = |relative| twelve.encode(Entry::Decided { relative, depth: 1 });
        assert_eq!(rank(2048), Err(EntryFault::Rank { relative: 2048, largest: 2047 }));
        assert_eq!(rank(-2049), Err(EntryFault::Rank { relative: -2049, largest: 2047 }));
        assert_eq!(rank(0), Err(EntryFault::ZeroRank));
        assert!(rank(2047).is_ok() && rank(-2048).is_ok());
    }

    #[test]
    fn what_the_list_should_say_and_does_not_is_a_fault() {
        let listed = Code { bits: 179, listed: None };
        assert_eq!(SectorFormat::Strong.decode(listed), Err(EntryFault::NotListed));
        let listed = Code { bits: 0x80_0001, listed: None };
        assert_eq!(SectorFormat::ranked(Variant::Lasker).decode(listed), Err(EntryFault::NotListed));
    }
}
