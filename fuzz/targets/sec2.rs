//! A `.sec2` or `.sec` file of Malom: what the reader understands is what a second decoder, written from the description
//! of the format alone, finds in the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use millwright_fuzz::file_of;
use millwright_index::Subspace;
use millwright_malom::{Entry, RankBits, SectorFile, SectorFormat};

/// One stone each on the board: 91 entries.
const SUBSPACE: Subspace = Subspace { mover: 1, other: 1, mover_hand: 8, other_hand: 8 };

/// Bits of an entry's rank; an entry's bytes; bytes before the entries.
type Shape = (u32, usize, usize);

fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let (format, shape) = match first % 4 {
        0 => (SectorFormat::Ranked { rank_bits: RankBits::Twelve }, (12, 3, 64)),
        1 => (SectorFormat::Ranked { rank_bits: RankBits::Fourteen }, (14, 3, 64)),
        2 => (SectorFormat::StoneDifference, (6, 2, 64)),
        _ => (SectorFormat::Strong, (0, 1, 0)),
    };
    let path = file_of(bytes, "sector");
    let Ok(mut file) = SectorFile::open(&path, format, SUBSPACE) else { return };
    let mut entries = Vec::new();
    if file.for_each(|_, entry| entries.push(entry)).is_err() {
        return;
    }
    assert_eq!(entries.len() as u64, file.entries());
    assert_eq!(entries, decoded(bytes, entries.len(), shape));
});

/// The entries by the description of the format: Gevay's, as `sector_format.rs` cites it.
fn decoded(bytes: &[u8], count: usize, (rank_bits, entry_bytes, header): Shape) -> Vec<Entry> {
    let (entries, list) = bytes[header..].split_at(count * entry_bytes);
    let number = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().expect("four bytes"));
    let listed: Vec<(i32, i32)> =
        list[4..].chunks_exact(8).map(|pair| (number(&pair[..4]), number(&pair[4..]))).collect();
    assert_eq!(usize::try_from(number(&list[..4])), Ok(listed.len()));
    let exception = |entry: usize| {
        let found = listed.iter().find(|pair| usize::try_from(pair.0) == Ok(entry));
        found.expect("an entry that refers to the list is in it").1
    };
    let decode = |(place, entry): (usize, &[u8])| {
        let bits = entry.iter().rev().fold(0_i64, |bits, &byte| bits << 8 | i64::from(byte));
        if rank_bits == 0 {
            strong(bits, || exception(place))
        } else {
            let modulus = 1_i64 << rank_bits;
            let rank = (bits + modulus / 2).rem_euclid(modulus) - modulus / 2;
            let depths = 1_i64 << (8 * entry_bytes as u32 - rank_bits);
            let depth = (bits.div_euclid(modulus) + depths / 2).rem_euclid(depths) - depths / 2;
            let is_listed = depth == -depths / 2;
            let depth = if is_listed { i64::from(exception(place)) } else { depth };
            ranked(rank, depth)
        }
    };
    entries.chunks_exact(entry_bytes).enumerate().map(decode).collect()
}

fn strong(byte: i64, exception: impl Fn() -> i32) -> Entry {
    let plies = |depth: i32| Entry::Decided { relative: if depth % 2 == 1 { 1 } else { -1 }, depth };
    match byte {
        0..=178 => plies(byte as i32),
        179 => match exception() {
            plies_listed @ 0.. => plies(plies_listed),
            residual => Entry::Inside { residual: residual.unsigned_abs() },
        },
        180..=194 => Entry::Duplicate(millwright_rules::Symmetry::new((byte - 180) as u8)),
        _ => Entry::Inside { residual: (255 - byte) as u32 },
    }
}

fn ranked(rank: i64, depth: i64) -> Entry {
    match (rank, depth) {
        (0, 0..) => Entry::Inside { residual: depth as u32 },
        (0, _) => Entry::Duplicate(millwright_rules::Symmetry::new((-1 - depth) as u8)),
        _ => Entry::Decided { relative: rank as i32, depth: depth as i32 },
    }
}
