//! The ultra-strong solution of every subspace that Malom's solver was run on, position by position.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use millwright_index::{Classes, PointOrder, Slot, Subspace, Unit, UnitGraph, UnitIndex, expand_bits};
use millwright_ranks::{Gain, Ranks};
use millwright_rules::{Color, Game, PointSet, Position, Side, Value};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{MemoryTables, UnitOptions};
use serde_json::Value as Json;

/// What is known about a slot, as Malom has it: the rank less that of the subspace, and the depth.
fn keys(
    (tables, draws): (&MemoryTables, &MemoryDraws<'_>),
    ranks: &Ranks,
    subspace: Subspace,
    slot: Slot,
) -> Gain {
    let here = ranks.of(subspace).unwrap();
    let decided =
        |rank: i16, plies: u16| Gain { rank: i32::from(rank) - i32::from(here.0), depth: i32::from(plies) };
    match tables.value(subspace, slot).unwrap() {
        Value::Win(plies) => decided(ranks.win().0, plies),
        Value::Loss(plies) => decided(ranks.loss().0, plies),
        Value::Draw => draws.of(subspace).unwrap().draw(slot).expect("a draw has a rank").gain(here),
    }
}

/// Histograms by absolute rank and by both keys, and Malom's hash over all slots in its own order.
struct Found {
    by_rank: BTreeMap<String, u64>,
    by_keys: BTreeMap<String, u64>,
    hash: u64,
}

fn found(solved: (&MemoryTables, &MemoryDraws<'_>), ranks: &Ranks, subspace: Subspace) -> Found {
    let index = UnitIndex::new(Unit::of(subspace));
    let here = i32::from(ranks.of(subspace).unwrap().0);
    let mut found =
        Found { by_rank: BTreeMap::new(), by_keys: BTreeMap::new(), hash: 1_469_598_103_934_665_603 };
    let mut add = |key: i32| {
        found.hash = (found.hash ^ u64::from(key.cast_unsigned())).wrapping_mul(1_099_511_628_211);
    };
    for &mover in Classes::in_order(PointOrder::Numbered, subspace.mover).representatives() {
        for numbered in PointSet::subsets(24 - subspace.mover, subspace.other) {
            let other = PointSet::from_bits_truncated(expand_bits(numbered.bits(), (!mover).bits()));
            if !UnitIndex::is_representative(mover, other) {
                add(-2);
                add(0);
                continue;
            }
            let side = |stones, hand| Side { stones, hand };
            let position = Position::from_sides_unchecked(
                side(mover, subspace.mover_hand),
                side(other, subspace.other_hand),
                Color::White,
            );
            let Gain { rank, depth } = keys(solved, ranks, subspace, index.slot_of(&position).1);
            add(rank);
            add(depth);
            *found.by_rank.entry((rank + here).to_string()).or_default() += 1;
            *found.by_keys.entry(format!("{rank},{depth}")).or_default() += 1;
        }
    }
    found
}

fn compare(game: Game, json: &str, secval: &str) {
    let published: Json = serde_json::from_str(json).unwrap();
    let sectors: Vec<(Subspace, &Json)> = published
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, sector)| (name.split_once('_').unwrap().1.parse().unwrap(), sector))
        .collect();
    let ranks: Ranks = secval.parse().unwrap();
    let graph = UnitGraph::closure(&game.rules(), sectors.iter().map(|&(subspace, _)| subspace));
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    let tables = MemoryTables::solve(&graph, &options).unwrap();
    let draws = MemoryDraws::solve(&graph, &ranks, &tables, &options).unwrap();
    let counts = |json: &Json| -> BTreeMap<String, u64> {
        let object = json.as_object().unwrap().iter();
        object.map(|(key, count)| (key.clone(), count.as_u64().unwrap())).collect()
    };
    for &(subspace, sector) in &sectors {
        let found = found((&tables, &draws), &ranks, subspace);
        assert_eq!(ranks.of(subspace).map(|rank| i64::from(rank.0)), sector["sval"].as_i64(), "{subspace}");
        assert_eq!(found.by_rank, counts(&sector["akey1"]), "{game} {subspace}");
        assert_eq!(found.by_keys, counts(&sector["key1_key2"]), "{game} {subspace}");
        assert_eq!(format!("{:016x}", found.hash), sector["fnv1a64"], "{game} {subspace}");
    }
    assert!(sectors.len() >= 4, "{game}: only {} compared", sectors.len());
}

#[test]
fn whole_games_with_four_stones_are_maloms() {
    let data = [
        (
            Game::Standard,
            include_str!("../data/mini4_std_ultra.json"),
            include_str!("../data/mini4_std.secval"),
        ),
        (
            Game::Lasker,
            include_str!("../data/mini4_lask_ultra.json"),
            include_str!("../data/mini4_lask.secval"),
        ),
        (
            Game::Morabaraba,
            include_str!("../data/mini4_mora_ultra.json"),
            include_str!("../data/mini4_mora.secval"),
        ),
    ];
    for (game, json, secval) in data {
        compare(game, json, secval);
    }
}

#[test]
fn standard_subspaces_are_maloms() {
    compare(Game::Standard, include_str!("../data/std_ultra.json"), include_str!("../data/std.secval"));
}

#[test]
fn lasker_subspaces_are_maloms() {
    compare(Game::Lasker, include_str!("../data/lask_ultra.json"), include_str!("../data/lask.secval"));
}

#[test]
fn morabaraba_subspaces_are_maloms() {
    compare(Game::Morabaraba, include_str!("../data/mora_ultra.json"), include_str!("../data/mora.secval"));
}
