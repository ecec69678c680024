//! The statistics of whole games under `docs/results` against Loewer's tables 4 and 9, and against the movement
//! phases that were solved before.
//!
//! Loewer's ply p is the one about to be made: ply 1 is the empty board, ply 18 the last stone in hand. He counts
//! also positions that play cannot lead to; docs/results/README.md says which, and here is how much they change.

use std::collections::BTreeMap;

use millwright_index::{Subspace, orbit_count};
use millwright_rules::Game;
use serde_json::Value as Json;

/// The plies of the opening, and the number of stones that each player places in it.
const PLIES: u8 = 18;
const STONES: u8 = 9;

/// What `millwright stats --format json` printed of a whole game.
struct WholeGame {
    subspaces: BTreeMap<Subspace, Json>,
    total: Json,
}

/// White's wins, Black's wins and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outcomes {
    white: u64,
    black: u64,
    draw: u64,
}

impl Outcomes {
    fn positions(self) -> u64 {
        self.white + self.black + self.draw
    }

    /// In hundredths of a percent, rounded.
    fn hundredths(self) -> [u64; 3] {
        let all = u128::from(self.positions());
        [self.white, self.black, self.draw]
            .map(|count| u64::try_from((20_000 * u128::from(count) + all) / (2 * all)).unwrap())
    }
}

impl WholeGame {
    fn of(game: Game, json: &str) -> Self {
        let document: Json = serde_json::from_str(json).unwrap();
        assert_eq!((&document["game"], &document["extent"]), (&game.name().into(), &"complete".into()));
        let record = |record: &Json| (record["subspace"].as_str().unwrap().parse().unwrap(), record.clone());
        let subspaces = document["subspaces"].as_array().unwrap().iter().map(record).collect();
        Self { subspaces, total: document["total"].clone() }
    }

    fn standard() -> Self {
        Self::of(Game::Standard, include_str!("../../../../../docs/results/standard-complete-9.json"))
    }

    fn protected() -> Self {
        Self::of(
            Game::StandardProtected,
            include_str!("../../../../../docs/results/standard-protected-complete-9.json"),
        )
    }

    /// The positions before a ply: every ply of the opening places a stone.
    fn of_ply(&self, ply: u8) -> impl Iterator<Item = (&Subspace, &Json)> {
        let in_hand = PLIES + 1 - ply;
        self.subspaces
            .iter()
            .filter(move |(subspace, _)| subspace.mover_hand + subspace.other_hand == in_hand)
    }

    fn outcomes(&self, ply: u8) -> Outcomes {
        let sum = |field| self.of_ply(ply).map(|(_, record)| number(record, field)).sum();
        let (mover, other, draw) = (sum("win"), sum("loss"), sum("draw"));
        let (white, black) = if ply % 2 == 1 { (mover, other) } else { (other, mover) };
        Outcomes { white, black, draw }
    }

    /// `None` if all positions are drawn.
    fn longest(&self, ply: u8) -> Option<u64> {
        self.of_ply(ply).filter_map(|(_, record)| record["max_plies"].as_u64()).max()
    }
}

fn number(record: &Json, field: &str) -> u64 {
    record[field].as_u64().unwrap()
}

fn loewer() -> Json {
    serde_json::from_str(include_str!("../../../../../docs/published/loewer.json")).unwrap()
}

/// Positions before ply 18 that Loewer counts and play cannot lead to: White has fewer than three stones left, or
/// Black with the one in hand. Who is short has lost; where both are, it is no matter: 513 positions.
fn out_of_reach_at_ply_18() -> Outcomes {
    let mut outcomes = Outcomes::default();
    for white in 0..=STONES {
        for black in 0..STONES {
            let positions = orbit_count(black, white);
            match (white < 3, black + 1 < 3) {
                (true, _) => outcomes.black += positions,
                (false, true) => outcomes.white += positions,
                (false, false) => {}
            }
        }
    }
    outcomes
}

/// Loewer's table 4: without the positions out of reach the second decimal differs, with them none does.
fn table_4_comes_out(game: &WholeGame, rules: &str) {
    let printed = &loewer()["loewer_table_4_ply18_percent_white_black_draw"][rules];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10,000")]
    let printed: Vec<u64> = printed
        .as_array()
        .unwrap()
        .iter()
        .map(|share| (100.0 * share.as_f64().unwrap()).round() as u64)
        .collect();
    let (ours, more) = (game.outcomes(PLIES), out_of_reach_at_ply_18());
    let his = Outcomes {
        white: ours.white + more.white,
        black: ours.black + more.black,
        draw: ours.draw + more.draw,
    };
    assert_eq!((ours.positions(), his.positions()), (6_659_107_785, 6_673_625_000));
    assert_eq!(his.hundredths()[..], printed, "{rules}: {his:?}");
}

/// Loewer's table 9. Plies 2 and 3 are longer in his: there he has positions in which a stone was taken before any
/// mill could be closed.
fn table_9_comes_out(game: &WholeGame, rules: &str) {
    let printed = &loewer()["loewer_table_9_opening_max_plies"][rules];
    for (ply, printed) in (1..=PLIES).zip(printed.as_array().unwrap()) {
        let (ours, printed) = (game.longest(ply), printed.as_u64());
        if matches!(ply, 2 | 3) {
            assert!(ours <= printed, "{rules}, ply {ply}: {ours:?}, at most {printed:?}");
        } else {
            assert_eq!(ours, printed, "{rules}, ply {ply}");
        }
    }
}

/// Nothing is missing, nothing is counted twice, and the movement phase is that of the other file.
fn the_whole_is_the_sum_of_its_parts(game: &WholeGame, movement: &str) {
    assert_eq!(game.subspaces.len(), 449 + 49);
    let opening: u64 = (1..=PLIES).map(|ply| game.outcomes(ply).positions()).sum();
    // His 17,874,891,168 without those that play cannot lead to.
    assert_eq!(opening, 17_874_891_168 - 18_149_830);
    let movement: Json = serde_json::from_str(movement).unwrap();
    let movement: BTreeMap<&str, &Json> = movement["subspaces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|record| (record["subspace"].as_str().unwrap(), record))
        .collect();
    let mut totals = [0; 4];
    let mut deepest = None;
    for (subspace, record) in &game.subspaces {
        let fields = ["positions", "win", "draw", "loss"].map(|field| number(record, field));
        assert_eq!(fields[0], orbit_count(subspace.mover, subspace.other), "{subspace}");
        assert_eq!(fields[0], fields[1..].iter().sum::<u64>(), "{subspace}");
        for (total, field) in totals.iter_mut().zip(fields) {
            *total += field;
        }
        deepest = deepest.max(record["max_plies"].as_u64());
        if subspace.hands_are_empty() {
            assert_eq!(record, movement[subspace.to_string().as_str()]);
        }
    }
    assert_eq!(totals, ["positions", "win", "draw", "loss"].map(|field| number(&game.total, field)));
    assert_eq!(totals[0], 8_904_593_601 + opening);
    assert_eq!(game.total["max_plies"].as_u64(), deepest);
    assert_eq!(game.total["longest"]["plies"].as_u64(), deepest);
}

#[test]
fn the_standard_game_is_loewers_always_capture_take_1() {
    let game = WholeGame::standard();
    table_4_comes_out(&game, "capture_take1");
    table_9_comes_out(&game, "capture_take1");
    the_whole_is_the_sum_of_its_parts(
        &game,
        include_str!("../../../../../docs/results/standard-movement-12.json"),
    );
}

#[test]
fn the_protected_game_is_loewers_always_protected_take_1() {
    let game = WholeGame::protected();
    table_4_comes_out(&game, "protected_take1");
    table_9_comes_out(&game, "protected_take1");
    the_whole_is_the_sum_of_its_parts(
        &game,
        include_str!("../../../../../docs/results/standard-protected-movement-9.json"),
    );
}

/// Two mills at once can only be closed by placing a stone: the movement phase is that of the standard game.
#[test]
fn the_take_two_game_is_loewers_always_capture_take_2() {
    let game = WholeGame::of(
        Game::StandardTakeTwo,
        include_str!("../../../../../docs/results/standard-take-two-complete-9.json"),
    );
    table_4_comes_out(&game, "capture_take2");
    table_9_comes_out(&game, "capture_take2");
    the_whole_is_the_sum_of_its_parts(
        &game,
        include_str!("../../../../../docs/results/standard-movement-12.json"),
    );
}

#[test]
fn the_protected_take_two_game_is_loewers_always_protected_take_2() {
    let game = WholeGame::of(
        Game::StandardProtectedTakeTwo,
        include_str!("../../../../../docs/results/standard-protected-take-two-complete-9.json"),
    );
    table_4_comes_out(&game, "protected_take2");
    table_9_comes_out(&game, "protected_take2");
    the_whole_is_the_sum_of_its_parts(
        &game,
        include_str!("../../../../../docs/results/standard-protected-movement-9.json"),
    );
}

#[test]
fn what_play_cannot_lead_to_changes_table_4_in_the_second_decimal_and_plies_2_and_3_of_table_9() {
    let game = WholeGame::standard();
    assert_eq!(game.outcomes(PLIES).hundredths(), [17_56, 62_84, 19_60], "he has 17.57, 62.88 and 19.56");
    let protected = WholeGame::protected().outcomes(PLIES).hundredths();
    assert_eq!(protected, [17_33, 62_49, 20_18], "he has 17.34, 62.53 and 20.13");
    let more = out_of_reach_at_ply_18();
    assert_eq!((more.white, more.black, more.draw), (2_722_736, 11_794_479, 0));
    assert_eq!([1, 2, 3].map(|ply| game.longest(ply)), [None, None, Some(36)]);
    // His 35 plies at ply 2 are the empty board with nine stones against eight: all its moves lead to this
    // subspace, where all positions are lost. Gevay and Danner's table II has it too.
    let after = &game.subspaces[&Subspace { mover: 0, other: 1, mover_hand: 8, other_hand: 8 }];
    let shortest =
        after["plies"].as_object().unwrap().keys().map(|plies| plies.parse::<u64>().unwrap()).min();
    assert_eq!((number(after, "loss"), number(after, "positions"), shortest), (4, 4, Some(34)));
    let gevay_danner: Json =
        serde_json::from_str(include_str!("../../../../../docs/published/gevay_danner.json")).unwrap();
    assert_eq!(gevay_danner["gevay_table_2_standard_start_values"]["9"]["8"], "W35");
    let table_9 = &loewer()["loewer_table_9_opening_max_plies"]["capture_take1"];
    assert_eq!(table_9.as_array().unwrap()[1..3], [35, 37]);
}

#[test]
fn the_longest_wins_of_whole_games_begin_in_the_opening() {
    for (game, longest, at) in
        [(WholeGame::standard(), 206, &[15][..]), (WholeGame::protected(), 331, &[11, 14])]
    {
        assert_eq!(game.total["max_plies"], longest);
        let plies: Vec<u8> = (1..=PLIES).filter(|&ply| game.longest(ply) == Some(longest)).collect();
        assert_eq!(plies, at);
    }
}
