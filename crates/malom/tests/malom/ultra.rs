//! Ultra-strong files written from our own solution are the published ones.

use std::fs;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_malom::{
    NoValue, Sector, SectorFile, SectorFormat, Solution, Source, StrongPlanes, UltraPlanes, UltraValue,
    Variant, differences, read_strong, read_ultra,
};
use millwright_ranks::{DrawValue, Rank, Ranks};
use millwright_rules::{Game, Rules};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{MemoryTables, UnitOptions};
use millwright_table::{Codes, PlaneValues, Statistics, TableDirectory, WriteOptions};
use serde_json::Value as Json;

use crate::values::{Fnv, data, entries, keys};

/// Solves a graph, and calls `with` with its strong solution and its draws.
fn with_solved<T>(
    graph: &UnitGraph,
    ranks: &Ranks,
    with: impl FnOnce(&MemoryTables, &MemoryDraws<'_>) -> T,
) -> T {
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let strong = MemoryTables::solve(graph, &options).unwrap();
    let draws = MemoryDraws::solve(graph, ranks, &strong, &options).unwrap();
    with(&strong, &draws)
}

/// Solves what some subspaces lead to.
fn solve<'a>(rules: &Rules, ranks: &'a Ranks, subspaces: &[Subspace]) -> UltraPlanes<'a> {
    let graph = UnitGraph::closure(rules, subspaces.iter().copied());
    with_solved(&graph, ranks, |strong, draws| planes_of(&graph, ranks, strong, draws))
}

fn planes_of<'a>(
    graph: &UnitGraph,
    ranks: &'a Ranks,
    strong: &MemoryTables,
    draws: &MemoryDraws<'_>,
) -> UltraPlanes<'a> {
    let mut planes = StrongPlanes::default();
    for (subspace, values) in strong.iter() {
        planes.insert(subspace, values.clone());
    }
    let mut planes = UltraPlanes::new(ranks, planes);
    for subspace in graph.subspaces() {
        planes.insert(subspace, draws.of(subspace).unwrap().clone());
    }
    planes
}

#[test]
fn our_solution_gives_the_published_files_byte_for_byte() {
    let rules = Game::Standard.rules();
    let ranks: Ranks = include_str!("../../../ranks/tests/data/std.secval").parse().unwrap();
    let subspaces = ["3_3_0_0", "3_4_0_0", "4_3_0_0"].map(|text| text.parse::<Subspace>().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let solved = solve(&rules, &ranks, &subspaces);
    for subspace in subspaces {
        let sector = Sector { rules: &rules, subspace, solution: Solution::Ranked(&ranks) };
        let written = sector.write(directory.path(), &solved).unwrap();
        let published = fs::read(data(&sector.file_name().unwrap())).unwrap();
        assert!(fs::read(written.path).unwrap() == published, "{subspace}");
    }
}

/// Files of subspaces of up to seven stones, against the hashes of what Malom found with the published ranks.
fn compare(game: Game, variant: Variant, json: &str, secval: &str) {
    let (rules, ranks): (Rules, Ranks) = (game.rules(), secval.parse().unwrap());
    let published: Json = serde_json::from_str(json).unwrap();
    let sectors = published.as_object().unwrap().iter();
    let sectors: Vec<(Subspace, &Json)> = sectors
        .map(|(name, sector)| (name.split_once('_').unwrap().1.parse().unwrap(), sector))
        .filter(|(subspace, _): &(Subspace, &Json)| subspace.total() <= 7)
        .collect();
    let subspaces: Vec<Subspace> = sectors.iter().map(|&(subspace, _)| subspace).collect();
    let directory = tempfile::tempdir().unwrap();
    let solved = solve(&rules, &ranks, &subspaces);
    for &(subspace, expected) in &sectors {
        let sector = Sector { rules: &rules, subspace, solution: Solution::Ranked(&ranks) };
        let written = sector.write(directory.path(), &solved).unwrap();
        let mut file = SectorFile::open(&written.path, SectorFormat::ranked(variant), subspace).unwrap();
        let mut hash = Fnv::new();
        for (_, entry) in entries(&mut file) {
            let (rank, depth) = keys(entry);
            hash.add(rank);
            hash.add(depth);
        }
        assert_eq!(expected["fnv1a64"], hash.hex(), "{variant} {subspace}");
        assert_eq!(expected["em_set"], written.exceptions, "{variant} {subspace}");
    }
    assert!(sectors.len() >= 4, "{variant}: only {} compared", sectors.len());
}

#[test]
fn files_of_all_three_games_have_the_hashes_that_malom_found() {
    compare(
        Game::Standard,
        Variant::Standard,
        include_str!("../data/std_ultra.json"),
        include_str!("../../../ranks/tests/data/std.secval"),
    );
    compare(
        Game::Lasker,
        Variant::Lasker,
        include_str!("../data/lask_ultra.json"),
        include_str!("../../../ranks/tests/data/lask.secval"),
    );
    compare(
        Game::Morabaraba,
        Variant::Morabaraba,
        include_str!("../data/mora_ultra.json"),
        include_str!("../../../ranks/tests/data/mora.secval"),
    );
}

#[test]
fn published_files_become_the_tables_that_the_solver_makes_and_tables_on_disk_become_the_files() {
    let rules = Game::Standard.rules();
    let ranks: Ranks = include_str!("../../../ranks/tests/data/std.secval").parse().unwrap();
    let subspaces = ["3_3_0_0", "3_4_0_0", "4_3_0_0"].map(|text| text.parse::<Subspace>().unwrap());
    let scratch = tempfile::tempdir().unwrap();
    let tables = TableDirectory::new(&scratch.path().join("db"), Game::Standard);
    tables.create().unwrap();
    let read = |subspace: Subspace| {
        let path = data(&format!("{}.sec2", Variant::Standard.stem(subspace)));
        let mut file = SectorFile::open(&path, SectorFormat::ranked(Variant::Standard), subspace).unwrap();
        let strong = read_strong(&mut file, &Solution::Ranked(&ranks)).unwrap();
        (strong, read_ultra(&mut file, &ranks).unwrap())
    };
    let graph = UnitGraph::closure(&rules, subspaces);
    with_solved(&graph, &ranks, |_, draws| {
        for subspace in subspaces {
            let (strong, ultra) = read(subspace);
            let values = &ultra.summary().values;
            let solved = draws.of(subspace).unwrap();
            assert_eq!(*values, solved.summary().values, "{subspace}");
            assert!(ultra == *solved, "{subspace}: duplicates included");
            let draw = |slot| ultra.draw(slot);
            assert_eq!(differences(subspace, draw, draw), 0);
            let drawn = values.iter().map(|&(_, count)| count).sum::<u64>();
            assert_eq!(differences(subspace, draw, |_| None), drawn);
            let options = WriteOptions::default();
            tables.write(subspace, &strong, &options).unwrap();
            tables.ultra(&ranks).write(subspace, &ultra, &options).unwrap();
        }
    });
    for subspace in subspaces {
        let sector = Sector { rules: &rules, subspace, solution: Solution::Ranked(&ranks) };
        let loaded = UltraPlanes::load(&tables, &ranks, &sector.needed()).unwrap();
        let written = sector.write(scratch.path(), &loaded).unwrap();
        let published = fs::read(data(&sector.file_name().unwrap())).unwrap();
        assert!(fs::read(written.path).unwrap() == published, "{subspace}");
    }
}

#[test]
fn a_draw_that_nothing_ranks_is_an_error() {
    let subspace: Subspace = "3_3_0_0".parse().unwrap();
    let ranks = Ranks::new(Rank(9), [(subspace, Rank(0))]).unwrap();
    let mut strong = StrongPlanes::default();
    let codes = Codes::Wide(vec![7, u16::MAX, u16::MAX]);
    strong.insert(subspace, PlaneValues::plies(Statistics::default(), codes));
    let mut planes = UltraPlanes::new(&ranks, strong);
    let (won, first, second) = (Slot(0), Slot(1), Slot(2));
    assert_eq!(planes.value(subspace, won), Ok(UltraValue::Decided { relative: 9, depth: 7 }));
    assert_eq!(planes.value(subspace, first), Err(NoValue::DrawWithoutRank { subspace, slot: first }));
    let values = vec![(DrawValue { rank: Rank(-4), depth: 3 }, 1)];
    planes.insert(subspace, PlaneValues::draws(values, vec![0, 1, 0]));
    assert_eq!(planes.value(subspace, first), Ok(UltraValue::Decided { relative: -4, depth: 3 }));
    assert_eq!(planes.value(subspace, second), Err(NoValue::DrawWithoutRank { subspace, slot: second }));
    assert_eq!(planes.value(subspace, Slot(3)), Err(NoValue::NotLoaded { subspace, slot: Slot(3) }));
}
