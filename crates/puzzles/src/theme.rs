//! What is to be found.

use std::fmt;
use std::str::FromStr;

use millwright_rules::Move;
use millwright_table::{Known, Outcome, Survey};
use thiserror::Error;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The only move that wins.
    Win,
    /// The only move that does not lose.
    Draw,
    /// The only stone to take: the same move that takes another one throws the result away.
    Take,
}

/// A word that is no theme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the themes are {}, not {name:?}", Theme::ALL.map(Theme::name).join(", "))]
pub struct UnknownTheme {
    /// What was asked for.
    pub name: String,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Take];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Take => "take",
        }
    }

    /// The one right move of a position, if it has exactly one and it is of this theme.
    #[must_use]
    pub fn solution(self, survey: &Survey) -> Option<Move> {
        let right = survey.only_move()?;
        let outcome = right.outcome()?;
        // The move says what the tables say of the position itself.
        if survey.value.map(Known::outcome) != Some(outcome) {
            return None;
        }
        let takes_another = |chosen: Move| {
            (chosen.from, chosen.to) == (right.chosen.from, right.chosen.to) && chosen != right.chosen
        };
        let fits = match self {
            Self::Win => outcome == Outcome::Win,
            Self::Draw => outcome == Outcome::Draw,
            Self::Take => survey.moves.iter().any(|rated| takes_another(rated.chosen)),
        };
        fits.then_some(right.chosen)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;
    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.into_iter().find(|theme| theme.name() == name);
        found.ok_or_else(|| UnknownTheme { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use millwright_rules::notation::parse_position;
    use millwright_rules::{Game, Position, Value};
    use millwright_table::RatedMove;

    use super::*;

    /// Moves of a position and what each is worth; the position is worth the best of them.
    fn survey(moves: &[(&str, Value)]) -> Survey {
        let position: Position = parse_position("w_a1a4d7_b2d2f2", &Game::Standard.rules()).unwrap();
        let rate = |&(text, value): &(&str, Value)| {
            let chosen: Move = text.parse().unwrap();
            RatedMove { chosen, next: position.play_unchecked(chosen), known: Some(Known::Value(value)) }
        };
        let best = moves.iter().map(|&(_, value)| value).max().unwrap();
        Survey::new(Some(Known::Value(best)), moves.iter().map(rate).collect())
    }

    #[test]
    fn one_right_move_is_a_solution_and_two_are_none() {
        let (win, draw, loss) = (Value::win(5), Value::Draw, Value::loss(8));
        let found = |theme: Theme, moves: &[(&str, Value)]| {
            theme.solution(&survey(moves)).map(|turn| turn.to_string())
        };
        let one = [("d7-a7xb2", win), ("d7-a7xd2", draw), ("a1-d1", loss)];
        assert_eq!(found(Theme::Win, &one).as_deref(), Some("d7-a7xb2"));
        assert_eq!(found(Theme::Take, &one).as_deref(), Some("d7-a7xb2"));
        assert_eq!(found(Theme::Draw, &one), None);
        let quicker = [("d7-a7xb2", Value::win(3)), ("d7-a7xd2", win), ("a1-d1", loss)];
        assert_eq!(Theme::ALL.map(|theme| found(theme, &quicker)), [None, None, None], "both of them win");
        let hold = [("a1-d1", draw), ("d7-a7xd2", loss), ("d7-a7xb2", loss)];
        assert_eq!(found(Theme::Draw, &hold).as_deref(), Some("a1-d1"));
        assert_eq!(found(Theme::Take, &hold), None, "it takes nothing");
        let hopeless = [("a1-d1", Value::loss(10)), ("d7-a7xd2", loss)];
        assert_eq!(
            Theme::ALL.map(|theme| found(theme, &hopeless)),
            [None, None, None],
            "nothing can be kept"
        );
        assert_eq!(found(Theme::Win, &[("a1-d1", win)]), None, "whoever has no choice has nothing to find");
    }

    #[test]
    fn every_theme_is_read_as_it_is_written() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        assert_eq!(
            "Win".parse::<Theme>().unwrap_err().to_string(),
            "the themes are win, draw, take, not \"Win\""
        );
    }
}
