//! Whatever happens to a file: a named error or the right values, never a panic and never a wrong value.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::samples::Sample;
use millwright_index::{Slot, Subspace};
use millwright_rules::{Game, Value};
use millwright_table::{
    Known, Table, TableError, TableFault, Trouble, WIDE_DRAW, WriteOptions, WrittenTable, unfinished_name,
    write_table,
};

struct Written {
    _directory: tempfile::TempDir,
    path: PathBuf,
    bytes: Vec<u8>,
    sample: Sample,
}

impl Written {
    fn new(sample: Sample) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = sample.write(directory.path()).path;
        let bytes = fs::read(&path).unwrap();
        Self { _directory: directory, path, bytes, sample }
    }

    /// Small files, so that every bit and every length can be tried: one chunk, one wide chunk, four chunks.
    fn all() -> [Self; 3] {
        let sparse = Sample::new("3_3_0_0", |slot, _| if slot % 40_000 < 2 { 5 } else { WIDE_DRAW });
        [Sample::noisy("1_1_2_2", 1, 7), Sample::noisy("1_1_2_2", 2, 300), sparse].map(Self::new)
    }

    fn open(&self) -> Result<Table, TableError> {
        Table::open(&self.path, &Game::Standard.rules(), self.sample.subspace)
    }

    /// Puts other bytes into the file. It is not emptied first: file systems take that for a reason to wait
    /// for the disk, tens of thousands of times.
    fn overwrite(&self, bytes: &[u8]) {
        let mut file = fs::File::options().write(true).open(&self.path).unwrap();
        file.write_all(bytes).unwrap();
        file.set_len(bytes.len() as u64).unwrap();
    }

    /// Tries everything with a damaged file. Some way to read must notice; the others may still be right.
    fn damaged(&self, bytes: &[u8], what: &str) {
        self.overwrite(bytes);
        let table = match self.open() {
            Ok(table) => table,
            Err(error) => return check_message(&error, &self.path),
        };
        check_message(&table.check_whole().expect_err(what), &self.path);
        let mut codes = vec![0_u16; self.sample.codes.len()];
        check_message(&table.plies().unwrap().load(&mut codes).expect_err(what), &self.path);
        for slot in (0..codes.len()).step_by(codes.len().div_ceil(8)) {
            let code = self.sample.codes[slot];
            let expected = if code == WIDE_DRAW { Value::Draw } else { Value::decided(code) };
            match table.known(Slot(slot as u64)) {
                Ok(known) => assert_eq!(known, Known::Value(expected), "{what}"),
                Err(error) => check_message(&error, &self.path),
            }
        }
    }
}

/// Every error names the file and says what to do.
fn check_message(error: &TableError, path: &Path) {
    let text = error.to_string();
    assert!(text.starts_with(path.to_str().unwrap()) && text.contains("; "), "{text}");
    assert!(matches!(error.trouble(), Trouble::Damaged | Trouble::Foreign), "{text}");
}

#[test]
fn every_flipped_bit_is_noticed() {
    for written in Written::all() {
        for place in 0..written.bytes.len() {
            for bit in 0..8 {
                let mut bytes = written.bytes.clone();
                bytes[place] ^= 1 << bit;
                written.damaged(&bytes, &format!("bit {bit} of byte {place}"));
            }
        }
    }
}

#[test]
fn a_file_that_ends_anywhere_too_early_is_not_opened() {
    for written in Written::all() {
        for len in 0..written.bytes.len() {
            written.overwrite(&written.bytes[..len]);
            let fault = written.open().expect_err("truncated").fault;
            let named =
                matches!(fault, TableFault::Empty | TableFault::Truncated { .. } | TableFault::Length { .. });
            assert!(named, "{len} bytes: {fault}");
        }
    }
}

#[test]
fn a_file_that_is_too_long_is_not_opened() {
    for written in Written::all() {
        for more in [1, 20, 100_000] {
            let mut bytes = written.bytes.clone();
            bytes.resize(bytes.len() + more, 0);
            fs::write(&written.path, bytes).unwrap();
            assert!(matches!(written.open().unwrap_err().fault, TableFault::Length { .. }));
        }
        let twice = [&written.bytes[..], &written.bytes].concat();
        fs::write(&written.path, twice).unwrap();
        assert!(matches!(written.open().unwrap_err().fault, TableFault::Length { .. }));
    }
}

#[test]
fn a_file_that_shrinks_or_changes_while_it_is_open_gives_errors_and_no_wrong_values() {
    let written = Written::new(Sample::noisy("3_3_0_0", 4, 50));
    let table = written.open().unwrap();
    let mut codes = vec![0_u16; written.sample.codes.len()];
    let plies = table.plies().unwrap();
    fs::write(&written.path, vec![0; written.bytes.len()]).unwrap();
    assert!(matches!(plies.load(&mut codes).unwrap_err().fault, TableFault::ChunkChecksum { .. }));
    fs::write(&written.path, &written.bytes[..100]).unwrap();
    assert!(matches!(plies.load(&mut codes).unwrap_err().fault, TableFault::Io { .. }));
    table.known(Slot(0)).unwrap_err();
    table.check_whole().unwrap_err();
    fs::write(&written.path, &written.bytes).unwrap();
    plies.load(&mut codes).unwrap();
    assert!(codes == written.sample.codes);
}

#[test]
fn chunks_that_changed_places_are_noticed() {
    let written = Written::new(Sample::noisy("3_3_0_0", 6, 50));
    let head = 80 + 8 * written.sample.statistics.plies.len();
    let len = |chunk: usize| {
        let field = written.bytes[head + 20 * chunk..].first_chunk().unwrap();
        u32::from_le_bytes(*field) as usize
    };
    let first = head + 4 * 20 + 32;
    let second = first + len(0);
    let third = second + len(1);
    let mut bytes = written.bytes[..first].to_vec();
    bytes.extend(&written.bytes[second..third]);
    bytes.extend(&written.bytes[first..second]);
    bytes.extend(&written.bytes[third..]);
    written.damaged(&bytes, "swapped chunks");
}

#[test]
fn a_table_under_the_name_of_another_is_not_opened() {
    let directory = tempfile::tempdir().unwrap();
    let path = Sample::noisy("4_3_0_0", 1, 20).write(directory.path()).path;
    let swapped = directory.path().join("3_4_0_0.mill");
    fs::rename(path, &swapped).unwrap();
    let expected: Subspace = "3_4_0_0".parse().unwrap();
    let error = Table::open(&swapped, &Game::Standard.rules(), expected).unwrap_err();
    assert_eq!(error.trouble(), Trouble::Foreign);
    assert_eq!(
        error.to_string(),
        format!(
            "{}: the table is for the subspace 4_3_0_0, not 3_4_0_0; put it where it belongs, delete it, or run solve with --force",
            swapped.display()
        )
    );
}

#[test]
fn a_table_of_another_game_is_not_opened_and_the_error_says_which_rules_it_has() {
    let written = Written::new(Sample::noisy("3_3_0_0", 1, 20));
    for game in Game::ALL {
        let opened = Table::open(&written.path, &game.rules(), written.sample.subspace);
        if game == Game::Standard {
            opened.unwrap();
            continue;
        }
        let error = opened.unwrap_err();
        assert_eq!(error.trouble(), Trouble::Foreign);
        let text = error.to_string();
        let standard = "the table is for the rules [board orthogonal, placing first, protection capture, double mill one, full board loss], not [";
        assert!(text.contains(standard), "{text}");
    }
}

#[test]
fn files_that_never_were_tables_are_not_opened() {
    let written = Written::new(Sample::noisy("1_1_2_2", 1, 7));
    let mut newer = written.bytes.clone();
    newer[8] = 3;
    let cases: [(&[u8], &str, Trouble); 5] = [
        (b"", "the file is empty", Trouble::Damaged),
        (b"short", "ends after 5 bytes", Trouble::Damaged),
        (&[b'x'; 1000], "this is no table", Trouble::Damaged),
        (&[0; 1000], "this is no table", Trouble::Damaged),
        (&newer, "format version 3 is not supported (expected 2)", Trouble::Foreign),
    ];
    for (bytes, message, trouble) in cases {
        fs::write(&written.path, bytes).unwrap();
        let error = written.open().unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(error.trouble(), trouble, "{error}");
    }
    fs::remove_file(&written.path).unwrap();
    assert_eq!(written.open().unwrap_err().trouble(), Trouble::Missing);
    fs::create_dir(&written.path).unwrap();
    assert_eq!(written.open().unwrap_err().trouble(), Trouble::Damaged);
}

fn write(directory: &Path, sample: &Sample) -> Result<WrittenTable, TableError> {
    let (by, options) = ((&Game::Standard.rules(), ()), WriteOptions::default());
    write_table(directory, by, sample.subspace, &sample.plane(), &options)
}

#[test]
fn a_directory_that_is_not_there_or_is_none_is_an_error_that_names_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let sample = Sample::noisy("1_1_2_2", 1, 7);
    let file = directory.path().join("file");
    fs::write(&file, "text").unwrap();
    for place in [directory.path().join("missing"), file] {
        let error = write(&place, &sample).unwrap_err();
        assert_eq!(error.trouble(), Trouble::System, "{error}");
        assert_eq!(error.path, place.join("1_1_2_2.mill"));
    }
}

/// The device that is always full stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_really_full_gives_one_error_and_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let unfinished = unfinished_name(&directory.path().join("1_1_2_2.mill"));
    std::os::unix::fs::symlink("/dev/full", &unfinished).unwrap();
    let sample = Sample::noisy("1_1_2_2", 1, 7);
    let error = write(directory.path(), &sample).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("1_1_2_2.mill: cannot write it: No space left"), "{text}");
    assert!(
        text.ends_with("free some space or choose another directory, then run the same command again"),
        "{text}"
    );
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
