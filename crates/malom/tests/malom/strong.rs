//! Strong files written from our own solution have the counters and exceptions that Malom's have.

use std::fs;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_malom::{
    Entry, ImportError, NoValue, Sector, SectorFile, SectorFormat, Solution, Source, StrongPlanes,
    UltraValue, Variant, differences, read_strong,
};
use millwright_ranks::{Rank, Ranks};
use millwright_rules::Game;
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{Codes, PlaneValues, TableDirectory, WriteOptions};
use serde_json::Value as Json;

use crate::values::{Fnv, data, entries};

/// Stones on the board and in hand of the subspaces that are compared in every game: with more, solving what they
/// lead to takes long.
const FEW_STONES: u8 = 7;

struct Solved(MemoryTables);

impl Solved {
    /// The codes of a plane as the solver left them.
    fn plane(&self, subspace: Subspace) -> Vec<u16> {
        self.0.iter().find(|&(found, _)| found == subspace).unwrap().1.codes().iter().collect()
    }
}

impl Source for Solved {
    type Error = NoValue;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NoValue> {
        self.0.value(subspace, slot).map(UltraValue::strong).ok_or(NoValue::NotLoaded { subspace, slot })
    }
}

fn solve(game: Game, subspaces: &[Subspace]) -> Solved {
    let graph = UnitGraph::closure(&game.rules(), subspaces.iter().copied());
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    Solved(MemoryTables::solve(&graph, &options).unwrap())
}

/// Plies, or -1 for a draw, -2 for a duplicate.
fn folded(entry: Entry) -> i32 {
    match entry {
        Entry::Decided { depth, .. } => depth,
        Entry::Inside { .. } => -1,
        Entry::Duplicate(_) => -2,
    }
}

fn compare(game: Game, json: &str, most_stones: u8) {
    let sectors: Json = serde_json::from_str(json).unwrap();
    let sectors: Vec<(Subspace, &Json)> = sectors
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, sector)| (name.split_once('_').unwrap().1.parse().unwrap(), sector))
        .filter(|(subspace, _): &(Subspace, &Json)| subspace.total() <= most_stones)
        .collect();
    let subspaces: Vec<Subspace> = sectors.iter().map(|&(subspace, _)| subspace).collect();
    let solved = solve(game, &subspaces);
    let directory = tempfile::tempdir().unwrap();
    let rules = game.rules();
    for (subspace, expected) in sectors {
        let sector = Sector { rules: &rules, subspace, solution: Solution::Strong };
        let written = sector.write(directory.path(), &solved).unwrap();
        let mut file = SectorFile::open(&written.path, SectorFormat::Strong, subspace).unwrap();
        let (mut hash, mut most_residual) = (Fnv::new(), 0);
        for (_, entry) in entries(&mut file) {
            hash.add(folded(entry));
            if let Entry::Inside { residual } = entry {
                most_residual = most_residual.max(residual);
            }
        }
        assert_eq!(expected["fnv1a64"], hash.hex(), "{game} {subspace}");
        assert_eq!(expected["max_residual_count"], most_residual, "{game} {subspace}");
        assert_eq!(expected["em_set"], written.exceptions, "{game} {subspace}");
        assert_eq!(file.exceptions(), written.exceptions);

        let plane = read_strong(&mut file, &Solution::Strong).unwrap();
        assert_eq!(Some(plane.statistics()), solved.0.statistics(subspace), "{game} {subspace}");
        let codes: Vec<u16> = plane.codes().iter().collect();
        assert!(solved.plane(subspace) == codes, "{game} {subspace}: the solver's, duplicates included");
        let other = PlaneValues::plies(
            plane.statistics().clone(),
            Codes::Wide(codes.iter().map(|code| code.wrapping_add(1)).collect()),
        );
        let value = |slot| plane.value(slot);
        assert_eq!(differences(subspace, value, value), 0);
        let all = plane.statistics().positions;
        assert_eq!(differences(subspace, value, |slot| other.value(slot)), all);
        fs::remove_file(&written.path).unwrap();
    }
}

#[test]
fn standard_files_have_maloms_counters_and_exceptions() {
    compare(Game::Standard, include_str!("../../../solve/tests/data/std_strong.json"), FEW_STONES);
}

#[test]
fn lasker_files_have_maloms_counters_and_exceptions() {
    compare(Game::Lasker, include_str!("../../../solve/tests/data/lask_strong.json"), FEW_STONES);
}

#[test]
fn morabaraba_files_have_maloms_counters_and_exceptions() {
    compare(Game::Morabaraba, include_str!("../../../solve/tests/data/mora_strong.json"), FEW_STONES);
}

#[test]
fn games_with_four_stones_have_maloms_counters_and_exceptions() {
    compare(Game::Standard, include_str!("../../../solve/tests/data/mini4_std_strong.json"), FEW_STONES);
    compare(Game::Lasker, include_str!("../../../solve/tests/data/mini4_lask_strong.json"), FEW_STONES);
    compare(Game::Morabaraba, include_str!("../../../solve/tests/data/mini4_mora_strong.json"), FEW_STONES);
}

#[test]
fn the_published_ultra_strong_files_contain_our_strong_solution() {
    let ranks: Ranks = include_str!("../../../ranks/tests/data/std.secval").parse().unwrap();
    let subspaces = ["3_3_0_0", "3_4_0_0", "4_3_0_0"].map(|text| text.parse::<Subspace>().unwrap());
    let solved = solve(Game::Standard, &subspaces);
    for subspace in subspaces {
        let path = data(&format!("{}.sec2", Variant::Standard.stem(subspace)));
        let mut file = SectorFile::open(&path, SectorFormat::ranked(Variant::Standard), subspace).unwrap();
        let plane = read_strong(&mut file, &Solution::Ranked(&ranks)).unwrap();
        assert!(plane.codes().iter().eq(solved.plane(subspace)), "{subspace}");
        assert_eq!(Some(plane.statistics()), solved.0.statistics(subspace), "{subspace}");
    }
}

#[test]
fn ranks_that_a_file_was_not_made_with_are_noticed() {
    let ranks: Ranks = include_str!("../../../ranks/tests/data/mora.secval").parse().unwrap();
    let subspace: Subspace = "3_4_0_0".parse().unwrap();
    let path = data("std_3_4_0_0.sec2");
    let mut file = SectorFile::open(&path, SectorFormat::ranked(Variant::Standard), subspace).unwrap();
    // Wins and losses of the file are draws by other ranks, which have more room; a smaller room is overstepped.
    assert_eq!(read_strong(&mut file, &Solution::Ranked(&ranks)).unwrap().statistics().win(), 0);
    let narrow = Ranks::new(Rank(50), [(subspace, Rank(40))]).unwrap();
    let error = read_strong(&mut file, &Solution::Ranked(&narrow)).unwrap_err();
    assert!(matches!(error, ImportError::Value { .. }), "{error}");
    let none = Ranks::new(Rank(50), []).unwrap();
    let error = read_strong(&mut file, &Solution::Ranked(&none)).unwrap_err();
    assert!(matches!(error, ImportError::Ranks(_)), "{error}");
}

#[test]
fn tables_on_disk_give_the_same_files_as_those_in_memory_and_come_back_byte_for_byte() {
    let subspace: Subspace = "4_3_0_0".parse().unwrap();
    let solved = solve(Game::Standard, &[subspace]);
    let scratch = tempfile::tempdir().unwrap();
    let tables = TableDirectory::new(&scratch.path().join("db"), Game::Standard);
    tables.create().unwrap();
    for (subspace, values) in solved.0.iter() {
        tables.write(subspace, values, &WriteOptions::default()).unwrap();
    }
    let rules = Game::Standard.rules();
    let sector = Sector { rules: &rules, subspace, solution: Solution::Strong };
    assert_eq!(sector.needed(), ["3_3_0_0", "3_4_0_0", "4_3_0_0"].map(|text| text.parse().unwrap())[1..]);
    let loaded = StrongPlanes::load(&tables, sector.needed()).unwrap();
    let from_disk = sector.write(scratch.path(), &loaded).unwrap();
    let bytes = fs::read(&from_disk.path).unwrap();
    let from_memory = sector.write(scratch.path(), &solved).unwrap();
    assert!(fs::read(&from_memory.path).unwrap() == bytes);

    let mut file = SectorFile::open(&from_disk.path, SectorFormat::Strong, subspace).unwrap();
    let plane = read_strong(&mut file, &Solution::Strong).unwrap();
    let solved_bytes = fs::read(tables.path_of(subspace)).unwrap();
    tables.write(subspace, &plane, &WriteOptions::default()).unwrap();
    assert!(fs::read(tables.path_of(subspace)).unwrap() == solved_bytes);
}
