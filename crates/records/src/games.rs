//! The games, as JSON.

use millwright_rules::Game;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::RulesFields;

/// All games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GamesRecord {
    /// In the order in which they are listed to users.
    pub games: Vec<GameRecord>,
}

/// A game, its rules, and what is known about it here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameRecord {
    /// As in URLs.
    pub name: &'static str,
    /// As people call it.
    pub title: &'static str,
    /// What is special about it.
    pub description: String,
    /// The six fields.
    pub rules: RulesFields,
    /// Games and endgames with up to so many stones each are always known.
    pub small: u8,
    /// How many tables there are on disk.
    pub tables: usize,
}

impl GameRecord {
    /// Of a game of which so much is known.
    #[must_use]
    pub fn new(game: Game, small: u8, tables: usize) -> Self {
        let (title, description) = match title_and_description(game) {
            Some((title, description)) => (title, description.to_owned()),
            None => (game.name(), format!("A mix of rules: {}", game.rules())),
        };
        Self { name: game.name(), title, description, rules: RulesFields::from(&game.rules()), small, tables }
    }
}

/// What people call a game, and what is special about it; `None` for mixes, which nobody has named.
const fn title_and_description(game: Game) -> Option<(&'static str, &'static str)> {
    Some(match game {
        Game::Standard => ("Nine Men's Morris", "As most books have it"),
        Game::StandardProtected => ("Nine Men's Morris, protected", "Stones in mills are never taken"),
        Game::StandardTakeTwo => ("Nine Men's Morris, take two", "Two mills at once take two stones"),
        Game::StandardProtectedTakeTwo => {
            ("Nine Men's Morris, protected, take two", "Mills protect, and two at once take two stones")
        }
        Game::Lasker => ("Lasker Morris", "Ten stones; place or move, as you like"),
        Game::LaskerWmd => {
            ("Lasker Morris, tournament rules", "Mills protect, and two at once take two stones")
        }
        Game::Morabaraba => ("Morabaraba", "Twelve stones, with diagonals; a full board is a draw"),
        Game::MorabarabaFullBoardLoss => {
            ("Morabaraba, full board loses", "Who cannot move on a full board has lost")
        }
        Game::Mix(_) => return None,
    })
}
