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
const MORABARABA: &str = include_str!("../games/gevay-danner-figure-6.txt");

/// The same paper, figure 8.
const MASTER: &str = include_str!("../games/gevay-danner-figure-8.txt");

/// The same paper, figure 9.
const STRONGEST: &str = include_str!("../games/gevay-danner-figure-9.txt");

/// Stahlhacke, "The Game of Lasker Morris", table 1.
const LASKER: &str = include_str!("../games/stahlhacke-table-1.txt");

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
