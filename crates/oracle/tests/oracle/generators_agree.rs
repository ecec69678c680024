//! Two generators that share no code, the oracle's and the one of `millwright-rules`, find the same turns.

use millwright_oracle::{State, turns};
use millwright_rules::{
    Board, ByColor, Color, DoubleMill, FullBoard, Game, Placing, Position, Protection, Rules, StoneCount,
};

/// The oracle's state of a position, by way of its labels.
fn state_of(position: &Position) -> State {
    let labels = |color| {
        let stones = position.side(color).stones;
        stones.iter().map(millwright_rules::Point::label).collect::<Vec<_>>().join(" ")
    };
    let hands = ByColor { white: position.side(Color::White).hand, black: position.side(Color::Black).hand };
    State::from_labels(&labels(Color::White), &labels(Color::Black), hands, position.turn()).unwrap()
}

fn turn_texts(position: &Position, rules: &Rules) -> (Vec<String>, Vec<String>) {
    // The order in which two taken stones are written is not part of a turn.
    let canonical = |text: String| {
        let mut parts: Vec<&str> = text.split('x').collect();
        parts[1..].sort_unstable();
        parts.join("x")
    };
    let mut ours: Vec<String> =
        position.moves(rules).iter().map(|chosen| canonical(chosen.to_string())).collect();
    let mut theirs: Vec<String> =
        turns(&state_of(position), rules).iter().map(|turn| canonical(turn.to_string())).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    (ours, theirs)
}

#[test]
fn perft_from_the_start_agrees_for_all_presets_to_depth_five() {
    for game in Game::ALL {
        let rules = game.rules();
        for depth in 0..=5 {
            let ours = millwright_rules::perft(&Position::start(&rules), &rules, depth);
            assert_eq!(
                ours,
                millwright_oracle::perft(&State::start(&rules), &rules, depth),
                "{game} {depth}"
            );
        }
    }
}

#[test]
fn perft_from_the_start_of_three_stone_games_agrees_into_the_movement_phase() {
    let three = StoneCount::MIN;
    for game in Game::ALL {
        let rules = game.rules().with_stones(three, three);
        // Most lines are past the placing by ply six; a few plies from a late position follow each.
        let mut position = Position::start(&rules);
        for _ in 0..6 {
            let chosen = position.moves(&rules)[0];
            position = position.play_unchecked(chosen);
        }
        for depth in 0..=3 {
            assert_eq!(
                millwright_rules::perft(&position, &rules, depth),
                millwright_oracle::perft(&state_of(&position), &rules, depth),
                "{game} {position} {depth}"
            );
        }
    }
}

#[test]
fn the_same_turns_are_legal_all_along_random_games_under_all_combinations_of_rules() {
    let mut seed = 2014_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut compared = 0;
    for _ in 0..1200 {
        let count = |n: usize| StoneCount::new(u8::try_from(n).unwrap()).unwrap();
        let rules = Rules {
            board: Board::ALL[random(2)],
            stones: ByColor { white: count(3 + random(10)), black: count(3 + random(10)) },
            placing: [Placing::First, Placing::Free][random(2)],
            protection: [Protection::Capture, Protection::Protected][random(2)],
            double_mill: [DoubleMill::One, DoubleMill::Two][random(2)],
            full_board: [FullBoard::Loss, FullBoard::Draw][random(2)],
        };
        let mut position = Position::start(&rules);
        for _ in 0..60 {
            let (ours, theirs) = turn_texts(&position, &rules);
            assert_eq!(ours, theirs, "{position} {rules:?}");
            compared += 1;
            let moves = position.moves(&rules);
            // Mills are rare in random play: half the time take one where there is one.
            let captures: Vec<_> = moves.iter().filter(|chosen| !chosen.taken.is_empty()).collect();
            position = if !captures.is_empty() && random(2) == 0 {
                position.play_unchecked(*captures[random(captures.len())])
            } else if moves.is_empty() {
                break;
            } else {
                position.play_unchecked(moves[random(moves.len())])
            };
        }
    }
    assert!(compared > 20_000, "{compared}");
}
