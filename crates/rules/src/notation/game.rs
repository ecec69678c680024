//! Whole games in any form, and from one form to another.

use super::error::NotationError;
use super::list::{Ending, Listed, MoveList};
use super::pgn::movetext::{self, Points};
use super::pgn::{Comment, GameResult, Pgn, PgnMove, PlayOkGame, Remark, TagName};
use crate::color::Color;

/// The forms in which whole games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameForm {
    /// Moves with tags: [`Pgn`].
    Pgn,
    /// Moves alone: [`MoveList`].
    List,
    /// Moves in numbers, with tags or without: [`PlayOkGame`].
    PlayOk,
}

impl GameForm {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::List, Self::PlayOk];

    /// `pgn`, `list` or `playok`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::List => "list",
            Self::PlayOk => "playok",
        }
    }

    /// The form that `text` is meant to be in: if its first move is a number, that of `PlayOK`; else PGN if it has a
    /// tag, a comment in braces, an annotation or `*` at the end, none of which a list of moves has.
    #[must_use]
    pub fn of(text: &str) -> Self {
        if movetext::points_of_first_move(text) == Some(Points::Numbers) {
            Self::PlayOk
        } else if movetext::has_tags(text) || text.contains(['{', '$']) || text.trim_end().ends_with('*') {
            Self::Pgn
        } else {
            Self::List
        }
    }
}

/// Reads a whole game in any form, and says in which it was.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse_game(text: &str) -> Result<(GameForm, Pgn), NotationError> {
    let form = GameForm::of(text);
    let pgn = match form {
        GameForm::Pgn => text.parse()?,
        GameForm::List => text.parse::<MoveList>()?.into(),
        GameForm::PlayOk => text.parse::<PlayOkGame>()?.0,
    };
    Ok((form, pgn))
}

/// Reads all games of a text in any form: several where it has tags or the numbers of `PlayOK`, one where it is a list of moves.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse_games(text: &str) -> Result<(GameForm, Vec<Pgn>), NotationError> {
    let form = GameForm::of(text);
    let games = match form {
        GameForm::Pgn => movetext::read_all(Points::Labels, text)?,
        GameForm::List => vec![text.parse::<MoveList>()?.into()],
        GameForm::PlayOk => movetext::read_all(Points::Numbers, text)?,
    };
    Ok((form, games))
}

/// What the tag `Termination` says of a game that somebody gave up.
const RESIGNATION: &str = "resignation";

/// A result is also told by the tags `Result` and, where somebody resigns, `Termination`.
impl From<MoveList> for Pgn {
    fn from(list: MoveList) -> Self {
        let mut pgn = Self { moves: list.moves.into_iter().map(PgnMove::from).collect(), ..Self::default() };
        match list.ending {
            None => {}
            Some(Ending::Draw) => pgn.set_result(GameResult::Draw),
            Some(Ending::Wins(color)) => pgn.set_result(GameResult::Win(color)),
            Some(Ending::Resigns(color)) => {
                pgn.set_result(GameResult::Win(color.opponent()));
                pgn.tags.set(TagName::TERMINATION, RESIGNATION);
            }
        }
        pgn
    }
}

impl From<Listed> for PgnMove {
    fn from(listed: Listed) -> Self {
        let Listed { chosen, marks, comment } = listed;
        let comment = Some(comment).filter(|comment| !comment.is_empty());
        let remarks = comment.map(|comment| Remark::Comment(Comment::new(&comment)));
        Self { marks, remarks: remarks.into_iter().collect(), ..Self::from(chosen) }
    }
}

/// Moves with marks and comments, and the ending. A list has no room for tags, variations, what stands before the first
/// move, and annotations that have no marks.
impl From<&Pgn> for MoveList {
    fn from(pgn: &Pgn) -> Self {
        let resigned = pgn.tags.get(&TagName::TERMINATION) == Some(RESIGNATION);
        let ending = match pgn.result {
            GameResult::Open => None,
            GameResult::Draw => Some(Ending::Draw),
            GameResult::Win(color) if resigned => Some(Ending::Resigns(color.opponent())),
            GameResult::Win(color) => Some(Ending::Wins(color)),
        };
        Self { moves: pgn.moves.iter().map(Listed::from).collect(), ending }
    }
}

impl From<&PgnMove> for Listed {
    fn from(made: &PgnMove) -> Self {
        Self {
            chosen: made.chosen,
            marks: made.marks_or_nags().to_owned(),
            comment: with_closed_parentheses(made.comment()),
        }
    }
}

/// In a list parentheses are around comments: those inside must have their partners, or they become brackets.
fn with_closed_parentheses(comment: String) -> String {
    let depth = comment.chars().try_fold(0_usize, |depth, character| match character {
        '(' => Some(depth + 1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    if depth == Some(0) { comment } else { comment.replace('(', "[").replace(')', "]") }
}

impl GameResult {
    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw | Self::Open => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_game_is_recognised() {
        for (text, form) in [
            ("f2, f6; b6, b2", GameForm::List),
            ("1. f2 f6 2. b6 b2", GameForm::List),
            ("", GameForm::List),
            ("d7, 1-0", GameForm::List),
            ("1. 1 5 2. 5-6x12", GameForm::PlayOk),
            ("1 5 5-6x12 1-0", GameForm::PlayOk),
            ("[Site \"PlayOK\"]\n\n1. 1 5 1-0", GameForm::PlayOk),
            ("[White \"A\"]\n1. f2 f6", GameForm::Pgn),
            ("[White \"A\"]", GameForm::Pgn),
            ("[White", GameForm::Pgn),
            ("\u{feff}[White \"A\"] 1. f2", GameForm::Pgn),
            ("1. f2 {why?} f6", GameForm::Pgn),
            ("{why?} 1. f2", GameForm::Pgn),
            ("1. f2 $1 f6", GameForm::Pgn),
            ("1. f2 f6 *", GameForm::Pgn),
        ] {
            assert_eq!(GameForm::of(text), form, "{text}");
        }
    }

    #[test]
    fn a_list_becomes_a_game_with_tags_and_back() {
        for text in [
            "d7, d6!? (a (nested) remark); g7xd2?, Black resigns",
            "d7, White wins",
            "d7, draw",
            "d7, d6",
            "",
        ] {
            let list: MoveList = text.parse().unwrap();
            let pgn = Pgn::from(list.clone());
            assert_eq!(pgn.to_string().parse(), Ok(pgn.clone()));
            assert_eq!(MoveList::from(&pgn), list, "{text}");
        }
    }

    #[test]
    fn what_a_list_has_no_room_for_is_said_otherwise_or_left_out() {
        let pgn: Pgn = "{hm} d7 $2 {:-)} (1. d6) {so} 1... d6 1-0".parse().unwrap();
        assert_eq!(MoveList::from(&pgn).to_string(), "d7? (:-] so), d6; White wins");
    }
}
