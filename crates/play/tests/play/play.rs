//! Games from move to move: ends, moves taken back, and what is written down.

use millwright_play::{End, Play, QUIET_PLIES, RecordError};
use millwright_rules::notation::{
    GameResult, MoveList, Pgn, PlayOkGame, TagName, parse_game, parse_position,
};
use millwright_rules::{ByColor, Color, Game, Move, Over, StoneCount};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn starting_at(game: Game, position: &str) -> Play {
    let play = Play::new(game);
    let start = parse_position(position, play.rules()).expect("it is one of the game");
    play.starting_at(start).expect("it was checked")
}

fn play_all(play: &mut Play, moves: &str) {
    for turn in moves.split_whitespace() {
        play.play(turn.parse().expect("it is well-formed")).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut play = starting_at(Game::Standard, "w_a1d7c3_g1e5b2");
    let round = "a1-a4 g1-g4 a4-a1 g4-g1";
    play_all(&mut play, round);
    assert_eq!((play.occurrences(), play.end()), (2, None));
    play_all(&mut play, "a1-a4 g1-g4 a4-a1");
    assert_eq!((play.occurrences(), play.end()), (2, None), "Black to move with both stones at home, twice");
    play_all(&mut play, "g4-g1");
    assert_eq!((play.occurrences(), play.end()), (3, Some(End::Repetition)));
    assert_eq!(play.end().unwrap().result(), GameResult::Draw);
    assert_eq!(play.end().unwrap().to_string(), "the position has occurred 3 times, a draw");
}

#[test]
fn the_same_stones_with_the_other_player_to_move_are_another_position() {
    // White goes around in three turns, Black there and back in two: after five plies the stones stand as at the
    // start, but it is Black's turn; after twelve all is as it was.
    let mut play = starting_at(Game::Standard, "w_a1d7c3_g1e5b2");
    play_all(&mut play, "a1-a4 g1-g4 a4-a7 g4-g1 a7-a1 g1-g4 a1-a4 g4-g1 a4-a7 g1-g4 a7-a1 g4-g1");
    assert_eq!((play.occurrences(), play.end()), (2, None));
}

/// White's stone goes around five points and Black's around seven: the position comes back after 70 plies.
fn quiet_play(play: &mut Play, plies: usize) {
    let white = ["a1", "a4", "a7", "b4", "b6"];
    let black = ["g1", "g4", "g7", "f2", "f4", "f6", "e3"];
    for ply in 0..plies {
        let (points, step) = if ply % 2 == 0 { (&white[..], ply / 2) } else { (&black[..], ply / 2) };
        let (from, to) = (points[step % points.len()], points[(step + 1) % points.len()]);
        play_all(play, &format!("{from}-{to}"));
    }
}

#[test]
fn fifty_plies_without_placing_or_taking_are_a_draw() {
    let mut play = starting_at(Game::Standard, "w_a1d7c3_g1e5b2");
    quiet_play(&mut play, QUIET_PLIES - 1);
    assert_eq!((play.quiet_plies(), play.end()), (49, None));
    let before = play.clone();
    // The last of the fifty would be Black's.
    play_all(&mut play, "f2-f4");
    assert_eq!((play.quiet_plies(), play.end()), (50, Some(End::FiftyMoves)));
    assert_eq!((play.end().unwrap().winner(), play.pgn().result), (None, GameResult::Draw));
    // A move is legal all the same: games that were played elsewhere go on.
    play_all(&mut play, "a1-a4");
    assert_eq!((play.quiet_plies(), play.end()), (51, Some(End::FiftyMoves)));
    play.take_back();
    play.take_back();
    assert_eq!(play, before);
}

#[test]
fn placing_and_taking_begin_the_count_again() {
    let mut play = starting_at(Game::Lasker, "w_a1d7.8_g1e5.8");
    play_all(&mut play, "a1-a4 g1-g4 a4-a1 g4-g1");
    assert_eq!((play.quiet_plies(), play.occurrences()), (4, 2));
    play_all(&mut play, "c3 g1-g4");
    assert_eq!((play.quiet_plies(), play.occurrences()), (1, 1));
    let mut play = starting_at(Game::Standard, "w_a1a4d7g7_b2d2f4f6");
    play_all(&mut play, "g7-g4 b2-b4 d7-a7xf6");
    assert_eq!((play.quiet_plies(), play.end()), (0, None));
}

#[test]
fn who_is_left_with_two_stones_or_has_no_turn_has_lost() {
    let mut play = starting_at(Game::Standard, "w_a1a4d7_b2d2f4");
    play_all(&mut play, "d7-a7xf4");
    let end = End::Over { over: Over::TooFewStones, mover: Color::Black };
    assert_eq!((play.end(), end.winner(), end.name()), (Some(end), Some(Color::White), "too-few-stones"));
    assert_eq!(
        play.play("b2-b4".parse().unwrap()).unwrap_err().to_string(),
        "b2-b4 is not legal: the game has ended (Black has fewer than three stones and has lost)"
    );
    // Resigning comes too late.
    play.resign(Color::White);
    assert_eq!(play.end(), Some(end));
    let blocked = starting_at(Game::Standard, "b_d7d6b4a1c5c3_a7a4b6c4");
    assert_eq!(blocked.end(), Some(End::Over { over: Over::Blocked, mover: Color::Black }));
}

#[test]
fn who_resigns_has_lost_until_it_is_taken_back() {
    let mut play = Play::new(Game::Standard);
    play_all(&mut play, "d6 d2");
    play.resign(Color::White);
    assert_eq!(play.end(), Some(End::Resignation(Color::White)));
    assert_eq!(
        play.play("a1".parse().unwrap()).unwrap_err().to_string(),
        "a1 is not legal: the game has ended (White has resigned)"
    );
    assert_eq!(play.move_list().to_string(), "d6, d2; White resigns");
    assert_eq!(Play::from_pgn(&play.pgn(), &Play::new(Game::Lasker)), Ok(play.clone()));
    assert_eq!(Play::from_move_list(play.move_list(), &Play::new(Game::Standard)), Ok(play.clone()));
    assert_eq!(play.take_back(), Some("d2".parse().unwrap()));
    assert_eq!((play.end(), play.moves().len(), play.positions().len()), (None, 1, 2));
}

#[test]
fn a_game_is_written_with_all_that_is_needed_to_repeat_it() {
    let mut play = starting_at(Game::Standard, "b_a1a4d7_b2d2f4");
    play_all(&mut play, "b2-b4 d7-a7xf4");
    let text = play.pgn().to_string();
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[Variant \"Nine Men's Morris\"]\n[PlyCount \"2\"]\n[Termination \"too-few-stones\"]\n\
         [SetUp \"1\"]\n\
         [FEN \"********/**@*@@**/O****OO* b m p 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes\"]\n\n\
         1... b2-b4 2. d7-a7xf4 1-0"
    );
    let four = StoneCount::new(4).unwrap();
    let mut small = Play::with_stones(Game::Morabaraba, ByColor { white: four, black: StoneCount::MIN });
    play_all(&mut small, "d6");
    assert!(small.pgn().to_string().contains("[Variant \"Morabaraba\"]\n[Stones \"4,3\"]\n"));
    assert_eq!(Play::from_pgn(&small.pgn(), &play), Ok(small));
}

#[test]
fn what_a_pgn_does_not_tell_is_as_usual() {
    let five = ByColor::both(StoneCount::new(5).unwrap());
    let default = Play::with_stones(Game::Lasker, five);
    let read = |text: &str| Play::from_pgn(&text.parse::<Pgn>().unwrap(), &default);
    let stones = |play: &Play| play.rules().stones.white.get();
    let plain = read("1. d6 d2").unwrap();
    assert_eq!((plain.game(), stones(&plain)), (Game::Lasker, 5));
    let other = read("[Variant \"Twelve Men's Morris\"] 1. d6 d2").unwrap();
    assert_eq!((other.game(), stones(&other)), (Game::Morabaraba, 12));
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(message("1. d6 d2 2. d2"), "ply 3, in w_d6.4_d2.4: d2 is not legal: d2 is not empty");
    assert!(message("[Variant \"Go\"]").starts_with("PGN, tag Variant: \"Go\" is no game of Millwright"));
    assert!(message("[FEN \"w_a1.9_.9\"]").starts_with("White has 10 stones on the board and in hand"));
}

/// Stahlhacke's table 1 has 72 quiet plies in a row at its end: more than a game among programs may have.
#[test]
fn a_longer_game_from_elsewhere_is_read_and_ends_by_its_own_rules() {
    let mut play = starting_at(Game::Standard, "w_a1d7c3_g1e5b2");
    quiet_play(&mut play, 65);
    let again = Play::from_pgn(&play.pgn(), &Play::new(Game::Standard)).unwrap();
    assert_eq!(again.end(), Some(End::FiftyMoves));
    assert_eq!(again, play);
}

/// A game at random, of any kind, perhaps given up.
fn games() -> impl Strategy<Value = Play> {
    let stones = (3..=12_u8, 3..=12_u8)
        .prop_map(|(white, black)| [white, black].map(|count| StoneCount::new(count).expect("in range")));
    let choices = proptest::collection::vec(any::<Index>(), 0..80);
    (select(&Game::ALL[..]), stones, choices, 0..4_u8).prop_map(
        |(game, [white, black], choices, gives_up)| {
            let mut play = Play::with_stones(game, ByColor { white, black });
            for choice in choices {
                let moves = play.position().moves(play.rules());
                if moves.is_empty() {
                    break;
                }
                play.play(*choice.get(&moves)).expect("it is legal");
            }
            if gives_up == 0 && play.end().is_none() {
                play.resign(Color::Black);
            }
            play
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_game_survives_every_form(play in games()) {
        let pgn = play.pgn();
        let other = Play::new(Game::Lasker);
        prop_assert_eq!(Play::from_pgn(&pgn.to_string().parse().unwrap(), &other), Ok(play.clone()));
        let (_, numbers) = parse_game(&PlayOkGame(pgn.clone()).to_string()).unwrap();
        prop_assert_eq!(Play::from_pgn(&numbers, &other), Ok(play.clone()));
        let list: MoveList = play.move_list().to_string().parse().unwrap();
        prop_assert_eq!(Play::from_move_list(list, &play), Ok(play.clone()));
        prop_assert_eq!(pgn.tags.get(&TagName::PLY_COUNT), Some(&*play.moves().len().to_string()));
        prop_assert_eq!(pgn.result == GameResult::Open, play.end().is_none());
    }

    /// The count from the definition: look at every earlier position of the whole game.
    #[test]
    fn occurrences_are_those_of_the_whole_game(play in games()) {
        let all = play.positions().iter().filter(|&position| position == play.position()).count();
        prop_assert_eq!(play.occurrences(), all);
        let mut back = play.clone();
        let moves: Vec<Move> = std::iter::from_fn(|| back.take_back()).collect();
        prop_assert_eq!(moves.len(), play.moves().len());
        prop_assert_eq!(back.position(), play.start());
        for &turn in play.moves() {
            back.play(turn).unwrap();
        }
        prop_assert_eq!(back.positions(), play.positions());
    }
}

#[test]
fn an_illegal_move_is_told_with_its_ply_and_position() {
    let list: MoveList = "d6, d6".parse().unwrap();
    let error = Play::from_move_list(list, &Play::new(Game::Standard)).unwrap_err();
    assert!(matches!(error, RecordError::Illegal { ply: 2, .. }));
}
