//! The games printed in the papers replay as legal.

use millwright_rules::notation::{
    Ending, GameForm, GameResult, MoveList, Pgn, PlayOkGame, TagName, parse_game, parse_position,
    variant_of_game,
};
use millwright_rules::{Color, Game, IllegalMove, Over, Position, Rules, StoneCount};

/// The position after each ply of `list`, or the number (from 1) of the first ply that is illegal.
fn replay(rules: &Rules, start: &str, list: &MoveList) -> Result<Vec<Position>, (usize, IllegalMove)> {
    let mut position = parse_position(start, rules).expect("the start position is one of the game");
    let mut positions = Vec::new();
    for (ply, listed) in (1..).zip(&list.moves) {
        position = position.play(rules, listed.chosen).map_err(|illegal| (ply, illegal))?;
        positions.push(position);
    }
    Ok(positions)
}

fn replay_from_start(game: Game, list: &MoveList) -> Vec<Position> {
    replay(&game.rules(), "start", list).unwrap_or_else(|(ply, illegal)| panic!("ply {ply}: {illegal}"))
}

fn marked(list: &MoveList, marks: &str) -> Vec<String> {
    list.moves.iter().filter(|listed| listed.marks == marks).map(|listed| listed.chosen.to_string()).collect()
}

/// Gevay and Danner, "Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and
/// Lasker Morris", figure 6.
const MORABARABA: &str = "
    f2, f6; b6, b2; a1, c5; g1, e3; d1xf6, f6; g7, g4; a7, e4; e5, f4xe5; a4xe3, e3; e5, c3; d3, c4xd3;
    d3, d2; a7-d7, c4-b4; d7-a7xc5, f6-d6; g7-f6, g4-g7; g1-g4, c3-c4; a7-d7, c4-c3; g4-g1xg7, f4-g4;
    f6-f4, d6-d5; b6-a7xg4, d5-d6; e5-f6xd6, b4-c4; f6-g7xe3, c4-b4; g7-f6xe4, b4-b6; f6-g7xb2, c3-e5;
    f4-g4xd2";

/// The same paper, figure 8.
const MASTER: &str = "
    d7, d6; d2, f4; b6, b4; e4, c3; c4, d3; e3, e5; f2, d1; g7, a7? (the value becomes the value of the
    8,9,0,0 subspace; the only move that would have kept the value 0 is c5); b2xb4, b4; g7-g4, e5-d5;
    e4-e5, d1-a1; e3-e4, b4-a4xd7? (now we are heading for the 3,6,0,0 subspace; the only move that would
    have kept the value is a1-d1); c4-b4xd6, a1-d1; b4-c4, a4-b4; g4-g7, a7-d7; e4-e3, d5-d6? (the value of
    the position after this move is win in 75 moves); e5-d5, d7-a7; g7-d7, d1-a1; e3-e4, d3-e3 (win in 21
    moves); d2-d1, b4-a4xd7; c4-b4xf4, a7-d7; d1-d2xa1, Black resigns";

/// The same paper, figure 9.
const STRONGEST: &str = "
    f4, b4; a4, d2; f6, f2; b2, d7; d1, g7; a7, a1; d5, g4; g1, c3; e3, c5; f6-d6, d2-d3; f4-e4, b4-c4xd5?;
    d6-d5, g4-f4; d5-e5xa1, c4-b4; e5-d5, b4-c4xd5; b2-b4, d3-d2; a4-a1xf4, g7-g4; e4-f4, c3-d3; b4-a4xc4,
    Black resigns";

/// Stahlhacke, "The Game of Lasker Morris", table 1.
const LASKER: &str = "
     1. g4! a7              2. d2! a1              3. a4! f4              4. d3! a1-d1
     5. c3! f6              6. e3xf6 f6            7. c3-c4! d6xa4        8. c4-c3xd1! b6-b4
     9. d1xd6! c4          10. e3-e4! a7-a4xc3    11. d2-f2! b4-b6       12. f2-d2xc4! a4-b4
    13. d2-b2 d6xb2        14. d3-d2! d6-d5       15. d7-d6! b2xd6       16. d6! b4-c4
    17. b4! c4-c3          18. d1-a1 c3-d3        19. a1-a4 d3-e3        20. e4-e5 e3-d3
    21. b4-c4 b2-b4        22. c4-c3 d5-c5        23. e5-d5 c5-c4        24. d5-c5 d3-e3
    25. c3-d3 e3-e4        26. d2-f2 e4-e3        27. g4-g7 e3-e4        28. c5-d5 c4-c3
    29. g7-d7xe4 b4-b2     30. a4-b4 b2-d2        31. d5-c5 d2-d1        32. d7-a7 d1-a1
    33. d3-e3 c3-d3        34. e3-e4 d3-d2        35. c5-d5 a1-d1        36. a7-d7xd1 f4-g4
    37. f2-f4 g4-g7        38. e4-e3 d2-d3        39. d5-c5 d3-c3        40. c5-c4 c3-d3
    41. c4-c3 g7-g4        42. d7-g7 g4-g1        43. e3-e4 g1-d1        44. c3-c4 d3-c3
    45. e4-e5 d1-a1        46. g7-d7 a1-a4        47. d7-a7 c3-d3        48. e5-d5 d3-d2
    49. c4-c5 d2-f2        50. d5-e5 f2-d2        51. e5-e4 d2-d3        52. c5-d5 d3-d2
    53. d5-e5 d2-d3        54. a7-d7 d3-d2        55. e4-e3 d2-d3        56. e5-e4 d3-d2
    57. e3-d3 a4-a1        58. e4-e5 a1-a4        59. d7-g7 a4-a1        60. g7-g4 a1-a4
    61. g4-g1 d2-d1        62. d3-d2 a4-a1        63. f4-g4 a1-a4        64. g4-g7 a4-a1
    65. e5-e4 f6-f4        66. g7-d7 a1-a4        67. d7-a7 f4-g4        68. e4-f4 g4-g7
    69. f4-g4 a4-a1        70. a7-a4 g7-d7        71. g4-g7 d7-a7        72. g7-d7#";

/// The paper's figure 11, before the first move.
const LASKER_START: &str = "w_d7.9_b6.9";

#[test]
fn the_morabaraba_game_of_figure_6_is_legal_and_won_at_ply_49() {
    let list: MoveList = MORABARABA.parse().unwrap();
    let positions = replay_from_start(Game::Morabaraba, &list);
    assert_eq!(positions.len(), 49);
    let rules = Game::Morabaraba.rules();
    let (end, before) = positions.split_last().unwrap();
    assert_eq!((end.turn(), end.over(&rules)), (Color::Black, Some(Over::TooFewStones)));
    assert!(before.iter().all(|position| position.over(&rules).is_none()));
}

#[test]
fn the_standard_games_of_figures_8_and_9_are_legal_until_black_resigns() {
    for (text, plies, mistakes) in
        [(MASTER, 43, vec!["a7", "b4-a4xd7", "d5-d6"]), (STRONGEST, 35, vec!["b4-c4xd5"])]
    {
        let list: MoveList = text.parse().unwrap();
        let positions = replay_from_start(Game::Standard, &list);
        assert_eq!(positions.len(), plies);
        assert_eq!(list.ending, Some(Ending::Resigns(Color::Black)));
        assert_eq!(marked(&list, "?"), mistakes);
        let end = positions.last().unwrap();
        assert_eq!((end.turn(), end.over(&Game::Standard.rules())), (Color::Black, None));
    }
}

/// The table does not tell the two apart: no stone of it is taken while all stand in mills, and no ply closes
/// two mills, so what they do differently never comes up.
#[test]
fn stahlhackes_table_1_is_legal_under_lasker_and_lasker_wmd_alike_and_ends_with_black_blocked() {
    let list: MoveList = LASKER.parse().unwrap();
    for game in [Game::Lasker, Game::LaskerWmd] {
        let rules = game.rules();
        let positions = replay(&rules, LASKER_START, &list).unwrap();
        assert_eq!(positions.len(), 2 * 72 - 1, "White wins with his 72nd move");
        let (end, before) = positions.split_last().unwrap();
        assert_eq!((end.turn(), end.over(&rules)), (Color::Black, Some(Over::Blocked)));
        assert!(before.iter().all(|position| position.over(&rules).is_none()));
    }
    assert_eq!(marked(&list, "!").len(), 15, "the caption: the unique win for 15 times");
    assert_eq!(marked(&list, "#"), ["g7-d7"]);
}

/// Ply 8 moves a stone while others are in hand, which only Lasker Morris allows.
#[test]
fn stahlhackes_table_1_is_not_legal_where_one_must_place_first() {
    let list: MoveList = LASKER.parse().unwrap();
    let ten = StoneCount::new(10).unwrap();
    let rules = Game::Standard.rules().with_stones(ten, ten);
    let (ply, illegal) = replay(&rules, LASKER_START, &list).unwrap_err();
    assert_eq!((ply, illegal.to_string().as_str()), (8, "a1-d1 is not a legal move here"));
}

#[test]
fn every_printed_game_survives_being_written_and_read_again() {
    for text in [MORABARABA, MASTER, STRONGEST, LASKER] {
        let list: MoveList = text.parse().unwrap();
        assert_eq!(list.to_string().parse(), Ok(list));
    }
}

#[test]
fn every_printed_game_survives_as_pgn_and_in_playok_numbers() {
    let lasker_start = Some(LASKER_START);
    for (game, start, text, result) in [
        (Game::Morabaraba, None, MORABARABA, GameResult::Open),
        (Game::Standard, None, MASTER, GameResult::Win(Color::White)),
        (Game::Standard, None, STRONGEST, GameResult::Win(Color::White)),
        (Game::Lasker, lasker_start, LASKER, GameResult::Open),
    ] {
        let list: MoveList = text.parse().unwrap();
        let mut pgn = Pgn::from(list.clone());
        pgn.tags.set(TagName::VARIANT, variant_of_game(game));
        if let Some(start) = start {
            pgn.tags.set(TagName::FEN, start);
        }
        for (form, text) in
            [(GameForm::Pgn, pgn.to_string()), (GameForm::PlayOk, PlayOkGame(pgn.clone()).to_string())]
        {
            assert_eq!(parse_game(&text), Ok((form, pgn.clone())));
        }
        assert_eq!((pgn.game(), pgn.result), (Ok(Some(game)), result));
        let again = MoveList::from(&pgn);
        assert_eq!((again.moves.len(), again.ending), (list.moves.len(), list.ending));
        let rules = game.rules();
        let mut position = pgn.start(&rules).unwrap();
        for made in &pgn.moves {
            position = position.play(&rules, made.chosen).unwrap();
        }
    }
}
