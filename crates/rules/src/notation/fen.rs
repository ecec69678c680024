//! Sanmill's FEN, the form most files have.

use std::fmt;
use std::str::FromStr;

use super::cursor::{self, Cursor};
use super::error::{Expected, Field, Notation, NotationError, excerpt};
use super::rings::{Fields, Rings, phase_agrees};
use crate::color::{ByColor, Color};
use crate::setup::Setup;

/// A position in Sanmill's FEN:
///
/// ```text
/// ***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes
/// board                      | | | | | | | | | |  |  |  |  | | |
/// inner/middle/outer ring    | | | | | | | | | |  |  |  |  | | number of the move
/// O white, @ black, * empty  | | | | | | | | | |  |  |  |  | plies without a capture
/// side to move: w, b --------+ | | | | | | | | |  |  |  |  mills formed
/// phase: p, m, o --------------+ | | | | | | | +--+--+--+-- last moves: white from, to, black from, to
/// action: p, s, r, ? ------------+ | | | | | |
/// white stones: on board, in hand -+-+ | | | |
/// black stones: on board, in hand -----+-+ | |
/// still to be removed: by White, by Black -+-+
/// ```
///
/// **Read**: phases `r` and `n` as placing; moving positions with action `s` or `p`; points as -1 to 23 with
/// the token `ids:nodes` and as 8 to 31 with 0 for none without it; old forms that end after 11 or more
/// fields behind the board; any tokens after the last. What a [`Setup`] does not keep (last moves, mills,
/// counters) is checked to be numbers and dropped. Refused: numbers that contradict the board or the phase,
/// and positions in the middle of a turn, with a stone still to be removed.
///
/// **Written**: phase `o` and action `?` if the side to move has fewer than three stones (that much is known
/// without the rules), else phase `p` while anyone has stones in hand, else `m`; action `p` in both, as in
/// the example above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen(pub Setup);

const NAMES: [&str; 17] = [
    "board",
    "side to move",
    "phase",
    "action",
    "white stones on the board",
    "white stones in hand",
    "black stones on the board",
    "black stones in hand",
    "stones White has to remove",
    "stones Black has to remove",
    "white's last move from",
    "white's last move to",
    "black's last move from",
    "black's last move to",
    "mills formed",
    "plies without a capture",
    "number of the move",
];

/// Board and eleven fields: the shortest of the old forms.
const FEWEST_FIELDS: usize = 12;

const RINGS: Rings = Rings {
    notation: Notation::Fen,
    field: Field { number: 1, name: NAMES[0] },
    characters: ['O', '@', '*'],
    expected: &["O", "@", "*"],
    inner_first: true,
    first_place: 2,
};

impl FromStr for Fen {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let fields = Fields::split(Notation::Fen, &NAMES, text);
        fields.get(0)?;
        let stones = RINGS.read(Cursor::new(Notation::Fen, text))?;
        fields.get(FEWEST_FIELDS - 1)?;
        let turn = fields.side(1)?;
        let phase = match fields.one_of(2, &["p", "m", "o", "r", "n"])? {
            "r" | "n" => "p",
            other => other,
        };
        let action = fields.one_of(3, &["p", "s", "r", "?"])?;
        let count = |index: usize| {
            let expected = Expected::Number { least: 0, most: u8::MAX };
            cursor::number(fields.get(index)?).ok_or_else(|| fields.refuse(index, expected))
        };
        for (color, index) in [(Color::White, 4), (Color::Black, 6)] {
            let (written, board) = (count(index)?, stones[color].len());
            if written != board {
                return Err(NotationError::WrongCount { field: fields.field(index), color, written, board });
            }
        }
        let hands = ByColor { white: count(5)?, black: count(7)? };
        for index in [8, 9] {
            if fields.whole_number(index)? != 0 {
                return Err(removal_pending(&fields, index));
            }
        }
        if action == "r" {
            return Err(removal_pending(&fields, 3));
        }
        if !phase_agrees(phase, hands, turn) {
            let field = fields.field(2);
            return Err(NotationError::WrongPhase { notation: Notation::Fen, field, phase, hands, turn });
        }
        check_dropped(&fields)?;
        Ok(Self(Setup { stones, hands, turn }))
    }
}

fn removal_pending(fields: &Fields<'_>, index: usize) -> NotationError {
    NotationError::RemovalPending { field: fields.field(index), found: excerpt(fields.texts[index]) }
}

/// Checks the fields that are not kept. Which of them an old, short form has is not known: there, all that
/// can be asked is that they are numbers.
fn check_dropped(fields: &Fields<'_>) -> Result<(), NotationError> {
    let ids_nodes = fields.texts.contains(&"ids:nodes");
    let numbers = fields.texts.iter().position(|text| text.contains(':')).unwrap_or(fields.texts.len());
    let complete = numbers >= NAMES.len();
    for index in 10..numbers.min(NAMES.len()) {
        let found = fields.whole_number(index)?;
        let is_node = match (ids_nodes, found) {
            (_, -1) => true,
            (true, node) => (0..24).contains(&node),
            (false, square) => square == 0 || (8..32).contains(&square),
        };
        if complete && index < 14 && !is_node {
            return Err(fields.refuse(index, Expected::Node { ids_nodes }));
        }
    }
    Ok(())
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { stones, hands, turn } = self.0;
        RINGS.write(f, stones)?;
        let side = if turn == Color::White { 'w' } else { 'b' };
        let (phase, action) = if self.0.total(turn) < 3 {
            ('o', '?')
        } else if hands.white > 0 || hands.black > 0 {
            ('p', 'p')
        } else {
            ('m', 'p')
        };
        let (white, black) = (stones.white.len(), stones.black.len());
        write!(f, " {side} {phase} {action} {white} {} {black} {}", hands.white, hands.black)?;
        f.write_str(" 0 0 -1 -1 -1 -1 0 0 1 ids:nodes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::{Form, parse_position, write_position};
    use crate::position::Position;

    const START: &str = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
    const FIVE: &str = "***O**@*/@****@*O/OO@***@O b m p 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";

    fn short(text: &str) -> String {
        text.parse::<Fen>().unwrap_or_else(|error| panic!("{text}: {error}")).0.to_string()
    }

    fn error(text: &str) -> String {
        text.parse::<Fen>().unwrap_err().to_string()
    }

    #[test]
    fn the_examples_of_the_conventions_are_read_and_written_as_they_stand() {
        let rules = Game::Standard.rules();
        for text in [START, FIVE] {
            let position = parse_position(text, &rules).unwrap();
            assert_eq!(write_position(Form::Fen, &position), text);
        }
        assert_eq!(parse_position(START, &rules), Ok(Position::start(&rules)));
        assert_eq!(short(FIVE), "b_a7d7g7b6e3_a4g4d6b2c4");
    }

    #[test]
    fn rings_run_clockwise_from_the_top_and_the_inner_one_comes_first() {
        let order = "d5 e5 e4 e3 d3 c3 c4 c5 d6 f6 f4 f2 d2 b2 b4 b6 d7 g7 g4 g1 d1 a1 a4 a7";
        for (index, label) in order.split(' ').enumerate() {
            let mut board = vec!["*"; 24];
            board[index] = "@";
            let rings: Vec<String> = board.chunks(8).map(<[&str]>::concat).collect();
            let text = format!("{} w p p 0 9 1 8 0 0 0 0 0 0 0 0 1", rings.join("/"));
            assert_eq!(short(&text), format!("w_.9_{label}.8"));
        }
    }

    #[test]
    fn every_dialect_is_read() {
        let board = "***O**@*/@****@*O/OO@***@O";
        let expected = short(FIVE);
        for tail in [
            "b m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
            "b m p 5 0 5 0 0 0 3 11 23 0 0 0 1 ids:nodes",
            "b m s 5 0 5 0 0 0 8 31 0 0 0 7 23",
            "b m s 5 0 5 0 0 0 0 0 0 0 18446744073709551615 7 23",
            "b m s 5 0 5 0 0 0 0 1",
            "b m s 5 0 5 0 0 0 7 3 2",
            "b m s 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes c:--- p:0 what ever",
            "b m ? 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
            "b o ? 5 0 5 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
        ] {
            assert_eq!(short(&format!("{board} {tail}")), expected, "{tail}");
        }
        for phase in ["p", "r", "n"] {
            let text = START.replace(" w p p", &format!("   w\t{phase} p"));
            assert_eq!(short(&text), "w_.9_.9");
        }
    }

    #[test]
    fn a_side_with_two_stones_has_lost_and_the_phase_says_so() {
        let text = "O*@*****/O*@*****/O******* b o ? 3 0 2 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes";
        assert_eq!(text.parse::<Fen>().unwrap().to_string(), text);
    }

    #[test]
    fn positions_in_the_middle_of_a_turn_are_refused_by_name() {
        let message = "a turn includes what it takes; give the position before or after the whole turn";
        let removing = FIVE.replace("b m p 5 0 5 0 0 0", "b m r 5 0 5 0 0 1");
        assert_eq!(
            error(&removing),
            format!(
                "Sanmill FEN, field 10 (stones Black has to remove): a stone is still to be removed (1), but {message}"
            )
        );
        assert_eq!(
            error(&FIVE.replace("b m p 5 0 5 0 0 0", "b m r 5 0 5 0 0 0")),
            format!("Sanmill FEN, field 4 (action): a stone is still to be removed (r), but {message}")
        );
        assert!(error(&FIVE.replace("5 0 0 0", "5 0 -1 0")).contains("field 9 (stones White has to remove)"));
    }

    #[test]
    fn each_mistake_is_named_with_its_field_or_column() {
        let change = |from: &str, to: &str| {
            assert!(FIVE.contains(from));
            error(&FIVE.replacen(from, to, 1))
        };
        assert_eq!(
            change("5 0 5 0", "5 0 4 0"),
            "Sanmill FEN, field 7 (black stones on the board): says that Black has 4 stones on the board, \
             but 5 stand there"
        );
        assert_eq!(
            change("5 0 5 0", "6 0 5 0"),
            "Sanmill FEN, field 5 (white stones on the board): says that White has 6 stones on the board, \
             but 5 stand there"
        );
        assert_eq!(change(" b ", " x "), "Sanmill FEN, field 2 (side to move): expected w or b, found \"x\"");
        assert_eq!(
            change(" m ", " q "),
            "Sanmill FEN, field 3 (phase): expected p, m, o, r or n, found \"q\""
        );
        assert_eq!(change(" p ", " x "), "Sanmill FEN, field 4 (action): expected p, s, r or ?, found \"x\"");
        assert_eq!(
            change("5 0 5 0", "5 z 5 0"),
            "Sanmill FEN, field 6 (white stones in hand): expected a number from 0 to 255, found \"z\""
        );
        assert_eq!(
            change("5 0 5 0", "5 +1 5 0"),
            "Sanmill FEN, field 6 (white stones in hand): expected a number from 0 to 255, found \"+1\""
        );
        assert_eq!(
            change("5 0 5 0", "5 3 5 3"),
            "Sanmill FEN, field 3 (phase): the phase is m, but White has 3 and Black 3 in hand with Black to move"
        );
        assert_eq!(
            change(" m ", " p "),
            "Sanmill FEN, field 3 (phase): the phase is p, but White has 0 and Black 0 in hand with Black to move"
        );
        assert_eq!(
            change("-1 -1 -1 -1", "-1 24 -1 -1"),
            "Sanmill FEN, field 12 (white's last move to): expected a node from 0 to 23, or -1 for none, found \"24\""
        );
        assert_eq!(
            error(&FIVE.replace("-1 -1 -1 -1", "0 0 5 0").replace(" ids:nodes", "")),
            "Sanmill FEN, field 13 (black's last move from): expected a square from 8 to 31, or 0 for none, found \"5\""
        );
        assert_eq!(
            change("0 0 1 ids", "0 zero 1 ids"),
            "Sanmill FEN, field 16 (plies without a capture): expected a whole number, found \"zero\""
        );
        assert_eq!(change("O**@*/", "O**@/"), "Sanmill FEN, column 1: ring 1 has 7 points, not 8");
        assert_eq!(change("***@O ", "***@OO "), "Sanmill FEN, column 19: ring 3 has 9 points, not 8");
        assert_eq!(
            change("/OO@***@O", ""),
            "Sanmill FEN, field 1 (board): a board has 3 rings separated by '/', not 2"
        );
        assert_eq!(change("/OO", "/X\u{f6}"), "Sanmill FEN, column 19: expected O, @ or *, found \"X\"");
        assert_eq!(change("/OO", "/O\u{f6}"), "Sanmill FEN, column 20: expected O, @ or *, found \"\u{f6}\"");
        assert_eq!(
            error("********/********/******** w p p 0 9 0"),
            "Sanmill FEN: field 8 (black stones in hand) is missing"
        );
        assert_eq!(error(" "), "Sanmill FEN: field 1 (board) is missing");
    }

    #[test]
    fn what_breaks_the_rules_of_the_game_is_refused_with_the_rule() {
        let message = |text: &str| parse_position(text, &Game::Standard.rules()).unwrap_err().to_string();
        assert_eq!(
            message("********/********/******** w p p 0 10 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"),
            "White has 10 stones on the board and in hand, but the game is played with 9"
        );
    }
}
