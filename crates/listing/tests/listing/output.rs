//! What is written: the same for any number of threads, and the same rows in every form.

use std::fs::File;
use std::io;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64};

use millwright_index::Subspace;
use millwright_listing::{Amount, Columns, LineFormat, ListingError, Request, Run, Selection};
use millwright_rules::Game;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value as Json, json};

use crate::games::{Draws, Solved, all_of, pool, solved, with_run};

static GAME: LazyLock<Solved> = LazyLock::new(|| solved(Game::Standard, 4, 3, Draws::ToldApart));

fn requests(subspace: Subspace) -> [Request; 4] {
    let all = all_of(subspace);
    let selection = Selection::new(None, None, false, true).unwrap();
    [
        all,
        Request { selection, ..all },
        Request { amount: Amount::First(70_000), ..all },
        Request { amount: Amount::Sample { size: 1000, seed: 5 }, columns: Columns::Moves, ..all },
    ]
}

#[test]
fn threads_change_no_byte() {
    for name in ["4_3_0_0", "3_4_0_0", "2_2_2_1"] {
        for request in requests(name.parse().unwrap()) {
            for format in [LineFormat::Text, LineFormat::Csv, LineFormat::Json] {
                let one = GAME.text(request, format, 1);
                assert!(!one.is_empty());
                assert_eq!(GAME.text(request, format, 2), one, "{request:?} {format:?}");
                assert_eq!(GAME.text(request, format, 5), one, "{request:?} {format:?}");
            }
            assert_eq!(parquet(request, 1), parquet(request, 3), "{request:?}");
        }
    }
}

fn parquet(request: Request, threads: usize) -> Vec<u8> {
    let listing = GAME.open(request).unwrap();
    let mut out = Vec::new();
    with_run(threads, |run| listing.write_parquet(run, &mut out)).unwrap();
    out
}

/// The rows of a Parquet file as JSON.
fn read_back(bytes: &[u8]) -> Vec<Json> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.parquet");
    std::fs::write(&path, bytes).unwrap();
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    // What is larger than a group has several, and all of them are read.
    let groups = reader.metadata().row_groups().iter();
    assert!(groups.clone().rev().skip(1).all(|group| group.num_rows() == 1 << 18));
    assert_eq!(
        groups.map(RowGroupMetaData::num_rows).sum::<i64>(),
        reader.metadata().file_metadata().num_rows()
    );
    let rows = reader.get_row_iter(None).unwrap();
    let cell = |field: &Field| match field {
        Field::Str(text) => json!(text),
        Field::Int(number) => json!(number),
        Field::Null => Json::Null,
        other => panic!("{other:?} is in no column"),
    };
    rows.map(|row| row.unwrap().get_column_iter().map(|(name, field)| (name.clone(), cell(field))).collect())
        .collect()
}

#[test]
fn json_and_parquet_have_the_rows_of_csv() {
    for name in ["4_3_0_0", "2_2_2_1"] {
        for request in requests(name.parse().unwrap()) {
            let csv = GAME.text(request, LineFormat::Csv, 2);
            let mut lines = csv.lines();
            let names: Vec<&str> = lines.next().unwrap().split(',').collect();
            let cell = |text: &str| match text.parse::<i64>() {
                Ok(number) => json!(number),
                Err(_) if text.is_empty() => Json::Null,
                Err(_) => json!(text),
            };
            let record = |line: &str| -> Json {
                names.iter().map(|name| (*name).to_owned()).zip(line.split(',').map(cell)).collect()
            };
            let expected: Vec<Json> = lines.map(record).collect();
            let json = GAME.text(request, LineFormat::Json, 2);
            let found: Vec<Json> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert!(found == expected, "{request:?} in JSON");
            assert!(read_back(&parquet(request, 2)) == expected, "{request:?} in Parquet");
        }
    }
}

#[test]
fn where_nothing_passes_there_is_a_header_and_a_file_without_rows() {
    let selection = Selection::new(Some("win:9999".parse().unwrap()), None, false, false).unwrap();
    let request = Request { selection, ..all_of("4_3_0_0".parse().unwrap()) };
    assert_eq!(GAME.text(request, LineFormat::Csv, 2), "position,value,plies,rank\n");
    assert_eq!(GAME.text(request, LineFormat::Json, 2), "");
    assert_eq!(read_back(&parquet(request, 2)), Vec::<Json>::new());
}

/// A disk that is full after so many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_the_system_says_when_it_cannot_write_is_told() {
    let listing = GAME.open(all_of("4_3_0_0".parse().unwrap())).unwrap();
    for room in [0, 100_000] {
        let lines = with_run(2, |run| listing.write_lines(LineFormat::Csv, run, &mut Full(room)));
        let file = with_run(2, |run| listing.write_parquet(run, Full(room)));
        for error in [lines.unwrap_err(), file.unwrap_err()] {
            let ListingError::Write(error) = error else { panic!("{error}") };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}

#[test]
fn it_stops_when_it_is_told_to_and_takes_no_more_memory_than_it_may() {
    let listing =
        GAME.open(Request { columns: Columns::Moves, ..all_of("4_3_0_0".parse().unwrap()) }).unwrap();
    let (pool, looked_at) = (pool(2), AtomicU64::new(0));
    let run = |stop: &AtomicBool, memory| {
        let run = Run { pool: &pool, stop, looked_at: &looked_at, memory };
        listing.write_lines(LineFormat::Csv, run, &mut io::sink())
    };
    assert!(matches!(run(&AtomicBool::new(true), None), Err(ListingError::Stopped)));
    let refused = run(&AtomicBool::new(false), Some(1 << 20));
    assert!(matches!(refused, Err(ListingError::Memory { available: 1_048_576, .. })), "{refused:?}");
    assert_eq!(run(&AtomicBool::new(false), None).unwrap(), listing.positions());
}
