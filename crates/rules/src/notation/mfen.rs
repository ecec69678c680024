//! MFEN, the position text of the Mill Interchange Format 1.0.

use std::fmt;
use std::str::FromStr;

use super::cursor::{self, Cursor};
use super::error::{Expected, Field, Notation, NotationError, excerpt};
use super::rings::{Fields, Rings, phase_agrees};
use crate::color::{ByColor, Color};
use crate::setup::Setup;

/// A position in MFEN:
///
/// ```text
/// MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -
///                          outer/middle/inner ring    | | | |   | | | outcome
///                          from a7 clockwise          | | | |   | | plies
///                          W white, B black, . empty  | | | |   | plies without progress
/// side: w, b, or - when the game is over -------------+ | | |   obligations
/// phase: p, m, o ---------------------------------------+ | +-- stones in hand: white,black
/// action: the same as the phase, or r with obligations ---+
/// ```
///
/// **Read**: positions without obligations, and finished games whose outcome tells who would be to move
/// (the loser, if he has too few stones or no move). Refused by name: obligations, stones with delayed
/// removal, extensions, other outcomes. Both counters are checked to be numbers and dropped.
///
/// **Written**: `- o o ... w:fewer-than-minimum` if the side to move has fewer than three stones (that much
/// is known without the rules), else phase `p` while anyone has stones in hand, else `m`; counters 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mfen(pub Setup);

const NAMES: [&str; 11] = [
    "version",
    "state profile",
    "board",
    "side to move",
    "phase",
    "action",
    "stones in hand",
    "obligations",
    "plies without progress",
    "plies",
    "outcome",
];

const RINGS: Rings = Rings {
    notation: Notation::Mfen,
    field: Field { number: 3, name: NAMES[2] },
    characters: ['W', 'B', '.'],
    expected: &["W", "B", "."],
    inner_first: false,
    first_place: 1,
};

/// The ends of a game after which the loser would be to move.
const LOST_TO_MOVE: [&str; 3] = ["fewer-than-minimum", "no-legal-move", "no-legal-primary-action"];

impl FromStr for Mfen {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fields = Fields::split(Notation::Mfen, &NAMES, text);
        fields.one_of(0, &["MFEN/1.0"])?;
        fields.one_of(1, &["mill24-state-v1"])?;
        fields.get(2)?;
        let stones = RINGS.read(at_board(text))?;
        let hands = hands(&fields)?;
        let phase = fields.one_of(4, &["p", "m", "o"])?;
        let action = fields.one_of(5, &["p", "m", "o", "r"])?;
        for (index, unwanted) in [(5, action == "r"), (7, fields.get(7)? != "-")] {
            if unwanted {
                let found = excerpt(fields.get(index)?);
                return Err(NotationError::Obligations { field: fields.field(index), found });
            }
        }
        if action != phase {
            let matching: &[&str] = match phase {
                "p" => &["p"],
                "m" => &["m"],
                _ => &["o"],
            };
            return Err(fields.refuse(5, Expected::OneOf(matching)));
        }
        for index in [8, 9] {
            if fields.whole_number(index)? < 0 {
                return Err(fields.refuse(index, Expected::WholeNumber));
            }
        }
        let turn = if phase == "o" { loser(&fields)? } else { side_in_play(&fields)? };
        if let Some(extension) = fields.texts.get(NAMES.len()) {
            let field = Field { number: NAMES.len() + 1, name: "extension" };
            return Err(NotationError::Extension { field, found: excerpt(extension) });
        }
        if !phase_agrees(phase, hands, turn) {
            let field = fields.field(4);
            return Err(NotationError::WrongPhase { notation: Notation::Mfen, field, phase, hands, turn });
        }
        Ok(Self(Setup { stones, hands, turn }))
    }
}

/// Who is to move while the game goes on.
fn side_in_play(fields: &Fields<'_>) -> Result<Color, NotationError> {
    let turn = fields.side(3)?;
    fields.one_of(10, &["-"])?;
    Ok(turn)
}

/// Who would be to move in a finished game.
fn loser(fields: &Fields<'_>) -> Result<Color, NotationError> {
    fields.one_of(3, &["-"])?;
    let outcome = fields.get(10)?;
    let loser = match outcome.split_once(':') {
        Some(("w", reason)) if LOST_TO_MOVE.contains(&reason) => Some(Color::Black),
        Some(("b", reason)) if LOST_TO_MOVE.contains(&reason) => Some(Color::White),
        _ => None,
    };
    loser.ok_or_else(|| NotationError::NobodyToMove { field: fields.field(10), found: excerpt(outcome) })
}

fn hands(fields: &Fields<'_>) -> Result<ByColor<u8>, NotationError> {
    let hands = fields.get(6)?.split_once(',').and_then(|(white, black)| {
        Some(ByColor { white: cursor::number(white)?, black: cursor::number(black)? })
    });
    hands.ok_or_else(|| fields.refuse(6, Expected::TwoNumbers { most: u8::MAX }))
}

/// At the third word of `text`.
fn at_board(text: &str) -> Cursor<'_> {
    let mut cursor = Cursor::new(Notation::Mfen, text);
    for _ in 0..2 {
        cursor.skip(|next| !next.is_whitespace());
        cursor.skip(char::is_whitespace);
    }
    cursor
}

impl fmt::Display for Mfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { stones, hands, turn } = self.0;
        let letter = |color| if color == Color::White { 'w' } else { 'b' };
        f.write_str("MFEN/1.0 mill24-state-v1 ")?;
        RINGS.write(f, stones)?;
        let (white, black) = (hands.white, hands.black);
        if self.0.total(turn) < 3 {
            return write!(f, " - o o {white},{black} - 0 0 {}:{}", letter(turn.opponent()), LOST_TO_MOVE[0]);
        }
        let phase = if white > 0 || black > 0 { 'p' } else { 'm' };
        write!(f, " {} {phase} {phase} {white},{black} - 0 0 -", letter(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::{Form, parse_position, write_position};
    use crate::position::Position;

    const START: &str = "MFEN/1.0 mill24-state-v1 ......../......../........ w p p 9,9 - 0 0 -";
    const THREE: &str = "MFEN/1.0 mill24-state-v1 WW....../W.B...../BB...... b m m 0,0 - 0 0 -";

    fn error(text: &str) -> String {
        text.parse::<Mfen>().unwrap_err().to_string()
    }

    #[test]
    fn the_example_of_the_conventions_is_read_and_written_as_it_stands() {
        let rules = Game::Standard.rules();
        assert_eq!(parse_position(START, &rules), Ok(Position::start(&rules)));
        assert_eq!(write_position(Form::Mfen, &Position::start(&rules)), START);
        assert_eq!(THREE.parse::<Mfen>().unwrap().to_string(), THREE);
    }

    #[test]
    fn rings_run_clockwise_from_the_top_left_and_the_outer_one_comes_first() {
        let order = "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4";
        for (index, label) in order.split(' ').enumerate() {
            let mut board = vec!["."; 24];
            board[index] = "W";
            let rings: Vec<String> = board.chunks(8).map(<[&str]>::concat).collect();
            let text = format!("MFEN/1.0 mill24-state-v1 {} b p p 8,9 - 0 1 -", rings.join("/"));
            assert_eq!(text.parse::<Mfen>().unwrap().0.to_string(), format!("b_{label}.8_.9"));
        }
    }

    #[test]
    fn a_finished_game_is_read_if_its_loser_was_to_move() {
        let lost =
            THREE.replace("BB", ".B").replace("b m m 0,0 - 0 0 -", "- o o 0,0 - 0 0 w:fewer-than-minimum");
        let read: Mfen = lost.parse().unwrap();
        assert_eq!((read.0.turn, read.to_string()), (Color::Black, lost));
        let blocked = THREE.replace("b m m 0,0 - 0 0 -", "- o o 0,0 - 0 0 b:no-legal-move");
        assert_eq!(blocked.parse::<Mfen>().unwrap().0.turn, Color::White);
        for outcome in ["d:agreement", "w:resignation", "b:board-full", "-", "w"] {
            let text = THREE.replace("b m m 0,0 - 0 0 -", &format!("- o o 0,0 - 0 0 {outcome}"));
            assert_eq!(
                error(&text),
                format!(
                    "MFEN, field 11 (outcome): the game is over ({outcome}), and that does not tell who is to move"
                )
            );
        }
    }

    #[test]
    fn what_is_not_a_position_between_turns_is_refused_by_name() {
        let obligation = "b:mill:b:w:1:000003:w";
        assert_eq!(
            error(&THREE.replace("b m m 0,0 -", &format!("b m m 0,0 {obligation}"))),
            format!(
                "MFEN, field 8 (obligations): there are obligations ({obligation}), but a turn includes what it \
                 takes; give the position before or after the whole turn"
            )
        );
        assert!(
            error(&THREE.replace("m m", "m r"))
                .starts_with("MFEN, field 6 (action): there are obligations (r)")
        );
        assert_eq!(
            error(&THREE.replace("WW", "Ww")),
            "MFEN, column 27: w is a stone with delayed removal; no game of Millwright has those"
        );
        assert_eq!(
            error(&format!("{THREE} pc=9,9")),
            "MFEN, field 12 (extension): the extension pc=9,9 belongs to rules that Millwright does not have"
        );
    }

    #[test]
    fn each_mistake_is_named_with_its_field_or_column() {
        let change = |from: &str, to: &str| {
            assert!(THREE.contains(from));
            error(&THREE.replacen(from, to, 1))
        };
        assert_eq!(change("/1.0", "/2.0"), "MFEN, field 1 (version): expected MFEN/1.0, found \"MFEN/2.0\"");
        assert_eq!(
            change("state-v1", "state-v2"),
            "MFEN, field 2 (state profile): expected mill24-state-v1, found \"mill24-state-v2\""
        );
        assert_eq!(change("WW.", "WO."), "MFEN, column 27: expected W, B or ., found \"O\"");
        assert_eq!(change("/W.", "/."), "MFEN, column 35: ring 2 has 7 points, not 8");
        assert_eq!(change("/W", "W"), "MFEN, field 3 (board): a board has 3 rings separated by '/', not 2");
        assert_eq!(change(" b ", " - "), "MFEN, field 4 (side to move): expected w or b, found \"-\"");
        assert_eq!(change("m m", "x m"), "MFEN, field 5 (phase): expected p, m or o, found \"x\"");
        assert_eq!(change("m m", "m p"), "MFEN, field 6 (action): expected m, found \"p\"");
        assert_eq!(
            change("0,0", "0"),
            "MFEN, field 7 (stones in hand): expected two numbers from 0 to 255 like 9,9, found \"0\""
        );
        assert_eq!(
            change("0,0", "1,2"),
            "MFEN, field 5 (phase): the phase is m, but White has 1 and Black 2 in hand with Black to move"
        );
        assert_eq!(
            change("- 0 0", "- -1 0"),
            "MFEN, field 9 (plies without progress): expected a whole number, found \"-1\""
        );
        assert_eq!(change("0 0 -", "0 x -"), "MFEN, field 10 (plies): expected a whole number, found \"x\"");
        assert_eq!(
            change("0 0 -", "0 0 w:no-legal-move"),
            "MFEN, field 11 (outcome): expected -, found \"w:no-legal-move\""
        );
        assert_eq!(change(" 0 0 -", " 0"), "MFEN: field 10 (plies) is missing");
        assert_eq!(error("MFEN/1.0"), "MFEN: field 2 (state profile) is missing");
    }
}
