//! One small position for each rule, with the legal turns worked out by hand.

use std::collections::BTreeSet;

use millwright_oracle::{Geometry, Point, Solution, State, StateError, Value, ending, turns};
use millwright_rules::{Board, ByColor, Color, DoubleMill, FullBoard, Game, Placing, Protection, Rules};

const NO_HANDS: ByColor<u8> = ByColor { white: 0, black: 0 };

fn hands(white: u8, black: u8) -> ByColor<u8> {
    ByColor { white, black }
}

/// White to move.
fn state(white: &str, black: &str, in_hand: ByColor<u8>) -> State {
    State::from_labels(white, black, in_hand, Color::White).unwrap()
}

/// The turns as text, sorted.
fn written(state: &State, rules: &Rules) -> Vec<String> {
    let found: Vec<String> = turns(state, rules).iter().map(ToString::to_string).collect();
    let different: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(different.len(), found.len(), "a turn is listed twice: {found:?}");
    different.into_iter().collect()
}

/// The turns with this beginning.
fn written_from(state: &State, rules: &Rules, beginning: &str) -> Vec<String> {
    written(state, rules).into_iter().filter(|turn| turn.starts_with(beginning)).collect()
}

fn rules_with(protection: Protection, double_mill: DoubleMill) -> Rules {
    Rules { protection, double_mill, ..Game::Standard.rules() }
}

#[test]
fn a_player_with_stones_in_hand_must_place_unless_placing_is_free() {
    let position = state("a1 b4 g7", "d5 e5 f6", hands(1, 1));
    let first = Game::Standard.rules();
    assert!(turns(&position, &first).iter().all(|turn| turn.from.is_none()));
    assert_eq!(turns(&position, &first).len(), 24 - 6);

    let free = Rules { placing: Placing::Free, ..first };
    // Four stones, board and hand together: no flying.
    let slides = ["a1-a4", "a1-d1", "b4-a4", "b4-b2", "b4-b6", "b4-c4", "g7-d7", "g7-g4"];
    assert_eq!(turns(&position, &free).len(), 24 - 6 + slides.len());
    let found = written(&position, &free);
    assert!(slides.iter().all(|&slide| found.contains(&slide.to_owned())), "{found:?}");
}

#[test]
fn a_player_without_stones_in_hand_slides_while_the_other_still_places() {
    let position = state("a1 a4 g7 g4", "d5 e5 f6", hands(0, 2));
    assert_eq!(
        written(&position, &Game::Standard.rules()),
        ["a1-d1", "a4-a7", "a4-b4", "g4-f4", "g4-g1", "g7-d7"]
    );
}

#[test]
fn three_stones_fly_and_four_do_not() {
    let three = state("a1 b4 g7", "d5 e5 f6 f2", NO_HANDS);
    assert_eq!(turns(&three, &Game::Standard.rules()).len(), 3 * (24 - 7));
    let four = state("a1 b4 g7 d2", "d5 e5 f6 f2", NO_HANDS);
    assert_eq!(turns(&four, &Game::Standard.rules()).len(), 2 + 4 + 2 + 3);
}

#[test]
fn in_lasker_two_stones_and_one_in_hand_fly() {
    let rules = Game::Lasker.rules();
    let position = state("a1 g7", "d5 e5 f6", hands(1, 0));
    assert_eq!(turns(&position, &rules).len(), 19 + 2 * 19);
    assert_eq!(written_from(&position, &rules, "a1-c4"), ["a1-c4"]);
    // And one with two in hand.
    let position = state("a1", "d5 e5 f6", hands(2, 0));
    assert_eq!(turns(&position, &rules).len(), 20 + 20);
    // Three on the board do not, as long as a fourth is in hand.
    let position = state("a1 g7 c4", "d5 e5 f6", hands(1, 0));
    assert!(written_from(&position, &rules, "a1-c3").is_empty());
    assert_eq!(written_from(&position, &rules, "a1-"), ["a1-a4", "a1-d1"]);
}

#[test]
fn a_closed_mill_takes_a_stone_outside_mills() {
    let position = state("a1 a4 d7 g4", "d1 d2 d3 e5 g1", NO_HANDS);
    let rules = Game::Standard.rules();
    assert_eq!(written_from(&position, &rules, "d7-a7"), ["d7-a7xe5", "d7-a7xg1"]);
    assert_eq!(written_from(&position, &rules, "d7-d6"), ["d7-d6"]);
}

#[test]
fn moving_a_stone_out_of_a_mill_does_not_close_it() {
    // a4 to a7 leaves the point that the mill a1 a4 a7 would need.
    let position = state("a1 a4 d7 g4", "d1 d2 d3 e5 g1", NO_HANDS);
    assert_eq!(written_from(&position, &Game::Standard.rules(), "a4-a7"), ["a4-a7"]);
}

#[test]
fn when_all_stand_in_mills_any_may_be_taken_or_none() {
    let position = state("a1 a4 d7 g4", "d1 d2 d3", hands(0, 1));
    let capture = Game::Standard.rules();
    assert_eq!(written_from(&position, &capture, "d7-a7"), ["d7-a7xd1", "d7-a7xd2", "d7-a7xd3"]);
    let protected = Game::StandardProtected.rules();
    assert_eq!(written_from(&position, &protected, "d7-a7"), ["d7-a7"]);
}

#[test]
fn a_mill_takes_nothing_from_an_empty_board() {
    let position = state("a1 a4", "", hands(2, 5));
    for protection in [Protection::Capture, Protection::Protected] {
        let rules = rules_with(protection, DoubleMill::Two);
        assert_eq!(written_from(&position, &rules, "a7"), ["a7"]);
    }
}

/// White closes a1 a4 a7 and d7 g7 a7 at once by placing on a7.
const TWO_MILLS: &str = "a1 a4 d7 g7";

#[test]
fn two_mills_at_once_take_one_stone_or_a_pair() {
    let position = state(TWO_MILLS, "b2 c5 e3", hands(1, 3));
    assert_eq!(written_from(&position, &Game::Standard.rules(), "a7"), ["a7xb2", "a7xc5", "a7xe3"]);
    assert_eq!(
        written_from(&position, &Game::StandardTakeTwo.rules(), "a7"),
        ["a7xb2xc5", "a7xb2xe3", "a7xc5xe3"]
    );
    // One mill still takes one.
    assert_eq!(
        written_from(&state("a1 a4 d6 g7", "b2 c5 e3", hands(1, 3)), &Game::StandardTakeTwo.rules(), "a7"),
        ["a7xb2", "a7xc5", "a7xe3"]
    );
}

#[test]
fn a_second_mill_takes_only_what_is_there() {
    let position = state(TWO_MILLS, "b2", hands(1, 5));
    assert_eq!(written_from(&position, &Game::StandardTakeTwo.rules(), "a7"), ["a7xb2"]);
}

#[test]
fn the_third_last_stone_ends_the_turn() {
    // Black has three stones: taking one is enough, a second is not to be chosen.
    let position = state(TWO_MILLS, "b2 c5 e3", hands(1, 0));
    assert_eq!(written_from(&position, &Game::StandardTakeTwo.rules(), "a7"), ["a7xb2", "a7xc5", "a7xe3"]);
    // With four the first leaves three, and the second ends the game.
    let position = state(TWO_MILLS, "b2 c5 e3", hands(1, 1));
    assert_eq!(written_from(&position, &Game::StandardTakeTwo.rules(), "a7").len(), 3);
    let after = position.after(&turns(&position, &Game::StandardTakeTwo.rules())[0]);
    assert_eq!(after.mover(), Color::Black);
}

#[test]
fn the_second_stone_is_protected_as_the_board_stands_after_the_first() {
    // d1 d2 d3 is a mill, f6 is not in one: f6 must go first. Then all are in the mill.
    let position = state(TWO_MILLS, "d1 d2 d3 f6", hands(1, 2));
    let capture = rules_with(Protection::Capture, DoubleMill::Two);
    assert_eq!(written_from(&position, &capture, "a7"), ["a7xd1xf6", "a7xd2xf6", "a7xd3xf6"]);
    let protected = rules_with(Protection::Protected, DoubleMill::Two);
    assert_eq!(written_from(&position, &protected, "a7"), ["a7xf6"]);
}

#[test]
fn a_mill_broken_by_the_first_capture_no_longer_protects() {
    // Only the mill d1 d2 d3: one of it may be taken, and then the other two stand in no mill.
    let position = state(TWO_MILLS, "d1 d2 d3", hands(1, 3));
    let capture = rules_with(Protection::Capture, DoubleMill::Two);
    assert_eq!(written_from(&position, &capture, "a7"), ["a7xd1xd2", "a7xd1xd3", "a7xd2xd3"]);
    let protected = rules_with(Protection::Protected, DoubleMill::Two);
    assert_eq!(written_from(&position, &protected, "a7"), ["a7"]);
}

#[test]
fn pairs_that_only_one_order_allows_are_legal_and_others_are_not() {
    // Two crossing mills, d1 d2 d3 and b2 d2 f2: all five stand in mills, any may go first. After d1 the
    // stone d3 is free and the other three are not; after d2 all are free; after b2 only f2.
    let position = state(TWO_MILLS, "b2 d1 d2 d3 f2", hands(1, 1));
    let capture = rules_with(Protection::Capture, DoubleMill::Two);
    assert_eq!(
        written_from(&position, &capture, "a7"),
        ["a7xb2xd2", "a7xb2xf2", "a7xd1xd2", "a7xd1xd3", "a7xd2xd3", "a7xd2xf2"]
    );
}

#[test]
fn three_mills_at_once_take_two() {
    // Only the diagonal board has points with three mills. White fills a4 a7, d1 g1 and b2 c3 around a1.
    let rules = Rules { double_mill: DoubleMill::Two, ..Game::Morabaraba.rules() };
    let position = state("a4 a7 d1 g1 b2 c3", "d5 e5 f4 g7", hands(1, 1));
    let pairs = written_from(&position, &rules, "a1");
    assert_eq!(pairs.len(), 6, "{pairs:?}");
}

#[test]
fn a_blocked_player_has_lost() {
    // White's four stones in the corners of the outer ring, Black on all its midpoints.
    let position = state("a1 a7 g1 g7", "a4 d1 d7 g4", NO_HANDS);
    let rules = Game::Standard.rules();
    assert_eq!(ending(&position, &rules), Some(Value::Loss(0)));
    // On the diagonal board he gets out.
    assert_eq!(ending(&position, &Game::Morabaraba.rules()), None);
    // With a stone in hand he can place it.
    let position = state("a1 a7 g1 g7", "a4 d1 d7 g4", hands(1, 0));
    assert_eq!(ending(&position, &rules), None);
}

#[test]
fn fewer_than_three_stones_have_lost() {
    let rules = Game::Lasker.rules();
    let position = state("a1", "a4 d1 d7 g4", hands(1, 0));
    assert_eq!(ending(&position, &rules), Some(Value::Loss(0)));
    assert!(turns(&position, &rules).is_empty());
    assert_eq!(Solution::of(&rules, [position]).value(&position), Some(Value::Loss(0)));
}

#[test]
fn a_full_board_is_a_loss_or_a_draw() {
    let mut cells = [Some(Color::White); Point::COUNT];
    cells.iter_mut().step_by(2).for_each(|cell| *cell = Some(Color::Black));
    let position = State::new(cells, NO_HANDS, Color::White).unwrap();
    for (game, expected) in [
        (Game::Morabaraba, Value::Draw),
        (Game::MorabarabaFullBoardLoss, Value::Loss(0)),
        (Game::Standard, Value::Loss(0)),
    ] {
        let rules = game.rules();
        assert!(turns(&position, &rules).is_empty());
        assert_eq!(ending(&position, &rules), Some(expected), "{game}");
        assert_eq!(Solution::of(&rules, [position]).value(&position), Some(expected), "{game}");
    }
}

#[test]
fn the_turn_that_fills_the_board_wins_or_draws() {
    // Black has one stone left for the last empty point. Filling it closes no mill, so White finds the
    // board full.
    let filled = |rules: &Rules| {
        let board = Geometry::of(Board::Diagonal);
        // A colouring without any mill: each mill has both colours.
        let colors = mixed_colors(board);
        let last = Point::ALL.into_iter().rfind(|point| colors[point.index()] == Some(Color::Black)).unwrap();
        let mut cells = colors;
        cells[last.index()] = None;
        let position = State::new(cells, hands(0, 1), Color::Black).unwrap();
        assert_eq!(turns(&position, rules).len(), 1);
        Solution::of(rules, [position]).value(&position)
    };
    assert_eq!(filled(&Game::Morabaraba.rules()), Some(Value::Draw));
    assert_eq!(filled(&Game::MorabarabaFullBoardLoss.rules()), Some(Value::Win(1)));
    assert_eq!(FullBoard::Draw, Game::Morabaraba.rules().full_board);
}

/// Twelve stones each on the whole board such that nobody has a mill, found by trying point after point.
fn mixed_colors(board: &Geometry) -> [Option<Color>; Point::COUNT] {
    fn fill(board: &Geometry, cells: &mut [Option<Color>; Point::COUNT], next: usize) -> bool {
        let count = |color| cells.iter().filter(|&&cell| cell == Some(color)).count();
        if next == Point::COUNT {
            return count(Color::White) == 12;
        }
        Color::ALL.into_iter().any(|color| {
            cells[next] = Some(color);
            let mill =
                board.mills().iter().any(|mill| mill.iter().all(|point| cells[point.index()] == Some(color)));
            (!mill && fill(board, cells, next + 1)) || {
                cells[next] = None;
                false
            }
        })
    }
    let mut cells = [None; Point::COUNT];
    assert!(fill(board, &mut cells, 0));
    cells
}

#[test]
fn what_is_no_position_is_refused() {
    let refused = |white: &str, black: &str, in_hand| {
        State::from_labels(white, black, in_hand, Color::White).unwrap_err()
    };
    assert_eq!(refused("a1", "a1", hands(3, 3)), StateError::Occupied { point: "a1".parse().unwrap() });
    assert_eq!(refused("a1", "a4", hands(3, 1)), StateError::LostBefore { color: Color::Black, found: 2 });
    assert_eq!(refused("a1", "a4", hands(12, 3)), StateError::TooMany { color: Color::White, found: 13 });
    assert!(matches!(refused("z9", "a4", hands(3, 3)), StateError::Point(_)));
}
