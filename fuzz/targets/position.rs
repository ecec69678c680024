//! A position in any notation. What is understood is a position of the game, survives every notation, and has the legal
//! turns that the oracle finds, whose generator shares no code with that of the rules.
#![no_main]

use libfuzzer_sys::fuzz_target;
use millwright_fuzz::game_and_rest;
use millwright_oracle::{State, turns};
use millwright_rules::notation::{Form, parse_position, write_position};
use millwright_rules::{ByColor, Color, Point, Position, Rules};

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = game_and_rest(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let rules = game.rules();
    let Ok(position) = parse_position(text, &rules) else { return };
    assert_eq!(Position::new(&position.setup(), &rules), Ok(position));
    for form in Form::ALL {
        let written = write_position(form, &position);
        assert_eq!(parse_position(&written, &rules).as_ref(), Ok(&position), "{written}");
    }
    let moves = position.moves(&rules);
    assert_eq!(moves.is_empty(), position.over(&rules).is_some(), "{position}");
    let mut ours: Vec<String> = moves.iter().map(|chosen| canonical(&chosen.to_string())).collect();
    let mut theirs = oracles_turns(&position, &rules);
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{position}");
});

/// The order in which two taken stones are written is not part of a turn.
fn canonical(text: &str) -> String {
    let mut parts: Vec<&str> = text.split('x').collect();
    parts[1..].sort_unstable();
    parts.join("x")
}

fn oracles_turns(position: &Position, rules: &Rules) -> Vec<String> {
    let side = |color: Color| position.side(color);
    let labels = |color| side(color).stones.iter().map(Point::label).collect::<Vec<_>>().join(" ");
    let hands = ByColor { white: side(Color::White).hand, black: side(Color::Black).hand };
    let state = State::from_labels(&labels(Color::White), &labels(Color::Black), hands, position.turn());
    let state = state.expect("a position is a state");
    turns(&state, rules).iter().map(|turn| canonical(&turn.to_string())).collect()
}
