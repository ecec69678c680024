//! Files that are not as they should be.

use std::fs;
use std::path::PathBuf;

use millwright_index::Subspace;
use millwright_malom::{EntryFault, SectorFault, SectorFile, SectorFormat, Variant};

use crate::values::data;

const NAME: &str = "std_1_1_8_8.sec2";

struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join(NAME)
    }

    /// What is wrong with a file that has these bytes.
    fn fault(&self, bytes: &[u8]) -> Option<SectorFault> {
        fs::write(self.path(), bytes).unwrap();
        let opened = SectorFile::open(&self.path(), SectorFormat::ranked(Variant::Standard), subspace());
        opened.and_then(|mut file| file.for_each(|_, _| {})).err().map(|error| {
            assert_eq!(error.path, self.path());
            error.fault
        })
    }
}

fn subspace() -> Subspace {
    "1_1_8_8".parse().unwrap()
}

fn good() -> Vec<u8> {
    fs::read(data(NAME)).unwrap()
}

#[test]
fn a_good_file_has_no_fault_and_a_missing_one_is_missing() {
    let scratch = Scratch::new();
    let missing = SectorFile::open(&scratch.path(), SectorFormat::Strong, subspace()).unwrap_err();
    assert!(matches!(missing.fault, SectorFault::Missing), "{missing}");
    let directory = scratch.path().parent().unwrap().to_owned();
    let directory = SectorFile::open(&directory, SectorFormat::Strong, subspace()).unwrap_err();
    assert!(matches!(directory.fault, SectorFault::NotAFile), "{directory}");
    assert!(scratch.fault(&good()).is_none());
}

#[test]
fn every_other_length_is_noticed() {
    let scratch = Scratch::new();
    let mut longer = good();
    longer.extend([0; 20]);
    for length in 0..longer.len() {
        let fault = scratch.fault(&longer[..length]);
        assert_eq!(fault.is_none(), length == good().len(), "{length}");
        if let Some(fault) = fault {
            assert!(matches!(fault, SectorFault::Length { .. }), "{length}: {fault}");
        }
    }
}

#[test]
fn every_flipped_bit_of_header_and_list_is_noticed_and_none_makes_the_reader_panic() {
    let (scratch, good) = (Scratch::new(), good());
    for place in 0..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[place] ^= 1 << bit;
            let fault = scratch.fault(&bytes);
            match place {
                0..64 => assert!(matches!(fault, Some(SectorFault::Header { .. })), "{place}"),
                340.. => assert!(matches!(fault, Some(SectorFault::Length { .. })), "{place}"),
                _ => {}
            }
        }
    }
}

/// The file with one more exception, and an entry changed.
fn with_exception(entry: i32, value: i32, changed: Option<(usize, [u8; 3])>) -> Vec<u8> {
    let mut bytes = good();
    bytes[340] = 1;
    bytes.extend(entry.to_le_bytes());
    bytes.extend(value.to_le_bytes());
    if let Some((place, entry)) = changed {
        bytes[64 + 3 * place..67 + 3 * place].copy_from_slice(&entry);
    }
    bytes
}

#[test]
fn exceptions_must_be_for_entries_that_ask_for_them() {
    let scratch = Scratch::new();
    for entry in [-1, 92, i32::MAX, i32::MIN] {
        let fault = scratch.fault(&with_exception(entry, 0, None)).unwrap();
        assert!(matches!(fault, SectorFault::List { number: 0, before: -1, .. }), "{fault}");
    }
    let fault = scratch.fault(&with_exception(0, 5000, None)).unwrap();
    assert!(matches!(fault, SectorFault::Unused { entry: 0 }), "{fault}");
    // Rank 1, and the depth that refers to the list.
    let listed = [0x01, 0x00, 0x80];
    assert!(scratch.fault(&with_exception(0, 5000, Some((0, listed)))).is_none());
    let fault = scratch.fault(&with_exception(1, 5000, Some((0, listed)))).unwrap();
    assert!(matches!(fault, SectorFault::Entry { entry: 0, fault: EntryFault::NotListed }), "{fault}");
    let mut twice = with_exception(0, 5000, Some((0, listed)));
    twice[340] = 2;
    twice.extend([0; 8]);
    let fault = scratch.fault(&twice).unwrap();
    assert!(matches!(fault, SectorFault::List { number: 1, entry: 0, before: 0, .. }), "{fault}");
}

#[test]
fn duplicates_must_be_where_the_numbering_has_them() {
    let scratch = Scratch::new();
    let mut bytes = good();
    // Entry 0 stands for its orbit; as a duplicate by symmetry 3 it has rank 0 and depth -4.
    bytes[64..67].copy_from_slice(&[0x00, 0xC0, 0xFF]);
    let fault = scratch.fault(&bytes).unwrap();
    assert!(matches!(fault, SectorFault::Duplicate { entry: 0, found: Some(_), expected: None }), "{fault}");
    assert_eq!(
        fault.to_string(),
        "entry 0 is a duplicate by symmetry 3, but by the numbering it stands for its orbit"
    );
}
