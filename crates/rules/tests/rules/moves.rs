//! Legal moves, rule by rule (docs/rules.md), and unmoves as their exact inverse.

use std::collections::HashSet;

use millwright_rules::notation::parse_position;
use millwright_rules::{
    Board, ByColor, Color, DoubleMill, FullBoard, Game, Move, Over, Placing, Point, PointSet, Position,
    Protection, Rules, Setup, StoneCount,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::unmoves::{for_each_unmove, unmoves};

fn position(rules: &Rules, text: &str) -> Position {
    parse_position(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal turns whose text begins with `beginning`, sorted. On the way, checks that unmoves take them back.
fn turns(rules: &Rules, text: &str, beginning: &str) -> Vec<String> {
    let position = position(rules, text);
    moves_and_unmoves_are_inverse(rules, &position).expect(text);
    let moves = position.moves(rules);
    let mut turns: Vec<String> =
        moves.iter().map(Move::to_string).filter(|turn| turn.starts_with(beginning)).collect();
    turns.sort();
    turns
}

fn with_stones(rules: Rules, white: u8, black: u8) -> Rules {
    let count = |stones| StoneCount::new(stones).expect("3 to 12 stones");
    rules.with_stones(count(white), count(black))
}

fn standard() -> Rules {
    Game::Standard.rules()
}

fn diagonal_take_two() -> Rules {
    Rules { double_mill: DoubleMill::Two, ..Game::Morabaraba.rules() }
}

#[test]
fn rule_3_2_who_has_stones_in_hand_must_place_them_first() {
    let turns = turns(&standard(), "w_d7.8_b6.8", "");
    assert_eq!(turns.len(), 22);
    assert!(turns.iter().all(|turn| !turn.contains('-')));
}

#[test]
fn rule_3_2_who_has_none_must_slide_even_while_the_other_places() {
    let rules = with_stones(standard(), 4, 6);
    assert_eq!(turns(&rules, "w_a1d1f6b4_a4g1d2e3.2", ""), ["b4-b2", "b4-b6", "b4-c4", "f6-d6", "f6-f4"]);
}

#[test]
fn rule_3_3_in_lasker_morris_one_may_place_or_slide() {
    let rules = Game::Lasker.rules();
    assert_eq!(turns(&rules, "w_d7.9_b6.9", "").len(), 22 + 3);
    assert_eq!(turns(&rules, "w_d7.9_b6.9", "d7"), ["d7-a7", "d7-d6", "d7-g7"]);
    assert!(turns(&rules, "w_d7d6d5g1_b6b4b2c3.6", "").iter().all(|turn| turn.contains('-')));
}

#[test]
fn rule_3_5_a_stone_slides_to_empty_points_joined_to_its_own() {
    assert_eq!(turns(&standard(), "w_d7d6f6g1_b6b4b2c3", "d6-"), ["d6-d5"]);
    assert_eq!(turns(&standard(), "w_d7d6f6g1_b6b4b2c3", "f6-"), ["f6-f4"]);
    let diagonal = Game::Morabaraba.rules();
    assert_eq!(turns(&diagonal, "w_d7d6f6g1_b6b4b2c3", "f6-"), ["f6-e5", "f6-f4", "f6-g7"]);
}

#[test]
fn rule_3_6_who_has_three_stones_flies() {
    assert_eq!(turns(&standard(), "w_d7d6f6_b6b4b2c3", "d7-").len(), 17);
    assert_eq!(turns(&standard(), "w_d7d6f6g1_b6b4b2c3", "d7-"), ["d7-a7", "d7-g7"]);
}

#[test]
fn rule_3_6_stones_in_hand_count_for_flying() {
    let rules = Game::Lasker.rules();
    // Placing on any of 18 points, g1 closing a mill that takes one of four; flying with either of two.
    assert_eq!(turns(&rules, "w_a1d1.1_g7g4f6f4.6", "").len(), 17 + 4 + 2 * 18);
    assert_eq!(turns(&rules, "w_a1d1g4.3_g7b2f6f4.6", "a1-"), ["a1-a4"]);
}

#[test]
fn rule_4_1_a_stone_that_goes_from_one_mill_to_another_takes() {
    assert_eq!(
        turns(&standard(), "w_d7d6d5a4a1_g1f2e4c3", "d7-a7"),
        ["d7-a7xc3", "d7-a7xe4", "d7-a7xf2", "d7-a7xg1"]
    );
}

#[test]
fn rule_4_2_what_closes_no_mill_takes_nothing() {
    assert_eq!(turns(&standard(), "w_d7d6d5a4a1_g1f2e4c3", "d7-g7"), ["d7-g7"]);
}

#[test]
fn rule_4_3_a_stone_in_a_mill_is_safe_while_others_are_not() {
    assert_eq!(turns(&standard(), "w_d7a4a1_b2d2f2e4", "d7-a7"), ["d7-a7xe4"]);
}

#[test]
fn rule_4_4_a_closed_mill_may_take_nothing_when_all_are_protected() {
    let text = "w_d7a4a1_b2d2f2";
    assert_eq!(turns(&standard(), text, "d7-a7"), ["d7-a7xb2", "d7-a7xd2", "d7-a7xf2"]);
    assert_eq!(turns(&Game::StandardProtected.rules(), text, "d7-a7"), ["d7-a7"]);
}

#[test]
fn rule_4_5_a_mill_takes_nothing_from_an_empty_board() {
    assert_eq!(turns(&Game::Lasker.rules(), "w_a1a4.8_.10", "a7"), ["a7"]);
    assert_eq!(turns(&Game::LaskerWmd.rules(), "w_a1a4.8_.10", "a7"), ["a7"]);
}

#[test]
fn rule_4_6_two_mills_at_once_take_one_stone() {
    assert_eq!(turns(&standard(), "w_a4a1d7g7.5_b6f6f2e3.5", "a7"), ["a7xb6", "a7xe3", "a7xf2", "a7xf6"]);
}

#[test]
fn rule_4_7_two_mills_at_once_take_two_stones_where_the_rules_say_so() {
    assert_eq!(
        turns(&Game::StandardTakeTwo.rules(), "w_a4a1d7g7.5_b6f6f2e3.5", "a7"),
        ["a7xb6xe3", "a7xb6xf2", "a7xb6xf6", "a7xf2xe3", "a7xf6xe3", "a7xf6xf2"]
    );
    assert_eq!(
        turns(&Game::StandardTakeTwo.rules(), "w_a4a1d6.6_b6f6f2.6", "a7").len(),
        3,
        "one mill, one stone"
    );
}

#[test]
fn rule_4_8_one_stone_is_taken_where_no_second_may_be() {
    let rules = Game::StandardProtectedTakeTwo.rules();
    assert_eq!(turns(&rules, "w_a4a1d7g7.5_b2d2f2e4.5", "a7"), ["a7xe4"]);
}

#[test]
fn rule_4_8_no_second_is_taken_from_who_has_lost_with_the_first() {
    let rules = Game::LaskerWmd.rules();
    assert_eq!(turns(&rules, "w_a4a1d7g7.5_b6f6f2", "a7"), ["a7xb6", "a7xf2", "a7xf6"]);
    assert_eq!(turns(&rules, "w_a4a1d7g7.5_b6f6.1", "a7"), ["a7xb6", "a7xf6"]);
}

#[test]
fn rule_4_8_the_last_stone_on_the_board_may_leave_none_for_the_second() {
    assert_eq!(turns(&Game::LaskerWmd.rules(), "w_a4a1d7g7.5_b6.4", "a7"), ["a7xb6"]);
}

#[test]
fn rule_4_9_a_pair_is_legal_if_it_is_in_one_order() {
    let rules = Game::StandardTakeTwo.rules();
    let text = "w_a4a1d7g7.5_b2d2f2e4.5";
    assert_eq!(turns(&rules, text, "a7"), ["a7xb2xe4", "a7xd2xe4", "a7xf2xe4"]);
    // All in mills: any may go first, and with it the mill of the two others.
    let text = "w_a4a1d7g7.5_b2d2f2.5";
    assert_eq!(turns(&rules, text, "a7"), ["a7xd2xb2", "a7xf2xb2", "a7xf2xd2"]);
    assert_eq!(turns(&Game::StandardProtectedTakeTwo.rules(), text, "a7"), ["a7"]);
}

#[test]
fn rule_4_9_a_stone_of_two_mills_must_go_before_the_others_of_them() {
    // Without a7 all others are free; without another one, a7 still stands in a mill.
    assert_eq!(
        turns(&Game::StandardTakeTwo.rules(), "w_b4b6d2f2.4_a1a4a7d7g7.4", "b2"),
        ["b2xa4xa1", "b2xa4xa7", "b2xa7xa1", "b2xa7xd7", "b2xa7xg7", "b2xd7xg7"]
    );
}

#[test]
fn rule_4_10_a_diagonal_corner_closes_three_mills_by_placing_and_two_by_sliding() {
    let rules = diagonal_take_two();
    let placing = turns(&rules, "w_a4a1d7g7b6c5.6_d6f6f2e3d2c3.6", "a7");
    assert_eq!(placing.len(), 15);
    assert!(placing.iter().all(|turn| turn.matches('x').count() == 2));
    let sliding = turns(&rules, "w_a4d7g7b6c5_d6f6f2e3d2c3", "a4-a7");
    assert_eq!(sliding.len(), 15);
    assert!(sliding.iter().all(|turn| turn.matches('x').count() == 2));
}

#[test]
fn rule_5_1_who_is_left_with_two_stones_has_lost() {
    let rules = standard();
    let won = position(&rules, "w_d7a4a1_b2d6f2").play(&rules, "d7-a7xb2".parse().unwrap()).unwrap();
    assert_eq!((won.over(&rules), won.moves(&rules)), (Some(Over::TooFewStones), Vec::new()));
    // Two on the board and one in hand are three.
    assert_eq!(position(&Game::Lasker.rules(), "w_a1d1.1_g7g4f6f4.6").over(&Game::Lasker.rules()), None);
}

#[test]
fn rule_5_2_who_cannot_move_has_lost() {
    let rules = standard();
    let blocked = position(&rules, "w_a1a7g1g7_a4d1d7g4");
    assert_eq!((blocked.over(&rules), blocked.moves(&rules)), (Some(Over::Blocked), Vec::new()));
    let rules = Game::Lasker.rules();
    assert_eq!(position(&rules, "w_a1a7g1g7.1_a4d1d7g4").over(&rules), None, "he may place");
}

#[test]
fn rule_5_3_a_full_board_is_what_the_rules_say() {
    let text = "w_a4a7d7g7g4g1d1a1b4b6d6f6_f4f2d2b2c4c5d5e5e4e3d3c3";
    for (game, over) in
        [(Game::Morabaraba, Over::DrawnFullBoard), (Game::MorabarabaFullBoardLoss, Over::Blocked)]
    {
        let full = position(&game.rules(), text);
        assert_eq!((full.over(&game.rules()), full.moves(&game.rules())), (Some(over), Vec::new()));
    }
}

#[test]
fn rule_7_5_a_position_with_exchanged_colours_comes_from_one_with_exchanged_colours() {
    let rules = standard();
    let before = |text: &str| {
        let unmoves = unmoves(&rules, &position(&rules, text));
        unmoves.iter().map(|(before, chosen)| format!("{before} {chosen}")).collect::<Vec<_>>()
    };
    assert_eq!(before("w_.9_.9"), [""; 0]);
    assert_eq!(before("b_a1.8_.9"), ["w_.9_.9 a1"]);
    assert_eq!(before("w_.9_a1.8"), ["b_.9_.9 a1"]);
    let unequal = with_stones(rules, 9, 8);
    assert!(parse_position("w_.9_a1.7", &unequal).is_err());
}

#[test]
fn rule_7_8_nobody_has_moved_after_losing() {
    let rules = standard();
    let lost = position(&rules, "b_a1a4a7_d2f2");
    let unmoves = unmoves(&rules, &lost);
    assert!(!unmoves.is_empty());
    assert!(unmoves.iter().all(|(before, chosen)| before.mover().total() >= 3 && chosen.taken.len() == 1));
}

/// All presets, and any combination of fields.
fn any_rules() -> impl Strategy<Value = Rules> {
    let fields = (
        select(&Board::ALL[..]),
        (3..=12_u8, 3..=12_u8),
        select(vec![Placing::First, Placing::Free]),
        select(vec![Protection::Capture, Protection::Protected]),
        select(vec![DoubleMill::One, DoubleMill::Two]),
        select(vec![FullBoard::Loss, FullBoard::Draw]),
    );
    let combined =
        fields.prop_map(|(board, (white, black), placing, protection, double_mill, full_board)| {
            let rules =
                Rules { board, placing, protection, double_mill, full_board, ..Game::Standard.rules() };
            with_stones(rules, white, black)
        });
    prop_oneof![1 => select(&Game::ALL[..]).prop_map(Game::rules), 2 => combined]
}

/// A position that random play reaches; half of the time it takes if it can.
fn reached() -> impl Strategy<Value = (Rules, Position)> {
    let choices = proptest::collection::vec((any::<Index>(), any::<bool>()), 0..60);
    (any_rules(), choices).prop_map(|(rules, choices)| {
        let mut position = Position::start(&rules);
        for (choice, greedy) in choices {
            let mut moves = position.moves(&rules);
            if greedy && moves.iter().any(|chosen| !chosen.taken.is_empty()) {
                moves.retain(|chosen| !chosen.taken.is_empty());
            }
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(*choice.get(&moves));
        }
        (rules, position)
    })
}

/// A position that need not be reachable (rule 7.9): stones at random, hands that fit.
fn set_up() -> impl Strategy<Value = (Rules, Position)> {
    let points = Just((0..24).map(Point::new).collect::<Vec<_>>()).prop_shuffle();
    let counts = (0..=12_usize, 0..=12_usize);
    let hands = prop_oneof![Just((0, 0)), (0..=5_u8, 0..=1_u8)];
    let turn = select(&Color::ALL[..]);
    (any_rules(), points, counts, hands, turn).prop_filter_map(
        "a position of the game",
        |(rules, points, (ours, theirs), (least, more), turn)| {
            let set = |points: &[Point]| points.iter().copied().collect::<PointSet>();
            let (mover, other) = (set(&points[..ours]), set(&points[ours..ours + theirs]));
            let (stones, hands) = match turn {
                Color::White => {
                    (ByColor { white: mover, black: other }, ByColor { white: least + more, black: least })
                }
                Color::Black => {
                    (ByColor { white: other, black: mover }, ByColor { white: least, black: least + more })
                }
            };
            let setup = Setup { stones, hands, turn };
            Position::new(&setup, &rules).ok().map(|position| (rules, position))
        },
    )
}

fn moves_and_unmoves_are_inverse(rules: &Rules, here: &Position) -> Result<(), TestCaseError> {
    let moves = here.moves(rules);
    prop_assert_eq!(moves.is_empty(), here.over(rules).is_some());
    prop_assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "a move is listed twice");
    for chosen in moves {
        let next = here.play_unchecked(chosen);
        prop_assert_eq!(Position::new(&next.setup(), rules), Ok(next), "after {}", chosen);
        let unmoves = unmoves(rules, &next);
        let back = unmoves.iter().filter(|&&unmove| unmove == (*here, chosen)).count();
        prop_assert_eq!(back, 1, "{} {} {}", here, chosen, next);
    }
    let unmoves = unmoves(rules, here);
    prop_assert_eq!(unmoves.iter().collect::<HashSet<_>>().len(), unmoves.len(), "an unmove is listed twice");
    for (before, chosen) in unmoves {
        prop_assert_eq!(Position::new(&before.setup(), rules), Ok(before), "before {}", chosen);
        prop_assert_eq!(before.play(rules, chosen), Ok(*here), "{} {}", before, chosen);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn unmoves_are_the_inverse_of_moves_in_positions_that_play_reaches((rules, here) in reached()) {
        moves_and_unmoves_are_inverse(&rules, &here)?;
    }

    #[test]
    fn unmoves_are_the_inverse_of_moves_in_positions_set_up_by_hand((rules, here) in set_up()) {
        moves_and_unmoves_are_inverse(&rules, &here)?;
    }
}

/// A number for one move from one position to another; that of a set of moves is their sum.
fn fingerprint(before: &Position, chosen: Move, after: &Position) -> u64 {
    let side = |position: &Position| {
        let (mover, other) = (position.mover(), position.other());
        let stones = u64::from(mover.stones.bits()) | u64::from(other.stones.bits()) << 24;
        stones | u64::from(mover.hand) << 48 | u64::from(other.hand) << 52
    };
    let turn = u64::from(chosen.from.map_or(24, Point::number)) << 32
        | u64::from(chosen.to.number()) << 40
        | u64::from(chosen.taken.bits());
    [side(before), turn, side(after)].into_iter().fold(0, |hash: u64, part| {
        let mixed = (hash ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31)
    })
}

/// Every position of the game with `turn` to move and all stones on the board within `points`.
fn for_each_position(rules: &Rules, points: PointSet, turn: Color, mut visit: impl FnMut(Position)) {
    let counts = |color: Color| {
        let brought = rules.stones_of(color);
        (0..=brought).flat_map(move |on_board| (0..=brought - on_board).map(move |hand| (on_board, hand)))
    };
    let within = |count: u8| PointSet::subsets(24, count).filter(|&set| points.contains_all(set));
    for (white, white_hand) in counts(Color::White) {
        for (black, black_hand) in counts(Color::Black) {
            let hands = ByColor { white: white_hand, black: black_hand };
            let black_sets: Vec<PointSet> = within(black).collect();
            for white in within(white) {
                for &black in black_sets.iter().filter(|black| !black.intersects(white)) {
                    let setup = Setup { stones: ByColor { white, black }, hands, turn };
                    let Ok(position) = Position::new(&setup, rules) else { continue };
                    visit(position);
                }
            }
        }
    }
}

/// All moves of White within `points`, listed forwards from where they begin and backwards from where they
/// end, are the same moves, equally often. Returns how many there are.
fn same_moves_forwards_and_backwards(rules: &Rules, points: PointSet) -> u64 {
    let is_within = |position: &Position| points.contains_all(!position.empty());
    let (mut forwards, mut backwards) = ((0_u64, 0_u64), (0_u64, 0_u64));
    for_each_position(rules, points, Color::White, |before| {
        before.for_each_move(rules, |chosen| {
            let after = before.play_unchecked(chosen);
            if is_within(&after) {
                forwards = (forwards.0 + 1, forwards.1.wrapping_add(fingerprint(&before, chosen, &after)));
            }
        });
    });
    for_each_position(rules, points, Color::Black, |after| {
        for_each_unmove(rules, &after, |before, chosen| {
            if is_within(&before) {
                backwards = (backwards.0 + 1, backwards.1.wrapping_add(fingerprint(&before, chosen, &after)));
            }
        });
    });
    assert_eq!(forwards, backwards, "{rules:?}");
    forwards.0
}

fn points(labels: &str) -> PointSet {
    labels.split(' ').map(|label| label.parse::<Point>().expect("a label")).collect()
}

#[test]
fn the_whole_game_of_three_stones_on_fifteen_points_has_the_same_moves_forwards_and_backwards() {
    let upper_left = points("a1 a4 a7 d7 g7 b2 b4 b6 d6 f6 c3 c4 c5 d5 e5");
    for game in [Game::Standard, Game::LaskerWmd] {
        let moves = same_moves_forwards_and_backwards(&with_stones(game.rules(), 3, 3), upper_left);
        assert!(moves > 2_000_000, "{moves}");
    }
}

/// Five stones close two mills at once, by placing and, on this board, by sliding.
#[test]
fn the_whole_game_of_five_stones_on_ten_diagonal_points_has_the_same_moves_forwards_and_backwards() {
    let around_a_corner = points("a1 a4 a7 d7 g7 b4 b6 c4 c5 d6");
    for protection in [Protection::Capture, Protection::Protected] {
        for placing in [Placing::First, Placing::Free] {
            let rules = Rules { protection, placing, ..diagonal_take_two() };
            let moves = same_moves_forwards_and_backwards(&with_stones(rules, 5, 5), around_a_corner);
            assert!(moves > 50_000, "{moves}");
            same_moves_forwards_and_backwards(&with_stones(rules, 5, 4), around_a_corner);
        }
    }
}
