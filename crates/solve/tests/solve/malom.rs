//! Every subspace that Malom's solver was run on, stones in hand or not, position by position.

use std::sync::atomic::AtomicBool;

use millwright_index::{Classes, PointOrder, Slot, Subspace, Unit, UnitGraph, UnitIndex, expand_bits};
use millwright_rules::{Color, Game, PointSet, Position, Side};
use millwright_solve::{MemoryTables, UnitOptions};
use serde_json::Value as Json;

/// All that the published subspaces depend on.
fn solved(game: Game, published: &[Subspace]) -> MemoryTables {
    let graph = UnitGraph::closure(&game.rules(), published.iter().copied());
    let stop = AtomicBool::new(false);
    let options = UnitOptions::new(&stop);
    MemoryTables::solve(&graph, &options).unwrap()
}

fn position(subspace: Subspace, mover: PointSet, other: PointSet) -> Position {
    let side = |stones, hand| Side { stones, hand };
    Position::from_sides_unchecked(
        side(mover, subspace.mover_hand),
        side(other, subspace.other_hand),
        Color::White,
    )
}

/// Malom's hash over all slots in its own order: the mover's classes, then the other's sets in colex order;
/// plies, or -1 for a draw, -2 for a slot that does not stand for its orbit.
fn malom_hash(tables: &MemoryTables, subspace: Subspace) -> u64 {
    let index = UnitIndex::new(Unit::of(subspace));
    let mut hash = 1_469_598_103_934_665_603_u64;
    for &mover in Classes::in_order(PointOrder::Numbered, subspace.mover).representatives() {
        for numbered in PointSet::subsets(24 - subspace.mover, subspace.other) {
            let other = PointSet::from_bits_truncated(expand_bits(numbered.bits(), (!mover).bits()));
            let code = if UnitIndex::is_representative(mover, other) {
                let (_, slot): (_, Slot) = index.slot_of(&position(subspace, mover, other));
                tables.value(subspace, slot).unwrap().plies().map_or(-1, i32::from)
            } else {
                -2
            };
            hash = (hash ^ u64::from(code.cast_unsigned())).wrapping_mul(1_099_511_628_211);
        }
    }
    hash
}

fn compare(game: Game, json: &str) {
    let published: Json = serde_json::from_str(json).unwrap();
    let sectors: Vec<(Subspace, &Json)> = published
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, sector)| (name.split_once('_').unwrap().1.parse().unwrap(), sector))
        .collect();
    let subspaces: Vec<Subspace> = sectors.iter().map(|&(subspace, _)| subspace).collect();
    let tables = solved(game, &subspaces);
    for (subspace, sector) in sectors {
        let statistics = tables.statistics(subspace).unwrap();
        assert_eq!(Some(statistics.win()), sector["win"].as_u64(), "{subspace}");
        assert_eq!(Some(statistics.draws), sector["draw"].as_u64(), "{subspace}");
        assert_eq!(Some(statistics.loss()), sector["loss"].as_u64(), "{subspace}");
        let plies: serde_json::Map<String, Json> = statistics
            .plies
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(plies, &count)| (plies.to_string(), count.into()))
            .collect();
        assert_eq!(Json::Object(plies), sector["dtw"], "{subspace}");
        assert_eq!(format!("{:016x}", malom_hash(&tables, subspace)), sector["fnv1a64"], "{subspace}");
    }
    assert!(subspaces.len() >= 4, "{game}: only {subspaces:?} compared");
}

#[test]
fn standard_subspaces_are_maloms_depth_by_depth_and_slot_by_slot() {
    compare(Game::Standard, include_str!("../data/std_strong.json"));
}

#[test]
fn lasker_subspaces_are_maloms() {
    compare(Game::Lasker, include_str!("../data/lask_strong.json"));
}

#[test]
fn morabaraba_subspaces_are_maloms() {
    compare(Game::Morabaraba, include_str!("../data/mora_strong.json"));
}

#[test]
fn whole_games_with_four_stones_are_maloms() {
    compare(Game::Standard, include_str!("../data/mini4_std_strong.json"));
    compare(Game::Lasker, include_str!("../data/mini4_lask_strong.json"));
    compare(Game::Morabaraba, include_str!("../data/mini4_mora_strong.json"));
}
