//! What was counted of the complete standard game, under `docs/results`, beside what is known of it otherwise.

use millwright_index::expand;
use millwright_rules::{Board, PointSet, Symmetry};
use serde_json::Value as Json;

const REACH: &str = include_str!("../../../../docs/results/standard-reach-9.json");
const CHOICE: &str = include_str!("../../../../docs/results/standard-choice-9.json");
const COMPLETE: &str = include_str!("../../../../docs/results/standard-complete-9.json");

fn document(json: &str) -> Json {
    let document: Json = serde_json::from_str(json).unwrap();
    assert_eq!(document["game"], "standard");
    assert_eq!(document["rules"]["stones"], serde_json::json!({"white": 9, "black": 9}));
    document
}

fn subspaces(document: &Json) -> impl Iterator<Item = (&str, &Json)> {
    let records = document["subspaces"].as_array().unwrap().iter();
    records.map(|record| (record["subspace"].as_str().unwrap(), record))
}

fn count(record: &Json, what: &str) -> u64 {
    record[what].as_u64().unwrap()
}

/// Positions in which neither player has a closed mill, with so many stones each, up to symmetry.
fn without_mills(stones: u8) -> u64 {
    let has_none = |set: &PointSet| Board::Orthogonal.in_mills(*set).is_empty();
    let others: Vec<PointSet> = PointSet::subsets(24 - stones, stones).collect();
    let mut found = 0;
    for one in PointSet::subsets(24, stones).filter(has_none) {
        if Symmetry::all().any(|symmetry| symmetry.apply(one) < one) {
            continue;
        }
        let same: Vec<Symmetry> = Symmetry::all().filter(|symmetry| symmetry.apply(one) == one).collect();
        let others = others.iter().map(|&numbered| expand(numbered, !one)).filter(has_none);
        found +=
            others.filter(|&other| same.iter().all(|symmetry| symmetry.apply(other) >= other)).count() as u64;
    }
    found
}

/// Nobody has lost a stone, so nobody has closed a mill; and every such position comes about by placing alone.
#[test]
fn with_all_stones_on_the_board_what_can_arise_is_what_has_no_mill() {
    let reach = document(REACH);
    let (_, record) = subspaces(&reach).find(|(subspace, _)| *subspace == "9_9_0_0").unwrap();
    assert_eq!(count(&record["any"], "positions"), without_mills(9));
}

#[test]
fn what_can_arise_and_what_cannot_are_all_positions() {
    let (reach, complete) = (document(REACH), document(COMPLETE));
    let mut sums = [0; 3];
    for ((subspace, record), (same, all)) in subspaces(&reach).zip(subspaces(&complete)) {
        assert_eq!(subspace, same);
        for what in ["positions", "win", "draw", "loss", "plies"] {
            assert_eq!(record["all"][what], all[what], "{subspace}");
        }
        let counts = ["all", "any", "keeping"].map(|which| count(&record[which], "positions"));
        assert!(counts.is_sorted_by(|more, fewer| more >= fewer), "{subspace}: {counts:?}");
        // The start is a draw: whoever gives nothing away comes to draws alone.
        assert_eq!(count(&record["keeping"], "draw"), counts[2], "{subspace}");
        sums.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
    }
    let total = ["all", "any", "keeping"].map(|which| count(&reach["total"][which], "positions"));
    assert_eq!(sums, total);
    assert_eq!(total, [26_761_334_939, 10_870_951_636, 2_061_298_857]);
}

/// Gasser left out what cannot arise because of closed mills, as far as he could tell, and in ten pairs of numbers of stones alone.
#[test]
fn of_the_movement_phase_a_little_less_can_arise_than_gasser_counts() {
    let papers: Json =
        serde_json::from_str(include_str!("../../../../docs/published/gasser_stahlhacke.json")).unwrap();
    let published = count(&papers["gasser"], "reachable_mid_endgame_states");
    let reach = document(REACH);
    let moving = subspaces(&reach).filter(|(subspace, _)| subspace.ends_with("_0_0"));
    let found: u64 = moving.map(|(_, record)| count(&record["any"], "positions")).sum();
    assert_eq!((published, found), (7_673_759_269, 7_672_841_351));
}

/// Until somebody may have closed a mill every position with as many stones as were placed can arise.
#[test]
fn in_the_first_plies_all_can_arise() {
    let reach = document(REACH);
    for (subspace, record) in subspaces(&reach) {
        let [mover, other, mover_hand, other_hand] =
            subspace.split('_').map(|part| part.parse::<u32>().unwrap()).collect::<Vec<_>>()[..]
        else {
            panic!("{subspace}")
        };
        let nobody_has_lost_any = mover + mover_hand == 9 && other + other_hand == 9;
        if nobody_has_lost_any && mover.max(other) < 3 {
            assert_eq!(record["any"]["positions"], record["all"]["positions"], "{subspace}");
        }
        // One stone is lost for each mill, which takes three.
        let lost = 18 - mover - other - mover_hand - other_hand;
        if lost > 0 && mover.max(other) < 2 {
            assert_eq!(count(&record["any"], "positions"), 0, "{subspace}");
        }
    }
}

#[test]
fn moves_were_counted_of_all_won_and_drawn_positions_and_add_up() {
    let (choice, complete) = (document(CHOICE), document(COMPLETE));
    for ((subspace, record), (same, all)) in subspaces(&choice).zip(subspaces(&complete)) {
        assert_eq!(subspace, same);
        for outcome in ["win", "draw"] {
            let of = &record[outcome];
            assert_eq!(of["positions"], all[outcome], "{subspace}");
            let by_keeping: Vec<u64> = of["by_keeping"]
                .as_array()
                .unwrap()
                .iter()
                .map(|positions| positions.as_u64().unwrap())
                .collect();
            let positions: u64 = by_keeping.iter().sum();
            let keeping: u64 = by_keeping.iter().zip(0..).map(|(positions, moves)| positions * moves).sum();
            assert_eq!((positions, keeping), (count(of, "positions"), count(of, "keeping")), "{subspace}");
            assert_eq!(count(of, "only_move"), by_keeping.get(1).copied().unwrap_or(0), "{subspace}");
            // No position is worth anything without a move that keeps it: on this board nothing is drawn but by playing on.
            assert_eq!(by_keeping.first().copied().unwrap_or(0), 0, "{subspace}");
        }
        assert_eq!(record["loss"], all["loss"], "{subspace}");
        // No move of a drawn position wins.
        let drawn = &record["draw"];
        assert_eq!(count(drawn, "keeping") + count(drawn, "losing"), count(drawn, "moves"), "{subspace}");
    }
    assert_eq!(choice["total"]["draw"]["only_move"], 1_110_392_889_u64);
}
