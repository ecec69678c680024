//! What is read, written and refused.

use super::*;

fn read(text: &str) -> Pgn {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn written(text: &str) -> String {
    let pgn = read(text);
    let written = pgn.to_string();
    assert_eq!(read(&written), pgn, "{written}");
    written
}

fn error(text: &str) -> String {
    text.parse::<Pgn>().unwrap_err().to_string()
}

#[test]
fn tags_moves_and_all_remarks_survive() {
    let text = r#"[Event "A \"small\" match"]
[White "back\\slash"]
[Result "0-1"]

{before} 1. d7! $14 {one} {two} (1. d6 {with ) inside} (1. a1) b2) 1... d6 $1 $255
2. g7xd2?? ;closing } brace
2... f4xd7xa1 0-1"#;
    let pgn = read(text);
    assert_eq!(pgn.tags.get(&TagName::EVENT), Some("A \"small\" match"));
    assert_eq!(pgn.tags.get(&TagName::WHITE), Some("back\\slash"));
    assert_eq!(pgn.result, GameResult::Win(Color::Black));
    assert_eq!(pgn.before, [Remark::Comment(Comment::new("before"))]);
    let first = &pgn.moves[0];
    assert_eq!((first.marks.as_str(), first.nags.as_slice()), ("!", &[Nag(14)][..]));
    assert_eq!(first.comment(), "one two");
    let variation: Variation = "1. d6 {with ) inside} (1. a1) b2".parse().unwrap();
    assert_eq!(first.remarks[2], Remark::Variation(variation));
    assert_eq!(pgn.moves[2].comment(), "closing } brace");
    assert_eq!(written(text).replace('\n', " "), text.replace('\n', " "));
}

#[test]
fn a_capture_may_stand_apart_from_its_move() {
    assert_eq!(written("1. a1-a4 xd7 g4 xb2 xd2 2. d6"), "1. a1-a4xd7 g4xd2xb2 2. d6");
    assert_eq!(written("a1-a4! xd7xd6? {ah} g4"), "1. a1-a4xd7xd6!? {ah} 1... g4");
    assert_eq!(written("a1-a4xd7 xd6"), "1. a1-a4xd7xd6");
}

#[test]
fn numbers_of_moves_are_dropped_however_they_are_written() {
    for text in ["1. d7 d6 2. d2", "1.d7 d6 2.d2", "d7 d6 d2", "1 d7 1... d6 2 d2", "1. d7 1. ... d6 7. d2"] {
        assert_eq!(written(text), "1. d7 d6 2. d2", "{text}");
    }
}

#[test]
fn numbers_begin_with_blacks_if_he_is_to_move_first() {
    let fen = "b_a1d1g1_b2d2f4";
    assert_eq!(
        written(&format!("[FEN \"{fen}\"] b2-a4 a1-a7 d2-d3")),
        format!("[FEN \"{fen}\"]\n\n1... b2-a4 2. a1-a7 d2-d3 *")
    );
}

#[test]
fn lines_end_before_they_are_too_long() {
    let moves = "a1-a4 b2-d2 ".repeat(60);
    let text = written(&format!("{moves} {{{}}} 1-0", "word ".repeat(40)));
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    assert!(text.lines().count() < 18, "{text}");
}

#[test]
fn what_is_no_part_of_the_game_is_skipped() {
    let text = "\u{feff}% a note\n[White \"A\"]\r\n% another\n\n1. d7\n%{\nd6 ; to the end } of the line\n*";
    assert_eq!(written(text), "[White \"A\"]\n\n1. d7 d6 ;to the end } of the line\n*");
    assert_eq!(written("  \n "), "");
    assert_eq!(written("{}"), "{}");
}

#[test]
fn the_result_is_that_behind_the_moves_or_that_of_the_tag() {
    let result = |text: &str| read(text).result;
    assert_eq!(result("[Result \"1-0\"] d7"), GameResult::Win(Color::White));
    assert_eq!(result("[Result \"1-0\"] d7 *"), GameResult::Win(Color::White));
    assert_eq!(result("[Result \"*\"] d7 1/2-1/2"), GameResult::Draw);
    assert_eq!(result("[Result \"unknown\"] d7 0-1"), GameResult::Win(Color::Black));
    assert_eq!(result("d7 1-0 {Black resigns}"), GameResult::Win(Color::White));
    assert_eq!(result("[Result \"?\"] d7"), GameResult::Open);
    let mut pgn = read("d7");
    pgn.set_result(GameResult::Draw);
    assert_eq!(pgn.to_string(), "[Result \"1/2-1/2\"]\n\n1. d7 1/2-1/2");
}

#[test]
fn the_tags_say_which_game_it_is_and_where_it_begins() {
    let pgn = read("[Variant \"Lasker Morris\"][Stones \"5, 4\"][FEN \"b_a1.4_.4\"]");
    assert_eq!(pgn.game(), Ok(Some(Game::Lasker)));
    let stones = pgn.stones().unwrap().unwrap();
    assert_eq!((stones.white.get(), stones.black.get()), (5, 4));
    let rules = Game::Lasker.rules().with_stones(stones.white, stones.black);
    assert_eq!(pgn.start(&rules).unwrap().to_string(), "b_a1.4_.4");
    let bare = read("d7");
    assert_eq!((bare.game(), bare.stones()), (Ok(None), Ok(None)));
    assert_eq!(bare.start(&rules), Ok(Position::start(&rules)));
    assert_eq!(
        read("[Variant \"Chess\"]").game().unwrap_err().to_string(),
        "PGN, tag Variant: \"Chess\" is no game of Millwright; the games are Nine Men's Morris, \
         standard-protected, standard-take-two, standard-protected-take-two, Lasker Morris, lasker-wmd, \
         Morabaraba, morabaraba-full-board-loss"
    );
    assert_eq!(
        read("[Stones \"13\"]").stones().unwrap_err().to_string(),
        "PGN, tag Stones: a player has 3 to 12 stones, not 13"
    );
    assert_eq!(
        read("[FEN \"nonsense\"]").start(&rules).unwrap_err().to_string(),
        "short form, column 1: expected w_, b_ or start, found \"nonsense\""
    );
}

#[test]
fn values_of_tags_have_no_line_breaks() {
    let mut tags = Tags::default();
    tags.set(TagName::WHITE, "one\r\ntwo");
    tags.set("Time_Control1".parse().unwrap(), "9");
    tags.set(TagName::WHITE, "three\nfour");
    assert_eq!(tags.to_string(), "[White \"three four\"]\n[Time_Control1 \"9\"]\n");
    assert!("no name".parse::<TagName>().is_err() && "".parse::<TagName>().is_err());
}

#[test]
fn very_many_tags_are_read_in_one_go() {
    let text = (0..100_000).map(|number| format!("[A{number} \"\"]")).collect::<Vec<_>>().concat();
    assert_eq!(read(&text).tags.iter().count(), 100_000);
    assert_eq!(
        error(&format!("{text}[A7 \"\"]")).split(": ").nth(1),
        Some("the tag A7 is there for the second time")
    );
}

#[test]
fn playok_games_are_the_same_in_numbers() {
    let numbers = "[Site \"PlayOK\"]\n\n1. 1 5 {hm} 2. 3! 2 3. 3-15 5-6x1x3 1-0";
    let game: PlayOkGame = numbers.parse().unwrap();
    assert_eq!(game.to_string(), numbers);
    assert_eq!(game.0.to_string(), "[Site \"PlayOK\"]\n\n1. a7 d6 {hm} 2. g7! d7 3. g7-g4 d6-f6xa7xg7 1-0");
    let apart: PlayOkGame = "1. 1 5 2. 3-15 x5 7 x1 x3 3.24 0-1".parse().unwrap();
    assert_eq!(apart.to_string(), "1. 1 5 2. 3-15x5 7x1x3 3. 24 0-1");
    let error = |text: &str| text.parse::<PlayOkGame>().unwrap_err().to_string();
    assert_eq!(
        error("1. 1 d7"),
        "PlayOK game, column 6: expected a move like 5, 22-10 or 3x20, found \"d7\""
    );
    assert_eq!(error("1. 1 25"), "PlayOK game, column 6: expected a number from 1 to 24, found \"25\"");
}

#[test]
fn each_mistake_is_named_with_its_line_and_column() {
    let no_move = "expected a move like d6, a1-a4 or g7xd2, found";
    assert_eq!(error("1. d7 h4"), format!("PGN, column 7: {no_move} \"h4\""));
    assert_eq!(error("[A \"b\"]\n1. d7\n d9"), format!("PGN, line 3, column 2: {no_move} \"d9\""));
    assert_eq!(error("xd7"), format!("PGN, column 1: {no_move} \"xd7\""));
    assert_eq!(error("$1 d7"), format!("PGN, column 1: {no_move} \"$\""));
    assert_eq!(error("1. d7 12x"), format!("PGN, column 7: {no_move} \"12x\""));
    assert_eq!(error("d7d6"), "PGN, column 3: expected a blank, found \"d6\"");
    assert_eq!(error("d7 $256"), "PGN, column 5: expected a number from 0 to 255, found \"256\"");
    assert_eq!(error("d7 {oh"), "PGN, column 4: expected a brace that closes this one, found \"{\"");
    assert_eq!(
        error("d7 (d6 (d5)"),
        "PGN, column 4: expected a parenthesis that closes this one, found \"(\""
    );
    assert_eq!(error("d7 (d6 ;)"), "PGN, column 4: expected a parenthesis that closes this one, found \"(\"");
    assert_eq!(error("d7 1-0 d6"), "PGN, column 8: expected the end, found \"d6\"");
    assert_eq!(error("a1-a4 xa1"), "PGN, column 8: a1 is named for the second time");
    assert_eq!(
        error("a1-a4xd7xd6 xd5"),
        "PGN, column 13: a turn takes at most two stones, d5 would be the third"
    );
    assert_eq!(error("[\"x\"]"), "PGN, column 2: expected the name of a tag, found \"\\\"\"");
    assert_eq!(error("[White x]"), "PGN, column 8: expected a text in double quotes, found \"x\"");
    assert_eq!(
        error("[White \"x\n\"]"),
        "PGN, column 8: expected a quote that closes this one in the same line, found \"\\\"\""
    );
    assert_eq!(error("[White \"x\" y]"), "PGN, column 12: expected ], found \"y\"");
    assert_eq!(error("[A \"\"]\n[A \"\"]"), "PGN, line 2, column 2: the tag A is there for the second time");
    assert_eq!(
        error("[Result \"1-0\"]\nd7 0-1"),
        "PGN, line 2, column 4: the result is 0-1, but the tag Result says 1-0"
    );
}

fn read_all(text: &str) -> Vec<Pgn> {
    let games: PgnGames = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(games.to_string().parse().as_ref(), Ok(&games), "{games}");
    games.0
}

#[test]
fn a_comment_behind_a_result_is_of_its_game_and_behind_a_number_of_the_next() {
    for (text, said) in [
        ("1. d6 0-1 {why} 2. d2 *", [1, 0]),
        ("1. d6 0-1 2 02. 2.;why\n", [0, 1]),
        ("0-1 2. {why} d6 1-0", [0, 1]),
        ("d6 0-1\n1/2-1/2;", [0, 1]),
    ] {
        let games: PgnGames = text.parse().unwrap();
        let comments = |game: &Pgn| {
            let remarks = game.before.iter().chain(game.moves.iter().flat_map(|made| &made.remarks));
            remarks.filter(|remark| remark.comment().is_some()).count()
        };
        assert_eq!(games.0.iter().map(comments).collect::<Vec<_>>(), said, "{text}");
        assert_eq!(games.to_string().parse(), Ok(games.clone()), "{text}");
    }
}

#[test]
fn several_games_stay_several_and_each_keeps_what_is_its_own() {
    let text = "{of the file}\n[White \"A\"]\n\n1. d6 {one} f4 1-0 {after it}\n\n[White \"B\"] a1 (d1 {no}) d6\n\
                [White \"C\"]\n*\n% a note\n1. d7! 0-1 d2 *";
    let games = read_all(text);
    let white = |game: &Pgn| game.tags.get(&TagName::WHITE).map(str::to_owned);
    assert_eq!(
        games.iter().map(white).collect::<Vec<_>>(),
        [Some("A".to_owned()), Some("B".to_owned()), Some("C".to_owned()), None, None]
    );
    assert_eq!(games[0].before, [Remark::Comment(Comment::new("of the file"))]);
    assert_eq!(games[0].moves[1].comment(), "after it");
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [2, 2, 0, 1, 1]);
    assert_eq!(games[3].result, GameResult::Win(Color::Black));
    assert_eq!(read_all(""), []);
    assert_eq!(read_all("*\n*").len(), 2);
    assert_eq!(
        "d7 *\nd6 h9".parse::<PgnGames>().unwrap_err().to_string(),
        "PGN, line 2, column 4: expected a move like d6, a1-a4 or g7xd2, found \"h9\""
    );
    assert_eq!(error("d7 * [A \"\"]"), "PGN, column 6: expected the end, found \"[\"");
}

#[test]
fn the_moves_of_a_variation_can_be_read() {
    let pgn = read("1. d6 f4 (1... d2 {why} 2. b4 (2. a1!) 2... a7) 2. f2");
    let Remark::Variation(variation) = &pgn.moves[1].remarks[0] else { panic!("it is one") };
    let inside = variation.pgn().unwrap();
    let moves: Vec<String> = inside.moves.iter().map(|made| made.chosen.to_string()).collect();
    assert_eq!(moves, ["d2", "b4", "a7"]);
    assert_eq!(inside.moves[0].comment(), "why");
    let Remark::Variation(deeper) = &inside.moves[1].remarks[0] else { panic!("it is one") };
    assert_eq!(deeper.pgn().unwrap().moves[0].marks, "!");
    assert!("any text".parse::<Variation>().unwrap().pgn().is_err());
    let numbers: PlayOkGame = "1. 1 5 (1... 7-8 2. 3)".parse().unwrap();
    let Remark::Variation(variation) = &numbers.0.moves[1].remarks[0] else { panic!("it is one") };
    assert_eq!(variation.pgn().unwrap().moves[0].chosen.to_string(), "c5-d5");
}
