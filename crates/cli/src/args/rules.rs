//! What is typed to say which game is meant.

use std::ffi::OsStr;
use std::str::FromStr;

use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use millwright_rules::notation::parse_position;
use millwright_rules::{ByColor, Game, Position, RuleChanges, Rules, StoneCount};

/// The game, and how many stones it is played with.
#[derive(clap::Args)]
pub(crate) struct RulesArgs {
    /// The game: standard, lasker, morabaraba or another that `millwright games` lists
    #[arg(value_parser = GameParser, hide_possible_values = true)]
    game: Game,
    /// Rules of the game to change, like board=diagonal,placing=free; `millwright games --help` lists them
    #[arg(long = "rules", value_name = "RULES", value_parser = RuleChanges::from_str)]
    changes: Option<RuleChanges>,
    /// Stones for each player, 3 to 12: one number for both or White's,Black's [default: as in `games`]
    #[arg(long, value_name = "W[,B]", value_parser = ByColor::<StoneCount>::from_str)]
    stones: Option<ByColor<StoneCount>>,
}

impl RulesArgs {
    /// What commands have typed that call the game something else.
    pub(crate) fn new(game: Game, changes: Option<RuleChanges>, stones: Option<ByColor<StoneCount>>) -> Self {
        Self { game, changes, stones }
    }

    /// The game that has these rules.
    pub(crate) fn game(&self) -> Game {
        Game::of(&self.rules())
    }

    /// The game's rules with the changes and the stones asked for.
    pub(crate) fn rules(&self) -> Rules {
        let rules = self.changes.unwrap_or_default().apply(self.game.rules());
        self.typed_stones().map_or(rules, |stones| rules.with_stones(stones.white, stones.black))
    }

    /// The stones, if they were typed; `--stones` counts more than a rule.
    pub(crate) fn typed_stones(&self) -> Option<ByColor<StoneCount>> {
        self.stones.or_else(|| self.changes.and_then(RuleChanges::stones))
    }

    /// Reads a position of this game in any notation.
    pub(crate) fn read_position(&self, text: &str) -> anyhow::Result<Position> {
        parse_position(text, &self.rules()).with_context(|| format!("this is no position of {}", self.game()))
    }
}

/// Reads the name of a game. Those that have names of their own are offered, all others are understood.
#[derive(Clone, Copy)]
pub(super) struct GameParser;

impl GameParser {
    fn names() -> PossibleValuesParser {
        PossibleValuesParser::new(Game::ALL.map(Game::name))
    }
}

impl TypedValueParser for GameParser {
    type Value = Game;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Game, clap::Error> {
        match value.to_str().and_then(|name| name.parse().ok()) {
            Some(game) => Ok(game),
            // For its error, which says what might have been meant.
            None => Self::names().try_map(|name| name.parse::<Game>()).parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Game::ALL.map(|game| PossibleValue::new(game.name()));
        Some(Box::new(names.into_iter()))
    }
}
