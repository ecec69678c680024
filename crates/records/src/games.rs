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
    /// What it is called, and what is special about it.
    #[serde(flatten)]
    pub called: GameTitle,
    /// The six fields.
    pub rules: RulesFields,
    /// Games and endgames with up to so many stones each are always known.
    pub small: u8,
    /// How many tables there are on disk.
    pub tables: usize,
    /// How much of the game is solved, with the stones of its rules.
    pub solved: SolvedRecord,
}

/// How much of a game is known, and what it takes to know the rest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolvedRecord {
    /// Tables that the whole game takes.
    pub needed: usize,
    /// How many of them are here, with their values.
    pub here: usize,
    /// Values are known where so many stones have been placed or more, those of both players together: 0 if the whole game is
    /// known; `null` if not even all positions with empty hands are.
    pub from_stone: Option<u8>,
    /// How many have their draws told apart.
    pub draws_told_apart: usize,
    /// What it takes to have the rest; `null` if nothing is missing.
    pub rest: Option<RestRecord>,
    /// How far the server itself has come with solving it; `null` if it does not.
    pub solving: Option<SolvingRecord>,
}

/// What the tables take that are missing. All but the command are estimates, for the machine that answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RestRecord {
    /// The command that makes them.
    #[schema(example = "millwright solve standard --stones 9")]
    pub command: String,
    /// How long it takes if the machine does nothing else.
    pub seconds: u64,
    /// The disk that they take.
    pub disk_bytes: u64,
    /// The memory that it takes.
    pub memory_bytes: u64,
}

/// A game that is being solved beside the server.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SolvingRecord {
    /// What is going on.
    pub state: SolvingState,
    /// The command that would do the same.
    pub command: String,
    /// The share of the work that is done, 0 to 1, by its estimated time.
    pub done: f64,
    /// The time that is left, estimated; `null` if nothing is being solved.
    pub seconds_left: Option<u64>,
    /// Why it has failed, in words; else `null`.
    pub trouble: Option<String>,
}

/// What a solve beside the server is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SolvingState {
    /// It looks at what is there.
    #[default]
    Checking,
    /// It makes tables.
    Solving,
    /// All are there.
    Finished,
    /// The server was told to stop.
    Stopped,
    /// It could not go on.
    Failed,
}

/// What a game is called, and what is special about it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameTitle {
    /// As people call it.
    pub title: &'static str,
    /// What is special about it.
    pub description: String,
}

impl GameTitle {
    /// Of a game.
    #[must_use]
    pub fn of(game: Game) -> Self {
        let (title, description) = match title_and_description(game) {
            Some((title, description)) => (title, description.to_owned()),
            None => (game.name(), format!("A mix of rules: {}", game.rules())),
        };
        Self { title, description }
    }
}

impl GameRecord {
    /// Of a game of which so much is known.
    #[must_use]
    pub fn new(game: Game, small: u8, tables: usize, solved: SolvedRecord) -> Self {
        let called = GameTitle::of(game);
        Self { name: game.name(), called, rules: RulesFields::from(&game.rules()), small, tables, solved }
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
