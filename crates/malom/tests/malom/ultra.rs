//! Ultra-strong files written from our own solution are the published ones.

use std::fs;
use std::sync::atomic::AtomicBool;

use millwright_index::{Slot, Subspace, UnitGraph};
use millwright_malom::{Layout, NotLoaded, Sector, SectorFile, Solution, Source, UltraValue, Variant};
use millwright_ranks::{DrawValue, Ranks};
use millwright_rules::{Game, Rules};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{Dispatch, MemoryTables, UnitOptions};
use serde_json::Value as Json;

use crate::values::{Fnv, data, entries, keys};

struct Solved<'a> {
    ranks: &'a Ranks,
    strong: &'a MemoryTables,
    draws: MemoryDraws<'a>,
}

impl Solved<'_> {
    fn find(&self, subspace: Subspace, slot: Slot) -> Option<UltraValue> {
        let draw = || -> DrawValue {
            let draws = self.draws.of(subspace).unwrap();
            draws.value(usize::try_from(slot.0).unwrap()).expect("a draw has a rank")
        };
        let value = self.strong.value(subspace, slot)?;
        Some(UltraValue::ultra(value, draw, self.ranks.of(subspace)?, self.ranks.win()))
    }
}

impl Source for Solved<'_> {
    type Error = NotLoaded;

    fn value(&self, subspace: Subspace, slot: Slot) -> Result<UltraValue, NotLoaded> {
        self.find(subspace, slot).ok_or(NotLoaded { subspace, slot })
    }
}

/// Solves what some subspaces lead to, and calls `check` with it.
fn with_solved(rules: &Rules, ranks: &Ranks, subspaces: &[Subspace], check: impl FnOnce(&Solved<'_>)) {
    let graph = UnitGraph::closure(rules, subspaces.iter().copied());
    let stop = AtomicBool::new(false);
    let options =
        UnitOptions { dispatch: Dispatch::best(), list_bytes: 1 << 30, always_wide: false, stop: &stop };
    let strong = MemoryTables::solve(&graph, &options).unwrap();
    let draws = MemoryDraws::solve(&graph, ranks, &strong, &options).unwrap();
    check(&Solved { ranks, strong: &strong, draws });
}

#[test]
fn our_solution_gives_the_published_files_byte_for_byte() {
    let rules = Game::Standard.rules();
    let ranks: Ranks = include_str!("../../../ranks/tests/data/std.secval").parse().unwrap();
    let subspaces = ["3_3_0_0", "3_4_0_0", "4_3_0_0"].map(|text| text.parse::<Subspace>().unwrap());
    let directory = tempfile::tempdir().unwrap();
    with_solved(&rules, &ranks, &subspaces, |solved| {
        for subspace in subspaces {
            let sector = Sector { rules: &rules, subspace, solution: Solution::Ranked(&ranks) };
            let written = sector.write(directory.path(), solved).unwrap();
            let published = fs::read(data(&sector.file_name().unwrap())).unwrap();
            assert!(fs::read(written.path).unwrap() == published, "{subspace}");
        }
    });
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
    with_solved(&rules, &ranks, &subspaces, |solved| {
        for &(subspace, expected) in &sectors {
            let sector = Sector { rules: &rules, subspace, solution: Solution::Ranked(&ranks) };
            let written = sector.write(directory.path(), solved).unwrap();
            let mut file = SectorFile::open(&written.path, Layout::ranked(variant), subspace).unwrap();
            let mut hash = Fnv::new();
            for (_, entry) in entries(&mut file) {
                let (rank, depth) = keys(entry);
                hash.add(rank);
                hash.add(depth);
            }
            assert_eq!(expected["fnv1a64"], hash.hex(), "{variant} {subspace}");
            assert_eq!(expected["em_set"], written.exceptions, "{variant} {subspace}");
        }
    });
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
