//! Our own form of a position, for typing: it survives a shell and a URL unquoted.

use std::fmt;
use std::str::FromStr;

use super::cursor::Cursor;
use super::error::{Expected, Notation, NotationError};
use crate::color::{ByColor, Color};
use crate::point_set::PointSet;
use crate::position::Position;
use crate::setup::Setup;

/// A position as `<side>_<white stones>[.<hand>]_<black stones>[.<hand>]`.
///
/// Side to move `w` or `b`; stones as labels one after the other, written in the order of the points'
/// numbers and read in any; the stones in hand after a dot, left out if there are none. The start of the
/// standard game is `w_.9_.9`.
///
/// ```
/// use millwright_rules::notation::Short;
/// let position: Short = "b_a1d1g1.2_b2d2f4.2".parse()?;
/// assert_eq!(position.to_string(), "b_g1d1a1.2_f4d2b2.2");
/// # Ok::<(), millwright_rules::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Short(pub Setup);

impl FromStr for Short {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cursor = Cursor::new(Notation::Short, text);
        let turn = side(&mut cursor)?;
        let mut setup = Setup { stones: ByColor::both(PointSet::EMPTY), hands: ByColor::both(0), turn };
        for color in Color::ALL {
            if !cursor.eat('_') {
                return Err(cursor.fail(Expected::OneOf(match color {
                    Color::White => &["_ and the white stones"],
                    Color::Black => &["a point", ". and the stones in hand", "_ and the black stones"],
                })));
            }
            while cursor.peek().is_some_and(char::is_alphanumeric) {
                let place = cursor.place();
                let point = cursor.point()?;
                if (setup.stones.white | setup.stones.black).contains(point) {
                    return Err(NotationError::PointTwice { notation: Notation::Short, place, point });
                }
                setup.stones[color] = setup.stones[color].with(point);
            }
            if cursor.eat('.') {
                setup.hands[color] = cursor.number(0, u8::MAX)?;
            }
        }
        cursor.end()?;
        Ok(Self(setup))
    }
}

fn side(cursor: &mut Cursor<'_>) -> Result<Color, NotationError> {
    let refused = cursor.fail(Expected::OneOf(&["w_", "b_", "start"]));
    let turn = match cursor.bump() {
        Some('w' | 'W') => Color::White,
        Some('b' | 'B') => Color::Black,
        _ => return Err(refused),
    };
    if cursor.peek().is_some_and(char::is_alphanumeric) { Err(refused) } else { Ok(turn) }
}

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// In the form of [`Short`].
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.turn == Color::White { "w" } else { "b" })?;
        for color in Color::ALL {
            f.write_str("_")?;
            self.stones[color].iter().try_for_each(|point| f.write_str(point.label()))?;
            if self.hands[color] > 0 {
                write!(f, ".{}", self.hands[color])?;
            }
        }
        Ok(())
    }
}

/// In the form of [`Short`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::notation::parse_position;

    fn error(text: &str) -> String {
        text.parse::<Short>().unwrap_err().to_string()
    }

    #[test]
    fn the_start_positions_are_what_the_conventions_say() {
        for (game, text) in
            [(Game::Standard, "w_.9_.9"), (Game::Lasker, "w_.10_.10"), (Game::Morabaraba, "w_.12_.12")]
        {
            let rules = game.rules();
            assert_eq!(Position::start(&rules).to_string(), text);
            assert_eq!(parse_position(text, &rules), Ok(Position::start(&rules)));
            assert_eq!(parse_position("start", &rules), Ok(Position::start(&rules)));
        }
    }

    #[test]
    fn stones_are_read_in_any_order_and_case_and_written_in_point_order() {
        let position: Short = " B_G1a1D1.0_b2d2F4.03\n".parse().unwrap();
        assert_eq!(position.to_string(), "b_g1d1a1_f4d2b2.3");
        assert_eq!(position.to_string().parse(), Ok(position));
    }

    #[test]
    fn it_is_made_of_characters_that_no_shell_and_no_url_needs_quoted() {
        let everything = Setup {
            stones: ByColor { white: PointSet::ALL, black: PointSet::EMPTY },
            hands: ByColor { white: 0, black: 12 },
            turn: Color::Black,
        };
        let text = everything.to_string();
        assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.')), "{text}");
        assert_eq!(text.parse(), Ok(Short(everything)));
    }

    #[test]
    fn each_mistake_is_named_with_its_column() {
        let expected_side = "short form, column 1: expected w_, b_ or start, found";
        assert_eq!(error(""), format!("{expected_side} the end of the text"));
        assert_eq!(error("hello"), format!("{expected_side} \"hello\""));
        assert_eq!(error("white_.9_.9"), format!("{expected_side} \"white\""));
        assert_eq!(
            error("w"),
            "short form, column 2: expected _ and the white stones, found the end of the text"
        );
        assert_eq!(error("w_a1d4_b2"), "short form, column 5: expected a point of the board, found \"d4\"");
        assert_eq!(
            error("w_a1"),
            "short form, column 5: expected a point, . and the stones in hand or _ and the black stones, \
             found the end of the text"
        );
        assert_eq!(error("w_a1_b2a1"), "short form, column 8: a1 is named for the second time");
        assert_eq!(error("w_a1a1_b2"), "short form, column 5: a1 is named for the second time");
        let number = "expected a number from 0 to 255, found";
        assert_eq!(error("w_.x_.9"), format!("short form, column 4: {number} \"x\""));
        assert_eq!(error("w_._.9"), format!("short form, column 4: {number} \"_\""));
        assert_eq!(error("w_.256_.9"), format!("short form, column 4: {number} \"256\""));
        assert_eq!(error("w_.9_.9_"), "short form, column 8: expected the end, found \"_\"");
        assert_eq!(error("w_.9_.9 x"), "short form, column 9: expected the end, found \"x\"");
        assert_eq!(
            error("\n w_\u{e9}1_"),
            "short form, line 2, column 4: expected a point of the board, found \"\u{e9}1\""
        );
    }

    #[test]
    fn a_long_text_is_quoted_in_part() {
        let message = error(&"z".repeat(1 << 20));
        assert_eq!(
            message,
            format!("short form, column 1: expected w_, b_ or start, found \"{}...\"", "z".repeat(24))
        );
    }
}
