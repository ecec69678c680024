//! Round trips of every form over random positions, and no text, however bad, that panics or is accepted
//! without being understood.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use millwright_rules::notation::{
    Comment, EXCERPT, Fen, Form, GameForm, GameResult, Mfen, MoveList, Nag, NotationError, Pgn, PgnMove,
    PlayOk, PlayOkGame, Remark, Short, TagName, Tags, Variation, parse_game, parse_position, write_position,
};
use millwright_rules::{ByColor, Color, Game, Move, Point, PointSet, Position, Setup};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Stones anywhere, hands of any size: what a text can say, legal or not.
fn setups() -> impl Strategy<Value = Setup> {
    let hand = prop_oneof![4 => 0..=12_u8, 1 => any::<u8>()];
    (any::<u32>(), any::<u32>(), hand.clone(), hand, any::<bool>()).prop_map(
        |(one, two, white, black, turn)| {
            // Two bits a point: a quarter of the points white, a quarter black, half of them empty.
            let (one, two) = (PointSet::from_bits_truncated(one), PointSet::from_bits_truncated(two));
            Setup {
                stones: ByColor { white: one & two, black: one - two },
                hands: ByColor { white, black },
                turn: if turn { Color::White } else { Color::Black },
            }
        },
    )
}

/// A position that play can reach, and the moves that were made.
fn games() -> impl Strategy<Value = (Game, Position, Vec<Move>)> {
    (select(&Game::ALL[..]), proptest::collection::vec(any::<Index>(), 0..80)).prop_map(|(game, choices)| {
        let rules = game.rules();
        let mut position = Position::start(&rules);
        let mut played = Vec::new();
        for choice in choices {
            let moves = position.moves(&rules);
            if moves.is_empty() {
                break;
            }
            played.push(*choice.get(&moves));
            position = position.play_unchecked(*choice.get(&moves));
        }
        (game, position, played)
    })
}

fn turns() -> impl Strategy<Value = Move> {
    let four = proptest::sample::subsequence((0..24).map(Point::new).collect::<Vec<_>>(), 4).prop_shuffle();
    (four, any::<bool>(), 0..=2_usize).prop_map(|(points, slides, taken)| Move {
        from: slides.then_some(points[0]),
        to: points[1],
        taken: points[2..2 + taken].iter().copied().collect(),
    })
}

fn remarks() -> impl Strategy<Value = Vec<Remark>> {
    let comment =
        prop_oneof!["[ -~\n]{0,100}", "\\PC{0,20}"].prop_map(|text| Remark::Comment(Comment::new(&text)));
    let variations = vec!["", "1. d6", "1. d6 {:-)} (a1 ;(\n b2)\nc3", " $1 \n% hm\n"];
    let variation =
        select(variations).prop_map(|text| Remark::Variation(text.parse::<Variation>().expect("closed")));
    proptest::collection::vec(prop_oneof![3 => comment, 1 => variation], 0..3)
}

fn made_moves() -> impl Strategy<Value = PgnMove> {
    let nags = proptest::collection::vec(any::<u8>().prop_map(Nag), 0..3);
    (turns(), "[!?#]{0,2}", nags, prop_oneof![2 => Just(Vec::new()), 1 => remarks()])
        .prop_map(|(chosen, marks, nags, remarks)| PgnMove { chosen, marks, nags, remarks })
}

fn tags() -> impl Strategy<Value = Tags> {
    let tag = prop_oneof![
        ("[A-Za-z0-9_]{1,8}", prop_oneof!["[ -~\n]{0,30}", "\\PC{0,20}"]),
        (Just("FEN".to_owned()), setups().prop_map(|setup| Fen(setup).to_string())),
    ];
    proptest::collection::vec(tag, 0..5).prop_map(|all| {
        let mut tags = Tags::default();
        for (name, value) in all {
            tags.set(name.parse::<TagName>().expect("letters and digits"), &value);
        }
        tags
    })
}

fn pgns() -> impl Strategy<Value = Pgn> {
    let moves = proptest::collection::vec(made_moves(), 0..40);
    (tags(), remarks(), moves, select(&GameResult::ALL[..])).prop_map(|(tags, before, moves, result)| {
        let mut pgn = Pgn { tags, before, moves, ..Pgn::default() };
        pgn.set_result(result);
        pgn
    })
}

/// Texts of every form, most of them good.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        setups().prop_map(|setup| Short(setup).to_string()),
        setups().prop_map(|setup| Fen(setup).to_string()),
        setups().prop_map(|setup| Mfen(setup).to_string()),
        turns().prop_map(|chosen| chosen.to_string()),
        turns().prop_map(|chosen| PlayOk(chosen).to_string()),
        games().prop_map(|(_, _, played)| played.iter().map(Move::to_string).collect::<Vec<_>>().join(", ")),
        pgns().prop_map(|pgn| pgn.to_string()),
        pgns().prop_map(|pgn| PlayOkGame(pgn).to_string()),
        Just("1. g4! a7 (a (nested) remark) 2. d2xb4,f4? a1-d1; Black resigns".to_owned()),
        Just("***O**@*/@****@*O/OO@***@O b m s 5 0 5 0 0 0 8 0 0 31 0 0 1".to_owned()),
    ]
}

/// What a slip of the hand, a bad copy or an enemy makes of a text.
fn damaged_texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[ -~]{0,3}",
        2 => select(vec!["w_", "b", ".9", "_", "x", "-", "a1", "d4", "/", "O", "@", "*", "W", "ids:nodes", "(", ")", " ", "\n", "{", "}", ";", "$7", "*", "1-0", "[", "]", "\"", "\n%"])
            .prop_map(str::to_owned),
        1 => "\\PC{0,2}",
    ];
    let edit = (any::<Index>(), 0..3_usize, piece);
    (texts(), proptest::collection::vec(edit, 1..4)).prop_map(|(text, edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, removed, piece) in edits {
            let start = at.index(characters.len() + 1);
            let end = (start + removed).min(characters.len());
            characters.splice(start..end, piece.chars());
        }
        characters.into_iter().collect()
    })
}

/// What is accepted is understood: it is written as something that is read as the same.
fn accepted_texts_round_trip<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr<Err = NotationError> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(read) => {
            let written = read.to_string();
            let again = written.parse::<T>();
            prop_assert_eq!(again.as_ref().map(T::to_string), Ok(written));
            prop_assert_eq!(again, Ok(read));
        }
        Err(error) => {
            let message = error.to_string();
            prop_assert!(!message.contains('\n'), "{message:?}");
            prop_assert!(message.chars().count() < 200 + 10 * EXCERPT, "{message:?}");
        }
    }
    Ok(())
}

fn all_forms_survive(text: &str) -> Result<(), TestCaseError> {
    accepted_texts_round_trip::<Short>(text)?;
    accepted_texts_round_trip::<Fen>(text)?;
    accepted_texts_round_trip::<Mfen>(text)?;
    accepted_texts_round_trip::<Move>(text)?;
    accepted_texts_round_trip::<PlayOk>(text)?;
    accepted_texts_round_trip::<MoveList>(text)?;
    accepted_texts_round_trip::<Pgn>(text)?;
    accepted_texts_round_trip::<PlayOkGame>(text)?;
    if let Ok((form, pgn)) = parse_game(text) {
        let list = MoveList::from(&pgn);
        prop_assert_eq!(list.to_string().parse(), Ok(list));
        if form == GameForm::Pgn {
            prop_assert_eq!(text.parse(), Ok(pgn));
        }
    }
    for game in Game::ALL {
        let rules = game.rules();
        if let Ok(position) = parse_position(text, &rules) {
            prop_assert_eq!(position.setup().check(&rules), Ok(()));
            for form in Form::ALL {
                prop_assert_eq!(parse_position(&write_position(form, &position), &rules), Ok(position));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_setup_is_read_as_it_was_written(setup in setups()) {
        prop_assert_eq!(Short(setup).to_string().parse(), Ok(Short(setup)));
        prop_assert_eq!(Fen(setup).to_string().parse(), Ok(Fen(setup)));
        prop_assert_eq!(Mfen(setup).to_string().parse(), Ok(Mfen(setup)));
    }

    #[test]
    fn every_form_of_a_text_is_recognised(setup in setups()) {
        prop_assert_eq!(Form::of(&Short(setup).to_string()), Form::Short);
        prop_assert_eq!(Form::of(&Fen(setup).to_string()), Form::Fen);
        prop_assert_eq!(Form::of(&Mfen(setup).to_string()), Form::Mfen);
    }

    #[test]
    fn every_turn_is_read_as_it_was_written(chosen in turns()) {
        prop_assert_eq!(chosen.to_string().parse(), Ok(chosen));
        prop_assert_eq!(PlayOk(chosen).to_string().parse(), Ok(PlayOk(chosen)));
        prop_assert_eq!(chosen.to_string().to_uppercase().parse(), Ok(chosen));
    }

    #[test]
    fn every_game_is_read_as_it_was_written(pgn in pgns()) {
        prop_assert_eq!(pgn.to_string().parse(), Ok(pgn.clone()));
        let numbers = PlayOkGame(pgn.clone()).to_string();
        prop_assert_eq!(numbers.parse(), Ok(PlayOkGame(pgn.clone())));
        prop_assert_eq!(GameForm::of(&pgn.to_string()), GameForm::Pgn);
        if !pgn.moves.is_empty() {
            prop_assert_eq!(GameForm::of(&numbers), GameForm::PlayOk);
        }
    }

    #[test]
    fn damaged_texts_are_refused_or_understood(text in damaged_texts()) {
        all_forms_survive(&text)?;
    }

    #[test]
    fn garbage_is_refused_or_understood(text in prop_oneof!["\\PC{0,40}", "[ -~\n]{0,60}", "[a-gx1-7 ,;!?#.()_-]{0,40}"]) {
        all_forms_survive(&text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_a_game_survives_every_form((game, position, played) in games()) {
        let rules = game.rules();
        for form in Form::ALL {
            prop_assert_eq!(parse_position(&write_position(form, &position), &rules), Ok(position));
        }
        prop_assert_eq!(parse_position(&position.to_string(), &rules), Ok(position));
        let text = played.iter().map(Move::to_string).collect::<Vec<_>>().join(", ");
        let list: MoveList = text.parse().unwrap();
        prop_assert_eq!(list.moves.into_iter().map(|listed| listed.chosen).collect::<Vec<_>>(), played.clone());
        // Captures as tokens of their own.
        let apart: Pgn = text.replace(',', "").replace('x', " x").parse().unwrap();
        prop_assert_eq!(apart.moves.into_iter().map(|made| made.chosen).collect::<Vec<_>>(), played);
    }
}

#[test]
fn every_prefix_of_a_text_is_refused_or_understood() {
    for text in [
        "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        "MFEN/1.0 mill24-state-v1 WW....../W.B...../BB...... b m m 0,0 - 0 0 -",
        "b_a1d1g1.2_b2d2f4.2",
        "1. g4! a7 (a (nested) remark) 2. d2xb4,f4? a1-d1; Black resigns",
        "[White \"A \\\" B\"]\n[Result \"1-0\"]\n{so} 1. g4! $1 (a (nested) {one)}) a7 x14 ; } hm\n 2. d2 xb4xf4? 1-0",
        "[Site \"PlayOK\"]\n1. 1 5 {hm} 2. 3! 2 3. 3-15 5-6x1x3 1/2-1/2",
    ] {
        for end in 0..text.len() {
            all_forms_survive(&text[..end]).unwrap();
        }
    }
}

#[test]
fn huge_texts_are_refused_or_understood_too() {
    for piece in [
        "a",
        "1",
        " ",
        "a1",
        "a1 ",
        "a1, ",
        "w_",
        "(",
        "()",
        "a1(",
        "1.",
        ".",
        "/",
        "*",
        "x",
        "\u{1f600}",
        "-1 ",
    ] {
        let huge = piece.repeat((1 << 20) / piece.len());
        all_forms_survive(&huge).unwrap();
        all_forms_survive(&format!("a1 a4 a7 {huge}")).unwrap();
        all_forms_survive(&format!("{huge}{}", " ".repeat(1 << 20))).unwrap();
    }
}
