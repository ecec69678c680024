//! The command that makes tables, in words: for every error that misses one.

use std::fmt;

use millwright_index::{Extent, Subspace};
use millwright_rules::{Color, Position, Rules};

/// A command that makes tables, as it would be typed: `millwright solve standard --movement --stones 4,3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveCommand {
    game: String,
    extent: Extent,
    white: u8,
    black: u8,
}

impl SolveCommand {
    /// For so much of a game, with so many stones.
    #[must_use]
    pub fn new(game: &str, extent: Extent, white: u8, black: u8) -> Self {
        Self { game: game.to_owned(), extent, white, black }
    }

    /// For the table of a position, and all that it leads to.
    #[must_use]
    pub fn for_position(game: &str, rules: &Rules, position: &Position) -> Self {
        if Subspace::of(position).hands_are_empty() {
            let [white, black] = Color::ALL.map(|color| position.side(color).stones.len());
            Self::new(game, Extent::Movement, white, black)
        } else {
            Self::new(game, Extent::Complete, rules.stones_of(Color::White), rules.stones_of(Color::Black))
        }
    }

    /// For the table of a subspace, and all that it leads to. With stones in hand, so much of the game as `extent` says.
    #[must_use]
    pub fn for_subspace(game: &str, rules: &Rules, extent: Extent, subspace: Subspace) -> Self {
        if subspace.hands_are_empty() {
            Self::new(game, Extent::Movement, subspace.mover, subspace.other)
        } else {
            Self::new(game, extent, rules.stones_of(Color::White), rules.stones_of(Color::Black))
        }
    }
}

impl fmt::Display for SolveCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, extent, white, black } = self;
        write!(f, "millwright solve {game}")?;
        match extent {
            Extent::Extended(most) => return write!(f, " --extended {most}"),
            Extent::Movement => f.write_str(" --movement")?,
            Extent::Complete => {}
        }
        write!(f, " --stones {white}")?;
        if white == black { Ok(()) } else { write!(f, ",{black}") }
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::notation::parse_position;
    use millwright_rules::{Game, StoneCount};

    use super::*;

    #[test]
    fn the_command_makes_what_is_missing_and_little_more() {
        let rules = Game::Standard.rules();
        let position = |text: &str| {
            let position = parse_position(text, &rules).unwrap();
            SolveCommand::for_position("standard", &rules, &position).to_string()
        };
        assert_eq!(position("b_a1a4d7_b2d2f2g7"), "millwright solve standard --movement --stones 3,4");
        assert_eq!(position("w_a1.8_b2.8"), "millwright solve standard --stones 9");
        let subspace = |text: &str, extent| {
            SolveCommand::for_subspace("standard", &rules, extent, text.parse().unwrap()).to_string()
        };
        assert_eq!(
            subspace("4_3_0_0", Extent::Complete),
            "millwright solve standard --movement --stones 4,3"
        );
        assert_eq!(subspace("4_3_0_2", Extent::Complete), "millwright solve standard --stones 9");
        let extended = Extent::Extended(StoneCount::MAX);
        assert_eq!(subspace("4_3_0_2", extended), "millwright solve standard --extended 12");
    }
}
