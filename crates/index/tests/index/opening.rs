//! The subspaces of the opening beside those of Loewer's databases.
//!
//! Loewer (section 5.5) has for every ply all numbers of stones on the board up to those that were placed, whether
//! play can lead there or not: 615 subspaces. Ours are those that play can lead to.

use millwright_index::{OpeningPly, Subspace, UnitGraph, orbit_count};
use millwright_rules::{Color, Game};

/// Loewer's subspaces of a ply, as (White's, Black's) stones on the board.
fn loewers(ply: &OpeningPly) -> Vec<Subspace> {
    let (mover_placed, other_placed) = (9 - ply.mover_hand, 9 - ply.other_hand);
    let boards = (0..=mover_placed).flat_map(|mover| (0..=other_placed).map(move |other| (mover, other)));
    let OpeningPly { mover_hand, other_hand, .. } = *ply;
    boards.map(|(mover, other)| Subspace { mover, other, mover_hand, other_hand }).collect()
}

fn positions(subspaces: &[Subspace]) -> u64 {
    subspaces.iter().map(|subspace| orbit_count(subspace.mover, subspace.other)).sum()
}

#[test]
fn loewers_opening_has_166_subspaces_more_than_play_can_lead_to() {
    for game in [Game::Standard, Game::StandardTakeTwo] {
        let graph = UnitGraph::complete(&game.rules());
        let (mut his, mut ours) = (Vec::new(), Vec::new());
        let mut positions_only_his = Vec::new();
        for ply in OpeningPly::all(&game.rules()).unwrap() {
            let (known, only_his): (Vec<_>, Vec<_>) =
                loewers(&ply).into_iter().partition(|&subspace| graph.contains(subspace));
            positions_only_his.push(positions(&only_his));
            his.extend(only_his);
            ours.extend(known);
        }
        assert_eq!((ours.len(), his.len()), (449, 166));
        assert_eq!(graph.subspaces().count(), 449 + 49, "with the movement phase");
        // The number of positions in his opening databases.
        assert_eq!(positions(&ours) + positions(&his), 17_874_891_168);
        assert_eq!((positions(&ours), positions(&his)), (17_856_741_338, 18_149_830));
        assert_eq!(
            positions_only_his,
            [
                0, 1, 5, 5, 35, 35, 193, 193, 950, 950, 3_780, 3_780, 12_554, 12_554, 69_483, 706_878,
                2_821_219, 14_517_215
            ]
        );
        // Either a player is short of stones, and the game over before, or he who has just placed has none on
        // the board.
        let is_short = |his: &Subspace| his.mover + his.mover_hand < 3 || his.other + his.other_hand < 3;
        let (short, enough): (Vec<Subspace>, Vec<Subspace>) = his.iter().partition(|his| is_short(his));
        assert!(enough.iter().all(|his| his.other == 0));
        assert_eq!((short.len(), enough.len()), (118, 48));
        assert_eq!((positions(&short), positions(&enough)), (18_127_349, 22_481));
    }
}

#[test]
fn white_makes_the_odd_plies() {
    let plies = OpeningPly::all(&Game::Standard.rules()).unwrap();
    let white: Vec<u8> = plies.iter().filter(|ply| ply.turn == Color::White).map(|ply| ply.number).collect();
    assert_eq!(white, [1, 3, 5, 7, 9, 11, 13, 15, 17]);
}
