//! A table with right hashes and any fields and chunks: what the reader accepts is what a second decoder, written from
//! docs/table-format.md alone, finds in the same bytes, and it survives being written and read again.
//!
//! Input: which kind; what it holds and how wide; the header from its slots on; list; the one chunk, compressed. The
//! rest of the head is made to fit: bytes without the right hashes never come further, and other tests have those.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use millwright_fuzz::file_of;
use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_ranks::Ranks;
use millwright_rules::{Game, Rules, Value};
use millwright_table::{
    Codes, Holds, Kind, Known, Outcome, PlaneValues, Statistics, Table, Trouble, UltraTable, WriteOptions,
    write_table,
};

/// One stone each on the board: 92 slots.
const SUBSPACE: Subspace = Subspace { mover: 1, other: 1, mover_hand: 2, other_hand: 2 };
const SLOTS: usize = 92;
const DRAW: u16 = u16::MAX;

static RULES: LazyLock<Rules> = LazyLock::new(|| Game::Standard.rules());
static RANKS: LazyLock<Ranks> = LazyLock::new(|| Ranks::by_stones(&UnitGraph::complete(&RULES)));

/// The first 32 bytes of a table of each kind.
static STRONG: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let statistics = Statistics { positions: 46, draws: 46, plies: vec![], longest: None };
    beginning((&RULES, ()), &PlaneValues::plies(statistics, Codes::Narrow(vec![255; SLOTS])))
});
static ULTRA: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let value = millwright_ranks::DrawValue::staying(millwright_ranks::Rank::ZERO);
    beginning((&RULES, &*RANKS), &PlaneValues::draws(vec![(value, 46)], vec![1; SLOTS]))
});

fn directory() -> std::path::PathBuf {
    file_of(b"", "empty").parent().expect("a file has a parent").to_owned()
}

fn beginning<K: Kind>(game: (&Rules, K::Ranking<'_>), plane: &PlaneValues<K>) -> [u8; 32] {
    let written = write_table(&directory(), game, SUBSPACE, plane, &WriteOptions::default());
    let bytes = std::fs::read(written.expect("it can be written").path).expect("it can be read");
    *bytes.first_chunk().expect("a head has more")
}

fn begin() {
    // No other thread to wait for: a table this small is read ten times as fast.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().expect("nobody has used it yet");
}

fuzz_target!(init: begin(), |data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    if kind % 2 == 0 {
        let Some(file) = Forged::new(&STRONG, rest, 8) else { return };
        let path = file_of(&file.bytes, "1_1_2_2.mill");
        let Ok(table) = Table::open(&path, &RULES, SUBSPACE) else { return };
        if table.check_whole().is_ok() {
            check_strong(&table, &file);
        }
    } else {
        let Some(file) = Forged::new(&ULTRA, rest, 12) else { return };
        let path = file_of(&file.bytes, "1_1_2_2.ultra");
        let Ok(table) = UltraTable::open_ranked(&path, (&RULES, &RANKS), SUBSPACE) else { return };
        if table.check_whole().is_ok() {
            check_ultra(&table, &file);
        }
    }
});

struct Forged {
    bytes: Vec<u8>,
    list: Vec<u8>,
    chunk: Vec<u8>,
}

impl Forged {
    fn new(beginning: &[u8; 32], rest: &[u8], item_len: usize) -> Option<Self> {
        let (held, rest) = rest.split_first_chunk::<2>()?;
        let (fields, rest) = rest.split_first_chunk::<48>()?;
        let number = |at: usize| u16::from_le_bytes([fields[at], fields[at + 1]]);
        let (chunks, items) = (number(36), usize::from(number(40)));
        let list = rest.get(..items * item_len)?;
        let chunk = if chunks == 0 { &[] } else { &rest[list.len()..] };
        let mut bytes = beginning.to_vec();
        bytes[10..12].copy_from_slice(held);
        bytes.extend(fields);
        bytes.extend(list);
        for _ in 0..chunks.min(2) {
            bytes.extend(u32::try_from(chunk.len()).ok()?.to_le_bytes());
            bytes.extend(&blake3::hash(chunk).as_bytes()[..16]);
        }
        bytes.extend(blake3::hash(&bytes).as_bytes());
        bytes.extend(chunk);
        Some(Self { bytes, list: list.to_vec(), chunk: chunk.to_vec() })
    }

    /// Writing takes longer than all the rest: one in sixteen.
    fn is_written_again(&self) -> bool {
        blake3::hash(&self.bytes).as_bytes()[0] < 16
    }

    /// The codes by the description of the format; none where there are no chunks.
    fn codes(&self) -> Vec<u16> {
        if self.chunk.is_empty() {
            return Vec::new();
        }
        let raw = zstd::bulk::decompress(&self.chunk, 4 * SLOTS).expect("the reader could");
        match self.bytes[11] {
            1 => raw.iter().map(|&code| if code == 255 { DRAW } else { code.into() }).collect(),
            _ => raw.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
        }
    }
}

fn check_strong(table: &Table, file: &Forged) {
    let codes = file.codes();
    let statistics = table.statistics();
    assert_eq!(statistics.positions, 46);
    let listed: Vec<u64> =
        file.list.chunks_exact(8).map(|count| u64::from_le_bytes(count.try_into().unwrap())).collect();
    assert_eq!(statistics.plies, listed);
    assert_eq!(statistics.draws + listed.iter().sum::<u64>(), statistics.positions);
    let plane = match table.holds() {
        Holds::Plies(plies) => {
            let mut wide = vec![0_u16; SLOTS];
            plies.load(&mut wide).expect("it was checked");
            assert_eq!(wide, codes);
            plies.read().expect("it was checked")
        }
        Holds::Outcomes(outcomes) => outcomes.read().expect("it was checked"),
        Holds::Statistics => PlaneValues::statistics_only(statistics.clone()),
    };
    if !codes.is_empty() {
        let chunk = table.chunk(0).expect("it was checked");
        for (slot, &code) in (0..).zip(&codes) {
            let expected = match (file.bytes[10], code) {
                (1, DRAW) => Known::Value(Value::Draw),
                (1, plies) if plies % 2 == 0 => Known::Value(Value::loss(plies)),
                (1, plies) => Known::Value(Value::win(plies)),
                (_, 0) => Known::Outcome(Outcome::Loss),
                (_, 1) => Known::Outcome(Outcome::Win),
                _ => Known::Outcome(Outcome::Draw),
            };
            assert_eq!(chunk.known(Slot(slot)), Some(expected), "slot {slot}, code {code}");
        }
        assert_eq!(chunk.known(Slot(SLOTS as u64)), None);
    }
    if !file.is_written_again() {
        return;
    }
    let again = written((&RULES, ()), &plane);
    let again = Table::open(&again, &RULES, SUBSPACE).expect("it was just written");
    assert_eq!(again.statistics(), statistics);
    let same = match again.holds() {
        Holds::Plies(plies) => plies.read().expect("it was just written"),
        Holds::Outcomes(outcomes) => outcomes.read().expect("it was just written"),
        Holds::Statistics => PlaneValues::statistics_only(statistics.clone()),
    };
    assert_eq!(same, plane);
}

fn check_ultra(table: &UltraTable, file: &Forged) {
    let codes = file.codes();
    let number = |bytes: &[u8]| i16::from_le_bytes([bytes[0], bytes[1]]);
    let listed: Vec<(i16, i16, u64)> = file
        .list
        .chunks_exact(12)
        .map(|item| (number(item), number(&item[2..]), u64::from_le_bytes(item[4..].try_into().unwrap())))
        .collect();
    let values: Vec<(i16, i16, u64)> =
        table.values().iter().map(|(value, count)| (value.rank.0, value.depth, *count)).collect();
    assert_eq!(values, listed);
    let mut loaded = vec![0; SLOTS];
    // Statistics alone are 5 in the head: no draw is left to load.
    if file.bytes[10] == 5 {
        assert_eq!(table.load(&mut loaded).expect_err("it was reduced").trouble(), Trouble::Reduced);
        return;
    }
    table.load(&mut loaded).expect("it was checked");
    assert_eq!(loaded, codes);
    let plane = table.read().expect("it was checked");
    for (slot, &code) in (0..).zip(&codes) {
        let expected = usize::from(code).checked_sub(1).map(|place| (listed[place].0, listed[place].1));
        assert_eq!(plane.draw(Slot(slot)).map(|value| (value.rank.0, value.depth)), expected);
    }
    if !file.is_written_again() {
        return;
    }
    let again = written((&RULES, &*RANKS), &plane);
    let again = UltraTable::open_ranked(&again, (&RULES, &RANKS), SUBSPACE).expect("it was just written");
    assert_eq!(again.read().expect("it was just written"), plane);
}

fn written<K: Kind>(game: (&Rules, K::Ranking<'_>), plane: &PlaneValues<K>) -> std::path::PathBuf {
    let directory = directory().join("again");
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    let written = write_table(Path::new(&directory), game, SUBSPACE, plane, &WriteOptions::default());
    written.expect("what was read can be written").path
}
